package declared_test

import (
	"strings"
	"sync"
	"testing"
	"time"

	"krapao/deposit"
	"krapao/deposit/declared"
	"krapao/deposit/deposittest"
	"krapao/fault"
	"krapao/internal/id"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/money"
)

func stateOf(w *deposittest.Bank, d declared.Declaration) declared.State {
	w.T.Helper()
	now, err := w.Nodes[0].Declared.Find(w.T.Context(), d.Reference)
	if err != nil {
		w.T.Fatal(err)
	}
	return now.State
}

func TestADeclarationFindsItsLineInEitherOrder(t *testing.T) {
	t.Parallel()
	deposittest.EachBank(t, 1, func(t *testing.T, w *deposittest.Bank) {
		m := w.Holder(deposittest.Somchai)
		first := w.MustDeclare(m, deposittest.Hundred)
		w.Wants("declared", 0, map[string]money.Amount{m: 0}) // it credits nothing
		w.Statement.Enter(w.Paid(1, deposittest.Hundred, deposittest.Cut))
		w.Read()
		w.Wants("declaration first", 0, map[string]money.Amount{m: deposittest.Hundred})
		w.Statement.Enter(w.Paid(2, 2*deposittest.Hundred, deposittest.Cut))
		w.Read()
		w.Wants("a line that nobody declared", 2*deposittest.Hundred, map[string]money.Amount{m: deposittest.Hundred})
		second := w.MustDeclare(m, 2*deposittest.Hundred)
		w.Wants("line first", 0, map[string]money.Amount{m: 3 * deposittest.Hundred})
		if second.State != declared.Matched || stateOf(w, first) != declared.Matched {
			t.Errorf("first %s, second %s", stateOf(w, first), second.State)
		}
		w.Statement.Enter(w.Paid(3, deposittest.Hundred, deposittest.Cut)) // a matched declaration matches nothing more
		w.Read()
		w.Wants("again", deposittest.Hundred, map[string]money.Amount{m: 3 * deposittest.Hundred})
	})
}

func TestWhatADeclarationDoesNotFind(t *testing.T) {
	t.Parallel()
	for name, one := range map[string]struct {
		amount money.Amount
		payer  deposit.Payer
		after  time.Duration
		found  bool
	}{
		"its line":               {deposittest.Hundred, deposittest.Cut, 0, true},
		"just within the hour":   {deposittest.Hundred, deposittest.Cut, time.Hour, true},
		"beyond the hour":        {deposittest.Hundred, deposittest.Cut, time.Hour + time.Second, false},
		"just before the hour":   {deposittest.Hundred, deposittest.Cut, -time.Hour, true},
		"long before":            {deposittest.Hundred, deposittest.Cut, -time.Hour - time.Second, false},
		"another amount":         {deposittest.Hundred + 1, deposittest.Cut, 0, false},
		"other digits":           {deposittest.Hundred, deposittest.SCB("xxxxxx7891", ""), 0, false},
		"another bank":           {deposittest.Hundred, deposit.Payer{BankCode: "KBANK", AccountNo: "xxxxxx7890"}, 0, false},
		"too few digits":         {deposittest.Hundred, deposittest.SCB("xxxxxxx890", ""), 0, false},
		"a line without a payer": {deposittest.Hundred, deposit.Payer{}, 0, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			deposittest.EachBank(t, 1, func(t *testing.T, w *deposittest.Bank) {
				if _, err := deposittest.WriteTo(t, w.Store, `UPDATE deposit_account SET valid_from = 0`); err != nil {
					t.Fatal(err)
				}
				m := w.Holder(deposittest.Somchai)
				w.MustDeclare(m, deposittest.Hundred)
				line := w.Paid(1, one.amount, one.payer)
				line.Time = w.Now.Now().Add(one.after).Format(time.RFC3339Nano)
				w.Statement.Enter(line)
				w.Read()
				if one.found {
					w.Wants(name, 0, map[string]money.Amount{m: one.amount})
				} else {
					w.Wants(name, one.amount, map[string]money.Amount{m: 0})
				}
			})
		})
	}
}

