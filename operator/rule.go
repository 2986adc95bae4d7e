package operator

// step is what one person does with a proposal. The table of steps is the one place that says who may: it refuses, and it tells
// an operator what it may do (May).
type step struct {
	name string
	// from is the state that the proposal must be in.
	from ProposalState
	// own: its proposer may. others: everybody else may.
	own, others bool
	// role: it takes the action's role, and somebody who is not the proposal's member or linked to it.
	role bool
	// claimed: nobody takes it while another person has claimed the proposal in the queue.
	claimed bool
}

var (
	approving   = step{name: "approve", from: Open, others: true, role: true, claimed: true}
	rejecting   = step{name: "reject", from: Open, others: true, role: true, claimed: true}
	withdrawing = step{name: "withdraw", from: Open, own: true}
	stopping    = step{name: "stop", from: Scheduled, own: true, others: true, role: true}

	steps = []step{approving, rejecting, withdrawing, stopping}
)

// who is a person at a proposal.
type who struct {
	name string
	role Role
	// self: the proposal is about the person's own member account, or one that is linked to it.
	self bool
}

// refuses returns why a person may not take this step, or nil. needs is the role of the proposal's action.
func (s step) refuses(x Proposal, by who, needs Role) error {
	own := x.By == by.name
	switch {
	case x.State != s.from:
		return EndedError{State: x.State}
	case own && !s.own:
		return ErrSecondApproval
	case !own && !s.others:
		return ErrNotProposer
	case s.role && ranks[by.role] < ranks[needs]:
		return RoleError{x.Action, needs}
	case s.role && by.self:
		return ErrSelfDecision
	}
	return nil
}
