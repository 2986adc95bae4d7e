package quarantine

import (
	"context"
	"net/http"

	"krapao/fault"
	"krapao/internal/httpx"
	"krapao/internal/httpx/wire"
	"krapao/internal/operatorapi/decide"
	"krapao/internal/operatorapi/list"
	"krapao/operator/restoration"
	"krapao/quarantine"
)

// OfImport names the list of a call.
type OfImport struct {
	ID string `maxLength:"32" path:"id"`
}

// QuarantinedList is a list that was imported, with its cases.
type QuarantinedList struct {
	ListedPayments

	System string        `json:"system"`
	By     string        `doc:"Who imported it"                                   json:"by"`
	At     wire.Time     `json:"at"`
	Open   []ImportCases `doc:"Its open cases by kind: those of one kind can be decided together" json:"open"`
}

// ImportCases are the open cases of one kind of a list.
type ImportCases struct {
	Kind    string `doc:"As the why of such an item" json:"kind"`
	Count   int64  `json:"count"`
	Unknown int64  `doc:"Of these: whose member is not known. They are decided alone" json:"unknown"`
}

// QuarantinedRow is a row of a list, with what became of it.
type QuarantinedRow struct {
	Number    int64      `doc:"Its place in the list, from 1" json:"number"`
	Line      string     `doc:"The outside's own number"      json:"line"`
	At        *wire.Time `json:"at"        nullable:"true"`
	Amount    wire.Money `doc:"Of a movement: positive into the game" json:"amount"`
	Reference string     `json:"reference"`
	Outcome   string     `doc:"Empty: it waits"  enum:",known,booked,case" json:"outcome"`
	Case      *string    `doc:"Its case; null: it is none of the quarantine's" json:"case"`
}

// imports adds the calls about lists that were imported.
func (c *Room) imports(f *httpx.Frame) {
	httpx.Register(f, httpx.Route{
		Method: http.MethodGet, Path: "/api/quarantine/import/{id}", ID: "getQuarantineImport", Access: httpx.Operators,
		Needs: "support+a", Scope: "quarantine:read", Summary: "A list that was imported, with its open cases by kind",
	}, c.handleImported)
	httpx.Register(f, httpx.Route{
		Method: http.MethodGet, Path: "/api/quarantine/import/{id}/row", ID: "listQuarantineRows", Access: httpx.Operators,
		Needs: "support+a", Scope: "quarantine:read", CSV: true, Summary: "The rows of a list, with what became of each",
	}, c.handleRows)
	ask := decide.Route(httpx.Route{
		Path: "/api/quarantine/{system}/ask", ID: "askQuarantine", Needs: "cashier", Scope: "quarantine:decide",
		Summary: "Ask a system itself for its list, from before the backup until now. What is known is booked no second time",
	})
	httpx.Register(f, ask, func(ctx context.Context, in *asking) (*httpx.Reply[decide.Outcome], error) {
		return c.decisions.Call(ctx, restoration.KindAsk, in.System, in.Body, restoration.Import{Key: keyOf(ctx)})
	})
	rt := decide.Route(httpx.Route{
		Path: "/api/quarantine/import/{id}/decide", ID: "decideQuarantineImport", Needs: "cashier", Scope: "quarantine:decide",
		Summary: "Say what all open cases of one kind of a list book, by what their rows say: two persons",
	})
	httpx.Register(f, rt, c.handleDecideAll)
	f.Accepts(rt.Path, rt.Method, "It is proposed: another person approves it")
}

func (c *Room) handleImported(ctx context.Context, in *OfImport) (*httpx.Reply[QuarantinedList], error) {
	l, err := c.quarantine.ImportOf(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	kinds, err := c.quarantine.OpenKinds(ctx, l)
	if err != nil {
		return nil, err
	}
	shown := QuarantinedList{
		ListedPayments: listedOf(l), System: l.System, By: l.By, At: wire.Time(l.At), Open: make([]ImportCases, len(kinds)),
	}
	for n, k := range kinds {
		shown.Open[n] = ImportCases{string(k.Kind), k.Open, k.Unknown}
	}
	return httpx.OK(shown)
}

// RowsAsked are the filters of the rows of a list.
type RowsAsked struct {
	list.Query
	OfImport

	Outcome string `enum:"known,booked,case" query:"outcome"`
}

// handleRows answers GET /api/quarantine/import/{id}/row. A decision may rest on it, so it is read on the primary.
func (c *Room) handleRows(ctx context.Context, in *RowsAsked) (*httpx.Reply[list.Page[QuarantinedRow]], error) {
	l, err := c.quarantine.ImportOf(ctx, in.ID)
	if err != nil && !fault.Is(err, fault.NO_DATA) { // what was never imported has no rows
		return nil, err
	}
	all := list.List[quarantine.ImportedRow, int64, QuarantinedRow]{
		Name: "quarantine-row", Key: quarantine.ImportedRow.Place, Columns: rowColumns, Primary: true, Show: rowsOf,
	}
	return all.Read(ctx, c.lists, in.Query, list.Rows[quarantine.ImportedRow, int64]{
		Filters: list.Filters{"import": in.ID, "outcome": in.Outcome},
		Read: func(ctx context.Context, after *int64, most int) ([]quarantine.ImportedRow, error) {
			behind := int64(0)
			if after != nil {
				behind = *after
			}
			return c.quarantine.RowsOf(ctx, l, quarantine.Outcome(in.Outcome), behind, most)
		},
	})
}

func rowsOf(_ context.Context, rows []quarantine.ImportedRow) ([]QuarantinedRow, error) {
	shown := make([]QuarantinedRow, len(rows))
	for n, r := range rows {
		shown[n] = QuarantinedRow{
			Number: r.Number, Line: r.ID, At: wire.TimeOrNull(r.At), Amount: wire.Money(r.Amount), Reference: r.Reference,
			Outcome: string(r.Outcome), Case: wire.TextOrNull(r.Case),
		}
	}
	return shown, nil
}

var rowColumns = []list.Column[quarantine.ImportedRow]{
	{Name: "number", Cell: func(r quarantine.ImportedRow) any { return r.Number }},
	{Name: "line", Cell: func(r quarantine.ImportedRow) any { return r.ID }},
	{Name: "at", Cell: func(r quarantine.ImportedRow) any { return r.At }},
	{Name: "amount", Cell: func(r quarantine.ImportedRow) any { return r.Amount }},
	{Name: "reference", Cell: func(r quarantine.ImportedRow) any { return r.Reference }},
	{Name: "outcome", Cell: func(r quarantine.ImportedRow) any { return string(r.Outcome) }},
	{Name: "case", Cell: func(r quarantine.ImportedRow) any { return r.Case }},
}

// DecidedCases is what all open cases of one kind of a list are decided to book.
type DecidedCases struct {
	decide.Body

	Kind  string `doc:"As the why of such an item" json:"kind"  maxLength:"40"`
	Books string `enum:"withdrawal,movement,deposit,nothing"    json:"books"`
}

type decidesCases struct {
	OfImport

	Body DecidedCases
}

func (c *Room) handleDecideAll(ctx context.Context, in *decidesCases) (*httpx.Reply[decide.Outcome], error) {
	asked := restoration.DecideAll{Kind: quarantine.CaseKind(in.Body.Kind), Books: quarantine.Booking(in.Body.Books)}
	return c.decisions.Call(ctx, restoration.KindDecideAll, in.ID, in.Body.Body, asked)
}

// asking is what an asking is given.
type asking struct {
	System string `maxLength:"64" path:"system"`
	Body   decide.Body
}
