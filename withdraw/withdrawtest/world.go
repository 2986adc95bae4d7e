// Package withdrawtest is the withdrawal area and its rooms as their tests use them.
package withdrawtest

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"math"
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	stops "krapao/brake"
	"krapao/connect/callout"
	adapter "krapao/connect/payout"
	"krapao/fault"
	"krapao/internal/clock"
	"krapao/internal/id"
	"krapao/internal/secret"
	"krapao/internal/settle"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/ledger"
	"krapao/money"
	"krapao/sandbox"
	"krapao/sandbox/sandboxtest"
	"krapao/withdraw"
	"krapao/withdraw/approval"
	"krapao/withdraw/brake"
	"krapao/withdraw/payout"
)

// CallTime is how long a call to the bank may take in these tests, as in the product.
const CallTime = 10 * time.Second

// World is the withdrawal area with the real ledger, the real settle worker, the real adapter and the sandbox's bank.
type World struct {
	T       *testing.T
	Clock   clock.Clock
	Store   *store.Store
	Ledger  *ledger.Ledger
	Outside *sandboxtest.Sandbox
	Members *Members
	Games   *Games
	Totals  *Totals
	Proofs  *Proofs
	Links   *Links
	Flags   Flags

	Requests  *withdraw.Service
	Approvals *approval.Service
	Payouts   *payout.Service
	Brake     *brake.Brake
	Stops     *stops.Service
	Settler   withdraw.Settler

	worker *settle.Worker
}

// Options of a world. The zero value has the demo's settings and the bubble's time.
type Options struct {
	Clock    clock.Clock
	Settings string
	// Still: no worker runs; the test calls Settle itself. NoCallbacks: the bank can't reach us.
	Still       bool
	NoCallbacks bool
	// Callout: the house has a system of its own, the sandbox's.
	Callout bool
	// Bank changes the bank that the house knows.
	Bank func(payout.Bank) payout.Bank
}

// demoSettings are the demo's softer settings.
const demoSettings = `{"requiredPlayPercent": 0, "reviewFirst": false}`

