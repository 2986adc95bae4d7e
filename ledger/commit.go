package ledger

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"krapao/internal/store"
	"krapao/ledger/internal/lane"
)

// engine makes one attempt at a batch: nil means that it is on disk and every item has its answer.
type engine interface {
	run(ctx context.Context, items []*item) error
	close() error
}

// committer brings batches to disk, and tries again for as long as that makes sense.
type committer struct {
	l *Ledger
	engine
}

// lanes is how many batches PostgreSQL works on at a time. With one lane, this program idles while it waits for the server,
// and the server idles while this program decides. More than two lanes only share the same processors (research/ledger.md 1b).
// SQLite has one writer.
const lanes = 2

func newCommitters(ctx context.Context, l *Ledger) ([]*committer, error) {
	if l.s.Engine() != store.Postgres {
		return []*committer{{l, &transaction{l}}}, nil
	}
	var all []*committer
	for range lanes {
		p, err := newPipeline(ctx, l)
		if err != nil {
			return nil, errors.Join(err, closeAll(all))
		}
		all = append(all, &committer{l, p})
	}
	return all, nil
}

// transaction runs a batch as one of the store's transactions, for SQLite: there it shares its commit with those of other areas.
type transaction struct{ l *Ledger }

func (t *transaction) run(ctx context.Context, items []*item) error {
	return t.l.s.Write(ctx, func(tx *store.Tx) error { return t.l.meet(ctx, tx, []*need{{decide: items}}) })
}

func (*transaction) close() error { return nil }

func closeAll(all []*committer) error {
	var err error
	for _, c := range all {
		err = errors.Join(err, c.close())
	}
	return err
}

// startLanes starts a queue with a lane for each committer.
func startLanes(committers []*committer) *lane.Queue[*item] {
	commits := make([]func([]*item) error, len(committers))
	for n, c := range committers {
		commits[n] = c.commit
	}
	return lane.Start(commits...)
}

const (
	// tryFor bounds how long a batch is tried before its callers get an error.
	tryFor = 8 * time.Second
	// attemptTime bounds one attempt, so that a server that hangs blocks nobody for longer.
	attemptTime = 15 * time.Second
)

// commit tries until the batch is on disk. After a broken commit the batch is run again, and its keys show what had happened.
// When the database refuses a batch, its commands are run one by one, so that only the offending one fails.
func (c *committer) commit(items []*item) error {
	var unknown error
	deadline, pause := time.Now().Add(tryFor), time.Millisecond
	for {
		err := c.attempt(items)
		switch {
		case err == nil:
			c.l.notifyChange(changedMembers(items))
			return nil
		case errors.Is(err, store.ErrUnknown):
			unknown = err
		case !passing(err):
			return c.oneByOne(items, errors.Join(err, unknown))
		}
		if time.Now().After(deadline) {
			return errors.Join(err, unknown)
		}
		time.Sleep(pause/2 + rand.N(pause))
		pause = min(2*pause, 250*time.Millisecond)
	}
}

func (c *committer) attempt(items []*item) error {
	ctx, cancel := context.WithTimeout(context.Background(), attemptTime)
	defer cancel()
	return c.run(ctx, items)
}

func (c *committer) oneByOne(items []*item, cause error) error {
	if len(items) == 1 {
		return fmt.Errorf("ledger: the database refused a %s: %w", items[0].step, cause)
	}
	for n := range items {
		if err := c.commit(items[n : n+1]); err != nil {
			items[n].Fail(err)
		}
	}
	return nil
}

// passing reports whether another attempt may succeed: the error is not the refusal of a row.
func passing(err error) bool {
	return errors.Is(err, store.ErrConflict) || errors.Is(err, store.ErrUnique) || errors.Is(err, store.ErrBusy) ||
		errors.Is(err, context.DeadlineExceeded)
}
