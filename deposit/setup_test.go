package deposit_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"path"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"krapao/connect/payment/kbank"
	"krapao/connect/payment/payonex"
	"krapao/connect/payment/signed"
	"krapao/connect/payment/signed/wire"
	"krapao/deposit"
	"krapao/fault"
	"krapao/internal/clock"
	"krapao/internal/id"
	"krapao/internal/secret"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/money"
	"krapao/sandbox"
	"krapao/sandbox/sandboxtest"
)

// callTime is what a call of the outside may take: the product's own.
const callTime = 10 * time.Second

// world is the deposit area with the real ledger, the real adapter and the sandbox at the other end.
type world struct {
	t       *testing.T
	clock   clock.Clock
	store   *store.Store
	ledger  *ledger.Ledger
	outside *sandboxtest.Sandbox
	members *members
	nodes   []*deposit.Service
	hooks   string
	// gateways are those of the first node, by the codes of their panels.
	gateways map[string]deposit.QRGateway
}

// panels are the codes of the four QR panels.
var panels = []string{"KBANK", "WW", "FP", "PAYONEX"}

// options of a world; the zero value is the demo's profile in the bubble's time, with the product's own waits.
type options struct {
	clock    clock.Clock
	settings string
	// noCallbacks: the bank can't reach us.
	noCallbacks bool
	nodes       int
	// gateway stands before every gateway, where it is set.
	gateway func(deposit.QRGateway) deposit.QRGateway
	limits  deposit.Limits
	coins   deposit.Coins
	play    deposit.Play
}

const demoSettings = `{"unnamedLimited": false, "unnamedVerifies": true}`

const accountsContent = `[
 {"code":"SCB1","bankCode":"SCB","bankType":"BANK","mode":"MANUAL","source":"slip","bank":{"nameTH":"ก","nameEN":"SCB","nameLO":"ກ"},"bankAccountName":"KRAPAO CO","bankAccountNo":"4051234567","currency":"BAHT"},
 {"code":"KBANK","bankCode":"KBANK","bankType":"BANK","mode":"AUTO","source":"gateway","bank":{"nameTH":"ก","nameEN":"KBANK","nameLO":"ກ"},"bankAccountName":"KRAPAO CO","bankAccountNo":"0123456789","currency":"BAHT","qr":true,"qrMinimum":1},
 {"code":"WW","bankCode":"WW","bankType":"GATEWAY","mode":"AUTO","source":"gateway","bank":{"nameTH":"ก","nameEN":"WW","nameLO":"ກ"},"currency":"BAHT","qr":true,"qrMinimum":100},
 {"code":"FP","bankCode":"FP","bankType":"GATEWAY","mode":"AUTO","source":"gateway","bank":{"nameTH":"ก","nameEN":"FP","nameLO":"ກ"},"currency":"BAHT","qr":true,"qrMinimum":10},
 {"code":"PAYONEX","bankCode":"PAYONEX","bankType":"GATEWAY","mode":"AUTO","source":"gateway","bank":{"nameTH":"ก","nameEN":"PAYONEX","nameLO":"ກ"},"currency":"BAHT","qr":true,"qrMinimum":100},
 {"code":"TRUE","bankCode":"TRUEMONEY","bankType":"WALLET","mode":"AUTO","source":"issuer","bank":{"nameTH":"ก","nameEN":"TrueMoney","nameLO":"ກ"},"walletAccountName":"KRAPAO","currency":"BAHT"},
 {"code":"BBLONLY","bankCode":"BBL","bankType":"BANK","mode":"AUTO","source":"feed","bank":{"nameTH":"ก","nameEN":"BBL","nameLO":"ກ"},"bankAccountName":"KRAPAO CO","bankAccountNo":"1112223334","currency":"BAHT","memberBanks":["BBL"]}
]`

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
	w := &world{t: t, clock: o.clock, store: s, ledger: l, members: &members{list: map[string]deposit.Payer{}}}
	w.outside = sandboxtest.Start(t, sandboxtest.Options{Clock: o.clock})
	for range max(o.nodes, 1) {
		w.nodes = append(w.nodes, w.node(o))
	}
	w.listen(o)
	w.apply(accountsContent, o.settings)
	return w
}

