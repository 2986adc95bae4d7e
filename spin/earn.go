package spin

import (
	"context"
	"fmt"

	"krapao/internal/clock"
	"krapao/internal/id"
	"krapao/internal/store"
	spinq "krapao/internal/store/q/spin"
	"krapao/money"
)

// EarnTx grants the coins of a deposit in the commit that credits it, once per arrival.
func (s *Service) EarnTx(ctx context.Context, tx *store.Tx, member, inflow string, amount money.Amount) error {
	q := spinq.New(tx)
	settings, err := settingsOf(ctx, q)
	if err != nil {
		return err
	}
	m, err := q.LockMember(ctx, member)
	if err != nil {
		return fmt.Errorf("spin: earn: %w", err)
	}
	if _, err := q.GrantOf(ctx, sourceDeposit, inflow); !store.NotFound(err) {
		return err // nil: it was granted before
	}
	earned, rest, err := earnedTx(ctx, tx, settings, m, amount)
	if err != nil {
		return err
	}
	paid := min(earned, m.Owed)
	grant := spinq.AddGrantParams{
		ID: id.Text(16), Member: member, Source: sourceDeposit, Reference: inflow, Coins: earned, Pending: earned - paid,
		Cancelled: paid, Rest: rest - m.Rest, GrantedAt: tx.Now.UnixMicro(), ExpiresAt: tx.Now.Add(settings.life()).UnixMicro(),
	}
	if settings.AtOnce {
		grant.Usable, grant.Pending = grant.Pending, 0
	}
	if _, err := q.AddGrant(ctx, grant); err != nil {
		return fmt.Errorf("spin: earn: %w", err)
	}
	m.Rest, m.Owed = rest, m.Owed-paid
	return setMember(ctx, q, m)
}

// earnedTx is how many coins an amount earns, and what is left over for the next.
func earnedTx(ctx context.Context, tx *store.Tx, settings Settings, m spinq.CoinMember, amount money.Amount) (earned, rest int64, err error) {
	q := spinq.New(tx)
	pool := m.Rest + int64(amount)
	earned, rest = pool/int64(settings.Per), pool%int64(settings.Per)
	if settings.First > earned {
		before, err := q.CountGrants(ctx, m.Member, sourceDeposit)
		if err != nil {
			return 0, 0, fmt.Errorf("spin: earn: %w", err)
		}
		if before == 0 {
			earned = settings.First
		}
	}
	today, err := q.GrantedSince(ctx, m.Member, sourceDeposit, clock.Day(tx.Now).UnixMicro())
	if err != nil {
		return 0, 0, fmt.Errorf("spin: earn: %w", err)
	}
	return max(0, min(earned, settings.PerDay-today)), rest, nil
}

// UndoTx takes a deposit's coins back, because the deposit was. Those that were spent come out of the member's other
// coins, and what these lack is owed.
func (s *Service) UndoTx(ctx context.Context, tx *store.Tx, inflow string) error {
	q := spinq.New(tx)
	g, err := q.GrantOf(ctx, sourceDeposit, inflow)
	if store.NotFound(err) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("spin: undo: %w", err)
	}
	settings, err := settingsOf(ctx, q)
	if err != nil {
		return err
	}
	m, err := q.LockMember(ctx, g.Member)
	if err != nil {
		return fmt.Errorf("spin: undo: %w", err)
	}
	if g, err = q.GrantOf(ctx, sourceDeposit, inflow); err != nil || g.UndoneAt != 0 {
		return err
	}
	missing := g.Spent
	g.Cancelled += g.Pending + g.Usable
	g.Pending, g.Usable, g.UndoneAt = 0, 0, tx.Now.UnixMicro()
	if err := setGrant(ctx, q, g); err != nil {
		return err
	}
	// What the deposit left over may have helped a later one to a coin: then that coin goes, too.
	for m.Rest -= g.Rest; m.Rest < 0; m.Rest += int64(settings.Per) {
		missing++
	}
	short, err := takeTx(ctx, tx, g.Member, missing)
	if err != nil {
		return err
	}
	m.Owed += short
	return setMember(ctx, q, m)
}

// takeTx cancels coins of a member whose row is locked, pending ones first and the newest first, and returns how many
// were not there.
func takeTx(ctx context.Context, tx *store.Tx, member string, n int64) (short int64, err error) {
	if n, err = cancelTx(ctx, tx, member, n); err != nil || n == 0 {
		return n, err
	}
	q := spinq.New(tx)
	grants, err := q.LiveGrants(ctx, member, tx.Now.UnixMicro())
	if err != nil {
		return n, fmt.Errorf("spin: %w", err)
	}
	for i := len(grants) - 1; i >= 0 && n > 0; i-- {
		g := grants[i]
		part := min(n, g.Usable)
		g.Usable, g.Cancelled, n = g.Usable-part, g.Cancelled+part, n-part
		if err := setGrant(ctx, q, g); err != nil {
			return n, err
		}
	}
	return n, nil
}

// cancelTx cancels pending coins, the newest first, and returns how many were not there.
func cancelTx(ctx context.Context, tx *store.Tx, member string, n int64) (short int64, err error) {
	if n == 0 {
		return 0, nil
	}
	q := spinq.New(tx)
	grants, err := q.LiveGrants(ctx, member, tx.Now.UnixMicro())
	if err != nil {
		return n, fmt.Errorf("spin: %w", err)
	}
	for i := len(grants) - 1; i >= 0 && n > 0; i-- {
		g := grants[i]
		part := min(n, g.Pending)
		g.Pending, g.Cancelled, n = g.Pending-part, g.Cancelled+part, n-part
		if err := setGrant(ctx, q, g); err != nil {
			return n, err
		}
	}
	return n, nil
}

func setGrant(ctx context.Context, q *spinq.Queries, g spinq.CoinGrant) error {
	err := q.SetGrant(ctx, spinq.SetGrantParams{
		Pending: g.Pending, Usable: g.Usable, Spent: g.Spent, Cancelled: g.Cancelled, UndoneAt: g.UndoneAt, ID: g.ID,
	})
	if err != nil {
		return fmt.Errorf("spin: grant: %w", err)
	}
	return nil
}

func setMember(ctx context.Context, q *spinq.Queries, m spinq.CoinMember) error {
	err := q.SetMember(ctx, spinq.SetMemberParams{Rest: m.Rest, Played: m.Played, Owed: m.Owed, Member: m.Member})
	if err != nil {
		return fmt.Errorf("spin: member: %w", err)
	}
	return nil
}
