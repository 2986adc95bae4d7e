package play_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/money"
	"krapao/play"
	"krapao/spin"
)

const baht = money.Baht

// box is the area on a real store, with the wheel's coins, and with a clock that the test moves.
type box struct {
	t     *testing.T
	now   *clock.Fake
	db    *store.Store
	play  *play.Service
	coins *spin.Service
}

func each(t *testing.T, test func(b *box)) {
	t.Helper()
	storetest.EachAt(t, time.Date(2026, 11, 20, 5, 0, 0, 0, time.UTC), func(t *testing.T, s *store.Store, now *clock.Fake) {
		db := s
		coins := spin.New(spin.Deps{Store: db})
		test(&box{t: t, now: now, db: db, play: play.New(db, coins), coins: coins})
	})
}

func (b *box) in(body func(ctx context.Context, tx *store.Tx) error) {
	b.t.Helper()
	if err := b.db.Write(b.t.Context(), func(tx *store.Tx) error { return body(b.t.Context(), tx) }); err != nil {
		b.t.Fatal(err)
	}
}

// credit is a deposit as the deposit area credits it: into U, then for coins.
func (b *box) credit(member, inflow string, amount money.Amount) {
	b.t.Helper()
	b.in(func(ctx context.Context, tx *store.Tx) error {
		if err := b.play.CreditedTx(ctx, tx, member, inflow, amount); err != nil {
			return err
		}
		return b.coins.EarnTx(ctx, tx, member, inflow, amount)
	})
	b.now.Advance(time.Second)
}

func (b *box) round(member string, turnover money.Amount, ago time.Duration) play.Added {
	at := b.now.Now().Add(-ago)
	return play.Added{Member: member, Since: at, BetAt: at, Turnover: turnover}
}

func (b *box) played(list ...play.Added) {
	b.t.Helper()
	b.in(func(ctx context.Context, tx *store.Tx) error { return b.play.PlayedTx(ctx, tx, list) })
}

func (b *box) seen(member string, total money.Amount) {
	b.t.Helper()
	b.in(func(ctx context.Context, tx *store.Tx) error { return b.play.SeenTx(ctx, tx, member, total) })
}

func (b *box) has(member string, unplayed money.Amount, usable, pending int64) {
	b.t.Helper()
	u, err := b.play.Unplayed(b.t.Context(), member)
	if err != nil || u != unplayed {
		b.t.Errorf("%s: %s is not played, want %s (%v)", member, u, unplayed, err)
	}
	c, err := b.coins.Coins(b.t.Context(), member)
	if err != nil || c.Usable != usable || c.Pending != pending {
		b.t.Errorf("%s has %d usable and %d pending coins, want %d and %d (%v)", member, c.Usable, c.Pending, usable, pending, err)
	}
}

func TestRoundsLessenWhatWasThereWhenTheyWereMade(t *testing.T) {
	t.Parallel()
	each(t, func(b *box) {
		b.has("A", 0, 0, 0)
		b.credit("A", "i1", 1_000*baht)
		b.credit("A", "i1", 1_000*baht) // the same arrival
		b.has("A", 1_000*baht, 0, 2)
		b.played(b.round("A", 499*baht, 0), b.round("B", 9_000*baht, 0))
		b.has("A", 501*baht, 0, 2)
		b.has("B", 0, 0, 0)
		b.played(b.round("A", baht, 0))
		b.has("A", 500*baht, 1, 1)
		b.played(b.round("A", -300*baht, 0)) // a void round adds nothing to U
		b.has("A", 500*baht, 1, 1)
		b.now.Advance(time.Hour)
		b.credit("A", "i2", 2_000*baht)
		b.played(b.round("A", 3_000*baht, time.Hour)) // reported late: the second deposit was later than the round
		b.has("A", 2_000*baht, 2, 4)
		b.played(b.round("A", 1_999*baht, 0))
		b.has("A", baht, 5, 1)
		b.played(b.round("A", 10_000*baht, 0))
		b.has("A", 0, 6, 0)
		b.played(b.round("A", 10_000*baht, 0))
		b.credit("A", "i3", 500*baht) // play before it does not count for it
		b.has("A", 500*baht, 6, 1)
	})
}

