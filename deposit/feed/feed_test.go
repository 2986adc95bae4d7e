package feed_test

import (
	"sync"
	"testing"
	"time"

	"krapao/deposit"
	"krapao/deposit/deposittest"
	"krapao/internal/clock"
	"krapao/ledger"
	"krapao/money"
)

// masked is a payer as a statement shows it: the last six digits and a name that is cut off.
func masked(p deposit.Payer, name string) deposit.Payer {
	return deposittest.SCB("x"+p.AccountNo[len(p.AccountNo)-6:], name)
}

func TestALineIsItsPayersOnlyBeyondDoubt(t *testing.T) {
	t.Parallel()
	for name, one := range map[string]struct {
		payer deposit.Payer
		// others are registered beside Somchai. whose is "somchai", or "" for nobody.
		others []deposit.Payer
		whose  string
	}{
		"every digit":               {payer: deposittest.Somchai, whose: "somchai"},
		"every digit, another name": {payer: deposittest.SCB(deposittest.Somchai.AccountNo, "S JAIDEE CO"), whose: "somchai"},
		"every digit, another bank": {
			payer: deposit.Payer{BankCode: "KBANK", AccountNo: deposittest.Somchai.AccountNo, Name: deposittest.Somchai.Name},
		},
		"a stranger":                        {payer: deposittest.Nobody},
		"no payer":                          {},
		"six digits and a name that is cut": {payer: masked(deposittest.Somchai, "MR SOMCHAI J"), whose: "somchai"},
		"six digits and a rank, typed oddly": {
			payer: masked(deposittest.Somchai, "Pol.Lt.Col. Som\u200bchai  J***"), whose: "somchai",
		},
		"six digits and initials": {payer: masked(deposittest.Somchai, "S. J.")},
		"a second one cut to an initial": {
			payer: masked(deposittest.Somchai, "SOMCHAI J"), others: []deposit.Payer{deposittest.SCB("9994567890", "SOMCHAI J.")},
		},
		"four digits and a name":     {payer: deposittest.SCB("xxx-x-xx789-0", "SOMCHAI JAIDEE"), whose: "somchai"},
		"three digits and a name":    {payer: deposittest.SCB("xxx-x-xxx89-0", "SOMCHAI JAIDEE")},
		"six digits without a name":  {payer: masked(deposittest.Somchai, "")},
		"six digits, another's name": {payer: masked(deposittest.Somchai, "SOMSAK B")},
		"a name alone":               {payer: deposittest.SCB("", "SOMCHAI JAIDEE")},
		"two whom the digits fit, one name": {
			payer: masked(deposittest.Somchai, "SOMCHAI J"), others: []deposit.Payer{deposittest.Somying}, whose: "somchai",
		},
		"two whom digits and name fit": {
			payer: masked(deposittest.Somchai, "SOMCHAI J"), others: []deposit.Payer{deposittest.SCB("9994567890", "SOMCHAI JANDEE")},
		},
		"a second one in another script": {
			payer: masked(deposittest.Somchai, "SOMCHAI J"), others: []deposit.Payer{deposittest.SCB("9994567890", "สมหญิง ใจดี")},
		},
		"a second one whose digits don't fit": {
			payer: masked(deposittest.Somchai, "SOMCHAI J"), others: []deposit.Payer{deposittest.SCB("9994567891", "SOMCHAI JANDEE")},
			whose: "somchai",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			deposittest.EachBank(t, 1, func(t *testing.T, w *deposittest.Bank) {
				m := w.Holder(deposittest.Somchai)
				for _, other := range one.others {
					w.Holder(other)
				}
				w.Statement.Enter(w.Paid(1, deposittest.Hundred, one.payer))
				w.Read()
				if one.whose == "somchai" {
					w.Wants("read", 0, map[string]money.Amount{m: deposittest.Hundred})
				} else {
					w.Wants("read", deposittest.Hundred, map[string]money.Amount{m: 0})
				}
			})
		})
	}
}

