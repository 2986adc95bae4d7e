package app

import (
	"context"
	"time"

	"krapao/deposit/slip"
	"krapao/lookup"
)

// slipHours are the site's settings for slips.
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
