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
}

// Held returns which secrets an operator has.
func (s *Service) Held(ctx context.Context, name string) (Held, error) {
	q := identitydb.New(s.store.DB())
	row, err := q.SecretsOf(ctx, name)
	if store.NotFound(err) {
		return Held{}, nil
	}
	if err != nil {
		return Held{}, fmt.Errorf("identity: %w", err)
	}
	left, err := q.RecoveryLeft(ctx, name)
	if err != nil {
		return Held{}, fmt.Errorf("identity: recovery codes: %w", err)
	}
	return Held{PasswordAt: row.PasswordAt.Time(), TOTPSince: row.TotpSince.Time(), RecoveryLeft: left}, nil
}
