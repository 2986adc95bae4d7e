// Package headroom lets the program's memory grow before it is cleared of garbage.
//
// The runtime collects garbage when the heap has grown by as much as was in use after the collection before. A node that has
// little in use collects many times a second under load, which is a tenth of its processor time. With headroom, a heap
// may always grow by a fixed number of bytes first. Beyond that many in use, everything is as without it, so that the
// headroom is also the most that it costs.
package headroom

import (
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

// usual is the percentage by which the runtime lets a heap grow by itself.
const usual = 100

// Keep lets the heap grow by at least so many bytes between two collections, for as long as the program runs. An operator's
// own GOGC counts instead. GOMEMLIMIT counts beside it.
func Keep(bytes uint64) {
	if os.Getenv("GOGC") == "" {
		(&keeper{bytes: bytes, percent: usual}).watch()
	}
}

// keeper sets the percentage after each collection.
type keeper struct {
	bytes   uint64
	percent int
}

// cycle is garbage from the begin on: the runtime tells of it once it has collected.
type cycle struct{ _ *keeper }

func (k *keeper) watch() {
	k.adjust()
	runtime.AddCleanup(&cycle{k}, (*keeper).watch, k)
}

// adjust changes the percentage where it is off by an eighth: a change stops the program for a moment.
func (k *keeper) adjust() {
	used := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(used)
	wanted := percentFor(k.bytes, used[0].Value.Uint64())
	if off := wanted - k.percent; max(off, -off) > k.percent/8 {
		k.percent = wanted
		debug.SetGCPercent(wanted)
	}
}

// percentFor is by how much a heap may grow of which so much is in use.
func percentFor(bytes, used uint64) int {
	const least = 4 << 20 // the runtime takes this much to be in use where it is less
	return int(max(usual*bytes/max(used, least), usual))
}
