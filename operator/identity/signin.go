package identity

import (
	"context"
	"fmt"
	"time"

	"krapao/fault"
	"krapao/internal/ratelimit"
	"krapao/internal/store"
	"krapao/operator"
	"krapao/operator/audit"
	"krapao/operator/internal/identitydb"
	"krapao/session"
)

// Password is the first step of a sign-in. Every name and every password gets a ticket for the second, after the same work.
// REQUEST_LIMIT: too many wrong ones, with the seconds to wait.
func (s *Service) Password(ctx context.Context, name, password string, from Origin) (ticket string, err error) {
	charged, err := s.limiter.Charge(ctx, s.charges(name, from)...)
	if err != nil {
		return "", err
	}
	p, err := s.person(ctx, identitydb.New(s.store.DB()), name)
	if err != nil {
		return "", err
	}
	phc, err := s.phc(p)
	if err != nil {
		return "", err
	}
	right, err := s.hasher.Matches(ctx, password, phc)
	if err != nil {
		return "", fmt.Errorf("identity: password: %w", err)
	}
	b := body{Name: name, Right: right && p.hasPassword(), Stamp: p.Stamp, From: from, Charged: charged}
	err = s.store.Write(ctx, func(tx *store.Tx) error {
		ticket, err = s.ticketTx(ctx, tx, second, b, secondLife)
		return err
	})
	return ticket, err
}

// charges are what a guess is charged to. On the node's own socket a guess is charged to the name there alone.
func (s *Service) charges(name string, from Origin) []ratelimit.Charge {
	if from.Node {
		return []ratelimit.Charge{s.limits.SigninNameAddress.On(name, "node")}
	}
	return []ratelimit.Charge{
		s.limits.SigninNameAddress.From(from.Address, name), s.limits.SigninName.On(name), s.limits.SigninAddress.From(from.Address),
	}
}

// Second is the second step of a sign-in, with a code of the telephone or a recovery code. WRONG_CREDENTIAL: the name, the
// password, the code or the ticket, and it does not say which; five end the ticket. INACTIVE_USER: all were right.
// REQUEST_LIMIT.
func (s *Service) Second(ctx context.Context, ticket string, way Way, code string) (Signed, error) {
	b, tries, live, err := s.try(ctx, second, ticket)
	if err != nil {
		return Signed{}, err
	}
	if !live {
		return Signed{}, wrong()
	}
	// The first code was charged with the password: a guess is both together.
	charged := b.Charged
	if tries > 1 {
		if charged, err = s.limiter.Charge(ctx, s.charges(b.Name, b.From)...); err != nil {
			return Signed{}, err
		}
	}
	var signed Signed
	if err := s.store.Write(ctx, func(tx *store.Tx) (err error) {
		signed, err = s.secondTx(ctx, tx, ticket, b, way, code)
		return err
	}); err != nil {
		return Signed{}, err
	}
	return signed, s.refund(ctx, charged, b)
}

func wrong() error { return fault.New(fault.WRONG_CREDENTIAL, "the name, the password or the code") }

// refund gives back the charge of a guess that was right.
func (s *Service) refund(ctx context.Context, charged time.Time, b body) error {
	return s.limiter.Refund(ctx, charged, s.charges(b.Name, b.From)...)
}

func (s *Service) secondTx(ctx context.Context, tx *store.Tx, ticket string, b body, way Way, code string) (Signed, error) {
	p, err := s.person(ctx, identitydb.New(tx), b.Name)
	if err != nil {
		return Signed{}, err
	}
	right, err := s.useCodeTx(ctx, tx, p, b.Right && b.Stamp == p.Stamp, way, code)
	if err != nil {
		return Signed{}, err
	}
	if !right {
		return Signed{}, wrong()
	}
	if used, err := useTx(ctx, tx, second, ticket); err != nil || !used {
		return Signed{}, orWrong(err)
	}
	if !p.may(tx.Now) {
		return Signed{}, fault.New(fault.INACTIVE_USER, "%s may not act", p.Name)
	}
	if b.From.Way = ByPassword; way == ByRecovery {
		b.From.Way = way
		if err := s.noteRecoveryTx(ctx, tx, p.Name, "signed in"); err != nil {
			return Signed{}, err
		}
	}
	return s.beginTx(ctx, tx, p, p.Stamp, b.From)
}

func orWrong(err error) error {
	if err != nil {
		return err
	}
	return wrong()
}

// noteRecoveryTx records that a recovery code was used: somebody who found the paper is noticed.
func (s *Service) noteRecoveryTx(ctx context.Context, tx *store.Tx, name, did string) error {
	left, err := identitydb.New(tx).RecoveryLeft(ctx, name)
	if err != nil {
		return fmt.Errorf("identity: recovery codes: %w", err)
	}
	return s.log.AppendTx(ctx, tx, audit.Entry{
		By: name, Action: "secret.recovery", Subject: name, Reason: fmt.Sprintf("%s by a recovery code; %d are left", did, left),
	})
}

// beginTx opens a person's session.
func (s *Service) beginTx(ctx context.Context, tx *store.Tx, p person, stamp int64, from Origin) (Signed, error) {
	token, begun, err := s.sessions.BeginTx(ctx, tx, session.Opening{
		Audience: session.Operator, Subject: p.Name, Stamp: stamp, Address: addressOf(from), Agent: from.Agent, Way: string(from.Way),
	})
	return Signed{
		Operator: operator.Operator{Name: p.Name, Role: operator.Role(p.Role), Active: p.Active, From: p.EffectiveAt.Time()},
		Session:  begun, Token: token,
	}, err
}
