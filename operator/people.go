package operator

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"time"

	"krapao/internal/clock"
	"krapao/internal/id"
	"krapao/internal/store"
	"krapao/operator/internal/operatordb"
)

var nameForm = regexp.MustCompile(`^[a-z][a-z0-9.-]{1,31}$`)

// Operator is a named person who works for the house.
type Operator struct {
	Name   string
	Role   Role
	Member string
	Active bool
	// From is when it may act.
	From time.Time
}

// Operators lists all operators, by name.
func (s *Service) Operators(ctx context.Context) ([]Operator, error) {
	rows, err := operatordb.New(s.Store.DB()).Operators(ctx)
	if err != nil {
		return nil, fmt.Errorf("operator: %w", err)
	}
	list := make([]Operator, 0, len(rows))
	for _, o := range rows {
		list = append(list, Operator{
			Name: o.Name, Role: Role(o.Role), Member: o.Member, Active: o.Active, From: o.EffectiveAt.Time(),
		})
	}
	return list, nil
}

// Add adds an operator. Two chiefs must agree, and it may act after 30 minutes. Whoever has the shell adds the first two
// operators of a new house, who act at once, since there is nobody yet to agree.
func (s *Service) Add(ctx context.Context, d Decision, role Role, member string) (Outcome, error) {
	if !nameForm.MatchString(d.Subject) {
		return Outcome{}, fmt.Errorf("%w: %q", ErrName, d.Subject)
	}
	if ranks[role] == 0 {
		return Outcome{}, fmt.Errorf("%w: there is no role %q", ErrRole, role)
	}
	first, err := s.addFirst(ctx, d, role, member)
	if err != nil || first.Done {
		return first, err
	}
	return s.decide(ctx, d, act{
		name: "operator.add." + string(role), needs: Chief, two: true,
		says: fmt.Sprintf("%s is a %s and may act in %s", d.Subject, role, newOperatorWaits),
		does: func(tx *store.Tx) error { return addTx(ctx, tx, d.Subject, role, member, newOperatorWaits) },
	})
}

// addFirst adds one of the first two operators. They must be chiefs: otherwise nobody could ever add another.
func (s *Service) addFirst(ctx context.Context, d Decision, role Role, member string) (out Outcome, err error) {
	err = s.Store.Write(ctx, func(tx *store.Tx) error {
		out = Outcome{}
		q := operatordb.New(tx)
		if err := q.TouchHead(ctx); err != nil { // one at a time
			return err
		}
		n, err := q.CountOperators(ctx)
		if err != nil || n >= 2 {
			return err
		}
		switch {
		case role != Chief:
			return fmt.Errorf("%w: the first two operators are chiefs", ErrRole)
		case n == 0:
			d.By = d.Subject
		}
		if n == 1 {
			if err := s.mayTx(ctx, tx, d, act{name: "operator.add", needs: Chief}); err != nil {
				return err
			}
		} else if d.Reason == "" {
			return ErrReasonRequired
		}
		if err := addTx(ctx, tx, d.Subject, role, member, 0); err != nil {
			return err
		}
		out = Outcome{Done: true, Says: fmt.Sprintf("%s is a %s", d.Subject, role)}
		return s.appendTx(ctx, tx, entry{d, "operator.add", ""})
	})
	return out, err
}

func addTx(ctx context.Context, tx *store.Tx, name string, role Role, member string, wait time.Duration) error {
	n, err := operatordb.New(tx).AddOperator(ctx, operatordb.AddOperatorParams{
		Name: name, Role: string(role), Member: member,
		CreatedAt: clock.MicrosOf(tx.Now), EffectiveAt: clock.MicrosOf(tx.Now.Add(wait)),
	})
	if err == nil && n == 0 {
		return fmt.Errorf("%w: %q", ErrName, name)
	}
	return err
}

// Disable takes away an operator's rights at once. One chief decides.
func (s *Service) Disable(ctx context.Context, d Decision) (Outcome, error) {
	return s.decide(ctx, d, act{
		name: "operator.disable", needs: Chief, says: d.Subject + " may not act any more",
		does: func(tx *store.Tx) error {
			n, err := operatordb.New(tx).DisableOperator(ctx, d.Subject)
			if err == nil && n == 0 {
				return fmt.Errorf("%w: %q", ErrUnknownOperator, d.Subject)
			}
			return err
		},
	})
}

// Unlock lets a member log in again after too many wrong passwords. The subject is the member's phone.
func (s *Service) Unlock(ctx context.Context, d Decision) (Outcome, error) {
	member, err := s.Members.ByUsername(ctx, d.Subject)
	if err != nil {
		return Outcome{}, err
	}
	return s.auditThenDo(ctx, d, act{name: "member.unlock", needs: Support, member: member, says: "the member may log in again"},
		func() error { return s.Members.Unlock(ctx, member) })
}

// OneTimePassword gives a member a random password to log in with and change. All its sessions end, and for 24 hours
// operators review its withdrawals.
func (s *Service) OneTimePassword(ctx context.Context, d Decision) (password string, out Outcome, err error) {
	member, err := s.Members.ByUsername(ctx, d.Subject)
	if err != nil {
		return "", Outcome{}, err
	}
	password = id.Lower(12)
	out, err = s.auditThenDo(ctx, d, act{
		name: "member.password", needs: Support, member: member, says: "the password is set; all sessions ended",
	}, func() error { return s.Members.SetPassword(ctx, member, password) })
	if err != nil {
		return "", Outcome{}, err
	}
	return password, out, nil
}

// auditThenDo records the decision before the members' area commits its effect by itself: nothing happens that the audit log
// does not have. A failure is recorded, too.
func (s *Service) auditThenDo(ctx context.Context, d Decision, a act, do func() error) (Outcome, error) {
	a.does = func(*store.Tx) error { return nil }
	out, err := s.decide(ctx, d, a)
	if err != nil {
		return Outcome{}, err
	}
	if err := do(); err != nil {
		failed := s.Store.Write(context.WithoutCancel(ctx), func(tx *store.Tx) error {
			return s.appendTx(ctx, tx, entry{d, a.name + ".failed", a.member})
		})
		return Outcome{}, errors.Join(err, failed)
	}
	return out, nil
}
