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

// Standing is where a slip stands. It is another one as soon as anybody has decided about the slip, or about its money.
type Standing struct {
	// State is its state: review waits for an operator, the others for their bank or their turn. Turn counts who worked on it.
	State string
	Turn  int64
	// Inflow is the id of the arrival, if there is one. InflowState and InflowMember are its state and its member. Only who opens
	// a single slip has them.
	Inflow       string
	InflowState  deposit.State
	InflowMember string
}

// Case is a slip as operators see it.
type Case struct {
	Reference, Member string
	Standing
	Reason     fault.Code
	UploadedAt time.Time
	// Bank is the sending bank by its three digits, BankReference its reference of the transfer. Empty until the slip is
	// read.
	Bank, BankReference string
	// Amount, PaidAt, Payer and To are reported by the bank, and zero until then. Own is the member's registered
	// account.
	Amount         money.Amount
	PaidAt         time.Time
	Payer, To, Own deposit.Payer
	// Account is the deposit account that the transfer reached, if that is certain.
	Account string
	// Verifier is the last answer of the verifiers. NextAt is when they are asked again.
	Verifier string
	NextAt   time.Time
	// Failed is the number of the member's claims that failed on the day of the upload.
	Failed int
}

// Waiting lists the slips that have not ended, oldest first.
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
		Reference: row.ID, Member: row.Member, Standing: Standing{State: row.State, Turn: row.Fence},
		Reason: fault.Code(row.Reason), UploadedAt: row.UploadedAt.Time(), Bank: row.Bank, BankReference: row.Reference,
		Amount: row.Amount, Account: row.Account, Verifier: row.Verifier,
		PaidAt: row.PaidAt.Time(), NextAt: row.DueAt.Time(),
	}
}

// LookAt returns one slip with all details. NO_DATA if there is none.
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
	if c.Standing, err = standing(ctx, q, row); err != nil {
		return row, c, err
	}
	failed, err := q.FailedClaims(ctx, row.Member, clock.MicrosOf(clock.Day(c.UploadedAt)))
	c.Failed = int(failed)
	return row, c, err
}

func standing(ctx context.Context, q *depositdb.Queries, row depositdb.Slip) (Standing, error) {
	now := Standing{State: row.State, Turn: row.Fence}
	if row.Transfer == "" {
		return now, nil
	}
	id := transferID(row.Bank, row.Reference)
	in, err := q.InflowByIdentifier(ctx, id.Kind, id.Value)
	if err != nil && !store.NotFound(err) {
		return now, fmt.Errorf("deposit: slip: %w", err)
	}
	now.Inflow, now.InflowState, now.InflowMember = in.ID, deposit.State(in.State), in.Member
	return now, nil
}

// StandingTx returns where a slip stands now, as part of an operator's decision. NO_DATA if there is none.
func StandingTx(ctx context.Context, tx *store.Tx, reference string) (Standing, error) {
	q := depositdb.New(tx)
	row, err := q.Slip(ctx, reference)
	if store.NotFound(err) {
		return Standing{}, fault.New(fault.NO_DATA, "no slip %q", reference)
	}
	if err != nil {
		return Standing{}, err
	}
	return standing(ctx, q, row)
}

// Decision is what accepting a slip would do.
type Decision struct {
	Case Case
	// Credits: it gives money. Otherwise the slip only continues by the rules.
	Credits bool
	// Proven: the payer is the member's registered account, and it is certain where the money went.
	Proven bool
	// Tx carries it out as part of an operator's decision.
	Tx func(ctx context.Context, tx *store.Tx) error
}

