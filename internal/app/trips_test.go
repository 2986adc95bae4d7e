package app_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"sync/atomic"
	"testing"
	"time"

	"krapao/cmd/krapao/demo"
	"krapao/deposit"
	"krapao/deposit/deposittest"
	"krapao/internal/app"
	"krapao/internal/argon"
	"krapao/internal/bus"
	"krapao/internal/config"
	"krapao/internal/content"
	"krapao/internal/id"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/internal/testkit/memnet"
	"krapao/ledger"
	"krapao/member"
	"krapao/money"
	"krapao/sandbox/sandboxtest"
)

// tripWorld is the product with all its areas and the sandbox, without background work: nothing else talks to the database.
type tripWorld struct {
	*app.App
	t       *testing.T
	box     *sandboxtest.Sandbox
	commits atomic.Int64
	people  int
}

// cost is what an operation asks of the database: round trips on PostgreSQL, statements on SQLite.
type cost struct{ trips, commits int64 }

func newTripWorld(t *testing.T, s *store.Store) *tripWorld {
	t.Helper()
	log, network := slog.New(slog.DiscardHandler), memnet.New()
	box := sandboxtest.Start(t, sandboxtest.Options{Net: network})
	a, err := app.Build(t.Context(), app.Config{
		Node: config.Node{Limits: "off"}, Outside: app.Sandboxed(box.URL), PlainOutside: box.URL, Store: s,
		Masters: config.Masters{1: []byte("a test's master key, not random!")}, Demo: true,
		Log: log, Dial: network.Dial, Hints: bus.Open(s, log, true), Argon: argon.Cost{Memory: 64, Passes: 1, Threads: 1},
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(a.Close)
	doc, err := demo.Document()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := content.Apply(t.Context(), s, a.Sections(), doc, false); err != nil {
		t.Fatal(err)
	}
	w := &tripWorld{App: a, t: t, box: box}
	s.OnCommit(func(time.Duration, error) { w.commits.Add(1) })
	return w
}

// somebody registers a member and returns the account that it pays from.
func (w *tripWorld) somebody() (id string, payer sandboxtest.Payer) {
	w.t.Helper()
	w.people++
	number := "40" + fmt.Sprintf("%08d", w.people)
	id, err := w.Members.Register(w.t.Context(), member.Registration{
		Name: "SOMCHAI JAIDEE", Username: "08" + fmt.Sprintf("%08d", w.people), Password: "a long password",
		BankCode: "SCB", BankAccountName: "SOMCHAI JAIDEE", BankAccountNo: number,
	}, member.Proof{})
	if err != nil {
		w.t.Fatal(err)
	}
	return id, sandboxtest.Payer{FromBank: "SCB", FromAccount: number, FromName: "SOMCHAI JAIDEE"}
}

// costs measures an operation.
func (w *tripWorld) costs(f func()) cost {
	before := cost{w.Store.Statements(), w.commits.Load()}
	f()
	return cost{w.Store.Statements() - before.trips, w.commits.Load() - before.commits}
}

// has asserts what is in a member's wallet.
func (w *tripWorld) has(member string, want money.Amount) {
	w.t.Helper()
	if b, err := w.Ledger.Balance(w.t.Context(), ledger.Wallet(member)); err != nil || b.Posted != want {
		w.t.Fatalf("the wallet has %s (%v), want %s", b.Posted, err, want)
	}
}

// byQR orders a code, pays it and lets the gateway call back.
func (w *tripWorld) byQR(member string, payer sandboxtest.Payer) (order, callback cost) {
	w.t.Helper()
	var code string
	order = w.costs(func() {
		view, err := w.Codes.Create(w.t.Context(), member, "KBANK", 500*money.Baht)
		if err != nil || !view.Shown {
			w.t.Fatalf("%+v, %v", view, err)
		}
		code = view.ID
	})
	w.box.Pay(code, payer)
	body, err := json.Marshal(map[string]any{
		"partnerTxnUid": code, "partnerId": "SANDBOX01", "statusCode": "00", "merchantId": "KBSANDBOX00001",
	})
	if err != nil {
		w.t.Fatal(err)
	}
	callback = w.costs(func() {
		if err := w.Codes.Callback(w.t.Context(), "KBANK", noHeader{}, body); err != nil {
			w.t.Fatal(err)
		}
	})
	return order, callback
}

type noHeader struct{}

func (noHeader) Get(string) string { return "" }

// booking books an arrival as a gateway's answer does.
func (w *tripWorld) booking(memberID string, payer sandboxtest.Payer) cost {
	w.t.Helper()
	return w.costs(func() {
		booked, err := w.Deposits.Book(w.t.Context(), deposit.Arrival{
			Account: "KBANK", Channel: deposit.ChannelQR, Member: memberID, Reference: id.Text(15),
			Payment: deposit.Payment{
				Source: id.Text(16), Amount: 500 * money.Baht, PaidAt: w.Store.Now(),
				Payer: deposit.Payer{BankCode: payer.FromBank, AccountNo: payer.FromAccount, Name: payer.FromName},
			},
		})
		if err != nil || !booked {
			w.t.Fatalf("%v, %v", booked, err)
		}
	})
}

// bySlip uploads the slip of a transfer, and measures from its verification to the credit.
func (w *tripWorld) bySlip(memberID string, payer sandboxtest.Payer) cost {
	w.t.Helper()
	picture := w.box.Slip(w.box.Transfer(sandboxtest.Transfer{
		FromBank: payer.FromBank, FromAccount: payer.FromAccount, FromName: payer.FromName,
		ToBank: "KTB", ToAccount: "9831234567", Amount: "500",
	}).Slip)
	key := ledger.ClientKey(memberID, "POST /api/wallet/slip", id.Text(16))
	if _, err := w.Slips.Upload(w.t.Context(), memberID, key, bytes.NewReader(picture)); err != nil {
		w.t.Fatal(err)
	}
	return w.costs(func() {
		if n, err := w.Slips.Turn(w.t.Context()); n != 1 || err != nil {
			w.t.Fatal(n, err)
		}
	})
}

// byFeed reads a statement with one new line of a member.
func (w *tripWorld) byFeed(payer sandboxtest.Payer) cost {
	w.t.Helper()
	w.box.Transfer(sandboxtest.Transfer{
		FromBank: payer.FromBank, FromAccount: payer.FromAccount, FromName: payer.FromName,
		ToBank: "SCB", ToAccount: "4068123456", Amount: "500",
	})
	return w.costs(func() {
		if n, err := w.Feeds.Read(w.t.Context()); n != 1 || err != nil {
			w.t.Fatal(n, err)
		}
	})
}

// TestDepositsTakeFewRoundTripsAndCommits holds what a member's deposit asks of the database. A round trip that is added by
// mistake costs every deposit, and one under the lock of a bank's account costs all deposits into it.
func TestDepositsTakeFewRoundTripsAndCommits(t *testing.T) {
	t.Parallel()
	most := map[string]map[store.Engine]cost{
		"order":    {store.Postgres: {8, 2}, store.SQLite: {9, 2}},
		"callback": {store.Postgres: {6, 1}, store.SQLite: {16, 1}},
		"booking":  {store.Postgres: {5, 1}, store.SQLite: {15, 1}},
		"slip":     {store.Postgres: {26, 5}, store.SQLite: {41, 5}},
		"feed":     {store.Postgres: {17, 3}, store.SQLite: {29, 3}},
	}
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := newTripWorld(t, s)
		m, payer := w.somebody()
		got := map[string]cost{}
		for range 2 { // the first time opens accounts, logs in at the bank, and prepares statements on PostgreSQL
			got["order"], got["callback"] = w.byQR(m, payer)
			got["booking"] = w.booking(m, payer)
			got["slip"] = w.bySlip(m, payer)
			got["feed"] = w.byFeed(payer)
			deposittest.Pass(3 * time.Second) // the next reading of the statement is due
		}
		w.has(m, 8*500*money.Baht)
		for name, c := range got {
			t.Logf("%s: %d round trips, %d commits", name, c.trips, c.commits)
			if limit := most[name][s.Engine()]; c.trips > limit.trips || c.commits > limit.commits {
				t.Errorf("%s: %+v, at most %+v", name, c, limit)
			}
		}
	})
}
