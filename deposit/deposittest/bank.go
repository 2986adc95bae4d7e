package deposittest

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"krapao/connect/bankfeed"
	"krapao/connect/bankfeed/wire"
	"krapao/connect/outbound"
	"krapao/deposit"
	"krapao/deposit/declared"
	"krapao/deposit/feed"
	"krapao/internal/clock"
	"krapao/internal/id"
	"krapao/internal/store"
	"krapao/internal/testkit/memnet"
	"krapao/ledger"
	"krapao/money"
)

// statement is the bank's end of the feed protocol. A test decides each of its lines: late ones, duplicates, none at
// all.
type statement struct {
	mu    sync.Mutex
	lines []json.RawMessage
	off   bool
	// Asked counts the calls. Page is the number of lines in an answer.
	Asked, Page int
	// answers replace a page, by the cursor of the call.
	answers map[string]string
	url     string
	network *memnet.Net
}

// The key of the statement, and the account whose statement it is.
const (
	feedKey, feedSecret = "customer", "a secret of the feed's tests"
	AutoAccount         = "AUTO1"
	AutoNumber          = "4068123456"
)

func newStatement(t *testing.T) *statement {
	t.Helper()
	s := &statement{Page: 100, network: memnet.New()}
	server := s.network.Server("bank.test", http.HandlerFunc(s.serve))
	t.Cleanup(server.Close)
	s.url = server.URL
	return s
}

func (s *statement) serve(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.Asked++
	after, _ := strconv.Atoi(r.URL.Query().Get(wire.QueryAfter))
	switch {
	case s.off:
		w.WriteHeader(http.StatusServiceUnavailable)
		return
	case !strings.HasPrefix(r.URL.Path, "/accounts/014/"+AutoNumber+"/"), r.Header.Get(wire.HeaderKey) != feedKey:
		w.WriteHeader(http.StatusNotFound)
		return
	}
	if answer, set := s.answers[r.URL.Query().Get(wire.QueryAfter)]; set {
		_, _ = w.Write([]byte(answer))
		return
	}
	end := min(after+s.Page, len(s.lines))
	next := ""
	if end > 0 {
		next = strconv.Itoa(end)
	}
	_ = json.NewEncoder(w).Encode(map[string]any{
		"account": wire.Account{Bank: "014", Number: AutoNumber}, "lines": s.lines[after:end], "next": next, "more": end < len(s.lines),
	})
}

func (s *statement) Enter(lines ...wire.Line) {
	for _, l := range lines {
		s.Tell(Text(l))
	}
}

// Text is a line as the bank writes it.
func Text(l wire.Line) string {
	text, err := json.Marshal(l)
	if err != nil {
		panic(err) // texts always marshal
	}
	return string(text)
}

// Tell is Enter for lines that break the protocol.
func (s *statement) Tell(lines ...string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, l := range lines {
		s.lines = append(s.lines, json.RawMessage(l))
	}
}

// Answer makes the statement return something else than the page after a cursor. With nil it answers correctly again.
func (s *statement) Answer(answers map[string]string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.answers = answers
}

func (s *statement) Shut(off bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.off = off
}

func (s *statement) Connect() feed.Feed {
	settings := outbound.Settings{Timeout: CallTime, Dial: s.network.Dial}
	return bankfeed.New(bankfeed.Config{BaseURL: s.url, Key: feedKey, Secret: feedSecret, Bank: "014", Outbound: settings})
}

// Bank is the deposit area with two accounts: the source of truth of one is its statement, of the other slips.
type Bank struct {
	*World
	Now       *clock.Fake
	Statement *statement
}

// BankAccounts is the section "depositAccounts" of a Bank.
const BankAccounts = `[
 {"code":"AUTO1","bankCode":"SCB","bankType":"BANK","mode":"AUTO","source":"feed",
    "bank":{"nameTH":"ก","nameEN":"SCB","nameLO":"ກ"},"bankAccountName":"KRAPAO CO","bankAccountNo":"406-8-12345-6",
    "currency":"BAHT"},
 {"code":"SLIP1","bankCode":"KTB","bankType":"BANK","mode":"MANUAL","source":"slip",
    "bank":{"nameTH":"ก","nameEN":"KTB","nameLO":"ກ"},"bankAccountName":"KRAPAO CO","bankAccountNo":"9831234567",
    "currency":"BAHT"}
]`

