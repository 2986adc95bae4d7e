package operatorapi

import (
	"context"
	"errors"

	"krapao/brake"
	"krapao/fault"
	"krapao/internal/httpx"
	"krapao/internal/operatorapi/decide"
	"krapao/operator"
	"krapao/operator/conversation"
	"krapao/operator/halt"
	"krapao/operator/identity"
)

// refusal gives the refusals of the operators' rooms a code; those of package operator itself have theirs from decide.
func (d Deps) refusal(ctx context.Context, err error) error {
	if e, is := errors.AsType[halt.StandsError](err); is {
		return fault.Wrap(err, fault.STATE_CHANGED, "%s", err).With("why", brake.Says(e.Why))
	}
	confirm, asked := errors.AsType[operator.ConfirmError](err)
	switch {
	case asked:
		ways, failed := d.Identity.Ways(ctx, httpx.StateOf(ctx).Operator)
		if failed != nil {
			return failed
		}
		return fault.Wrap(err, fault.CONFIRM_IDENTITY, "%s", err).With("decision", confirm.Decision).With("ways", ways)
	case errors.Is(err, conversation.ErrNoChat), errors.Is(err, identity.ErrNoPasskeys):
		return fault.New(fault.NO_DATA, "%s", err)
	case errors.Is(err, identity.ErrInvited):
		return fault.New(fault.INVALID_INPUT, "%s", err)
	case errors.Is(err, identity.ErrInvitation):
		return fault.New(fault.INVITATION_INVALID, "%s", err)
	}
	return decide.Refusal(err)
}
