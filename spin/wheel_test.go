package spin_test

import (
	"bytes"
	"context"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"krapao/bonus"
	"krapao/fault"
	"krapao/internal/clock"
	"krapao/internal/secret"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/ledger"
	"krapao/money"
	"krapao/spin"
)

// wheel is the area with real books. Two services stand for two nodes.
type wheel struct {
	*box
	books  *ledger.Ledger
	states *states
	nodes  []*spin.Service
	grants *grants
}

// states locks members as the member area does: by a row that one transaction at a time may have.
type states struct {
	mu       sync.Mutex
	excluded map[string]bool
}

func (s *states) LockTx(ctx context.Context, tx *store.Tx, member string) (bool, error) {
	_, err := tx.ExecContext(ctx, `INSERT INTO member_lock (member, n) VALUES ($1, 1) ON CONFLICT (member) DO UPDATE SET n = member_lock.n + 1`, member)
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.excluded[member], err
}

// grants stands where the bonus area does, as far as a coupon sees it: it locks the member, moves the money, and refuses
// while told to. The area's own tests and e2e have the real one.
type grants struct {
	wheel   *wheel
	mu      sync.Mutex
	refuse  error
	offers  map[string]bonus.Terms
	granted []bonus.Credit
}

func (g *grants) Decide(
	ctx context.Context, member string, lock []ledger.Account, body func(context.Context, *store.Tx, bonus.Total) error,
) error {
	return g.wheel.db.Write(ctx, func(tx *store.Tx) error {
		if _, err := g.wheel.states.LockTx(ctx, tx, member); err != nil {
			return err
		}
		if err := g.wheel.books.LockTx(ctx, tx, append(lock, ledger.Wallet(member))...); err != nil {
			return err
		}
		return body(ctx, tx, bonus.Total{})
	})
}

func (g *grants) GrantTx(ctx context.Context, tx *store.Tx, c bonus.Credit, _ bonus.Total) (bonus.Condition, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.refuse != nil {
		return bonus.Condition{}, g.refuse
	}
	_, err := g.wheel.books.MoveTx(ctx, tx, ledger.Order{
		Key: ledger.InternalKey("grant", c.Campaign), Kind: ledger.KindBonus, Debit: c.From, Credit: ledger.Wallet(c.Member),
		Amount: c.Amount, Member: c.Member,
	})
	g.granted = append(g.granted, c)
	return bonus.Condition{}, err
}

func (g *grants) PrizeTx(_ context.Context, _ *store.Tx, code string) (money.Amount, bonus.Terms, bool, error) {
	t, known := g.offers[code]
	return 20 * baht, t, known, nil
}

func eachWheel(t *testing.T, table string, test func(w *wheel)) {
	t.Helper()
	for _, engine := range storetest.Engines {
		t.Run(string(engine), func(t *testing.T) {
			t.Parallel()
			now := clock.NewFake(time.Date(2026, 11, 20, 5, 0, 0, 0, time.UTC)) // noon in Bangkok
			db := storetest.OpenAt(t, engine, now)
			if err := db.Write(t.Context(), func(tx *store.Tx) error {
				_, err := tx.ExecContext(t.Context(), `CREATE TABLE member_lock (member TEXT PRIMARY KEY, n BIGINT NOT NULL)`)
				return err
			}); err != nil {
				t.Fatal(err)
			}
			w := &wheel{box: &box{t: t, now: now, db: db}, states: &states{excluded: map[string]bool{}}}
			var err error
			if w.books, err = ledger.Open(t.Context(), db); err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = w.books.Close() })
			sealer, err := secret.FromMaster(bytes.Repeat([]byte{7}, secret.KeySize))
			if err != nil {
				t.Fatal(err)
			}
			w.grants = &grants{wheel: w, offers: map[string]bonus.Terms{"GIFT20": {End: bonus.EndBoth}}}
			for range 2 {
				w.nodes = append(w.nodes, spin.New(spin.Deps{
					Store: db, Books: w.books, Box: sealer, Members: w.states, Totals: w.grants, Bonuses: w.grants,
				}))
			}
			w.s = w.nodes[0]
			w.in(func(tx *store.Tx) error {
				_, err := spin.ApplySettings(t.Context(), tx, json.RawMessage(`{"atOnce": true}`))
				return err
			})
			if table != "" {
				w.apply(table)
			}
			test(w)
		})
	}
}

func (w *wheel) try(table string) (changes []string, err error) {
	err = w.db.Write(w.t.Context(), func(tx *store.Tx) error {
		changes, err = spin.ApplyWheel(w.grants)(w.t.Context(), tx, json.RawMessage(table))
		return err
	})
	return changes, err
}