// New opens a world on a store.
func New(t *testing.T, s *store.Store, o Options) *World {
	t.Helper()
	if o.Clock == nil {
		o.Clock = clock.System{}
	}
	if o.Settings == "" {
		o.Settings = demoSettings
	}
	l, err := ledger.Open(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	w := &World{
		T: t, Clock: o.Clock, Store: s, Ledger: l, Members: &Members{list: map[string]withdraw.Payee{}},
		Games: &Games{}, Totals: &Totals{}, Proofs: &Proofs{}, Links: &Links{}, Flags: Flags{},
	}
	w.Outside = sandboxtest.Start(t, sandboxtest.Options{Clock: o.Clock})
	w.build(o)
	if !o.NoCallbacks {
		w.listen()
	}
	if err := s.Write(t.Context(), func(tx *store.Tx) error {
		_, err := w.Requests.Apply(t.Context(), tx, json.RawMessage(o.Settings))
		return err
	}); err != nil {
		t.Fatal(err)
	}
	if !o.Still {
		w.run()
	}
	return w
}

func (w *World) build(o Options) {
	known := sandbox.DemoCredentials().Payout
	var bank payout.Bank = adapter.New(adapter.Config{
		BaseURL: w.Outside.URL + "/payout", Key: known.Key, Secret: known.Secret,
		Outbound: w.Outside.Outbound(CallTime), Now: w.Clock.Now,
	})
	if o.Bank != nil {
		bank = o.Bank(bank)
	}
	box, err := secret.FromMaster(bytes.Repeat([]byte{7}, secret.KeySize))
	if err != nil {
		w.T.Fatal(err)
	}
	wake := func() {
		if w.worker != nil {
			w.worker.Wake(withdraw.KindWithdraw)
		}
	}
	w.Brake = brake.New(w.Store)
	w.Stops = stops.New(w.Store, w.Brake)
	w.Requests = withdraw.New(withdraw.Deps{
		Store: w.Store, Books: w.Ledger, Members: w.Members, Box: box, Games: w.Games, Wake: wake,
	})
	w.Approvals = approval.New(approval.Deps{
		Store: w.Store, Books: w.Ledger, Members: w.Members, Names: bank, Brake: w.Brake, Stops: w.Stops, Box: box,
		Settings: w.Requests.Settings, Totals: w.Totals, Proofs: w.Proofs, Links: w.Links, Flags: w.Flags, Wake: wake,
	})
	if o.Callout {
		w.Approvals.Callout = callout.New(callout.Config{
			URL: w.Outside.URL + "/callout", Secret: sandbox.DemoCredentials().Callout.Secret,
			Outbound: w.Outside.Outbound(CallTime), Now: w.Clock.Now,
		})
	}
	w.Payouts = payout.New(payout.Deps{Store: w.Store, Books: w.Ledger, Bank: bank, Brake: w.Brake, Stops: w.Stops, Box: box})
	w.Settler = withdraw.Settler{Store: w.Store, Approval: w.Approvals, Payouts: w.Payouts}
}

// run starts the settle worker.
func (w *World) run() {
	worker, err := settle.New(w.Ledger, settle.Settings{Clock: w.Clock})
	if err != nil {
		w.T.Fatal(err)
	}
	worker.Handle(withdraw.KindWithdraw, settle.Lane{Handle: w.Settler.Settle, Since: w.Settler.Since})
	w.worker = worker
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() { worker.Run(ctx); close(done) }()
	w.T.Cleanup(func() { stop(); <-done })
}

func (w *World) listen() {
	hooks := w.Outside.Beside("hooks.test", http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		switch err := w.Payouts.Callback(r.Context(), r.Header, body); {
		case errors.Is(err, payout.ErrForged):
			rw.WriteHeader(http.StatusUnauthorized)
		case err != nil:
			rw.WriteHeader(http.StatusServiceUnavailable)
		}
	}))
	w.Outside.SetWalletURL(hooks)
}

// Member opens a member with a bank account and money in its wallet, from a deposit.
func (w *World) Member(wallet money.Amount) string {
	w.T.Helper()
	m := id.Member()
	w.Members.Set(m, withdraw.Payee{Account: withdraw.Account{BankCode: "SCB", Number: "1234567890", Name: "SOMCHAI JAIDEE"}})
	err := w.Store.Write(w.T.Context(), func(tx *store.Tx) error {
		return w.Ledger.OpenTx(w.T.Context(), tx, ledger.Wallet(m))
	})
	if err != nil {
		w.T.Fatal(err)
	}
	if wallet > 0 {
		w.Give(m, "deposit", ledger.Bank("KBANK"), wallet)
	}
	return m
}

// Give moves money into a wallet.
func (w *World) Give(m string, kind ledger.Kind, from ledger.Account, amount money.Amount) {
	w.T.Helper()
	_, err := w.Ledger.Move(w.T.Context(), ledger.Order{
		Key: ledger.InternalKey("test", id.Text(16)), Kind: kind, Debit: from, Credit: ledger.Wallet(m), Amount: amount, Member: m,
	})
	if err != nil {
		w.T.Fatal(err)
	}
}

// NewKey returns a key that was not used.
func NewKey() ledger.Key { return ledger.ClientKey("m", "withdraw", id.Text(16)) }

// Request takes a request that must not be refused.
func (w *World) Request(m string, amount money.Amount) withdraw.Receipt {
	w.T.Helper()
	r, err := w.Requests.Request(w.T.Context(), m, amount, NewKey())
	if err != nil {
		w.T.Fatalf("request: %v", err)
	}
	return r
}

// Find returns a withdrawal as an operator sees it.
func (w *World) Find(reference string) withdraw.Withdrawal {
	w.T.Helper()
	x, err := w.Requests.Find(w.T.Context(), reference)
	if err != nil {
		w.T.Fatal(err)
	}
	return x
}

