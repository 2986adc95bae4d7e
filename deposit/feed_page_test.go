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

// frame is an answer of the bank about the account: its fields as they are.
func frame(fields string) string {
	return `{"account":{"bank":"014","number":"` + autoNumber + `"},` + fields + `}`
}

// allCases are those at an end, too.
func (w *bankWorld) allCases() []deposit.LineCase {
	w.t.Helper()
	list, err := w.nodes[0].LineCases(w.t.Context(), true, 1000)
	if err != nil {
		w.t.Fatal(err)
	}
	return list
}

// An answer that is no page is one case however often it is asked for. What can be read of it is booked, reading stays where it
// is, and when the bank answers right the case ends by itself; nothing is booked twice. The same place again is the same case.
func TestAnAnswerThatIsNoPage(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		answer func(first, second string) string
		read   money.Amount // of three lines of 100
	}{
		"HTML": {func(string, string) string { return "<html>maintenance</html>" }, 0},
		"another account": {func(first, _ string) string {
			return strings.Replace(frame(`"lines":[`+first+`],"next":"9","more":false`), autoNumber, "1", 1)
		}, 0},
		"cut within a line": {func(first, second string) string {
			return strings.TrimSuffix(frame(`"lines":[`+first+`,`+second[:30]), "}")
		}, hundred},
		"no place to go on":   {func(first, second string) string { return frame(`"lines":[` + first + `,` + second + `],"more":false`) }, 2 * hundred},
		"an empty answer":     {func(string, string) string { return "" }, 0},
		"a place of a number": {func(first, _ string) string { return frame(`"lines":[` + first + `],"next":7,"more":false`) }, hundred},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			eachBank(t, 2, func(t *testing.T, w *bankWorld) {
				m := w.holder(somchai)
				w.bank.enter(w.paid(0, hundred, somchai))
				w.read()
				lines := []wire.Line{w.paid(1, hundred, somchai), w.paid(2, hundred, somchai), w.paid(3, hundred, somchai)}
				w.bank.enter(lines...)
				for round := range 2 {
					place := "1"
					if round == 1 { // the end of the statement, later
						place = "4"
						w.bank.enter(w.paid(4, hundred, somchai), w.paid(5, hundred, somchai))
					}
					first, second := text(lines[0]), text(lines[1])
					if round == 1 {
						first, second = text(w.paid(4, hundred, somchai)), text(w.paid(5, hundred, somchai))
					}
					raw := c.answer(first, second)
					w.bank.answer(map[string]string{place: raw})
					before := money.Amount(round*3+1) * hundred
					for range 4 {
						w.nodes[0], w.nodes[1] = w.nodes[1], w.nodes[0]
						w.now.Advance(time.Minute)
						w.read()
						w.wants("unreadable", 0, map[string]money.Amount{m: before + c.read})
					}
					found := w.cases()
					if len(found) != 1 || !found[0].Page || found[0].Line != "" || found[0].Why == "" {
						t.Fatalf("cases %+v", found)
					}
					if seen, err := w.nodes[0].LookAtLine(t.Context(), found[0].ID); err != nil || seen.Raw != raw {
						t.Errorf("%+v, %v", seen, err)
					}
					if _, err := w.nodes[0].BookLine(t.Context(), found[0].ID, deposit.LineFound{Amount: hundred, At: w.now.Now()}); !fault.Is(err, fault.INVALID_INPUT) {
						t.Errorf("booked by hand: %v", err)
					}
					if waits, err := w.nodes[0].FeedWaits(t.Context()); err != nil || waits.Failing.IsZero() || waits.Lines != 1 {
						t.Errorf("figures %+v, %v", waits, err)
					}
					w.bank.answer(nil)
					w.now.Advance(time.Minute)
					w.read()
					w.wants("right again", 0, map[string]money.Amount{m: before + money.Amount(3-round)*hundred})
					if waits, err := w.nodes[0].FeedWaits(t.Context()); err != nil || !waits.Failing.IsZero() || waits.Lines != 0 {
						t.Errorf("figures %+v, %v", waits, err)
					}
					all := w.allCases()
					if len(all) != round+1 || all[round].State != deposit.LineRead || all[round].Note == "" {
						t.Errorf("cases %+v", all)
					}
				}
				w.bank.answer(map[string]string{"6": "<html>"}) // twice at one place
				for range 2 {
					w.now.Advance(time.Minute)
					w.read()
					if found := w.cases(); len(found) != 1 {
						t.Errorf("cases %+v", found)
					}
					w.bank.answer(nil)
					w.now.Advance(time.Minute)
					w.read()
					w.bank.answer(map[string]string{"6": "<html>"})
				}
				if all := w.allCases(); len(all) != 3 {
					t.Errorf("cases %+v", all)
				}
			})
		})
	}
}

