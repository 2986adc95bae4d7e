package spin_test

import (
	"encoding/json"
	"fmt"
	"sync"
	"testing"
	"time"

	"pgregory.net/rapid"

	"krapao/fault"
	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/money"
	"krapao/spin"
)

const baht = money.Baht

// box is the service on a real store, with a clock that stands still.
type box struct {
	t   *testing.T
	now *clock.Fake
	db  *store.Store
	s   *spin.Service
}

// noon in Bangkok.
var noon = time.Date(2026, 11, 20, 5, 0, 0, 0, time.UTC)

func each(t *testing.T, settings string, test func(t *testing.T, b *box)) {
	t.Helper()
	storetest.EachAt(t, noon, func(t *testing.T, db *store.Store, now *clock.Fake) {
		b := &box{t: t, now: now, db: db, s: spin.New(spin.Deps{Store: db})}
		b.in(func(tx *store.Tx) error {
			_, err := spin.ApplySettings(t.Context(), tx, json.RawMessage(settings))
			return err
		})
		test(t, b)
	})
}

func (b *box) try(body func(tx *store.Tx) error) error { return b.db.Write(b.t.Context(), body) }

func (b *box) in(body func(tx *store.Tx) error) {
	b.t.Helper()
	if err := b.try(body); err != nil {
		b.t.Fatal(err)
	}
}

func (b *box) earn(member, inflow string, amount money.Amount) {
	b.t.Helper()
	b.in(func(tx *store.Tx) error { return b.s.EarnTx(b.t.Context(), tx, member, inflow, amount) })
}

func (b *box) undo(inflow string) {
	b.t.Helper()
	b.in(func(tx *store.Tx) error { return b.s.UndoTx(b.t.Context(), tx, inflow) })
}

func (b *box) play(member string, amount money.Amount) {
	b.t.Helper()
	b.in(func(tx *store.Tx) error { return b.s.PlayedTx(b.t.Context(), tx, member, amount) })
}

func (b *box) withdraw(member string, amount, of money.Amount) {
	b.t.Helper()
	b.in(func(tx *store.Tx) error {
		pending, err := b.s.LockedTx(b.t.Context(), tx, member)
		if err != nil {
			return err
		}
		return b.s.WithdrawnTx(b.t.Context(), tx, member, pending, amount, of)
	})
}

func (b *box) spend(member string) error {
	return b.try(func(tx *store.Tx) error { _, err := b.s.SpendTx(b.t.Context(), tx, member); return err })
}

func (b *box) has(member string, usable, pending int64) {
	b.t.Helper()
	c, err := b.s.Coins(b.t.Context(), member)
	if err != nil || c.Usable != usable || c.Pending != pending {
		b.t.Errorf("%s has %d usable and %d pending, want %d and %d (%v)", member, c.Usable, c.Pending, usable, pending, err)
	}
}

func TestADepositEarnsAsItIsPlayed(t *testing.T) {
	t.Parallel()
	each(t, `{}`, func(t *testing.T, b *box) {
		b.has("A", 0, 0)
		b.earn("A", "i1", 1_700*baht)
		b.earn("A", "i1", 1_700*baht) // the same arrival
		b.has("A", 0, 3)
		b.earn("A", "i2", 299*baht+99) // 200 were left over: a satang short
		b.has("A", 0, 3)
		b.earn("A", "i3", 1)
		b.has("A", 0, 4)
		b.play("A", 499*baht)
		b.has("A", 0, 4)
		b.play("A", baht)
		b.has("A", 1, 3)
		b.play("A", 10_000*baht)
		b.has("A", 4, 0)
		b.earn("A", "i4", 500*baht) // what was played before does not count for it
		b.has("A", 4, 1)
		b.earn("B", "i5", 500*baht)
		b.has("B", 0, 1)
		for range 4 {
			if err := b.spend("A"); err != nil {
				b.t.Fatal(err)
			}
		}
		if err := b.spend("A"); !fault.Is(err, fault.NO_COIN) {
			b.t.Errorf("a pending coin was spent: %v", err)
		}
		b.has("A", 0, 1)
	})
}

func TestAWithdrawalCancelsInProportion(t *testing.T) {
	t.Parallel()
	each(t, `{}`, func(t *testing.T, b *box) {
		b.earn("A", "i1", 5_000*baht)
		b.play("A", 1_000*baht)
		b.has("A", 2, 8)
		b.withdraw("A", 100*baht, 4_000*baht) // a fortieth of 8 is a part of a coin: it is one
		b.has("A", 2, 7)
		b.withdraw("A", 1_950*baht, 3_900*baht) // half of 7
		b.has("A", 2, 3)
		b.withdraw("A", 0, 1_950*baht)
		b.has("A", 2, 3)
		b.withdraw("A", 1_950*baht, 1_950*baht)
		b.has("A", 2, 0)
	})
}