func box(t *testing.T) *secret.Box {
	t.Helper()
	b, err := secret.FromMaster(bytes.Repeat([]byte{7}, secret.KeySize))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// node is one more server on the same database.
func (w *world) node(o options) *deposit.Service {
	gateways := w.connect()
	if w.gateways == nil {
		w.gateways = w.connect()
	}
	if o.gateway != nil {
		for code, g := range gateways {
			gateways[code] = o.gateway(g)
		}
	}
	return deposit.New(deposit.Deps{
		Store: w.store, Books: w.ledger, Members: w.members, Holders: w.members, Box: box(w.t), Gateways: gateways,
		Limits: o.limits, Coins: o.coins, Play: o.play, Log: slog.New(slog.DiscardHandler),
	})
}

// connect makes adapters to all gateways.
func (w *world) connect() map[string]deposit.QRGateway {
	known, settings := sandbox.DemoCredentials(), w.outside.Line(callTime)
	all := map[string]deposit.QRGateway{
		"KBANK": kbank.New(kbank.Config{
			BaseURL: w.outside.URL + "/kbank", ConsumerID: known.KBank.ConsumerID, ConsumerSecret: known.KBank.ConsumerSecret,
			PartnerID: known.KBank.PartnerID, PartnerSecret: known.KBank.PartnerSecret,
			MerchantID: known.KBank.MerchantID, TerminalID: known.KBank.TerminalID, NamePayer: true, Line: settings, Now: w.clock.Now,
		}),
		"PAYONEX": payonex.New(payonex.Config{
			BaseURL: w.outside.URL + "/payonex", AccessKey: known.PayOneX.AccessKey, SecretKey: known.PayOneX.SecretKey, NamesPayer: true,
			Customers: deposit.NewCustomers(w.store, box(w.t), "PAYONEX"), Line: settings, Now: w.clock.Now,
		}),
	}
	for code, c := range map[string]sandbox.SignedCredentials{"WW": known.WW, "FP": known.FP} {
		all[code] = signed.New(signed.Config{
			Name: code, BaseURL: w.outside.URL + "/" + strings.ToLower(code), MerchantNo: c.MerchantNo,
			Signer: wire.Signer{Scheme: wire.Scheme(c.Scheme), Secret: c.Secret}, Line: settings, Now: w.clock.Now,
		})
	}
	return all
}

// listen takes the bank's callbacks, each at the next node, as the server does.
func (w *world) listen(o options) {
	turn := make(chan int, 1)
	turn <- 0
	w.hooks = w.outside.Beside("hooks.test", http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		n := <-turn
		turn <- (n + 1) % len(w.nodes)
		body, _ := io.ReadAll(r.Body)
		switch err := w.nodes[n].Callback(r.Context(), strings.ToUpper(path.Base(r.URL.Path)), r.Header, body); {
		case errors.Is(err, deposit.ErrForged):
			rw.WriteHeader(http.StatusUnauthorized)
		case err != nil:
			rw.WriteHeader(http.StatusServiceUnavailable)
		}
	}))
	if !o.noCallbacks {
		w.outside.SetWalletURL(w.hooks)
	}
}

func (w *world) apply(accounts, settings string) []string {
	w.t.Helper()
	var changes []string
	err := w.store.Write(w.t.Context(), func(tx *store.Tx) error {
		a, err := w.nodes[0].Apply(w.t.Context(), tx, json.RawMessage(accounts))
		if err != nil {
			return err
		}
		b, err := w.nodes[0].ApplySettings(w.t.Context(), tx, json.RawMessage(settings))
		changes = slices.Concat(a, b)
		return err
	})
	if err != nil {
		w.t.Fatal(err)
	}
	return changes
}

// member registers one with an account and the accounts of the books.
func (w *world) member() string {
	w.t.Helper()
	m := id.Member()
	w.members.set(m, deposit.Payer{BankCode: "SCB", AccountNo: "1234567890", Name: "SOMCHAI JAIDEE"})
	err := w.store.Write(w.t.Context(), func(tx *store.Tx) error {
		return w.ledger.OpenTx(w.t.Context(), tx, ledger.Wallet(m), ledger.Held(m))
	})
	if err != nil {
		w.t.Fatal(err)
	}
	return m
}

func (w *world) balance(a ledger.Account) money.Amount {
	w.t.Helper()
	b, err := w.ledger.Balance(w.t.Context(), a)
	if err != nil {
		w.t.Fatal(err)
	}
	return b.Posted
}

func (w *world) create(member string, amount money.Amount) deposit.QR {
	w.t.Helper()
	return w.createAt("KBANK", member, amount)
}

func (w *world) createAt(code, member string, amount money.Amount) deposit.QR {
	w.t.Helper()
	q, err := w.nodes[0].CreateQR(w.t.Context(), member, code, amount)
	if err != nil || !q.Shown {
		w.t.Fatalf("create at %s: %+v, %v", code, q, err)
	}
	return q
}

// pass lets the bubble's time pass; what is due by then is done.
func pass(d time.Duration) {
	time.Sleep(d)
	synctest.Wait()
}

// until polls, as the job does every second, until done: within a minute, whatever went wrong before.
func (w *world) until(what string, done func() bool) {
	w.t.Helper()
	polls := func() {
		for _, n := range w.nodes {
			if _, err := n.Poll(w.t.Context()); err != nil {
				w.t.Fatal(err)
			}
		}
	}
	if !everySecond(polls, done) {
		w.t.Fatalf("not within a minute: %s", what)
	}
}

// everySecond does something until done, and tells whether that was within a minute of the bubble's time.
func everySecond(do func(), done func() bool) bool {
	for range time.Minute / time.Second {
		if done() {
			return true
		}
		do()
		pass(time.Second)
	}
	return done()
}

// agree demands that the books and the bank say the same: what arrived is booked, once, and nothing else.
func (w *world) agree() {
	w.t.Helper()
	totals := w.outside.Totals()
	in, reversed := w.amount(totals.QRIn), w.amount(totals.Reversed)
	var booked money.Amount
	for _, code := range panels {
		booked -= w.balance(ledger.Bank(code))
	}
	if booked != in-reversed {
		w.t.Errorf("the gateways took in %s and gave back %s, the books have %s", in, reversed, booked)
	}
}

func (w *world) amount(text json.Number) money.Amount {
	w.t.Helper()
	a, err := money.Parse(text.String())
	if err != nil {
		w.t.Fatalf("totals: %q: %v", text, err)
	}
	return a
}

// members is the member area's answer to this one's question.
type members struct {
	mu   sync.Mutex
	list map[string]deposit.Payer
}

func (m *members) set(member string, p deposit.Payer) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.list[member] = p
}

func (m *members) RegisteredAccount(_ context.Context, member string) (deposit.Payer, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	p, ok := m.list[member]
	if !ok {
		return deposit.Payer{}, fault.New(fault.NO_USER, "no such member")
	}
	return p, nil
}

var somebody = sandboxtest.Payer{FromBank: "SCB", FromAccount: "1234567890", FromName: "SOMCHAI JAIDEE"}