func (w *wheel) apply(table string) {
	w.t.Helper()
	if _, err := w.try(table); err != nil {
		w.t.Fatal(err)
	}
}

// fund puts money of the house where prizes come from.
func (w *wheel) fund(amount money.Amount) {
	w.t.Helper()
	w.in(func(tx *store.Tx) error {
		_, err := w.books.MoveTx(w.t.Context(), tx, ledger.Order{
			Key: ledger.InternalKey("fund", fmt.Sprint(amount)), Kind: "fund", Debit: ledger.Capital, Credit: ledger.Prize, Amount: amount,
		})
		return err
	})
}

func (w *wheel) holds(account ledger.Account, want money.Amount) {
	w.t.Helper()
	b, err := w.books.Balance(w.t.Context(), account)
	if err != nil && want != 0 || b.Posted != want {
		w.t.Errorf("%s holds %s, want %s (%v)", account, b.Posted, want, err)
	}
}

// open makes a member's wallet.
func (w *wheel) open(member string) {
	w.t.Helper()
	w.in(func(tx *store.Tx) error { return w.books.OpenTx(w.t.Context(), tx, ledger.Wallet(member)) })
}

func (w *wheel) key(parts ...string) ledger.Key {
	return ledger.InternalKey(append([]string{"test"}, parts...)...)
}

func (w *wheel) spin(member, key string) spin.Drawn {
	w.t.Helper()
	d, err := w.s.Spin(w.t.Context(), member, w.key(member, key))
	if err != nil {
		w.t.Fatal(err)
	}
	return d
}

func (w *wheel) count(query string) (n int64) {
	w.t.Helper()
	if err := w.db.DB().QueryRowContext(w.t.Context(), query).Scan(&n); err != nil {
		w.t.Fatal(err)
	}
	return n
}

func text(s string) string { return fmt.Sprintf(`{"th": %q, "lo": %q, "en": %q}`, s, s, s) }

func slice(code, kind, rest string) string {
	return fmt.Sprintf(`{"code": %q, "label": %s, "htmlDescription": %s, "bgColor": "#112233", "textColor": "#fff", "kind": %q, %s}`,
		code, text(code), text("<b>"+code+"</b><script>x</script>"), kind, rest)
}

func table(head string, slices ...string) string {
	return fmt.Sprintf(`{"name": %s, %s "slices": [%s]}`, text("Wheel"), head, strings.Join(slices, ","))
}

var (
	nothing = slice("NONE", "nothing", `"weight": 50`)
	cash    = slice("CASH5", "cash", `"weight": 40, "amount": 5`)
	coin    = slice("COIN2", "coin", `"weight": 5, "amount": 2`)
	gift    = slice("GIFT", "bonus", `"weight": 5, "bonus": "GIFT20"`)
	usual   = table("", nothing, cash, coin, gift)
	// allCash draws nothing else.
	allCash = table("", slice("A", "cash", `"weight": 1, "amount": 5`), slice("B", "cash", `"weight": 1, "amount": 5`))
)

