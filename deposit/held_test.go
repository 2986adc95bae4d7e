package deposit_test

import (
	"context"
	"strings"
	"sync"
	"testing"
	"time"

	"krapao/deposit"
	"krapao/deposit/deposittest"
	"krapao/deposit/qr"
	"krapao/fault"
	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/ledger"
	"krapao/money"
)

// naming is a gateway that names payers, as all but KBank do.
type naming struct {
	qr.Gateway
	mu    *sync.Mutex
	payer *deposit.Payer
	also  *[]deposit.Identifier
}

func (n naming) Inquire(ctx context.Context, q qr.Ref) (qr.State, error) {
	state, err := n.Gateway.Inquire(ctx, q)
	n.mu.Lock()
	defer n.mu.Unlock()
	for i := range state.Payments {
		state.Payments[i].Payer, state.Payments[i].Also = *n.payer, *n.also
	}
	return state, err
}

func TestMoneyOfAnotherPayerIsHeld(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		stranger := deposit.Payer{BankCode: "KTB", AccountNo: "9998887776", Name: "SOMEBODY ELSE"}
		n := naming{mu: &sync.Mutex{}, payer: &stranger, also: &[]deposit.Identifier{}}
		w := deposittest.NewWorld(t, s, deposittest.Options{Gateway: func(g qr.Gateway) qr.Gateway { n.Gateway = g; return n }})
		m := w.Member()
		for range 2 {
			before := w.Balance(ledger.Held(m)) // the callback may book it before Pay returns
			w.Outside.Pay(w.Create(m, 100*money.Baht).ID, deposittest.Somebody)
			w.Until("it is held", func() bool { return w.Balance(ledger.Held(m)) == before+100*money.Baht })
		}
		if got := w.Balance(ledger.Wallet(m)); got != 0 {
			t.Errorf("a stranger's money is spendable: %s", got)
		}
		waiting, err := w.Nodes[0].Waiting(t.Context(), 10)
		if err != nil || len(waiting) != 2 {
			t.Fatalf("waiting: %v, %v", waiting, err)
		}
		first, second := waiting[0], waiting[1]
		if first.State != deposit.Held || first.Reason != fault.NOT_MATCH || first.Payer != stranger || first.Member != m {
			t.Errorf("held as %+v", first)
		}
		decide := func(f func(context.Context, *store.Tx, string) (deposit.Inflow, error), id string) error {
			return s.Write(t.Context(), func(tx *store.Tx) error { _, err := f(t.Context(), tx, id); return err })
		}
		if err := decide(w.Nodes[0].ReleaseTx, first.ID); err != nil {
			t.Fatal(err)
		}
		if err := decide(w.Nodes[0].ReturnTx, second.ID); err != nil {
			t.Fatal(err)
		}
		for _, id := range []string{first.ID, second.ID, "NOSUCH"} { // a decision is made once
			if err := decide(w.Nodes[0].ReturnTx, id); !fault.Is(err, fault.NO_DATA) {
				t.Errorf("returned again: %v", err)
			}
			if err := decide(w.Nodes[0].ReleaseTx, id); !fault.Is(err, fault.NO_DATA) {
				t.Errorf("released again: %v", err)
			}
		}
		if wallet, held := w.Balance(ledger.Wallet(m)), w.Balance(ledger.Held(m)); wallet != 100*money.Baht || held != 0 {
			t.Errorf("wallet %s, held %s", wallet, held)
		}
		if bank := w.Balance(ledger.Bank("KBANK")); bank != -100*money.Baht {
			t.Errorf("the bank account holds %s", bank)
		}
	})
}

func TestTheMembersOwnNamedMoneyIsCreditedAndProvesTheAccount(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		own := deposit.Payer{BankCode: "SCB", AccountNo: "1234567890", Name: "SOMCHAI JAIDEE"}
		n := naming{mu: &sync.Mutex{}, payer: &own, also: &[]deposit.Identifier{{Kind: "scb", Value: "REF1"}}}
		w := deposittest.NewWorld(t, s, deposittest.Options{
			Settings: `{}`, Gateway: func(g qr.Gateway) qr.Gateway { n.Gateway = g; return n },
		})
		m := w.Member()
		if ok, err := w.Nodes[0].Verified(t.Context(), m, own); err != nil || ok {
			t.Errorf("proven before any money came: %v %v", ok, err)
		}
		w.Outside.Pay(w.Create(m, 9_000*money.Baht).ID, deposittest.Somebody)
		w.Until("it is credited", func() bool { return w.Balance(ledger.Wallet(m)) == 9_000*money.Baht })
		if ok, err := w.Nodes[0].Verified(t.Context(), m, own); err != nil || !ok {
			t.Errorf("not proven by its own money: %v %v", ok, err)
		}
		// The same arrival under another number of the same account, but with a bank reference that was seen before.
		booked, err := w.Nodes[0].Book(t.Context(), deposit.Arrival{
			Account: "SCB1", Channel: deposit.ChannelSlip, Member: m,
			Payment: deposit.Payment{
				Source: "slip-1", Amount: 9_000 * money.Baht, Also: []deposit.Identifier{{Kind: "scb", Value: "ref1"}},
			},
		})
		if err != nil || booked {
			t.Errorf("booked through another channel: %v, %v", booked, err)
		}
		if got := w.Balance(ledger.Wallet(m)); got != 9_000*money.Baht {
			t.Errorf("the wallet has %s", got)
		}
		// The payer is encrypted in its row.
		var dump string
		if err := s.DB().QueryRowContext(t.Context(), `SELECT payer_sealed FROM inflow WHERE member = $1`, m).Scan(&dump); err != nil {
			t.Fatal(err)
		}
		if dump == "" || strings.Contains(dump, "1234567890") || strings.Contains(dump, "SOMCHAI") {
			t.Errorf("the payer can be read in the database: %q", dump)
		}
	})
}

