package operatorapi

import (
	"context"
	"errors"
	"strings"

	"krapao/fault"
	"krapao/internal/operatorapi/decide"
	"krapao/operator/conversation"
	"krapao/operator/halt"
	"krapao/operator/identity"
)

// refusal gives the refusals of the operators' rooms a code; those of package operator itself have theirs from decide.
func refusal(_ context.Context, err error) error {
	if e, is := errors.AsType[halt.StandsError](err); is {
		return fault.Wrap(err, fault.STATE_CHANGED, "%s", err).With("why", strings.Join(e.Why, "; "))
	}
	switch {
	case errors.Is(err, conversation.ErrNoChat):
		return fault.New(fault.NO_DATA, "%s", err)
	case errors.Is(err, identity.ErrInvited):
		return fault.New(fault.INVALID_INPUT, "%s", err)
	case errors.Is(err, identity.ErrInvitation):
		return fault.New(fault.INVITATION_INVALID, "%s", err)
	}
	return decide.Refusal(err)
}