// NewBank returns a bank on a store.
func NewBank(t *testing.T, s *store.Store, now *clock.Fake, nodes int) *Bank {
	t.Helper()
	l, err := ledger.Open(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	w := &Bank{
		World: &World{T: t, Clock: now, Store: s, Ledger: l, Members: &Members{list: map[string]deposit.Payer{}}},
		Now:   now, Statement: newStatement(t),
	}
	for range nodes {
		w.Nodes = append(w.Nodes, w.Start())
	}
	w.Apply(BankAccounts, `{"manual": true}`)
	return w
}

// Start starts one more node on the same database. It reads the statement when it is told to.
func (w *Bank) Start() *Node {
	return w.StartWith(w.Statement.Connect(), feed.Timing{Every: time.Microsecond, Retry: time.Microsecond})
}

// StartWith is Start with another feed and other delays.
func (w *Bank) StartWith(statement feed.Feed, timing feed.Timing) *Node {
	return New(Deps{
		Store: w.Store, Books: w.Ledger, Members: w.Members, Holders: w.Members, Box: Box(w.T),
		Feeds: map[string]feed.Feed{AutoAccount: statement}, Log: slog.New(slog.DiscardHandler), Timing: timing,
	})
}

// EachBank runs a test on both engines.
func EachBank(t *testing.T, nodes int, test func(t *testing.T, w *Bank)) {
	t.Helper()
	EachWithClock(t, func(t *testing.T, s *store.Store, now *clock.Fake) { test(t, NewBank(t, s, now, nodes)) })
}

// Holder registers a member with a bank account of its own.
func (w *Bank) Holder(p deposit.Payer) string {
	w.T.Helper()
	m := id.Member()
	w.Members.Set(m, p)
	err := w.Store.Write(w.T.Context(), func(tx *store.Tx) error {
		return w.Ledger.OpenTx(w.T.Context(), tx, ledger.Wallet(m), ledger.Held(m))
	})
	if err != nil {
		w.T.Fatal(err)
	}
	return m
}

// SCB is an account at SCB.
func SCB(number, name string) deposit.Payer {
	return deposit.Payer{BankCode: "SCB", AccountNo: number, Name: name}
}

// Read reads the statement as the job does, after a moment.
func (w *Bank) Read() {
	w.T.Helper()
	w.Now.Advance(time.Second)
	if _, err := w.Nodes[0].Feeds.Read(w.T.Context()); err != nil {
		w.T.Fatal(err)
	}
}

// Paid returns a line of the statement: amount baht from an account, now.
func (w *Bank) Paid(n int, amount money.Amount, from deposit.Payer) wire.Line {
	l := wire.Line{
		ID: fmt.Sprintf("L%06d", n), Kind: wire.KindCredit, Time: w.Now.Now().Format(time.RFC3339Nano),
		Amount: amount.String(), Bank: "014", Reference: fmt.Sprintf("REF%06d", n),
	}
	if from.Named() {
		l.Bank, _ = deposit.DigitsOf(from.BankCode)
		l.Payer = &wire.Payer{Bank: l.Bank, Account: from.AccountNo, Name: from.Name}
	}
	return l
}

// Declare declares a transfer for a member.
func (w *Bank) Declare(member string, amount money.Amount) (declared.Declaration, error) {
	w.T.Helper()
	return w.Nodes[0].Declared.Declare(w.T.Context(), member, amount, ledger.InternalKey("test", id.Text(12)))
}

// Wants checks balances: of members' wallets by their place in the list, and of unmatched money.
func (w *Bank) Wants(what string, unmatched money.Amount, wallets map[string]money.Amount) {
	w.T.Helper()
	if got := w.Balance(ledger.Unmatched); got != unmatched {
		w.T.Errorf("%s: unmatched %s, want %s", what, got, unmatched)
	}
	for m, want := range wallets {
		if got := w.Balance(ledger.Wallet(m)); got != want {
			w.T.Errorf("%s: the wallet of %s has %s, want %s", what, m, got, want)
		}
	}
}

// ByAccount implements deposit.Holders.
func (m *Members) ByAccount(_ context.Context, bank, number string) ([]string, error) {
	return m.find(bank, func(own string) bool { return own == number }), nil
}

// ByDigits implements deposit.Holders.
func (m *Members) ByDigits(_ context.Context, bank, masked string) ([]string, bool, error) {
	return m.find(bank, func(own string) bool {
		if len(masked) > len(own) {
			return false
		}
		own = own[len(own)-len(masked):]
		return fits(own, masked)
	}), true, nil
}

func fits(own, masked string) bool {
	for i := range masked {
		if masked[i] != 'x' && masked[i] != own[i] {
			return false
		}
	}
	return true
}

func (m *Members) find(bank string, is func(number string) bool) (list []string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for member, p := range m.list {
		if p.BankCode == bank && is(p.AccountNo) {
			list = append(list, member)
		}
	}
	return list
}
