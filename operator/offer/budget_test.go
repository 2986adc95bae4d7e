package offer_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"krapao/fault"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/ledger/budget"
	"krapao/money"
	"krapao/operator"
	"krapao/operator/offer"
	"krapao/operator/operatortest"
)

const (
	baht     = money.Baht
	nok, lek = operatortest.Nok, operatortest.Lek
)

// TestABudgetNeedsTwo: two persons who give the same command change what a house account may pay. One person sets an alarm.
func TestABudgetNeedsTwo(t *testing.T) {
	t.Parallel()
	operatortest.Each(t, func(t *testing.T, h *operatortest.House) {
		ctx := t.Context()
		h.Offers = offer.New(offer.Deps{Approvals: h.Approvals, Budgets: budget.New(h.Store)})
		left := func() (b budget.Budget) {
			t.Helper()
			list, err := h.Offers.Budgets(ctx)
			if err != nil || len(list) != 5 {
				t.Fatal(list, err)
			}
			for _, b := range list {
				if b.Account == ledger.Bonus {
					return b
				}
			}
			t.Fatal("house:bonus has none")
			return b
		}
		say := func(by, account string) operator.Decision {
			return operatortest.Sure(operator.Decision{By: by, Subject: account, Reason: "the month's"})
		}
		set := func(d operator.Decision, left money.Amount) (operator.Outcome, error) {
			return h.Decide(ctx, offer.SetBudget, d, offer.UpTo{Left: left})
		}
		if out, err := set(say(nok, "house:bonus"), 500*baht); err != nil || out.Done || left().Left != 0 {
			t.Fatal("one person set a budget", out, err, left())
		}
		if _, err := set(say(nok, "house:bonus"), 500*baht); !errors.Is(err, operator.ErrSecondApproval) {
			t.Error("the same person agreed to itself:", err)
		}
		if _, err := set(say(lek, "house:bonus"), 600*baht); err == nil {
			t.Error("another amount was agreed to")
		}
		if out, err := set(say(lek, "house:bonus"), 500*baht); err != nil || !out.Done || left().Left != 500*baht {
			t.Fatal(out, err, left())
		}
		out, err := h.Approvals.Do(ctx, say(nok, "house:bonus"), offer.SetAlarm, operator.Request(offer.Below{Alarm: 600 * baht}))
		if err != nil || !out.Done ||
			left().Alarm != 600*baht || !left().Low() {
			t.Error(out, err, left())
		}
		for _, account := range []string{"house:capital", "member:X:wallet", "nosuch", ""} {
			_, _ = set(say(nok, account), baht)
			if _, err := set(say(lek, account), baht); !fault.Is(err, fault.INVALID_INPUT) {
				t.Errorf("a budget for %q: %v", account, err)
			}
		}
		if _, err := set(say(nok, "house:bonus"), -1); err == nil {
			t.Error("a budget below zero")
		}
		if _, err := h.Audit.Verify(ctx); err != nil {
			t.Error(err)
		}
	})
}

// TestABudgetIsDecidedByTwo goes with it through the checks of all that two decide. Another budget changes what it rests on;
// what is paid from the account does not.
func TestABudgetIsDecidedByTwo(t *testing.T) {
	t.Parallel()
	operatortest.Each(t, func(t *testing.T, h *operatortest.House) {
		budgets := budget.New(h.Store)
		h.Offers = offer.New(offer.Deps{Approvals: h.Approvals, Budgets: budgets})
		accounts := ledger.Budgeted()
		set := func(left money.Amount) func(string) {
			return func(account string) {
				err := h.Store.Write(t.Context(), func(tx *store.Tx) error {
					return budgets.SetBudgetTx(t.Context(), tx, ledger.Account(account), left)
				})
				if err != nil {
					t.Fatal(err)
				}
			}
		}
		h.NeedsTwo(operatortest.Two{
			Below: operator.Cashier, Life: 7 * 24 * time.Hour,
			Make: func() (string, string) {
				account := string(accounts[0])
				accounts = accounts[1:]
				set(0)(account)
				return account, ""
			},
			Do: func(ctx context.Context, d operator.Decision) (operator.Outcome, error) {
				return h.Decide(ctx, offer.SetBudget, d, offer.UpTo{Left: 500 * baht})
			},
			Times: func(account string) int {
				all, err := h.Offers.Budgets(t.Context())
				if err != nil {
					t.Fatal(err)
				}
				for _, b := range all {
					if string(b.Account) == account && b.Left == 500*baht {
						return 1
					}
				}
				return 0
			},
			Change: set(7 * baht),
		})
	})
}
