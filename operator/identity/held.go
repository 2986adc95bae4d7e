package identity

import (
	"context"
	"fmt"
	"time"

	"krapao/internal/store"
	"krapao/operator/internal/identitydb"
)

// Held is which secrets an operator has, and never what they are.
type Held struct {
	// PasswordAt is when its password was set, and TOTPSince since when its telephone shows codes; zero: it has none.
	PasswordAt, TOTPSince time.Time
	RecoveryLeft          int64
	Passkeys              []Passkey
	// OIDC: it signs in by the house's OpenID provider, too.
	OIDC bool
}

// Passkey is one of an operator's.
type Passkey struct {
	ID, Name string
	// UsedAt is zero for one that was not used yet. BackedUp: it is kept beside its device, too.
	CreatedAt, UsedAt time.Time
	BackedUp          bool
}

// Any reports whether an operator has a way in.
func (h Held) Any() bool { return !h.PasswordAt.IsZero() || len(h.Passkeys) > 0 || h.OIDC }

// Held returns which secrets an operator has.
func (s *Service) Held(ctx context.Context, name string) (Held, error) {
	return s.held(ctx, identitydb.New(s.store.DB()), name)
}

func (s *Service) held(ctx context.Context, q *identitydb.Queries, name string) (Held, error) {
	row, err := q.SecretsOf(ctx, name) // an operator of the demo has none
	if err != nil && !store.NotFound(err) {
		return Held{}, fmt.Errorf("identity: %w", err)
	}
	left, err := q.RecoveryLeft(ctx, name)
	if err != nil {
		return Held{}, fmt.Errorf("identity: recovery codes: %w", err)
	}
	h := Held{PasswordAt: row.PasswordAt.Time(), TOTPSince: row.TotpSince.Time(), RecoveryLeft: left}
	if h.OIDC, err = s.ByProvider().has(ctx, q, name); err != nil {
		return Held{}, err
	}
	keys, err := q.PasskeysOf(ctx, name)
	if err != nil {
		return Held{}, fmt.Errorf("identity: passkeys: %w", err)
	}
	for _, k := range keys {
		h.Passkeys = append(h.Passkeys, Passkey{k.ID, k.Name, k.CreatedAt.Time(), k.UsedAt.Time(), k.BackedUp})
	}
	return h, nil
}
