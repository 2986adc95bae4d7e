package store

import (
	"context"
	"fmt"
	"time"

	"krapao/internal/clock"
	"krapao/internal/store/internal/clockdb"
)

// All nodes over one database use one time (docs/architecture/0017-clocks.md). A node that starts takes it from the running
// nodes, and each node writes it every few seconds. A node that starts alone begins with its machine's time.
const (
	// beatEvery is how often one of the nodes writes the time; loneBeat is that on SQLite, where only its own next start reads it.
	beatEvery = 2 * time.Second
	loneBeat  = 10 * time.Second
	// listen is how long a node with a different clock waits for the beat of a running node.
	listen     = 5 * time.Second
	listenEach = 100 * time.Millisecond
)

func (s *Store) beatEvery() time.Duration {
	if s.engine == SQLite {
		return loneBeat
	}
	return beatEvery
}

// JoinClock takes the time of the running nodes, before this one writes any time. If none runs, and the machine's clock is
// behind the last written time (it was set back, or was ahead before), all due times move back by as much.
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

// joinClock tries once; false if another node wrote the row first.
func (s *Store) joinClock(ctx context.Context) (bool, error) {
	now := s.Now()
	row, err := clockdb.New(s.read).ReadClock(ctx)
	switch {
	case NotFound(err):
		return s.firstClock(ctx)
	case err != nil:
		return false, err
	}
	at, whole := row.At.Time(), row.WholeSince.Time()
	if now.Sub(at).Abs() <= s.beatEvery()+clock.Skew {
		s.clock.Follow(at, whole)
		return true, nil
	}
	if alive, err := s.waitForBeat(ctx, &row); err != nil {
		return false, err
	} else if alive {
		s.clock.Join(row.At.Time(), row.WholeSince.Time())
		return true, nil
	}
	return s.leap(ctx, row)
}

func (s *Store) firstClock(ctx context.Context) (first bool, err error) {
	err = s.Write(ctx, func(tx *Tx) error {
		n, err := clockdb.New(tx).Begin(ctx, clock.MicrosOf(tx.Now))
		first = n == 1
		s.clock.Follow(tx.Now, tx.Now)
		return err
	})
	return first, err
}

// waitForBeat waits for a running node to write the time, reports whether one did, and sets row to what it wrote. SQLite has
// one node.
func (s *Store) waitForBeat(ctx context.Context, row *clockdb.ReadClockRow) (bool, error) {
	if s.engine == SQLite {
		return false, nil
	}
	for waited := time.Duration(0); waited < listen; waited += listenEach {
		select {
		case <-ctx.Done():
			return false, ctx.Err()
		case <-time.After(listenEach):
		}
		now, err := clockdb.New(s.read).ReadClock(ctx)
		if err != nil {
			return false, err
		}
		if now.Beat != row.Beat {
			*row = now
			return true, nil
		}
	}
	return false, nil
}

// leap continues with the machine's time, alone.
func (s *Store) leap(ctx context.Context, row clockdb.ReadClockRow) (alone bool, err error) {
	var now time.Time
	err = s.Write(ctx, func(tx *Tx) error {
		now = tx.Now
		n, err := clockdb.New(tx).Leap(ctx, clock.MicrosOf(now), row.Beat)
		if alone = n == 1; err != nil || !alone {
			return err
		}
		return setBack(ctx, tx, clock.MicrosOf(now), row.At-clock.MicrosOf(now))
	})
	if err == nil && alone {
		s.clock.Join(s.Now(), now)
	}
	return alone, err
}

