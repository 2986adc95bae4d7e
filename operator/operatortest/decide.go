package operatortest

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"

	"krapao/operator"
)

// Decide decides something of a registered kind as a call of the operator API does. Who is told that another person has proposed
// the same approves that, as a person does. nil: nothing is asked for besides.
func Decide(
	ctx context.Context, approvals *operator.Approvals, kind string, d operator.Decision, request any,
) (operator.Outcome, error) {
	var asked json.RawMessage
	if request != nil {
		asked = operator.Request(request)
	}
	out, err := approvals.Do(ctx, d, kind, asked)
	if open := out.Proposal; errors.Is(err, operator.ErrProposalOpen) && open.State == operator.Open &&
		bytes.Equal(open.Request, asked) {
		return approvals.Approve(ctx, d, open.ID, "")
	}
	return out, err
}

// Decide is Decide in the house.
func (h *House) Decide(ctx context.Context, kind string, d operator.Decision, request any) (operator.Outcome, error) {
	return Decide(ctx, h.Approvals, kind, d, request)
}

// Does decides something of a kind that asks for nothing besides (Two.Do).
func (h *House) Does(kind string) func(context.Context, operator.Decision) (operator.Outcome, error) {
	return func(ctx context.Context, d operator.Decision) (operator.Outcome, error) {
		return h.Decide(ctx, kind, d, nil)
	}
}