// Where an answer that can't be read says where the statement goes on, reading goes on behind it, and that page alone is asked for
// again until it can be read, or an operator has closed its case. The bank may cut it into other pages by then.
func TestAPageThatTheStatementGoesOnBehind(t *testing.T) {
	t.Parallel()
	for name, answer := range map[string]string{
		"a text in the lines' place": frame(`"lines":"maintenance","next":"3","more":true`),
		"cut within a line":          strings.TrimSuffix(frame(`"next":"3","more":true,"lines":[{"id":"L0`), "}"),
	} {
		for _, closed := range []bool{false, true} {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				eachBank(t, 2, func(t *testing.T, w *bankWorld) {
					m := w.holder(somchai)
					old := w.odd(1, func(l *wire.Line) { l.Time = w.now.Now().Add(-time.Hour).Format(time.RFC3339) })
					w.bank.page = 3
					w.bank.enter(old, w.paid(2, hundred, somchai), w.paid(3, hundred, somchai), w.paid(4, hundred, somchai))
					w.bank.answer(map[string]string{"": answer})
					for n := range 3 {
						w.bank.enter(w.paid(5+n, hundred, somchai))
						w.read()
						w.wants("behind it", 0, map[string]money.Amount{m: money.Amount(n+2) * hundred})
						w.now.Advance(time.Minute)
					}
					found := w.cases()
					if len(found) != 1 || !found[0].Page {
						t.Fatalf("cases %+v", found)
					}
					if waits, err := w.nodes[0].FeedWaits(t.Context()); err != nil || !waits.Failing.IsZero() || waits.Lines != 1 {
						t.Errorf("figures %+v, %v", waits, err)
					}
					want := money.Amount(6) * hundred
					if closed {
						want = 4 * hundred
						err := w.store.Write(t.Context(), func(tx *store.Tx) error {
							return w.nodes[0].CloseLineTx(t.Context(), tx, found[0].ID, "nothing came in")
						})
						if err != nil {
							t.Fatal(err)
						}
					}
					w.bank.page = 1
					w.bank.answer(nil)
					w.now.Advance(10 * time.Minute)
					for range 2 {
						w.read()
						w.wants("read at last", 0, map[string]money.Amount{m: want})
						w.nodes = w.nodes[1:]
						w.nodes = append(w.nodes, w.start())
					}
					if open := w.cases(); len(open) != 0 { // the line of before the account was ours is history, as it was then
						t.Errorf("cases %+v", open)
					}
				})
			})
		}
	}
}

// A line that could not be booked and is told right later ends its case with its booking: by its number, or by the sending bank's
// reference where it had none. A line that only has another's number does not.
func TestALineThatIsToldRightLater(t *testing.T) {
	t.Parallel()
	eachBank(t, 2, func(t *testing.T, w *bankWorld) {
		m := w.holder(somchai)
		w.bank.enter(w.paid(1, hundred, somchai))
		w.read()
		right := func(n int) wire.Line { return w.paid(n, hundred, somchai) }
		w.bank.enter(
			w.odd(2, func(l *wire.Line) { l.Amount = "" }),
			w.odd(3, func(l *wire.Line) { l.ID = "" }),
			w.odd(4, func(l *wire.Line) { l.Time = "2569-11-20T10:00:00+07:00" }),
			w.odd(1, func(l *wire.Line) { l.Amount, l.Reference = "77.00", "REF000077" }), // the number of another
			w.odd(5, func(l *wire.Line) { l.Kind, l.Reverses = wire.KindReversal, "" }),
		)
		w.bank.tell(`{"id":"L000006","kind":"credit","amount":100,"bank":"014","reference":"REF000006"}`)
		w.read()
		if open := w.cases(); len(open) != 6 {
			t.Fatalf("cases %+v", open)
		}
		w.bank.enter(right(2), right(3), right(4), right(6), takesBack(5, right(4)))
		w.read()
		w.wants("told right", 0, map[string]money.Amount{m: 4 * hundred})
		open := w.cases()
		if len(open) != 1 || !strings.Contains(open[0].Why, "another line") {
			t.Errorf("cases %+v", open)
		}
		for _, c := range w.allCases() {
			if c.ID != open[0].ID && (c.State != deposit.LineRead || !strings.Contains(c.Note, "told it right")) {
				t.Errorf("%+v", c)
			}
		}
		if _, err := writeTo(t, w.store, `UPDATE feed SET position = '', due_at = 0`); err != nil {
			t.Fatal(err)
		}
		w.nodes = w.nodes[1:]
		w.read()
		w.wants("read again", 0, map[string]money.Amount{m: 4 * hundred})
		if again := w.cases(); len(again) != 1 || w.balance(ledger.Bank(autoAccount)) != -4*hundred {
			t.Errorf("cases %+v", again)
		}
	})
}
