package ratelimit

import (
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"krapao/internal/clock"
)

// mostEvents is how many events a window may have.
const mostEvents = 100

// window is the latest events of a strict limit, in order. It has as many as the limit allows: an older event can't be the reason
// for a refusal.
type window []clock.Micros

// wait is the time until the window has room for one more event: until the oldest event of a full window falls out.
func (w window) wait(now time.Time, l Limit) time.Duration {
	if len(w) < l.Count {
		return 0
	}
	out := w[len(w)-l.Count].Time().Add(l.Per)
	return max(0, out.Sub(now.Truncate(time.Microsecond)))
}

// ahead reports whether an event is further in the future than clocks may differ. Such an event was written by a clock that is
// wrong, or that has been set back since.
func (w window) ahead(now time.Time) bool {
	return len(w) > 0 && w[len(w)-1] > clock.MicrosOf(now.Add(clock.Skew))
}

// by is the window as seen at now. An event in the future counts as if it had happened when this node first saw it. So it falls
// out after Per, and nodes whose clocks are an hour apart still count each other's events.
func (w window) by(now, seen time.Time) window {
	if !w.ahead(now) {
		return w
	}
	last := clock.MicrosOf(now.Add(clock.Skew))
	w = slices.Clone(w)
	first, _ := slices.BinarySearch(w, last+1)
	for i := first; i < len(w); i++ {
		w[i] = clock.MicrosOf(seen)
	}
	slices.Sort(w)
	return w
}

// with is the window after one more event. The clocks of nodes differ, so the event need not be the newest.
func (w window) with(now time.Time, l Limit) window {
	at := clock.MicrosOf(now)
	place, _ := slices.BinarySearch(w, at)
	all := slices.Insert(slices.Clone(w), place, at)
	return all[max(0, len(all)-l.Count):]
}

// without is the window after an event was given back. An event that is not in it any more changes nothing.
func (w window) without(at time.Time) window {
	place, found := slices.BinarySearch(w, clock.MicrosOf(at))
	if !found {
		return w
	}
	return slices.Delete(slices.Clone(w), place, place+1)
}

// wholeAt is when the last event falls out. From then on the row is not needed.
func (w window) wholeAt(l Limit) time.Time {
	if len(w) == 0 {
		return time.Time{}
	}
	return w[len(w)-1].Time().Add(l.Per)
}

func parseWindow(text string) (w window, err error) {
	if err := json.Unmarshal([]byte(text), &w); err != nil {
		return nil, fmt.Errorf("ratelimit: events: %w", err)
	}
	return w, nil
}

func (w window) String() string {
	text, err := json.Marshal([]clock.Micros(w))
	if err != nil {
		panic(err) // numbers always marshal
	}
	return string(text)
}
