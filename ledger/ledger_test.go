package ledger_test

import (
	"context"
	"errors"
	"strconv"
	"sync/atomic"
	"testing"
	"time"

	"krapao/fault"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/ledger"
	"krapao/ledger/proof"
	"krapao/money"
)

// bundle is one test's ledger with a few accounts.
type bundle struct {
	*ledger.Ledger
	t *testing.T
	s *store.Store
}

const (
	nok = "NOK0MEMBER00" // two members
	lek = "LEK0MEMBER00"
)

func setup(t *testing.T, s *store.Store) *bundle {
	t.Helper()
	l, err := ledger.Open(context.Background(), s)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := l.Close(); err != nil {
			t.Errorf("close: %v", err)
		}
	})
	b := &bundle{l, t, s}
	b.open(ledger.Wallet(nok), ledger.Wallet(lek), ledger.Game("joker", "nok"))
	return b
}

func (b *bundle) open(accounts ...ledger.Account) {
	b.t.Helper()
	if err := b.s.Write(context.Background(), func(tx *store.Tx) error {
		return b.OpenTx(context.Background(), tx, accounts...)
	}); err != nil {
		b.t.Fatal(err)
	}
}

var counter atomic.Int64

func newKey() ledger.Key { return ledger.InternalKey("test", strconv.FormatInt(counter.Add(1), 10)) }

// deposit puts money into a wallet.
func (b *bundle) deposit(member string, amount money.Amount) ledger.Transfer {
	b.t.Helper()
	r, err := b.Move(context.Background(), ledger.Order{
		Key: newKey(), Kind: "deposit", Debit: ledger.Bank("kbank"), Credit: ledger.Wallet(member), Amount: amount, Member: member,
	})
	if err != nil {
		b.t.Fatal(err)
	}
	return r.Transfer
}

// withdrawal is an order out of a wallet.
func withdrawal(member string, amount money.Amount) ledger.Order {
	return ledger.Order{
		Key: newKey(), Kind: "withdraw", Debit: ledger.Wallet(member), Credit: ledger.Payout, Amount: amount, Member: member,
	}
}

func (b *bundle) balance(name ledger.Account) ledger.Balance {
	b.t.Helper()
	balance, err := b.Balance(context.Background(), name)
	if err != nil {
		b.t.Fatal(err)
	}
	return balance
}

func (b *bundle) hasBalance(name ledger.Account, posted, reserved money.Amount) {
	b.t.Helper()
	if got := b.balance(name); got.Posted != posted || got.Reserved != reserved {
		b.t.Errorf("%s: posted %s, reserved %s; want %s, %s", name, got.Posted, got.Reserved, posted, reserved)
	}
}

// clean fails the test where an invariant is broken.
func (b *bundle) clean() {
	b.t.Helper()
	r, err := proof.Verify(context.Background(), b.s)
	if err != nil {
		b.t.Fatal(err)
	}
	for _, p := range r.Problems {
		b.t.Errorf("verify: %s", p)
	}
}

func (b *bundle) exec(statements ...string) {
	b.t.Helper()
	if err := b.s.Write(context.Background(), func(tx *store.Tx) error {
		for _, text := range statements {
			if _, err := tx.ExecContext(context.Background(), text); err != nil {
				return err
			}
		}
		return nil
	}); err != nil {
		b.t.Fatal(err)
	}
}

// pass lets a bubble's time pass.
func pass(d time.Duration) { time.Sleep(d) }

func wantCode(t *testing.T, err error, code fault.Code) {
	t.Helper()
	if !fault.Is(err, code) {
		t.Errorf("error %v, want %s", err, code)
	}
}

func wantError(t *testing.T, err, want error) {
	t.Helper()
	if !errors.Is(err, want) {
		t.Errorf("error %v, want %v", err, want)
	}
}

func TestAWithdrawalFromReserveToPost(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		b, ctx := setup(t, s), context.Background()
		b.deposit(nok, 500*money.Baht)
		r, err := b.Reserve(ctx, withdrawal(nok, 300*money.Baht))
		if err != nil || r.Transfer.State != ledger.Pending {
			t.Fatalf("%+v, %v", r, err)
		}
		b.hasBalance(ledger.Wallet(nok), 500*money.Baht, 300*money.Baht)
		if got := b.balance(ledger.Payout); got.Incoming != 300*money.Baht || got.Posted != 0 {
			t.Errorf("payout account %+v", got)
		}
		r, err = b.Post(ctx, ledger.Settlement{ID: r.Transfer.ID, Detail: ledger.Detail{Outside: "bank-1"}})
		if err != nil || r.Transfer.State != ledger.Posted || r.Transfer.Moved != 300*money.Baht || r.Replayed {
			t.Fatalf("%+v, %v", r, err)
		}
		b.hasBalance(ledger.Wallet(nok), 200*money.Baht, 0)
		b.hasBalance(ledger.Payout, 300*money.Baht, 0)
		found, err := b.Find(ctx, r.Transfer.ID)
		if err != nil || found != r.Transfer {
			t.Errorf("found %+v, %v; want %+v", found, err, r.Transfer)
		}
		_, err = b.Reserve(ctx, withdrawal(nok, 200*money.Baht+1))
		wantCode(t, err, fault.MONEY_NOT_ENOUGH)
	})
}