func TestASpinIsOneCommitAndOneKeyOneDraw(t *testing.T) {
	t.Parallel()
	eachWheel(t, usual, func(w *wheel) {
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
		if err != nil || !again.Replayed || again.Slice.Code != first.Slice.Code || again.CoinsLeft != 99 || again.Nonce != 0 || again.Hash != first.Hash {
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
		// A new table changes no answer, and no coupon.
		w.apply(table("", slice("X", "nothing", `"weight": 1`), slice("Y", "nothing", `"weight": 1`)))
		if d, err := w.s.Spin(t.Context(), "A", w.key("A", "0")); err != nil || d.Slice.Code != first.Slice.Code {
			w.t.Errorf("after a new table: %+v, %v", d, err)
		}
	})
}

// Many at once on two nodes: as many draws as coins, numbered without a gap, one coupon per draw; a key that comes from
// many goroutines is one draw.
func TestParallelSpins(t *testing.T) {
	t.Parallel()
	eachWheel(t, allCash, func(w *wheel) {
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
		if draws, coupons := w.count(`SELECT count(*) FROM wheel_draw`), w.count(`SELECT count(DISTINCT id) FROM coupon`); draws != 10 || coupons != 10 {
			w.t.Errorf("%d draws and %d coupons of ten coins", draws, coupons)
		}
		w.holds(ledger.Coupons, 50*baht)
	})
}

// noGaps: every seed's draws are 0, 1, 2 and so on to the number that it has used.
func (w *wheel) noGaps() {
	w.t.Helper()
	if n := w.count(`SELECT count(*) FROM wheel_seed s WHERE s.nonces <>
		(SELECT count(*) FROM wheel_draw d WHERE d.member = s.member AND d.seed = s.number AND d.nonce BETWEEN 0 AND s.nonces - 1)`); n != 0 {
		w.t.Errorf("%d seeds have gaps", n)
	}
}

// Where the house can't pay, or the day's budget is used up, no coin goes, and no number of the seed: the same draw comes
// when there is money.
func TestAPrizeThatTheHouseCantPayCostsNoCoin(t *testing.T) {
	t.Parallel()
	small := strings.Replace(allCash, `"slices"`, `"dayBudget": 12, "slices"`, 1)
	eachWheel(t, small, func(w *wheel) {
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
	eachWheel(t, "", func(w *wheel) {
		w.earn("A", "i1", 1_000*baht)
		active := func(want bool) {
			w.t.Helper()
			if got, err := w.s.Active(t.Context()); err != nil || got != want {
				w.t.Errorf("active %v, %v", got, err)
			}
			if setup, err := w.s.Setup(t.Context(), "A"); err != nil || setup.Turns != want || setup.Coins != 2 || len(setup.Hash) != 64 || setup.Client == "" {
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

// What Rotate and Proof tell is what was drawn: the fingerprint is the one that was shown before, and Draw on the table of
// then gives each slice.
func TestDrawsCanBeCalculatedAgain(t *testing.T) {
	t.Parallel()
	eachWheel(t, usual, func(w *wheel) {
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
		if p, err := w.s.Proof(t.Context(), "A"); err != nil || len(p.Seeds) != 1 || p.Seeds[0].Seed != "" || len(p.Seeds[0].Draws) != 8 {
			w.t.Errorf("a seed in use is told, or its draws are not: %+v, %v", p, err)
		}
		mine := "my own, 1"
		r, err := w.s.Rotate(t.Context(), "A", &mine)
		if err != nil || r.Hash != shown.Hash || r.Client != shown.Client {
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
			if got := from.Slices[spin.Draw(seed, old.Client, d.Nonce, weights)].Code; got != d.Slice || got != told[i] || d.Nonce != int64(i) {
				w.t.Errorf("draw %d was %s and told %s; the seed gives %s", i, d.Slice, told[i], got)
			}
		}
		// The next seed starts anew, with the member's part kept where it names none.
		if d := w.spin("A", "after"); d.Nonce != 0 || d.Hash != r.NextHash {
			w.t.Errorf("%+v", d)
		}
		if r, err := w.s.Rotate(t.Context(), "A", nil); err != nil || r.Client != mine {
			w.t.Errorf("%+v, %v", r, err)
		}
		if setup, err := w.s.Setup(t.Context(), "A"); err != nil || setup.Client != mine || setup.Next != 0 {
			w.t.Errorf("%+v, %v", setup, err)
		}
		for _, wrong := range []string{"", "ภาษา", "a\n", "\x7f", strings.Repeat("a", 65)} {
			if _, err := w.s.Rotate(t.Context(), "A", &wrong); !fault.Is(err, fault.INVALID_INPUT) {
				w.t.Errorf("%q: %v", wrong, err)
			}
		}
		sealed := ""
		if err := w.db.DB().QueryRowContext(t.Context(), `SELECT sealed FROM wheel_seed WHERE number = 1`).Scan(&sealed); err != nil || strings.Contains(sealed, r.Seed) {
			w.t.Errorf("the seed stands in the clear, or: %v", err)
		}
		w.noGaps()
	})
}

// Rotations and spins at once: every draw belongs to the seed whose fingerprint it was told with.
func TestParallelRotations(t *testing.T) {
	t.Parallel()
	eachWheel(t, table("", coin, nothing), func(w *wheel) {
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
					if _, err := w.nodes[i%2].Rotate(t.Context(), "A", nil); err != nil {
						w.t.Error(err)
					}
				})
			}
		}
		g.Wait()
		w.noGaps()
		if draws, inUse := w.count(`SELECT count(*) FROM wheel_draw`), w.count(`SELECT count(*) FROM wheel_seed WHERE revealed_at = 0`); draws != 20 || inUse != 1 {
			w.t.Errorf("%d draws, %d seeds in use", draws, inUse)
		}
	})
}

func TestTablesThatAreRefused(t *testing.T) {
	t.Parallel()
	eachWheel(t, usual, func(w *wheel) {
		if changes, err := w.try(usual); err != nil || len(changes) != 0 {
			w.t.Errorf("the same again: %v, %v", changes, err)
		}
		half := slice("C", "coin", `"weight": 50, "amount": 1`)
		five := slice("M", "cash", `"weight": 1, "amount": 10`)
		for name, good := range map[string]string{
			"half a coin per coin":   table("", nothing, half),
			"maxCost per coin":       table("", slice("N", "nothing", `"weight": 1`), five),
			"a prize of the day":     table(`"dayBudget": 10,`, slice("N", "nothing", `"weight": 1`), five),
			"own terms":              table(`"terms": {"end": "both", "percentSuccess": 101, "percentFail": 0, "turnover": 2, "expiresDays": 1},`, nothing, cash),
			"with a campaign's gift": usual,
		} {
			if _, err := w.try(good); err != nil {
				w.t.Errorf("%s: %v", name, err)
			}
		}
		versions := w.count(`SELECT count(*) FROM wheel_table`)
		for name, wrong := range map[string]string{
			"no slices":                table(""),
			"one slice":                table("", nothing),
			"too many":                 table("", many(25)...),
			"a code twice":             table("", nothing, nothing),
			"a code with spaces":       table("", nothing, slice("A B", "nothing", `"weight": 1`)),
			"no weight":                table("", nothing, slice("A", "nothing", `"weight": 0`)),
			"a negative weight":        table("", nothing, slice("A", "nothing", `"weight": -1`)),
			"half a weight":            table("", nothing, slice("A", "nothing", `"weight": 0.5`)),
			"too heavy":                table("", nothing, slice("A", "nothing", `"weight": 999999999`)),
			"more than half a coin":    table("", slice("N", "nothing", `"weight": 49`), half),
			"a satang too dear":        table(`"maxCost": 4.99,`, slice("N", "nothing", `"weight": 1`), five),
			"a gift too dear":          table(`"maxCost": 1,`, slice("N", "nothing", `"weight": 5`), gift),
			"a prize above the day":    table(`"dayBudget": 9.99,`, slice("N", "nothing", `"weight": 1`), five),
			"cash of nothing":          table("", nothing, slice("A", "cash", `"weight": 1, "amount": 0`)),
			"cash without an amount":   table("", nothing, slice("A", "cash", `"weight": 1`)),
			"negative cash":            table("", nothing, slice("A", "cash", `"weight": 1, "amount": -5`)),
			"a part of a satang":       table("", nothing, slice("A", "cash", `"weight": 1, "amount": 1.005`)),
			"half a coin":              table("", nothing, slice("A", "coin", `"weight": 1, "amount": 0.5`)),
			"an amount of nothing":     table("", slice("A", "nothing", `"weight": 1, "amount": 1`), cash),
			"an unknown kind":          table("", nothing, slice("A", "car", `"weight": 1`)),
			"no campaign":              table("", nothing, slice("A", "bonus", `"weight": 1, "amount": 1`)),
			"an unknown campaign":      table("", nothing, slice("A", "bonus", `"weight": 1, "amount": 1, "bonus": "NONE"`)),
			"cash with a campaign":     table("", nothing, slice("A", "cash", `"weight": 1, "amount": 1, "bonus": "GIFT20"`)),
			"a colour by its name":     table("", nothing, strings.Replace(cash, "#112233", "red;", 1)),
			"a name in two languages":  strings.Replace(usual, `"lo": "Wheel"`, `"lo": ""`, 1),
			"a label in two languages": strings.Replace(usual, `"th": "NONE"`, `"th": ""`, 1),
			"terms that can't be lost": table(`"terms": {"percentFail": 100},`, nothing, cash),
			"terms won at once":        table(`"terms": {"percentSuccess": 100},`, nothing, cash),
			"terms without an end":     table(`"terms": {"expiresDays": 0},`, nothing, cash),
			"a turnover of nothing":    table(`"terms": {"end": "turnover", "turnover": 0},`, nothing, cash),
			"an unknown end":           table(`"terms": {"end": "never"},`, nothing, cash),
			"an unknown field":         table(`"odds": 1,`, nothing, cash),
			"no object":                `[]`,
		} {
			if _, err := w.try(wrong); err == nil {
				w.t.Errorf("%s: taken", name)
			}
		}
		if n := w.count(`SELECT count(*) FROM wheel_table`); n != versions {
			w.t.Errorf("%d tables, before %d: a refused one was kept", n, versions)
		}
		if n := w.count(`SELECT count(*) FROM wheel_table WHERE valid_until = 0`); n != 1 {
			w.t.Errorf("%d are in force", n)
		}
		setup, err := w.s.Setup(t.Context(), "A")
		if err != nil {
			w.t.Fatal(err)
		}
		if html := setup.Table.Slices[0].Description.TH; strings.Contains(html, "script") || !strings.Contains(html, "<b>") {
			w.t.Errorf("not sanitised: %s", html)
		}
	})
}

func many(n int) (slices []string) {
	for i := range n {
		slices = append(slices, slice(fmt.Sprint("S", i), "nothing", `"weight": 1`))
	}
	return slices
}
