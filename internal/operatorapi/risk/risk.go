// Package risk is the operator API's part about members that may belong together (OPERATOR-API.md, section 11).
//
// Promises:
//   - It has no call that decides anything.
//   - Whoever opens a group is in the audit log. A file has members' IDs, and no name, phone or account, but for the one that is
//     filed with the authorities, which is confirmed.
package risk

import (
	"context"
	"net/http"
	"time"

	"krapao/internal/httpx"
	"krapao/internal/operatorapi/list"
	"krapao/ledger"
	"krapao/member"
	"krapao/operator"
	"krapao/operator/risk"
	"krapao/withdraw/approval"
)

// Looks record what an operator opens.
type Looks interface {
	Look(ctx context.Context, g operator.Glance) error
}

// Deps are what the room answers with.
type Deps struct {
	Groups *risk.Groups
	Paces  *risk.Paces
	Passes *risk.Passes
	// Callouts are the questions before payouts.
	Callouts *approval.Service
	// Members are who they are, for the file that is filed.
	Members *member.Service
	Now     func() time.Time
	Books   *ledger.Ledger
	Looks   Looks
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
	httpx.Register(f, lists("/velocity", "listRiskVelocity", "Members that did something often, the most times first"),
		c.handleVelocity)
	httpx.Register(f, lists("/ring", "listRiskRings", "Inviters below whom members are linked, most of them first"), c.handleRings)
	httpx.Register(f, lists("/ring/{inviter}", "listRiskRing", "The linked members below one inviter"), c.handleRing)
	large := lists("/threshold", "listRiskThreshold",
		"Members over an amount in a month; as a file with names and accounts, which is confirmed")
	large.Needs = "cashier+a"
	httpx.Register(f, list.Confirmed(large), c.handleThreshold)
	asked := lists("/callout", "listCallouts", "What the house's own system was asked before payouts, newest first")
	asked.Needs = "cashier+a"
	httpx.Register(f, asked, c.handleCallouts)
	one := lists("/callout/{id}", "getCallout", "What it was asked about one withdrawal, and what it said")
	one.Needs, one.CSV = "cashier+a", false
	httpx.Register(f, one, c.handleCallout)
}

// lists is a call that lists.
func lists(path, id, summary string) httpx.Route {
	return httpx.Route{
		Method: http.MethodGet, Path: "/api/risk" + path, ID: id, Access: httpx.Operators, Needs: "support+a", Scope: "risk:read",
		Summary: summary, CSV: true,
	}
}
