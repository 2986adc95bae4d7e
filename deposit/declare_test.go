package deposit_test

import (
	"encoding/json"
	"strings"
	"sync"
	"testing"
	"time"

	"krapao/deposit"
	"krapao/fault"
	"krapao/internal/id"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/money"
)

// cut is Somchai as a statement shows it where it takes a declaration to know whose a line is: four digits, no name.
var cut = scb("xxxxxx7890", "")

func (w *bankWorld) mustDeclare(member string, amount money.Amount) deposit.Declaration {
	w.t.Helper()
	d, err := w.declare(member, amount)
	if err != nil {
		w.t.Fatal(err)
	}
	return d
}

func (w *bankWorld) stateOf(d deposit.Declaration) deposit.DeclarationState {
	w.t.Helper()
	now, err := w.nodes[0].Declaration(w.t.Context(), d.Reference)
	if err != nil {
		w.t.Fatal(err)
	}
	return now.State
}

func TestADeclarationFindsItsLineInEitherOrder(t *testing.T) {
	t.Parallel()
	eachBank(t, 1, func(t *testing.T, w *bankWorld) {
		m := w.holder(somchai)
		first := w.mustDeclare(m, hundred)
		w.wants("declared", 0, map[string]money.Amount{m: 0}) // it credits nothing
		w.bank.enter(w.paid(1, hundred, cut))
		w.read()
		w.wants("declaration first", 0, map[string]money.Amount{m: hundred})
		w.bank.enter(w.paid(2, 2*hundred, cut))
		w.read()
		w.wants("a line that nobody declared", 2*hundred, map[string]money.Amount{m: hundred})
		second := w.mustDeclare(m, 2*hundred)
		w.wants("line first", 0, map[string]money.Amount{m: 3 * hundred})
		if second.State != deposit.DeclarationMatched || w.stateOf(first) != deposit.DeclarationMatched {
			t.Errorf("first %s, second %s", w.stateOf(first), second.State)
		}
		w.bank.enter(w.paid(3, hundred, cut)) // what is matched matches nothing more
		w.read()
		w.wants("again", hundred, map[string]money.Amount{m: 3 * hundred})
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
		"its line":               {hundred, cut, 0, true},
		"just within the hour":   {hundred, cut, time.Hour, true},
		"beyond the hour":        {hundred, cut, time.Hour + time.Second, false},
		"just before the hour":   {hundred, cut, -time.Hour, true},
		"long before":            {hundred, cut, -time.Hour - time.Second, false},
		"another amount":         {hundred + 1, cut, 0, false},
		"other digits":           {hundred, scb("xxxxxx7891", ""), 0, false},
		"another bank":           {hundred, deposit.Payer{BankCode: "KBANK", AccountNo: "xxxxxx7890"}, 0, false},
		"too few digits":         {hundred, scb("xxxxxxx890", ""), 0, false},
		"a line without a payer": {hundred, deposit.Payer{}, 0, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			eachBank(t, 1, func(t *testing.T, w *bankWorld) {
				if _, err := writeTo(t, w.store, `UPDATE deposit_account SET valid_from = 0`); err != nil {
					t.Fatal(err)
				}
				m := w.holder(somchai)
				w.mustDeclare(m, hundred)
				line := w.paid(1, one.amount, one.payer)
				line.Time = w.now.Now().Add(one.after).Format(time.RFC3339Nano)
				w.bank.enter(line)
				w.read()
				if one.found {
					w.wants(name, 0, map[string]money.Amount{m: one.amount})
				} else {
					w.wants(name, one.amount, map[string]money.Amount{m: 0})
				}
			})
		})
	}
}

