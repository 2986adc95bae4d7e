package deposit_test

import (
	"strings"
	"testing"
	"time"

	"krapao/connect/bankfeed/wire"
	"krapao/deposit"
	"krapao/fault"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/money"
)

var began = time.Date(2026, 11, 20, 10, 0, 0, 0, time.UTC)

// odd is a line of the statement with one thing changed.
func (w *bankWorld) odd(n int, change func(l *wire.Line)) wire.Line {
	l := w.paid(n, hundred, somchai)
	l.Time = began.Format(time.RFC3339)
	change(&l)
	return l
}

func (w *bankWorld) cases() []deposit.LineCase {
	w.t.Helper()
	list, err := w.nodes[0].LineCases(w.t.Context(), false, 100)
	if err != nil {
		w.t.Fatal(err)
	}
	return list
}

// A line that can't be booked is a case, once however often it is read; what stands before and behind it is booked, and
// reading goes on.
func TestALineThatCantBeBookedStopsNoOther(t *testing.T) {
	t.Parallel()
	off := func(years, days int) func(w *bankWorld) string {
		return func(w *bankWorld) string {
			return text(w.odd(2, func(l *wire.Line) { l.Time = began.AddDate(years, 0, days).Format(time.RFC3339) }))
		}
	}
	with := func(change func(l *wire.Line)) func(w *bankWorld) string {
		return func(w *bankWorld) string { return text(w.odd(2, change)) }
	}
	as := func(line string) func(*bankWorld) string { return func(*bankWorld) string { return line } }
	odd := map[string]func(w *bankWorld) string{
		"of the Buddhist calendar":        off(543, 0),
		"of the year 9999":                with(func(l *wire.Line) { l.Time = "9999-12-31T23:59:59Z" }),
		"of three days ahead":             off(0, 3),
		"of a clock that began in 1970":   with(func(l *wire.Line) { l.Time = "1970-01-01T00:00:00Z" }),
		"of the year 0":                   with(func(l *wire.Line) { l.Time = "0001-01-01T00:00:00Z" }),
		"of a year ago, told now":         off(-1, 0),
		"of no day":                       with(func(l *wire.Line) { l.Time = "2026-02-31T10:00:00+07:00" }),
		"without a zone":                  with(func(l *wire.Line) { l.Time = "2026-11-20T10:00:00" }),
		"without a time":                  with(func(l *wire.Line) { l.Time = "" }),
		"of another kind":                 with(func(l *wire.Line) { l.Kind = "fee" }),
		"of no kind":                      with(func(l *wire.Line) { l.Kind = "" }),
		"a reversal of nothing":           with(func(l *wire.Line) { l.Kind = wire.KindReversal }),
		"a reversal of itself":            with(func(l *wire.Line) { l.Kind, l.Reverses = wire.KindReversal, l.ID }),
		"a credit that takes back":        with(func(l *wire.Line) { l.Reverses = "L000001" }),
		"half a satang":                   with(func(l *wire.Line) { l.Amount = "100.005" }),
		"grouped digits":                  with(func(l *wire.Line) { l.Amount = "1,000.00" }),
		"nothing":                         with(func(l *wire.Line) { l.Amount = "0.00" }),
		"less than nothing":               with(func(l *wire.Line) { l.Amount = "-100.00" }),
		"more than there is":              with(func(l *wire.Line) { l.Amount = "99999999999999999999.00" }),
		"without an amount":               with(func(l *wire.Line) { l.Amount = "" }),
		"without a number":                with(func(l *wire.Line) { l.ID = "" }),
		"a number that no database takes": with(func(l *wire.Line) { l.ID = "L\x00" }),
		"a number without end":            with(func(l *wire.Line) { l.ID = strings.Repeat("9", 5000) }),
		"a reference that none takes":     with(func(l *wire.Line) { l.Reference = "REF\x00" }),
		"an amount that is a number":      as(`{"id":"L2","kind":"credit","time":"2026-11-20T10:00:00Z","amount":100.00}`),
		"a payer that is a text":          as(`{"id":"L2","kind":"credit","time":"2026-11-20T10:00:00Z","amount":"100.00","payer":"SOMCHAI"}`),
		"an empty list":                   as(`[]`),
		"an empty line":                   as(`{}`),
		"a text":                          as(`"maintenance"`),
		"null":                            as(`null`),
		"another line's number":           with(func(l *wire.Line) { l.ID, l.Amount, l.Reference = "L000001", "77.00", "" }),
	}
	eachBank(t, 2, func(t *testing.T, w *bankWorld) {
		m := w.holder(somchai)
		w.bank.enter(w.paid(1, hundred, somchai))
		w.read() // to its end once: what is told from now on is new
		w.bank.page = 7
		told, good := map[string]string{}, 10
		for name, line := range odd {
			told[line(w)] = name
			w.bank.enter(w.paid(good, hundred, somchai))
			w.bank.tell(line(w))
			good++
		}
		w.bank.enter(w.paid(good, hundred, somchai))
		want := money.Amount(len(odd)+2) * hundred
		w.read()
		w.wants("around them", 0, map[string]money.Amount{m: want})
		found := w.cases()
		for _, c := range found {
			seen, err := w.nodes[1].LookAtLine(t.Context(), c.ID)
			if err != nil || told[seen.Raw] == "" || c.Account != autoAccount || c.Why == "" || c.Since.IsZero() {
				t.Errorf("%+v of %q, %v", c, seen.Raw, err)
			}
			delete(told, seen.Raw)
		}
		if len(told) != 0 {
			t.Errorf("not kept: %v", told)
		}
		for _, line := range odd {
			w.bank.tell(line(w)) // told again, and read again
		}
		if _, err := writeTo(t, w.store, `UPDATE feed SET position = '', due_at = 0`); err != nil {
			t.Fatal(err)
		}
		w.nodes = w.nodes[1:]
		w.read()
		w.wants("read again", 0, map[string]money.Amount{m: want})
		if again := w.cases(); len(again) != len(found) {
			t.Errorf("read again: %+v", again)
		}
		waits, err := w.nodes[0].FeedWaits(t.Context())
		if err != nil || waits.Lines != int64(len(odd)) || waits.LinesSince.IsZero() || !waits.Failing.IsZero() {
			t.Errorf("figures %+v, %v", waits, err)
		}
	})
}

