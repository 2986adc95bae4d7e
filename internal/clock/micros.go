package clock

import "time"

// Micros is the stored form of a time: microseconds since 1970, in UTC. 0 is the zero time, which means "never" or "not yet".
// It is the only stored form of a time; sqlc.yaml gives it to the columns that hold one.
type Micros int64

// MicrosOf returns the stored form of t. The zero time is 0.
func MicrosOf(t time.Time) Micros {
	if t.IsZero() {
		return 0
	}
	return Micros(t.UnixMicro())
}

// Time returns the time that m stores, in UTC. 0 is the zero time.
func (m Micros) Time() time.Time {
	if m == 0 {
		return time.Time{}
	}
	return time.UnixMicro(int64(m)).UTC()
}

// Add returns the time d later than m. 0 stays 0: never stays never.
func (m Micros) Add(d time.Duration) Micros {
	if m == 0 {
		return 0
	}
	return m + Micros(d.Microseconds())
}
