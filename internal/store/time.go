package store

import (
	"context"
	"fmt"
	"time"

	"krapao/internal/clock"
	"krapao/internal/store/internal/clockdb"
)

// Nodes over one database go by one time (docs/architecture/0017-clocks.md): whoever starts takes it from those that live, and
// each tells it every few seconds. A node that starts alone begins with its machine's.
const (
	// beatEvery is how often a node tells the time; loneBeat on SQLite, where only its own next start reads it.
	beatEvery = 2 * time.Second
	loneBeat  = 10 * time.Second
	// listen is how long a node whose clock says another time waits for the beat of one that lives.
	listen     = 5 * time.Second
	listenEach = 100 * time.Millisecond
)

func (s *Store) beatEvery() time.Duration {
	if s.engine == SQLite {
		return loneBeat
	}
	return beatEvery
}

// JoinClock takes the time of the nodes that live, before this one writes anything by it. Where none does, and the machine's
// clock is behind what was told last (it was set back, or was ahead before), what was to be done some time after that is done as much after this.
func (s *Store) JoinClock(ctx context.Context) error {
	for {
		joined, err := s.joinClock(ctx)
		if err != nil {
			return fmt.Errorf("store: the nodes' time: %w", err)
		}
		if joined {
			return nil
		}
	}
}

// joinClock tries to; false where another node was quicker with what it wrote.
func (s *Store) joinClock(ctx context.Context) (bool, error) {
	now := s.Now()
	told, err := clockdb.New(s.read).Clock(ctx)
	switch {
	case NotFound(err):
		return s.firstClock(ctx)
	case err != nil:
		return false, err
	}
	at, whole := time.UnixMicro(told.At), time.UnixMicro(told.WholeSince)
	if now.Sub(at).Abs() <= s.beatEvery()+clock.Skew {
		s.clock.Follow(at, whole)
		return true, nil
	}
	if alive, err := s.heard(ctx, &told); err != nil {
		return false, err
	} else if alive {
		s.clock.Join(time.UnixMicro(told.At).UTC(), time.UnixMicro(told.WholeSince).UTC())
		return true, nil
	}
	return s.leap(ctx, told)
}

func (s *Store) firstClock(ctx context.Context) (first bool, err error) {
	err = s.Write(ctx, func(tx *Tx) error {
		n, err := clockdb.New(tx).Begin(ctx, tx.Now.UnixMicro())
		first = n == 1
		s.clock.Follow(tx.Now, tx.Now)
		return err
	})
	return first, err
}

// heard waits whether a node tells the time; told is what it said then. SQLite has one node.
func (s *Store) heard(ctx context.Context, told *clockdb.ClockRow) (bool, error) {
	if s.engine == SQLite {
		return false, nil
	}
	for waited := time.Duration(0); waited < listen; waited += listenEach {
		select {
		case <-ctx.Done():
			return false, ctx.Err()
		case <-time.After(listenEach):
		}
		now, err := clockdb.New(s.read).Clock(ctx)
		if err != nil {
			return false, err
		}
		if now.Beat != told.Beat {
			*told = now
			return true, nil
		}
	}
	return false, nil
}

// leap goes on with the machine's time, alone.
func (s *Store) leap(ctx context.Context, told clockdb.ClockRow) (alone bool, err error) {
	var now time.Time
	err = s.Write(ctx, func(tx *Tx) error {
		now = tx.Now
		n, err := clockdb.New(tx).Leap(ctx, now.UnixMicro(), told.Beat)
		if alone = n == 1; err != nil || !alone {
			return err
		}
		return setBack(ctx, tx, now.UnixMicro(), told.At-now.UnixMicro())
	})
	if err == nil && alone {
		s.clock.Join(s.Now(), now)
	}
	return alone, err
}

