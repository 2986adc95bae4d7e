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
	"krapao/operator/arrival"
	"krapao/operator/gamecase"
	"krapao/operator/receivable"
)

// Room answers the calls about money that waits.
type Room struct {
	decisions *decide.Desk
	items     *sight.Desk
	rooms     Rooms
}

// Rooms are the operators' rooms that know of a thing what its decision asks for.
type Rooms struct {
	Arrivals    *arrival.Service
	Cases       *gamecase.Service
	Receivables *receivable.Service
}

// New makes it.
func New(decisions *decide.Desk, items *sight.Desk, rooms Rooms) *Room {
	return &Room{decisions, items, rooms}
}

// Calls are the ids of the calls that make decisions of a kind.
func Calls() map[string]string {
	calls := map[string]string{
		"proposal.approve": "approveProposal", "proposal.reject": "rejectProposal", "proposal.withdraw": "withdrawProposal",
		"proposal.stop": "stopProposal", "quarantine.decide": "decideQuarantineCase",
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
	"reduceWithdrawal": {
		"/withdrawal/{reference}/reduce", "Reduce a withdrawal in review; the rest is in the wallet", []string{"withdrawal.reduce"},
	},
	"returnWithdrawal": {
		"/withdrawal/{reference}/return", "Give a withdrawal's money back to the wallet", []string{"withdrawal.return"},
	},
	"paidWithdrawal": {
		"/withdrawal/{reference}/paid", "Book a withdrawal as paid whose outcome the bank does not say", []string{"withdrawal.paid"},
	},
	"assignArrival":  {"/arrival/{id}/assign", "Give unmatched money to a member", []string{"unmatched.assign"}},
	"releaseArrival": {"/arrival/{id}/release", "Give held money to its member", []string{"held.release"}},
	"returnArrival": {
		"/arrival/{id}/return", "Book money as sent back to its payer", []string{"held.return", "unmatched.return"},
	},
	"reverseArrival":  {"/arrival/{id}/reverse", "Book that the bank took an arrival back", []string{"deposit.reverse"}},
	"acceptSlip":      {"/slip/{id}/accept", "Let a slip in review go on, or give its money to the member", []string{"slip.accept"}},
	"rejectSlip":      {"/slip/{id}/reject", "Reject a slip in review", []string{"slip.reject"}},
	"confirmDeclared": {"/declared/{reference}/confirm", "Book a declared transfer as found", []string{"declaration.confirm"}},
	"rejectDeclared":  {"/declared/{reference}/reject", "Reject a declared transfer", []string{"declaration.reject"}},
	"settleLink":      {"/link/{reference}/settle", "Settle a wallet link by what it brought", []string{"link.settle"}},
	"bookLine":        {"/line/{id}/book", "Book what a line brought as unmatched", []string{"statement.book"}},
	"closeLine":       {"/line/{id}/close", "Close a line that brought nothing", []string{"statement.close"}},
	"caseMoved":       {"/case/{id}/moved", "The provider moved the money", []string{"case.moved", "transfer.post"}},
	"caseNotMoved":    {"/case/{id}/not-moved", "The provider did not move the money", []string{"case.not_moved", "transfer.void"}},
	"closeCase":       {"/case/{id}/close", "Close a case without a booking", []string{"case.closed"}},
	"bookCase": {
		"/case/{id}/book", "Book a difference without a transfer of ours, to or from the house's adjustments", []string{"case.booked"},
	},
	"closeHolder": {"/holder/{id}/close", "Close a pair of one holder's name; the two stay linked", []string{"holder.close"}},
	"repayReceivable": {
		"/receivable/{member}/repay", "Take what a member owes from its wallet, with its consent", []string{"receivable.repay"},
	},
	"writeOffReceivable": {"/receivable/{member}/write-off", "Write off what a member owes", []string{"receivable.write-off"}},
}

// Register adds the calls.
func (c *Room) Register(f *httpx.Frame) {
	for _, add := range []func(*httpx.Frame){
		c.withdrawals, c.arrivals, c.slips, c.declarations, c.links, c.cases, c.receivables, c.holders, c.reversals,
	} {
		add(f)
	}
}

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
