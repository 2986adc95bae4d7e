package ledger_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"pgregory.net/rapid"

	"krapao/fault"
	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/ledger"
	"krapao/ledger/budget"
	"krapao/ledger/proof"
	"krapao/money"
)

// The ledger against a model of maps: any sequence of commands, by either path, with restarts in between, gives the answers and
// balances of the model.
func TestTheLedgerIsItsModel(t *testing.T) {
	t.Parallel()
	storetest.EachAt(t, noon, func(t *testing.T, s *store.Store, c *clock.Fake) {
		l, err := ledger.Open(context.Background(), s)
		if err != nil {
			t.Fatal(err)
		}
		m := &machine{s: s, l: l, clock: c}
		t.Cleanup(func() { _ = m.l.Close() })
		rapid.Check(struct{ testing.TB }{t}, m.run) // without its deadline, which a bubble does not have
		r, err := proof.Verify(context.Background(), s)
		if err != nil || !r.OK() {
			t.Errorf("verify: %v, %v", r.Problems, err)
		}
	})
}

var runs atomic.Int64

type modelTransfer struct {
	order    ledger.Order
	id       ledger.ID
	state    ledger.State
	left     money.Amount // of the order's amount; less where it was lessened
	moved    money.Amount
	surplus  money.Amount
	fence    int64
	due      time.Time
	attempts int
}

type modelRefusal struct {
	order ledger.Order
	code  fault.Code
}

// machine is the ledger under test and the model of one run; each run has accounts and a kind of its own.
type machine struct {
	s     *store.Store
	l     *ledger.Ledger
	clock *clock.Fake

	kind     ledger.Kind
	accounts []ledger.Account
	balances map[ledger.Account]ledger.Balance
	// floors has those accounts that have a floor; sum is the sum of all accounts at the start.
	floors    map[ledger.Account]money.Amount
	sum       money.Amount
	transfers []*modelTransfer
	refusals  []modelRefusal
}

func (m *machine) run(t *rapid.T) {
	n := runs.Add(1)
	m.kind = ledger.Kind(fmt.Sprint("kind", n))
	m.balances, m.transfers, m.refusals = map[ledger.Account]ledger.Balance{}, nil, nil
	m.accounts = []ledger.Account{
		ledger.Wallet(fmt.Sprint("A", n)), ledger.Wallet(fmt.Sprint("B", n)), ledger.Game("joker", fmt.Sprint("a", n)),
		ledger.Bank(fmt.Sprint("bank", n)), ledger.GameResult(fmt.Sprint("p", n)),
	}
	m.in(t, func(tx *store.Tx) error { return m.l.OpenTx(context.Background(), tx, m.accounts...) })
	m.floors = map[ledger.Account]money.Amount{}
	for _, name := range m.accounts[:3] {
		m.floors[name] = 0
	}
	m.house(t)
	t.Repeat(map[string]func(*rapid.T){
		"order": m.order, "deposit": m.deposit, "again": m.again, "settle": m.settle, "settle more": m.settle, "lessen": m.lessen,
		"gate":   m.gate,
		"budget": m.budget, "claim": m.claim, "wait": m.wait, "restart": m.restart, "": m.check,
	})
}

// house adds an account that pays members. All runs share it, so each takes its present state, without gates.
func (m *machine) house(t *rapid.T) {
	ctx := context.Background()
	m.in(t, func(tx *store.Tx) error { return m.l.SetGatesTx(ctx, tx, ledger.Bonus, 0, math.MaxInt64) })
	b, err := m.l.Balance(ctx, ledger.Bonus)
	if err != nil {
		t.Fatal(err)
	}
	b.Version = 0
	m.accounts = append(m.accounts, ledger.Bonus)
	m.balances[ledger.Bonus], m.floors[ledger.Bonus], m.sum = b, b.Available()-m.left(t), b.Posted
}

