package operatorapi

import (
	"context"
	"errors"

	"krapao/fault"
	"krapao/internal/operatorapi/decide"
	"krapao/operator/conversation"
	"krapao/operator/identity"
)

// refusal gives the refusals of the operators' rooms a code; those of package operator itself have theirs from decide.
func refusal(_ context.Context, err error) error {
	switch {
	case errors.Is(err, conversation.ErrNoChat):
		return fault.New(fault.NO_DATA, "%s", err)
	case errors.Is(err, identity.ErrInvitation):
		return fault.New(fault.INVITATION_INVALID, "%s", err)
	}
	return decide.Refusal(err)
}
