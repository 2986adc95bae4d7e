package deposittest

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
	"krapao/deposit/accounts"
	"krapao/deposit/qr"
	"krapao/fault"
	"krapao/internal/clock"
	"krapao/internal/id"
	"krapao/internal/patience"
	"krapao/internal/secret"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/money"
	"krapao/sandbox"
	"krapao/sandbox/sandboxtest"
)

// CallTime is how long a call to the outside may take, as in the product.
const CallTime = 10 * time.Second

// World is the deposit area with the real ledger, the real adapters and the sandbox at the other end.
type World struct {
	T       *testing.T
	Clock   clock.Clock
	Store   *store.Store
	Ledger  *ledger.Ledger
	Outside *sandboxtest.Sandbox
	Members *Members
	Nodes   []*Node
	Hooks   string
	// Gateways are those of the first node, by the codes of their panels.
	Gateways map[string]qr.Gateway
}

// Panels are the codes of the four QR panels.
var Panels = []string{"KBANK", "WW", "FP", "PAYONEX"}

// Options of a world. The zero value is the demo profile in the bubble's time, with the delays of the product.
type Options struct {
	Clock    clock.Clock
	Settings string
	// NoCallbacks: the bank can't reach us.
	NoCallbacks bool
	Nodes       int
	// Gateway wraps every gateway, if it is set.
	Gateway func(qr.Gateway) qr.Gateway
	Limits  deposit.Limits
	Coins   deposit.Coins
	Play    deposit.Play
}

// DemoSettings is the section "deposit" of the demo.
const DemoSettings = `{"unnamedLimited": false, "unnamedVerifies": true}`

// AccountsContent is a section "depositAccounts" with an account of every kind.
const AccountsContent = `[
 {"code":"SCB1","bankCode":"SCB","bankType":"BANK","mode":"MANUAL","source":"slip",
    "bank":{"nameTH":"ก","nameEN":"SCB","nameLO":"ກ"},"bankAccountName":"KRAPAO CO","bankAccountNo":"4051234567",
    "currency":"BAHT"},
 {"code":"KBANK","bankCode":"KBANK","bankType":"BANK","mode":"AUTO","source":"gateway",
    "bank":{"nameTH":"ก","nameEN":"KBANK","nameLO":"ກ"},"bankAccountName":"KRAPAO CO","bankAccountNo":"0123456789",
    "currency":"BAHT","qr":true,"qrMinimum":1},
 {"code":"WW","bankCode":"WW","bankType":"GATEWAY","mode":"AUTO","source":"gateway",
    "bank":{"nameTH":"ก","nameEN":"WW","nameLO":"ກ"},"currency":"BAHT","qr":true,"qrMinimum":100},
 {"code":"FP","bankCode":"FP","bankType":"GATEWAY","mode":"AUTO","source":"gateway",
    "bank":{"nameTH":"ก","nameEN":"FP","nameLO":"ກ"},"currency":"BAHT","qr":true,"qrMinimum":10},
 {"code":"PAYONEX","bankCode":"PAYONEX","bankType":"GATEWAY","mode":"AUTO","source":"gateway",
    "bank":{"nameTH":"ก","nameEN":"PAYONEX","nameLO":"ກ"},"currency":"BAHT","qr":true,"qrMinimum":100},
 {"code":"TRUE","bankCode":"TRUEMONEY","bankType":"WALLET","mode":"AUTO","source":"issuer",
    "bank":{"nameTH":"ก","nameEN":"TrueMoney","nameLO":"ກ"},"walletAccountName":"KRAPAO","currency":"BAHT"},
 {"code":"BBLONLY","bankCode":"BBL","bankType":"BANK","mode":"AUTO","source":"feed",
    "bank":{"nameTH":"ก","nameEN":"BBL","nameLO":"ກ"},"bankAccountName":"KRAPAO CO","bankAccountNo":"1112223334",
    "currency":"BAHT","memberBanks":["BBL"]}
]`

