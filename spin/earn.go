package spin

import (
	"context"
	"fmt"

	"krapao/internal/clock"
	"krapao/internal/id"
	"krapao/internal/store"
	"krapao/money"
	"krapao/spin/internal/spindb"
)

// EarnTx grants the coins of a deposit, once per arrival, in the commit that credits the deposit.
func (s *Service) EarnTx(ctx context.Context, tx *store.Tx, member, inflow string, amount money.Amount) error {
	q := spindb.New(tx)
	if err := s.LockTx(ctx, tx, member); err != nil { // it is locked before it is read
		return err
	}
	f, err := q.EarnFacts(ctx, spindb.EarnFactsParams{
		Source: sourceDeposit, Reference: inflow, Since: clock.MicrosOf(clock.Day(tx.Now)), Member: member,
	})
	if err != nil {
		return fmt.Errorf("spin: grant coins of a deposit: %w", err)
	}
	if f.Granted {
		return nil
	}
	settings, err := settingsIn(f.Settings)
	if err != nil {
		return err
	}
	earned, rest := settings.earned(f, amount)
	paid := min(earned, f.Owed)
	grant := spindb.AddGrantParams{
		ID: id.Text(16), Member: member, Source: sourceDeposit, Reference: inflow,
		Coins: earned, Pending: earned - paid, Spent: paid, Worth: earned*int64(settings.Per) + rest - f.Rest,
		GrantedAt: clock.MicrosOf(tx.Now), ExpiresAt: clock.MicrosOf(tx.Now.Add(settings.life())),
	}
	if settings.AtOnce {
		grant.Usable, grant.Pending = grant.Pending, 0
	}
	if err := q.AddGrant(ctx, grant); err != nil {
		return fmt.Errorf("spin: grant coins of a deposit: %w", err)
	}
	if rest == f.Rest && paid == 0 {
		return nil
	}
	if err := q.SetEarned(ctx, member, rest, f.Owed-paid); err != nil {
		return fmt.Errorf("spin: save a member's coins: %w", err)
	}
	return nil
}

// earned returns how many coins an amount earns, and the remainder that counts for the next deposit.
func (s Settings) earned(f spindb.EarnFactsRow, amount money.Amount) (coins, rest int64) {
	pool := f.Rest + int64(amount)
	coins, rest = pool/int64(s.Per), pool%int64(s.Per)
	if !f.Other {
		coins = max(coins, s.First)
	}
	return max(0, min(coins, s.PerDay-f.Today)), rest
}

// giveTx grants the coins of a coupon, once per coupon. They are usable at once. Coins that the member owes are paid first.
func (s *Service) giveTx(ctx context.Context, tx *store.Tx, member, coupon string, coins int64) error {
	q := spindb.New(tx)
	settings, err := settingsOf(ctx, q)
	if err != nil {
		return err
	}
	m, err := q.LockMember(ctx, member)
	if err != nil {
		return fmt.Errorf("spin: grant coins of a coupon: %w", err)
	}
	if _, err := q.GrantOf(ctx, sourceCoupon, coupon); !store.NotFound(err) {
		return err // nil: given before
	}
	paid := min(coins, m.Owed)
	err = q.AddGrant(ctx, spindb.AddGrantParams{
		ID: id.Text(16), Member: member, Source: sourceCoupon, Reference: coupon, Coins: coins, Usable: coins - paid, Spent: paid,
		GrantedAt: clock.MicrosOf(tx.Now), ExpiresAt: clock.MicrosOf(tx.Now.Add(settings.life())),
	})
	if err != nil {
		return fmt.Errorf("spin: grant coins of a coupon: %w", err)
	}
	m.Owed -= paid
	return setMember(ctx, q, m)
}
