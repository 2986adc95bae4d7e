package operator

import (
	"context"
	"fmt"
	"strings"

	"krapao/fault"
	"krapao/internal/store"
	"krapao/operator/internal/operatordb"
)

// Find returns an operator. ErrUnknownOperator: there is none with this name.
func Find(ctx context.Context, s *store.Store, name string) (Operator, error) {
	o, err := operatordb.New(s.DB()).Operator(ctx, name)
	if store.NotFound(err) {
		return Operator{}, fmt.Errorf("%w: %q", ErrUnknownOperator, name)
	}
	if err != nil {
		return Operator{}, fmt.Errorf("operator: %w", err)
	}
	return operatorOf(o), nil
}

// MayCall refuses a call of the operator API that a role may not make (ROLE_FORBIDDEN). needs is the role as OPERATOR-API.md
// writes it: "all" for every operator, else the lowest one, and "+a" after it where an auditor may, too. What is decided is
// checked again in its transaction.
func (r Role) MayCall(needs string) error {
	lowest, reads := strings.CutSuffix(needs, "+a")
	needed := ranks[Role(lowest)]
	switch {
	case (lowest == "all" || reads) && r == Auditor, lowest == "all" && ranks[r] > 0: // an auditor reads, and has no rank
		return nil
	case needed > 0 && ranks[r] >= needed:
		return nil
	}
	return fault.New(fault.ROLE_FORBIDDEN, "this call needs the role %s", lowest).With("needs", lowest)
}
