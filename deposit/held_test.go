package deposit_test

import (
	"context"
	"encoding/json"
	"strings"
	"sync"
	"testing"
	"time"

	"krapao/deposit"
	"krapao/fault"
	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/ledger"
	"krapao/money"
)

// naming is a gateway that names payers, as others than KBank do.
type naming struct {
	deposit.QRGateway
	mu    *sync.Mutex
	payer *deposit.Payer
	also  *[]deposit.Identifier
}

func (n naming) Inquire(ctx context.Context, q deposit.QRRef) (deposit.QRState, error) {
	state, err := n.QRGateway.Inquire(ctx, q)
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
		w := newWorld(t, s, options{gateway: func(g deposit.QRGateway) deposit.QRGateway { n.QRGateway = g; return n }})
		m := w.member()
		for range 2 {
			before := w.balance(ledger.Held(m)) // the callback may book it before Pay returns
			w.outside.Pay(w.create(m, 100*money.Baht).ID, somebody)
			w.until("it is held", func() bool { return w.balance(ledger.Held(m)) == before+100*money.Baht })
		}
		if got := w.balance(ledger.Wallet(m)); got != 0 {
			t.Errorf("a stranger's money is spendable: %s", got)
		}
		waiting, err := w.nodes[0].Waiting(t.Context(), 10)
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
		if err := decide(w.nodes[0].ReleaseTx, first.ID); err != nil {
			t.Fatal(err)
		}
		if err := decide(w.nodes[0].ReturnTx, second.ID); err != nil {
			t.Fatal(err)
		}
		for _, id := range []string{first.ID, second.ID, "NOSUCH"} { // a decision is made once
			if err := decide(w.nodes[0].ReturnTx, id); !fault.Is(err, fault.NO_DATA) {
				t.Errorf("returned again: %v", err)
			}
			if err := decide(w.nodes[0].ReleaseTx, id); !fault.Is(err, fault.NO_DATA) {
				t.Errorf("released again: %v", err)
			}
		}
		if wallet, held := w.balance(ledger.Wallet(m)), w.balance(ledger.Held(m)); wallet != 100*money.Baht || held != 0 {
			t.Errorf("wallet %s, held %s", wallet, held)
		}
		if bank := w.balance(ledger.Bank("KBANK")); bank != -100*money.Baht {
			t.Errorf("the bank account holds %s", bank)
		}
	})
}

func TestTheMembersOwnNamedMoneyIsCreditedAndProvesTheAccount(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		own := deposit.Payer{BankCode: "SCB", AccountNo: "1234567890", Name: "SOMCHAI JAIDEE"}
		n := naming{mu: &sync.Mutex{}, payer: &own, also: &[]deposit.Identifier{{Kind: "scb", Value: "REF1"}}}
		w := newWorld(t, s, options{settings: `{}`, gateway: func(g deposit.QRGateway) deposit.QRGateway { n.QRGateway = g; return n }})
		m := w.member()
		if ok, err := w.nodes[0].Verified(t.Context(), m, own); err != nil || ok {
			t.Errorf("proven before any money came: %v %v", ok, err)
		}
		w.outside.Pay(w.create(m, 9_000*money.Baht).ID, somebody)
		w.until("it is credited", func() bool { return w.balance(ledger.Wallet(m)) == 9_000*money.Baht })
		if ok, err := w.nodes[0].Verified(t.Context(), m, own); err != nil || !ok {
			t.Errorf("not proven by its own money: %v %v", ok, err)
		}
		// The same arrival under another number of the same account, but with a bank reference that was seen before.
		booked, err := w.nodes[0].Book(t.Context(), deposit.Arrival{
			Account: "SCB1", Channel: deposit.ChannelSlip, Member: m,
			Payment: deposit.Payment{Source: "slip-1", Amount: 9_000 * money.Baht, Also: []deposit.Identifier{{Kind: "scb", Value: "ref1"}}},
		})
		if err != nil || booked {
			t.Errorf("booked through another channel: %v, %v", booked, err)
		}
		if got := w.balance(ledger.Wallet(m)); got != 9_000*money.Baht {
			t.Errorf("the wallet has %s", got)
		}
		// What its row says of the payer is sealed.
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
	w := newWorld(t, s, options{clock: now, settings: `{}`}) // the strict numbers: 2,000 a deposit, 5,000 a day
	m := w.member()
	pay := func(amount money.Amount) {
		t.Helper()
		before := w.balance(ledger.Wallet(m)) + w.balance(ledger.Held(m))
		w.outside.Pay(w.create(m, amount).ID, somebody)
		w.until("it is booked", func() bool {
			return w.balance(ledger.Wallet(m))+w.balance(ledger.Held(m)) == before+amount
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
		if wallet, held := w.balance(ledger.Wallet(m)), w.balance(ledger.Held(m)); wallet != step.wallet || held != step.held {
			t.Errorf("after %s: wallet %s, held %s, want %s and %s", step.amount, wallet, held, step.wallet, step.held)
		}
	}
	waiting, err := w.nodes[0].Waiting(t.Context(), 10)
	if err != nil || len(waiting) != 2 || waiting[0].Reason != fault.LIMIT_REACHED {
		t.Errorf("waiting: %+v, %v", waiting, err)
	}
	if ok, err := w.nodes[0].Verified(t.Context(), m, deposit.Payer{BankCode: "SCB", AccountNo: "1234567890"}); err != nil || ok {
		t.Errorf("unnamed money proves nothing: %v %v", ok, err)
	}
	now.Advance(time.Second) // another day
	pay(1_000 * money.Baht)
	if wallet := w.balance(ledger.Wallet(m)); wallet != 6_000*money.Baht {
		t.Errorf("on the next day the wallet has %s", wallet)
	}
}

// A store that was restored to an earlier point does not know a code; what was paid on it is kept for an operator.
func TestMoneyOfAForgottenCodeIsUnmatched(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := newWorld(t, s, options{})
		m := w.member()
		q := w.create(m, 100)
		if _, err := writeTo(t, s, `DELETE FROM qr_order WHERE reference = $1`, q.ID); err != nil {
			t.Fatal(err)
		}
		w.outside.Pay(q.ID, somebody)
		w.until("it is unmatched", func() bool { return w.balance(ledger.Unmatched) == 100 })
		w.agree()
	})
}

