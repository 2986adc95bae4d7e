package operatorapi

import (
	"context"
	"errors"

	"krapao/fault"
	"krapao/operator"
	"krapao/operator/conversation"
	"krapao/operator/identity"
)

// refusal gives the refusals of the operators' rooms a code.
func refusal(_ context.Context, err error) error {
	switch {
	case errors.Is(err, operator.ErrUnknownOperator), errors.Is(err, operator.ErrRole):
		return fault.Wrap(err, fault.ROLE_FORBIDDEN, "%s", err)
	case errors.Is(err, operator.ErrSelfDecision):
		return fault.Wrap(err, fault.SELF_DECISION, "%s", err)
	case errors.Is(err, operator.ErrReasonRequired):
		return fault.New(fault.REASON_REQUIRED, "%s", err)
	case errors.Is(err, conversation.ErrNoChat):
		return fault.New(fault.NO_DATA, "%s", err)
	case errors.Is(err, identity.ErrInvitation):
		return fault.New(fault.INVITATION_INVALID, "%s", err)
	}
	return err
}
