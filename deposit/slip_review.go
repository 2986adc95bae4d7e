package deposit

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"krapao/deposit/internal/depositdb"
	"krapao/fault"
	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/money"
)

// SlipCase is a slip as an operator sees it.
type SlipCase struct {
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
	Payer, To, Own Payer
	// Account is the deposit account that it reached, where that is sure.
	Account string
	// Verifier is what was said last, NextAt when it is asked again.
	Verifier string
	NextAt   time.Time
	// Inflow is the arrival's row, where there is one; InflowState and InflowMember how it stands.
	Inflow       string
	InflowState  State
	InflowMember string
	// Failed is how many of the member's claims failed on the day of the upload.
	Failed int
}

// WaitingSlips lists the slips that are not at an end, oldest first.
func (s *Service) WaitingSlips(ctx context.Context, limit int) ([]SlipCase, error) {
	rows, err := depositdb.New(s.store.DB()).WaitingSlips(ctx, int32(limit))
	if err != nil {
		return nil, fmt.Errorf("deposit: slips: %w", err)
	}
	list := make([]SlipCase, len(rows))
	for i, row := range rows {
		list[i] = caseOf(row)
	}
	return list, nil
}

func caseOf(row depositdb.Slip) SlipCase {
	c := SlipCase{
		Reference: row.ID, Member: row.Member, State: row.State, Reason: fault.Code(row.Reason), UploadedAt: timeOf(row.UploadedAt),
		Bank: row.Bank, BankReference: row.Reference, Amount: row.Amount, Account: row.Account, Verifier: row.Verifier,
	}
	if row.PaidAt != 0 {
		c.PaidAt = timeOf(row.PaidAt)
	}
	if row.DueAt != 0 {
		c.NextAt = timeOf(row.DueAt)
	}
	return c
}

// LookAtSlip opens one slip; NO_DATA where there is none.
func (s *Service) LookAtSlip(ctx context.Context, reference string) (SlipCase, error) {
	_, c, err := s.slipCase(ctx, reference)
	return c, err
}

func (s *Service) slipCase(ctx context.Context, reference string) (row depositdb.Slip, c SlipCase, err error) {
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
		c.Inflow, c.InflowState, c.InflowMember = in.ID, State(in.State), in.Member
	}
	failed, err := q.FailedClaims(ctx, row.Member, clock.Day(c.UploadedAt).UnixMicro())
	c.Failed = int(failed)
	return row, c, err
}

// OperatorSlipLink is a token that opens a slip's picture for five minutes, for an operator whose look is written down.
func (s *Service) OperatorSlipLink(reference string) string { return s.linkTo(reference) }

// SlipDecision is what accepting a slip would do.
type SlipDecision struct {
	Case SlipCase
	// Credits: it gives money. Otherwise the slip only goes on by the rules.
	Credits bool
	// Proven: the payer is the member's registered account, and where the money went is sure.
	Proven bool
	// Tx does it inside an operator's decision.
	Tx func(ctx context.Context, tx *store.Tx) error
}

// AcceptSlip prepares an operator's word for a slip in review. Where the bank has not told the transfer yet, the slip goes
// on by the rules in spite of the uploader's failed ones. Else its money becomes the member's: what is parked as
// nobody's, or what the operator saw arrive at an account (its code) that the slip alone did not prove.
func (s *Service) AcceptSlip(ctx context.Context, reference, account string) (SlipDecision, error) {
	row, c, err := s.slipCase(ctx, reference)
	if err != nil {
		return SlipDecision{}, err
	}
	d := SlipDecision{Case: c}
	if slipState(row.State) != slipReview {
		return d, fault.New(fault.NO_DATA, "slip %q waits for no decision", reference)
	}
	if row.TransferSealed == "" {
		d.Proven, d.Tx = true, func(ctx context.Context, tx *store.Tx) error { return s.letThroughTx(ctx, tx, row) }
		return d, nil
	}
	d.Credits = true
	matches, err := s.PayerIs(ctx, row.Member, c.Payer)
	if err != nil {
		return d, err
	}
	if c.Inflow != "" {
		d.Proven = matches && c.InflowState != Held
		d.Tx = func(ctx context.Context, tx *store.Tx) error { return s.acceptParkedTx(ctx, tx, row, c.Inflow) }
		return d, nil
	}
	d.Tx, err = s.acceptUnseen(ctx, row, account)
	return d, err
}

func (s *Service) letThroughTx(ctx context.Context, tx *store.Tx, row depositdb.Slip) error {
	n, err := depositdb.New(tx).LetThrough(ctx, tx.Now.UnixMicro(), row.ID)
	if err == nil && n == 0 {
		err = fault.New(fault.NO_DATA, "slip %q waits for no decision", row.ID)
	}
	tx.AfterCommit(func() { s.changed(row.Member); s.wakeSlips() })
	return err
}