// backwards are the changes that move what was written by a clock that was $1 ahead of this one, whose now is $2. A pause or a
// lease stays as long as it was, from now on; what says when something was seen last says now, as a later sight would not count
// beside it; a report was read to its end no later than it was.
var backwards = []string{
	`UPDATE transfer SET due_at = due_at - $1 WHERE due_at > $2 AND state = 'pending'`,
	`UPDATE periodic SET due_at = due_at - $1 WHERE due_at > $2`,
	`UPDATE qr_order SET poll_at = poll_at - $1 WHERE poll_at > $2`,
	`UPDATE withdrawal SET check_at = check_at - $1 WHERE check_at > $2`,
	`UPDATE wallet_link SET due_at = due_at - $1 WHERE due_at > $2`,
	`UPDATE slip SET due_at = due_at - $1 WHERE due_at > $2`,
	`UPDATE feed SET due_at = due_at - $1 WHERE due_at > $2`,
	`UPDATE movement SET due_at = due_at - $1 WHERE due_at > $2 AND state = 'open'`,
	`UPDATE game_doubt SET check_at = check_at - $1 WHERE check_at > $2`,
	`UPDATE game_account SET password_due = password_due - $1 WHERE password_due > $2`,
	`UPDATE member_shut SET due_at = due_at - $1 WHERE due_at > $2`,
	`UPDATE reconcile_day SET due_at = due_at - $1 WHERE due_at > $2`,
	`UPDATE reconcile_case SET due_at = due_at - $1 WHERE due_at > $2`,
	// A cursor may be a time that has not come yet: what is played until then would never be read. It begins anew, unless it is
	// ahead by less than each reading goes back anyway; what is listed twice adds nothing.
	`UPDATE game_report SET cursor = CASE WHEN read_at > $2 + 60000000 THEN '' ELSE cursor END,
		read_at = read_at - $1, reported_to = reported_to - $1 WHERE read_at > $2`,
	`UPDATE game_account SET read_at = read_at - $1 WHERE read_at > $2`,
	`UPDATE game_account SET launched_at = launched_at - $1 WHERE launched_at > $2`,
	`UPDATE game_account SET changed_at = changed_at - $1 WHERE changed_at > $2`,
	`UPDATE game_account SET fell_at = fell_at - $1 WHERE fell_at > $2`,
	`UPDATE game_account SET active_at = active_at - $1 WHERE active_at > $2`,
	`UPDATE game_refresh SET at = at - $1 WHERE at > $2`,
}

// setBack brings to this node's time what was written by a clock that was ahead of it, while no node lives.
func setBack(ctx context.Context, tx *Tx, now, ahead int64) error {
	if ahead <= 0 {
		return nil
	}
	for _, change := range backwards {
		if _, err := tx.ExecContext(ctx, change, ahead, now); err != nil {
			return fmt.Errorf("%s: %w", change, err)
		}
	}
	return nil
}

// KeepClock tells the other nodes the time until the context ends, and follows theirs. failed is told what went wrong.
func (s *Store) KeepClock(ctx context.Context, failed func(error)) {
	for {
		select {
		case <-ctx.Done():
			// A start after an orderly stop knows exactly how long that took.
			if err := s.beat(context.WithoutCancel(ctx)); err != nil {
				failed(err)
			}
			return
		case <-time.After(s.beatEvery()):
		}
		if err := s.beat(ctx); err != nil && ctx.Err() == nil {
			failed(err)
		}
	}
}

func (s *Store) beat(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, listen)
	defer cancel()
	var told clockdb.BeatRow
	err := s.Write(ctx, func(tx *Tx) (err error) {
		told, err = clockdb.New(tx).Beat(ctx, tx.Now.UnixMicro())
		return err
	})
	if err != nil {
		return fmt.Errorf("store: the nodes' time: %w", err)
	}
	s.clock.Follow(time.UnixMicro(told.At).UTC(), time.UnixMicro(told.WholeSince).UTC())
	return nil
}

// CountFrom is the moment from which a wait is counted that begins at a stored one, where money is decided by its end: see
// clock.Shared.
func (s *Store) CountFrom(stored time.Time) time.Time { return s.clock.CountFrom(stored) }