// Balance returns an account's balance.
func (w *World) Balance(a ledger.Account) ledger.Balance {
	w.T.Helper()
	b, err := w.Ledger.Balance(w.T.Context(), a)
	if err != nil {
		w.T.Fatal(err)
	}
	return b
}

// Wallet returns what a member can spend.
func (w *World) Wallet(m string) money.Amount { return w.Balance(ledger.Wallet(m)).Available() }

// Pass lets the bubble's time pass and waits until everything due by then is done.
func Pass(d time.Duration) {
	time.Sleep(d)
	synctest.Wait()
}

// Until checks every second, for two minutes. The product waits one minute for missing facts; the worker pauses for half a
// minute at most.
func (w *World) Until(what string, done func() bool) {
	w.T.Helper()
	for range 2 * time.Minute / time.Second {
		if done() {
			return
		}
		Pass(time.Second)
	}
	if !done() {
		w.T.Fatalf("not within two minutes: %s", what)
	}
}

// UntilReason waits until the withdrawal's row in the statement has a reason.
func (w *World) UntilReason(member, reference string, want fault.Code) {
	w.T.Helper()
	w.Until("the row says "+string(want), func() bool {
		lines, err := w.Ledger.History(w.T.Context(), ledger.Wallet(member), ledger.HistoryPage{UpTo: math.MaxInt64, Limit: 10})
		if err != nil {
			w.T.Fatal(err)
		}
		for _, l := range lines {
			if w.Ledger.Reference(l.ID) == reference {
				return l.Detail.Reason == want
			}
		}
		return false
	})
}

// UntilState waits until the withdrawal is in a state.
func (w *World) UntilState(reference string, s withdraw.State) {
	w.T.Helper()
	w.Until("the withdrawal is "+string(s), func() bool { return w.Find(reference).State == s })
}

// Agree demands that the books show what the bank paid.
func (w *World) Agree() {
	w.T.Helper()
	text := w.Outside.Totals().PayoutsSettled.String()
	settled, err := money.Parse(text)
	if err != nil {
		w.T.Fatalf("totals: %q: %v", text, err)
	}
	if booked := w.Balance(ledger.Payout).Posted; booked != settled {
		w.T.Errorf("the bank paid %s, the books have %s", settled, booked)
	}
}

// Decide runs an operator's decision in its transaction.
func (w *World) Decide(f func(tx *store.Tx) error) error {
	return w.Store.Write(w.T.Context(), f)
}

// Settle runs the settle worker's handler once, as the worker would.
func (w *World) Settle(reference string) {
	w.T.Helper()
	id, _ := w.Ledger.ParseReference(reference)
	x, err := w.Ledger.Find(w.T.Context(), id)
	if err != nil {
		w.T.Fatal(err)
	}
	if x.State != ledger.Pending {
		return
	}
	if _, err := w.Settler.Settle(w.T.Context(), x); err != nil {
		w.T.Fatal(err)
	}
}

// Approve lets a withdrawal in review be sent, as an operator does.
func (w *World) Approve(reference string) error {
	return w.Decide(func(tx *store.Tx) error { return w.Approvals.ApproveTx(w.T.Context(), tx, reference) })
}

// Return returns a withdrawal's money, as an operator does.
func (w *World) Return(reference string) error {
	return w.Decide(func(tx *store.Tx) error {
		return w.Payouts.ReturnTx(w.T.Context(), tx, reference, fault.TRANSFER_FAIL)
	})
}

// EachWithClock runs a test on both engines, at a Friday afternoon in Bangkok.
func EachWithClock(t *testing.T, test func(t *testing.T, s *store.Store, now *clock.Fake)) {
	t.Helper()
	storetest.EachAt(t, time.Date(2026, 11, 20, 10, 0, 0, 0, time.UTC), test)
}
