package gamecase_test

import (
	"context"
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"krapao/fault"
	"krapao/ledger"
	"krapao/money"
	"krapao/operator"
	"krapao/operator/operatortest"
	"krapao/wallet/doubt"
)

// stray has the provider move money by itself, under a reference that is not ours, and returns its case after the next
// comparison.
func (g *gaming) stray(amount money.Amount) doubt.Difference {
	g.T.Helper()
	g.keys++
	ctx, reference := g.T.Context(), fmt.Sprintf("theirs%d", g.keys)
	g.Outside.Move(g.there, g.username, json.Number(amount.String()), reference)
	if _, err := g.wallet.StableTotal(ctx, gambler); err != nil {
		g.T.Fatal(err)
	}
	g.Now.Advance(24 * time.Hour)
	if _, err := g.job.Run(ctx); err != nil {
		g.T.Fatal(err)
	}
	list, err := g.wallet.Doubts().Cases().Differences(ctx, doubt.Filter{Kind: doubt.MissingHere, Limit: 100})
	if err != nil {
		g.T.Fatal(err)
	}
	for _, c := range list {
		if c.Reference == reference {
			return c
		}
	}
	g.T.Fatalf("no case of %s: %+v", reference, list)
	return doubt.Difference{}
}

func (g *gaming) posted(name ledger.Account) money.Amount {
	g.T.Helper()
	b, err := g.Ledger.Balance(g.T.Context(), name)
	if err != nil {
		g.T.Fatal(err)
	}
	return b.Posted
}

// TestWhatAProviderMovedByItselfIsBookedByTwo: between its result and the house's adjustments, so that the result is what was
// played. The member's money stays as it is, and no more is booked than the difference.
func TestWhatAProviderMovedByItselfIsBookedByTwo(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, h *house) {
		h.Opened(gambler)
		g, ctx := h.withLists(), t.Context()
		books := func(amount money.Amount) func(context.Context, operator.Decision) (operator.Outcome, error) {
			return func(ctx context.Context, d operator.Decision) (operator.Outcome, error) {
				return h.Decide(ctx, "case.booked", d, map[string]any{"amount": int64(amount)})
			}
		}
		more := g.stray(40 * baht)
		for amount, want := range map[money.Amount]fault.Code{
			0: fault.INVALID_AMOUNT, -baht: fault.INVALID_AMOUNT, 40*baht + 1: fault.INVALID_AMOUNT,
		} {
			if _, err := books(amount)(ctx, by(nok, more.ID)); !fault.Is(err, want) {
				t.Errorf("%s: %v", amount, err)
			}
		}
		if _, err := books(baht)(ctx, by(nok, g.differing(10*baht).ID)); !fault.Is(err, fault.INVALID_INPUT) {
			t.Errorf("a transfer of ours: %v", err)
		}
		before, purse := g.posted(ledger.GameResult(g.game)), g.purse()
		made := map[string]money.Amount{}
		h.NeedsTwo(operatortest.Two{
			Make: func() (string, string) {
				x := g.stray(5 * baht)
				made[x.ID] = g.posted(ledger.Adjustment)
				return x.ID, gambler
			},
			Do: books(5 * baht), Below: operator.Support, Evidence: true, Open: h.Cases.Open,
			Times: func(id string) int { return int((made[id] - g.posted(ledger.Adjustment)) / (5 * baht)) },
			Change: func(id string) {
				if out, err := h.decide(ctx, by(lek, id), "close"); err != nil || !out.Done {
					t.Fatal(out, err)
				}
			},
		})
		if g.purse() != purse {
			t.Errorf("the member's wallet has %s", g.purse())
		}
		if g.posted(ledger.GameResult(g.game)) == before {
			t.Error("the result is as it was")
		}
	})
}