// Duplicate lines, late lines, pages, several nodes at once, a new node: each line is booked once.
func TestEachLineIsBookedOnce(t *testing.T) {
	t.Parallel()
	deposittest.EachBank(t, 2, func(t *testing.T, w *deposittest.Bank) {
		m := w.Holder(deposittest.Somchai)
		w.Statement.Page = 7
		total := money.Amount(0)
		enter := func(from, to int) {
			for n := from; n < to; n++ {
				amount := money.Amount(n+1) * money.Baht
				w.Statement.Enter(w.Paid(n, amount, deposittest.Somchai))
				total += amount
			}
		}
		enter(0, 40)
		w.Statement.Enter(w.Paid(3, 4*money.Baht, deposittest.Somchai), w.Paid(17, 18*money.Baht, deposittest.Somchai)) // sent again
		late := w.Paid(100, 7*money.Baht, deposittest.Somchai)
		late.Time = w.Now.Now().Add(-time.Minute).Format(time.RFC3339Nano)
		w.Statement.Enter(late)
		total += 7 * money.Baht
		var both sync.WaitGroup
		for _, n := range w.Nodes {
			both.Go(func() {
				for range 5 {
					if _, err := n.Feeds.Read(t.Context()); err != nil {
						t.Error(err)
					}
				}
			})
		}
		both.Wait()
		w.Read()
		enter(40, 60)
		w.Nodes[0] = w.Start() // a restart goes on from where the books are
		w.Read()
		w.Wants("all read", 0, map[string]money.Amount{m: total})
		if bank := w.Balance(ledger.Bank(deposittest.AutoAccount)); bank != -total {
			t.Errorf("the bank account holds %s, want %s", bank, -total)
		}
	})
}

// A node that dies in the middle of a page leaves booked lines and an old cursor. Nothing is booked twice, and
// another node continues after the lease.
func TestANodeThatDiesWhileItReads(t *testing.T) {
	t.Parallel()
	deposittest.EachBank(t, 2, func(t *testing.T, w *deposittest.Bank) {
		m := w.Holder(deposittest.Somchai)
		w.Statement.Enter(w.Paid(1, deposittest.Hundred, deposittest.Somchai))
		w.Read()
		w.Statement.Enter(w.Paid(2, deposittest.Hundred, deposittest.Somchai), w.Paid(3, deposittest.Hundred, deposittest.Somchai))
		// The state that the dead node left: leased, and one of two lines booked.
		later := clock.MicrosOf(w.Now.Now().Add(time.Minute))
		if _, err := deposittest.WriteTo(t, w.Store, `UPDATE feed SET due_at = $1, turn = turn + 1`, later); err != nil {
			t.Fatal(err)
		}
		booked, err := w.Nodes[0].Book(t.Context(), deposit.Arrival{
			Account: deposittest.AutoAccount, Channel: deposit.ChannelFeed, Member: m,
			Payment: deposit.Payment{Source: "L000002", Amount: deposittest.Hundred, PaidAt: w.Now.Now(), Payer: deposittest.Somchai},
		})
		if err != nil || !booked {
			t.Fatal(booked, err)
		}
		w.Read()
		w.Wants("leased", 0, map[string]money.Amount{m: 2 * deposittest.Hundred})
		w.Now.Advance(time.Minute)
		w.Nodes = w.Nodes[1:]
		w.Read()
		w.Wants("taken over", 0, map[string]money.Amount{m: 3 * deposittest.Hundred})
	})
}

