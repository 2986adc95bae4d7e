package ratelimit

import (
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"krapao/internal/clock"
)

// mostEvents bounds what a window keeps per subject.
const mostEvents = 100

// window is the latest events of a strict limit, in order, in microseconds: as many as the limit allows, since an older
// one can't be what refuses.
type window []int64

// wait is how long until the window has room for one more: until the oldest of a full one falls out.
func (w window) wait(now time.Time, l Limit) time.Duration {
	if len(w) < l.Count {
		return 0
	}
	out := time.UnixMicro(w[len(w)-l.Count]).Add(l.Per)
	return max(0, out.Sub(now.Truncate(time.Microsecond)))
}

// ahead tells that some event lies further ahead than clocks lie apart: it was written by a clock that has been set back since,
// or by one that is wrong.
func (w window) ahead(now time.Time) bool {
	return len(w) > 0 && w[len(w)-1] > now.Add(clock.Skew).UnixMicro()
}

// by is the window as a clock that shows now may take it: what lies ahead counts as if it were of when it was first seen here. So
// it is out after Per, and nodes whose clocks are an hour apart still count each other's events.
func (w window) by(now, seen time.Time) window {
	if !w.ahead(now) {
		return w
	}
	last := now.Add(clock.Skew).UnixMicro()
	w = slices.Clone(w)
	first, _ := slices.BinarySearch(w, last+1)
	for i := first; i < len(w); i++ {
		w[i] = seen.UnixMicro()
	}
	slices.Sort(w)
	return w
}

// with is the window after one more event. Nodes' clocks differ, so it need not be the newest.
func (w window) with(now time.Time, l Limit) window {
	at := now.UnixMicro()
	place, _ := slices.BinarySearch(w, at)
	all := slices.Insert(slices.Clone(w), place, at)
	return all[max(0, len(all)-l.Count):]
}

// without is the window after an event was given back; one that is not in it any more changes nothing.
func (w window) without(at time.Time) window {
	place, found := slices.BinarySearch(w, at.UnixMicro())
	if !found {
		return w
	}
	return slices.Delete(slices.Clone(w), place, place+1)
}

// wholeAt is when the last event is out; from then on the window says nothing.
func (w window) wholeAt(l Limit) time.Time {
	if len(w) == 0 {
		return time.Time{}
	}
	return time.UnixMicro(w[len(w)-1]).Add(l.Per)
}

func parseWindow(text string) (w window, err error) {
	if err := json.Unmarshal([]byte(text), &w); err != nil {
		return nil, fmt.Errorf("ratelimit: events: %w", err)
	}
	return w, nil
}

func (w window) String() string {
	text, err := json.Marshal([]int64(w))
	if err != nil {
		panic(err) // numbers always marshal
	}
	return string(text)
}
