package deposit_test

import (
	"sync"
	"testing"
	"time"

	"krapao/deposit"
	"krapao/ledger"
	"krapao/money"
)

const hundred = 100 * money.Baht

var (
	somchai = scb("1234567890", "SOMCHAI JAIDEE")
	somying = scb("5554567890", "SOMYING JAIDEE")
	nobody  = scb("8887776665", "WHO KNOWS")
)

// masked is a payer as a statement shows it: the last six digits and a name that is cut.
func masked(p deposit.Payer, name string) deposit.Payer {
	return scb("x"+p.AccountNo[len(p.AccountNo)-6:], name)
}

func TestALineIsItsPayersOnlyBeyondDoubt(t *testing.T) {
	t.Parallel()
	for name, one := range map[string]struct {
		payer deposit.Payer
		// others are registered beside Somchai; whose is "somchai" or "" for nobody's.
		others []deposit.Payer
		whose  string
	}{
		"every digit":                         {payer: somchai, whose: "somchai"},
		"every digit, another name":           {payer: scb(somchai.AccountNo, "S JAIDEE CO"), whose: "somchai"},
		"every digit, another bank":           {payer: deposit.Payer{BankCode: "KBANK", AccountNo: somchai.AccountNo, Name: somchai.Name}},
		"a stranger":                          {payer: nobody},
		"no payer":                            {},
		"six digits and a name that is cut":   {payer: masked(somchai, "MR SOMCHAI J"), whose: "somchai"},
		"six digits and a rank, typed oddly":  {payer: masked(somchai, "Pol.Lt.Col. Som\u200bchai  J***"), whose: "somchai"},
		"six digits and initials":             {payer: masked(somchai, "S. J.")},
		"a second one cut to an initial":      {payer: masked(somchai, "SOMCHAI J"), others: []deposit.Payer{scb("9994567890", "SOMCHAI J.")}},
		"four digits and a name":              {payer: scb("xxx-x-xx789-0", "SOMCHAI JAIDEE"), whose: "somchai"},
		"three digits and a name":             {payer: scb("xxx-x-xxx89-0", "SOMCHAI JAIDEE")},
		"six digits without a name":           {payer: masked(somchai, "")},
		"six digits, another's name":          {payer: masked(somchai, "SOMSAK B")},
		"a name alone":                        {payer: scb("", "SOMCHAI JAIDEE")},
		"two whom the digits fit, one name":   {payer: masked(somchai, "SOMCHAI J"), others: []deposit.Payer{somying}, whose: "somchai"},
		"two whom digits and name fit":        {payer: masked(somchai, "SOMCHAI J"), others: []deposit.Payer{scb("9994567890", "SOMCHAI JANDEE")}},
		"a second one in another script":      {payer: masked(somchai, "SOMCHAI J"), others: []deposit.Payer{scb("9994567890", "สมหญิง ใจดี")}},
		"a second one whose digits don't fit": {payer: masked(somchai, "SOMCHAI J"), others: []deposit.Payer{scb("9994567891", "SOMCHAI JANDEE")}, whose: "somchai"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			eachBank(t, 1, func(t *testing.T, w *bankWorld) {
				m := w.holder(somchai)
				for _, other := range one.others {
					w.holder(other)
				}
				w.bank.enter(w.paid(1, hundred, one.payer))
				w.read()
				if one.whose == "somchai" {
					w.wants("read", 0, map[string]money.Amount{m: hundred})
				} else {
					w.wants("read", hundred, map[string]money.Amount{m: 0})
				}
			})
		})
	}
}

// The same line twice, late ones, pages, nodes at once, a node that is new: each line is booked once.
func TestEachLineIsBookedOnce(t *testing.T) {
	t.Parallel()
	eachBank(t, 2, func(t *testing.T, w *bankWorld) {
		m := w.holder(somchai)
		w.bank.page = 7
		total := money.Amount(0)
		enter := func(from, to int) {
			for n := from; n < to; n++ {
				amount := money.Amount(n+1) * money.Baht
				w.bank.enter(w.paid(n, amount, somchai))
				total += amount
			}
		}
		enter(0, 40)
		w.bank.enter(w.paid(3, 4*money.Baht, somchai), w.paid(17, 18*money.Baht, somchai)) // told again
		late := w.paid(100, 7*money.Baht, somchai)
		late.Time = w.now.Now().Add(-time.Minute).Format(time.RFC3339Nano)
		w.bank.enter(late)
		total += 7 * money.Baht
		var both sync.WaitGroup
		for _, n := range w.nodes {
			both.Go(func() {
				for range 5 {
					if _, err := n.ReadFeeds(t.Context()); err != nil {
						t.Error(err)
					}
				}
			})
		}
		both.Wait()
		w.read()
		enter(40, 60)
		w.nodes[0] = w.start() // a restart goes on from where the books are
		w.read()
		w.wants("all read", 0, map[string]money.Amount{m: total})
		if bank := w.balance(ledger.Bank(autoAccount)); bank != -total {
			t.Errorf("the bank account holds %s, want %s", bank, -total)
		}
	})
}

