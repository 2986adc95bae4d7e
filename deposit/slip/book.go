package slip

import (
	"context"
	"errors"
	"time"

	"krapao/deposit"
	"krapao/deposit/internal/depositdb"
	"krapao/fault"
	"krapao/internal/clock"
	"krapao/internal/store"
)

// book decides about a verified transfer and books the result.
func (s *Service) book(ctx context.Context, row *depositdb.Slip) error {
	t, err := s.transferOf(row)
	if err != nil {
		return err
	}
	o, err := s.decide(ctx, row, t)
	if err == nil && o.end == stateFailed && o.reason == fault.DEST_ACC_INVALID {
		o, err = s.paidByCode(ctx, row, o, t)
	}
	switch {
	case err != nil:
		return err
	case o.awaits != nil:
		return s.later(ctx, row, *o.awaits)
	case o.end == stateCredited && o.to.Source == deposit.SourceFeed:
		return s.attach(ctx, row, o, t)
	case o.end == stateCredited:
		return s.credit(ctx, row, o, t)
	case o.reached && o.to.Source == deposit.SourceSlip:
		return s.park(ctx, row, o, t)
	}
	return s.end(ctx, row, o)
}

// decide collects the facts and applies the rules.
func (s *Service) decide(ctx context.Context, row *depositdb.Slip, t Transfer) (outcome, error) {
	window, err := s.windowNow(ctx)
	if err != nil {
		return outcome{}, err
	}
	registered, err := s.members.RegisteredAccount(ctx, row.Member)
	if err != nil {
		return outcome{}, err
	}
	accounts, inForce, err := s.arrivals.AccountsFor(ctx, t.At)
	if err != nil {
		return outcome{}, err
	}
	good, err := depositdb.New(s.store.DB()).CreditedSlips(ctx, row.Member)
	if err != nil {
		return outcome{}, err
	}
	o := facts{
		transfer: t, uploaded: row.UploadedAt.Time(), window: window, registered: registered, accounts: accounts, first: good == 0,
	}.decide()
	o.reached = o.reached && inForce[o.to.Code]
	return o, nil
}

func (s *Service) arrivalOf(row *depositdb.Slip, o outcome, t Transfer) deposit.Arrival {
	id := transferID(row.Bank, row.Reference)
	return deposit.Arrival{
		Account: o.to.Code, Channel: deposit.ChannelSlip, Reference: row.ID, Member: row.Member,
		Payment: deposit.Payment{Source: id.Text(), Also: []deposit.Identifier{id}, Amount: t.Amount, PaidAt: t.At, Payer: t.Payer},
	}
}

// credit books the arrival and ends the slip, in one commit.
func (s *Service) credit(ctx context.Context, row *depositdb.Slip, o outcome, t Transfer) error {
	book, err := s.arrivals.Prepare(ctx, s.arrivalOf(row, o, t))
	if err != nil {
		return err
	}
	err = s.change(ctx, row, func(tx *store.Tx, _ *depositdb.Queries) (int64, error) {
		n := int64(0)
		_, err := book(ctx, tx, func(ctx context.Context, tx *store.Tx, in depositdb.AddInflowParams) (err error) {
			n, err = s.endBookedTx(ctx, tx, row, o, in)
			if err == nil && n == 0 {
				err = errFenced
			}
			return err
		})
		return n, err
	})
	if errors.Is(err, deposit.ErrBooked) {
		return s.attach(ctx, row, o, t) // it may be booked as unmatched
	}
	return err
}

// endBookedTx ends a slip by the state of its arrival: the ledger may have refused to credit the member.
func (s *Service) endBookedTx(
	ctx context.Context, tx *store.Tx, row *depositdb.Slip, o outcome, in depositdb.AddInflowParams,
) (int64, error) {
	switch deposit.State(in.State) {
	case deposit.Unmatched:
		o.end, o.reason = stateReview, fault.Code(in.Reason)
	case deposit.Held:
		o.end, o.reason = stateReview, fault.Code(in.Reason)
	default:
	}
	return s.endCreditedTx(ctx, tx, row, o)
}

// endCreditedTx ends a slip. If it is credited, every other slip of its transfer that waits for an operator ends too.
func (s *Service) endCreditedTx(ctx context.Context, tx *store.Tx, row *depositdb.Slip, o outcome) (int64, error) {
	n, err := s.endTx(ctx, tx, row, o)
	if err != nil || n == 0 || o.end != stateCredited {
		return n, err
	}
	return n, s.endOthersTx(ctx, tx, row)
}

func (s *Service) endOthersTx(ctx context.Context, tx *store.Tx, row *depositdb.Slip) error {
	others, err := depositdb.New(tx).EndOthersInReview(ctx, depositdb.EndOthersInReviewParams{
		Reason: string(fault.SLIP_REFNO_DUPLICATED), UpdatedAt: clock.MicrosOf(tx.Now), Transfer: row.Transfer, ID: row.ID,
	})
	if err != nil {
		return err
	}
	for _, other := range others {
		tx.AfterCommit(func() { s.arrivals.Changed(other.Member) })
	}
	return nil
}

// attach gives the member an arrival that is booked as unmatched: a line of the bank's feed, or money left by a
// failed slip of another member.
func (s *Service) attach(ctx context.Context, row *depositdb.Slip, o outcome, t Transfer) error {
	got, err := s.arrivals.Attach(ctx, deposit.AttachRequest{
		Account: o.to.Code, Also: []deposit.Identifier{transferID(row.Bank, row.Reference)}, Member: row.Member, Reference: row.ID,
		Payer: t.Payer, Amount: t.Amount, At: t.At,
	})
	if err != nil {
		return err
	}
	switch got.Result {
	case deposit.AttachTaken:
		return s.fail(ctx, row, fault.SLIP_REFNO_DUPLICATED)
	case deposit.AttachWaiting:
		return s.later(ctx, row, pause{said: "waiting for the bank's statement", most: 30 * time.Second})
	case deposit.AttachDone:
		if got.State == deposit.Held { // the statement names another payer than the slip
			o.end, o.reason = stateReview, got.Reason
		}
	}
	return s.change(ctx, row, func(tx *store.Tx, _ *depositdb.Queries) (int64, error) {
		return s.endCreditedTx(ctx, tx, row, o)
	})
}

// park books money that has verifiably reached us although the slip is not good enough. It is unmatched, with the
// member attached, for an operator or for a better slip of the transfer.
func (s *Service) park(ctx context.Context, row *depositdb.Slip, o outcome, t Transfer) error {
	arrival := s.arrivalOf(row, o, t)
	arrival.Doubt = o.reason
	book, err := s.arrivals.Prepare(ctx, arrival)
	if err != nil {
		return err
	}
	return s.change(ctx, row, func(tx *store.Tx, q *depositdb.Queries) (int64, error) {
		id := transferID(row.Bank, row.Reference)
		in, err := q.InflowByIdentifier(ctx, id.Kind, id.Value)
		switch {
		case store.NotFound(err):
			if _, err = book(ctx, tx, nil); errors.Is(err, deposit.ErrBooked) {
				err = nil
			}
		case err == nil && deposit.State(in.State) != deposit.Unmatched:
			o = outcome{end: stateFailed, reason: fault.SLIP_REFNO_DUPLICATED}
		}
		if err != nil {
			return 0, err
		}
		return s.endTx(ctx, tx, row, o)
	})
}
