package headroom

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"testing"
)

// TestTheHeadroomFollowsWhatIsInUse: little in use lets the heap grow to several times of it, much in use only as without
// headroom. Not parallel: it counts the process's collections.
func TestTheHeadroomFollowsWhatIsInUse(t *testing.T) {
	t.Setenv("GOGC", "")
	before := debug.SetGCPercent(usual)
	t.Cleanup(func() { debug.SetGCPercent(before) })
	Keep(64 << 20)
	until(t, beyond)
	if n := collections(512 << 20); n > 64 { // without it, one for every 4 MB
		t.Errorf("512 MB of garbage with headroom of 64 MB: %d collections", n)
	}
	hold(128 << 20)
	until(t, asUsual)
	hold(0)
	until(t, beyond)
}

// beyond reports whether a heap may grow to several times of what is in use.
func beyond(percent uint64) bool { return percent > 4*usual }

// asUsual reports whether it may grow as without headroom, within the eighth by which nothing is changed.
func asUsual(percent uint64) bool { return percent-usual <= percent/8 }

// until collects garbage until the percentage is as it is expected.
func until(t *testing.T, expected func(percent uint64) bool) {
	t.Helper()
	for now := []metrics.Sample{{Name: "/gc/gogc:percent"}}; ; runtime.Gosched() {
		runtime.GC()
		metrics.Read(now)
		if expected(now[0].Value.Uint64()) {
			return
		}
	}
}

// TestAnOperatorsOwnGOGCCounts. Not parallel: it is the process's.
func TestAnOperatorsOwnGOGCCounts(t *testing.T) {
	t.Setenv("GOGC", "50")
	before := debug.SetGCPercent(50)
	t.Cleanup(func() { debug.SetGCPercent(before) })
	Keep(64 << 20)
	runtime.GC()
	if now := debug.SetGCPercent(50); now != 50 {
		t.Errorf("it is %d now", now)
	}
}

// TestHeadroomIsTheMostThatItCosts: a heap with more in use grows as without it.
func TestHeadroomIsTheMostThatItCosts(t *testing.T) {
	t.Parallel()
	for used, want := range map[uint64]int{
		0: 1600, 1 << 10: 1600, 4 << 20: 1600, 16 << 20: 400, 32 << 20: 200, 64 << 20: 100, 65 << 20: 100, 1 << 40: 100,
	} {
		if got := percentFor(64<<20, used); got != want {
			t.Errorf("%d bytes in use: %d percent, want %d", used, got, want)
		}
	}
}

var sink []byte

// hold has so many bytes in use.
func hold(bytes int) { sink = make([]byte, bytes) }

// collections makes so many bytes of garbage, and counts the collections meanwhile.
func collections(bytes int) uint32 {
	runtime.GC()
	var begin, end runtime.MemStats
	runtime.ReadMemStats(&begin)
	for made := 0; made < bytes; made += 16 << 10 {
		sink = make([]byte, 16<<10)
	}
	runtime.ReadMemStats(&end)
	return end.NumGC - begin.NumGC
}
