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
		Summary: "Paths to everything that is kept of a member, to give to it: as JSON, and as a page to read",
	})
	// The answer opens all that is known of a person, so no memory of answers keeps it. Asking again is another decision.
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

// Exported is the answer of an export: the paths of its files, where GET answers an operator who is signed in. Nothing of them is
// kept: they are written as they are read.
type Exported struct {
	decide.Outcome

	Data  string    `json:"data"  doc:"The path of the JSON"`
	Page  string    `json:"page"  doc:"The path of the page for a person to read, as HTML"`
	Until wire.Time `json:"until" doc:"Until when both are good"`
}

// handleExport answers POST /api/member/{id}/export.
func (c *Room) handleExport(ctx context.Context, in *ExportAsked) (*httpx.Reply[Exported], error) {
	done, err := c.decisions.Call(ctx, person.Export, in.ID, in.Body.Body, nil)
	if err != nil {
		return nil, err
	}
	link := c.kept.Link(in.ID, in.Body.Language)
	return httpx.OK(Exported{done.Body, link.Data, link.Page, wire.Time(link.Until)})
}
