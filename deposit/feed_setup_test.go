package deposit_test

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
	"krapao/connect/line"
	"krapao/deposit"
	"krapao/internal/clock"
	"krapao/internal/id"
	"krapao/internal/memnet"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/money"
)

// statement is a bank's end of the feed protocol whose every line a test decides: late ones, doubled ones, none at all.
type statement struct {
	mu    sync.Mutex
	lines []json.RawMessage
	off   bool
	// asked counts the questions, page is how many lines an answer has.
	asked, page int
	// answers are what it says in a page's place, by the cursor that is asked with.
	answers map[string]string
	url     string
	network *memnet.Net
}

const (
	feedKey, feedSecret = "customer", "a secret of the feed's tests"
	autoAccount         = "AUTO1"
	autoNumber          = "4068123456"
)

func newStatement(t *testing.T) *statement {
	t.Helper()
	s := &statement{page: 100, network: memnet.New()}
	server := s.network.Server("bank.test", http.HandlerFunc(s.serve))
	t.Cleanup(server.Close)
	s.url = server.URL
	return s
}

func (s *statement) serve(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.asked++
	after, _ := strconv.Atoi(r.URL.Query().Get(wire.QueryAfter))
	switch {
	case s.off:
		w.WriteHeader(http.StatusServiceUnavailable)
		return
	case !strings.HasPrefix(r.URL.Path, "/accounts/014/"+autoNumber+"/"), r.Header.Get(wire.HeaderKey) != feedKey:
		w.WriteHeader(http.StatusNotFound)
		return
	}
	if answer, set := s.answers[r.URL.Query().Get(wire.QueryAfter)]; set {
		_, _ = w.Write([]byte(answer))
		return
	}
	end := min(after+s.page, len(s.lines))
	next := ""
	if end > 0 {
		next = strconv.Itoa(end)
	}
	_ = json.NewEncoder(w).Encode(map[string]any{
		"account": wire.Account{Bank: "014", Number: autoNumber}, "lines": s.lines[after:end], "next": next, "more": end < len(s.lines),
	})
}

func (s *statement) enter(lines ...wire.Line) {
	for _, l := range lines {
		s.tell(text(l))
	}
}

// text is a line as the bank writes it.
func text(l wire.Line) string {
	text, err := json.Marshal(l)
	if err != nil {
		panic(err) // texts always marshal
	}
	return string(text)
}

// tell is enter for lines that are none of the protocol's.
func (s *statement) tell(lines ...string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, l := range lines {
		s.lines = append(s.lines, json.RawMessage(l))
	}
}

// answer makes the statement say something in the place of the page after a cursor; nil answers make it right again.
func (s *statement) answer(answers map[string]string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.answers = answers
}

func (s *statement) shut(off bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.off = off
}

func (s *statement) connect() deposit.Feed {
	settings := line.Settings{Timeout: callTime, Dial: s.network.Dial}
	return bankfeed.New(bankfeed.Config{BaseURL: s.url, Key: feedKey, Secret: feedSecret, Bank: "014", Line: settings})
}

// bankWorld is the deposit area with an account whose truth is its statement and one whose truth is slips.
type bankWorld struct {
	*world
	now  *clock.Fake
	bank *statement
}

const bankAccounts = `[
 {"code":"AUTO1","bankCode":"SCB","bankType":"BANK","mode":"AUTO","source":"feed","bank":{"nameTH":"ก","nameEN":"SCB","nameLO":"ກ"},"bankAccountName":"KRAPAO CO","bankAccountNo":"406-8-12345-6","currency":"BAHT"},
 {"code":"SLIP1","bankCode":"KTB","bankType":"BANK","mode":"MANUAL","source":"slip","bank":{"nameTH":"ก","nameEN":"KTB","nameLO":"ກ"},"bankAccountName":"KRAPAO CO","bankAccountNo":"9831234567","currency":"BAHT"}
]`