// With two candidates there is no pair: two members for a line, two lines for a declaration.
func TestADeclarationNeverChooses(t *testing.T) {
	t.Parallel()
	deposittest.EachBank(t, 1, func(t *testing.T, w *deposittest.Bank) {
		m, other := w.Holder(deposittest.Somchai), w.Holder(deposittest.SCB("9994567890", "SOMSAK BOON"))
		mine, theirs := w.MustDeclare(m, deposittest.Hundred), w.MustDeclare(other, deposittest.Hundred)
		w.Statement.Enter(w.Paid(1, deposittest.Hundred, deposittest.Cut))
		w.Read()
		w.Wants("two members", deposittest.Hundred, map[string]money.Amount{m: 0, other: 0})
		if stateOf(w, mine) != declared.Open || stateOf(w, theirs) != declared.Open {
			t.Error("a declaration ended")
		}
		w.Statement.Enter(w.Paid(2, 2*deposittest.Hundred, deposittest.Cut), w.Paid(3, 2*deposittest.Hundred, deposittest.Cut))
		w.Read()
		w.MustDeclare(m, 2*deposittest.Hundred)
		w.Wants("two lines", 5*deposittest.Hundred, map[string]money.Amount{m: 0, other: 0})
	})
}

// A member's own line ends its declaration, in either order, so that it does not wait for money that has arrived.
func TestALineOfKnownPayerEndsItsDeclaration(t *testing.T) {
	t.Parallel()
	deposittest.EachBank(t, 1, func(t *testing.T, w *deposittest.Bank) {
		m := w.Holder(deposittest.Somchai)
		before := w.MustDeclare(m, deposittest.Hundred)
		w.Statement.Enter(w.Paid(1, deposittest.Hundred, deposittest.Somchai))
		w.Read()
		if got := stateOf(w, before); got != declared.Matched {
			t.Errorf("declared before: %s", got)
		}
		w.Statement.Enter(w.Paid(2, 2*deposittest.Hundred, deposittest.Somchai))
		w.Read()
		if after := w.MustDeclare(m, 2*deposittest.Hundred); after.State != declared.Matched {
			t.Errorf("declared after: %s", after.State)
		}
		w.Wants("once each", 0, map[string]money.Amount{m: 3 * deposittest.Hundred})
	})
}

func TestDeclarationsAreBounded(t *testing.T) {
	t.Parallel()
	deposittest.EachBank(t, 1, func(t *testing.T, w *deposittest.Bank) {
		m := w.Holder(deposittest.Somchai)
		if _, err := w.Declare(m, 0); !fault.Is(err, fault.INVALID_AMOUNT) {
			t.Errorf("nothing: %v", err)
		}
		key := ledger.InternalKey("test", "one")
		one, err := w.Nodes[0].Declared.Declare(t.Context(), m, deposittest.Hundred, key)
		if err != nil {
			t.Fatal(err)
		}
		if again, err := w.Nodes[0].Declared.Declare(t.Context(), m, deposittest.Hundred, key); err != nil ||
			again.Reference != one.Reference {
			t.Errorf("the same request again: %+v, %v", again, err)
		}
		// Ten at once: only two more fit.
		var all sync.WaitGroup
		var mu sync.Mutex
		taken := 0
		for range 10 {
			all.Go(func() {
				_, err := w.Nodes[0].Declared.Declare(t.Context(), m, deposittest.Hundred, ledger.InternalKey("test", id.Text(12)))
				if err != nil && !fault.Is(err, fault.DEPOSIT_PENDING) {
					t.Error(err)
				}
				mu.Lock()
				defer mu.Unlock()
				if err == nil {
					taken++
				}
			})
		}
		all.Wait()
		if taken != 2 {
			t.Errorf("%d more were taken", taken)
		}
		_, err = w.Declare(m, deposittest.Hundred)
		refused := fault.Of(err)
		if open, ok := refused.Params["open"].([]map[string]any); refused.Code != fault.DEPOSIT_PENDING || !ok || len(open) != 3 {
			t.Errorf("a fourth: %+v", refused)
		}
		if open, err := w.Nodes[0].Declared.Open(t.Context(), m, 10); err != nil || len(open) != 3 {
			t.Errorf("open: %v, %v", open, err)
		}
		w.Now.Advance(48 * time.Hour)
		if n, err := w.Nodes[0].Declared.Pair(t.Context()); err != nil || n != 3 {
			t.Errorf("lapsed %d, %v", n, err)
		}
		if stateOf(w, one) != declared.Lapsed {
			t.Errorf("after 48 hours: %s", stateOf(w, one))
		}
		w.MustDeclare(m, deposittest.Hundred)
		w.Apply(deposittest.BankAccounts, `{}`)
		if _, err := w.Declare(m, deposittest.Hundred); !fault.Is(err, fault.NO_DATA) {
			t.Errorf("where it is off: %v", err)
		}
	})
}

