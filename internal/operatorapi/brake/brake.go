// Package brake is the operator API's part about systems of the outside that are stopped (OPERATOR-API.md, section 17).
package brake

import (
	"context"
	"net/http"

	"krapao/brake"
	"krapao/internal/httpx"
	"krapao/internal/httpx/wire"
	"krapao/internal/operatorapi/decide"
	"krapao/operator"
	"krapao/operator/halt"
)

// Room answers the calls about brakes.
type Room struct {
	halts     *halt.Service
	approvals *operator.Approvals
	decisions *decide.Desk
}

// New makes it.
func New(halts *halt.Service, approvals *operator.Approvals, decisions *decide.Desk) *Room {
	return &Room{halts, approvals, decisions}
}

// Register adds the calls.
func (c *Room) Register(f *httpx.Frame) {
	httpx.Register(f, httpx.Route{
		Method: http.MethodGet, Path: "/api/brake", ID: "listBrakes", Access: httpx.Operators, Needs: "support+a",
		Scope: "brake:read", Summary: "The systems that are stopped, longest first",
	}, c.handleList)
	c.decides(f, halt.KindStop, decide.Route(httpx.Route{
		Path: "/api/brake/{system}/stop", ID: "stopSystem", Needs: "cashier", Scope: "brake:decide",
		Summary: "Stop a system at once. What was sent before is settled, and money that arrives is booked",
	}))
	c.decides(f, halt.KindResume, decide.Route(httpx.Route{
		Path: "/api/brake/{system}/resume", ID: resumeSystem, Needs: string(operator.Chief), Scope: "brake:decide",
		Summary: "Let a system go on: two chiefs, with what they compared. STATE_CHANGED with params.why while its cause is there",
	}))
	c.decides(f, halt.KindCredential, decide.Route(httpx.Route{
		Path: "/api/brake/{system}/credential", ID: acceptCredentials, Needs: string(operator.Chief), Scope: "brake:decide",
		Summary: "Approve what the file of outside systems says of a system now: two chiefs, in force 30 minutes later",
	}))
}

// StoppedSystem is a system that is stopped.
type StoppedSystem struct {
	System   string    `doc:"payouts, slips, links, or bank, gateway or provider with its code: provider:joker" json:"system"`
	Since    wire.Time `json:"since"`
	Cause    string    `enum:"break,person,restore,coverage,callout,credentials" json:"cause"`
	Found    []Against `doc:"What was found when the product stopped it, the latest first; none: read why" json:"found"`
	Why      string    `doc:"A person's reason, or what was found, in English" json:"why"`
	By       *string   `doc:"Who stopped it; null: the product did" json:"by"`
	Effect   []string  `doc:"What the stop ends" enum:"payouts,transfers,visits,readings,uploads,links,codes" json:"effect"`
	State    string    `doc:"What seen is on resuming it" json:"state"`
	Stands   []Against `doc:"Why it may not go on yet; none: nothing is known against it"                json:"stands"`
	Proposal *string   `doc:"The proposal by which a chief wants it to go on; null: there is none" json:"proposal"`
	// Credentials is null where two persons have approved what the file says.
	Credentials wire.Nullable[ChangedCredentials] `json:"credentials"`
	May         []string                          `doc:"What the caller may do with it now, by the ids of calls" json:"may"`
}

// ChangedCredentials say that the file of outside systems was changed for a system, and two persons have not approved that yet.
type ChangedCredentials struct {
	Since wire.Time `json:"since"`
	State string    `doc:"What seen is on approving them" json:"state"`
}

// mostProposed is how many of the proposals that wait are looked at.
const mostProposed = 100

// handleList answers GET /api/brake. A decision rests on it, so it is read on the primary.
func (c *Room) handleList(ctx context.Context, _ *httpx.Empty) (*httpx.Reply[[]StoppedSystem], error) {
	stopped, err := c.halts.Standing(ctx)
	if err != nil {
		return nil, err
	}
	resumed, err := c.proposed(ctx, halt.KindResume, operator.Open)
	if err != nil {
		return nil, err
	}
	changed, err := c.proposed(ctx, halt.KindCredential, operator.Open, operator.Scheduled)
	if err != nil {
		return nil, err
	}
	answer := make([]StoppedSystem, len(stopped))
	for n, b := range stopped {
		answer[n] = StoppedSystem{
			System: b.System, Since: wire.Time(b.Since), Cause: string(b.Cause), Found: againstOf(b.Found), Why: b.Why,
			By: wire.TextOrNull(b.By), Effect: brake.Effects(b.System), State: b.State, Stands: againstOf(b.Stands),
		}
		waits := resumed
		if x := b.Changed; x != nil {
			waits, answer[n].Credentials = changed, wire.NullableOf(ChangedCredentials{wire.Time(x.Since), x.State})
		}
		if proposal, is := waits[b.System]; is {
			answer[n].Proposal = &proposal
		}
		answer[n].May = mayOf(operator.Role(httpx.StateOf(ctx).Role), answer[n], b.Changed != nil)
	}
	return httpx.OK(answer)
}

// The calls by which a system goes on.
const resumeSystem, acceptCredentials = "resumeSystem", "acceptCredentials"

// mayOf are the calls that a role may make about a system that is stopped: none while its proposal waits, and none to let it go
// on while something is known against it. Changed credentials are approved first.
func mayOf(role operator.Role, x StoppedSystem, changed bool) []string {
	switch {
	case role.MayCall(string(operator.Chief)) != nil, x.Proposal != nil:
	case changed:
		return []string{acceptCredentials}
	case len(x.Stands) == 0:
		return []string{resumeSystem}
	}
	return []string{}
}

// proposed are the proposals of a kind that wait, by the system.
func (c *Room) proposed(ctx context.Context, kind string, states ...operator.ProposalState) (map[string]string, error) {
	ids := map[string]string{}
	for _, state := range states {
		page, err := c.approvals.Page(ctx, operator.ProposalFilter{State: state, Action: kind, Most: mostProposed})
		if err != nil {
			return nil, err
		}
		for _, x := range page {
			ids[x.Subject] = x.ID
		}
	}
	return ids, nil
}

// decides is what a decision about a system is given.
type decides struct {
	System string `maxLength:"64" path:"system"`
	Body   decide.Body
}

// decides adds a call that decides about a system.
func (c *Room) decides(f *httpx.Frame, kind string, rt httpx.Route) {
	httpx.Register(f, rt, func(ctx context.Context, in *decides) (*httpx.Reply[decide.Outcome], error) {
		return c.decisions.Call(ctx, kind, in.System, in.Body, nil)
	})
}