// Two candidates, neither: two members for a line, two lines for a declaration.
func TestADeclarationNeverChooses(t *testing.T) {
	t.Parallel()
	eachBank(t, 1, func(t *testing.T, w *bankWorld) {
		m, other := w.holder(somchai), w.holder(scb("9994567890", "SOMSAK BOON"))
		mine, theirs := w.mustDeclare(m, hundred), w.mustDeclare(other, hundred)
		w.bank.enter(w.paid(1, hundred, cut))
		w.read()
		w.wants("two members", hundred, map[string]money.Amount{m: 0, other: 0})
		if w.stateOf(mine) != deposit.DeclarationOpen || w.stateOf(theirs) != deposit.DeclarationOpen {
			t.Error("a declaration ended")
		}
		w.bank.enter(w.paid(2, 2*hundred, cut), w.paid(3, 2*hundred, cut))
		w.read()
		w.mustDeclare(m, 2*hundred)
		w.wants("two lines", 5*hundred, map[string]money.Amount{m: 0, other: 0})
	})
}

// A member's own line ends its declaration, so that it does not wait for what has come; in either order.
func TestALineOfKnownPayerEndsItsDeclaration(t *testing.T) {
	t.Parallel()
	eachBank(t, 1, func(t *testing.T, w *bankWorld) {
		m := w.holder(somchai)
		before := w.mustDeclare(m, hundred)
		w.bank.enter(w.paid(1, hundred, somchai))
		w.read()
		if got := w.stateOf(before); got != deposit.DeclarationMatched {
			t.Errorf("declared before: %s", got)
		}
		w.bank.enter(w.paid(2, 2*hundred, somchai))
		w.read()
		if after := w.mustDeclare(m, 2*hundred); after.State != deposit.DeclarationMatched {
			t.Errorf("declared after: %s", after.State)
		}
		w.wants("once each", 0, map[string]money.Amount{m: 3 * hundred})
	})
}

