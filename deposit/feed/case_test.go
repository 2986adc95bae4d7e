package feed_test

import (
	"strings"
	"testing"
	"time"

	"krapao/connect/bankfeed/wire"
	"krapao/deposit/deposittest"
	"krapao/deposit/feed"
	"krapao/fault"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/money"
)

var began = time.Date(2026, 11, 20, 10, 0, 0, 0, time.UTC)

// odd is a line of the statement with one change.
func odd(w *deposittest.Bank, n int, change func(l *wire.Line)) wire.Line {
	l := w.Paid(n, deposittest.Hundred, deposittest.Somchai)
	l.Time = began.Format(time.RFC3339)
	change(&l)
	return l
}

func cases(w *deposittest.Bank) []feed.Case {
	w.T.Helper()
	list, err := w.Nodes[0].Feeds.Cases(w.T.Context(), false, 100)
	if err != nil {
		w.T.Fatal(err)
	}
	return list
}

// A line that can't be booked is a case, once however often it is read. The lines around it are booked, and reading
// continues.
func TestALineThatCantBeBookedStopsNoOther(t *testing.T) {
	t.Parallel()
	off := func(years, days int) func(w *deposittest.Bank) string {
		return func(w *deposittest.Bank) string {
			return deposittest.Text(odd(w, 2, func(l *wire.Line) { l.Time = began.AddDate(years, 0, days).Format(time.RFC3339) }))
		}
	}
	with := func(change func(l *wire.Line)) func(w *deposittest.Bank) string {
		return func(w *deposittest.Bank) string { return deposittest.Text(odd(w, 2, change)) }
	}
	as := func(line string) func(*deposittest.Bank) string {
		return func(*deposittest.Bank) string { return line }
	}
	odd := map[string]func(w *deposittest.Bank) string{
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
		"a payer that is a text": as(
			`{"id":"L2","kind":"credit","time":"2026-11-20T10:00:00Z","amount":"100.00","payer":"SOMCHAI"}`),
		"an empty list":         as(`[]`),
		"an empty line":         as(`{}`),
		"a text":                as(`"maintenance"`),
		"null":                  as(`null`),
		"another line's number": with(func(l *wire.Line) { l.ID, l.Amount, l.Reference = "L000001", "77.00", "" }),
	}
	deposittest.EachBank(t, 2, func(t *testing.T, w *deposittest.Bank) {
		m := w.Holder(deposittest.Somchai)
		w.Statement.Enter(w.Paid(1, deposittest.Hundred, deposittest.Somchai))
		w.Read() // to its end once: lines from now on are new
		w.Statement.Page = 7
		told, good := map[string]string{}, 10
		for name, line := range odd {
			told[line(w)] = name
			w.Statement.Enter(w.Paid(good, deposittest.Hundred, deposittest.Somchai))
			w.Statement.Tell(line(w))
			good++
		}
		w.Statement.Enter(w.Paid(good, deposittest.Hundred, deposittest.Somchai))
		want := money.Amount(len(odd)+2) * deposittest.Hundred
		w.Read()
		w.Wants("around them", 0, map[string]money.Amount{m: want})
		found := cases(w)
		for _, c := range found {
			seen, err := w.Nodes[1].Feeds.LookAt(t.Context(), c.ID)
			if err != nil || told[seen.Raw] == "" || c.Account != deposittest.AutoAccount || !c.Why.Known() || c.Since.IsZero() {
				t.Errorf("%+v of %q, %v", c, seen.Raw, err)
			}
			delete(told, seen.Raw)
		}
		if len(told) != 0 {
			t.Errorf("not kept: %v", told)
		}
		for _, line := range odd {
			w.Statement.Tell(line(w)) // sent again, and read again
		}
		if _, err := deposittest.WriteTo(t, w.Store, `UPDATE feed SET position = '', due_at = 0`); err != nil {
			t.Fatal(err)
		}
		w.Nodes = w.Nodes[1:]
		w.Read()
		w.Wants("read again", 0, map[string]money.Amount{m: want})
		if again := cases(w); len(again) != len(found) {
			t.Errorf("read again: %+v", again)
		}
		waits, err := w.Nodes[0].Feeds.Waits(t.Context())
		if err != nil || waits.Lines != int64(len(odd)) || waits.LinesSince.IsZero() || !waits.Failing.IsZero() {
			t.Errorf("figures %+v, %v", waits, err)
		}
	})
}

