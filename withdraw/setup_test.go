package withdraw_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"math"
	"net/http"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"krapao/connect/payout"
	"krapao/fault"
	"krapao/internal/clock"
	"krapao/internal/id"
	"krapao/internal/secret"
	"krapao/internal/settle"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/money"
	"krapao/sandbox"
	"krapao/sandbox/sandboxtest"
	"krapao/withdraw"
)

// callTime is how long a call to the bank may take in these tests, as in the product.
const callTime = 10 * time.Second

// world is the withdrawal area with the real ledger, the real settle worker, the real adapter and the sandbox's bank.
type world struct {
	t       *testing.T
	clock   clock.Clock
	store   *store.Store
	ledger  *ledger.Ledger
	outside *sandboxtest.Sandbox
	members *members
	games   *games
	totals  *totals
	proofs  *proofs
	service *withdraw.Service
	work    *settle.Worker
}

type options struct {
	clock    clock.Clock
	settings string
	// still: no worker runs; the test calls Settle itself.
	still       bool
	noCallbacks bool
	payout      func(withdraw.Payout) withdraw.Payout
}

// demoSettings are the demo's softer settings.
const demoSettings = `{"requiredPlayPercent": 0, "reviewFirst": false}`

func newWorld(t *testing.T, s *store.Store, o options) *world {
	t.Helper()
	if o.clock == nil {
		o.clock = clock.System{}
	}
	if o.settings == "" {
		o.settings = demoSettings
	}
	l, err := ledger.Open(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	w := &world{
		t: t, clock: o.clock, store: s, ledger: l, members: &members{list: map[string]withdraw.Payee{}},
		games: &games{}, totals: &totals{}, proofs: &proofs{},
	}
	w.outside = sandboxtest.Start(t, sandboxtest.Options{Clock: o.clock})
	w.build(o)
	if !o.noCallbacks {
		w.listen()
	}
	if err := s.Write(t.Context(), func(tx *store.Tx) error {
		_, err := w.service.Apply(t.Context(), tx, json.RawMessage(o.settings))
		return err
	}); err != nil {
		t.Fatal(err)
	}
	if !o.still {
		w.run()
	}
	return w
}

func (w *world) build(o options) {
	known := sandbox.DemoCredentials().Payout
	var bank withdraw.Payout = payout.New(payout.Config{
		BaseURL: w.outside.URL + "/payout", Key: known.Key, Secret: known.Secret,
		Outbound: w.outside.Outbound(callTime), Now: w.clock.Now,
	})
	if o.payout != nil {
		bank = o.payout(bank)
	}
	box, err := secret.FromMaster(bytes.Repeat([]byte{7}, secret.KeySize))
	if err != nil {
		w.t.Fatal(err)
	}
	w.service = withdraw.New(withdraw.Deps{
		Store: w.store, Books: w.ledger, Members: w.members, Payout: bank, Box: box, Games: w.games, Totals: w.totals, Proofs: w.proofs,
		Wake: func() {
			if w.work != nil {
				w.work.Wake(withdraw.KindWithdraw)
			}
		},
		Log: slog.New(slog.DiscardHandler),
	})
}

// run starts the settle worker.
func (w *world) run() {
	worker, err := settle.New(w.ledger, settle.Settings{Clock: w.clock})
	if err != nil {
		w.t.Fatal(err)
	}
	worker.Handle(withdraw.KindWithdraw, settle.Lane{Handle: w.service.Settle, Since: w.service.Since})
	w.work = worker
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() { worker.Run(ctx); close(done) }()
	w.t.Cleanup(func() { stop(); <-done })
}

func (w *world) listen() {
	hooks := w.outside.Beside("hooks.test", http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		switch err := w.service.Callback(r.Context(), r.Header, body); {
		case errors.Is(err, withdraw.ErrForged):
			rw.WriteHeader(http.StatusUnauthorized)
		case err != nil:
			rw.WriteHeader(http.StatusServiceUnavailable)
		}
	}))
	w.outside.SetWalletURL(hooks)
}

// member opens a member with a bank account and money in its wallet, from a deposit.
func (w *world) member(wallet money.Amount) string {
	w.t.Helper()
	m := id.Member()
	w.members.set(m, withdraw.Payee{Account: withdraw.Account{BankCode: "SCB", Number: "1234567890", Name: "SOMCHAI JAIDEE"}})
	err := w.store.Write(w.t.Context(), func(tx *store.Tx) error {
		return w.ledger.OpenTx(w.t.Context(), tx, ledger.Wallet(m))
	})
	if err != nil {
		w.t.Fatal(err)
	}
	if wallet > 0 {
		w.give(m, "deposit", ledger.Bank("KBANK"), wallet)
	}
	return m
}

