package wallet

import (
	"context"
	"fmt"
	"time"

	"krapao/game"
	"krapao/ledger"
	"krapao/money"
)

// View is the member's money for GET /wallet. Profile and bank account are the member area's.
type View struct {
	// Amount is spendable, Reserved on its way out of the wallet, Held the member's but not spendable yet.
	Amount, Reserved, Held money.Amount
	// Owed is what the member owes after a reversal: withdrawals are limited to Amount less this.
	Owed money.Amount
	// Invite is in the purse of invite bonuses.
	Invite money.Amount
	Slots  []game.Slot
	// Total is Amount and what every provider account holds, each counted once.
	Total money.Amount
	// SyncedAt is when the member last refreshed all balances; zero: never.
	SyncedAt time.Time
}

// View returns the member's money by the books; it never calls a provider.
func (s *Service) View(ctx context.Context, member string) (View, error) {
	wallet, held, invite, owed := ledger.Wallet(member), ledger.Held(member), ledger.InvitePurse(member), ledger.Owed(member)
	balances, err := s.books.Balances(ctx, wallet, held, invite, owed)
	if err != nil {
		return View{}, fmt.Errorf("wallet: read balances: %w", err)
	}
	slots, err := s.games.Balances.Slots(ctx, member)
	if err != nil {
		return View{}, err
	}
	holdings, err := s.games.Balances.Holdings(ctx, member)
	if err != nil {
		return View{}, err
	}
	synced, err := s.games.Balances.RefreshedAt(ctx, member)
	if err != nil {
		return View{}, err
	}
	v := View{
		Amount: balances[wallet].Available(), Reserved: balances[wallet].Reserved,
		Held: balances[held].Posted, Owed: -balances[owed].Posted, Invite: balances[invite].Posted,
		Slots: slots, SyncedAt: synced,
	}
	v.Total = v.Amount
	for _, h := range holdings {
		v.Total += h.Memo.Posted
	}
	return v, nil
}
