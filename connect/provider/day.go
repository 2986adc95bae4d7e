package provider

import (
	"fmt"
	"strings"
	"time"

	"krapao/game"
)

// Day is a position in a report of totals per account and day. The totals grow until the day is over, and are corrected
// after it. So today and yesterday are read each time, and each reading is a version of the day's total.
type Day struct {
	// Start is midnight in the provider's zone.
	Start time.Time
	// Within says how much of the day has been read, in the adapter's own form; empty: nothing.
	Within string
}

const dayFormat = time.DateOnly

// DayOf reads a report's position from the query's cursor. Without a cursor it begins on the day the first account was
// opened.
func DayOf(q game.ReportQuery, zone *time.Location) (Day, error) {
	d := Day{Start: midnight(q.Since, zone)}
	if q.Cursor != "" {
		text, within, _ := strings.Cut(q.Cursor, "|")
		at, err := time.ParseInLocation(dayFormat, text, zone)
		if err != nil {
			return Day{}, fmt.Errorf("provider: %q is not a cursor of a report by day", q.Cursor)
		}
		d = Day{Start: at, Within: within}
	}
	if today := midnight(q.Until, zone); d.Start.After(today) {
		d = Day{Start: today}
	}
	return d, nil
}

// Name returns the day as YYYY-MM-DD.
func (d Day) Name() string { return d.Start.Format(dayFormat) }

// Then returns the cursor of the same day, after so much of it was read.
func (d Day) Then(within string) string { return d.Name() + "|" + within }

// Next returns the cursor after the whole day; more reports whether another day follows now. After the last day the
// report continues with yesterday, as of the lag.
func (d Day) Next(q game.ReportQuery, lag time.Duration) (cursor string, more bool) {
	zone := d.Start.Location()
	if d.Start.Before(midnight(q.Until, zone)) {
		return Day{Start: d.Start.AddDate(0, 0, 1)}.Name(), true
	}
	return Day{Start: midnight(q.Until.Add(-lag), zone).AddDate(0, 0, -1)}.Name(), false
}

func midnight(t time.Time, zone *time.Location) time.Time {
	y, m, d := t.In(zone).Date()
	return time.Date(y, m, d, 0, 0, 0, 0, zone)
}
