package game

import (
	"context"
	"time"

	"krapao/money"
)

// ReportForm says what a provider's report tells.
type ReportForm string

// The forms of a report.
const (
	ReportNone     ReportForm = ""
	ReportRounds   ReportForm = "rounds"   // each round once
	ReportCounters ReportForm = "counters" // totals per account, which grow
)

// Reporter tells what was played. A provider is one where Capabilities.Report says so.
type Reporter interface {
	// Report lists what settled, or changed, since a cursor, oldest first. The same cursor gives the same rows or more: a
	// cursor that was not kept loses nothing.
	Report(ctx context.Context, q ReportQuery) (ReportPage, error)
}

// ReportQuery asks for a page of a report.
type ReportQuery struct {
	// Cursor is Next of the page before; an empty one is the beginning. It is given only after the rows of that page are kept.
	Cursor string
	// Since is when the first account was opened: what was played before is nobody's here, so the beginning need not be
	// earlier. Until is now: what settled later than Capabilities.ReportLag before it may not be complete yet, and is left to
	// a later page.
	Since, Until time.Time
	Limit        int
	// Players are whose counters are asked for, without passwords; empty for rounds.
	Players []Player
}

// ReportPage is a page of a report.
type ReportPage struct {
	Rows []Played
	// Next is the cursor after these rows. More tells that there are rows now.
	Next string
	More bool
	// Missed is what the provider no longer lists and this page therefore passes over; zero: nothing.
	Missed Span
}

// Span is a time from a moment to another.
type Span struct{ From, To time.Time }

// Played is a settled round, or a counter. (Round, Version) is unique at a provider; the greatest version holds.
type Played struct {
	// Site is the product of a shared source, empty where the source is one provider's.
	Site string
	// Round is the provider's identifier; a counter's is "{username}/{day}" and its Version the time of its reading.
	Round   string
	Version int64
	// Username is whose account; one that nobody here knows is left out by who reads the report.
	Username         string
	BetAt, SettledAt time.Time
	// Count, Turnover and Net (won less lost) are the totals of this round or counter; 0 where it is void.
	Count         int
	Turnover, Net money.Credits
	Void          bool
	// Unread says why what follows Username can't be read: it stops the report only where the account is ours.
	Unread error
}

// Lister tells what the provider moved. A provider is one where Capabilities.List says so.
type Lister interface {
	// Transfers lists movements of accounts between two times, oldest first.
	Transfers(ctx context.Context, q ListQuery) (ListPage, error)
}

// ListQuery asks for a page of a list of movements.
type ListQuery struct {
	From, To time.Time
	// Players are whose movements are asked for.
	Players []Player
	Cursor  string
}

// ListPage is a page of a list of movements.
type ListPage struct {
	Rows []Listed
	Next string
	More bool
}

// Listed is a movement as the provider has it. Reference is ours, empty where it keeps none; Outside is its own.
type Listed struct {
	Reference, Outside, Username string
	// Credits is positive into the game.
	Credits money.Credits
	At      time.Time
}
