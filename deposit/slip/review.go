package slip

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"krapao/deposit"
	"krapao/deposit/internal/depositdb"
	"krapao/fault"
	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/money"
)

// Case is a slip as an operator sees it.
type Case struct {
	Reference, Member string
	// State is how far it is; review waits for an operator, the others for their bank or their turn.
	State      string
	Reason     fault.Code
	UploadedAt time.Time
	// Bank is the sending bank's three digits, BankReference its reference of the transfer; empty until read.
	Bank, BankReference string
	// Amount, PaidAt, Payer and To are the bank's word; zero until it told them. Own is the member's registered account.
	Amount         money.Amount
	PaidAt         time.Time
	Payer, To, Own deposit.Payer
	// Account is the deposit account that it reached, where that is sure.
	Account string
	// Verifier is what was said last, NextAt when it is asked again.
	Verifier string
	NextAt   time.Time
	// Inflow is the arrival's row, where there is one; InflowState and InflowMember how it stands.
	Inflow       string
	InflowState  deposit.State
	InflowMember string
	// Failed is how many of the member's claims failed on the day of the upload.
	Failed int
}

// Waiting lists the slips that are not at an end, oldest first.
func (s *Service) Waiting(ctx context.Context, limit int) ([]Case, error) {
	rows, err := depositdb.New(s.store.DB()).WaitingSlips(ctx, int32(limit))
	if err != nil {
		return nil, fmt.Errorf("deposit: slips: %w", err)
	}
	list := make([]Case, len(rows))
	for i, row := range rows {
		list[i] = caseOf(row)
	}
	return list, nil
}

func caseOf(row depositdb.Slip) Case {
	return Case{
		Reference: row.ID, Member: row.Member, State: row.State, Reason: fault.Code(row.Reason), UploadedAt: row.UploadedAt.Time(),
		Bank: row.Bank, BankReference: row.Reference, Amount: row.Amount, Account: row.Account, Verifier: row.Verifier,
		PaidAt: row.PaidAt.Time(), NextAt: row.DueAt.Time(),
	}
}

// LookAt opens one slip; NO_DATA where there is none.
func (s *Service) LookAt(ctx context.Context, reference string) (Case, error) {
	_, c, err := s.opened(ctx, reference)
	return c, err
}

func (s *Service) opened(ctx context.Context, reference string) (row depositdb.Slip, c Case, err error) {
	q := depositdb.New(s.store.DB())
	row, err = q.Slip(ctx, reference)
	if store.NotFound(err) {
		return row, c, fault.New(fault.NO_DATA, "no slip %q", reference)
	}
	if err != nil {
		return row, c, fmt.Errorf("deposit: slip: %w", err)
	}
	c = caseOf(row)
	if c.Own, err = s.members.RegisteredAccount(ctx, row.Member); err != nil {
		return row, c, err
	}
	if row.TransferSealed != "" {
		t, err := s.transferOf(&row)
		if err != nil {
			return row, c, err
		}
		c.Payer, c.To = t.Payer, t.To
	}
	if row.Transfer != "" {
		id := transferID(row.Bank, row.Reference)
		in, err := q.InflowOf(ctx, id.Kind, id.Value)
		if err != nil && !store.NotFound(err) {
			return row, c, fmt.Errorf("deposit: slip: %w", err)
		}
		c.Inflow, c.InflowState, c.InflowMember = in.ID, deposit.State(in.State), in.Member
	}
	failed, err := q.FailedClaims(ctx, row.Member, clock.MicrosOf(clock.Day(c.UploadedAt)))
	c.Failed = int(failed)
	return row, c, err
}

// Decision is what accepting a slip would do.
type Decision struct {
	Case Case
	// Credits: it gives money. Otherwise the slip only goes on by the rules.
	Credits bool
	// Proven: the payer is the member's registered account, and where the money went is sure.
	Proven bool
	// Tx does it inside an operator's decision.
	Tx func(ctx context.Context, tx *store.Tx) error
}

// Accept prepares an operator's word for a slip in review. Where the bank has not told the transfer yet, the slip goes
// on by the rules in spite of the uploader's failed ones. Else its money becomes the member's: what is parked as
// nobody's, or what the operator saw arrive at an account (its code) that the slip alone did not prove.
func (s *Service) Accept(ctx context.Context, reference, account string) (Decision, error) {
	row, c, err := s.opened(ctx, reference)
	if err != nil {
		return Decision{}, err
	}
	d := Decision{Case: c}
	if state(row.State) != stateReview {
		return d, fault.New(fault.NO_DATA, "slip %q waits for no decision", reference)
	}
	if row.TransferSealed == "" {
		d.Proven, d.Tx = true, func(ctx context.Context, tx *store.Tx) error { return s.letThroughTx(ctx, tx, row) }
		return d, nil
	}
	d.Credits = true
	matches, err := s.arrivals.PayerIs(ctx, row.Member, c.Payer)
	if err != nil {
		return d, err
	}
	if c.Inflow != "" {
		d.Proven = matches && c.InflowState != deposit.Held
		d.Tx = func(ctx context.Context, tx *store.Tx) error { return s.acceptParkedTx(ctx, tx, row, c.Inflow) }
		return d, nil
	}
	d.Tx, err = s.acceptUnseen(ctx, row, account)
	return d, err
}

