package game

import (
	"context"
	"time"

	"krapao/money"
)

// ReportForm says what a provider's report contains.
type ReportForm string

// The forms of a report.
const (
	ReportNone     ReportForm = ""
	ReportRounds   ReportForm = "rounds"   // each round once
	ReportCounters ReportForm = "counters" // totals per account, which grow
)

// Reporter reports what was played. A provider implements it if Capabilities.Report says so.
type Reporter interface {
	// Report lists what settled, or changed, since a cursor, oldest first. The same cursor gives the same rows or more,
	// so a cursor that was not stored loses nothing.
	Report(ctx context.Context, q ReportQuery) (ReportPage, error)
}

// ReportQuery asks for a page of a report.
type ReportQuery struct {
	// Cursor is Next of the page before; an empty one is the beginning. It is sent only after the rows of that page are
	// stored.
	Cursor string
	// Since is when our first account was opened: earlier play is not ours, so the beginning need not be earlier. Until
	// is now: rounds that settled within Capabilities.ReportLag may be incomplete, and come in a later page.
	Since, Until time.Time
	Limit        int
	// Players are the accounts whose counters are requested, without passwords; empty for rounds.
	Players []Player
}

// ReportPage is a page of a report.
type ReportPage struct {
	Rows []Played
	// Next is the cursor after these rows. More says that there are more rows now.
	Next string
	More bool
	// Missed is the time that the provider no longer lists and this page skips; zero: nothing.
	Missed Span
}

// Span is the time between two moments.
type Span struct{ From, To time.Time }

// Played is a settled round, or a counter. (Round, Version) is unique at a provider; the greatest version is valid.
type Played struct {
	// Site is the product of a shared source, empty where the source is one provider's.
	Site string
	// Round is the provider's identifier. For a counter it is "{username}/{day}", and Version is the time of the reading.
	Round   string
	Version int64
	// Username is the account; the reader of the report leaves out accounts that are not ours.
	Username         string
	BetAt, SettledAt time.Time
	// Count, Turnover and Net (won less lost) are the totals of this round or counter; 0 where it is void.
	Count         int
	Turnover, Net money.Credits
	Void          bool
	// Unread says why the fields after Username can't be read. It stops the report only if the account is ours.
	Unread error
}

// Lister lists the provider's movements. A provider implements it if Capabilities.List says so.
type Lister interface {
	// Transfers lists movements of accounts between two times, oldest first.
	Transfers(ctx context.Context, q ListQuery) (ListPage, error)
}

// ListQuery asks for a page of a list of movements.
type ListQuery struct {
	From, To time.Time
	// Players are the accounts whose movements are requested.
	Players []Player
	Cursor  string
}

// ListPage is a page of a list of movements.
type ListPage struct {
	Rows []Listed
	Next string
	More bool
}

// Listed is a movement at the provider. Reference is ours, empty if the provider does not keep it; Outside is its own.
type Listed struct {
	Reference, Outside, Username string
	// Credits is positive into the game.
	Credits money.Credits
	At      time.Time
}