// NewWorld returns a world on a store.
func NewWorld(t *testing.T, s *store.Store, o Options) *World {
	t.Helper()
	if o.Clock == nil {
		o.Clock = clock.System{}
	}
	if o.Settings == "" {
		o.Settings = DemoSettings
	}
	l, err := ledger.Open(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	w := &World{T: t, Clock: o.Clock, Store: s, Ledger: l, Members: &Members{list: map[string]deposit.Payer{}}}
	w.Outside = sandboxtest.Start(t, sandboxtest.Options{Clock: o.Clock})
	for range max(o.Nodes, 1) {
		w.Nodes = append(w.Nodes, w.Node(o))
	}
	w.listen(o)
	t.Cleanup(func() { Pass(patience.Answer) }) // an inquiry goes on without its caller: it ends before the bubble
	w.Apply(AccountsContent, o.Settings)
	return w
}

// Box encrypts with a key that all nodes of a test have.
func Box(t *testing.T) *secret.Box {
	t.Helper()
	b, err := secret.FromMaster(bytes.Repeat([]byte{7}, secret.KeySize))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// Node is one more server on the same database.
func (w *World) Node(o Options) *Node {
	gateways := w.Connect()
	if w.Gateways == nil {
		w.Gateways = w.Connect()
	}
	if o.Gateway != nil {
		for code, g := range gateways {
			gateways[code] = o.Gateway(g)
		}
	}
	return New(Deps{
		Store: w.Store, Books: w.Ledger, Members: w.Members, Holders: w.Members, Box: Box(w.T), Gateways: gateways,
		Limits: o.Limits, Coins: o.Coins, Play: o.Play, Log: slog.New(slog.DiscardHandler),
	})
}

// Connect returns adapters of all gateways.
func (w *World) Connect() map[string]qr.Gateway {
	known, settings := sandbox.DemoCredentials(), w.Outside.Outbound(CallTime)
	all := map[string]qr.Gateway{
		"KBANK": kbank.New(kbank.Config{
			BaseURL: w.Outside.URL + "/kbank", ConsumerID: known.KBank.ConsumerID, ConsumerSecret: known.KBank.ConsumerSecret,
			PartnerID: known.KBank.PartnerID, PartnerSecret: known.KBank.PartnerSecret,
			MerchantID: known.KBank.MerchantID, TerminalID: known.KBank.TerminalID, NamePayer: true, Outbound: settings, Now: w.Clock.Now,
		}),
		"PAYONEX": payonex.New(payonex.Config{
			BaseURL: w.Outside.URL + "/payonex", AccessKey: known.PayOneX.AccessKey, SecretKey: known.PayOneX.SecretKey, NamesPayer: true,
			Customers: qr.NewCustomers(w.Store, Box(w.T), "PAYONEX"), Outbound: settings, Now: w.Clock.Now,
		}),
	}
	for code, c := range map[string]sandbox.SignedCredentials{"WW": known.WW, "FP": known.FP} {
		all[code] = signed.New(signed.Config{
			Name: code, BaseURL: w.Outside.URL + "/" + strings.ToLower(code), MerchantNo: c.MerchantNo,
			Signer: wire.Signer{Scheme: wire.Scheme(c.Scheme), Secret: c.Secret}, Outbound: settings, Now: w.Clock.Now,
		})
	}
	return all
}

// listen takes the bank's callbacks, each at the next node, as the server does.
func (w *World) listen(o Options) {
	turn := make(chan int, 1)
	turn <- 0
	w.Hooks = w.Outside.Beside("hooks.test", http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		n := <-turn
		turn <- (n + 1) % len(w.Nodes)
		body, _ := io.ReadAll(r.Body)
		switch err := w.Nodes[n].Codes.Callback(r.Context(), strings.ToUpper(path.Base(r.URL.Path)), r.Header, body); {
		case errors.Is(err, qr.ErrForged):
			rw.WriteHeader(http.StatusUnauthorized)
		case err != nil:
			rw.WriteHeader(http.StatusServiceUnavailable)
		}
	}))
	if !o.NoCallbacks {
		w.Outside.SetWalletURL(w.Hooks)
	}
}

// Apply puts accounts and settings into force, and returns what changed.
func (w *World) Apply(list, settings string) []string {
	w.T.Helper()
	var changes []string
	err := w.Store.Write(w.T.Context(), func(tx *store.Tx) error {
		a, err := accounts.Apply(w.T.Context(), tx, json.RawMessage(list))
		if err != nil {
			return err
		}
		b, err := w.Nodes[0].ApplySettings(w.T.Context(), tx, json.RawMessage(settings))
		changes = slices.Concat(a, b)
		return err
	})
	if err != nil {
		w.T.Fatal(err)
	}
	return changes
}

