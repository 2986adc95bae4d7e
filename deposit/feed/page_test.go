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

// frame is an answer of the bank about the account, with the given fields.
func frame(fields string) string {
	return `{"account":{"bank":"014","number":"` + deposittest.AutoNumber + `"},` + fields + `}`
}

// allCases includes those that have ended.
func allCases(w *deposittest.Bank) []feed.Case {
	w.T.Helper()
	list, err := w.Nodes[0].Feeds.Cases(w.T.Context(), true, 1000)
	if err != nil {
		w.T.Fatal(err)
	}
	return list
}

// An answer that is not a page is one case, however often it is asked for. Its readable lines are booked, and reading
// stays in place. When the bank answers correctly, the case ends by itself and nothing is booked twice. The same
// place is the same case again.
func TestAnAnswerThatIsNoPage(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		answer func(first, second string) string
		read   money.Amount // of three lines of 100
	}{
		"HTML": {func(string, string) string { return "<html>maintenance</html>" }, 0},
		"another account": {func(first, _ string) string {
			return strings.Replace(frame(`"lines":[`+first+`],"next":"9","more":false`), deposittest.AutoNumber, "1", 1)
		}, 0},
		"cut within a line": {func(first, second string) string {
			return strings.TrimSuffix(frame(`"lines":[`+first+`,`+second[:30]), "}")
		}, deposittest.Hundred},
		"no place to go on": {
			func(first, second string) string { return frame(`"lines":[` + first + `,` + second + `],"more":false`) },
			2 * deposittest.Hundred,
		},
		"an empty answer": {func(string, string) string { return "" }, 0},
		"a place of a number": {
			func(first, _ string) string { return frame(`"lines":[` + first + `],"next":7,"more":false`) }, deposittest.Hundred,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			deposittest.EachBank(t, 2, func(t *testing.T, w *deposittest.Bank) {
				m := w.Holder(deposittest.Somchai)
				w.Statement.Enter(w.Paid(0, deposittest.Hundred, deposittest.Somchai))
				w.Read()
				lines := []wire.Line{
					w.Paid(1, deposittest.Hundred, deposittest.Somchai),
					w.Paid(2, deposittest.Hundred, deposittest.Somchai),
					w.Paid(3, deposittest.Hundred, deposittest.Somchai),
				}
				w.Statement.Enter(lines...)
				for round := range 2 {
					place := "1"
					if round == 1 { // the end of the statement, later
						place = "4"
						w.Statement.Enter(w.Paid(4, deposittest.Hundred, deposittest.Somchai), w.Paid(5, deposittest.Hundred, deposittest.Somchai))
					}
					first, second := deposittest.Text(lines[0]), deposittest.Text(lines[1])
					if round == 1 {
						first = deposittest.Text(w.Paid(4, deposittest.Hundred, deposittest.Somchai))
						second = deposittest.Text(w.Paid(5, deposittest.Hundred, deposittest.Somchai))
					}
					raw := c.answer(first, second)
					w.Statement.Answer(map[string]string{place: raw})
					before := money.Amount(round*3+1) * deposittest.Hundred
					for range 4 {
						w.Nodes[0], w.Nodes[1] = w.Nodes[1], w.Nodes[0]
						w.Now.Advance(time.Minute)
						w.Read()
						w.Wants("unreadable", 0, map[string]money.Amount{m: before + c.read})
					}
					found := cases(w)
					if len(found) != 1 || !found[0].Page || found[0].Line != "" || !found[0].Why.Known() {
						t.Fatalf("cases %+v", found)
					}
					if seen, err := w.Nodes[0].Feeds.LookAt(t.Context(), found[0].ID); err != nil || seen.Raw != raw {
						t.Errorf("%+v, %v", seen, err)
					}
					booking := feed.Found{Amount: deposittest.Hundred, At: w.Now.Now()}
					if _, err := w.Nodes[0].Feeds.Book(t.Context(), found[0].ID, booking); !fault.Is(err, fault.INVALID_INPUT) {
						t.Errorf("booked by hand: %v", err)
					}
					if waits, err := w.Nodes[0].Feeds.Waits(t.Context()); err != nil || waits.Failing.IsZero() || waits.Lines != 1 {
						t.Errorf("figures %+v, %v", waits, err)
					}
					w.Statement.Answer(nil)
					w.Now.Advance(time.Minute)
					w.Read()
					w.Wants("right again", 0, map[string]money.Amount{m: before + money.Amount(3-round)*deposittest.Hundred})
					if waits, err := w.Nodes[0].Feeds.Waits(t.Context()); err != nil || !waits.Failing.IsZero() || waits.Lines != 0 {
						t.Errorf("figures %+v, %v", waits, err)
					}
					all := allCases(w)
					if len(all) != round+1 || all[round].State != feed.CaseRead || all[round].Note != "" {
						t.Errorf("cases %+v", all)
					}
				}
				w.Statement.Answer(map[string]string{"6": "<html>"}) // twice at one place
				for range 2 {
					w.Now.Advance(time.Minute)
					w.Read()
					if found := cases(w); len(found) != 1 {
						t.Errorf("cases %+v", found)
					}
					w.Statement.Answer(nil)
					w.Now.Advance(time.Minute)
					w.Read()
					w.Statement.Answer(map[string]string{"6": "<html>"})
				}
				if all := allCases(w); len(all) != 3 {
					t.Errorf("cases %+v", all)
				}
			})
		})
	}
}

