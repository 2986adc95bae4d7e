package decide

import (
	"errors"

	"krapao/fault"
	"krapao/internal/httpx/wire"
	"krapao/operator"
)

// Refusal gives what package operator refuses its code. What has one is left as it is.
func Refusal(err error) error { return refusalOf(operator.Outcome{}, err) }

// refusalOf is Refusal with what is known of the decision.
func refusalOf(out operator.Outcome, err error) error {
	if _, coded := errors.AsType[*fault.Error](err); coded || err == nil {
		return err
	}
	if f := typed(err); f != nil {
		return f
	}
	code, refused := codeOf(err)
	if !refused {
		return err
	}
	f := fault.Wrap(err, code, "%s", err)
	switch {
	case code == fault.STATE_CHANGED && out.State != "":
		return f.With("state", out.State)
	case code == fault.PROPOSAL_OPEN && out.Proposal != nil:
		return f.With("proposal", out.Proposal.ID)
	}
	return f
}

// typed is the refusal of an error that says more than its kind; nil for another one.
func typed(err error) error {
	if e, is := errors.AsType[operator.EndedError](err); is {
		return fault.Wrap(err, fault.PROPOSAL_ENDED, "%s", err).With("state", string(e.State))
	}
	if e, is := errors.AsType[operator.WaitsError](err); is {
		return fault.Wrap(err, fault.OPERATOR_WAITS, "%s", err).With("from", e.From)
	}
	if e, is := errors.AsType[operator.EvidenceError](err); is {
		return fault.Wrap(err, fault.EVIDENCE_REQUIRED, "%s", err).With("what", string(e.What))
	}
	if e, is := errors.AsType[operator.ClaimedError](err); is {
		return fault.Wrap(err, fault.CLAIMED, "%s", err).With("by", e.By).With("until", wire.Time(e.Until))
	}
	if e, is := errors.AsType[operator.RoleError](err); is {
		return fault.Wrap(err, fault.ROLE_FORBIDDEN, "%s", err).With("needs", string(e.Needs))
	}
	return nil
}

// codes are what package operator refuses by.
var codes = []struct {
	err  error
	code fault.Code
}{
	{operator.ErrUnknownOperator, fault.ROLE_FORBIDDEN},
	{operator.ErrRole, fault.ROLE_FORBIDDEN},
	{operator.ErrNotProposer, fault.ROLE_FORBIDDEN},
	{operator.ErrReasonRequired, fault.REASON_REQUIRED},
	{operator.ErrSelfDecision, fault.SELF_DECISION},
	{operator.ErrSecondApproval, fault.SECOND_PERSON},
	{operator.ErrSystem, fault.SECOND_PERSON},
	{operator.ErrProposalOpen, fault.PROPOSAL_OPEN},
	{operator.ErrProposalChanged, fault.PROPOSAL_CHANGED},
	{operator.ErrChanged, fault.STATE_CHANGED},
	{operator.ErrName, fault.INVALID_INPUT},
}

func codeOf(err error) (fault.Code, bool) {
	for _, c := range codes {
		if errors.Is(err, c.err) {
			return c.code, true
		}
	}
	return "", false
}
