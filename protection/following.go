package protection

import (
	"context"
	"fmt"
	"slices"
	"time"

	"krapao/internal/clock"
	"krapao/protection/internal/protectiondb"
)

const (
	// workers is how many members one run works on at the same time. Most of them wait for a provider; the outbound client
	// bounds how many calls a provider gets at once.
	workers = 64
	// mostDue is the most due members that are read at once.
	mostDue = 1000
	// lookEvery is how often a run looks for due members while others are in work.
	lookEvery = time.Second
	// startsFor is how long one run starts on members. It leaves enough of the job's 10 minutes to finish one member.
	startsFor = 9 * time.Minute
)

// Follow works on the members that are shut out. It opens the gate when the time has come; otherwise it throws the member out of
// games and brings home what these hold. Members that become due while it runs are started as well, so a slow provider delays
// only the members whose money it holds. It returns when no member is due or in work any more, with how many it worked on.
// Run it every second, on one node at a time, with a timeout of 10 minutes.
func (s *Service) Follow(ctx context.Context) (done int, err error) {
	f := followRun{
		Service: s, gates: map[string]gate{}, busy: map[string]bool{}, ended: make(chan result, workers),
	}
	began := time.Now()
	for {
		if err == nil && ctx.Err() == nil && time.Since(began) < startsFor {
			err = f.startDue(ctx)
		}
		if len(f.busy) == 0 {
			return f.done, err
		}
		f.wait()
	}
}

// followRun is one run of Follow.
type followRun struct {
	*Service
	// gates are the gates that the run has read, by member.
	gates map[string]gate
	// busy are the members in work. Each sends its result to ended.
	busy  map[string]bool
	ended chan result
	// done counts the members that the run has worked on.
	done int
}

// gate is what the run knows of a member's gate, read for one due time.
type gate struct {
	due clock.Micros
	// until is when the gate opens; zero: as long as the house says.
	until time.Time
	// handled: a worker was started for this due time, or none is needed.
	handled bool
}

// opens reports whether the time of a gate has come that was shut when it was read. Its member still waits for a worker.
func (g gate) opens(now time.Time) bool {
	return !g.handled && !g.until.IsZero() && !now.Before(g.until)
}

// result is the end of the work on a member. done: this run did it, without an error.
type result struct {
	member string
	done   bool
}

// startDue opens the gate of each due member whose time has come. It starts workers for the others, as long as one is free.
func (f *followRun) startDue(ctx context.Context) error {
	rows, err := protectiondb.New(f.Store.DB()).DueShut(ctx, clock.MicrosOf(f.Store.Now()), mostDue)
	if err != nil {
		return fmt.Errorf("protection: read members that are due: %w", err)
	}
	rows = slices.DeleteFunc(rows, func(row protectiondb.MemberShut) bool { return f.busy[row.Member] })
	now := f.Store.Now()
	for _, row := range rows {
		if g := f.gates[row.Member]; g.due != row.DueAt || g.opens(now) {
			f.gates[row.Member] = f.readGate(ctx, row)
		}
	}
	for _, row := range rows {
		if len(f.busy) == workers {
			return nil
		}
		if g := f.gates[row.Member]; !g.handled {
			f.start(ctx, row, g.until)
			g.handled = true
			f.gates[row.Member] = g
		}
	}
	return nil
}

// readGate opens a member's gate if its time has come. If that fails, the member waits as long as a lease.
func (f *followRun) readGate(ctx context.Context, row protectiondb.MemberShut) gate {
	opened, until, err := f.open(ctx, row.Member)
	if err != nil {
		f.warn(row, err)
		if _, err := f.claim(ctx, &row); err != nil {
			f.warn(row, err)
		}
	} else if opened {
		f.done++
	}
	return gate{due: row.DueAt, until: until, handled: opened || err != nil}
}

// start starts a worker for a member, which works unless another node does. After an error the member waits until the lease
// ends.
func (f *followRun) start(ctx context.Context, row protectiondb.MemberShut, until time.Time) {
	f.busy[row.Member] = true
	go func() {
		mine, err := f.claim(ctx, &row)
		if err == nil && mine {
			err = f.bringHome(ctx, row, until)
		}
		if err != nil {
			f.warn(row, err)
		}
		f.ended <- result{row.Member, mine && err == nil}
	}()
}

// wait returns when a worker has finished, or when it is time to look for other members.
func (f *followRun) wait() {
	select {
	case e := <-f.ended:
		delete(f.busy, e.member)
		if e.done {
			f.done++
		}
	case <-time.After(lookEvery):
	}
}

func (f *followRun) warn(row protectiondb.MemberShut, err error) {
	f.Log.Warn("protection: work on a member that is shut out failed, it goes on later", "member", row.Member, "error", err)
}
