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

// States of a line, or a page, that could not be booked (feed_case.state). Only a page that was read is opened again, where the
// bank's answer can't be read again.
const (
	// CaseOpen: an operator has to look.
	CaseOpen = "open"
	// CaseClosed: there was nothing to book, or it was booked elsewhere.
	CaseClosed = "closed"
	// CaseBooked: two operators booked what the bank says it is.
	CaseBooked = "booked"
	// CaseRead: the bank told it right later, and that is booked.
	CaseRead = "read"
)

// Case is a line of a statement that could not be booked by itself, or a whole answer that was no page of one.
type Case struct {
	ID string
	// Page: it is a whole answer. It is asked for again until the bank answers right, which ends the case.
	Page bool
	// Account is our account's code, Line the bank's number of the line where that could be read.
	Account, Line string
	// Raw is the line as the bank told it; only LookAt reads it.
	Raw string
	// Why it could not be booked.
	Why         string
	State, Note string
	Since       time.Time
	// Inflow is the arrival that is booked under the line's number; only LookAt looks for it. It may be another line's.
	Inflow string
}

func rawRow(id string) secret.Row {
	return secret.Row{Table: "feed_case", Column: "raw_sealed", ID: id}
}

// keepLine keeps a line that can't be booked, once however often it is read: whoever moves the cursor past it after that
// loses nothing.
func (r *Reader) keepLine(ctx context.Context, account string, l Line) error {
	c := depositdb.AddFeedCaseParams{ID: id.Text(16), Account: account, Raw: r.box.Index("statement_line", l.Raw), Why: l.Odd}
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
		r.log.Error("deposit: a line of a statement can't be booked; an operator decides", "account", account, "case", c.ID, "why", c.Why)
	}
	return err
}

// Cases lists the lines that could not be booked, oldest first; ended: those that are at an end, too.
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
		ID: row.ID, Page: row.Page, Account: row.Account, Line: row.Line, Why: row.Why, State: row.State, Note: row.Note, Since: row.FoundAt.Time(),
	}
}

// LookAt opens one with its text; NO_DATA where there is none.
func (r *Reader) LookAt(ctx context.Context, id string) (Case, error) {
	row, err := depositdb.New(r.store.DB()).FeedCase(ctx, id)
	if store.NotFound(err) {
		return Case{}, fault.New(fault.NO_DATA, "no line %q", id)
	}
	if err != nil {
		return Case{}, fmt.Errorf("deposit: line: %w", err)
	}
	c := caseOf(row)
	if c.Raw, err = r.box.Open(rawRow(c.ID), row.RawSealed); err != nil {
		return Case{}, fmt.Errorf("deposit: a line's text: %w", err)
	}
	in, err := depositdb.New(r.store.DB()).InflowBySource(ctx, c.Account, c.source())
	if err != nil && !store.NotFound(err) {
		return Case{}, fmt.Errorf("deposit: inflow: %w", err)
	}
	c.Inflow = in.ID
	return c, nil
}

// source is what the line's money is booked under: the bank's own number, so that the line told well later is the same
// arrival.
func (c Case) source() string {
	if c.Line != "" {
		return c.Line
	}
	return "case:" + c.ID
}

// CloseTx ends a case without booking anything. NO_DATA where it is not open.
func (r *Reader) CloseTx(ctx context.Context, tx *store.Tx, id, note string) error {
	return endCaseTx(ctx, tx, id, CaseClosed, note)
}

func endCaseTx(ctx context.Context, tx *store.Tx, id, state, note string) error {
	n, err := depositdb.New(tx).EndFeedCase(ctx, depositdb.EndFeedCaseParams{State: state, Note: note, EndedAt: clock.MicrosOf(tx.Now), ID: id})
	if err == nil && n == 0 {
		err = fault.New(fault.NO_DATA, "no open line %q", id)
	}
	return err
}

// Found is what operators found out about such a line: the money that came in by it.
type Found struct {
	Amount money.Amount
	At     time.Time
	// Bank and BankReference are the sending bank (letters or three digits) and its reference, where the bank tells them.
	Bank, BankReference string
	// Payer is who paid, as far as the bank shows it.
	Payer deposit.Payer
}

// Says is one line about what was found, the same for the two persons who decide about it.
func (f Found) Says() string {
	return strings.TrimSpace(fmt.Sprintf("%s baht at %s %s %s %s %s", f.Amount, f.At.UTC().Format(time.RFC3339), f.Bank, f.BankReference,
		f.Payer.AccountNo, f.Payer.Name))
}

// Book prepares the booking of what came in by a line that could not be booked, as money that nobody has claimed yet.
// Its Tx gives NO_DATA where the case is not open any more, SLIP_REFNO_DUPLICATED where the transfer is booked already.
func (r *Reader) Book(ctx context.Context, id string, f Found) (book func(ctx context.Context, tx *store.Tx, note string) error, err error) {
	c, err := r.LookAt(ctx, id)
	if err != nil {
		return nil, err
	}
	if c.Page {
		return nil, fault.New(fault.INVALID_INPUT, "a page is no line: what it tells is booked when the bank gives it right")
	}
	payment := deposit.Payment{Source: c.source(), Amount: f.Amount, PaidAt: f.At, Payer: f.Payer}
	if now := r.store.Now(); f.Amount <= 0 || f.At.Before(now.Add(-before)) || f.At.After(now) {
		return nil, fault.New(fault.INVALID_INPUT, "the amount that came in and its time are needed")
	}
	if f.BankReference != "" {
		digits, isBank := deposit.DigitsOf(deposit.BankCode(f.Bank))
		if !isBank {
			return nil, fault.New(fault.INVALID_INPUT, "%q is no bank", f.Bank)
		}
		payment.Also = []deposit.Identifier{{Kind: "bank:" + digits, Value: f.BankReference}}
	}
	row, err := r.arrivals.Prepare(ctx, deposit.Arrival{Account: c.Account, Channel: deposit.ChannelFeed, Payment: payment})
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context, tx *store.Tx, note string) error {
		in, booked, err := row(ctx, tx)
		if errors.Is(err, deposit.ErrBooked) || err == nil && !booked {
			return fault.New(fault.SLIP_REFNO_DUPLICATED, "what came in by line %q is booked already", id)
		}
		if err != nil {
			return err
		}
		return endCaseTx(ctx, tx, id, CaseBooked, strings.TrimSpace("inflow "+in.ID+" "+note))
	}, nil
}

// caseWaits counts the open cases, and says since when the oldest waits.
func (r *Reader) caseWaits(ctx context.Context) (int64, time.Time, error) {
	open, err := depositdb.New(r.store.DB()).OpenFeedCases(ctx)
	if err != nil || open.Count == 0 {
		return 0, time.Time{}, err
	}
	return open.Count, clock.Micros(open.Oldest).Time(), nil
}

// toldRightTx ends the cases of a line that the bank tells right now, by its number or its reference, in the commit that books it.
func (r *Reader) toldRightTx(ctx context.Context, tx *store.Tx, account string, l Line) error {
	ended, err := depositdb.New(tx).EndToldRight(ctx, depositdb.EndToldRightParams{
		Note: "the bank told it right later, as line " + l.ID, EndedAt: clock.MicrosOf(tx.Now), Account: account, Line: l.ID, Reference: l.reference(),
	})
	if err != nil {
		return fmt.Errorf("deposit: lines told right: %w", err)
	}
	for _, one := range ended {
		tx.AfterCommit(func() {
			r.log.Info("deposit: a line that could not be booked is told right, and is booked", "account", account, "case", one)
		})
	}
	return nil
}
