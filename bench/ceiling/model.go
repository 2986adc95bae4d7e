package main

import "time"

// conditions are where a database is: the time of a round trip between a node and the primary, and that of a flush, with a
// synchronous standby's part in it.
type conditions struct{ trip, flush time.Duration }

// all are those of the tables.
var all = func() (list []conditions) {
	for _, trip := range []time.Duration{100 * time.Microsecond, 500 * time.Microsecond, 2 * time.Millisecond} {
		for _, flush := range []time.Duration{200 * time.Microsecond, time.Millisecond, 5 * time.Millisecond} {
			list = append(list, conditions{trip, flush})
		}
	}
	return list
}()

// connections are those that a node opens for members.
const connections = 24

// wait is how long a member waits for the database when nobody else is there: a flush is then its own.
func (f flow) wait(c conditions) time.Duration {
	return time.Duration(f.trips)*c.trip + time.Duration(f.commits)*c.flush
}

// busyFlush is the time of a commit among many: PostgreSQL flushes for all that wait, and who comes during a flush waits for the
// rest of it, half on average, and then for the next.
func (c conditions) busyFlush() time.Duration { return c.flush + c.flush/2 }

// ofConnections is how many a second a node's connections carry at most, while each waits for nothing but the server's answers
// and shared flushes.
func (f flow) ofConnections(c conditions) float64 {
	return connections / (time.Duration(f.trips)*c.trip + time.Duration(f.commits)*c.busyFlush()).Seconds()
}

// ofAccount is how many a second one account of the house takes at most. PostgreSQL keeps row locks until the flush is over, so
// two transactions on the account never share one, however many others do.
func (f flow) ofAccount(c conditions) float64 {
	return 1 / (time.Duration(f.held)*c.trip + c.busyFlush()).Seconds()
}
