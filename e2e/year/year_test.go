package year

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/sandbox/sandboxtest"
)

// size is how many live how many days: a month of twenty, on PostgreSQL a week of ten; KRAPAO_SOAK has a thousand live a
// year, KRAPAO_YEAR="200x60" as many as it says.
func size(t *testing.T, engine store.Engine) (people, days int) {
	t.Helper()
	people, days = 20, 31
	if engine == store.Postgres {
		people, days = 10, 7
	}
	if os.Getenv("KRAPAO_SOAK") != "" {
		people, days = 1000, 365
	}
	if text := os.Getenv("KRAPAO_YEAR"); text != "" {
		if _, err := fmt.Sscanf(text, "%dx%d", &people, &days); err != nil {
			t.Fatalf("KRAPAO_YEAR is people x days, 1000x365: %v", err)
		}
	}
	return people, days
}

// visits are how many come on a day: everybody about once a month, of a few more of them, so that a short time is full too.
func visits(people int) int { return max(people/30, min(people/4, 5)) }

// TestAYear: whatever members do in a year, after each day the books are whole and every promise about offers holds.
func TestAYear(t *testing.T) { //nolint:tparallel // by itself: its two engines are enough for two cores
	for _, engine := range storetest.Engines {
		t.Run(string(engine), func(t *testing.T) {
			t.Parallel()
			people, days := size(t, engine)
			storetest.Ready(t, engine)
			synctest.Test(t, func(t *testing.T) {
				_, done := live(t, engine, 1, people, days)
				happens := []string{"deposit ok", "round"}
				if days >= 31 {
					happens = append(happens, "spin ok", "bonus ok", "refund ok", "withdrawal ok")
				}
				if days > 60 {
					happens = append(happens, "clear ok", "claim ok", "promotion ok", "refund to wallet ok", "invite ok", "reversal")
				}
				for _, what := range happens {
					if done[what] == 0 {
						t.Errorf("nothing of %q happened: this was no year", what)
					}
				}
			})
		})
	}
}

// TestTheSameSeedIsTheSameYear: what is found in a year can be looked at again, on the other engine too; another seed is
// another year.
func TestTheSameSeedIsTheSameYear(t *testing.T) {
	t.Parallel()
	type year struct {
		engine store.Engine
		seed   byte
	}
	another := year{store.SQLite, 8}
	people, days, same := 8, 4, []year{{store.SQLite, 7}, {store.Postgres, 7}}
	if os.Getenv("KRAPAO_SOAK") != "" {
		people, days, same = 20, 31, append(same, year{store.SQLite, 7}, year{store.Postgres, 7})
	}
	storetest.Ready(t, store.Postgres)
	of := func(y year) (d digest) {
		synctest.Test(t, func(t *testing.T) { d, _ = live(t, y.engine, y.seed, people, days) })
		return d
	}
	first := of(same[0])
	if first.entries == 0 {
		t.Error("nothing was booked")
	}
	for i, y := range same[1:] {
		if d := of(y); d != first {
			t.Errorf("year %d of one seed differs: %+v and %+v", i+1, first, d)
		}
	}
	if d := of(another); d.told == first.told || d.books == first.books {
		t.Errorf("two seeds are one year: %+v and %+v", first, d)
	}
}

// live returns a digest of the year, and what was done how often.
func live(t *testing.T, engine store.Engine, seed byte, people, days int) (d digest, done map[string]int) {
	t.Helper()
	w := &town{world: open(t, engine, seed), chance: rand.New(rand.NewPCG(uint64(seed), 1)), done: map[string]int{}}
	for range people {
		w.join()
	}
	for day := range days {
		w.day(day)
		if (day+1)%30 == 0 {
			t.Logf("day %d: %s", day+1, w.clock.Now().Format(time.DateOnly))
		}
		if last := day == days-1; last || day%every(people) == 0 {
			w.whole()
		}
	}
	for _, what := range slices.Sorted(maps.Keys(w.done)) {
		t.Logf("%6d %s", w.done[what], what)
	}
	d = w.digest()
	t.Logf("%d people, %d days: %+v", people, days, d)
	return d, w.done
}

