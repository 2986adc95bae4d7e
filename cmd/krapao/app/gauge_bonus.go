package app

import (
	"context"
	"time"

	"krapao/bonus"
	"krapao/internal/telemetry"
	"krapao/ledger"
)

// bonusGauges are the figures of conditional credits, of what pays them and of the wheel.
func (a *App) bonusGauges() {
	a.budgetGauges()
	live := func(pick func(bonus.Lasting) float64) func() float64 {
		return figure(func(ctx context.Context) (float64, error) {
			l, err := a.Bonuses.Live(ctx)
			return pick(l), err
		})
	}
	a.Metrics.Gauge("krapao_conditions_active", "Conditional credits that last.",
		live(func(l bonus.Lasting) float64 { return float64(l.Active) }))
	a.Metrics.Gauge("krapao_conditions_ending", "Conditions whose end is decided and whose games can't be emptied yet.",
		live(func(l bonus.Lasting) float64 { return float64(l.Ending) }))
	a.Metrics.Gauge("krapao_conditions_ending_oldest_seconds", "Seconds for which the oldest of them is ending; alarm after 3600.",
		live(func(l bonus.Lasting) float64 { return a.age(l.EndingSince) }))
	a.Metrics.Gauge("krapao_coupons_open", "The wheel's coupons that nobody has claimed.", figure(func(ctx context.Context) (float64, error) {
		n, err := a.Coins.OpenCoupons(ctx)
		return float64(n), err
	}))
	a.Metrics.Counts("krapao_grants_total", "Grants of campaigns.", []string{"source", "code"}, a.grantCounts)
	a.Metrics.Counts("krapao_wheel_draws_total", "Draws of the wheel by slice.", []string{"slice"}, a.drawCounts)
}

// budgetGauges tell what each house account that pays members may still pay.
func (a *App) budgetGauges() {
	for _, account := range ledger.Budgeted() {
		read := func(pick func(ledger.Budget) float64) func() float64 {
			return figure(func(ctx context.Context) (float64, error) {
				list, err := a.Ledger.Budgets(ctx)
				if err != nil {
					return 0, err
				}
				for _, b := range list {
					if b.Account == account {
						return pick(b), nil
					}
				}
				return 0, nil
			})
		}
		a.Metrics.Gauge("krapao_budget_left_baht", "What a house account may still pay.",
			read(func(b ledger.Budget) float64 { return float64(b.Left) / 100 }), "account", string(account))
		a.Metrics.Gauge("krapao_budget_low", "1 where that is below its alarm.", read(func(b ledger.Budget) float64 {
			if b.Low() {
				return 1
			}
			return 0
		}), "account", string(account))
	}
}

func (a *App) grantCounts() (counts []telemetry.Count) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	list, err := a.Bonuses.Campaigned(ctx)
	if err != nil {
		return nil
	}
	for _, c := range list {
		counts = append(counts, telemetry.Count{Labels: []string{string(c.Source), c.Code}, Value: float64(c.Grants)})
	}
	return counts
}

func (a *App) drawCounts() (counts []telemetry.Count) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	list, err := a.Coins.Draws(ctx)
	if err != nil {
		return nil
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
	return counts
}

// tellLow writes down which budgets are low, and says so once for each.
func (a *App) tellLow(ctx context.Context) error {
	low, err := a.Ledger.NoteLow(ctx)
	for _, b := range low {
		a.Log.Warn("a house account that pays members is low", "account", string(b.Account), "left", b.Left.String(), "alarm", b.Alarm.String())
	}
	return err
}
