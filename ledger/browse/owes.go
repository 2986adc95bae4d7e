package browse

import (
	"context"
	"fmt"
	"time"

	"krapao/internal/store"
	"krapao/ledger"
)

// OwesSince returns since when a member owes something: when its debt last began. Zero: it never owed anything.
func (r *Reader) OwesSince(ctx context.Context, member string) (time.Time, error) {
	at, err := r.q().OwesSince(ctx, string(ledger.Owed(member)))
	if store.NotFound(err) {
		return time.Time{}, nil
	}
	if err != nil {
		return time.Time{}, fmt.Errorf("ledger: owes since: %w", store.MapError(err))
	}
	return at.Time(), nil
}
