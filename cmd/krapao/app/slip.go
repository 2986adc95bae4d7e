package app

import (
	"context"
	"time"

	"krapao/deposit"
	"krapao/internal/blob"
	"krapao/internal/bus"
	"krapao/lookup"
)

// slipsOf is what uploaded slips need.
func (a *App) slipsOf() (deposit.Slips, error) {
	verifiers, err := verifiersOf(a.Outside.SlipChecks, a.Clock)
	return deposit.Slips{
		Verifiers: verifiers, Window: slipHours{a.Lookup}.window, Blobs: blob.New(a.Store, a.box),
		Changed: func(member string) { a.Bus.Publish(bus.Member, member) },
	}, err
}

// slipHours are the site's settings, as deposits read them.
type slipHours struct{ lookup *lookup.Service }

func (h slipHours) window(ctx context.Context) (deposit.SlipWindow, error) {
	w, err := h.lookup.Slip(ctx)
	if err != nil {
		return deposit.SlipWindow{}, err
	}
	window := deposit.SlipWindow{Open: w.Active, Within: time.Duration(w.WithinMinutes) * time.Minute, MaxBytes: w.MaxBytes}
	if w.CloseFrom == "" {
		return window, nil
	}
	if window.CloseFrom, err = sinceMidnight(w.CloseFrom); err != nil {
		return deposit.SlipWindow{}, err
	}
	window.CloseTo, err = sinceMidnight(w.CloseTo)
	return window, err
}

func sinceMidnight(text string) (time.Duration, error) {
	t, err := time.Parse("15:04", text)
	return time.Duration(t.Hour())*time.Hour + time.Duration(t.Minute())*time.Minute, err
}

// slipGauges are the figures of slips that wait for their bank or for an operator.
func (a *App) slipGauges() {
	for _, review := range []bool{false, true} {
		for _, g := range []struct {
			name, help string
			pick       func(deposit.SlipWaits) float64
		}{
			{"krapao_slips_waiting", "Uploaded slips that are not at an end.", func(w deposit.SlipWaits) float64 { return float64(w.Slips) }},
			{"krapao_slips_waiting_oldest_seconds", "Age of the oldest of them; alarm where for=bank is over 600.", func(w deposit.SlipWaits) float64 {
				if w.Slips == 0 {
					return 0
				}
				return a.Clock.Now().Sub(w.Since).Seconds()
			}},
		} {
			who := map[bool]string{false: "bank", true: "operator"}[review]
			a.Metrics.Gauge(g.name, g.help, func() float64 {
				ctx, cancel := context.WithTimeout(context.Background(), time.Second)
				defer cancel()
				bank, operator, err := a.Deposits.SlipWaits(ctx)
				if err != nil {
					return -1 // not known
				}
				return g.pick(map[bool]deposit.SlipWaits{false: bank, true: operator}[review])
			}, "for", who)
		}
	}
}
