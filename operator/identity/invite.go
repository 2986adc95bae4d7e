package identity

import (
	"context"
	"fmt"
	"time"

	"krapao/internal/clock"
	"krapao/internal/id"
	"krapao/internal/store"
	"krapao/operator"
	"krapao/operator/audit"
	"krapao/operator/internal/identitydb"
)

const (
	// invitationLife is how long an invitation counts.
	invitationLife = 24 * time.Hour
	// recoverWait is how long the others see an invitation from the node before it counts.
	recoverWait = 30 * time.Minute
	// node decides where only the owner of the machine can: it is no operator's name.
	node = operator.Node
)

// Invited is an invitation that was just made.
type Invited struct {
	// Secret is what whoever has it sets the operator's secrets with, once. Nobody can show it again.
	Secret string
	// From is when it begins to count, and EndsAt when it ends.
	From, EndsAt time.Time
}

// Init invites the first chief of a house, or of one from before operators had secrets. It works while no chief who may act
// has a secret, and it is for the owner of the machine alone. In a new house it adds the chief.
func (s *Service) Init(ctx context.Context, name string) (in Invited, err error) {
	err = s.store.Write(ctx, func(tx *store.Tx) error {
		if err := s.log.LockTx(ctx, tx); err != nil { // one at a time
			return err
		}
		n, err := identitydb.New(tx).ChiefsWithSecret(ctx, clock.MicrosOf(tx.Now))
		if err != nil {
			return fmt.Errorf("identity: init: %w", err)
		}
		if n > 0 {
			return fmt.Errorf("%w: a chief can sign in already, and invites the others (krapao operator invite)", ErrInvited)
		}
		in, err = s.ofNodeTx(ctx, tx, name, "operator.init", 0)
		return err
	})
	return in, err
}

// Recover invites a chief that can't sign in any more, or one more where fewer than two are left. It is for the owner of
// the machine alone. Everybody sees it in the audit log before it counts.
func (s *Service) Recover(ctx context.Context, name string) (in Invited, err error) {
	err = s.store.Write(ctx, func(tx *store.Tx) error {
		in, err = s.ofNodeTx(ctx, tx, name, "operator.recover", recoverWait)
		return err
	})
	return in, err
}

func (s *Service) ofNodeTx(ctx context.Context, tx *store.Tx, name, action string, wait time.Duration) (Invited, error) {
	if err := s.staff.ChiefTx(ctx, tx, name, tx.Now.Add(wait)); err != nil {
		return Invited{}, err
	}
	in, err := freshTx(ctx, tx, name, node, wait)
	if err != nil {
		return Invited{}, err
	}
	return in, s.log.AppendTx(ctx, tx, audit.Entry{
		By: node, Action: action, Subject: name, Reason: "by the owner of the machine, over the node's own socket",
	})
}

// Invite invites an operator that has no way in: one chief decides. ErrInvited: it has one, and new secrets beside or in place
// of that are for two (KindReset).
func (s *Service) Invite(ctx context.Context, d operator.Decision) (in Invited, err error) {
	_, err = s.staff.Decide(ctx, d, operator.Action{
		Name: "operator.invite", Needs: operator.Chief, Says: d.Subject + " is invited",
		Does: func(tx *store.Tx) error {
			q := identitydb.New(tx)
			p, err := s.person(ctx, q, d.Subject)
			if err != nil {
				return err
			}
			if !p.may(tx.Now) {
				return fmt.Errorf("%w: %q", operator.ErrUnknownOperator, d.Subject)
			}
			has, err := s.held(ctx, q, p.Name)
			if err != nil {
				return err
			}
			if has.Any() {
				return fmt.Errorf("%w: %s can sign in already", ErrInvited, d.Subject)
			}
			in, err = freshTx(ctx, tx, d.Subject, d.By, 0)
			return err
		},
	})
	return in, err
}

// freshTx makes an invitation whose secret is told now.
func freshTx(ctx context.Context, tx *store.Tx, name, by string, wait time.Duration) (Invited, error) {
	in := Invited{Secret: id.Secret(), From: tx.Now.Add(wait), EndsAt: tx.Now.Add(wait + invitationLife)}
	return in, inviteTx(ctx, tx, name, by, hash("invitation", in.Secret), in)
}

// inviteTx adds an invitation with a secret's hash, in place of the operator's former ones.
func inviteTx(ctx context.Context, tx *store.Tx, name, by, hash string, in Invited) error {
	q := identitydb.New(tx)
	if err := q.EndInvitations(ctx, clock.MicrosOf(tx.Now), name); err != nil {
		return fmt.Errorf("identity: invite: %w", err)
	}
	if err := q.AddInvitation(ctx, identitydb.AddInvitationParams{
		Hash: hash, Operator: name, MadeBy: by, MadeAt: clock.MicrosOf(tx.Now),
		CountsFrom: clock.MicrosOf(in.From), EndsAt: clock.MicrosOf(in.EndsAt),
	}); err != nil {
		return fmt.Errorf("identity: invite: %w", err)
	}
	return nil
}

// Invitation is an invitation that counts.
type Invitation struct {
	Name   string
	Role   operator.Role
	By     string
	EndsAt time.Time
}

// Invitation returns the invitation with a secret. ErrInvitation.
func (s *Service) Invitation(ctx context.Context, secret string) (Invitation, error) {
	return s.invitation(ctx, identitydb.New(s.store.DB()), hash("invitation", secret), s.store.Now())
}

func (s *Service) invitation(ctx context.Context, q *identitydb.Queries, hash string, now time.Time) (Invitation, error) {
	row, err := q.Invitation(ctx, hash)
	if store.NotFound(err) {
		return Invitation{}, ErrInvitation
	}
	if err != nil {
		return Invitation{}, fmt.Errorf("identity: invitation: %w", err)
	}
	// A wait that others rely on is not shortened by a clock that leaps.
	wait := row.CountsFrom.Time().Sub(row.MadeAt.Time())
	if row.UsedAt > 0 || !now.Before(row.EndsAt.Time()) || wait > 0 && now.Before(s.store.CountFrom(row.MadeAt.Time()).Add(wait)) {
		return Invitation{}, ErrInvitation
	}
	p, err := s.person(ctx, q, row.Operator)
	if err != nil {
		return Invitation{}, err
	}
	if !p.may(now) {
		return Invitation{}, ErrInvitation
	}
	return Invitation{Name: p.Name, Role: operator.Role(p.Role), By: row.MadeBy, EndsAt: row.EndsAt.Time()}, nil
}