func TestUnnamedPayersHaveLimits(t *testing.T) {
	t.Parallel()
	before := time.Date(2026, 11, 20, 16, 59, 59, 0, time.UTC) // a second before Bangkok's midnight
	storetest.EachAt(t, before, unnamedPayersHaveLimits)
}

func unnamedPayersHaveLimits(t *testing.T, s *store.Store, now *clock.Fake) {
	// The strict numbers: 2,000 a deposit, 5,000 a day.
	w := deposittest.NewWorld(t, s, deposittest.Options{Clock: now, Settings: `{}`})
	m := w.Member()
	pay := func(amount money.Amount) {
		t.Helper()
		before := w.Balance(ledger.Wallet(m)) + w.Balance(ledger.Held(m))
		w.Outside.Pay(w.Create(m, amount).ID, deposittest.Somebody)
		w.Until("it is booked", func() bool {
			return w.Balance(ledger.Wallet(m))+w.Balance(ledger.Held(m)) == before+amount
		})
	}
	for _, step := range []struct{ amount, wallet, held money.Amount }{
		{2_000 * money.Baht, 2_000 * money.Baht, 0},
		{2_000*money.Baht + 1, 2_000 * money.Baht, 2_000*money.Baht + 1},
		{2_000 * money.Baht, 4_000 * money.Baht, 2_000*money.Baht + 1},
		{1_000 * money.Baht, 5_000 * money.Baht, 2_000*money.Baht + 1},
		{1 * money.Baht, 5_000 * money.Baht, 2_001*money.Baht + 1},
	} {
		pay(step.amount)
		if wallet, held := w.Balance(ledger.Wallet(m)), w.Balance(ledger.Held(m)); wallet != step.wallet || held != step.held {
			t.Errorf("after %s: wallet %s, held %s, want %s and %s", step.amount, wallet, held, step.wallet, step.held)
		}
	}
	waiting, err := w.Nodes[0].Waiting(t.Context(), 10)
	if err != nil || len(waiting) != 2 || waiting[0].Reason != fault.LIMIT_REACHED {
		t.Errorf("waiting: %+v, %v", waiting, err)
	}
	if ok, err := w.Nodes[0].Verified(t.Context(), m, deposit.Payer{BankCode: "SCB", AccountNo: "1234567890"}); err != nil || ok {
		t.Errorf("unnamed money proves nothing: %v %v", ok, err)
	}
	now.Advance(time.Second) // another day
	pay(1_000 * money.Baht)
	if wallet := w.Balance(ledger.Wallet(m)); wallet != 6_000*money.Baht {
		t.Errorf("on the next day the wallet has %s", wallet)
	}
}

// A store restored to an earlier point does not know a code. A payment of it is kept for an operator.
func TestMoneyOfAForgottenCodeIsUnmatched(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := deposittest.NewWorld(t, s, deposittest.Options{})
		m := w.Member()
		q := w.Create(m, 100)
		if _, err := deposittest.WriteTo(t, s, `DELETE FROM qr_order WHERE reference = $1`, q.ID); err != nil {
			t.Fatal(err)
		}
		w.Outside.Pay(q.ID, deposittest.Somebody)
		w.Until("it is unmatched", func() bool { return w.Balance(ledger.Unmatched) == 100 })
		w.Agree()
	})
}

// A member without accounts in the books (which never happens in a sound database): the money is kept too.
func TestMoneyThatTheLedgerRefusesIsUnmatched(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := deposittest.NewWorld(t, s, deposittest.Options{})
		m := "NOACCOUNTS00"
		w.Members.Set(m, deposit.Payer{BankCode: "SCB", AccountNo: "1234567890"})
		w.Outside.Pay(w.Create(m, 100).ID, deposittest.Somebody)
		w.Until("it is unmatched", func() bool { return w.Balance(ledger.Unmatched) == 100 })
		waiting, err := w.Nodes[0].Waiting(t.Context(), 10)
		if err != nil || len(waiting) != 1 || waiting[0].Member != m || waiting[0].State != deposit.Unmatched {
			t.Errorf("waiting: %+v, %v", waiting, err)
		}
		w.Agree()
	})
}
