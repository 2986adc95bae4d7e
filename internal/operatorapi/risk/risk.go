// Package risk is the operator API's part about members that may belong together (OPERATOR-API.md, section 11).
//
// Promises:
//   - It has no call that decides anything.
//   - Whoever opens a group is in the audit log. A file has members' IDs, and no name, phone or account.
package risk

import (
	"context"
	"net/http"

	"krapao/internal/httpx"
	"krapao/internal/operatorapi/list"
	"krapao/ledger"
	"krapao/operator"
	"krapao/operator/risk"
)

// Looks record what an operator opens.
type Looks interface {
	Look(ctx context.Context, g operator.Glance) error
}

// Deps are what the room answers with.
type Deps struct {
	Groups *risk.Groups
	Books  *ledger.Ledger
	Looks  Looks
	// Refs name members.
	Refs  list.Members
	Lists *list.Desk
}

// Room answers the calls about risk.
type Room struct{ d Deps }

// New makes it.
func New(d Deps) *Room { return &Room{d} }

// Register adds the calls.
func (c *Room) Register(f *httpx.Frame) {
	httpx.Register(f, lists("/group", "listRiskGroups", "Members that have something in common"), c.handleGroups)
	httpx.Register(f, lists("/group/{by}/{key}", "listRiskGroup", "The members of one group, with what ties each"), c.handleGroup)
}

// lists is a call that lists.
func lists(path, id, summary string) httpx.Route {
	return httpx.Route{
		Method: http.MethodGet, Path: "/api/risk" + path, ID: id, Access: httpx.Operators, Needs: "support+a", Scope: "risk:read",
		Summary: summary, CSV: true,
	}
}