// A node that dies in the middle of a page leaves lines booked and the cursor behind: nothing is booked twice, and
// another node goes on when the lease is over.
func TestANodeThatDiesWhileItReads(t *testing.T) {
	t.Parallel()
	eachBank(t, 2, func(t *testing.T, w *bankWorld) {
		m := w.holder(somchai)
		w.bank.enter(w.paid(1, hundred, somchai))
		w.read()
		w.bank.enter(w.paid(2, hundred, somchai), w.paid(3, hundred, somchai))
		// As the dead node left it: leased, one of two lines booked.
		if _, err := writeTo(t, w.store, `UPDATE feed SET due_at = $1, turn = turn + 1`, w.now.Now().Add(time.Minute).UnixMicro()); err != nil {
			t.Fatal(err)
		}
		booked, err := w.nodes[0].Book(t.Context(), deposit.Arrival{
			Account: autoAccount, Channel: deposit.ChannelFeed, Member: m,
			Payment: deposit.Payment{Source: "L000002", Amount: hundred, PaidAt: w.now.Now(), Payer: somchai},
		})
		if err != nil || !booked {
			t.Fatal(booked, err)
		}
		w.read()
		w.wants("leased", 0, map[string]money.Amount{m: 2 * hundred})
		w.now.Advance(time.Minute)
		w.nodes = w.nodes[1:]
		w.read()
		w.wants("taken over", 0, map[string]money.Amount{m: 3 * hundred})
	})
}

func TestAFeedThatIsOffForAnHour(t *testing.T) {
	t.Parallel()
	eachBank(t, 1, func(t *testing.T, w *bankWorld) {
		m := w.holder(somchai)
		w.read()
		w.bank.shut(true)
		for n := range 6 {
			w.bank.enter(w.paid(n, hundred, somchai))
			w.now.Advance(10 * time.Second) // the signature's window is five minutes of the bank's clock
			w.read()
		}
		waits, err := w.nodes[0].FeedWaits(t.Context())
		if err != nil || waits.Failing.IsZero() || w.now.Now().Sub(waits.Failing) < 30*time.Second {
			t.Errorf("nobody is told: %+v, %v", waits, err)
		}
		w.wants("off", 0, map[string]money.Amount{m: 0})
		w.bank.shut(false)
		w.now.Advance(time.Minute)
		w.read()
		w.wants("on again", 0, map[string]money.Amount{m: 6 * hundred})
		if waits, err := w.nodes[0].FeedWaits(t.Context()); err != nil || !waits.Failing.IsZero() {
			t.Errorf("still failing: %+v, %v", waits, err)
		}
	})
}

// A line that takes another back undoes it, whichever of the two is told first; told twice it does nothing more.
func TestALineThatTakesAnotherBack(t *testing.T) {
	t.Parallel()
	eachBank(t, 1, func(t *testing.T, w *bankWorld) {
		m := w.holder(somchai)
		first, second, strange := w.paid(1, hundred, somchai), w.paid(2, 3*hundred, somchai), w.paid(3, hundred, nobody)
		w.bank.enter(first, second, strange, takesBack(4, first), takesBack(5, strange), takesBack(4, first))
		w.read()
		w.wants("after", 0, map[string]money.Amount{m: 3 * hundred})
		early := w.paid(6, 5*hundred, somchai)
		w.bank.enter(takesBack(7, early))
		w.read()
		w.bank.enter(early)
		w.read()
		w.wants("before", 0, map[string]money.Amount{m: 3 * hundred})
		part := takesBack(8, second)
		part.Amount = "1.00"
		w.bank.enter(part)
		w.read()
		w.wants("another amount is an operator's", 0, map[string]money.Amount{m: 3 * hundred})
		if bank := w.balance(ledger.Bank(autoAccount)); bank != -3*hundred {
			t.Errorf("the bank account holds %s", bank)
		}
	})
}

// One source of truth per account and instant: what the statement tells of before the account had a feed is not ours to
// book; after the account's end it is.
func TestTheAccountsOfTheBanksTime(t *testing.T) {
	t.Parallel()
	eachBank(t, 1, func(t *testing.T, w *bankWorld) {
		m := w.holder(somchai)
		old := w.paid(1, hundred, somchai)
		old.Time = w.now.Now().Add(-time.Hour).Format(time.RFC3339Nano)
		rounded := w.paid(2, hundred, somchai)
		rounded.Time = w.now.Now().Add(-time.Minute).Format(time.RFC3339Nano)
		w.bank.enter(old, rounded)
		w.read()
		w.wants("of before", 0, map[string]money.Amount{m: hundred})
		w.now.Advance(time.Minute)
		before, err := w.nodes[0].AccountsAt(t.Context(), w.now.Now())
		if err != nil || len(before) != 2 {
			t.Fatalf("%v, %v", before, err)
		}
		w.apply(`[]`, `{}`)
		w.now.Advance(time.Minute)
		w.bank.enter(w.paid(3, hundred, somchai))
		w.read()
		w.wants("of after", 0, map[string]money.Amount{m: 2 * hundred})
		if after, err := w.nodes[0].AccountsAt(t.Context(), w.now.Now()); err != nil || len(after) != 0 {
			t.Errorf("%v, %v", after, err)
		}
		if then, err := w.nodes[0].AccountsAt(t.Context(), w.now.Now().Add(-time.Minute)); err != nil || len(then) != 0 {
			t.Errorf("in the instant of the end: %v, %v", then, err)
		}
	})
}
