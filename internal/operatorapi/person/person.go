// Package person is the operator API's part about people's data (OPERATOR-API.md, section 16).
//
// Promises:
//   - Who had a copy of what is kept of a member, and why, is in the audit log before anything is read for it.
//   - Nothing of a copy is kept here: no memory of answers, and no file.
package person

import (
	"context"
	"net/http"

	"krapao/internal/httpx"
	"krapao/internal/httpx/wire"
	"krapao/internal/operatorapi/decide"
	"krapao/operator/person"
	"krapao/privacy"
)

// Room answers the calls about people's data.
type Room struct {
	decisions *decide.Desk
	kept      *privacy.Service
	runs      Runs
}

// New makes it.
func New(decisions *decide.Desk, kept *privacy.Service, runs Runs) *Room {
	return &Room{decisions, kept, runs}
}

// Register adds the calls.
func (c *Room) Register(f *httpx.Frame) {
	export := decide.Route(httpx.Route{
		Path: "/api/member/{id}/export", ID: "exportMember", Needs: "cashier", Scope: "person:decide",
		Summary: "Everything that is kept of a member, to give to it: as JSON, and as a page to read",
	})
	// The answer is all that is known of a person, so no memory of answers keeps it. Asking again is another decision.
	export.Memory, export.KeyRequired = httpx.Forgetful, false
	httpx.Register(f, export, c.handleExport)
	httpx.Register(f, decide.Route(httpx.Route{
		Path: "/api/member/{id}/erase", ID: "eraseMember", Needs: "cashier", Scope: "person:decide",
		Summary: "Two persons erase a member that asked for it, a week after the second one's word",
	}), c.handleErase)
	httpx.Register(f, httpx.Route{
		Method: http.MethodGet, Path: "/api/retention", ID: "listRetention", Access: httpx.Operators, Needs: "support+a",
		Scope: "person:read", Summary: "What is kept for how long, what ends it, what is due, and when that ran last",
	}, c.handleRetention)
}

// ErasureAsked is what an erasure is asked.
type ErasureAsked struct {
	ID   string `maxLength:"32" path:"id"`
	Body decide.Body
}

// handleErase answers POST /api/member/{id}/erase.
func (c *Room) handleErase(ctx context.Context, in *ErasureAsked) (*httpx.Reply[decide.Outcome], error) {
	return c.decisions.Call(ctx, person.Erase, in.ID, in.Body, nil)
}

// ExportAsked is what an export is asked.
type ExportAsked struct {
	ID   string `maxLength:"32" path:"id"`
	Body struct {
		decide.Body

		Language string `json:"language" enum:"th,lo,en" doc:"The page's, for the member to read"`
	}
}

// KeptTable is what one table keeps of a member.
type KeptTable struct {
	Name    string           `json:"name"          doc:"As docs/privacy.md names it"`
	Columns []string         `json:"columns"       doc:"The names of a row's values, in the order for reading"`
	Rows    []map[string]any `json:"rows"          doc:"Newest first; amounts are baht, times are UTC"`
	Cut     bool             `json:"cut,omitempty" doc:"There are older rows than these"`
}

// KeptDocument is everything that is kept of a member.
type KeptDocument struct {
	House  string      `json:"house"`
	Member string      `json:"member"`
	MadeAt wire.Time   `json:"madeAt"`
	Tables []KeptTable `json:"tables"`
}

// Exported is the answer of an export. It is shown once, and remembered nowhere.
type Exported struct {
	decide.Outcome

	Document KeptDocument `json:"document"`
	Page     string       `json:"page"     doc:"The document for a person to read, as HTML"`
}

// handleExport answers POST /api/member/{id}/export.
func (c *Room) handleExport(ctx context.Context, in *ExportAsked) (*httpx.Reply[Exported], error) {
	done, err := c.decisions.Call(ctx, person.Export, in.ID, in.Body.Body, nil)
	if err != nil {
		return nil, err
	}
	kept, err := c.kept.Export(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	page, err := kept.Page(in.Body.Language)
	if err != nil {
		return nil, err
	}
	made := KeptDocument{House: kept.House, Member: kept.Member, MadeAt: wire.Time(kept.MadeAt)}
	for _, table := range kept.Tables {
		rows := make([]map[string]any, len(table.Rows))
		for n, row := range table.Rows {
			rows[n] = row
		}
		made.Tables = append(made.Tables, KeptTable{table.Name, table.Columns, rows, table.Cut})
	}
	return httpx.OK(Exported{done.Body, made, page})
}
