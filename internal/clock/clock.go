// Package clock is the source of time, so that a test can set it to any instant, and the one stored form of a time.
package clock

import (
	"sync"
	"time"
)

// Clock returns the time in UTC.
type Clock interface{ Now() time.Time }

// System is the machine's clock, cut to the microsecond, which both engines can store.
type System struct{}

// Now returns the machine's time.
func (System) Now() time.Time { return time.Now().UTC().Truncate(time.Microsecond) }

// Fake is a clock that stands still until it is moved. Make one with NewFake; the zero value is unusable.
type Fake struct {
	mu  sync.Mutex
	now time.Time
}

// NewFake returns a clock that shows now.
func NewFake(now time.Time) *Fake { return &Fake{now: now.UTC().Truncate(time.Microsecond)} }

// Now returns the instant the clock was last set to.
func (f *Fake) Now() time.Time {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.now
}

// Advance moves the clock by d.
func (f *Fake) Advance(d time.Duration) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.now = f.now.Add(d)
}

// Bangkok is the product's calendar: days and weeks start at midnight there (RULES.md section 1). It has no daylight
// saving time, so a fixed zone is exact and needs no time zone database.
var Bangkok = time.FixedZone("Asia/Bangkok", 7*60*60)

// Day returns the start of t's day in Bangkok.
func Day(t time.Time) time.Time {
	y, m, d := t.In(Bangkok).Date()
	return time.Date(y, m, d, 0, 0, 0, 0, Bangkok)
}

// Week returns the start of t's ISO week (Monday) in Bangkok.
func Week(t time.Time) time.Time {
	day := Day(t)
	return day.AddDate(0, 0, -(int(day.Weekday())+6)%7)
}

// Month returns the start of t's month in Bangkok.
func Month(t time.Time) time.Time {
	y, m, _ := t.In(Bangkok).Date()
	return time.Date(y, m, 1, 0, 0, 0, 0, Bangkok)
}