// Member registers a member with a bank account and its accounts in the ledger.
func (w *World) Member() string {
	w.T.Helper()
	m := id.Member()
	w.Members.Set(m, deposit.Payer{BankCode: "SCB", AccountNo: "1234567890", Name: "SOMCHAI JAIDEE"})
	err := w.Store.Write(w.T.Context(), func(tx *store.Tx) error {
		return w.Ledger.OpenTx(w.T.Context(), tx, ledger.Wallet(m), ledger.Held(m))
	})
	if err != nil {
		w.T.Fatal(err)
	}
	return m
}

// Balance is an account's posted balance.
func (w *World) Balance(a ledger.Account) money.Amount {
	w.T.Helper()
	b, err := w.Ledger.Balance(w.T.Context(), a)
	if err != nil {
		w.T.Fatal(err)
	}
	return b.Posted
}

// Create makes a code at KBANK and checks that it is shown.
func (w *World) Create(member string, amount money.Amount) qr.View {
	w.T.Helper()
	return w.CreateAt("KBANK", member, amount)
}

// CreateAt makes a code at a panel and checks that it is shown.
func (w *World) CreateAt(code, member string, amount money.Amount) qr.View {
	w.T.Helper()
	q, err := w.Nodes[0].Codes.Create(w.T.Context(), member, code, amount)
	if err != nil || !q.Shown {
		w.T.Fatalf("create at %s: %+v, %v", code, q, err)
	}
	return q
}

// Pass lets the bubble's time pass and waits until everything due is done.
func Pass(d time.Duration) {
	time.Sleep(d)
	synctest.Wait()
}

// Until polls every second, as the job does, until done: within a minute, whatever failed before.
func (w *World) Until(what string, done func() bool) {
	w.T.Helper()
	polls := func() {
		for _, n := range w.Nodes {
			if _, err := n.Codes.Poll(w.T.Context()); err != nil {
				w.T.Fatal(err)
			}
		}
	}
	if !EverySecond(polls, done) {
		w.T.Fatalf("not within a minute: %s", what)
	}
}

// EverySecond repeats do until done. It reports whether that took at most a minute of the bubble's time.
func EverySecond(do func(), done func() bool) bool {
	for range time.Minute / time.Second {
		if done() {
			return true
		}
		do()
		Pass(time.Second)
	}
	return done()
}

// Agree checks that the books and the bank agree: each arrival is booked, once, and nothing else.
func (w *World) Agree() {
	w.T.Helper()
	totals := w.Outside.Totals()
	in, reversed := w.amount(totals.QRIn), w.amount(totals.Reversed)
	var booked money.Amount
	for _, code := range Panels {
		booked -= w.Balance(ledger.Bank(code))
	}
	if booked != in-reversed {
		w.T.Errorf("the gateways took in %s and gave back %s, the books have %s", in, reversed, booked)
	}
}

func (w *World) amount(text json.Number) money.Amount {
	w.T.Helper()
	a, err := money.Parse(text.String())
	if err != nil {
		w.T.Fatalf("totals: %q: %v", text, err)
	}
	return a
}

// Members implements deposit.Members and deposit.Holders.
type Members struct {
	mu    sync.Mutex
	list  map[string]deposit.Payer
	asked int64
}

// Set registers a member's account.
func (m *Members) Set(member string, p deposit.Payer) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.list[member] = p
}

// RegisteredAccount implements deposit.Members.
func (m *Members) RegisteredAccount(_ context.Context, member string) (deposit.Payer, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	p, ok := m.list[member]
	if !ok {
		return deposit.Payer{}, fault.New(fault.NO_USER, "no such member")
	}
	return p, nil
}

// Recipient implements deposit.Members. Nobody is shut out, and the content may have changed each time.
func (m *Members) Recipient(ctx context.Context, member string) (deposit.Recipient, error) {
	p, err := m.RegisteredAccount(ctx, member)
	m.mu.Lock()
	defer m.mu.Unlock()
	m.asked++
	return deposit.Recipient{Account: p, Content: m.asked}, err
}

// Somebody pays from the account that World.Member registers.
var Somebody = sandboxtest.Payer{FromBank: "SCB", FromAccount: "1234567890", FromName: "SOMCHAI JAIDEE"}
