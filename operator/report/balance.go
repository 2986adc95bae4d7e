package report

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"krapao/brake"
	"krapao/fault"
	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/money"
	"krapao/operator"
	"krapao/operator/internal/reportdb"
)

// KindBalance is the decision by which a cashier enters what a bank says that it has of the house's money.
const KindBalance = "balance.enter"

// goodFor is how long a system's own figure counts.
const goodFor = 24 * time.Hour

// Balance is what a system of the outside had at a moment, by its own figure.
type Balance struct {
	Amount money.Amount `json:"amount"` // satang
	At     time.Time    `json:"at"`
}

// balances are the newest figures by systems.
type balances map[string]reportdb.SystemBalance

// of is what a system has. What the books have moved there since its figure is added to it.
func (b balances) of(system string, ours money.Amount) Holding {
	own, known := b[system]
	if !known {
		return Holding{System: system, Ours: ours, Source: None}
	}
	return Holding{
		System: system, Ours: ours, Source: Entered, At: own.At.Time(), Theirs: own.Amount + ours - money.Amount(own.Ours),
	}
}

// figures are those that still count.
func (s *Service) figures(ctx context.Context) (balances, error) {
	rows, err := reportdb.New(s.d.Store.DB()).BalancesSince(ctx, clock.MicrosOf(s.d.Store.Now().Add(-goodFor)))
	if err != nil {
		return nil, fmt.Errorf("report: figures of systems: %w", err)
	}
	newest := balances{}
	for _, row := range rows {
		newest[row.System] = row
	}
	return newest, nil
}

// planBalance plans to enter what a bank has. It rests on nothing: a figure of the same time is replaced, and both are in the
// audit log.
func (s *Service) planBalance(ctx context.Context, system string, request json.RawMessage) (operator.Plan, error) {
	var b Balance
	if err := json.Unmarshal(request, &b); err != nil {
		return operator.Plan{}, fmt.Errorf("report: a figure: %w", err)
	}
	account, err := s.accountOf(ctx, system)
	if err != nil {
		return operator.Plan{}, err
	}
	now := s.d.Store.Now()
	if b.At.After(now) || b.At.Before(now.Add(-goodFor)) {
		return operator.Plan{}, fault.New(fault.INVALID_INPUT, "a figure is of the last 24 hours")
	}
	posted, err := s.d.PostedAt(ctx, account, b.At)
	if err != nil {
		return operator.Plan{}, err
	}
	state := operator.Fingerprint(KindBalance, system)
	return operator.Plan{
		State: state, Amount: max(b.Amount, 0), Evidence: operator.BankLine,
		Says: fmt.Sprintf("%s has %s at %s", system, b.Amount, b.At.UTC().Format(time.RFC3339)),
		Facts: []operator.Fact{
			{Name: "system", Kind: operator.FactSystem, After: system},
			{Name: "balance", Kind: operator.FactAmount, Before: (-posted).String(), After: b.Amount.String()},
			{Name: "at", Kind: operator.FactTime, After: b.At.UTC().Format(time.RFC3339)},
		},
		Still: func(*store.Tx) (string, error) { return state, nil },
		Does: func(tx *store.Tx, by operator.Decision) error {
			return reportdb.New(tx).EnterBalance(ctx, reportdb.EnterBalanceParams{
				System: system, At: clock.MicrosOf(b.At), Amount: b.Amount, Ours: int64(-posted), EnteredAt: clock.MicrosOf(tx.Now),
				EnteredBy: by.By, Evidence: by.Evidence,
			})
		},
	}, nil
}

// accountOf is the account of the books that a system has a figure for. NO_DATA: none.
func (s *Service) accountOf(ctx context.Context, system string) (ledger.Account, error) {
	account := ledger.Account(system)
	if system == brake.Payouts {
		account = ledger.Payout
	} else if !strings.HasPrefix(system, "bank:") {
		return "", noFigure(system)
	}
	totals, _, _, _, err := s.d.Tallies.Totals(ctx)
	if err != nil {
		return "", err
	}
	for _, t := range totals {
		if t.Account == string(account) {
			return account, nil
		}
	}
	return "", noFigure(system)
}

func noFigure(system string) error {
	return fault.New(fault.NO_DATA, "nobody enters what %q has: no bank of the books is called so", system)
}
