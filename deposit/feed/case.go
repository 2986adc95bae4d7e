package feed

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"krapao/deposit"
	"krapao/deposit/internal/depositdb"
	"krapao/fault"
	"krapao/internal/clock"
	"krapao/internal/id"
	"krapao/internal/secret"
	"krapao/internal/store"
	"krapao/money"
)

// States of a line or page that could not be booked (feed_case.state). Only a page in state CaseRead is opened again,
// if the bank's answer becomes unreadable again.
const (
	// CaseOpen: an operator has to look.
	CaseOpen = "open"
	// CaseClosed: there was nothing to book, or it was booked elsewhere.
	CaseClosed = "closed"
	// CaseBooked: two operators booked it as the bank explained it.
	CaseBooked = "booked"
	// CaseRead: the bank later sent it correctly, and that is booked.
	CaseRead = "read"
)

// Case is a line of a statement that could not be booked, or a whole answer that was not a page.
type Case struct {
	ID string
	// Page: it is a whole answer. It is asked for until the bank answers correctly, which ends the case.
	Page bool
	// Account is the code of our account. Line is the bank's number of the line, if it could be read.
	Account, Line string
	// Raw is the line as the bank sent it. Only LookAt fills it in.
	Raw string
	// Why it could not be booked.
	Why         Odd
	State, Note string
	Since       time.Time
	// Inflow is the arrival booked under the line's number. Only LookAt fills it in. It may be of another line.
	Inflow string
}

func rawRow(id string) secret.Row {
	return secret.Row{Table: "feed_case", Column: "raw_sealed", ID: id}
}

// keepLine stores a line that can't be booked, once however often it is read. After that the cursor may pass it.
func (r *Reader) keepLine(ctx context.Context, account string, l Line) error {
	c := depositdb.AddFeedCaseParams{
		ID: id.Text(16), Account: account, Raw: r.box.Index("statement_line", l.Raw), Why: string(l.Odd),
	}
	if nameable(l.ID) {
		c.Line = l.ID
	}
	c.Reference = l.reference()
	var err error
	if c.RawSealed, err = r.box.Seal(rawRow(c.ID), l.Raw); err != nil {
		return fmt.Errorf("deposit: a line's text: %w", err)
	}
	n := int64(0)
	err = r.store.Write(ctx, func(tx *store.Tx) error {
		c.FoundAt = clock.MicrosOf(tx.Now)
		n, err = depositdb.New(tx).AddFeedCase(ctx, c)
		return err
	})
	if err == nil && n == 1 {
		r.log.Error("deposit: a line of a statement can't be booked; an operator decides",
			"account", account, "case", c.ID, "why", l.Odd.English())
	}
	return err
}

// Cases lists the lines that could not be booked, oldest first. ended: including those that have ended.
func (r *Reader) Cases(ctx context.Context, ended bool, limit int) ([]Case, error) {
	too := int64(0)
	if ended {
		too = 1
	}
	rows, err := depositdb.New(r.store.DB()).FeedCases(ctx, too, int32(limit))
	if err != nil {
		return nil, fmt.Errorf("deposit: lines: %w", err)
	}
	list := make([]Case, len(rows))
	for i, row := range rows {
		list[i] = caseOf(row)
	}
	return list, nil
}

func caseOf(row depositdb.FeedCase) Case {
	return Case{
		ID: row.ID, Page: row.Page, Account: row.Account, Line: row.Line, Why: Odd(row.Why),
		State: row.State, Note: row.Note, Since: row.FoundAt.Time(),
	}
}

// LookAt returns one case with its text. NO_DATA if there is none.
func (r *Reader) LookAt(ctx context.Context, id string) (Case, error) {
	row, err := depositdb.New(r.store.DB()).FeedCase(ctx, id)
	if store.NotFound(err) {
		return Case{}, fault.New(fault.NO_DATA, "no line %q", id)
	}
	if err != nil {
		return Case{}, fmt.Errorf("deposit: line: %w", err)
	}
	c := caseOf(row)
	if row.RawSealed != "" { // until five years after its end (docs/privacy.md)
		c.Raw, err = r.box.Open(rawRow(c.ID), row.RawSealed)
	}
	if err != nil {
		return Case{}, fmt.Errorf("deposit: a line's text: %w", err)
	}
	in, err := depositdb.New(r.store.DB()).InflowBySource(ctx, c.Account, c.source())
	if err != nil && !store.NotFound(err) {
		return Case{}, fmt.Errorf("deposit: inflow: %w", err)
	}
	c.Inflow = in.ID
	return c, nil
}

// FindTx returns a case without its text, as part of an operator's decision. NO_DATA if there is none.
func (r *Reader) FindTx(ctx context.Context, tx *store.Tx, id string) (Case, error) {
	row, err := depositdb.New(tx).FeedCase(ctx, id)
	if store.NotFound(err) {
		return Case{}, fault.New(fault.NO_DATA, "no line %q", id)
	}
	return caseOf(row), err
}

