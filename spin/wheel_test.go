package spin_test

import (
	"encoding/hex"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"krapao/fault"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/money"
	"krapao/spin"
)

func TestASpinIsOneCommitAndOneKeyOneDraw(t *testing.T) {
	t.Parallel()
	eachWheel(t, usual, func(t *testing.T, w *wheel) {
		w.fund(10_000 * baht)
		if _, err := w.s.Spin(t.Context(), "A", w.key("none")); !fault.Is(err, fault.NO_COIN) {
			w.t.Errorf("without a coin: %v", err)
		}
		w.earn("A", "i1", 50_000*baht)
		first := w.spin("A", "0")
		if first.CoinsLeft != 99 || first.Nonce != 0 || first.Replayed {
			w.t.Errorf("%+v", first)
		}
		again, err := w.nodes[1].Spin(t.Context(), "A", w.key("A", "0"))
		if err != nil || !again.Replayed || again.Slice.Code != first.Slice.Code ||
			again.CoinsLeft != 99 || again.Nonce != 0 || again.Hash != first.Hash {
			w.t.Errorf("the same key: %+v, %v", again, err)
		}
		if _, err := w.s.Spin(t.Context(), "B", w.key("A", "0")); !fault.Is(err, fault.IDEMPOTENCY_MISMATCH) {
			w.t.Errorf("another member's key: %v", err)
		}
		for n := 1; n < 100; n++ {
			if d := w.spin("A", fmt.Sprint(n)); d.Nonce != int64(n) || d.CoinsLeft != int64(99-n) {
				w.t.Errorf("spin %d: %+v", n, d)
			}
		}
		w.has("A", 0, 0)
		w.consistent()
		funded := money.Amount(w.count(`SELECT coalesce(sum(amount), 0) FROM coupon WHERE kind IN ('cash', 'bonus')`))
		if funded == 0 {
			w.t.Error("a hundred spins drew no money")
		}
		w.holds(ledger.Coupons, funded)
		w.holds(ledger.Prize, 10_000*baht-funded)
		if n := w.count(`SELECT count(*) FROM wheel_draw WHERE (coupon = '') <> (slice = 'NONE')`); n != 0 {
			w.t.Errorf("%d draws have a coupon too many or too few", n)
		}
		// A new table changes no earlier answer and no coupon.
		w.apply(table("", slice("X", "nothing", `"weight": 1`), slice("Y", "nothing", `"weight": 1`)))
		if d, err := w.s.Spin(t.Context(), "A", w.key("A", "0")); err != nil || d.Slice.Code != first.Slice.Code {
			w.t.Errorf("after a new table: %+v, %v", d, err)
		}
	})
}

// Many spins at once on two nodes make as many draws as there are coins, numbered without a gap, with one coupon each. One key
// from many goroutines makes one draw.
func TestParallelSpins(t *testing.T) {
	t.Parallel()
	eachWheel(t, allCash, func(t *testing.T, w *wheel) {
		w.fund(10_000 * baht)
		w.earn("A", "i1", 10*500*baht)
		var g sync.WaitGroup
		var mu sync.Mutex
		codes, drawn := map[fault.Code]int{}, map[string]map[string]bool{}
		spinAs := func(node int, key string) {
			d, err := w.nodes[node].Spin(t.Context(), "A", w.key(key))
			mu.Lock()
			defer mu.Unlock()
			if err != nil {
				codes[fault.Of(err).Code]++
				return
			}
			if drawn[key] == nil {
				drawn[key] = map[string]bool{}
			}
			drawn[key][fmt.Sprint(d.Slice.Code, d.Nonce, d.CoinsLeft)] = true
		}
		for i := range 25 {
			g.Go(func() { spinAs(i%2, fmt.Sprint("own", i)) })
			g.Go(func() { spinAs(i%2, "shared") })
		}
		g.Wait()
		if len(drawn) != 10 || len(codes) != 1 || codes[fault.NO_COIN] < 16 {
			w.t.Errorf("%d keys drew, refused: %v", len(drawn), codes)
		}
		for key, answers := range drawn {
			if len(answers) != 1 {
				w.t.Errorf("%s: %v", key, answers)
			}
		}
		w.has("A", 0, 0)
		w.noGaps()
		draws, coupons := w.count(`SELECT count(*) FROM wheel_draw`), w.count(`SELECT count(DISTINCT id) FROM coupon`)
		if draws != 10 || coupons != 10 {
			w.t.Errorf("%d draws and %d coupons of ten coins", draws, coupons)
		}
		w.holds(ledger.Coupons, 50*baht)
	})
}

// noGaps checks that every seed's draws are numbered 0, 1, 2 and so on, up to the nonces that it has used.
func (w *wheel) noGaps() {
	w.t.Helper()
	if n := w.count(`SELECT count(*) FROM wheel_seed s WHERE s.nonces <> (
		SELECT count(*) FROM wheel_draw d
		WHERE d.member = s.member AND d.seed = s.number AND d.nonce BETWEEN 0 AND s.nonces - 1)`); n != 0 {
		w.t.Errorf("%d seeds have gaps", n)
	}
}

