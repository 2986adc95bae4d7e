package past

import (
	"context"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"krapao/deposit/feed"
	"krapao/deposit/record"
	"krapao/internal/history"
	"krapao/internal/httpx"
	"krapao/internal/httpx/wire"
	"krapao/internal/operatorapi/list"
	"krapao/operator"
)

// ListedLine is a line of a statement that could not be booked, in a list. What the bank sent is in its detail.
type ListedLine struct {
	ID        string     `json:"id"`
	Account   string     `doc:"Ours" json:"account"`
	Line      string     `doc:"The bank's number of it; empty: that can't be read either" json:"line"`
	Reference string     `doc:"The bank's reference of the transfer" json:"reference"`
	Page      bool       `doc:"It is a whole answer of the bank, which is asked for until it can be read" json:"page"`
	Why       *odd       `doc:"What is wrong with it; null: a version before kept a sentence, which the note begins with" json:"why"`
	State     string     `enum:"open,closed,booked,read" json:"state"`
	Note      string     `doc:"Who ended it, and why; the number of the line as which the bank sent it correctly" json:"note"`
	FoundAt   wire.Time  `json:"foundAt"`
	EndedAt   *wire.Time `json:"endedAt" nullable:"true"`
	Due       *wire.Time `doc:"Until when the house has promised it; null: it waits for no person" json:"due" nullable:"true"`
}

// odd is the code of what is wrong with a line, or with a whole answer.
type odd feed.Odd

// Schema lists them.
func (odd) Schema(huma.Registry) *huma.Schema { return list.OneOf(feed.Odds()) }

// oddOf returns what is wrong with a line, and its note. A sentence that a version before kept goes before the note.
func oddOf(l record.Line) (why *odd, note string) {
	if feed.Odd(l.Why).Known() {
		return new(odd(l.Why)), l.Note
	}
	return nil, strings.Trim(l.Why+"; "+l.Note, "; ")
}

// oddCell is what is wrong with a line, in a file.
func oddCell(l record.Line) any {
	if why, _ := oddOf(l); why != nil {
		return string(*why)
	}
	return ""
}

// LinesAsked are the filters of the lines.
type LinesAsked struct {
	list.Query

	Account string `doc:"The code of our account" maxLength:"40" query:"account"`
	Open    bool   `doc:"Only those that wait" query:"open"`
}

// text is a filter that is on or off.
func text(on bool) string {
	if !on {
		return ""
	}
	return strconv.FormatBool(on)
}

// handleLines answers GET /api/line.
func (c *Room) handleLines(ctx context.Context, in *LinesAsked) (*httpx.Reply[list.Page[ListedLine]], error) {
	by := history.Asked{Account: in.Account, Open: in.Open}
	of := list.List[record.Line, history.Place, ListedLine]{
		Name: "line", Primary: true, Columns: lineColumns,
		Key:  func(l record.Line) history.Place { return history.PlaceOf(l.FoundAt, l.ID) },
		Show: named(c, func(record.Line) string { return "" }, c.lineOf),
	}
	return of.Read(ctx, c.d.Lists, in.Query, list.Rows[record.Line, history.Place]{
		Filters: list.Filters{"account": in.Account, "open": text(in.Open)},
		Read: func(ctx context.Context, after *history.Place, most int) ([]record.Line, error) {
			return c.d.Records.LineHistory(ctx, by, after, most)
		},
		Keep: keep(is(in.Account, func(l record.Line) string { return l.Account })),
	})
}

func (c *Room) lineOf(l record.Line, _ about, until promised) ListedLine {
	why, note := oddOf(l)
	return ListedLine{
		ID: l.ID, Account: l.Account, Line: l.Number, Reference: l.Reference, Page: l.Page, Why: why, State: l.State, Note: note,
		FoundAt: wire.Time(l.FoundAt), EndedAt: wire.TimeOrNull(l.EndedAt),
		Due: until.due(l.EndedAt.IsZero(), operator.ItemLine, l.FoundAt),
	}
}

var lineColumns = []list.Column[record.Line]{
	{Name: "id", Cell: func(l record.Line) any { return l.ID }},
	{Name: "account", Cell: func(l record.Line) any { return l.Account }},
	{Name: "line", Cell: func(l record.Line) any { return l.Number }},
	{Name: "reference", Cell: func(l record.Line) any { return l.Reference }},
	{Name: "why", Cell: oddCell},
	{Name: "state", Cell: func(l record.Line) any { return l.State }},
	{Name: "note", Cell: func(l record.Line) any { _, note := oddOf(l); return note }, Named: true},
	{Name: "found_at", Cell: func(l record.Line) any { return l.FoundAt }},
	{Name: "ended_at", Cell: func(l record.Line) any { return l.EndedAt }},
}