// A declaration and its line arrive in the same moment, neither sees the other, and the job pairs them.
func TestTheChorePairsWhatMissedEachOther(t *testing.T) {
	t.Parallel()
	deposittest.EachBank(t, 1, func(t *testing.T, w *deposittest.Bank) {
		m := w.Holder(deposittest.Somchai)
		d := w.MustDeclare(m, deposittest.Hundred)
		if _, err := w.Nodes[0].Book(t.Context(), deposit.Arrival{
			Account: deposittest.AutoAccount, Channel: deposit.ChannelFeed,
			Payment: deposit.Payment{Source: "L1", Amount: deposittest.Hundred, PaidAt: w.Now.Now(), Payer: deposittest.Cut},
		}); err != nil {
			t.Fatal(err)
		}
		w.Wants("apart", deposittest.Hundred, map[string]money.Amount{m: 0})
		if _, err := w.Nodes[0].Declared.Pair(t.Context()); err != nil {
			t.Fatal(err)
		}
		w.Wants("together", 0, map[string]money.Amount{m: deposittest.Hundred})
		if got := stateOf(w, d); got != declared.Matched {
			t.Errorf("the declaration is %s", got)
		}
	})
}

// A declaration that fails blocks neither another one nor the lapsing.
func TestTheChoreGoesOnAfterAFailure(t *testing.T) {
	t.Parallel()
	deposittest.EachBank(t, 1, func(t *testing.T, w *deposittest.Bank) {
		m := w.Holder(deposittest.Somchai)
		arrives := func(source string, amount money.Amount) {
			t.Helper()
			if _, err := w.Nodes[0].Book(t.Context(), deposit.Arrival{
				Account: deposittest.AutoAccount, Channel: deposit.ChannelFeed,
				Payment: deposit.Payment{Source: source, Amount: amount, PaidAt: w.Now.Now(), Payer: deposittest.Cut},
			}); err != nil {
				t.Fatal(err)
			}
		}
		old := w.MustDeclare(w.Holder(deposittest.SCB("9994560000", "SOMSAK BOON")), 5*deposittest.Hundred)
		w.Now.Advance(48*time.Hour - time.Minute)
		bad := []declared.Declaration{w.MustDeclare(m, deposittest.Hundred), w.MustDeclare(m, 2*deposittest.Hundred)}
		w.Now.Advance(time.Second)
		good := w.MustDeclare(m, 3*deposittest.Hundred)
		arrives("L1", deposittest.Hundred)
		arrives("L2", 2*deposittest.Hundred)
		if _, err := deposittest.WriteTo(t, w.Store, `UPDATE inflow SET payer_sealed = 'spoilt'`); err != nil {
			t.Fatal(err)
		}
		arrives("L3", 3*deposittest.Hundred)
		w.Now.Advance(time.Minute)
		lapsed, err := w.Nodes[0].Declared.Pair(t.Context())
		for _, d := range bad {
			if err == nil || !strings.Contains(err.Error(), d.Reference) {
				t.Errorf("nothing is said of %s: %v", d.Reference, err)
			}
		}
		if lapsed != 1 || stateOf(w, old) != declared.Lapsed {
			t.Errorf("%d lapsed, the old one is %s", lapsed, stateOf(w, old))
		}
		if got := stateOf(w, good); got != declared.Matched {
			t.Errorf("the good one is %s", got)
		}
	})
}