// left returns how much the budget of house:bonus still allows, as the ledger has it.
func (m *machine) left(t *rapid.T) money.Amount {
	budgets, err := budget.New(m.s).Budgets(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return budgets[slices.IndexFunc(budgets, func(b budget.Budget) bool { return b.Account == ledger.Bonus })].Left
}

func (m *machine) budget(t *rapid.T) {
	left := money.Amount(rapid.IntRange(0, 200).Draw(t, "left"))
	m.in(t, func(tx *store.Tx) error {
		return budget.New(m.s).SetBudgetTx(context.Background(), tx, ledger.Bonus, left)
	})
	m.floors[ledger.Bonus] = m.balances[ledger.Bonus].Available() - left
}

// short reports whether amount would take an account below its floor.
func (m *machine) short(name ledger.Account, amount money.Amount) bool {
	floor, has := m.floors[name]
	return has && m.balances[name].Available()-amount < floor
}

func (m *machine) in(t *rapid.T, body func(tx *store.Tx) error) {
	if err := m.s.Write(context.Background(), body); err != nil {
		t.Fatal(err)
	}
}

func (m *machine) wait(t *rapid.T) {
	m.clock.Advance(time.Duration(rapid.IntRange(-5, 60).Draw(t, "seconds")) * time.Second) // the store goes on where it is set back
}

func (m *machine) restart(t *rapid.T) {
	if rapid.IntRange(0, 3).Draw(t, "really") > 0 {
		t.Skip("restarts are slow")
	}
	if err := m.l.Close(); err != nil {
		t.Fatal(err)
	}
	l, err := ledger.Open(context.Background(), m.s)
	if err != nil {
		t.Fatal(err)
	}
	m.l = l
}

func (m *machine) deposit(t *rapid.T) {
	m.send(t, ledger.Order{
		Key: newKey(), Kind: m.kind, Debit: m.accounts[3], Credit: rapid.SampledFrom(m.accounts[:3]).Draw(t, "to"),
		Amount: money.Amount(rapid.IntRange(1, 100).Draw(t, "amount")), Member: "A",
	})
}

func (m *machine) order(t *rapid.T) {
	o := ledger.Order{
		Key: newKey(), Kind: m.kind, Member: "A", Amount: money.Amount(rapid.IntRange(1, 120).Draw(t, "amount")),
		Debit: rapid.SampledFrom(m.accounts).Draw(t, "debit"), Credit: rapid.SampledFrom(m.accounts).Draw(t, "credit"),
		Gates: ledger.Gate(rapid.IntRange(0, 15).Draw(t, "gates")),
	}
	if o.Debit == o.Credit {
		t.Skip("nobody pays himself")
	}
	if rapid.Bool().Draw(t, "due") {
		o.DueAt = m.s.Now().Add(time.Duration(rapid.IntRange(0, 30).Draw(t, "in")) * time.Second)
	}
	m.send(t, o)
}

// send gives an order to the ledger and the model.
func (m *machine) send(t *rapid.T, o ledger.Order) {
	move := rapid.Bool().Draw(t, "move")
	r, err := m.call(t, o, move)
	code := m.refusalOf(o)
	if code != "" {
		if !fault.Is(err, code) {
			t.Fatalf("%+v: %v, want %s", o, err, code)
		}
		if code != fault.TRY_AGAIN {
			m.refusals = append(m.refusals, modelRefusal{o, code})
		}
		return
	}
	if err != nil || r.Replayed {
		t.Fatalf("%+v: %+v, %v", o, r, err)
	}
	tr := &modelTransfer{order: o, id: r.Transfer.ID, state: ledger.Pending, left: o.Amount, due: o.DueAt}
	m.transfers = append(m.transfers, tr)
	m.book(tr, o.Amount, 0)
	if move {
		m.close(tr, ledger.Posted, o.Amount)
	}
}

func (m *machine) call(t *rapid.T, o ledger.Order, move bool) (r ledger.Result, err error) {
	ctx := context.Background()
	if !rapid.Bool().Draw(t, "transaction") {
		if move {
			return m.l.Move(ctx, o)
		}
		return m.l.Reserve(ctx, o)
	}
	m.in(t, func(tx *store.Tx) error {
		if move {
			r, err = m.l.MoveTx(ctx, tx, o)
		} else {
			r, err = m.l.ReserveTx(ctx, tx, o)
		}
		return nil
	})
	return r, err
}

// refusalOf is the rule: gates first, then the floor.
func (m *machine) refusalOf(o ledger.Order) fault.Code {
	raised := (m.balances[o.Debit].Gates | m.balances[o.Credit].Gates) & o.Gates
	switch {
	case raised&ledger.GateHeld != 0:
		return fault.TRY_AGAIN
	case raised&ledger.GateIntoGames != 0:
		return fault.SELF_EXCLUDED
	case raised&ledger.GateWithdraw != 0:
		return fault.BONUS_REMAINING
	case raised&ledger.GateCredits != 0:
		return fault.BONUS_ALREADY_ACTIVE
	case m.short(o.Debit, o.Amount):
		return fault.MONEY_NOT_ENOUGH
	}
	return ""
}

// book changes the pending and posted money on both sides of a transfer.
func (m *machine) book(tr *modelTransfer, pending, posted money.Amount) {
	d, c := m.balances[tr.order.Debit], m.balances[tr.order.Credit]
	d.Reserved, d.Posted = d.Reserved+pending, d.Posted-posted
	c.Incoming, c.Posted = c.Incoming+pending, c.Posted+posted
	m.balances[tr.order.Debit], m.balances[tr.order.Credit] = d, c
}

func (m *machine) close(tr *modelTransfer, s ledger.State, moved money.Amount) {
	m.book(tr, -tr.left, moved)
	tr.state, tr.moved, tr.due = s, moved, time.Time{}
}

// again sends a key that was used before, with the same request or another.
func (m *machine) again(t *rapid.T) {
	if len(m.transfers)+len(m.refusals) == 0 {
		t.Skip("nothing yet")
	}
	n := rapid.IntRange(0, len(m.transfers)+len(m.refusals)-1).Draw(t, "which")
	other := rapid.IntRange(0, 3).Draw(t, "change") == 0
	var o ledger.Order
	if n < len(m.transfers) {
		o = m.transfers[n].order
	} else {
		o = m.refusals[n-len(m.transfers)].order
	}
	if other {
		o.Amount++
	}
	r, err := m.call(t, o, rapid.Bool().Draw(t, "move"))
	switch {
	case other:
		if !fault.Is(err, fault.IDEMPOTENCY_MISMATCH) {
			t.Fatalf("another request under a key: %+v, %v", r, err)
		}
	case n < len(m.transfers):
		tr := m.transfers[n]
		if err != nil || !r.Replayed || r.Transfer.ID != tr.id || r.Transfer.State != tr.state || r.Transfer.Moved != tr.moved {
			t.Fatalf("replay: %+v, %v; want %+v", r, err, tr)
		}
	default:
		if want := m.refusals[n-len(m.transfers)].code; !fault.Is(err, want) {
			t.Fatalf("replay: %v, want %s", err, want)
		}
	}
}

func (m *machine) settle(t *rapid.T) {
	if len(m.transfers) == 0 {
		t.Skip("nothing yet")
	}
	tr := rapid.SampledFrom(m.transfers).Draw(t, "which")
	s := ledger.Settlement{
		ID: tr.id, Amount: money.Amount(rapid.IntRange(0, int(tr.left)+20).Draw(t, "amount")),
		Surplus: rapid.Bool().Draw(t, "surplus"), Fence: rapid.Int64Range(max(0, tr.fence-1), tr.fence).Draw(t, "fence"),
	}
	void := rapid.IntRange(0, 2).Draw(t, "void") == 0
	code, replayed, want := m.settlementOf(tr, s, void)
	r, err := m.callSettle(t, s, void)
	if code != "" && fault.Is(err, code) || code == "" && errors.Is(err, want) && r.Replayed == replayed {
		return
	}
	t.Fatalf("%+v of %+v: %+v, %v; want %v %s, replayed %v", s, tr, r, err, want, code, replayed)
}

// settlementOf is the rule of settling; it changes the model where the settlement counts.
func (m *machine) settlementOf(tr *modelTransfer, s ledger.Settlement, void bool) (code fault.Code, replayed bool, want error) {
	amount := s.Amount
	if amount == 0 {
		amount = tr.left
	}
	extra := max(0, amount-tr.left)
	switch {
	case tr.state != ledger.Pending && void:
		if tr.state == ledger.Voided {
			return "", true, nil
		}
		return "", true, ledger.ErrSettled
	case tr.state != ledger.Pending:
		total := tr.moved
		if s.Surplus {
			total += tr.surplus
		}
		if tr.state == ledger.Posted && amount == total {
			return "", true, nil
		}
		return "", true, ledger.ErrSettled
	case s.Fence < tr.fence:
		return "", false, ledger.ErrFenced
	case void:
		m.close(tr, ledger.Voided, 0)
		return "", false, nil
	case extra > 0 && !s.Surplus:
		return "", false, ledger.ErrSurplus
	case extra > 0 && m.short(tr.order.Debit, extra):
		return fault.MONEY_NOT_ENOUGH, false, nil
	}
	m.close(tr, ledger.Posted, amount-extra)
	m.book(tr, 0, extra)
	tr.surplus = extra
	return "", false, nil
}

func (m *machine) callSettle(t *rapid.T, s ledger.Settlement, void bool) (r ledger.Result, err error) {
	ctx := context.Background()
	if !rapid.Bool().Draw(t, "transaction") {
		if void {
			return m.l.Void(ctx, s)
		}
		return m.l.Post(ctx, s)
	}
	m.in(t, func(tx *store.Tx) error {
		if void {
			r, err = m.l.VoidTx(ctx, tx, s)
		} else {
			r, err = m.l.PostTx(ctx, tx, s)
		}
		return nil
	})
	return r, err
}

// lessen gives a part of a reservation back: at once, and once.
func (m *machine) lessen(t *rapid.T) {
	if len(m.transfers) == 0 {
		t.Skip("nothing yet")
	}
	tr := rapid.SampledFrom(m.transfers).Draw(t, "which")
	to := money.Amount(rapid.IntRange(0, int(tr.left)+2).Draw(t, "to"))
	var r ledger.Result
	var err error
	m.in(t, func(tx *store.Tx) error {
		r, err = m.l.LessenTx(context.Background(), tx, ledger.Lessening{ID: tr.id, To: to})
		return nil
	})
	switch {
	case to == 0 || tr.state == ledger.Pending && to > tr.left:
		if !fault.Is(err, fault.INVALID_AMOUNT) {
			t.Fatalf("%s lessened to %s: %+v, %v", tr.left, to, r, err)
		}
		return
	case tr.state != ledger.Pending:
		if !errors.Is(err, ledger.ErrSettled) || r.Transfer.Amount != tr.left {
			t.Fatalf("lessened after its end: %+v, %v", r, err)
		}
		return
	}
	if err != nil || r.Replayed != (to == tr.left) || r.Transfer.Amount != to ||
		r.Transfer.Amount+r.Transfer.Lessened != tr.order.Amount {
		t.Fatalf("%s lessened to %s: %+v, %v", tr.left, to, r, err)
	}
	m.book(tr, to-tr.left, 0)
	tr.left = to
}

func (m *machine) gate(t *rapid.T) {
	name := rapid.SampledFrom(m.accounts).Draw(t, "account")
	raise := ledger.Gate(rapid.IntRange(0, 15).Draw(t, "raise"))
	lower := ledger.Gate(rapid.IntRange(0, 15).Draw(t, "lower"))
	m.in(t, func(tx *store.Tx) error { return m.l.SetGatesTx(context.Background(), tx, name, raise, lower) })
	b := m.balances[name]
	b.Gates = (b.Gates | raise) &^ lower
	m.balances[name] = b
}

func (m *machine) claim(t *rapid.T) {
	now, limit := m.s.Now(), rapid.IntRange(1, 5).Draw(t, "limit")
	claimed, err := m.l.Claim(context.Background(), ledger.ClaimRequest{
		Kinds: []ledger.Kind{m.kind}, Limit: limit, Lease: 10 * time.Second,
	})
	if err != nil {
		t.Fatal(err)
	}
	due := 0
	for _, tr := range m.transfers {
		if tr.state == ledger.Pending && !tr.due.IsZero() && !tr.due.After(now) {
			due++
		}
	}
	if len(claimed) != min(due, limit) {
		t.Fatalf("claimed %d of %d due, limit %d", len(claimed), due, limit)
	}
	for _, c := range claimed {
		n := slices.IndexFunc(m.transfers, func(tr *modelTransfer) bool { return tr.id == c.ID })
		tr := m.transfers[n]
		tr.fence, tr.attempts, tr.due = tr.fence+1, tr.attempts+1, now.Add(10*time.Second)
		if c.Fence != tr.fence || c.Attempts != tr.attempts || !c.DueAt.Equal(tr.due) {
			t.Fatalf("claimed %+v, want %+v", c, tr)
		}
	}
}

// check compares all balances, and one transfer.
func (m *machine) check(t *rapid.T) {
	ctx := context.Background()
	got, err := m.l.Balances(ctx, m.accounts...)
	if err != nil {
		t.Fatal(err)
	}
	for name, b := range got {
		b.Version = 0
		if b != m.balances[name] {
			t.Fatalf("%s is %+v, the model says %+v", name, b, m.balances[name])
		}
	}
	var sum money.Amount
	for b := range maps.Values(got) {
		sum += b.Posted
	}
	if sum != m.sum {
		t.Fatalf("all accounts together are %s, and were %s", sum, m.sum)
	}
	if want, left := m.balances[ledger.Bonus].Available()-m.floors[ledger.Bonus], m.left(t); left != want || left < 0 {
		t.Fatalf("the budget has %s left, the model says %s", left, want)
	}
	if n := len(m.transfers); n > 0 {
		tr := m.transfers[n-1]
		found, err := m.l.Find(ctx, tr.id)
		if err != nil || found.State != tr.state || found.Moved != tr.moved || found.Amount != tr.left || !found.DueAt.Equal(tr.due) ||
			found.Fence != tr.fence {
			t.Fatalf("found %+v, %v; the model says %+v", found, err, tr)
		}
	}
}
