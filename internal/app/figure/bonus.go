package figure

import (
	"context"

	"krapao/bonus"
	"krapao/internal/telemetry"
	"krapao/ledger"
	"krapao/ledger/budget"
)

// bonusFigures are those of conditional credits, of the accounts that pay them, and of the wheel.
func (p Parts) bonusFigures() {
	p.budgetFigures()
	lasting := remember(p.Store, p.Bonuses.Live)
	live := func(pick func(bonus.LiveCounts) float64) question {
		return func(ctx context.Context) (float64, error) {
			l, err := lasting(ctx)
			return pick(l), err
		}
	}
	p.Metrics.Figure("krapao_conditions_active", "Conditional credits that last.",
		live(func(l bonus.LiveCounts) float64 { return float64(l.Active) }))
	p.Metrics.Figure("krapao_conditions_ending", "Conditions whose end is decided and whose games can't be emptied yet.",
		live(func(l bonus.LiveCounts) float64 { return float64(l.Ending) }))
	p.Metrics.Figure("krapao_conditions_ending_oldest_seconds", "Seconds for which the oldest of them is ending; alarm after 3600.",
		live(func(l bonus.LiveCounts) float64 { return p.age(l.EndingSince) }))
	coupons := remember(p.Store, p.Coins.OpenCoupons)
	p.Metrics.Figure("krapao_coupons_open", "The wheel's coupons that nobody has claimed.",
		func(ctx context.Context) (float64, error) {
			n, err := coupons(ctx)
			return float64(n), err
		})
	p.Metrics.Counts("krapao_grants_total", "Grants of campaigns.", []string{"source", "code"}, remember(p.Store, p.grantCounts))
	p.Metrics.Counts("krapao_wheel_draws_total", "Draws of the wheel by slice.", []string{"slice"}, remember(p.Store, p.drawCounts))
}

// budgetFigures are what each house account that pays members may still pay.
func (p Parts) budgetFigures() {
	budgets := remember(p.Store, budget.New(p.Store).Budgets)
	for _, account := range ledger.Budgeted() {
		read := func(pick func(budget.Budget) float64) question {
			return func(ctx context.Context) (float64, error) {
				list, err := budgets(ctx)
				if err != nil {
					return 0, err
				}
				for _, b := range list {
					if b.Account == account {
						return pick(b), nil
					}
				}
				return 0, nil
			}
		}
		p.Metrics.Figure("krapao_budget_left_baht", "What a house account may still pay.",
			read(func(b budget.Budget) float64 { return float64(b.Left) / 100 }), "account", string(account))
		p.Metrics.Figure("krapao_budget_low", "1 where that is below its alarm.", read(func(b budget.Budget) float64 {
			if b.Low() {
				return 1
			}
			return 0
		}), "account", string(account))
	}
}

func (p Parts) grantCounts(ctx context.Context) (counts []telemetry.Count, err error) {
	list, err := p.Campaigns.Campaigns(ctx)
	if err != nil {
		return nil, err
	}
	for _, c := range list {
		counts = append(counts, telemetry.Count{Labels: []string{string(c.Source), c.Code}, Value: float64(c.Grants)})
	}
	return counts, nil
}

func (p Parts) drawCounts(ctx context.Context) (counts []telemetry.Count, err error) {
	list, err := p.Coins.Draws(ctx)
	if err != nil {
		return nil, err
	}
	var order []string
	sum := map[string]int64{}
	for _, d := range list {
		if _, there := sum[d.Slice.Code]; !there {
			order = append(order, d.Slice.Code)
		}
		sum[d.Slice.Code] += d.Draws
	}
	for _, slice := range order {
		counts = append(counts, telemetry.Count{Labels: []string{slice}, Value: float64(sum[slice])})
	}
	return counts, nil
}