func (w *world) give(m string, kind ledger.Kind, from ledger.Account, amount money.Amount) {
	w.t.Helper()
	_, err := w.ledger.Move(w.t.Context(), ledger.Order{
		Key: ledger.InternalKey("test", id.Text(16)), Kind: kind, Debit: from, Credit: ledger.Wallet(m), Amount: amount, Member: m,
	})
	if err != nil {
		w.t.Fatal(err)
	}
}

func newKey() ledger.Key { return ledger.ClientKey("m", "withdraw", id.Text(16)) }

func (w *world) request(m string, amount money.Amount) withdraw.Receipt {
	w.t.Helper()
	r, err := w.service.Request(w.t.Context(), m, amount, newKey())
	if err != nil {
		w.t.Fatalf("request: %v", err)
	}
	return r
}

func (w *world) find(reference string) withdraw.Withdrawal {
	w.t.Helper()
	x, err := w.service.Find(w.t.Context(), reference)
	if err != nil {
		w.t.Fatal(err)
	}
	return x
}

func (w *world) balance(a ledger.Account) ledger.Balance {
	w.t.Helper()
	b, err := w.ledger.Balance(w.t.Context(), a)
	if err != nil {
		w.t.Fatal(err)
	}
	return b
}

func (w *world) wallet(m string) money.Amount { return w.balance(ledger.Wallet(m)).Available() }

// pass lets the bubble's time pass and waits until everything due by then is done.
func pass(d time.Duration) {
	time.Sleep(d)
	synctest.Wait()
}

// until checks every second, for two minutes. The product waits one minute for missing facts; the worker pauses for half a minute
// at most.
func (w *world) until(what string, done func() bool) {
	w.t.Helper()
	for range 2 * time.Minute / time.Second {
		if done() {
			return
		}
		pass(time.Second)
	}
	if !done() {
		w.t.Fatalf("not within two minutes: %s", what)
	}
}

// untilReason waits until the withdrawal's row in the statement has a reason.
func (w *world) untilReason(member, reference string, want fault.Code) {
	w.t.Helper()
	w.until("the row says "+string(want), func() bool {
		lines, err := w.ledger.History(w.t.Context(), ledger.Wallet(member), ledger.HistoryPage{UpTo: math.MaxInt64, Limit: 10})
		if err != nil {
			w.t.Fatal(err)
		}
		for _, l := range lines {
			if w.ledger.Reference(l.ID) == reference {
				return l.Detail.Reason == want
			}
		}
		return false
	})
}

func (w *world) untilState(reference string, s withdraw.State) {
	w.t.Helper()
	w.until("the withdrawal is "+string(s), func() bool { return w.find(reference).State == s })
}

// agree demands that the books show what the bank paid.
func (w *world) agree() {
	w.t.Helper()
	text := w.outside.Totals().PayoutsSettled.String()
	settled, err := money.Parse(text)
	if err != nil {
		w.t.Fatalf("totals: %q: %v", text, err)
	}
	if booked := w.balance(ledger.Payout).Posted; booked != settled {
		w.t.Errorf("the bank paid %s, the books have %s", settled, booked)
	}
}

// decide runs an operator's decision in its transaction.
func (w *world) decide(f func(tx *store.Tx) error) error {
	return w.store.Write(w.t.Context(), f)
}

type members struct {
	mu   sync.Mutex
	list map[string]withdraw.Payee
	held bool
}

func (m *members) set(member string, p withdraw.Payee) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.list[member] = p
}

func (m *members) LockTx(context.Context, *store.Tx, string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.held {
		return fault.New(fault.TRY_AGAIN, "held")
	}
	return nil
}

func (m *members) Payee(_ context.Context, member string) (withdraw.Payee, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.list[member], nil
}

// games return to the wallet what the test says.
type games struct {
	mu    sync.Mutex
	calls int
	empty func(member string) []string
}

func (g *games) Empty(_ context.Context, member string) ([]string, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.calls++
	if g.empty == nil {
		return nil, nil
	}
	return g.empty(member), nil
}

type totals struct {
	mu  sync.Mutex
	err error
}

func (x *totals) StableTotal(context.Context, string) (money.Amount, error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	return 0, x.err
}

type proofs struct{ proven bool }

func (p *proofs) Proven(context.Context, string, withdraw.Account) (bool, error) {
	return p.proven, nil
}
