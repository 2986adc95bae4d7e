package wallet

import (
	"context"
	"fmt"

	"krapao/game"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/money"
)

// UpperBoundTx returns the most that a member can have by the books alone, with the open stakes that its games report. No
// game is called. It returns false where the books can't say: a transfer is under way or doubtful, or a game may have
// stakes that nobody reports. It locks the wallet, so that no deposit comes in between for the rest of the transaction.
func (s *Service) UpperBoundTx(ctx context.Context, tx *store.Tx, member string) (money.Amount, bool, error) {
	if err := s.books.LockTx(ctx, tx, ledger.Wallet(member)); err != nil {
		return 0, false, err
	}
	wallet, err := s.books.BalanceTx(ctx, tx, ledger.Wallet(member))
	if err != nil {
		return 0, false, fmt.Errorf("wallet: read a balance: %w", err)
	}
	pending, err := s.books.Pending(ctx, member)
	if err != nil {
		return 0, false, fmt.Errorf("wallet: read pending transfers: %w", err)
	}
	for _, t := range pending {
		if t.Kind == game.KindIn || t.Kind == game.KindOut {
			return 0, false, nil
		}
	}
	t := Total{}
	if err := s.addDoubtful(ctx, tx, member, &t); err != nil || t.MaybeIn != 0 || t.MaybeOut != 0 {
		return 0, false, err
	}
	held, sure, err := s.heldByGames(ctx, member)
	return wallet.Available() + held, sure, err
}

// heldByGames sums what the games hold for a member at their last readings, with open stakes. sure is false if a game may
// have stakes that it does not report.
func (s *Service) heldByGames(ctx context.Context, member string) (sum money.Amount, sure bool, err error) {
	slots, err := s.games.Balances.Slots(ctx, member)
	if err != nil {
		return 0, false, err
	}
	holdings, err := s.games.Balances.Holdings(ctx, member)
	if err != nil {
		return 0, false, err
	}
	for _, h := range holdings {
		if mayHideStakes(h.Account, strictest(slots, h.Account.Provider), s.store.Now()) {
			return 0, false, nil
		}
		sum += h.Memo.Posted + h.Account.Outstanding.Baht(h.Account.Factor)
	}
	return sum, true, nil
}
