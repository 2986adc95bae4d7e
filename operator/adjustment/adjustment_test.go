package adjustment_test

import (
	"context"
	"testing"

	"krapao/fault"
	"krapao/internal/id"
	"krapao/ledger"
	"krapao/money"
	"krapao/operator"
	"krapao/operator/adjustment"
	"krapao/operator/operatortest"
)

const baht = money.Baht

// TestAdjustmentsByTwo: given and taken, each booked once, between the wallet and the house. What the wallet does not have is not
// taken, not even by a proposal, and nothing is adjusted under a condition.
func TestAdjustmentsByTwo(t *testing.T) {
	t.Parallel()
	operatortest.Each(t, func(t *testing.T, h *operatortest.House) {
		ctx := t.Context()
		do := func(amount money.Amount) func(context.Context, operator.Decision) (operator.Outcome, error) {
			return func(ctx context.Context, d operator.Decision) (operator.Outcome, error) {
				return h.Decide(ctx, adjustment.Kind, d, adjustment.Asked{Amount: amount})
			}
		}
		has := func(member string) money.Amount {
			t.Helper()
			b, err := h.Ledger.Balance(ctx, ledger.Wallet(member))
			if err != nil {
				t.Fatal(err)
			}
			return b.Posted
		}
		h.NeedsTwo(operatortest.Two{
			Make: func() (string, string) {
				m := id.Member()
				h.Opened(m)
				return m, m
			},
			Do: do(100 * baht), Times: func(member string) int { return int(has(member) / (100 * baht)) },
			Below: operator.Support, Evidence: true,
		})

		m := id.Member()
		h.Opened(m)
		by := func(name string) operator.Decision { return operatortest.By(name, m) }
		twice := func(amount money.Amount) error {
			t.Helper()
			for _, name := range []string{operatortest.Nok, operatortest.Lek} {
				if _, err := do(amount)(ctx, by(name)); err != nil {
					return err
				}
			}
			return nil
		}
		if err := twice(-10 * baht); !fault.Is(err, fault.MONEY_NOT_ENOUGH) {
			t.Errorf("taken from nothing: %v", err)
		}
		if err := twice(100 * baht); err != nil || has(m) != 100*baht {
			t.Errorf("given: %v; it has %s", err, has(m))
		}
		if err := twice(100 * baht); err != nil || has(m) != 200*baht {
			t.Errorf("given again, by another proposal: %v; it has %s", err, has(m))
		}
		if err := twice(-150 * baht); err != nil || has(m) != 50*baht {
			t.Errorf("taken: %v; it has %s", err, has(m))
		}
		if _, err := do(0)(ctx, by(operatortest.Nok)); !fault.Is(err, fault.INVALID_AMOUNT) {
			t.Errorf("nothing: %v", err)
		}
		h.People.Conditions = map[string]bool{m: true}
		if _, err := do(baht)(ctx, by(operatortest.Nok)); !fault.Is(err, fault.BONUS_REMAINING) {
			t.Errorf("under a condition: %v", err)
		}
	})
}