// An operator's decision about a slip account is booked once, through held, and a slip of the same transfer credits
// nothing more.
func TestADeclarationIsConfirmedFromTheStatement(t *testing.T) {
	t.Parallel()
	deposittest.EachBank(t, 1, func(t *testing.T, w *deposittest.Bank) {
		m := w.Holder(deposittest.Somchai)
		d := w.MustDeclare(m, deposittest.Hundred)
		found := declared.Found{
			Reference: d.Reference, Account: "SLIP1", At: w.Now.Now(), Amount: deposittest.Hundred, Bank: "SCB",
			BankReference: "202611210001", Payer: deposittest.Somchai,
		}
		confirm := func(f declared.Found) (bool, error) {
			c, err := w.Nodes[0].Declared.Confirm(t.Context(), f)
			if err != nil {
				return false, err
			}
			return c.PayerMatches, w.Store.Write(t.Context(), func(tx *store.Tx) error { return c.Tx(t.Context(), tx) })
		}
		for what, change := range map[string]func(*declared.Found){
			"an account of the feed's": func(f *declared.Found) { f.Account = deposittest.AutoAccount },
			"no account":               func(f *declared.Found) { f.Account = "NONE" },
			"no reference":             func(f *declared.Found) { f.BankReference = " " },
			"no bank":                  func(f *declared.Found) { f.Bank = "999" },
			"no amount":                func(f *declared.Found) { f.Amount = 0 },
			"the future":               func(f *declared.Found) { f.At = w.Now.Now().Add(time.Hour) },
			"no declaration":           func(f *declared.Found) { f.Reference = "nosuch" },
		} {
			wrong := found
			change(&wrong)
			if _, err := confirm(wrong); err == nil {
				t.Errorf("%s: taken", what)
			}
		}
		if matches, err := confirm(found); err != nil || !matches {
			t.Fatal(matches, err)
		}
		w.Wants("confirmed", 0, map[string]money.Amount{m: deposittest.Hundred})
		if got := stateOf(w, d); got != declared.Confirmed {
			t.Errorf("the declaration is %s", got)
		}
		if _, err := confirm(found); err == nil {
			t.Error("confirmed twice")
		}
		second := w.MustDeclare(m, deposittest.Hundred)
		found.Reference, found.Bank = second.Reference, "014"
		if _, err := confirm(found); !fault.Is(err, fault.SLIP_REFNO_DUPLICATED) {
			t.Errorf("the same transfer for another declaration: %v", err)
		}
		booked, err := w.Nodes[0].Book(t.Context(), deposit.Arrival{
			Account: "SLIP1", Channel: deposit.ChannelSlip, Member: m, Reference: "slip",
			Payment: deposit.Payment{
				Source: "any", Amount: deposittest.Hundred, PaidAt: w.Now.Now(), Payer: deposittest.Somchai,
				Also: []deposit.Identifier{{Kind: "bank:014", Value: "202611210001"}},
			},
		})
		if err != nil || booked {
			t.Errorf("its slip was booked: %v, %v", booked, err)
		}
		w.Wants("once", 0, map[string]money.Amount{m: deposittest.Hundred})
	})
}

// A slip of the declared transfer ends the declaration. A slip in doubt leaves it open.
func TestASlipEndsItsDeclaration(t *testing.T) {
	t.Parallel()
	deposittest.EachBank(t, 1, func(t *testing.T, w *deposittest.Bank) {
		m := w.Holder(deposittest.Somchai)
		d := w.MustDeclare(m, deposittest.Hundred)
		slip := deposit.Arrival{
			Account: "SLIP1", Channel: deposit.ChannelSlip, Member: m, Reference: "slip-1", Doubt: fault.NOT_MATCH,
			Payment: deposit.Payment{Source: "S1", Amount: deposittest.Hundred, PaidAt: w.Now.Now(), Payer: deposittest.Nobody},
		}
		if _, err := w.Nodes[0].Book(t.Context(), slip); err != nil {
			t.Fatal(err)
		}
		w.Wants("in doubt", deposittest.Hundred, map[string]money.Amount{m: 0})
		if got := stateOf(w, d); got != declared.Open {
			t.Errorf("in doubt: %s", got)
		}
		slip.Doubt, slip.Reference, slip.Payment.Source, slip.Payment.Payer = "", "slip-2", "S2", deposittest.Somchai
		if _, err := w.Nodes[0].Book(t.Context(), slip); err != nil {
			t.Fatal(err)
		}
		w.Wants("credited", deposittest.Hundred, map[string]money.Amount{m: deposittest.Hundred})
		if got := stateOf(w, d); got != declared.Matched {
			t.Errorf("credited: %s", got)
		}
	})
}
