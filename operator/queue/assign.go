package queue

import (
	"context"
	"errors"
	"fmt"

	"krapao/fault"
	"krapao/internal/store"
	"krapao/operator"
)

// assigns is the name of the decision in the audit log.
const assigns = "queue.assign"

// Assign gives an item that waits to a named operator, who has it as if it had claimed it. d says who gives it, and why; its
// subject is the item's ID. ErrClaimed: another operator has it. take: a chief takes it from that one.
//
// Who gets it must be able to decide it: NO_DATA, nobody of this name may act now; a RoleError by its role; ErrSelfDecision about
// its own account; ErrSecondApproval about what it has proposed.
func (s *Service) Assign(ctx context.Context, d operator.Decision, kind, to string, take bool) (operator.Outcome, error) {
	if kind == Chat { // a conversation is its operator's beyond the claim
		return operator.Outcome{}, fault.New(fault.INVALID_INPUT, "a conversation is assigned at the chat desk")
	}
	giver, err := s.d.People.Person(ctx, d.By)
	if err != nil {
		return operator.Outcome{}, err
	}
	if err := mayTake(giver, take); err != nil {
		return operator.Outcome{}, err
	}
	x, err := s.find(ctx, kind, d.Subject)
	if err != nil {
		return operator.Outcome{}, err
	}
	if err := s.mayHave(ctx, x, to); err != nil {
		return operator.Outcome{}, err
	}
	d.Evidence = fmt.Sprintf("%s, to %s", kind, to)
	return s.d.People.Decide(ctx, d, operator.Action{
		Name: assigns, Needs: operator.Cashier, Member: x.Member, Says: "it is " + to + "'s",
		Does: func(tx *store.Tx) error { return s.d.Claims.giveTx(ctx, tx, x.Ref(), d.By, to, take) },
	})
}

// mayTake refuses to take an item from another operator to all but chiefs.
func mayTake(person operator.Person, take bool) error {
	if take && !person.Has(operator.Chief) {
		return operator.RoleError{Action: "taking an item from its operator", Needs: operator.Chief}
	}
	return nil
}

// mayHave refuses an operator who could not decide the item.
func (s *Service) mayHave(ctx context.Context, x Item, name string) error {
	person, err := s.d.People.Person(ctx, name)
	switch {
	case errors.Is(err, operator.ErrUnknownOperator):
		return fault.New(fault.NO_DATA, "there is no operator %q who may act now", name)
	case err != nil:
		return err
	case !person.Has(x.Needs):
		return operator.RoleError{Action: assigns + " to " + name, Needs: x.Needs}
	case x.By == name:
		return operator.ErrSecondApproval
	}
	self, err := s.d.People.Self(ctx, person, x.Member)
	if err == nil && self {
		return operator.ErrSelfDecision
	}
	return err
}

// giveTx gives an item from one operator to another, who has it from then on. take: also one that a third operator has.
func (c *Claims) giveTx(ctx context.Context, tx *store.Tx, item operator.Ref, by, to string, take bool) error {
	err := c.HoldTx(ctx, tx, item, to)
	if has, claimed := errors.AsType[operator.ClaimedError](err); claimed && (take || has.By == by) {
		return c.TakeTx(ctx, tx, item, to)
	}
	return err
}
