package spin

import (
	"context"
	"fmt"

	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/spin/internal/spindb"
)

// UndoTx takes back the coins of a deposit that was taken back. Coins of it that were spent are taken from the member's other
// coins; the member owes the missing ones.
func (s *Service) UndoTx(ctx context.Context, tx *store.Tx, inflow string) error {
	q := spindb.New(tx)
	g, err := q.GrantOf(ctx, sourceDeposit, inflow)
	if store.NotFound(err) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("spin: take back a deposit's coins: %w", err)
	}
	settings, err := settingsOf(ctx, q)
	if err != nil {
		return err
	}
	m, err := q.LockMember(ctx, g.Member)
	if err != nil {
		return fmt.Errorf("spin: take back a deposit's coins: %w", err)
	}
	if g, err = q.GrantOf(ctx, sourceDeposit, inflow); err != nil || g.UndoneAt != 0 {
		return err
	}
	// The deposit's remainder may have helped a later deposit to a coin. Then one more coin is due than this grant has.
	due := int64(0)
	for m.Rest -= g.Worth; m.Rest < 0; m.Rest += int64(settings.Per) {
		due++
	}
	g.UndoneAt = clock.MicrosOf(tx.Now)
	spent, due := takeOwn(&g, due)
	if err := setGrant(ctx, q, g); err != nil {
		return err
	}
	for _, part := range []struct {
		n    int64
		move func(g *spindb.CoinGrant, n int64)
	}{
		{spent, func(g *spindb.CoinGrant, n int64) { g.Spent += n }}, // as if these had been spent instead
		{due, func(g *spindb.CoinGrant, n int64) { g.Taken += n }},
	} {
		missing, err := takeTx(ctx, tx, g.Member, part.n, part.move)
		if err != nil {
			return err
		}
		m.Owed += missing
	}
	return setMember(ctx, q, m)
}

// takeOwn takes the due coins from the grant that is undone. It returns how many of them were spent, and how many are still
// due. Coins that a withdrawal cancelled are gone already and are not due.
func takeOwn(g *spindb.CoinGrant, due int64) (spent, rest int64) {
	for _, from := range []*int64{&g.Pending, &g.Usable} {
		n := min(due, *from)
		*from, g.Taken, due = *from-n, g.Taken+n, due-n
	}
	due -= min(due, g.Cancelled)
	spent = min(due, g.Spent)
	g.Spent, g.Taken = g.Spent-spent, g.Taken+spent
	return spent, due - spent
}

// takeTx takes n coins of a member, pending ones first and the newest first, and returns how many were missing. move adds them
// to another state of the grant. The member's row must be locked.
func takeTx(
	ctx context.Context, tx *store.Tx, member string, n int64, move func(g *spindb.CoinGrant, n int64),
) (missing int64, err error) {
	if n == 0 {
		return 0, nil
	}
	pending := func(g *spindb.CoinGrant) *int64 { return &g.Pending }
	usable := func(g *spindb.CoinGrant) *int64 { return &g.Usable }
	for _, state := range []func(*spindb.CoinGrant) *int64{pending, usable} {
		if n, err = drainTx(ctx, tx, member, n, state, move); err != nil {
			return n, err
		}
	}
	return n, nil
}

// drainTx takes n coins in one state, the newest first, and returns how many were missing.
func drainTx(
	ctx context.Context, tx *store.Tx, member string, n int64,
	state func(*spindb.CoinGrant) *int64, move func(g *spindb.CoinGrant, n int64),
) (missing int64, err error) {
	q := spindb.New(tx)
	grants, err := q.LiveGrants(ctx, member, clock.MicrosOf(tx.Now))
	if err != nil {
		return n, fmt.Errorf("spin: read grants of coins: %w", err)
	}
	for i := len(grants) - 1; i >= 0 && n > 0; i-- {
		g := &grants[i]
		from := state(g)
		part := min(n, *from)
		if part == 0 {
			continue
		}
		*from, n = *from-part, n-part
		move(g, part)
		if err := setGrant(ctx, q, *g); err != nil {
			return n, err
		}
	}
	return n, nil
}

func setGrant(ctx context.Context, q *spindb.Queries, g spindb.CoinGrant) error {
	err := q.SetGrant(ctx, spindb.SetGrantParams{
		Pending: g.Pending, Usable: g.Usable, Spent: g.Spent, Cancelled: g.Cancelled, Taken: g.Taken, UndoneAt: g.UndoneAt, ID: g.ID,
	})
	if err != nil {
		return fmt.Errorf("spin: save a grant of coins: %w", err)
	}
	return nil
}

func setMember(ctx context.Context, q *spindb.Queries, m spindb.CoinMember) error {
	err := q.SetMember(ctx, spindb.SetMemberParams{Rest: m.Rest, Played: m.Played, Owed: m.Owed, Member: m.Member})
	if err != nil {
		return fmt.Errorf("spin: save a member's coins: %w", err)
	}
	return nil
}
