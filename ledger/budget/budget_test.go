package budget_test

import (
	"context"
	"encoding/json"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"krapao/fault"
	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/ledger"
	"krapao/ledger/budget"
	"krapao/ledger/proof"
	"krapao/money"
)

// books is one test's ledger with one member and the budgets.
type books struct {
	*ledger.Ledger
	budgets *budget.Service
	t       *testing.T
	s       *store.Store
}

const nok = "NOK0MEMBER00"

var noon = time.Date(2026, 11, 20, 5, 0, 0, 0, time.UTC)

func setup(t *testing.T, s *store.Store) *books {
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
	if err := s.Write(context.Background(), func(tx *store.Tx) error {
		return l.OpenTx(context.Background(), tx, ledger.Wallet(nok))
	}); err != nil {
		t.Fatal(err)
	}
	return &books{l, budget.New(s), t, s}
}

var counter atomic.Int64

func newKey() ledger.Key { return ledger.InternalKey("test", strconv.FormatInt(counter.Add(1), 10)) }

// clean fails the test where an invariant of the ledger is broken.
func (b *books) clean() {
	b.t.Helper()
	if r, err := proof.Verify(context.Background(), b.s); err != nil || !r.OK() {
		b.t.Errorf("verify: %v, %v", r.Problems, err)
	}
}

// setBudget sets a budget, as an operator does.
func (b *books) setBudget(name ledger.Account, left money.Amount) error {
	return b.s.Write(context.Background(), func(tx *store.Tx) error {
		return b.budgets.SetBudgetTx(context.Background(), tx, name, left)
	})
}

func (b *books) budget(name ledger.Account) budget.Budget {
	b.t.Helper()
	list, err := b.budgets.Budgets(context.Background())
	if err != nil {
		b.t.Fatal(err)
	}
	for _, x := range list {
		if x.Account == name {
			return x
		}
	}
	b.t.Fatalf("%s has no budget", name)
	return budget.Budget{}
}

func (b *books) grant(from ledger.Account, amount money.Amount) error {
	_, err := b.Move(context.Background(), ledger.Order{
		Key: newKey(), Kind: ledger.KindBonus, Debit: from, Credit: ledger.Wallet(nok), Amount: amount, Member: nok,
	})
	return err
}

func (b *books) giveBack(to ledger.Account, amount money.Amount) {
	b.t.Helper()
	if _, err := b.Move(context.Background(), ledger.Order{
		Key: newKey(), Kind: ledger.KindFinishBonus, Debit: ledger.Wallet(nok), Credit: to, Amount: amount, Member: nok,
	}); err != nil {
		b.t.Fatal(err)
	}
}

func TestABudgetIsAFloor(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		b := setup(t, s)
		for _, name := range append(ledger.Budgeted(), ledger.Coupons) {
			if err := b.grant(name, 1); !fault.Is(err, fault.MONEY_NOT_ENOUGH) {
				t.Errorf("%s pays without a budget: %v", name, err)
			}
		}
		if err := b.setBudget(ledger.Bonus, 100*money.Baht); err != nil {
			t.Fatal(err)
		}
		steps := []struct {
			amount money.Amount // below zero it goes back
			left   money.Amount
			code   fault.Code
		}{
			{60 * money.Baht, 40 * money.Baht, ""},
			{40*money.Baht + 1, 40 * money.Baht, fault.MONEY_NOT_ENOUGH},
			{-20 * money.Baht, 60 * money.Baht, ""},
			{60 * money.Baht, 0, ""},
			{1, 0, fault.MONEY_NOT_ENOUGH},
		}
		for n, step := range steps {
			if step.amount < 0 {
				b.giveBack(ledger.Bonus, -step.amount)
			} else if err := b.grant(ledger.Bonus, step.amount); (err != nil || step.code != "") && !fault.Is(err, step.code) {
				t.Errorf("step %d: %v", n, err)
			}
			if left := b.budget(ledger.Bonus).Left; left != step.left {
				t.Errorf("step %d: %s left, want %s", n, left, step.left)
			}
		}
		// Also above and below the amount already paid: a new budget counts from now.
		for _, left := range []money.Amount{5 * money.Baht, 0, 7 * money.Baht} {
			if err := b.setBudget(ledger.Bonus, left); err != nil || b.budget(ledger.Bonus).Left != left {
				t.Errorf("set %s: %+v, %v", left, b.budget(ledger.Bonus), err)
			}
		}
		if left := b.budget(ledger.Promotion).Left; left != 0 {
			t.Errorf("another account's budget is %s", left)
		}
		for _, wrong := range []struct {
			name ledger.Account
			left money.Amount
		}{{ledger.Bonus, -1}, {ledger.Capital, 5}, {ledger.Coupons, 5}, {ledger.Wallet(nok), 5}, {ledger.Bonus, 1 << 62}} {
			if err := b.setBudget(wrong.name, wrong.left); !fault.Is(err, fault.INVALID_INPUT) {
				t.Errorf("%s of %s: %v", wrong.left, wrong.name, err)
			}
		}
		b.clean()
	})
}

