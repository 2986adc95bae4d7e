package spin_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"krapao/bonus"
	"krapao/internal/clock"
	"krapao/internal/secret"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/ledger"
	"krapao/money"
	"krapao/spin"
)

// wheel is the service with a real ledger. Its two services act as two nodes.
type wheel struct {
	*box
	books  *ledger.Ledger
	states *states
	nodes  []*spin.Service
	grants *grants
}

// states locks members like the member area: by a row that one transaction at a time can lock.
type states struct {
	mu       sync.Mutex
	excluded map[string]bool
}

func (s *states) LockTx(ctx context.Context, tx *store.Tx, member string) (bool, error) {
	_, err := tx.ExecContext(ctx, `INSERT INTO member_lock (member, n) VALUES ($1, 1)
		ON CONFLICT (member) DO UPDATE SET n = member_lock.n + 1`, member)
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.excluded[member], err
}

// grants replaces the bonus area as far as coupons need it: it locks the member, moves the money, and refuses if a test says so.
// The bonus area's own tests and e2e use the real one.
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

// check refuses terms with the game "silent", the only one that reports nothing.
func (g *grants) check(_ context.Context, _ *store.Tx, t bonus.Terms) error {
	if slices.Contains(t.Games, "silent") {
		return errors.New("it reports nothing")
	}
	return nil
}

func (g *grants) PrizeTx(_ context.Context, _ *store.Tx, code string) (money.Amount, bonus.Terms, bool, error) {
	t, known := g.offers[code]
	return 20 * baht, t, known, nil
}

func eachWheel(t *testing.T, table string, test func(t *testing.T, w *wheel)) {
	t.Helper()
	storetest.EachAt(t, noon, func(t *testing.T, db *store.Store, now *clock.Fake) {
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
			node := spin.New(spin.Deps{Store: db, Books: w.books, Box: sealer, Members: w.states, Totals: w.grants})
			node.SetBonuses(w.grants)
			w.nodes = append(w.nodes, node)
		}
		w.s = w.nodes[0]
		w.in(func(tx *store.Tx) error {
			_, err := spin.ApplySettings(t.Context(), tx, json.RawMessage(`{"atOnce": true}`))
			return err
		})
		if table != "" {
			w.apply(table)
		}
		test(t, w)
	})
}

func (w *wheel) try(table string) (changes []string, err error) {
	err = w.db.Write(w.t.Context(), func(tx *store.Tx) error {
		changes, err = spin.ApplyWheel(w.grants, w.grants.check)(w.t.Context(), tx, json.RawMessage(table))
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

// fund puts money into the house account that pays prizes.
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

// open opens a member's wallet.
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
	// allCash has prizes of cash only.
	allCash = table("", slice("A", "cash", `"weight": 1, "amount": 5`), slice("B", "cash", `"weight": 1, "amount": 5`))
)