func (s *Service) letThroughTx(ctx context.Context, tx *store.Tx, row depositdb.Slip) error {
	n, err := depositdb.New(tx).LetThrough(ctx, clock.MicrosOf(tx.Now), row.ID)
	if err == nil && n == 0 {
		err = fault.New(fault.NO_DATA, "slip %q waits for no decision", row.ID)
	}
	tx.AfterCommit(func() { s.arrivals.Changed(row.Member); s.wakeUp() })
	return err
}

// acceptParkedTx gives what is parked as nobody's. Where it became the member's by another decision, the slip only ends.
func (s *Service) acceptParkedTx(ctx context.Context, tx *store.Tx, row depositdb.Slip, inflow string) error {
	in, err := depositdb.New(tx).Inflow(ctx, inflow)
	if err != nil {
		return err
	}
	theirs := in.Member == row.Member && slices.Contains([]deposit.State{deposit.Credited, deposit.Released}, deposit.State(in.State))
	switch {
	case deposit.State(in.State) == deposit.Unmatched:
		err = s.arrivals.AssignTx(ctx, tx, inflow, row.Member)
	case deposit.State(in.State) == deposit.Held && in.Member == row.Member:
		_, err = s.arrivals.ReleaseTx(ctx, tx, inflow)
	case !theirs:
		err = fault.New(fault.SLIP_REFNO_DUPLICATED, "the money of slip %q is not nobody's any more", row.ID)
	}
	if err != nil {
		return err
	}
	return s.endReviewTx(ctx, tx, row, stateCredited, "")
}

// acceptUnseen prepares the credit of money that an operator saw arrive and that the books do not have.
func (s *Service) acceptUnseen(ctx context.Context, row depositdb.Slip, code string) (func(context.Context, *store.Tx) error, error) {
	t, err := s.transferOf(&row)
	if err != nil {
		return nil, err
	}
	accounts, inForce, err := s.arrivals.AccountsFor(ctx, t.At)
	if err != nil {
		return nil, err
	}
	i := slices.IndexFunc(accounts, func(a deposit.Account) bool { return a.Code == code })
	switch {
	case i < 0 || !inForce[code] || !takesSlips(accounts[i]):
		return nil, fault.New(fault.INVALID_INPUT, "name the account that the bank's statement shows it at; %q took no slips then", code)
	case accounts[i].Source == deposit.SourceFeed:
		return nil, fault.New(fault.INVALID_INPUT, "%s is told by its statement, which has not shown this transfer yet", code)
	}
	a := s.arrivalOf(&row, outcome{to: accounts[i]}, t)
	a.ByOperator = true
	book, err := s.arrivals.Prepare(ctx, a)
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context, tx *store.Tx) error {
		in, booked, err := book(ctx, tx)
		if errors.Is(err, deposit.ErrBooked) || err == nil && !booked {
			return fault.New(fault.SLIP_REFNO_DUPLICATED, "the transfer of slip %q is booked already", row.ID)
		}
		if err != nil {
			return err
		}
		if _, err := s.arrivals.ReleaseTx(ctx, tx, in.ID); err != nil {
			return err
		}
		return s.endReviewTx(ctx, tx, row, stateCredited, "")
	}, nil
}

// reasons are what a member may be told about a slip that is no good (SPEC.md section 8).
var reasons = []fault.Code{
	fault.UPLOADED_FILE_NOT_EXIST, fault.IMG_SIZE_UNABLE_TO_PROCESS, fault.CANNOT_READ_CROPPED_IMAGE, fault.DEST_ACC_INVALID,
	fault.SLIP_REFNO_DUPLICATED, fault.UNSTABLE_REFNO_ON_SLIP, fault.TRIPPLE_WRONG_CAPTCHA, fault.INVALID_SLIP, fault.NOT_MATCH,
	fault.EXPIRED_SLIP, fault.UNKNOW_ERROR, fault.SLIP_SEVERAL, fault.SLIP_TIME_AHEAD, fault.SLIP_UNVERIFIED,
}

// RejectTx ends a slip in review as failed, for one of the reasons that members are told. What is parked of it stays
// nobody's, with the member attached.
func (s *Service) RejectTx(ctx context.Context, tx *store.Tx, reference string, reason fault.Code) error {
	if !slices.Contains(reasons, reason) {
		return fault.New(fault.INVALID_INPUT, "%q is no reason of a slip", reason)
	}
	row, err := depositdb.New(tx).Slip(ctx, reference)
	if store.NotFound(err) {
		return fault.New(fault.NO_DATA, "no slip %q", reference)
	}
	if err != nil {
		return err
	}
	return s.endReviewTx(ctx, tx, row, stateFailed, reason)
}

// endReviewTx ends a slip by an operator's decision, once.
func (s *Service) endReviewTx(ctx context.Context, tx *store.Tx, row depositdb.Slip, end state, reason fault.Code) error {
	n, err := depositdb.New(tx).DecideReview(ctx, depositdb.DecideReviewParams{
		State: string(end), Reason: string(reason), UpdatedAt: clock.MicrosOf(tx.Now), ID: row.ID,
	})
	if err != nil {
		return err
	}
	if n == 0 {
		return fault.New(fault.NO_DATA, "slip %q waits for no decision", row.ID)
	}
	tx.AfterCommit(func() { s.arrivals.Changed(row.Member) })
	if end != stateCredited {
		return nil
	}
	return s.endOthersTx(ctx, tx, &row)
}