// If the house can't pay, or the day's budget is used up, no coin and no nonce is spent. The same draw comes when there is money
// again.
func TestAPrizeThatTheHouseCantPayCostsNoCoin(t *testing.T) {
	t.Parallel()
	small := strings.Replace(allCash, `"slices"`, `"dayBudget": 12, "slices"`, 1)
	eachWheel(t, small, func(t *testing.T, w *wheel) {
		w.earn("A", "i1", 5*500*baht)
		if _, err := w.s.Spin(t.Context(), "A", w.key("1")); !fault.Is(err, fault.TRY_AGAIN) {
			w.t.Errorf("without a budget: %v", err)
		}
		w.has("A", 5, 0)
		if setup, err := w.s.Setup(t.Context(), "A"); err != nil || setup.Next != 0 {
			w.t.Errorf("%+v, %v", setup, err)
		}
		w.fund(1_000 * baht)
		w.spin("A", "1")
		w.spin("A", "2")
		if _, err := w.s.Spin(t.Context(), "A", w.key("3")); !fault.Is(err, fault.TRY_AGAIN) {
			w.t.Errorf("beyond the day's budget: %v", err)
		}
		w.now.Advance(12*time.Hour - time.Microsecond)
		if _, err := w.s.Spin(t.Context(), "A", w.key("4")); !fault.Is(err, fault.TRY_AGAIN) {
			w.t.Errorf("a moment before midnight: %v", err)
		}
		w.now.Advance(time.Microsecond)
		if d := w.spin("A", "5"); d.Nonce != 2 || d.CoinsLeft != 2 {
			w.t.Errorf("the next day: %+v", d)
		}
		w.noGaps()
		w.holds(ledger.Coupons, 15*baht)
	})
}

func TestNoWheelAndNobodyWhoTakesABreak(t *testing.T) {
	t.Parallel()
	eachWheel(t, "", func(t *testing.T, w *wheel) {
		w.earn("A", "i1", 1_000*baht)
		active := func(want bool) {
			w.t.Helper()
			if got, err := w.s.Active(t.Context()); err != nil || got != want {
				w.t.Errorf("active %v, %v", got, err)
			}
			setup, err := w.s.Setup(t.Context(), "A")
			if err != nil || setup.Turns != want || setup.Coins != 2 || len(setup.Hash) != 64 || setup.Client == "" {
				w.t.Errorf("%+v, %v", setup, err)
			}
		}
		active(false)
		if _, err := w.s.Spin(t.Context(), "A", w.key("1")); !fault.Is(err, fault.NO_DATA) {
			w.t.Errorf("without a wheel: %v", err)
		}
		w.apply(usual)
		active(true)
		w.states.excluded["A"] = true
		if _, err := w.s.Spin(t.Context(), "A", w.key("2")); !fault.Is(err, fault.SELF_EXCLUDED) {
			w.t.Errorf("in a break: %v", err)
		}
		w.apply(`{"on": false}`)
		active(false)
		w.has("A", 2, 0)
	})
}