func newBankWorld(t *testing.T, s *store.Store, now *clock.Fake, nodes int) *bankWorld {
	t.Helper()
	l, err := ledger.Open(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	w := &bankWorld{
		world: &world{t: t, clock: now, store: s, ledger: l, members: &members{list: map[string]deposit.Payer{}}},
		now:   now, bank: newStatement(t),
	}
	for range nodes {
		w.nodes = append(w.nodes, w.start())
	}
	w.apply(bankAccounts, `{"manual": true}`)
	return w
}

// start is one more node on the same database, which reads the statement whenever it is told.
func (w *bankWorld) start() *deposit.Service {
	return w.startWith(w.bank.connect(), deposit.Timing{Feed: time.Microsecond, FeedRetry: time.Microsecond})
}

func (w *bankWorld) startWith(feed deposit.Feed, timing deposit.Timing) *deposit.Service {
	return deposit.New(deposit.Deps{
		Store: w.store, Books: w.ledger, Members: w.members, Holders: w.members, Box: box(w.t),
		Feeds: map[string]deposit.Feed{autoAccount: feed}, Log: slog.New(slog.DiscardHandler), Timing: timing,
	})
}

func eachBank(t *testing.T, nodes int, test func(t *testing.T, w *bankWorld)) {
	t.Helper()
	eachWithClock(t, func(t *testing.T, s *store.Store, now *clock.Fake) { test(t, newBankWorld(t, s, now, nodes)) })
}

// holder registers a member with a bank account of its own.
func (w *bankWorld) holder(p deposit.Payer) string {
	w.t.Helper()
	m := id.Member()
	w.members.set(m, p)
	err := w.store.Write(w.t.Context(), func(tx *store.Tx) error {
		return w.ledger.OpenTx(w.t.Context(), tx, ledger.Wallet(m), ledger.Held(m))
	})
	if err != nil {
		w.t.Fatal(err)
	}
	return m
}

func scb(number, name string) deposit.Payer {
	return deposit.Payer{BankCode: "SCB", AccountNo: number, Name: name}
}

// read reads the statement as the chore does, after a moment.
func (w *bankWorld) read() {
	w.t.Helper()
	w.now.Advance(time.Second)
	if _, err := w.nodes[0].ReadFeeds(w.t.Context()); err != nil {
		w.t.Fatal(err)
	}
}

// paid is a line of the statement: amount baht from an account, now.
func (w *bankWorld) paid(n int, amount money.Amount, from deposit.Payer) wire.Line {
	l := wire.Line{
		ID: fmt.Sprintf("L%06d", n), Kind: wire.KindCredit, Time: w.now.Now().Format(time.RFC3339Nano),
		Amount: amount.String(), Bank: "014", Reference: fmt.Sprintf("REF%06d", n),
	}
	if from.Named() {
		l.Bank, _ = deposit.DigitsOf(from.BankCode)
		l.Payer = &wire.Payer{Bank: l.Bank, Account: from.AccountNo, Name: from.Name}
	}
	return l
}

func takesBack(n int, of wire.Line) wire.Line {
	return wire.Line{
		ID: fmt.Sprintf("L%06d", n), Kind: wire.KindReversal, Time: of.Time, Amount: of.Amount, Bank: of.Bank,
		Reference: of.Reference, Payer: of.Payer, Reverses: of.ID,
	}
}

func (w *bankWorld) declare(member string, amount money.Amount) (deposit.Declaration, error) {
	w.t.Helper()
	return w.nodes[0].Declare(w.t.Context(), member, amount, ledger.InternalKey("test", id.Text(12)))
}

// wants demands balances: of members' wallets by their place in the list, and of what is nobody's.
func (w *bankWorld) wants(what string, unmatched money.Amount, wallets map[string]money.Amount) {
	w.t.Helper()
	if got := w.balance(ledger.Unmatched); got != unmatched {
		w.t.Errorf("%s: unmatched %s, want %s", what, got, unmatched)
	}
	for m, want := range wallets {
		if got := w.balance(ledger.Wallet(m)); got != want {
			w.t.Errorf("%s: the wallet of %s has %s, want %s", what, m, got, want)
		}
	}
}

// ByAccount and ByDigits are the member area's answers to who has an account.
func (m *members) ByAccount(_ context.Context, bank, number string) ([]string, error) {
	return m.find(bank, func(own string) bool { return own == number }), nil
}

func (m *members) ByDigits(_ context.Context, bank, masked string) ([]string, bool, error) {
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

func (m *members) find(bank string, is func(number string) bool) (list []string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for member, p := range m.list {
		if p.BankCode == bank && is(p.AccountNo) {
			list = append(list, member)
		}
	}
	return list
}
