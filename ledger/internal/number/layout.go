package number

import "time"

// An id is 41 bits of milliseconds since 2026, 10 of the node's number and 12 of a sequence: rising on each node, and
// close to the order of time over all of them.
const (
	sequenceBits = 12
	nodeBits     = 10
	nodes        = 1 << nodeBits
)

// firstMillisecond is the moment from which ids count their milliseconds, in milliseconds since 1970.
var firstMillisecond = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC).UnixMilli()

// An id's own time may differ from the moment of what it numbers. A node that wakes up makes ids behind its clock until its
// lease is renewed; a node whose clock goes back makes them ahead of it.
const (
	// MaxBehind is how far an id's time may be before that moment.
	MaxBehind = 25 * time.Hour
	// MaxAhead is how far an id's time may be after that moment.
	MaxAhead = time.Hour
)

// FirstAt returns the lowest id of a moment, 0 for moments before 2026.
func FirstAt(t time.Time) int64 {
	return max(0, t.UnixMilli()-firstMillisecond) << (nodeBits + sequenceBits)
}

// Span returns by how much ids grow in d, which is whole milliseconds.
func Span(d time.Duration) int64 { return d.Milliseconds() << (nodeBits + sequenceBits) }

// Node returns the number of the node that made id.
func Node(id int64) int64 { return id >> sequenceBits & (nodes - 1) }

// Millisecond returns an id's millisecond, in the unit of a node's ceiling.
func Millisecond(id int64) int64 { return id >> (nodeBits + sequenceBits) }