// source is the identifier under which the line's money is booked: the bank's own number. If the bank later sends the
// line correctly, it is the same arrival.
func (c Case) source() string {
	if c.Line != "" {
		return c.Line
	}
	return "case:" + c.ID
}

// CloseTx ends a case without booking anything. NO_DATA if it is not open.
func (r *Reader) CloseTx(ctx context.Context, tx *store.Tx, id, note string) error {
	return endCaseTx(ctx, tx, id, CaseClosed, note)
}

func endCaseTx(ctx context.Context, tx *store.Tx, id, state, note string) error {
	n, err := depositdb.New(tx).EndFeedCase(ctx, depositdb.EndFeedCaseParams{
		State: state, Note: note, EndedAt: clock.MicrosOf(tx.Now), ID: id,
	})
	if err == nil && n == 0 {
		err = fault.New(fault.NO_DATA, "no open line %q", id)
	}
	return err
}

// Found is what operators found out about such a line: the money that came in by it.
type Found struct {
	Amount money.Amount
	At     time.Time
	// Bank and BankReference are the sending bank (letters or three digits) and its reference, if the bank gives them.
	Bank, BankReference string
	// Payer is who paid, as far as the bank shows it.
	Payer deposit.Payer
}

// Says describes the finding in one line, the same for both persons who decide about it.
func (f Found) Says() string {
	return strings.TrimSpace(fmt.Sprintf("%s baht at %s %s %s %s %s",
		f.Amount, f.At.UTC().Format(time.RFC3339), f.Bank, f.BankReference, f.Payer.AccountNo, f.Payer.Name))
}

// Book prepares the booking of a line that could not be booked, as unmatched money. The function that it returns
// gives NO_DATA if the case is no longer open, and SLIP_REFNO_DUPLICATED if the transfer is booked already.
func (r *Reader) Book(
	ctx context.Context, id string, f Found,
) (book func(ctx context.Context, tx *store.Tx, note string) error, err error) {
	c, err := r.LookAt(ctx, id)
	if err != nil {
		return nil, err
	}
	if c.Page {
		return nil, fault.New(fault.INVALID_INPUT,
			"this case is a page, not a line: its lines are booked when the bank sends it correctly")
	}
	payment := deposit.Payment{Source: c.source(), Amount: f.Amount, PaidAt: f.At, Payer: f.Payer}
	if now := r.store.Now(); f.Amount <= 0 || f.At.Before(now.Add(-before)) || f.At.After(now) {
		return nil, fault.New(fault.INVALID_INPUT, "the amount that arrived and its time are required")
	}
	if f.BankReference != "" {
		digits, isBank := deposit.DigitsOf(deposit.BankCode(f.Bank))
		if !isBank {
			return nil, fault.New(fault.INVALID_INPUT, "%q is not a bank", f.Bank)
		}
		payment.Also = []deposit.Identifier{{Kind: "bank:" + digits, Value: f.BankReference}}
	}
	row, err := r.arrivals.Prepare(ctx, deposit.Arrival{Account: c.Account, Channel: deposit.ChannelFeed, Payment: payment})
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context, tx *store.Tx, note string) error {
		in, err := row(ctx, tx, nil)
		if errors.Is(err, deposit.ErrBooked) {
			return fault.New(fault.SLIP_REFNO_DUPLICATED, "the money of line %q is booked already", id)
		}
		if err != nil {
			return err
		}
		return endCaseTx(ctx, tx, id, CaseBooked, strings.TrimSpace("inflow "+in.ID+" "+note))
	}, nil
}

// caseWaits returns the number of open cases and the time of the oldest.
func (r *Reader) caseWaits(ctx context.Context) (int64, time.Time, error) {
	open, err := depositdb.New(r.store.DB()).OpenFeedCases(ctx)
	if err != nil || open.Count == 0 {
		return 0, time.Time{}, err
	}
	return open.Count, clock.Micros(open.Oldest).Time(), nil
}

// endCorrectedTx ends the cases of a line that the bank now sent correctly, by its number or its reference. It runs
// in the commit that books the line.
func (r *Reader) endCorrectedTx(ctx context.Context, tx *store.Tx, account string, l Line) error {
	ended, err := depositdb.New(tx).EndCorrectedCases(ctx, depositdb.EndCorrectedCasesParams{
		Note: l.ID, EndedAt: clock.MicrosOf(tx.Now),
		Account: account, Line: l.ID, Reference: l.reference(),
	})
	if err != nil {
		return fmt.Errorf("deposit: corrected lines: %w", err)
	}
	for _, one := range ended {
		tx.AfterCommit(func() {
			r.log.Info("deposit: a line that could not be booked was sent correctly, and is booked", "account", account, "case", one)
		})
	}
	return nil
}