// acceptParkedTx gives what is parked as nobody's. Where it became the member's by another decision, the slip only ends.
func (s *Service) acceptParkedTx(ctx context.Context, tx *store.Tx, row depositdb.Slip, inflow string) error {
	in, err := depositdb.New(tx).Inflow(ctx, inflow)
	if err != nil {
		return err
	}
	theirs := in.Member == row.Member && slices.Contains([]State{Credited, Released}, State(in.State))
	switch {
	case State(in.State) == Unmatched:
		err = s.AssignTx(ctx, tx, inflow, row.Member)
	case State(in.State) == Held && in.Member == row.Member:
		_, err = s.ReleaseTx(ctx, tx, inflow)
	case !theirs:
		err = fault.New(fault.SLIP_REFNO_DUPLICATED, "the money of slip %q is not nobody's any more", row.ID)
	}
	if err != nil {
		return err
	}
	return s.endReviewTx(ctx, tx, row, slipCredited, "")
}

// acceptUnseen prepares the credit of money that an operator saw arrive and that the books do not have.
func (s *Service) acceptUnseen(ctx context.Context, row depositdb.Slip, code string) (func(context.Context, *store.Tx) error, error) {
	t, err := s.transferOf(&row)
	if err != nil {
		return nil, err
	}
	accounts, inForce, err := s.accountsFor(ctx, t.At)
	if err != nil {
		return nil, err
	}
	i := slices.IndexFunc(accounts, func(a Account) bool { return a.Code == code })
	switch {
	case i < 0 || !inForce[code] || !takesSlips(accounts[i]):
		return nil, fault.New(fault.INVALID_INPUT, "name the account that the bank's statement shows it at; %q took no slips then", code)
	case accounts[i].Source == SourceFeed:
		return nil, fault.New(fault.INVALID_INPUT, "%s is told by its statement, which has not shown this transfer yet", code)
	}
	a := s.arrivalOf(&row, outcome{to: accounts[i]}, t)
	a.ByOperator = true
	book, err := s.prepare(ctx, a)
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context, tx *store.Tx) error {
		in, booked, err := book(ctx, tx)
		if errors.Is(err, errSeen) || err == nil && !booked {
			return fault.New(fault.SLIP_REFNO_DUPLICATED, "the transfer of slip %q is booked already", row.ID)
		}
		if err != nil {
			return err
		}
		if _, err := s.ReleaseTx(ctx, tx, in.ID); err != nil {
			return err
		}
		return s.endReviewTx(ctx, tx, row, slipCredited, "")
	}, nil
}

// slipReasons are what a member may be told about a slip that is no good (SPEC.md section 8).
var slipReasons = []fault.Code{
	fault.UPLOADED_FILE_NOT_EXIST, fault.IMG_SIZE_UNABLE_TO_PROCESS, fault.CANNOT_READ_CROPPED_IMAGE, fault.DEST_ACC_INVALID,
	fault.SLIP_REFNO_DUPLICATED, fault.UNSTABLE_REFNO_ON_SLIP, fault.TRIPPLE_WRONG_CAPTCHA, fault.INVALID_SLIP, fault.NOT_MATCH,
	fault.EXPIRED_SLIP, fault.UNKNOW_ERROR, fault.SLIP_SEVERAL, fault.SLIP_TIME_AHEAD, fault.SLIP_UNVERIFIED,
}

// RejectSlipTx ends a slip in review as failed, for one of the reasons that members are told. What is parked of it stays
// nobody's, with the member attached.
func (s *Service) RejectSlipTx(ctx context.Context, tx *store.Tx, reference string, reason fault.Code) error {
	if !slices.Contains(slipReasons, reason) {
		return fault.New(fault.INVALID_INPUT, "%q is no reason of a slip", reason)
	}
	row, err := depositdb.New(tx).Slip(ctx, reference)
	if store.NotFound(err) {
		return fault.New(fault.NO_DATA, "no slip %q", reference)
	}
	if err != nil {
		return err
	}
	return s.endReviewTx(ctx, tx, row, slipFailed, reason)
}

// endReviewTx ends a slip by an operator's decision, once.
func (s *Service) endReviewTx(ctx context.Context, tx *store.Tx, row depositdb.Slip, end slipState, reason fault.Code) error {
	n, err := depositdb.New(tx).DecideReview(ctx, depositdb.DecideReviewParams{
		State: string(end), Reason: string(reason), UpdatedAt: tx.Now.UnixMicro(), ID: row.ID,
	})
	if err != nil {
		return err
	}
	if n == 0 {
		return fault.New(fault.NO_DATA, "slip %q waits for no decision", row.ID)
	}
	tx.AfterCommit(func() { s.changed(row.Member) })
	if end != slipCredited {
		return nil
	}
	return s.endOthersTx(ctx, tx, &row)
}