// Rotate and Proof tell the truth: the fingerprint is the one that was shown before, and Draw gives each slice on the table of
// its time.
func TestDrawsCanBeCalculatedAgain(t *testing.T) {
	t.Parallel()
	eachWheel(t, usual, func(t *testing.T, w *wheel) {
		w.fund(10_000 * baht)
		w.earn("A", "i1", 20*500*baht)
		shown, err := w.s.Setup(t.Context(), "A")
		if err != nil {
			w.t.Fatal(err)
		}
		told := []string{}
		for n := range 5 {
			told = append(told, w.spin("A", fmt.Sprint(n)).Slice.Code)
		}
		w.apply(table("", coin, nothing))
		for n := range 3 {
			told = append(told, w.spin("A", fmt.Sprint("n", n)).Slice.Code)
		}
		before, err := w.s.Proof(t.Context(), "A")
		if err != nil || len(before.Seeds) != 1 || before.Seeds[0].Seed != "" || len(before.Seeds[0].Draws) != 8 {
			w.t.Errorf("a seed in use is revealed, or its draws are not: %+v, %v", before, err)
		}
		mine, other := "my own, 1", "another"
		r, err := w.s.Rotate(t.Context(), "A", &mine, w.key("first"))
		if err != nil || r.Hash != shown.Hash || r.Client != shown.Client || r.NextHash != shown.NextHash || r.NextHash == r.Hash {
			w.t.Fatalf("%+v, %v", r, err)
		}
		p, err := w.s.Proof(t.Context(), "A")
		if err != nil || len(p.Seeds) != 2 || len(p.Tables) != 2 {
			w.t.Fatalf("%+v, %v", p, err)
		}
		if now := p.Seeds[0]; now.Seed != "" || now.Client != mine || now.Hash != r.NextHash || now.Number != 2 {
			w.t.Errorf("%+v", now)
		}
		old := p.Seeds[1]
		seed, err := hex.DecodeString(old.Seed)
		if err != nil || old.Seed != r.Seed || len(seed) != 32 {
			w.t.Fatalf("%+v, %v", old, err)
		}
		tables := map[int64]spin.Table{}
		for _, t := range p.Tables {
			tables[t.Version] = t
		}
		for i, d := range old.Draws {
			from := tables[d.Table]
			weights := make([]uint64, len(from.Slices))
			for n, s := range from.Slices {
				weights[n] = uint64(s.Weight)
			}
			got := from.Slices[spin.Draw(seed, old.Client, d.Nonce, weights)].Code
			if got != d.Slice || got != told[i] || d.Nonce != int64(i) {
				w.t.Errorf("draw %d was %s and told %s; the seed gives %s", i, d.Slice, told[i], got)
			}
		}
		// The next seed starts at nonce 0. It keeps the client seed if the member gives none.
		if d := w.spin("A", "after"); d.Nonce != 0 || d.Hash != r.NextHash {
			w.t.Errorf("%+v", d)
		}
		// A repeated call replaces nothing more, and gets the same answer.
		if again, err := w.s.Rotate(t.Context(), "A", &mine, w.key("first")); err != nil || again != r {
			w.t.Errorf("the same key: %+v, %v", again, err)
		}
		if _, err := w.s.Rotate(t.Context(), "A", &other, w.key("first")); !fault.Is(err, fault.IDEMPOTENCY_MISMATCH) {
			w.t.Errorf("the same key for another client seed: %v", err)
		}
		if _, err := w.s.Rotate(t.Context(), "B", nil, w.key("first")); !fault.Is(err, fault.IDEMPOTENCY_MISMATCH) {
			w.t.Errorf("another member's key: %v", err)
		}
		if r, err := w.s.Rotate(t.Context(), "A", nil, w.key("second")); err != nil || r.Client != mine {
			w.t.Errorf("%+v, %v", r, err)
		}
		if setup, err := w.s.Setup(t.Context(), "A"); err != nil || setup.Client != mine || setup.Next != 0 {
			w.t.Errorf("%+v, %v", setup, err)
		}
		for _, wrong := range []string{"", "ภาษา", "a\n", "\x7f", strings.Repeat("a", 65)} {
			if _, err := w.s.Rotate(t.Context(), "A", &wrong, w.key("wrong")); !fault.Is(err, fault.INVALID_INPUT) {
				w.t.Errorf("%q: %v", wrong, err)
			}
		}
		sealed := ""
		row := w.db.DB().QueryRowContext(t.Context(), `SELECT sealed FROM wheel_seed WHERE number = 1`)
		if err := row.Scan(&sealed); err != nil || strings.Contains(sealed, r.Seed) {
			w.t.Errorf("the seed is not sealed, or: %v", err)
		}
		w.noGaps()
	})
}

// A seed that an earlier version made without the next one gets it when it is read. Then that one follows.
func TestASeedWithoutANextOneGetsIt(t *testing.T) {
	t.Parallel()
	eachWheel(t, table("", coin, nothing), func(t *testing.T, w *wheel) {
		for i, look := range []bool{true, false} {
			member := fmt.Sprint("M", i)
			before, err := w.s.Setup(t.Context(), member)
			if err != nil {
				w.t.Fatal(err)
			}
			forget := func(tx *store.Tx) error {
				_, err := tx.ExecContext(t.Context(), `UPDATE wheel_seed SET next_sealed = '', next_hash = ''`)
				return err
			}
			if err := w.db.Write(t.Context(), forget); err != nil {
				w.t.Fatal(err)
			}
			promised := ""
			if look {
				now, err := w.s.Setup(t.Context(), member)
				if promised = now.NextHash; err != nil || promised == "" || now.Hash != before.Hash {
					w.t.Errorf("%+v, %v", now, err)
				}
			}
			r, err := w.s.Rotate(t.Context(), member, nil, w.key(member))
			if err != nil || r.Hash != before.Hash || r.NextHash == "" || look && r.NextHash != promised {
				w.t.Errorf("promised %s, became %+v, %v", promised, r, err)
			}
		}
	})
}

// Rotations and spins at once: every draw belongs to the seed whose fingerprint its answer had.
func TestParallelRotations(t *testing.T) {
	t.Parallel()
	eachWheel(t, table("", coin, nothing), func(t *testing.T, w *wheel) {
		w.earn("A", "i1", 20*500*baht)
		var g sync.WaitGroup
		for i := range 20 {
			g.Go(func() {
				if _, err := w.nodes[i%2].Spin(t.Context(), "A", w.key(fmt.Sprint(i))); err != nil {
					w.t.Error(err)
				}
			})
			if i%4 == 0 {
				g.Go(func() {
					if _, err := w.nodes[i%2].Rotate(t.Context(), "A", nil, w.key(fmt.Sprint("rotate", i))); err != nil {
						w.t.Error(err)
					}
				})
			}
		}
		g.Wait()
		w.noGaps()
		draws := w.count(`SELECT count(*) FROM wheel_draw`)
		inUse := w.count(`SELECT count(*) FROM wheel_seed WHERE revealed_at = 0`)
		if draws != 20 || inUse != 1 {
			w.t.Errorf("%d draws, %d seeds in use", draws, inUse)
		}
	})
}
