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
	settings, err := settingsOf(ctx, q)
	if err != nil {
		return err
	}
	m, err := q.LockMember(ctx, member)
	if err != nil {
		return fmt.Errorf("spin: grant coins of a deposit: %w", err)
	}
	if _, err := q.GrantOf(ctx, sourceDeposit, inflow); !store.NotFound(err) {
		return err // nil: granted before
	}
	earned, rest, err := earnedTx(ctx, tx, settings, m, amount)
	if err != nil {
		return err
	}
	paid := min(earned, m.Owed)
	grant := spindb.AddGrantParams{
		ID: id.Text(16), Member: member, Source: sourceDeposit, Reference: inflow,
		Coins: earned, Pending: earned - paid, Spent: paid, Worth: earned*int64(settings.Per) + rest - m.Rest,
		GrantedAt: clock.MicrosOf(tx.Now), ExpiresAt: clock.MicrosOf(tx.Now.Add(settings.life())),
	}
	if settings.AtOnce {
		grant.Usable, grant.Pending = grant.Pending, 0
	}
	if _, err := q.AddGrant(ctx, grant); err != nil {
		return fmt.Errorf("spin: grant coins of a deposit: %w", err)
	}
	m.Rest, m.Owed = rest, m.Owed-paid
	return setMember(ctx, q, m)
}

// earnedTx returns how many coins an amount earns, and the remainder that counts for the next deposit.
func earnedTx(
	ctx context.Context, tx *store.Tx, settings Settings, m spindb.CoinMember, amount money.Amount,
) (earned, rest int64, err error) {
	q := spindb.New(tx)
	pool := m.Rest + int64(amount)
	earned, rest = pool/int64(settings.Per), pool%int64(settings.Per)
	if settings.First > earned {
		before, err := q.CountGrants(ctx, m.Member, sourceDeposit)
		if err != nil {
			return 0, 0, fmt.Errorf("spin: grant coins of a deposit: %w", err)
		}
		if before == 0 {
			earned = settings.First
		}
	}
	today, err := q.GrantedSince(ctx, m.Member, sourceDeposit, clock.MicrosOf(clock.Day(tx.Now)))
	if err != nil {
		return 0, 0, fmt.Errorf("spin: grant coins of a deposit: %w", err)
	}
	return max(0, min(earned, settings.PerDay-today)), rest, nil
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
	paid := min(coins, m.Owed)
	n, err := q.AddGrant(ctx, spindb.AddGrantParams{
		ID: id.Text(16), Member: member, Source: sourceCoupon, Reference: coupon, Coins: coins, Usable: coins - paid, Spent: paid,
		GrantedAt: clock.MicrosOf(tx.Now), ExpiresAt: clock.MicrosOf(tx.Now.Add(settings.life())),
	})
	if err != nil {
		return fmt.Errorf("spin: grant coins of a coupon: %w", err)
	}
	if n == 0 {
		return nil // given before
	}
	m.Owed -= paid
	return setMember(ctx, q, m)
}