func TestDeclarationsAreBounded(t *testing.T) {
	t.Parallel()
	eachBank(t, 1, func(t *testing.T, w *bankWorld) {
		m := w.holder(somchai)
		if _, err := w.declare(m, 0); !fault.Is(err, fault.INVALID_AMOUNT) {
			t.Errorf("nothing: %v", err)
		}
		key := ledger.InternalKey("test", "one")
		one, err := w.nodes[0].Declare(t.Context(), m, hundred, key)
		if err != nil {
			t.Fatal(err)
		}
		if again, err := w.nodes[0].Declare(t.Context(), m, hundred, key); err != nil || again.Reference != one.Reference {
			t.Errorf("the same request again: %+v, %v", again, err)
		}
		// Ten at once: two more fit.
		var all sync.WaitGroup
		var mu sync.Mutex
		taken := 0
		for range 10 {
			all.Go(func() {
				_, err := w.nodes[0].Declare(t.Context(), m, hundred, ledger.InternalKey("test", id.Text(12)))
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
		_, err = w.declare(m, hundred)
		refused := fault.Of(err)
		if open, ok := refused.Params["open"].([]map[string]any); refused.Code != fault.DEPOSIT_PENDING || !ok || len(open) != 3 {
			t.Errorf("a fourth: %+v", refused)
		}
		if open, err := w.nodes[0].Declarations(t.Context(), m, 10); err != nil || len(open) != 3 {
			t.Errorf("open: %v, %v", open, err)
		}
		w.now.Advance(48 * time.Hour)
		if n, err := w.nodes[0].PairDeclarations(t.Context()); err != nil || n != 3 {
			t.Errorf("lapsed %d, %v", n, err)
		}
		if w.stateOf(one) != deposit.DeclarationLapsed {
			t.Errorf("after 48 hours: %s", w.stateOf(one))
		}
		w.mustDeclare(m, hundred)
		w.apply(bankAccounts, `{}`)
		if _, err := w.declare(m, hundred); !fault.Is(err, fault.NO_DATA) {
			t.Errorf("where it is off: %v", err)
		}
	})
}

// A declaration and its line that came in one moment, each without seeing the other, are found by the chore.
func TestTheChorePairsWhatMissedEachOther(t *testing.T) {
	t.Parallel()
	eachBank(t, 1, func(t *testing.T, w *bankWorld) {
		m := w.holder(somchai)
		d := w.mustDeclare(m, hundred)
		if _, err := w.nodes[0].Book(t.Context(), deposit.Arrival{
			Account: autoAccount, Channel: deposit.ChannelFeed,
			Payment: deposit.Payment{Source: "L1", Amount: hundred, PaidAt: w.now.Now(), Payer: cut},
		}); err != nil {
			t.Fatal(err)
		}
		w.wants("apart", hundred, map[string]money.Amount{m: 0})
		if _, err := w.nodes[0].PairDeclarations(t.Context()); err != nil {
			t.Fatal(err)
		}
		w.wants("together", 0, map[string]money.Amount{m: hundred})
		if got := w.stateOf(d); got != deposit.DeclarationMatched {
			t.Errorf("the declaration is %s", got)
		}
	})
}

// One declaration that can't be looked at holds up no other one, and no lapsing.
func TestTheChoreGoesOnAfterAFailure(t *testing.T) {
	t.Parallel()
	eachBank(t, 1, func(t *testing.T, w *bankWorld) {
		m := w.holder(somchai)
		arrives := func(source string, amount money.Amount) {
			t.Helper()
			if _, err := w.nodes[0].Book(t.Context(), deposit.Arrival{
				Account: autoAccount, Channel: deposit.ChannelFeed,
				Payment: deposit.Payment{Source: source, Amount: amount, PaidAt: w.now.Now(), Payer: cut},
			}); err != nil {
				t.Fatal(err)
			}
		}
		old := w.mustDeclare(w.holder(scb("9994560000", "SOMSAK BOON")), 5*hundred)
		w.now.Advance(48*time.Hour - time.Minute)
		bad := []deposit.Declaration{w.mustDeclare(m, hundred), w.mustDeclare(m, 2*hundred)}
		w.now.Advance(time.Second)
		good := w.mustDeclare(m, 3*hundred)
		arrives("L1", hundred)
		arrives("L2", 2*hundred)
		if _, err := writeTo(t, w.store, `UPDATE inflow SET payer_sealed = 'spoilt'`); err != nil {
			t.Fatal(err)
		}
		arrives("L3", 3*hundred)
		w.now.Advance(time.Minute)
		lapsed, err := w.nodes[0].PairDeclarations(t.Context())
		for _, d := range bad {
			if err == nil || !strings.Contains(err.Error(), d.Reference) {
				t.Errorf("nothing is said of %s: %v", d.Reference, err)
			}
		}
		if lapsed != 1 || w.stateOf(old) != deposit.DeclarationLapsed {
			t.Errorf("%d lapsed, the old one is %s", lapsed, w.stateOf(old))
		}
		if got := w.stateOf(good); got != deposit.DeclarationMatched {
			t.Errorf("the good one is %s", got)
		}
	})
}

// An operator's word about a slip account: booked once, through held, and a slip of the same transfer credits nothing more.
func TestADeclarationIsConfirmedFromTheStatement(t *testing.T) {
	t.Parallel()
	eachBank(t, 1, func(t *testing.T, w *bankWorld) {
		m := w.holder(somchai)
		d := w.mustDeclare(m, hundred)
		found := deposit.Found{
			Reference: d.Reference, Account: "SLIP1", At: w.now.Now(), Amount: hundred, Bank: "SCB", BankReference: "202611210001", Payer: somchai,
		}
		confirm := func(f deposit.Found) (bool, error) {
			c, err := w.nodes[0].Confirm(t.Context(), f)
			if err != nil {
				return false, err
			}
			return c.PayerMatches, w.store.Write(t.Context(), func(tx *store.Tx) error { return c.Tx(t.Context(), tx) })
		}
		for what, change := range map[string]func(*deposit.Found){
			"an account of the feed's": func(f *deposit.Found) { f.Account = autoAccount },
			"no account":               func(f *deposit.Found) { f.Account = "NONE" },
			"no reference":             func(f *deposit.Found) { f.BankReference = " " },
			"no bank":                  func(f *deposit.Found) { f.Bank = "999" },
			"no amount":                func(f *deposit.Found) { f.Amount = 0 },
			"the future":               func(f *deposit.Found) { f.At = w.now.Now().Add(time.Hour) },
			"no declaration":           func(f *deposit.Found) { f.Reference = "nosuch" },
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
		w.wants("confirmed", 0, map[string]money.Amount{m: hundred})
		if got := w.stateOf(d); got != deposit.DeclarationConfirmed {
			t.Errorf("the declaration is %s", got)
		}
		if _, err := confirm(found); err == nil {
			t.Error("confirmed twice")
		}
		second := w.mustDeclare(m, hundred)
		found.Reference, found.Bank = second.Reference, "014"
		if _, err := confirm(found); !fault.Is(err, fault.SLIP_REFNO_DUPLICATED) {
			t.Errorf("the same transfer for another declaration: %v", err)
		}
		booked, err := w.nodes[0].Book(t.Context(), deposit.Arrival{
			Account: "SLIP1", Channel: deposit.ChannelSlip, Member: m, Reference: "slip",
			Payment: deposit.Payment{
				Source: "any", Amount: hundred, PaidAt: w.now.Now(), Payer: somchai, Also: []deposit.Identifier{{Kind: "bank:014", Value: "202611210001"}},
			},
		})
		if err != nil || booked {
			t.Errorf("its slip was booked: %v, %v", booked, err)
		}
		w.wants("once", 0, map[string]money.Amount{m: hundred})
	})
}

// A slip of the declared transfer ends the declaration; one that is in doubt leaves it open.
func TestASlipEndsItsDeclaration(t *testing.T) {
	t.Parallel()
	eachBank(t, 1, func(t *testing.T, w *bankWorld) {
		m := w.holder(somchai)
		d := w.mustDeclare(m, hundred)
		slip := deposit.Arrival{
			Account: "SLIP1", Channel: deposit.ChannelSlip, Member: m, Reference: "slip-1", Doubt: fault.NOT_MATCH,
			Payment: deposit.Payment{Source: "S1", Amount: hundred, PaidAt: w.now.Now(), Payer: nobody},
		}
		if _, err := w.nodes[0].Book(t.Context(), slip); err != nil {
			t.Fatal(err)
		}
		w.wants("in doubt", hundred, map[string]money.Amount{m: 0})
		if got := w.stateOf(d); got != deposit.DeclarationOpen {
			t.Errorf("in doubt: %s", got)
		}
		slip.Doubt, slip.Reference, slip.Payment.Source, slip.Payment.Payer = "", "slip-2", "S2", somchai
		if _, err := w.nodes[0].Book(t.Context(), slip); err != nil {
			t.Fatal(err)
		}
		w.wants("credited", hundred, map[string]money.Amount{m: hundred})
		if got := w.stateOf(d); got != deposit.DeclarationMatched {
			t.Errorf("credited: %s", got)
		}
	})
}

// The statement's place and the books of a code are one bank account's.
func TestAnotherNumberIsAnotherAccount(t *testing.T) {
	t.Parallel()
	eachBank(t, 1, func(t *testing.T, w *bankWorld) {
		apply := func(accounts string) error {
			return w.store.Write(t.Context(), func(tx *store.Tx) error {
				_, err := w.nodes[0].Apply(t.Context(), tx, json.RawMessage(accounts))
				return err
			})
		}
		if err := apply(strings.Replace(bankAccounts, "406-8-12345-6", "4068999999", 1)); err == nil {
			t.Error("the number of a statement's account changed under its code")
		}
		w.now.Advance(time.Second)
		if err := apply(strings.Replace(bankAccounts, "406-8-12345-6", autoNumber, 1)); err != nil {
			t.Errorf("the same number written otherwise: %v", err)
		}
		w.now.Advance(time.Second)
		if err := apply(`[]`); err != nil {
			t.Fatal(err)
		}
		w.now.Advance(time.Second)
		if err := apply(strings.Replace(bankAccounts, "406-8-12345-6", "4068999999", 1)); err == nil {
			t.Error("the code came back with another number")
		}
		if err := apply(bankAccounts); err != nil {
			t.Errorf("it came back as it was: %v", err)
		}
	})
}