// backwards moves the times that a clock wrote which was $1 ahead of this one, whose now is $2. A pause or a lease stays as
// long as it was, from now on. A time at which something was last seen becomes now, because a later sighting would not count
// beside it. A report was read to its end no later than it says.
var backwards = []string{
	`UPDATE transfer SET due_at = due_at - $1 WHERE due_at > $2 AND state = 'pending'`,
	`UPDATE periodic SET due_at = due_at - $1 WHERE due_at > $2`,
	`UPDATE qr_order SET poll_at = poll_at - $1 WHERE poll_at > $2`,
	`UPDATE withdrawal SET check_at = check_at - $1 WHERE check_at > $2`,
	`UPDATE member_export SET due_at = due_at - $1 WHERE due_at > $2`,
	`UPDATE wallet_link SET due_at = due_at - $1 WHERE due_at > $2`,
	`UPDATE slip SET due_at = due_at - $1 WHERE due_at > $2`,
	`UPDATE feed SET due_at = due_at - $1 WHERE due_at > $2`,
	`UPDATE movement SET due_at = due_at - $1 WHERE due_at > $2 AND state = 'open'`,
	`UPDATE game_doubt SET check_at = check_at - $1 WHERE check_at > $2`,
	`UPDATE game_account SET password_due = password_due - $1 WHERE password_due > $2`,
	`UPDATE notice_delivery SET due_at = due_at - $1, since_at = since_at - $1 WHERE due_at > $2 AND state = 'due'`,
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
	`UPDATE operator_invitation SET made_at = made_at - $1, counts_from = counts_from - $1, ends_at = ends_at - $1
		WHERE made_at > $2`,
	`UPDATE signin_ticket SET made_at = made_at - $1, ends_at = ends_at - $1 WHERE made_at > $2`,
	`UPDATE operator_shell SET made_at = made_at - $1, ends_at = ends_at - $1 WHERE made_at > $2`,
	// The codes of an operator's telephone are of the time: those of a time that has not come yet must count when it comes.
	`UPDATE operator_secret SET totp_step = (totp_step * 30000000 - $1) / 30000000 WHERE (totp_step - 2) * 30000000 > $2`,
	`UPDATE game_refresh SET at = at - $1 WHERE at > $2`,
}

// setBack moves the times that a clock wrote which was ahead to this node's time, while no other node runs.
func setBack(ctx context.Context, tx *Tx, now, ahead clock.Micros) error {
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

// KeepClock writes the time for the other nodes until the context ends, and follows theirs. failed is called with each error.
func (s *Store) KeepClock(ctx context.Context, failed func(error)) {
	for wait := s.beatEvery(); ; {
		select {
		case <-ctx.Done():
			// A start after an orderly stop knows exactly how long that took.
			if err := s.beat(context.WithoutCancel(ctx)); err != nil {
				failed(err)
			}
			return
		case <-time.After(wait):
		}
		var err error
		if wait, err = s.keepTime(ctx); err != nil && ctx.Err() == nil {
			failed(err)
		}
	}
}

// keepTime follows the time that another node has just written, or writes it, and returns how long to wait until the next time.
// So one node writes, and the others look half a period after each of its beats: the first that finds an old one writes.
func (s *Store) keepTime(ctx context.Context) (wait time.Duration, err error) {
	every := s.beatEvery()
	if s.engine == SQLite {
		return every, s.beat(ctx)
	}
	row, err := s.readClock(ctx)
	if err != nil {
		return every, err
	}
	age := s.Now().Sub(row.At.Time())
	if age >= every {
		return every, s.beat(ctx)
	}
	s.clock.Follow(row.At.Time(), row.WholeSince.Time())
	return every + every/2 - max(age, 0), nil
}

func (s *Store) readClock(ctx context.Context) (row clockdb.ReadClockRow, err error) {
	ctx, cancel := context.WithTimeout(ctx, listen)
	defer cancel()
	if row, err = clockdb.New(s.read).ReadClock(ctx); err != nil {
		err = fmt.Errorf("store: the nodes' time: %w", err)
	}
	return row, err
}

func (s *Store) beat(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, listen)
	defer cancel()
	row, err := s.writeTime(ctx)
	if err != nil {
		return fmt.Errorf("store: the nodes' time: %w", err)
	}
	s.clock.Follow(row.At.Time(), row.WholeSince.Time())
	return nil
}

// writeTime is one statement on PostgreSQL, without a transaction around it.
func (s *Store) writeTime(ctx context.Context) (row clockdb.BeatRow, err error) {
	if s.engine == Postgres {
		return clockdb.New(s.DB()).Beat(ctx, clock.MicrosOf(s.Now()))
	}
	err = s.Write(Housekeeping(ctx), func(tx *Tx) (err error) {
		row, err = clockdb.New(tx).Beat(ctx, clock.MicrosOf(tx.Now))
		return err
	})
	return row, err
}

// CountFrom returns the moment from which a wait that began at a stored time is counted, where money is decided by its end: see
// clock.Shared.
func (s *Store) CountFrom(stored time.Time) time.Time { return s.clock.CountFrom(stored) }