// A bet at the instant of the credit counts; one a microsecond earlier does not.
func TestTheInstantOfTheCredit(t *testing.T) {
	t.Parallel()
	each(t, func(b *box) {
		at := b.now.Now()
		b.credit("A", "i1", 100*baht)
		before := at.Add(-time.Microsecond)
		b.played(play.Added{Member: "A", Since: before, BetAt: before, Turnover: 10 * baht})
		b.has("A", 100*baht, 0, 0)
		b.played(play.Added{Member: "A", Since: before, BetAt: at, Turnover: 10 * baht}) // a counter that may have grown before
		b.has("A", 100*baht, 0, 0)
		b.played(play.Added{Member: "A", Since: at, BetAt: at, Turnover: 10 * baht})
		b.has("A", 90*baht, 0, 0)
	})
}

func TestReadingsCountWhereNothingIsReported(t *testing.T) {
	t.Parallel()
	each(t, func(b *box) {
		b.credit("A", "i1", 1_000*baht)
		change := func(amount money.Amount) {
			b.in(func(ctx context.Context, tx *store.Tx) error {
				return b.play.ChangedTx(ctx, tx, "A", b.now.Now(), b.now.Now(), amount)
			})
		}
		change(-400 * baht)
		b.has("A", 600*baht, 0, 2)
		change(100 * baht)
		b.has("A", 500*baht, 1, 1)
		change(0)
		b.has("A", 500*baht, 1, 1)
	})
}

func TestUIsNeverAboveWhatTheMemberHas(t *testing.T) {
	t.Parallel()
	each(t, func(b *box) {
		b.credit("A", "i1", 1_000*baht)
		b.credit("A", "i2", 500*baht)
		b.seen("A", 2_000*baht)
		b.has("A", 1_500*baht, 0, 3)
		b.seen("A", 900*baht) // the newest lot is cut first, and a cut makes no coin usable
		b.has("A", 900*baht, 0, 3)
		b.played(b.round("A", 500*baht, 2*time.Second)) // of the first
		b.has("A", 400*baht, 1, 2)
		b.seen("A", 0)
		b.has("A", 0, 1, 2)
		b.seen("nobody", 0)
	})
}

func TestADepositThatIsTakenBackIsNoPlay(t *testing.T) {
	t.Parallel()
	each(t, func(b *box) {
		b.credit("A", "i1", 1_000*baht)
		b.credit("A", "i2", 300*baht)
		for _, inflow := range []string{"i1", "i1", "nobody's"} {
			b.in(func(ctx context.Context, tx *store.Tx) error { return b.play.ReversedTx(ctx, tx, inflow) })
		}
		b.has("A", 300*baht, 0, 2)
	})
}

// It is one commit: where it fails, neither U nor the coins have changed.
func TestUAndCoinsAreOneCommit(t *testing.T) {
	t.Parallel()
	each(t, func(b *box) {
		b.credit("A", "i1", 1_000*baht)
		broken := errors.New("broken")
		err := b.db.Write(b.t.Context(), func(tx *store.Tx) error {
			if err := b.play.PlayedTx(b.t.Context(), tx, []play.Added{b.round("A", 1_000*baht, 0)}); err != nil {
				return err
			}
			return broken
		})
		if !errors.Is(err, broken) {
			b.t.Fatal(err)
		}
		b.has("A", 1_000*baht, 0, 2)
	})
}

// Reports with the same members in any order, and stable totals at the same time, don't deadlock, and each satang of play counts
// once.
func TestParallelReports(t *testing.T) {
	t.Parallel()
	each(t, func(b *box) {
		members := []string{"A", "B", "C", "D"}
		for _, m := range members {
			b.credit(m, "in-"+m, 10_000*baht)
		}
		var g sync.WaitGroup
		for i := range 20 {
			g.Go(func() {
				list := []play.Added{}
				for n := range members {
					list = append(list, b.round(members[(n+i)%len(members)], 100*baht, 0))
				}
				err := b.db.Write(b.t.Context(), func(tx *store.Tx) error { return b.play.PlayedTx(b.t.Context(), tx, list) })
				if err != nil {
					b.t.Error(fmt.Errorf("report %d: %w", i, err))
				}
			})
			g.Go(func() {
				err := b.db.Write(b.t.Context(), func(tx *store.Tx) error {
					return b.play.SeenTx(b.t.Context(), tx, members[i%len(members)], 10_000*baht)
				})
				if err != nil {
					b.t.Error(err)
				}
			})
		}
		g.Wait()
		for _, m := range members {
			b.has(m, 8_000*baht, 4, 16)
		}
	})
}
