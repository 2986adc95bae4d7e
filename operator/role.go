package operator

import (
	"context"
	"fmt"
	"strings"

	"krapao/fault"
	"krapao/internal/store"
	"krapao/operator/internal/operatordb"
)

// RoleOf returns an operator's role. ErrUnknownOperator: there is none with this name.
func RoleOf(ctx context.Context, s *store.Store, name string) (Role, error) {
	o, err := operatordb.New(s.DB()).Operator(ctx, name)
	if store.NotFound(err) {
		return "", fmt.Errorf("%w: %q", ErrUnknownOperator, name)
	}
	if err != nil {
		return "", fmt.Errorf("operator: %w", err)
	}
	return Role(o.Role), nil
}

// MayCall refuses a call of the operator API that a role may not make (ROLE_FORBIDDEN). needs is the role as OPERATOR-API.md
// writes it: "all" for every operator, else the lowest one, and "+a" after it where an auditor may, too. What is decided is
// checked again in its transaction.
func (r Role) MayCall(needs string) error {
	lowest, reads := strings.CutSuffix(needs, "+a")
	needed := ranks[Role(lowest)]
	switch {
	case lowest == "all" && r != "", reads && r == "auditor": // who is no rank: it reads, and decides nothing
		return nil
	case needed > 0 && ranks[r] >= needed:
		return nil
	}
	return fault.New(fault.ROLE_FORBIDDEN, "this call needs the role %s", lowest).With("needs", lowest)
}