// Accept prepares the acceptance of a slip in review by an operator. If the bank has not reported the transfer yet,
// the slip continues by the rules despite the member's failed slips. Otherwise the money becomes the member's: money
// that is parked as unmatched, or money that the operator saw arrive at an account (its code) and that the slip alone
// did not prove.
func (s *Service) Accept(ctx context.Context, reference, account string) (Decision, error) {
	row, c, err := s.opened(ctx, reference)
	if err != nil {
		return Decision{}, err
	}
	d := Decision{Case: c}
	if state(row.State) != stateReview {
		return d, fault.New(fault.NO_DATA, "slip %q is not waiting for a decision", reference)
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
	n, err := depositdb.New(tx).LetThrough(ctx, clock.MicrosOf(tx.Now), row.ID, row.Fence)
	if err == nil && n == 0 {
		err = fault.New(fault.NO_DATA, "slip %q is not waiting for a decision", row.ID)
	}
	tx.AfterCommit(func() { s.arrivals.Changed(row.Member); s.wakeUp() })
	return err
}

// acceptParkedTx assigns parked money. If another decision gave it to the member before, only the slip ends.
func (s *Service) acceptParkedTx(ctx context.Context, tx *store.Tx, row depositdb.Slip, inflow string) error {
	in, err := depositdb.New(tx).Inflow(ctx, inflow)
	if err != nil {
		return err
	}
	done := in.Member == row.Member && deposit.State(in.State).InWallet()
	switch {
	case deposit.State(in.State) == deposit.Unmatched:
		err = s.arrivals.AssignTx(ctx, tx, inflow, row.Member)
	case deposit.State(in.State) == deposit.Held && in.Member == row.Member:
		_, err = s.arrivals.ReleaseTx(ctx, tx, inflow)
	case !done:
		err = fault.New(fault.SLIP_REFNO_DUPLICATED, "the money of slip %q already belongs to somebody", row.ID)
	}
	if err != nil {
		return err
	}
	return s.endReviewTx(ctx, tx, row, stateCredited, "")
}

// acceptUnseen prepares the credit of money that an operator saw arrive but that is not booked.
func (s *Service) acceptUnseen(
	ctx context.Context, row depositdb.Slip, code string,
) (func(context.Context, *store.Tx) error, error) {
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
		return nil, fault.New(fault.INVALID_INPUT,
			"name the account on whose statement the transfer stands; %q took no slips at that time", code)
	case accounts[i].Source == deposit.SourceFeed:
		return nil, fault.New(fault.INVALID_INPUT, "%s has a statement feed, and the statement has not shown this transfer yet", code)
	}
	a := s.arrivalOf(&row, outcome{to: accounts[i]}, t)
	a.ByOperator = true
	book, err := s.arrivals.Prepare(ctx, a)
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context, tx *store.Tx) error {
		in, err := book(ctx, tx, nil)
		if errors.Is(err, deposit.ErrBooked) {
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

// reasons are the reasons that a member may be given for a rejected slip (SPEC.md section 8).
var reasons = []fault.Code{
	fault.UPLOADED_FILE_NOT_EXIST, fault.IMG_SIZE_UNABLE_TO_PROCESS, fault.CANNOT_READ_CROPPED_IMAGE, fault.DEST_ACC_INVALID,
	fault.SLIP_REFNO_DUPLICATED, fault.UNSTABLE_REFNO_ON_SLIP, fault.TRIPPLE_WRONG_CAPTCHA, fault.INVALID_SLIP, fault.NOT_MATCH,
	fault.EXPIRED_SLIP, fault.UNKNOW_ERROR, fault.SLIP_SEVERAL, fault.SLIP_TIME_AHEAD, fault.SLIP_UNVERIFIED,
}

// RejectTx ends a slip in review as failed, for one of the reasons that members are given. Parked money stays
// unmatched, with the member attached.
func (s *Service) RejectTx(ctx context.Context, tx *store.Tx, reference string, reason fault.Code) error {
	if !slices.Contains(reasons, reason) {
		return fault.New(fault.INVALID_INPUT, "%q is not a reason to reject a slip", reason)
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
		State: string(end), Reason: string(reason), UpdatedAt: clock.MicrosOf(tx.Now), ID: row.ID, Fence: row.Fence,
	})
	if err != nil {
		return err
	}
	if n == 0 {
		return fault.New(fault.NO_DATA, "slip %q is not waiting for a decision", row.ID)
	}
	tx.AfterCommit(func() { s.arrivals.Changed(row.Member) })
	if end != stateCredited {
		return nil
	}
	return s.endOthersTx(ctx, tx, &row)
}