// Until a statement was once read to its end, lines older than the account are history. An impossible time is a case
// even then.
func TestHistoryIsNoCase(t *testing.T) {
	t.Parallel()
	deposittest.EachBank(t, 1, func(t *testing.T, w *deposittest.Bank) {
		m := w.Holder(deposittest.Somchai)
		w.Statement.Page = 1
		for n, at := range []string{
			w.Now.Now().Add(-time.Hour).Format(time.RFC3339), w.Now.Now().Add(-2000 * time.Hour).Format(time.RFC3339),
			"1999-01-01T00:00:00Z",
		} {
			w.Statement.Enter(odd(w, n, func(l *wire.Line) { l.Time = at }))
		}
		w.Statement.Enter(w.Paid(9, deposittest.Hundred, deposittest.Somchai))
		w.Read()
		w.Wants("history", 0, map[string]money.Amount{m: deposittest.Hundred})
		if found := cases(w); len(found) != 1 || found[0].Line != "L000002" {
			t.Errorf("cases %+v", found)
		}
	})
}

// Two operators' finding about a line is booked under its number: if the bank reports it later, it is the same
// arrival.
func TestALineIsBookedByHandOnce(t *testing.T) {
	t.Parallel()
	deposittest.EachBank(t, 1, func(t *testing.T, w *deposittest.Bank) {
		m := w.Holder(deposittest.Somchai)
		late := odd(w, 1, func(l *wire.Line) { l.Time = "2569-11-20T10:00:00+07:00" })
		w.Statement.Enter(late)
		w.Statement.Tell(`{"kind":"credit","amount":"5.00"}`)
		w.Read()
		numbered, bare := cases(w)[0], cases(w)[1]
		if numbered.Line == "" {
			numbered, bare = bare, numbered
		}
		found := feed.Found{Amount: deposittest.Hundred, At: w.Now.Now().Add(-time.Minute), Payer: deposittest.Somchai}
		book := func(id string, f feed.Found) error {
			does, err := w.Nodes[0].Feeds.Book(t.Context(), id, f)
			if err != nil {
				return err
			}
			return w.Store.Write(t.Context(), func(tx *store.Tx) error { return does(t.Context(), tx, "by two") })
		}
		for name, wrong := range map[string]func(f *feed.Found){
			"nothing":   func(f *feed.Found) { f.Amount = 0 },
			"tomorrow":  func(f *feed.Found) { f.At = w.Now.Now().Add(time.Hour) },
			"long ago":  func(f *feed.Found) { f.At = time.Time{} },
			"no bank":   func(f *feed.Found) { f.Bank, f.BankReference = "NOSUCH", "1" },
			"no number": func(f *feed.Found) { f.BankReference = "1" },
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
		w.Statement.Enter(w.Paid(1, deposittest.Hundred, deposittest.Somchai)) // the bank corrects it and sends it again
		w.Read()
		w.Wants("booked", deposittest.Hundred, map[string]money.Amount{m: 0})
		if seen, err := w.Nodes[0].Feeds.LookAt(t.Context(), numbered.ID); err != nil || seen.Inflow == "" ||
			seen.State != feed.CaseBooked {
			t.Errorf("%+v, %v", seen, err)
		}
		same := feed.Found{Amount: 5 * money.Baht, At: w.Now.Now(), Bank: "014", BankReference: "REF000001"}
		if err := book(bare.ID, same); err != nil {
			t.Error(err)
		}
		if got := w.Balance(ledger.Bank(deposittest.AutoAccount)); got != -deposittest.Hundred-5*money.Baht || len(cases(w)) != 0 {
			t.Errorf("the bank account holds %s; cases %+v", got, cases(w))
		}
		if _, err := w.Nodes[0].Feeds.LookAt(t.Context(), "nosuch"); !fault.Is(err, fault.NO_DATA) {
			t.Errorf("no such line: %v", err)
		}
	})
}
