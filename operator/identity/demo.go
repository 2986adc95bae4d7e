package identity

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"krapao/fault"
	"krapao/internal/store"
	"krapao/operator"
	"krapao/operator/audit"
	"krapao/operator/internal/identitydb"
)

// ByDemo is one press of a button, by an operator of a demo (Deps.Demo). It shows nothing of who presses: a demo has play money.
const ByDemo Way = "demo"

// Demo signs the operators of a demo in (Deps.Demo); outside of a demo there is none. It is safe for concurrent use.
type Demo struct{ s *Service }

// DemoOf is the demo of a service.
func DemoOf(s *Service) Demo { return Demo{s} }

// Open makes the demo's operators chiefs. In a house that has its own chiefs already it adds nobody.
func (d Demo) Open(ctx context.Context) error {
	s := d.s
	if len(s.demo) == 0 {
		return nil
	}
	return s.store.Write(ctx, func(tx *store.Tx) error {
		if err := s.log.LockTx(ctx, tx); err != nil { // one node at a time
			return err
		}
		for _, name := range s.demo {
			if err := d.addTx(ctx, tx, name); err != nil {
				return err
			}
		}
		return nil
	})
}

func (d Demo) addTx(ctx context.Context, tx *store.Tx, name string) error {
	s := d.s
	p, err := s.person(ctx, identitydb.New(tx), name)
	if err != nil || p.Name != "" {
		return err
	}
	err = s.staff.ChiefTx(ctx, tx, name, tx.Now)
	if errors.Is(err, operator.ErrName) {
		return nil
	}
	if err != nil {
		return err
	}
	return s.log.AppendTx(ctx, tx, audit.Entry{
		By: node, Action: "operator.demo", Subject: name, Reason: "an operator of the demo, who signs in by one press",
	})
}

// Operators are those who sign in by one press. One who has set secrets of its own is no longer among them.
func (d Demo) Operators(ctx context.Context) ([]operator.Operator, error) {
	s := d.s
	var list []operator.Operator
	q := identitydb.New(s.store.DB())
	for _, name := range s.demo {
		p, err := s.person(ctx, q, name)
		if err != nil {
			return nil, err
		}
		if d.has(p) && p.may(s.store.Now()) {
			list = append(list, operator.Operator{Name: p.Name, Role: operator.Role(p.Role), Active: p.Active, From: p.EffectiveAt.Time()})
		}
	}
	return list, nil
}

// has reports whether a person is an operator of the demo, and has no secrets of its own.
func (d Demo) has(p person) bool { return slices.Contains(d.s.demo, p.Name) && !p.enrolled() }

// SignIn signs in as an operator of the demo, by its name alone. WRONG_CREDENTIAL: it is none. INACTIVE_USER.
func (d Demo) SignIn(ctx context.Context, name string, from Origin) (signed Signed, err error) {
	s := d.s
	err = s.store.Write(ctx, func(tx *store.Tx) error {
		p, err := s.person(ctx, identitydb.New(tx), name)
		if err != nil {
			return err
		}
		if !d.has(p) {
			return wrong()
		}
		if !p.may(tx.Now) {
			return fault.New(fault.INACTIVE_USER, "%s may not act", p.Name)
		}
		from.Way = ByDemo
		signed, err = s.beginTx(ctx, tx, p, p.Stamp, from)
		return err
	})
	if err != nil {
		return Signed{}, fmt.Errorf("identity: demo: %w", err)
	}
	return signed, nil
}
