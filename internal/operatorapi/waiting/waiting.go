// Package waiting is the operator API's part about money that waits for a person (OPERATOR-API.md, section 6): each thing with
// all that is needed to decide about it, and the decisions.
//
// Every decision is one of a registered kind, so that it asks for a second person, evidence and a claim as the kind says.
package waiting

import (
	"context"
	"net/http"

	"krapao/internal/httpx"
	"krapao/internal/operatorapi/decide"
	"krapao/internal/operatorapi/sight"
)

// Room answers the calls about money that waits.
type Room struct {
	decisions *decide.Desk
	items     *sight.Desk
}

// New makes it.
func New(decisions *decide.Desk, items *sight.Desk) *Room { return &Room{decisions, items} }

// Calls are the ids of the calls that make decisions of a kind.
func Calls() map[string]string {
	calls := map[string]string{
		"proposal.approve": "approveProposal", "proposal.reject": "rejectProposal", "proposal.withdraw": "withdrawProposal",
		"proposal.stop": "stopProposal",
	}
	for id, call := range all {
		for _, kind := range call.kinds {
			calls[kind] = id
		}
	}
	return calls
}

// call is a call that decides.
type call struct {
	path, summary string
	kinds         []string
}

// all are the calls that decide, by their ids.
var all = map[string]call{
	"approveWithdrawal": {
		"/withdrawal/{reference}/approve", "Let a withdrawal in review be sent", []string{"withdrawal.approve"},
	},
	"returnWithdrawal": {
		"/withdrawal/{reference}/return", "Give a withdrawal's money back to the wallet", []string{"withdrawal.return"},
	},
	"paidWithdrawal": {
		"/withdrawal/{reference}/paid", "Book a withdrawal as paid whose outcome the bank does not say", []string{"withdrawal.paid"},
	},
}

// Register adds the calls.
func (c *Room) Register(f *httpx.Frame) { c.withdrawals(f) }

// opens adds a call that opens a thing of a kind of item. id takes its ID from the call's input.
func opens[In any](c *Room, f *httpx.Frame, path, id, summary, kind string, of func(*In) string) {
	rt := httpx.Route{
		Method: http.MethodGet, Path: "/api" + path, ID: id, Access: httpx.Operators, Needs: "support+a",
		Scope: "waiting:read", Summary: summary,
	}
	httpx.Register(f, rt, func(ctx context.Context, in *In) (*httpx.Reply[sight.ItemDetail], error) {
		return httpx.Answer(c.items.Detail(ctx, httpx.StateOf(ctx).Operator, kind, of(in)))
	})
}

// decides adds a call that decides.
func decides[In any](f *httpx.Frame, id string, handle func(context.Context, *In) (*httpx.Reply[decide.Outcome], error)) {
	of := all[id]
	rt := decide.Route(httpx.Route{
		Path: "/api" + of.path, ID: id, Needs: "cashier", Scope: "waiting:decide", Summary: of.summary,
	})
	httpx.Register(f, rt, handle)
	f.Accepts(rt.Path, rt.Method, "It is proposed: another person approves it")
}
