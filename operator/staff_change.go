package operator

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"krapao/fault"
	"krapao/internal/store"
	"krapao/operator/internal/operatordb"
	"krapao/session"
)

// What is changed of an operator that the house has. Taking rights away is for one chief, at once; giving more is for two, and
// waits as a new operator does.

func (s *Staff) planDisable(ctx context.Context, name string, _ json.RawMessage) (Plan, error) {
	o, err := s.Active(ctx, name)
	if err != nil {
		return Plan{}, err
	}
	return Plan{
		Facts: []Fact{
			{Name: "role", Kind: FactRole, Before: string(o.Role), After: ""},
			{Name: "state", Kind: FactState, Before: "active", After: "disabled"},
		},
		State: o.State(), Says: name + " may not act any more", Still: stillOf(ctx, name),
		Does: func(tx *store.Tx, by Decision) error {
			if err := operatordb.New(tx).DisableOperator(ctx, name); err != nil {
				return fmt.Errorf("operator: %w", err)
			}
			if s.tokens != nil {
				if err := s.tokens.CloseOthersTx(ctx, tx, session.Operator, name, ""); err != nil {
					return err
				}
			}
			return s.approvals.endOfTx(ctx, tx, by, name)
		},
	}, nil
}

// NewRole is the role that an operator is to have, as its proposal has it.
type NewRole struct {
	Role Role `json:"role"`
}

// RoleKind is the kind of decision by which an operator gets a role: KindLower where it may less then, and nothing more.
func (s *Staff) RoleKind(ctx context.Context, name string, role Role) (string, error) {
	o, err := s.Active(ctx, name)
	if err != nil {
		return "", err
	}
	return kindOf(o.Role, role), nil
}

// kindOf is the kind of a change of roles. An auditor reads more than support and cashiers do, and a chief does all that it does.
func kindOf(before, after Role) string {
	if after == Auditor && before == Chief || after != Auditor && before != Auditor && ranks[after] < ranks[before] {
		return KindLower
	}
	return KindRaise
}

// Find returns an operator. NO_DATA: there is none with this name.
func (s *Staff) Find(ctx context.Context, name string) (Operator, error) {
	o, err := Find(ctx, s.approvals.store, name)
	if errors.Is(err, ErrUnknownOperator) {
		err = unknown(name)
	}
	return o, err
}

// Active returns an operator that the house has, and that nobody has disabled. NO_DATA: there is none.
func (s *Staff) Active(ctx context.Context, name string) (Operator, error) {
	o, err := s.Find(ctx, name)
	if err == nil && !o.Active {
		err = unknown(name)
	}
	return o, err
}

// unknown is ErrUnknownOperator about whom a decision is, and not about who decides.
func unknown(name string) error {
	return fault.Wrap(fmt.Errorf("%w: %q", ErrUnknownOperator, name), fault.NO_DATA, "there is no operator %q", name)
}

// State is the fingerprint of an operator, by which a decision says which one was looked at.
func (o Operator) State() string { return Fingerprint(o.Name, o.Role, o.Member, o.Active) }

// stillOf is an operator's fingerprint in a transaction, with its row locked.
func stillOf(ctx context.Context, name string) func(tx *store.Tx) (string, error) {
	return func(tx *store.Tx) (string, error) {
		row, err := operatordb.New(tx).LockOperator(ctx, name)
		if store.NotFound(err) {
			return "", unknown(name)
		}
		if err != nil {
			return "", fmt.Errorf("operator: %w", err)
		}
		return operatorOf(row).State(), nil
	}
}

func (s *Staff) planRaise(ctx context.Context, name string, request json.RawMessage) (Plan, error) {
	p, err := s.planRole(ctx, name, request, KindRaise)
	p.Two, p.Confirm = true, true
	return p, err
}

func (s *Staff) planLower(ctx context.Context, name string, request json.RawMessage) (Plan, error) {
	return s.planRole(ctx, name, request, KindLower)
}

func (s *Staff) planRole(ctx context.Context, name string, request json.RawMessage, kind string) (Plan, error) {
	var n NewRole
	if err := json.Unmarshal(request, &n); err != nil {
		return Plan{}, fmt.Errorf("operator: the role of %s: %w", name, err)
	}
	if err := isGood(name, n.Role); err != nil {
		return Plan{}, err
	}
	o, err := s.Active(ctx, name)
	if err != nil {
		return Plan{}, err
	}
	if o.Role == n.Role || kindOf(o.Role, n.Role) != kind {
		return Plan{}, fmt.Errorf("%w: %s is %s", ErrChanged, name, o.Role.said())
	}
	return Plan{
		Facts: []Fact{{Name: "role", Kind: FactRole, Before: string(o.Role), After: string(n.Role)}},
		State: o.State(), Says: name + " is " + n.Role.said(), Still: stillOf(ctx, name),
		Does: func(tx *store.Tx, _ Decision) error {
			return operatordb.New(tx).SetRole(ctx, string(n.Role), name)
		},
	}, nil
}

// OwnMember is the member account that is an operator's own, as its proposal has it; empty: it has none.
type OwnMember struct {
	Member string `json:"member"`
}

// planMember plans to say which member account is an operator's own. Two decide it, because nobody decides about its own.
func (s *Staff) planMember(ctx context.Context, name string, request json.RawMessage) (Plan, error) {
	var m OwnMember
	if err := json.Unmarshal(request, &m); err != nil {
		return Plan{}, fmt.Errorf("operator: the member of %s: %w", name, err)
	}
	o, err := s.Active(ctx, name)
	if err != nil {
		return Plan{}, err
	}
	if o.Member == m.Member {
		return Plan{}, fmt.Errorf("%w: that is its member account already", ErrChanged)
	}
	return Plan{
		Two: true, Confirm: true, Facts: []Fact{{Name: "member", Kind: FactMember, Before: o.Member, After: m.Member}},
		State: o.State(), Says: fmt.Sprintf("the member account of %s is %q", name, m.Member), Still: stillOf(ctx, name),
		Does: func(tx *store.Tx, _ Decision) error {
			return operatordb.New(tx).SetMember(ctx, m.Member, name)
		},
	}, nil
}
