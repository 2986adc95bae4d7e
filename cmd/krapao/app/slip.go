package app

import (
	"context"
	"time"

	"krapao/deposit/slip"
	"krapao/internal/blob"
	"krapao/lookup"
)

// slipsOf is what uploaded slips need.
func (a *App) slipsOf() (slip.Deps, error) {
	verifiers, err := verifiersOf(a.Outside.SlipChecks, a.measured("slip"))
	return slip.Deps{
		Store: a.Store, Arrivals: a.Deposits, Books: a.Ledger, Box: a.box, Log: a.Log,
		Verifiers: verifiers, Window: slipHours{a.Lookup}.window, Blobs: a.files(), Turns: a.turns,
	}, err
}

// files are the sealed files of the store.
func (a *App) files() *blob.Blobs {
	if a.blobs == nil {
		a.blobs = blob.New(a.Store, a.box)
	}
	return a.blobs
}

// slipHours are the site's settings, as deposits read them.
type slipHours struct{ lookup *lookup.Service }

func (h slipHours) window(ctx context.Context) (slip.Window, error) {
	w, err := h.lookup.Slip(ctx)
	if err != nil {
		return slip.Window{}, err
	}
	window := slip.Window{Open: w.Active, Within: time.Duration(w.WithinMinutes) * time.Minute, MaxBytes: w.MaxBytes}
	if w.CloseFrom == "" {
		return window, nil
	}
	if window.CloseFrom, err = sinceMidnight(w.CloseFrom); err != nil {
		return slip.Window{}, err
	}
	window.CloseTo, err = sinceMidnight(w.CloseTo)
	return window, err
}

func sinceMidnight(text string) (time.Duration, error) {
	t, err := time.Parse("15:04", text)
	return time.Duration(t.Hour())*time.Hour + time.Duration(t.Minute())*time.Minute, err
}