// Money that only comes and goes earns nothing, in portions of any size.
func TestLoopsOfDepositAndWithdrawalEarnNothing(t *testing.T) {
	t.Parallel()
	each(t, `{}`, func(t *testing.T, b *box) {
		wallet, n := money.Amount(0), 0
		for _, portion := range []money.Amount{500, 499, 1, 333, 5_000, 750, 250} {
			for range 5 {
				n++
				wallet += portion * baht
				b.earn("A", fmt.Sprint("i", n), portion*baht)
				b.withdraw("A", portion*baht, wallet)
				wallet -= portion * baht
				b.has("A", 0, 0)
			}
		}
		b.play("A", 100_000*baht)
		b.has("A", 0, 0)
		// The same with a deposit that the bank takes back.
		for i := range 5 {
			b.earn("B", fmt.Sprint("b", i), 499*baht)
			b.undo(fmt.Sprint("b", i))
			b.has("B", 0, 0)
		}
		b.earn("B", "last", 499*baht)
		b.has("B", 0, 0)
	})
}

func TestADayAndALife(t *testing.T) {
	t.Parallel()
	each(t, `{}`, func(t *testing.T, b *box) {
		b.earn("A", "i1", 49_000*baht)
		b.earn("A", "i2", 5_000*baht)
		b.has("A", 0, 100)
		b.undo("i2") // what was taken back leaves room
		b.earn("A", "i3", 500*baht)
		b.has("A", 0, 99)
		b.now.Advance(12 * time.Hour) // midnight in Bangkok
		b.earn("A", "i4", 50_500*baht)
		b.has("A", 0, 199)
		b.play("A", 500*baht)
		b.now.Advance(30*24*time.Hour - 12*time.Hour - time.Microsecond)
		b.has("A", 1, 198)
		b.now.Advance(time.Microsecond) // thirty days after the first
		b.has("A", 0, 100)
		if err := b.spend("A"); !fault.Is(err, fault.NO_COIN) {
			b.t.Errorf("an expired coin was spent: %v", err)
		}
		b.now.Advance(12 * time.Hour)
		b.has("A", 0, 0)
	})
}

func TestTheDemosProfile(t *testing.T) {
	t.Parallel()
	each(t, `{"atOnce": true, "first": 10}`, func(t *testing.T, b *box) {
		b.earn("A", "i1", 100*baht)
		b.has("A", 10, 0)
		b.earn("A", "i2", 1_000*baht)
		b.has("A", 12, 0)
		b.withdraw("A", 1_100*baht, 1_100*baht)
		b.has("A", 12, 0)
		b.undo("i1")
		b.earn("A", "i3", 100*baht) // there is one first deposit
		b.has("A", 2, 0)
		b.earn("B", "i4", 20_000*baht)
		b.has("B", 40, 0)
	})
}

func TestATakenBackDepositTakesItsCoins(t *testing.T) {
	t.Parallel()
	each(t, `{}`, func(t *testing.T, b *box) {
		b.undo("nobody's")
		b.earn("A", "i1", 2_000*baht)
		b.earn("A", "i2", 1_000*baht)
		b.play("A", 1_500*baht)
		b.has("A", 3, 3)
		for range 2 {
			if err := b.spend("A"); err != nil {
				b.t.Fatal(err)
			}
		}
		b.has("A", 1, 3)
		b.undo("i1") // 2 spent, 1 usable, 1 pending: the other deposit's two pay for the spent ones
		b.undo("i1")
		b.has("A", 0, 0)
		b.earn("A", "i3", 500*baht)
		b.has("A", 0, 1)
		b.play("A", 500*baht)
		if err := b.spend("A"); err != nil {
			b.t.Fatal(err)
		}
		b.undo("i3") // nothing is left to pay with
		b.earn("A", "i4", 1_000*baht)
		b.has("A", 0, 1) // the next deposit's pays
		// The remainder of one deposit helped another to a coin.
		b.earn("C", "c1", 400*baht)
		b.earn("C", "c2", 300*baht)
		b.has("C", 0, 1)
		b.undo("c1")
		b.has("C", 0, 0)
		b.earn("C", "c3", 200*baht)
		b.has("C", 0, 1)
	})
}

