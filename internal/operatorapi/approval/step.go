package approval

import (
	"context"

	"krapao/internal/httpx"
	"krapao/internal/httpx/wire"
	"krapao/internal/operatorapi/decide"
	"krapao/internal/operatorapi/sight"
	"krapao/operator"
)

// ProposalDetail is a proposal beside what it would do now.
type ProposalDetail struct {
	decide.Proposal

	Now     []sight.Fact `doc:"Its facts as they would be now; none once it has ended" json:"now"`
	Changed bool         `doc:"It rests on something that is another by now: approving it ends it, and does nothing" json:"changed"`
	WhyNot  *string      `doc:"Why it could not be done now" json:"whyNot"`
}

// OfProposal names the proposal of a call.
type OfProposal struct {
	ID string `maxLength:"32" path:"id"`
}

// decides is what a step is given.
type decides struct {
	OfProposal

	Body decide.Body
}

// step is what one person does with a proposal.
type step func(ctx context.Context, d operator.Decision, id string) (operator.Outcome, error)

// step adds a call that takes a step. Who may take it is for package operator: by the action's role, and by who proposed it.
func (c *Room) step(f *httpx.Frame, name, summary string, take step) {
	rt := decide.Route(httpx.Route{
		Path: "/api/proposal/{id}/" + name, ID: name + "Proposal", Needs: "support", Scope: "proposal:decide", Summary: summary,
	})
	httpx.Register(f, rt, func(ctx context.Context, in *decides) (*httpx.Reply[decide.Outcome], error) {
		by, err := decide.By(ctx, "", in.Body)
		if err != nil {
			return nil, err
		}
		out, err := take(ctx, by, in.ID)
		return c.decisions.About(ctx, by, in.ID, in.Body.Next, out, err)
	})
}

// ends is a step that ends a proposal.
func ends(says string, end func(ctx context.Context, d operator.Decision, id string) error) step {
	return func(ctx context.Context, d operator.Decision, id string) (operator.Outcome, error) {
		return operator.Outcome{Done: true, Says: says}, end(ctx, d, id)
	}
}

func (c *Room) reject(ctx context.Context, d operator.Decision, id string) error {
	return c.approvals.Reject(ctx, d, id)
}

func (c *Room) withdraw(ctx context.Context, d operator.Decision, id string) error {
	return c.approvals.Withdraw(ctx, d, id)
}

func (c *Room) stop(ctx context.Context, d operator.Decision, id string) error {
	return c.approvals.Stop(ctx, d, id)
}

// handleShow answers GET /api/proposal/{id}. A decision rests on it, so it is read on the primary.
func (c *Room) handleShow(ctx context.Context, in *OfProposal) (*httpx.Reply[ProposalDetail], error) {
	me := httpx.StateOf(ctx).Operator
	x, err := c.approvals.Show(ctx, me, in.ID)
	if err != nil {
		return nil, err
	}
	shown, err := c.decisions.Shown(ctx, me, x.Proposal)
	if err != nil {
		return nil, err
	}
	return httpx.OK(ProposalDetail{
		Proposal: shown[0], Now: sight.FactsOf(x.Now), Changed: x.Changed, WhyNot: wire.TextOrNull(x.WhyNot),
	})
}
