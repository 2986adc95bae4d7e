package refund

import (
	"context"
	"fmt"

	"krapao/internal/store"
	"krapao/ledger"
)

// ReceiveStands reports whether the answer to an earlier receive still holds: its money is still in the purse.
func (s *Service) ReceiveStands(ctx context.Context, member string, key ledger.Key) (bool, error) {
	_, err := s.q().ReceiveByOperation(ctx, key.String())
	if store.NotFound(err) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("refund: receive a refund: %w", err)
	}
	purse, err := s.Books.Balance(ctx, ledger.RefundPurse(member))
	return purse.Available() > 0, err
}