func TestParallelGrantsOfOneArrivalAndOfMany(t *testing.T) {
	t.Parallel()
	each(t, `{}`, func(t *testing.T, b *box) {
		var g sync.WaitGroup
		for i := range 20 {
			g.Go(func() {
				err := b.try(func(tx *store.Tx) error {
					return b.s.EarnTx(b.t.Context(), tx, "A", fmt.Sprint("i", i%10), 250*baht)
				})
				if err != nil {
					b.t.Error(err)
				}
			})
		}
		g.Wait()
		b.has("A", 0, 5)
		for range 10 {
			g.Go(func() {
				if err := b.try(func(tx *store.Tx) error { return b.s.UndoTx(b.t.Context(), tx, "i3") }); err != nil {
					b.t.Error(err)
				}
			})
		}
		g.Wait()
		b.has("A", 0, 4)
	})
}

func TestContentOfCoins(t *testing.T) {
	t.Parallel()
	each(t, `{}`, func(t *testing.T, b *box) {
		apply := func(section string) (changes []string, err error) {
			err = b.try(func(tx *store.Tx) error {
				changes, err = spin.ApplySettings(b.t.Context(), tx, json.RawMessage(section))
				return err
			})
			return changes, err
		}
		if changes, err := apply(`{}`); err != nil || len(changes) != 0 {
			b.t.Errorf("the same again: %v, %v", changes, err)
		}
		if changes, err := apply(`{"per": 100, "perDay": 3, "days": 1}`); err != nil || len(changes) != 3 {
			b.t.Errorf("%v, %v", changes, err)
		}
		b.earn("A", "i1", 1_000*baht)
		b.has("A", 0, 3)
		for _, wrong := range []string{
			`[]`, `{"per": 0}`, `{"per": 1.005}`, `{"days": 0}`, `{"perDay": -1}`, `{"first": -1}`, `{"frist": 1}`,
		} {
			if _, err := apply(wrong); err == nil {
				b.t.Errorf("%s: taken", wrong)
			}
		}
	})
}

// deed is one step of a random sequence.
type deed struct{ kind, a, b int }

var deeds = rapid.SliceOfN(rapid.Custom(func(t *rapid.T) deed {
	n := rapid.IntRange(1, 200_000)
	return deed{rapid.IntRange(0, 4).Draw(t, "kind"), n.Draw(t, "a"), n.Draw(t, "b")}
}), 1, 30)

// After random deposits, reversals, play, withdrawals and spins, a member has and ever spent at most one coin for each 500 baht
// that it deposited and that were not taken back.
func TestNoCoinOutOfNothing(t *testing.T) {
	t.Parallel()
	each(t, `{}`, func(t *testing.T, b *box) {
		if b.db.Engine() == store.SQLite {
			turn := 0
			// rapid asks a *testing.T for its deadline, which a synctest bubble does not have.
			rapid.Check(struct{ testing.TB }{b.t}, func(rt *rapid.T) {
				turn++
				if err := b.story(fmt.Sprint("M", turn), deeds.Draw(rt, "deeds")); err != nil {
					rt.Fatal(err)
				}
			})
		} else {
			for seed := range 10 {
				if err := b.story(fmt.Sprint("M", seed), deeds.Example(seed)); err != nil {
					b.t.Error(err)
				}
			}
		}
		b.consistent()
	})
}

func (b *box) story(member string, list []deed) error {
	deposits, spent, n := map[string]money.Amount{}, int64(0), 0
	for _, d := range list {
		switch d.kind {
		case 0:
			n++
			inflow := fmt.Sprint(member, "-", n)
			b.earn(member, inflow, money.Amount(d.a))
			deposits[inflow] = money.Amount(d.a)
		case 1:
			inflow := fmt.Sprint(member, "-", d.a%max(1, n)+1)
			b.undo(inflow)
			delete(deposits, inflow)
		case 2:
			b.play(member, money.Amount(d.a))
		case 3:
			b.withdraw(member, money.Amount(min(d.a, d.b)), money.Amount(max(d.a, d.b)))
		case 4:
			if b.spend(member) == nil {
				spent++
			}
		}
		c, err := b.s.Coins(b.t.Context(), member)
		if err != nil {
			return err
		}
		sum := money.Amount(0)
		for _, amount := range deposits {
			sum += amount
		}
		if has := c.Usable + c.Pending; c.Usable < 0 || c.Pending < 0 || has > 0 && has+spent > int64(sum/(500*baht)) {
			return fmt.Errorf("%+v and %d spent, of %s", c, spent, sum)
		}
	}
	return nil
}

// consistent checks that every coin that was granted is in exactly one state.
func (b *box) consistent() {
	b.t.Helper()
	var off int
	err := b.db.DB().QueryRowContext(b.t.Context(), `SELECT count(*) FROM coin_grant
		WHERE coins <> pending + usable + spent + cancelled + taken
			OR pending < 0 OR usable < 0 OR spent < 0 OR cancelled < 0 OR taken < 0`).Scan(&off)
	if err != nil || off != 0 {
		b.t.Errorf("%d grants are off, %v", off, err)
	}
}
