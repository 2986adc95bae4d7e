package past

import (
	"context"
	"time"

	"krapao/internal/clock"
	"krapao/internal/history"
	"krapao/internal/httpx"
	"krapao/internal/httpx/wire"
	"krapao/internal/operatorapi/list"
	"krapao/operator"
	"krapao/wallet/doubt"
)

// ListedCase is a difference with a provider, in a list. Amounts are positive into the game.
type ListedCase struct {
	ID        string      `json:"id"`
	Provider  string      `json:"provider"`
	Day       string      `doc:"The day that was compared" json:"day"`
	Kind      string      `doc:"missing_there, missing_here, amount, account, direction, twice, unexplained and others" json:"kind"`
	Reference string      `doc:"Ours, or what the provider calls it" json:"reference"`
	Username  string      `doc:"The game account that the provider names" json:"username"`
	Member    about       `json:"member"`
	Ours      wire.Money  `json:"ours"`
	Theirs    wire.Money  `json:"theirs"`
	State     string      `doc:"booking: it is decided, and money is taken back" enum:"open,booking,closed" json:"state"`
	Outcome   string      `doc:"Empty while it is open; closed: nothing was booked; booked: by hand, money that no transfer of ours has; agrees: it went away" enum:",moved,not_moved,closed,booked,agrees" json:"outcome"`
	Found     *list.Found `json:"found" doc:"How the product found it to end"`
	Note      string      `doc:"Who decided it and why" json:"note"`
	FoundAt   wire.Time   `json:"foundAt"`
	DecidedBy string      `json:"decidedBy"`
	DecidedAt *wire.Time  `json:"decidedAt" nullable:"true"`
	Due       *wire.Time  `doc:"Until when the house has promised it; null: it waits for no person" json:"due" nullable:"true"`
}

// CasesAsked are the filters of the cases.
type CasesAsked struct {
	list.Query

	Provider string `doc:"By its code" maxLength:"40" query:"provider"`
	Kind     string `maxLength:"40" query:"kind"`
	Day      string `doc:"The day that was compared, like 2026-11-27" pattern:"^[0-9]{4}-[0-9]{2}-[0-9]{2}$" query:"day"`
	Member   string `maxLength:"32" query:"member"`
	Open     bool   `doc:"Only those that are not closed" query:"open"`
}

// handleCases answers GET /api/case.
func (c *Room) handleCases(ctx context.Context, in *CasesAsked) (*httpx.Reply[list.Page[ListedCase]], error) {
	by := history.Asked{Member: in.Member, Account: in.Provider, Open: in.Open}
	if day, err := time.ParseInLocation(time.DateOnly, in.Day, clock.Bangkok); err == nil {
		by.From = day // no case is found before its day begins
	}
	of := list.List[doubt.Difference, history.Place, ListedCase]{
		Name: "case", Primary: true, Columns: caseColumns,
		Key:  func(d doubt.Difference) history.Place { return history.PlaceOf(d.FoundAt, d.ID) },
		Show: named(c, func(d doubt.Difference) string { return d.Member }, c.caseOf),
	}
	return of.Read(ctx, c.d.Lists, in.Query, list.Rows[doubt.Difference, history.Place]{
		Filters: list.Filters{
			"provider": in.Provider, "kind": in.Kind, "day": in.Day, "member": in.Member, "open": text(in.Open),
		},
		Read: func(ctx context.Context, after *history.Place, most int) ([]doubt.Difference, error) {
			return c.d.Cases.History(ctx, by, after, most)
		},
		Keep: keep(
			is(in.Provider, func(d doubt.Difference) string { return d.Provider }),
			is(in.Kind, func(d doubt.Difference) string { return string(d.Kind) }),
			is(in.Day, func(d doubt.Difference) string { return d.Day }),
			filter[doubt.Difference]{in.Open, func(d doubt.Difference) bool { return d.State != doubt.CaseClosed }},
		),
	})
}

func (c *Room) caseOf(d doubt.Difference, of about, until promised) ListedCase {
	found, note := list.FoundIn(d.Note)
	return ListedCase{
		ID: d.ID, Provider: d.Provider, Day: d.Day, Kind: string(d.Kind), Reference: d.Reference, Username: d.Username, Member: of,
		Ours: wire.Money(d.Ours), Theirs: wire.Money(d.Theirs), State: string(d.State), Outcome: string(d.Outcome),
		Found: found, Note: note, FoundAt: wire.Time(d.FoundAt), DecidedBy: d.DecidedBy, DecidedAt: wire.TimeOrNull(d.DecidedAt),
		Due: until.due(d.State == doubt.CaseOpen, operator.ItemCase, d.FoundAt),
	}
}

var caseColumns = []list.Column[doubt.Difference]{
	{Name: "id", Cell: func(d doubt.Difference) any { return d.ID }},
	{Name: "provider", Cell: func(d doubt.Difference) any { return d.Provider }},
	{Name: "day", Cell: func(d doubt.Difference) any { return d.Day }},
	{Name: "kind", Cell: func(d doubt.Difference) any { return string(d.Kind) }},
	{Name: "reference", Cell: func(d doubt.Difference) any { return d.Reference }},
	{Name: "username", Cell: func(d doubt.Difference) any { return d.Username }},
	{Name: "member", Cell: func(d doubt.Difference) any { return d.Member }},
	{Name: "ours", Cell: func(d doubt.Difference) any { return d.Ours }},
	{Name: "theirs", Cell: func(d doubt.Difference) any { return d.Theirs }},
	{Name: "state", Cell: func(d doubt.Difference) any { return string(d.State) }},
	{Name: "outcome", Cell: func(d doubt.Difference) any { return string(d.Outcome) }},
	{Name: "found", Cell: func(d doubt.Difference) any { return list.FoundCell(d.Note) }},
	{Name: "note", Cell: func(d doubt.Difference) any { return list.NoteCell(d.Note) }, Named: true},
	{Name: "found_at", Cell: func(d doubt.Difference) any { return d.FoundAt }},
	{Name: "decided_by", Cell: func(d doubt.Difference) any { return d.DecidedBy }},
	{Name: "decided_at", Cell: func(d doubt.Difference) any { return d.DecidedAt }},
}