func TestAFeedThatIsOffForAnHour(t *testing.T) {
	t.Parallel()
	deposittest.EachBank(t, 1, func(t *testing.T, w *deposittest.Bank) {
		m := w.Holder(deposittest.Somchai)
		w.Read()
		w.Statement.Shut(true)
		for n := range 6 {
			w.Statement.Enter(w.Paid(n, deposittest.Hundred, deposittest.Somchai))
			w.Now.Advance(10 * time.Second) // the signature's window is five minutes of the bank's clock
			w.Read()
		}
		waits, err := w.Nodes[0].Feeds.Waits(t.Context())
		if err != nil || waits.Failing.IsZero() || w.Now.Now().Sub(waits.Failing) < 30*time.Second {
			t.Errorf("nobody is told: %+v, %v", waits, err)
		}
		w.Wants("off", 0, map[string]money.Amount{m: 0})
		w.Statement.Shut(false)
		w.Now.Advance(time.Minute)
		w.Read()
		w.Wants("on again", 0, map[string]money.Amount{m: 6 * deposittest.Hundred})
		if waits, err := w.Nodes[0].Feeds.Waits(t.Context()); err != nil || !waits.Failing.IsZero() {
			t.Errorf("still failing: %+v, %v", waits, err)
		}
	})
}

// A line that reverses another undoes it, whichever is reported first. A repetition does nothing.
func TestALineThatTakesAnotherBack(t *testing.T) {
	t.Parallel()
	deposittest.EachBank(t, 1, func(t *testing.T, w *deposittest.Bank) {
		m := w.Holder(deposittest.Somchai)
		first := w.Paid(1, deposittest.Hundred, deposittest.Somchai)
		second := w.Paid(2, 3*deposittest.Hundred, deposittest.Somchai)
		strange := w.Paid(3, deposittest.Hundred, deposittest.Nobody)
		w.Statement.Enter(first, second, strange, takesBack(4, first), takesBack(5, strange), takesBack(4, first))
		w.Read()
		w.Wants("after", 0, map[string]money.Amount{m: 3 * deposittest.Hundred})
		early := w.Paid(6, 5*deposittest.Hundred, deposittest.Somchai)
		w.Statement.Enter(takesBack(7, early))
		w.Read()
		w.Statement.Enter(early)
		w.Read()
		w.Wants("before", 0, map[string]money.Amount{m: 3 * deposittest.Hundred})
		part := takesBack(8, second)
		part.Amount = "1.00"
		w.Statement.Enter(part)
		w.Read()
		w.Wants("another amount is an operator's", 0, map[string]money.Amount{m: 3 * deposittest.Hundred})
		if bank := w.Balance(ledger.Bank(deposittest.AutoAccount)); bank != -3*deposittest.Hundred {
			t.Errorf("the bank account holds %s", bank)
		}
	})
}

// One source of truth for each account and instant: lines from before the account had a feed are not booked. Lines
// after its end are.
func TestTheAccountsOfTheBanksTime(t *testing.T) {
	t.Parallel()
	deposittest.EachBank(t, 1, func(t *testing.T, w *deposittest.Bank) {
		m := w.Holder(deposittest.Somchai)
		old := w.Paid(1, deposittest.Hundred, deposittest.Somchai)
		old.Time = w.Now.Now().Add(-time.Hour).Format(time.RFC3339Nano)
		rounded := w.Paid(2, deposittest.Hundred, deposittest.Somchai)
		rounded.Time = w.Now.Now().Add(-time.Minute).Format(time.RFC3339Nano)
		w.Statement.Enter(old, rounded)
		w.Read()
		w.Wants("of before", 0, map[string]money.Amount{m: deposittest.Hundred})
		w.Now.Advance(time.Minute)
		before, err := w.Nodes[0].AccountsAt(t.Context(), w.Now.Now())
		if err != nil || len(before) != 2 {
			t.Fatalf("%v, %v", before, err)
		}
		w.Apply(`[]`, `{}`)
		w.Now.Advance(time.Minute)
		w.Statement.Enter(w.Paid(3, deposittest.Hundred, deposittest.Somchai))
		w.Read()
		w.Wants("of after", 0, map[string]money.Amount{m: 2 * deposittest.Hundred})
		if after, err := w.Nodes[0].AccountsAt(t.Context(), w.Now.Now()); err != nil || len(after) != 0 {
			t.Errorf("%v, %v", after, err)
		}
		if then, err := w.Nodes[0].AccountsAt(t.Context(), w.Now.Now().Add(-time.Minute)); err != nil || len(then) != 0 {
			t.Errorf("in the instant of the end: %v, %v", then, err)
		}
	})
}
