package login

import (
	"context"
	"hash/fnv"
	"time"

	"krapao/internal/ratelimit"
	"krapao/internal/store"
)

// guesses limits who may try passwords how often, one at a time for each name.
type guesses struct {
	*ratelimit.Limiter
	limits  ratelimit.Limits
	turns   turns
	devices devices
}

// deviceLimit bounds wrong logins from a known device. A known device is exempt from the other limits, so that nobody can lock a
// member out of its own browser; this limit keeps it from guessing without end.
var deviceLimit = ratelimit.Limit{Name: "login-device", Count: 20, Per: time.Hour}

// charges are the limits that a wrong login counts against. They are the same whether or not the account exists. device is
// hashed.
func (g *guesses) charges(ctx context.Context, member, device, number, address string) ([]ratelimit.Charge, error) {
	known, err := g.devices.knows(ctx, member, device)
	if err != nil {
		return nil, err
	}
	if known {
		return []ratelimit.Charge{deviceLimit.On(member, device)}, nil
	}
	return []ratelimit.Charge{
		g.limits.LoginUsernameAddress.From(address, number),
		g.limits.LoginUsername.On(number),
		g.limits.LoginAddress.From(address),
	}, nil
}

// UnlockTx resets the login limits of a phone, in the commit of an operator's decision. addresses: also its limits at these
// addresses.
func (s *Service) UnlockTx(ctx context.Context, tx *store.Tx, phone string, addresses ...string) error {
	charges := []ratelimit.Charge{s.guesses.limits.LoginUsername.On(phone)}
	for _, a := range addresses {
		charges = append(charges, s.guesses.limits.LoginUsernameAddress.From(a, phone))
	}
	return s.guesses.ResetTx(ctx, tx, charges...)
}

// turns lets one login at a time work on a name.
type turns []chan struct{}

func newTurns() turns {
	t := make(turns, 256)
	for i := range t {
		t[i] = make(chan struct{}, 1)
	}
	return t
}

func (t turns) take(ctx context.Context, name string) (leave func(), err error) {
	h := fnv.New32a()
	_, _ = h.Write([]byte(name))
	turn := t[h.Sum32()%uint32(len(t))]
	select {
	case turn <- struct{}{}:
		return func() { <-turn }, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}
