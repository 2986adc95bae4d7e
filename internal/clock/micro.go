package clock

import "time"

// Micro is the stored form of a time, microseconds since 1970; the zero time is 0.
func Micro(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMicro()
}

// OfMicro reads the stored form of a time, in UTC; 0 is the zero time.
func OfMicro(us int64) time.Time {
	if us == 0 {
		return time.Time{}
	}
	return time.UnixMicro(us).UTC()
}
