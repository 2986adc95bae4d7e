package operator

import (
	"errors"
	"fmt"
	"testing"
)

// TestWhoMayTakeWhichStep is the table of the rules: every step, at a proposal in every state, by everybody.
func TestWhoMayTakeWhichStep(t *testing.T) {
	t.Parallel()
	persons := map[string]who{
		"proposer": {name: "nok", role: Cashier},
		"another":  {name: "lek", role: Cashier},
		"higher":   {name: "lek", role: Chief},
		"lower":    {name: "tan", role: Support},
		"linked":   {name: "mai", role: Chief, self: true},
		// The proposer may have got another role, and other links, since.
		"lowered proposer": {name: "nok", role: Support},
		"linked proposer":  {name: "nok", role: Cashier, self: true},
	}
	// Who may take a step at a proposal of a cashier's kind in the step's state, and why everybody else may not.
	rules := map[string]map[string]error{
		"approve": {
			"proposer": ErrSecondApproval, "another": nil, "higher": nil, "lower": ErrRole, "linked": ErrSelfDecision,
			"lowered proposer": ErrSecondApproval, "linked proposer": ErrSecondApproval,
		},
		"reject": {
			"proposer": ErrSecondApproval, "another": nil, "higher": nil, "lower": ErrRole, "linked": ErrSelfDecision,
			"lowered proposer": ErrSecondApproval, "linked proposer": ErrSecondApproval,
		},
		"withdraw": {
			"proposer": nil, "another": ErrNotProposer, "higher": ErrNotProposer, "lower": ErrNotProposer, "linked": ErrNotProposer,
			"lowered proposer": nil, "linked proposer": nil,
		},
		"stop": {
			"proposer": nil, "another": nil, "higher": nil, "lower": ErrRole, "linked": ErrSelfDecision,
			"lowered proposer": ErrRole, "linked proposer": ErrSelfDecision,
		},
	}
	from := map[string]ProposalState{"approve": Open, "reject": Open, "withdraw": Open, "stop": Scheduled}
	states := []ProposalState{Open, Scheduled, Done, Stale, Rejected, Withdrawn, Expired, Stopped}
	if len(steps) != len(rules) {
		t.Fatalf("%d steps, %d in the table", len(steps), len(rules))
	}
	for _, s := range steps {
		for name, by := range persons {
			for _, state := range states {
				var want error = EndedError{State: state}
				if state == from[s.name] {
					want = rules[s.name][name]
				}
				err := s.refuses(Proposal{By: "nok", State: state, Action: "thing"}, by, Cashier)
				if !errors.Is(err, want) {
					t.Error(fmt.Sprintf("%s of one that is %s by %s:", s.name, state, name), err, "and not", want)
				}
			}
		}
	}
}
