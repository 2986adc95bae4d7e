// Package approval is the operator API's part about approvals (OPERATOR-API.md, section 3): what waits for a second person, and
// what persons do with it.
package approval

import (
	"context"
	"net/http"

	"krapao/fault"
	"krapao/internal/httpx"
	"krapao/internal/operatorapi/decide"
	"krapao/internal/operatorapi/list"
	"krapao/operator"
)

// Room answers the calls about proposals.
type Room struct {
	approvals *operator.Approvals
	decisions *decide.Desk
	lists     *list.Desk
}

// New makes it.
func New(approvals *operator.Approvals, decisions *decide.Desk, lists *list.Desk) *Room {
	return &Room{approvals, decisions, lists}
}

// Register adds the calls.
func (c *Room) Register(f *httpx.Frame) {
	httpx.Register(f, list.Confirmed(httpx.Route{
		Method: http.MethodGet, Path: "/api/proposal", ID: "listProposals", Access: httpx.Operators, Needs: "support+a",
		Scope:   "proposal:read",
		Summary: "What waited or waits for a second person; oldest first while it waits, else newest first",
	}), c.handleList)
	httpx.Register(f, httpx.Route{
		Method: http.MethodGet, Path: "/api/proposal/{id}", ID: "getProposal", Access: httpx.Operators, Needs: "support+a",
		Scope: "proposal:read", Summary: "A proposal beside what it would do now",
	}, c.handleShow)
	c.step(f, "approve", "Be its second person: it is done, or comes into force after its wait",
		func(ctx context.Context, d operator.Decision, id string) (operator.Outcome, error) {
			return c.approvals.Approve(ctx, d, id, d.Seen)
		})
	c.step(f, "reject", "End another person's proposal", ends("rejected", c.reject))
	c.step(f, "withdraw", "End a proposal of one's own", ends("withdrawn", c.withdraw))
	c.step(f, "stop", "Keep an approved one from coming into force", ends("stopped", c.stop))
}

// Asked are the filters of the list.
type Asked struct {
	list.Query
	list.Span

	State      string `doc:"All, without it" enum:"open,scheduled,done,stale,rejected,withdrawn,expired,stopped" query:"state"`
	WaitsForMe bool   `doc:"Only open ones that the caller could approve by its role" query:"waitsForMe"`
	By         string `doc:"Who proposed it" maxLength:"32" query:"by"`
	Action     string `doc:"Its kind, like withdrawal.approve" maxLength:"64" query:"action"`
	Member     string `doc:"A member's id" maxLength:"32" query:"member"`
}

// handleList answers GET /api/proposal.
func (c *Room) handleList(ctx context.Context, in *Asked) (*httpx.Reply[list.Page[decide.Proposal]], error) {
	if err := in.Check(in.Member != ""); err != nil {
		return nil, err
	}
	me := httpx.StateOf(ctx)
	f := operator.ProposalFilter{State: operator.ProposalState(in.State), From: in.From, To: in.To}
	filters := list.Filters{"state": in.State, "by": in.By, "action": in.Action, "member": in.Member}.In(in.Span)
	if in.WaitsForMe {
		if in.State != "" && f.State != operator.Open {
			return nil, fault.New(fault.INVALID_INPUT, "only an open one waits for somebody")
		}
		f.State, filters["waitsForMe"] = operator.Open, me.Operator
	}
	all := list.List[operator.Proposal, string, decide.Proposal]{
		Name: "proposal", Key: func(x operator.Proposal) string { return x.ID }, Columns: columns,
		Show: func(ctx context.Context, rows []operator.Proposal) ([]decide.Proposal, error) {
			return c.decisions.Shown(ctx, me.Operator, rows...)
		},
	}
	return all.Read(ctx, c.lists, in.Query, list.Rows[operator.Proposal, string]{
		Filters: filters,
		Read: func(ctx context.Context, after *string, most int) ([]operator.Proposal, error) {
			next := f
			if next.Most = most; after != nil {
				next.After = *after
			}
			return c.approvals.Page(ctx, next)
		},
		Keep: func(x operator.Proposal) bool {
			return (in.By == "" || x.By == in.By) && (in.Action == "" || x.Action == in.Action) &&
				(in.Member == "" || x.Member == in.Member) && (!in.WaitsForMe || c.waitsFor(me, x))
		},
	})
}

// waitsFor reports whether somebody could approve a proposal by its role.
func (c *Room) waitsFor(me *httpx.RequestState, x operator.Proposal) bool {
	return x.By != me.Operator && operator.Role(me.Role).MayCall(string(c.approvals.Needs(x.Action))) == nil
}

// columns are the file's. It has no facts: some are account numbers.
var columns = []list.Column[operator.Proposal]{
	{Name: "id", Cell: func(x operator.Proposal) any { return x.ID }},
	{Name: "action", Cell: func(x operator.Proposal) any { return x.Action }},
	{Name: "subject", Cell: func(x operator.Proposal) any { return list.Subject(x.Subject) }},
	{Name: "member", Cell: func(x operator.Proposal) any { return x.Member }},
	{Name: "amount", Cell: func(x operator.Proposal) any { return x.Amount }},
	{Name: "says", Cell: func(x operator.Proposal) any { return x.Says }},
	{Name: "state", Cell: func(x operator.Proposal) any { return string(x.State) }},
	{Name: "proposed_by", Cell: func(x operator.Proposal) any { return x.By }},
	{Name: "proposed_at", Cell: func(x operator.Proposal) any { return x.At }},
	{Name: "reason", Cell: func(x operator.Proposal) any { return x.Reason }, Named: true},
	{Name: "evidence", Cell: func(x operator.Proposal) any { return x.Evidence }, Named: true},
	{Name: "expires_at", Cell: func(x operator.Proposal) any { return x.ExpiresAt }},
	{Name: "approved_by", Cell: func(x operator.Proposal) any { return x.ApprovedBy }},
	{Name: "effective_at", Cell: func(x operator.Proposal) any { return x.EffectiveAt }},
	{Name: "ended_by", Cell: func(x operator.Proposal) any { return x.EndedBy }},
	{Name: "ended_at", Cell: func(x operator.Proposal) any { return x.EndedAt }},
	{Name: "outcome", Cell: func(x operator.Proposal) any { return x.Why }, Named: true},
}
