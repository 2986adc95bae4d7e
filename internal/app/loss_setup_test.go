package app_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strconv"
	"sync/atomic"
	"testing"
	"time"

	"krapao/cmd/krapao/demo"
	"krapao/deposit"
	"krapao/fault"
	"krapao/internal/app"
	"krapao/internal/argon"
	"krapao/internal/clock"
	"krapao/internal/config"
	"krapao/internal/content"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/ledger"
	"krapao/ledger/proof"
	"krapao/member"
	"krapao/money"
	"krapao/operator/operatortest"
)

// lossWorld is the product without the outside. It books losses and wins as a reading of a game would.
type lossWorld struct {
	*app.App
	t     *testing.T
	clock *clock.Fake
	keys  *atomic.Int64
	// people counts members, so that each has a phone and an account of its own.
	people int
}

const (
	lossRefund = `{"on": true}`
	lossInvite = `{"on": true}`
	// lossBudgets are far more than any test pays.
	lossBudgets = `{
		"refund": {"left": 1000000, "alarm": 1}, "invite": {"left": 1000000, "alarm": 1},
		"promotion": {"left": 1000000, "alarm": 1}
	}`
)

// lossContent is a test's content of the sections under test. The other sections have strict content.
type lossContent struct{ refund, invite, budgets, links string }

// eachLoss runs a test on both engines, each with a clock of its own: a Wednesday noon in Bangkok.
func eachLoss(t *testing.T, c lossContent, test func(w *lossWorld)) {
	t.Helper()
	for _, engine := range storetest.Engines {
		t.Run(string(engine), func(t *testing.T) {
			t.Parallel()
			test(newLossWorld(t, engine, c))
		})
	}
}

func newLossWorld(t *testing.T, engine store.Engine, c lossContent) *lossWorld {
	t.Helper()
	fake := clock.NewFake(time.Date(2026, 11, 18, 12, 0, 0, 0, clock.Bangkok))
	s := storetest.OpenAt(t, engine, fake)
	a, err := app.Build(t.Context(), app.Config{
		Node: config.Node{Limits: "off"}, Store: s, Masters: config.Masters{1: []byte("a test's master key, not random!")},
		DemoOperators: operatortest.Demo(), Log: slog.New(slog.DiscardHandler), Argon: argon.Cost{Memory: 64, Passes: 1, Threads: 1},
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(a.Close)
	w := &lossWorld{App: a, t: t, clock: fake, keys: &atomic.Int64{}}
	w.apply(c)
	return w
}

func (w *lossWorld) apply(c lossContent) {
	w.t.Helper()
	all, err := demo.Document()
	if err != nil {
		w.t.Fatal(err)
	}
	doc := content.Document{}
	for _, section := range []string{"banks", "games", "depositAccounts"} {
		doc[section] = all[section]
	}
	doc["withdraw"] = json.RawMessage(`{"minimum": 100, "maximum": 2000000, "requiredPlayPercent": 0}`)
	for section, text := range map[string][2]string{
		"refund": {c.refund, lossRefund}, "invite": {c.invite, lossInvite}, "links": {c.links, `{}`},
		"budgets": {c.budgets, lossBudgets},
	} {
		if text[0] == "" {
			text[0] = text[1]
		}
		doc[section] = json.RawMessage(text[0])
	}
	if _, err := content.Apply(w.t.Context(), w.Store, w.Sections(), doc, false); err != nil {
		w.t.Fatal(err)
	}
}

// person registers a member with that name and account holder; inviter may be empty.
func (w *lossWorld) person(holder, inviter string) string {
	w.t.Helper()
	w.people++
	r := member.Registration{
		Name: holder, Username: fmt.Sprintf("08%08d", w.people), Password: "a long password",
		BankCode: "SCB", BankAccountName: holder, BankAccountNo: fmt.Sprintf("40%08d", w.people),
	}
	if inviter != "" {
		r.InviteCode = "PR" + inviter
	}
	id, err := w.Members.Register(w.t.Context(), r, member.Proof{})
	if err != nil {
		w.t.Fatal(err)
	}
	return id
}

func (w *lossWorld) key() ledger.Key {
	return ledger.InternalKey("test", strconv.FormatInt(w.keys.Add(1), 10))
}

// deposit pays in from the member's own account and returns the arrival's source.
func (w *lossWorld) deposit(memberID string, baht money.Amount) string {
	w.t.Helper()
	m, err := w.Members.ByID(w.t.Context(), memberID)
	if err != nil {
		w.t.Fatal(err)
	}
	return w.pay(memberID, baht, deposit.Payer{BankCode: m.Bank.Code, AccountNo: m.Bank.AccountNo, Name: m.Bank.AccountName})
}

func (w *lossWorld) pay(memberID string, baht money.Amount, payer deposit.Payer) string {
	w.t.Helper()
	source := strconv.FormatInt(w.keys.Add(1), 10)
	booked, err := w.Deposits.Book(w.t.Context(), deposit.Arrival{
		Account: "KTB-SLIP", Channel: deposit.ChannelSlip, Member: memberID,
		Payment: deposit.Payment{Source: source, Amount: baht * money.Baht, Payer: payer, PaidAt: w.clock.Now()},
	})
	if err != nil || !booked {
		w.t.Fatalf("deposit: %v, %v", booked, err)
	}
	return source
}

// lose and win are satang.
func (w *lossWorld) lose(memberID string, amount money.Amount) {
	w.t.Helper()
	w.move(memberID, ledger.Wallet(memberID), ledger.GameResult("joker"), amount)
}

func (w *lossWorld) win(memberID string, amount money.Amount) {
	w.t.Helper()
	w.move(memberID, ledger.GameResult("joker"), ledger.Wallet(memberID), amount)
}

func (w *lossWorld) move(memberID string, from, to ledger.Account, amount money.Amount) {
	w.t.Helper()
	_, err := w.Ledger.Move(w.t.Context(), ledger.Order{
		Key: w.key(), Kind: "game_result", Debit: from, Credit: to, Amount: amount, Member: memberID,
	})
	if err != nil {
		w.t.Fatal(err)
	}
}

func (w *lossWorld) balance(a ledger.Account) money.Amount {
	w.t.Helper()
	b, err := w.Ledger.Balance(w.t.Context(), a)
	if err != nil {
		w.t.Fatal(err)
	}
	return b.Available()
}

// at sets the clock to a time of Bangkok. It never goes back.
func (w *lossWorld) at(text string) {
	w.t.Helper()
	at, err := time.ParseInLocation("2006-01-02 15:04:05.9", text, clock.Bangkok)
	if err != nil || at.Before(w.clock.Now()) {
		w.t.Fatalf("%s: %v", text, err)
	}
	w.clock.Advance(at.Sub(w.clock.Now()))
}

// whole checks that the books are intact.
func (w *lossWorld) whole() {
	w.t.Helper()
	report, err := proof.Verify(context.Background(), w.Store)
	if err != nil || !report.OK() {
		w.t.Errorf("the books: %v, %v", report.Problems, err)
	}
}

// refused checks that err is a refusal with a code, and returns it.
func refused(t *testing.T, err error, want fault.Code) *fault.Error {
	t.Helper()
	var f *fault.Error
	if !errors.As(err, &f) || f.Code != want {
		t.Errorf("%v, want %s", err, want)
		return fault.New("", "")
	}
	return f
}