// A member without accounts in the books (never seen in health): the money is kept, too.
func TestMoneyThatTheLedgerRefusesIsUnmatched(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := newWorld(t, s, options{})
		m := "NOACCOUNTS00"
		w.members.set(m, deposit.Payer{BankCode: "SCB", AccountNo: "1234567890"})
		w.outside.Pay(w.create(m, 100).ID, somebody)
		w.until("it is unmatched", func() bool { return w.balance(ledger.Unmatched) == 100 })
		waiting, err := w.nodes[0].Waiting(t.Context(), 10)
		if err != nil || len(waiting) != 1 || waiting[0].Member != m || waiting[0].State != deposit.Unmatched {
			t.Errorf("waiting: %+v, %v", waiting, err)
		}
		w.agree()
	})
}

func writeTo(t *testing.T, s *store.Store, statement string, args ...any) (n int64, err error) {
	t.Helper()
	err = s.Write(t.Context(), func(tx *store.Tx) error {
		r, err := tx.ExecContext(t.Context(), statement, args...)
		if err != nil {
			return err
		}
		n, err = r.RowsAffected()
		return err
	})
	return n, err
}

func TestContentOfDepositAccounts(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := newWorld(t, s, options{})
		m, bbl := w.member(), w.member()
		w.members.set(bbl, deposit.Payer{BankCode: "BBL", AccountNo: "5554443332"})
		list, err := w.nodes[0].Accounts(t.Context(), m)
		if err != nil || len(list.Banks) != 5 || len(list.Wallets) != 1 || list.Manual {
			t.Fatalf("%+v, %v", list, err)
		}
		if a := list.Banks[1]; a.Code != "KBANK" || !a.QR || a.Minimum != money.Baht || a.Mode != "AUTO" || a.BankType != "BANK" {
			t.Errorf("KBANK is %+v", a)
		}
		if theirs, err := w.nodes[0].Accounts(t.Context(), bbl); err != nil || len(theirs.Banks) != 6 {
			t.Errorf("a BBL member sees %d accounts, %v", len(theirs.Banks), err)
		}
		if changes := w.apply(accountsContent, demoSettings); len(changes) != 0 {
			t.Errorf("the same again changed %v", changes)
		}
		pass(time.Second) // each version begins at an instant of its own
		dearer := strings.Replace(accountsContent, `"qrMinimum":1}`, `"qrMinimum":20}`, 1)
		if changes := w.apply(dearer, `{"unnamedPerDay": 1}`); len(changes) != 4 || changes[0] != "~ deposit account KBANK" {
			t.Errorf("changes: %v", changes)
		}
		if minimums, err := w.nodes[0].Minimums(t.Context()); err != nil || minimums["KBANK"] != 20*money.Baht || minimums["WW"] != 100*money.Baht {
			t.Errorf("%v, %v", minimums, err)
		}
		pass(time.Second)
		if changes := w.apply(`[]`, demoSettings); len(changes) != 10 {
			t.Errorf("changes: %v", changes)
		}
		for name, wrong := range map[string]string{
			"no list":                   `{}`,
			"a typing error":            `[{"code":"A","bankcode_":"A"}]`,
			"no code":                   `[{"bankCode":"A"}]`,
			"mode and source":           strings.Replace(accountsContent, `"mode":"MANUAL"`, `"mode":"AUTO"`, 1),
			"no Lao name":               strings.Replace(accountsContent, `"nameLO":"ກ"`, `"nameLO":""`, 1),
			"twice":                     strings.Replace(accountsContent, `"code":"WW"`, `"code":"KBANK"`, 1),
			"maximum under the minimum": strings.Replace(accountsContent, `"qrMinimum":1}`, `"qrMinimum":10,"qrMaximum":9.99}`, 1),
			"maximum of words":          strings.Replace(accountsContent, `"qrMinimum":1}`, `"qrMinimum":1,"qrMaximum":"much"}`, 1),
			"minimum over all":          strings.Replace(accountsContent, `"qrMinimum":1}`, `"qrMinimum":2000001}`, 1),
			"minimum 0":                 strings.Replace(accountsContent, `"qrMinimum":1}`, `"qrMinimum":0}`, 1),
			"three decimals":            strings.Replace(accountsContent, `"qrMinimum":1}`, `"qrMinimum":1.005}`, 1),
		} {
			err := s.Write(t.Context(), func(tx *store.Tx) error {
				_, err := w.nodes[0].Apply(t.Context(), tx, json.RawMessage(wrong))
				return err
			})
			if err == nil {
				t.Errorf("%s: taken", name)
			}
		}
	})
}
