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
	// sideBySide is how many members are followed at the same time: most of them wait for a provider, and how many calls a
	// provider gets at once is bounded where they are made.
	sideBySide = 64
	// mostDue bounds how many gates are looked at at once.
	mostDue = 1000
	// look is how often due members are looked for while others are under way.
	look = time.Second
	// takesUp is how long one run takes up members. It is shorter than the task's time by what one member may take.
	takesUp = 9 * time.Minute
)

// Follow goes on with members that are shut out: it opens the gate when the time has come, throws the others out of games and
// brings home what these hold. Who becomes due while it runs is taken up as well, so a provider that is slow to answer delays
// only those whose money it holds. It returns with how many it went on with when nobody is due or under way any more. Run it
// every second, on one node at a time, with 10 minutes of time.
func (s *Service) Follow(ctx context.Context) (done int, err error) {
	f := following{
		Service: s, gates: map[string]gate{}, busy: map[string]bool{}, ended: make(chan end, sideBySide),
	}
	began := time.Now()
	for {
		if err == nil && ctx.Err() == nil && time.Since(began) < takesUp {
			err = f.takeUp(ctx)
		}
		if len(f.busy) == 0 {
			return f.done, err
		}
		f.wait()
	}
}

// following is one run of Follow.
type following struct {
	*Service
	// gates are those that were looked at, by member.
	gates map[string]gate
	// busy are the members that are being followed; each tells ended when it no longer is.
	busy  map[string]bool
	ended chan end
	done  int
}

// gate is what is known of a member's gate as of one due time.
type gate struct {
	due clock.Micros
	// until is when it opens; zero: nobody knows yet.
	until time.Time
	// taken tells that the member was followed from this due time on, or need not be.
	taken bool
}

// opens reports whether the time of a gate has come that was shut when it was looked at: its member still waits for a hand.
func (g gate) opens(now time.Time) bool {
	return !g.taken && !g.until.IsZero() && !now.Before(g.until)
}

type end struct {
	member string
	done   bool
}

// takeUp opens the gates of all that are due whose time has come, and begins with as many of the others as there are hands.
func (f *following) takeUp(ctx context.Context) error {
	rows, err := protectiondb.New(f.Store.DB()).DueShut(ctx, clock.MicrosOf(f.Store.Now()), mostDue)
	if err != nil {
		return fmt.Errorf("protection: due: %w", err)
	}
	rows = slices.DeleteFunc(rows, func(row protectiondb.MemberShut) bool { return f.busy[row.Member] })
	now := f.Store.Now()
	for _, row := range rows {
		if g := f.gates[row.Member]; g.due != row.DueAt || g.opens(now) {
			f.gates[row.Member] = f.lookAt(ctx, row)
		}
	}
	for _, row := range rows {
		if len(f.busy) == sideBySide {
			return nil
		}
		if g := f.gates[row.Member]; !g.taken {
			f.begin(ctx, row, g.until)
			g.taken = true
			f.gates[row.Member] = g
		}
	}
	return nil
}

// lookAt opens a member's gate if its time has come. Where that fails, the member waits as long as a lease.
func (f *following) lookAt(ctx context.Context, row protectiondb.MemberShut) gate {
	opened, until, err := f.open(ctx, row.Member)
	if err != nil {
		f.warn(row, err)
		if _, err := f.take(ctx, &row); err != nil {
			f.warn(row, err)
		}
	} else if opened {
		f.done++
	}
	return gate{due: row.DueAt, until: until, taken: opened || err != nil}
}

// begin follows a member, if nobody else does. What fails waits until the lease ends.
func (f *following) begin(ctx context.Context, row protectiondb.MemberShut, until time.Time) {
	f.busy[row.Member] = true
	go func() {
		mine, err := f.take(ctx, &row)
		if err == nil && mine {
			err = f.bring(ctx, row, until)
		}
		if err != nil {
			f.warn(row, err)
		}
		f.ended <- end{row.Member, mine && err == nil}
	}()
}

// wait returns when a member is no longer under way, or when it is time to look for others.
func (f *following) wait() {
	select {
	case e := <-f.ended:
		delete(f.busy, e.member)
		if e.done {
			f.done++
		}
	case <-time.After(look):
	}
}

func (f *following) warn(row protectiondb.MemberShut, err error) {
	f.Log.Warn("protection: a member that is shut out is followed later", "member", row.Member, "error", err)
}