// Until a statement was read to its end once, what is older than the account is history; a time that can't be is a case even
// then.
func TestHistoryIsNoCase(t *testing.T) {
	t.Parallel()
	eachBank(t, 1, func(t *testing.T, w *bankWorld) {
		m := w.holder(somchai)
		w.bank.page = 1
		for n, at := range []string{w.now.Now().Add(-time.Hour).Format(time.RFC3339), w.now.Now().Add(-2000 * time.Hour).Format(time.RFC3339), "1999-01-01T00:00:00Z"} {
			w.bank.enter(w.odd(n, func(l *wire.Line) { l.Time = at }))
		}
		w.bank.enter(w.paid(9, hundred, somchai))
		w.read()
		w.wants("history", 0, map[string]money.Amount{m: hundred})
		if found := w.cases(); len(found) != 1 || found[0].Line != "L000002" {
			t.Errorf("cases %+v", found)
		}
	})
}

// What two operators found out about a line is booked under its number: the bank's own word later is the same arrival.
func TestALineIsBookedByHandOnce(t *testing.T) {
	t.Parallel()
	eachBank(t, 1, func(t *testing.T, w *bankWorld) {
		m := w.holder(somchai)
		late := w.odd(1, func(l *wire.Line) { l.Time = "2569-11-20T10:00:00+07:00" })
		w.bank.enter(late)
		w.bank.tell(`{"kind":"credit","amount":"5.00"}`)
		w.read()
		numbered, bare := w.cases()[0], w.cases()[1]
		if numbered.Line == "" {
			numbered, bare = bare, numbered
		}
		found := deposit.LineFound{Amount: hundred, At: w.now.Now().Add(-time.Minute), Payer: somchai}
		book := func(id string, f deposit.LineFound) error {
			does, err := w.nodes[0].BookLine(t.Context(), id, f)
			if err != nil {
				return err
			}
			return w.store.Write(t.Context(), func(tx *store.Tx) error { return does(t.Context(), tx, "by two") })
		}
		for name, wrong := range map[string]func(f *deposit.LineFound){
			"nothing":   func(f *deposit.LineFound) { f.Amount = 0 },
			"tomorrow":  func(f *deposit.LineFound) { f.At = w.now.Now().Add(time.Hour) },
			"long ago":  func(f *deposit.LineFound) { f.At = time.Time{} },
			"no bank":   func(f *deposit.LineFound) { f.Bank, f.BankReference = "NOSUCH", "1" },
			"no number": func(f *deposit.LineFound) { f.BankReference = "1" },
		} {
			f := found
			wrong(&f)
			if err := book(numbered.ID, f); !fault.Is(err, fault.INVALID_INPUT) {
				t.Errorf("%s: %v", name, err)
			}
		}
		if err := book(numbered.ID, found); err != nil {
			t.Fatal(err)
		}
		if err := book(numbered.ID, found); !fault.Is(err, fault.SLIP_REFNO_DUPLICATED) {
			t.Errorf("again: %v", err)
		}
		w.bank.enter(w.paid(1, hundred, somchai)) // the bank puts it right, and tells it again
		w.read()
		w.wants("booked", hundred, map[string]money.Amount{m: 0})
		if seen, err := w.nodes[0].LookAtLine(t.Context(), numbered.ID); err != nil || seen.Inflow == "" || seen.State != deposit.LineBooked {
			t.Errorf("%+v, %v", seen, err)
		}
		if err := book(bare.ID, deposit.LineFound{Amount: 5 * money.Baht, At: w.now.Now(), Bank: "014", BankReference: "REF000001"}); err != nil {
			t.Error(err)
		}
		if got := w.balance(ledger.Bank(autoAccount)); got != -hundred-5*money.Baht || len(w.cases()) != 0 {
			t.Errorf("the bank account holds %s; cases %+v", got, w.cases())
		}
		if _, err := w.nodes[0].LookAtLine(t.Context(), "nosuch"); !fault.Is(err, fault.NO_DATA) {
			t.Errorf("no such line: %v", err)
		}
	})
}
