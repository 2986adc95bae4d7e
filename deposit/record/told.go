package record

import (
	"context"
	"fmt"
	"strings"
	"time"

	"krapao/deposit/internal/depositdb"
	"krapao/fault"
	"krapao/internal/history"
	"krapao/internal/store"
	"krapao/money"
)

// Declaration is a transfer that a member said it made.
type Declaration struct {
	Reference, Member string
	Amount            money.Amount
	// State is open, matched, confirmed, rejected or lapsed.
	State string
	// Inflow is the arrival that it was about; empty: that is not known.
	Inflow string
	// Reason is why an operator rejected it.
	Reason                       fault.Code
	CreatedAt, LapsesAt, EndedAt time.Time
}

// DeclaredHistory lists declared transfers: of a member, or in a state.
func (r *Records) DeclaredHistory(ctx context.Context, by history.Asked, after *history.Place, most int) ([]Declaration, error) {
	q, p := depositdb.New(r.store.DB()), by.Page(after, most)
	var rows []depositdb.Declaration
	var err error
	switch {
	case by.Member != "":
		rows, err = q.DeclaredBy(ctx, depositdb.DeclaredByParams(p.Of(by.Member)))
	case by.State != "" && by.State != "matched":
		rows, err = q.DeclaredIn(ctx, depositdb.DeclaredInParams(p.Of(by.State)))
	default:
		rows, err = q.DeclaredAll(ctx, depositdb.DeclaredAllParams(p))
	}
	return history.List("record: declarations", rows, err, func(row depositdb.Declaration) (Declaration, error) {
		return Declaration{
			Reference: row.Reference, Member: row.Member, Amount: row.Amount, State: row.State, Inflow: row.Inflow,
			Reason: fault.Code(row.Reason), CreatedAt: row.CreatedAt.Time(), LapsesAt: row.LapsesAt.Time(), EndedAt: row.EndedAt.Time(),
		}, nil
	})
}

// Link is a wallet link that a member handed in.
type Link struct {
	Reference, Member, Account string
	Amount                     money.Amount
	// State is asking, taking, credited or refused.
	State string
	// Voucher is the issuer's number of it, Said the issuer's last word.
	Voucher, Said      string
	Reason             fault.Code
	CreatedAt, EndedAt time.Time
}

// LinkHistory lists wallet links: of a member, or in a state.
func (r *Records) LinkHistory(ctx context.Context, by history.Asked, after *history.Place, most int) ([]Link, error) {
	q, p := depositdb.New(r.store.DB()), by.Page(after, most)
	var rows []depositdb.WalletLink
	var err error
	switch {
	case by.Member != "":
		rows, err = q.LinksBy(ctx, depositdb.LinksByParams(p.Of(by.Member)))
	case by.State != "" && by.State != "credited":
		rows, err = q.LinksIn(ctx, depositdb.LinksInParams(p.Of(by.State)))
	default:
		rows, err = q.LinksAll(ctx, depositdb.LinksAllParams(p))
	}
	return history.List("record: links", rows, err, func(row depositdb.WalletLink) (Link, error) {
		return Link{
			Reference: row.Reference, Member: row.Member, Account: row.Account, Amount: row.Amount, State: row.State,
			Voucher: row.Voucher, Said: row.Said, Reason: fault.Code(row.Reason), CreatedAt: row.CreatedAt.Time(),
			EndedAt: row.EndedAt.Time(),
		}, nil
	})
}

// Line is a line of a statement that could not be booked, or a whole page of one.
type Line struct {
	ID, Account string
	// Number is the bank's, Reference its transfer's; empty: they can't be read either.
	Number, Reference string
	Page              bool
	// Why it could not be booked, Note who ended it and why.
	Why, Note string
	// State is open, closed, booked or read.
	State            string
	FoundAt, EndedAt time.Time
}

// LineHistory lists lines of statements that could not be booked: of an account, or those that wait.
func (r *Records) LineHistory(ctx context.Context, by history.Asked, after *history.Place, most int) ([]Line, error) {
	q, p := depositdb.New(r.store.DB()), by.Page(after, most)
	var rows []depositdb.FeedCase
	var err error
	switch {
	case by.Open:
		rows, err = q.LinesOpen(ctx, depositdb.LinesOpenParams(p))
	case by.Account != "":
		rows, err = q.LinesAt(ctx, depositdb.LinesAtParams(p.Of(by.Account)))
	default:
		rows, err = q.LinesAll(ctx, depositdb.LinesAllParams(p))
	}
	return history.List("record: lines", rows, err, func(row depositdb.FeedCase) (Line, error) {
		return Line{
			ID: row.ID, Account: row.Account, Number: row.Line, Reference: row.Reference, Page: row.Page, Why: row.Why, Note: row.Note,
			State: row.State, FoundAt: row.FoundAt.Time(), EndedAt: row.EndedAt.Time(),
		}, nil
	})
}

// Reversal is an arrival that the outside took back.
type Reversal struct {
	// Account and Source name the arrival, Reference the taking back.
	Account, Source, Reference string
	// State is waiting (for its arrival), done or void (nothing of it was left with us).
	State string
	// Inflow and Member are empty while it waits, and Member where the money was nobody's.
	Inflow, Member string
	// Owed is how much of it the member owes.
	Amount, Owed               money.Amount
	ReversedAt, ToldAt, DoneAt time.Time
}

// ID names it in the queue.
func (r Reversal) ID() string { return r.Account + "/" + r.Source }

// Reversal returns one, by its ID. NO_DATA: there is none.
func (r *Records) Reversal(ctx context.Context, id string) (Reversal, error) {
	account, source, _ := strings.Cut(id, "/") // a source may have more of them, an account has none
	row, err := depositdb.New(r.store.DB()).ReversalBy(ctx, account, source)
	if store.NotFound(err) {
		return Reversal{}, fault.New(fault.NO_DATA, "no reversal %q", id)
	}
	if err != nil {
		return Reversal{}, fmt.Errorf("record: reversal: %w", err)
	}
	return reversalOf(row), nil
}

// ReversalHistory lists what the outside took back: of a member, or what waits for its arrival.
func (r *Records) ReversalHistory(ctx context.Context, by history.Asked, after *history.Place, most int) ([]Reversal, error) {
	q, p := depositdb.New(r.store.DB()), by.Page(after, most)
	var rows []depositdb.Reversal
	var err error
	switch {
	case by.Member != "":
		rows, err = q.ReversalsBy(ctx, depositdb.ReversalsByParams(p.Of(by.Member)))
	case by.Open:
		rows, err = q.ReversalsOpen(ctx, depositdb.ReversalsOpenParams(p))
	default:
		rows, err = q.ReversalsAll(ctx, depositdb.ReversalsAllParams(p))
	}
	return history.List("record: reversals", rows, err, func(row depositdb.Reversal) (Reversal, error) {
		return reversalOf(row), nil
	})
}

func reversalOf(row depositdb.Reversal) Reversal {
	return Reversal{
		Account: row.Account, Source: row.Source, Reference: row.Reference, State: row.State, Inflow: row.Inflow, Member: row.Member,
		Amount: row.Amount, Owed: money.Amount(row.Owed), ReversedAt: row.ReversedAt.Time(), ToldAt: row.ToldAt.Time(),
		DoneAt: row.DoneAt.Time(),
	}
}