// every is after how many days the whole ledger is added up anew; what members were promised is asked every day. Of many
// members the ledger is long: there it is once a week.
func every(people int) int {
	if people > 100 {
		return 7
	}
	return 1
}

// settled is how long the node works after a jump before anybody comes: longer than a turn of the slowest of the tasks that
// members feel. When within its interval a task has its turn is by chance, and no seed's.
const settled = 80 * time.Second

// day is one: an hour in which something happens, more of it on paydays, one in ten without a game.
func (w *town) day(number int) {
	w.t.Helper()
	midnight := clock.Day(w.clock.Now())
	things := visits(len(w.people))
	if date := midnight.Day(); date == 1 || date == 25 {
		things *= 2 // payday
	}
	out := w.chance.IntN(10) == 0
	if out {
		for _, op := range []string{"balance", "move", "check"} {
			w.Sandbox.AddFault(sandboxtest.Fault{Target: "game:joker", Op: op, Mode: "down", Count: 1_000_000})
		}
	}
	w.clock.To(midnight.Add(time.Duration(w.chance.IntN(20)) * time.Hour))
	w.rest(settled)
	for range things {
		w.visit(w.people[w.chance.IntN(len(w.people))])
	}
	if out {
		w.Sandbox.ClearFaults()
	}
	w.rest(5 * time.Second)
	w.promises(number)
	w.clock.To(midnight.AddDate(0, 0, 1))
}

// promises are what holds after each day whatever happened; each query counts what breaks one.
func (w *town) promises(day int) {
	w.t.Helper()
	for what, query := range map[string]string{
		"a member has two conditions": `SELECT COUNT(*) FROM (
			SELECT member FROM bonus_condition WHERE state IN ('active', 'ending') GROUP BY member HAVING COUNT(*) > 1) x`,
		"a house account is below its budget": `SELECT COUNT(*) FROM account
			WHERE name LIKE 'house:%' AND credits_posted - debits_posted - debits_pending < floor`,
		"a member is below zero": `SELECT COUNT(*) FROM account
			WHERE name LIKE 'member:%' AND credits_posted - debits_posted - debits_pending < 0`,
		"a promotion was received twice": `SELECT COUNT(*) FROM (
			SELECT member FROM bonus_condition WHERE source = 'promotion' GROUP BY member, campaign HAVING COUNT(*) > 1) x`,
		"a welcome bonus was taken twice": `SELECT COUNT(*) FROM (
			SELECT member FROM bonus_condition WHERE campaign = 'WELCOME100' AND undone_at = 0
			GROUP BY member HAVING COUNT(*) > 1) x`,
		"a week's refunds are over the cap": `SELECT COUNT(*) FROM (
			SELECT member FROM refund_receive GROUP BY member, received_week
			HAVING SUM(amount) > 500000 OR COUNT(*) > 1) x`,
		"more is refunded than was lost": `SELECT COUNT(*) FROM refund_receive WHERE amount * 20 > loss`,
		"earnings were moved twice":      `SELECT COUNT(*) FROM invite_earning WHERE moved > amount`,
		"an inviter has more than 10 per cent": `SELECT COUNT(*) FROM (
			SELECT i.invitee FROM invite_invitee i JOIN invite_earning e ON e.invitee = i.invitee
			GROUP BY i.invitee, i.high HAVING SUM(e.amount) * 10 > i.high) x`,
		"a coupon is open beyond its time": fmt.Sprintf(
			`SELECT COUNT(*) FROM coupon WHERE state = 'open' AND expires_at < %d`,
			clock.MicrosOf(w.clock.Now().Add(-48*time.Hour))),
		"a condition lasts beyond its time": fmt.Sprintf(
			`SELECT COUNT(*) FROM bonus_condition WHERE state = 'active' AND expires_at < %d`,
			clock.MicrosOf(w.clock.Now().Add(-30*24*time.Hour))),
	} {
		var n int64
		if err := w.Store.DB().QueryRowContext(w.t.Context(), query).Scan(&n); err != nil {
			w.t.Fatalf("%s: %v", what, err)
		}
		if n > 0 {
			w.t.Errorf("day %d: %s, %d times", day, what, n)
		}
	}
}
