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

// size is how many live how many days: a fortnight of a few; KRAPAO_SOAK has a hundred live a year, KRAPAO_YEAR="1000x365"
// as many as it says.
func size(t *testing.T) (people, days int) {
	t.Helper()
	people, days = 12, 14
	if os.Getenv("KRAPAO_SOAK") != "" {
		people, days = 100, 365
	}
	if text := os.Getenv("KRAPAO_YEAR"); text != "" {
		if _, err := fmt.Sscanf(text, "%dx%d", &people, &days); err != nil {
			t.Fatalf("KRAPAO_YEAR is people x days, 1000x365: %v", err)
		}
	}
	return people, days
}

// TestAYear: whatever members do in a year, after each day the books are whole and every promise about offers holds.
func TestAYear(t *testing.T) {
	people, days := size(t)
	for _, engine := range storetest.Engines {
		t.Run(string(engine), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				_, done := live(t, engine, 1, people, days)
				happens := []string{"deposit ok", "round", "spin ok"}
				if days > 60 {
					happens = append(happens, "bonus ok", "clear ok", "refund ok", "refund to wallet ok", "claim ok", "withdrawal ok", "reversal")
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

// TestTheSameSeedIsTheSameYear: what is found in a year can be looked at again.
func TestTheSameSeedIsTheSameYear(t *testing.T) {
	const people, days = 6, 5
	var digests [2]uint64
	for i := range digests {
		synctest.Test(t, func(t *testing.T) { digests[i], _ = live(t, store.SQLite, 7, people, days) })
	}
	if digests[0] != digests[1] {
		t.Errorf("two years of one seed differ: %x and %x", digests[0], digests[1])
	}
}

// live returns a digest of all that was done, answered and left at the end, and what was done how often.
func live(t *testing.T, engine store.Engine, seed byte, people, days int) (digest uint64, done map[string]int) {
	t.Helper()
	w := &town{world: open(t, engine, seed), chance: rand.New(rand.NewPCG(uint64(seed), 1)), done: map[string]int{}}
	for range people {
		w.join()
	}
	for day := range days {
		w.day(day)
	}
	for _, what := range slices.Sorted(maps.Keys(w.done)) {
		t.Logf("%6d %s", w.done[what], what)
	}
	for _, p := range w.people {
		p.Again()
		w.note(p, "left "+p.Balance().String(), p.Get("/api/wallet"))
	}
	return w.happened, w.done
}

// day is one: some hours in which something happens, more of it on paydays, one in ten without a game.
func (w *town) day(number int) {
	w.t.Helper()
	midnight := clock.Day(w.clock.Now())
	things := 1 + len(w.people)/2
	if date := midnight.Day(); date == 1 || date == 25 {
		things *= 2 // payday
	}
	out := w.chance.IntN(10) == 0
	if out {
		for _, op := range []string{"balance", "move", "check"} {
			w.Sandbox.AddFault(sandboxtest.Fault{Target: "game:joker", Op: op, Mode: "down", Count: 1_000_000})
		}
	}
	const hours = 3
	for hour := range hours {
		w.clock.To(midnight.Add(time.Duration(9+5*hour) * time.Hour))
		w.rest(3 * time.Second)
		for range 1 + things/hours {
			w.once(w.people[w.chance.IntN(len(w.people))])
			w.rest(time.Duration(w.chance.IntN(1000)) * time.Millisecond)
		}
	}
	if out {
		w.Sandbox.ClearFaults()
	}
	w.rest(10 * time.Second)
	w.whole()
	w.promises(number)
	w.clock.To(midnight.AddDate(0, 0, 1))
}

// promises are what holds after each day whatever happened; each query counts what breaks one.
func (w *town) promises(day int) {
	w.t.Helper()
	for what, query := range map[string]string{
		"a member has two conditions":          `SELECT COUNT(*) FROM (SELECT member FROM bonus_condition WHERE state IN ('active', 'ending') GROUP BY member HAVING COUNT(*) > 1) x`,
		"a house account is below its budget":  `SELECT COUNT(*) FROM account WHERE name LIKE 'house:%' AND credits_posted - debits_posted - debits_pending < floor`,
		"a member is below zero":               `SELECT COUNT(*) FROM account WHERE name LIKE 'member:%' AND credits_posted - debits_posted - debits_pending < 0`,
		"a promotion was received twice":       `SELECT COUNT(*) FROM (SELECT member FROM bonus_condition WHERE source = 'promotion' GROUP BY member, campaign HAVING COUNT(*) > 1) x`,
		"a welcome bonus was taken twice":      `SELECT COUNT(*) FROM (SELECT member FROM bonus_condition WHERE campaign = 'WELCOME100' AND undone_at = 0 GROUP BY member HAVING COUNT(*) > 1) x`,
		"a week's refunds are over the cap":    `SELECT COUNT(*) FROM (SELECT member FROM refund_receive GROUP BY member, received_week HAVING SUM(amount) > 500000 OR COUNT(*) > 1) x`,
		"more is refunded than was lost":       `SELECT COUNT(*) FROM refund_receive WHERE amount * 20 > loss`,
		"earnings were moved twice":            `SELECT COUNT(*) FROM invite_earning WHERE moved > amount`,
		"an inviter has more than 10 per cent": `SELECT COUNT(*) FROM (SELECT i.invitee FROM invite_invitee i JOIN invite_earning e ON e.invitee = i.invitee GROUP BY i.invitee, i.high HAVING SUM(e.amount) * 10 > i.high) x`,
		"a coupon is open beyond its time":     fmt.Sprintf(`SELECT COUNT(*) FROM coupon WHERE state = 'open' AND expires_at < %d`, w.clock.Now().Add(-48*time.Hour).UnixMicro()),
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