// If an unreadable answer says where the statement continues, reading continues there. The unreadable page alone is
// asked for again until it can be read, or an operator has closed its case. The bank may divide it into other pages
// by then.
func TestAPageThatTheStatementGoesOnBehind(t *testing.T) {
	t.Parallel()
	for name, answer := range map[string]string{
		"a text in the lines' place": frame(`"lines":"maintenance","next":"3","more":true`),
		"cut within a line":          strings.TrimSuffix(frame(`"next":"3","more":true,"lines":[{"id":"L0`), "}"),
	} {
		for _, closed := range []bool{false, true} {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				deposittest.EachBank(t, 2, func(t *testing.T, w *deposittest.Bank) {
					m := w.Holder(deposittest.Somchai)
					old := odd(w, 1, func(l *wire.Line) { l.Time = w.Now.Now().Add(-time.Hour).Format(time.RFC3339) })
					w.Statement.Page = 3
					w.Statement.Enter(old,
						w.Paid(2, deposittest.Hundred, deposittest.Somchai),
						w.Paid(3, deposittest.Hundred, deposittest.Somchai),
						w.Paid(4, deposittest.Hundred, deposittest.Somchai))
					w.Statement.Answer(map[string]string{"": answer})
					for n := range 3 {
						w.Statement.Enter(w.Paid(5+n, deposittest.Hundred, deposittest.Somchai))
						w.Read()
						w.Wants("behind it", 0, map[string]money.Amount{m: money.Amount(n+2) * deposittest.Hundred})
						w.Now.Advance(time.Minute)
					}
					found := cases(w)
					if len(found) != 1 || !found[0].Page {
						t.Fatalf("cases %+v", found)
					}
					if waits, err := w.Nodes[0].Feeds.Waits(t.Context()); err != nil || !waits.Failing.IsZero() || waits.Lines != 1 {
						t.Errorf("figures %+v, %v", waits, err)
					}
					want := money.Amount(6) * deposittest.Hundred
					if closed {
						want = 4 * deposittest.Hundred
						err := w.Store.Write(t.Context(), func(tx *store.Tx) error {
							return w.Nodes[0].Feeds.CloseTx(t.Context(), tx, found[0].ID, "nothing came in")
						})
						if err != nil {
							t.Fatal(err)
						}
					}
					w.Statement.Page = 1
					w.Statement.Answer(nil)
					w.Now.Advance(10 * time.Minute)
					for range 2 {
						w.Read()
						w.Wants("read at last", 0, map[string]money.Amount{m: want})
						w.Nodes = w.Nodes[1:]
						w.Nodes = append(w.Nodes, w.Start())
					}
					if open := cases(w); len(open) != 0 { // the line of before the account was ours is history, as it was then
						t.Errorf("cases %+v", open)
					}
				})
			})
		}
	}
}

// A line that could not be booked and is later sent correctly ends its case when it is booked: by its number, or by
// the sending bank's reference if it had none. A line that only has another's number does not end it.
func TestALineThatIsToldRightLater(t *testing.T) {
	t.Parallel()
	deposittest.EachBank(t, 2, func(t *testing.T, w *deposittest.Bank) {
		m := w.Holder(deposittest.Somchai)
		w.Statement.Enter(w.Paid(1, deposittest.Hundred, deposittest.Somchai))
		w.Read()
		right := func(n int) wire.Line { return w.Paid(n, deposittest.Hundred, deposittest.Somchai) }
		w.Statement.Enter(
			odd(w, 2, func(l *wire.Line) { l.Amount = "" }),
			odd(w, 3, func(l *wire.Line) { l.ID = "" }),
			odd(w, 4, func(l *wire.Line) { l.Time = "2569-11-20T10:00:00+07:00" }),
			odd(w, 1, func(l *wire.Line) { l.Amount, l.Reference = "77.00", "REF000077" }), // the number of another
			odd(w, 5, func(l *wire.Line) { l.Kind, l.Reverses = wire.KindReversal, "" }),
		)
		w.Statement.Tell(`{"id":"L000006","kind":"credit","amount":100,"bank":"014","reference":"REF000006"}`)
		w.Read()
		if open := cases(w); len(open) != 6 {
			t.Fatalf("cases %+v", open)
		}
		w.Statement.Enter(right(2), right(3), right(4), right(6), takesBack(5, right(4)))
		w.Read()
		w.Wants("told right", 0, map[string]money.Amount{m: 4 * deposittest.Hundred})
		open := cases(w)
		if len(open) != 1 || open[0].Why != feed.LineTwice {
			t.Errorf("cases %+v", open)
		}
		for _, c := range allCases(w) {
			if c.ID != open[0].ID && (c.State != feed.CaseRead || !strings.HasPrefix(c.Note, "L")) {
				t.Errorf("%+v", c)
			}
		}
		if _, err := deposittest.WriteTo(t, w.Store, `UPDATE feed SET position = '', due_at = 0`); err != nil {
			t.Fatal(err)
		}
		w.Nodes = w.Nodes[1:]
		w.Read()
		w.Wants("read again", 0, map[string]money.Amount{m: 4 * deposittest.Hundred})
		if again := cases(w); len(again) != 1 || w.Balance(ledger.Bank(deposittest.AutoAccount)) != -4*deposittest.Hundred {
			t.Errorf("cases %+v", again)
		}
	})
}