// Many grants at once, with a budget for some of them: it is never overdrawn, and the amount left is exact.
func TestABudgetUnderRace(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		b := setup(t, s)
		if err := b.setBudget(ledger.Promotion, 7*money.Baht); err != nil {
			t.Fatal(err)
		}
		var mu sync.Mutex
		var wait sync.WaitGroup
		paid := 0
		for range 40 {
			wait.Go(func() {
				err := b.grant(ledger.Promotion, money.Baht)
				mu.Lock()
				defer mu.Unlock()
				if err == nil {
					paid++
				} else if !fault.Is(err, fault.MONEY_NOT_ENOUGH) {
					t.Error(err)
				}
			})
		}
		wait.Wait()
		if left := b.budget(ledger.Promotion).Left; paid != 7 || left != 0 {
			t.Errorf("%d were paid, %s is left", paid, left)
		}
		b.clean()
	})
}

func (b *books) applyBudgets(section string) (changes []string, err error) {
	err = b.s.Write(context.Background(), func(tx *store.Tx) error {
		changes, err = budget.Apply(context.Background(), tx, json.RawMessage(section))
		return err
	})
	return changes, err
}

// Content sets a budget once; after that only an operator changes it.
func TestBudgetsOfContent(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		b := setup(t, s)
		const section = `{"bonus": {"left": 1000.50, "alarm": 50}, "prize": {"left": 20}}`
		if err := b.setBudget(ledger.Refund, 5); err != nil {
			t.Fatal(err)
		}
		if changes, err := b.applyBudgets(section); err != nil || len(changes) != 2 {
			t.Errorf("%v, %v", changes, err)
		}
		if got := b.budget(ledger.Bonus); got.Left != 100050 || got.Alarm != 50*money.Baht || got.Low() {
			t.Errorf("%+v", got)
		}
		if err := b.grant(ledger.Bonus, 100*money.Baht); err != nil {
			t.Fatal(err)
		}
		if changes, err := b.applyBudgets(`{"bonus": {"left": 9}, "prize": {"left": 9}, "refund": {"left": 9}}`); err != nil ||
			changes != nil {
			t.Errorf("a second time: %v, %v", changes, err)
		}
		for name, left := range map[ledger.Account]money.Amount{
			ledger.Bonus: 90050, ledger.Prize: 20 * money.Baht, ledger.Refund: 5, ledger.Invite: 0,
		} {
			if got := b.budget(name).Left; got != left {
				t.Errorf("%s has %s left, want %s", name, got, left)
			}
		}
		for _, wrong := range []string{
			`{"capital": {"left": 1}}`, `{"coupons": {"left": 1}}`, `{"invite": {"left": -1}}`, `{"invite": {"left": 1.001}}`,
			`{"invite": {"left": 1, "more": 1}}`, `{"invite": {"left": 1e30}}`, `{"invite": {"left": 1, "alarm": -1}}`, `[]`,
		} {
			if _, err := b.applyBudgets(wrong); err == nil {
				t.Errorf("%s was taken", wrong)
			}
		}
		b.clean()
	})
}

func TestLowBudgetsAreNotedOnce(t *testing.T) {
	t.Parallel()
	storetest.EachAt(t, noon, func(t *testing.T, s *store.Store, c *clock.Fake) {
		b := setup(t, s)
		if _, err := b.applyBudgets(`{"invite": {"left": 100, "alarm": 50}}`); err != nil {
			t.Fatal(err)
		}
		noted := func(want int) {
			t.Helper()
			if became, err := b.budgets.NoteLow(context.Background()); err != nil || len(became) != want {
				t.Errorf("%+v, %v; want %d", became, err, want)
			}
		}
		noted(0)
		if err := b.grant(ledger.Invite, 50*money.Baht); err != nil {
			t.Fatal(err)
		}
		noted(0) // just as much as the alarm
		if err := b.grant(ledger.Invite, 1); err != nil {
			t.Fatal(err)
		}
		noted(1)
		c.Advance(time.Minute)
		noted(0)
		if got := b.budget(ledger.Invite); !got.LowSince.Equal(noon) || !got.Low() {
			t.Errorf("%+v", got)
		}
		if err := b.s.Write(context.Background(), func(tx *store.Tx) error {
			return b.budgets.SetAlarmTx(context.Background(), tx, ledger.Invite, 10*money.Baht)
		}); err != nil {
			t.Fatal(err)
		}
		noted(0)
		if got := b.budget(ledger.Invite); !got.LowSince.IsZero() {
			t.Errorf("%+v", got)
		}
	})
}
