package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"time"

	"krapao/internal/patience"
)

// SQLite has one writer, and a commit waits for the disk. So the transactions that wait in line share a commit: whoever has
// finished hands the open transaction to the next in line, and the last one commits for all. There is no timer, so a lone
// caller waits for nobody. Each transaction after the first is behind a savepoint, and one that fails undoes only itself.
//
// An answer is given only after the shared commit. That holds for a refusal, too: it may rest on what an earlier transaction of
// the group wrote.

const (
	// mostShared bounds how many transactions share a commit.
	mostShared = 128
	// longestShared is the age from which on a group takes nobody in: the first ones do not wait for a crowd of slow ones.
	longestShared = 10 * time.Millisecond
)

var (
	// errLost means that SQLite rolled the shared transaction back because of an error in one of the group. The others may run
	// again.
	errLost = fmt.Errorf("%w: the shared transaction was rolled back", ErrConflict)
	// errEnded stands for the error of a body that panicked or ended its goroutine.
	errEnded = errors.New("store: the transaction ended early")
)

// group is the transactions that share a commit. It has the connection itself instead of a transaction of database/sql, which
// would start a goroutine for each query: nothing is to be interrupted here.
type group struct {
	conn  *sql.Conn
	tx    driver.Tx
	began time.Time
	// size is how many transactions of the group have succeeded.
	size int
	// done is closed when the group has ended. From then on, err is nil if what it wrote is on disk.
	done  chan struct{}
	ended bool
	err   error
}

func (g *group) end(err error) {
	g.ended, g.err = true, err
	close(g.done)
}

// exec runs a statement that no caller's context interrupts: SQLite would roll the whole group back.
func (g *group) exec(statement string) error {
	_, err := g.conn.ExecContext(context.Background(), statement)
	return err
}

// Commit commits it, or undoes it, and gives its connection back.
func (g *group) Commit() error { return g.over(driver.Tx.Commit) }

// rollback undoes all of it, unless SQLite has done so.
func (g *group) rollback() { _ = g.over(driver.Tx.Rollback) }

func (g *group) over(end func(driver.Tx) error) error {
	err := g.conn.Raw(func(any) error { return end(g.tx) })
	_ = g.conn.Close() // what was committed stays, whatever becomes of the connection
	return err
}

// share runs body in a transaction that may share its commit with others, and returns the hints to run after the commit.
func (s *Store) share(ctx context.Context, body func(tx *Tx) error) (hints []func(), err error) {
	g, err := s.line.Take(ctx)
	if err != nil {
		return nil, err
	}
	if err := patience.Begin(ctx); err != nil {
		s.handOn(g)
		return nil, err
	}
	if g == nil {
		if g, err = s.newGroup(); err != nil {
			s.handOn(nil)
			return nil, mapError(err)
		}
	}
	tx := &Tx{tx: g.conn, Now: s.clock.Now(), engine: s.engine, left: ctx.Err}
	refused := s.join(g, func() error { return body(tx) })
	<-g.done
	if g.err != nil {
		return nil, g.err
	}
	if refused != nil {
		return nil, mapError(refused)
	}
	return s.after(ctx, tx), nil
}

// newGroup begins a transaction. It belongs to no caller, so no caller's context ends it.
func (s *Store) newGroup() (*group, error) {
	ctx := context.Background()
	conn, err := s.write.Conn(ctx)
	if err != nil {
		return nil, err
	}
	g := &group{conn: conn, began: time.Now(), done: make(chan struct{})}
	err = conn.Raw(func(raw any) (err error) {
		c, can := raw.(driver.ConnBeginTx)
		if !can {
			return fmt.Errorf("store: %T is no connection to SQLite", raw)
		}
		g.tx, err = c.BeginTx(ctx, driver.TxOptions{})
		return err
	})
	if err != nil {
		return nil, errors.Join(err, conn.Close())
	}
	return g, nil
}

// join runs body as the group's next transaction, and hands the turn on whatever becomes of it.
func (s *Store) join(g *group, body func() error) (err error) {
	err = errEnded
	defer func() {
		g.settle(err)
		s.handOn(g)
	}()
	if g.size > 0 {
		if failed := g.exec("SAVEPOINT shared"); failed != nil {
			return failed
		}
	}
	return body()
}

// settle keeps what the last transaction wrote, or undoes it.
func (g *group) settle(failed error) {
	var err error
	switch {
	case failed == nil && g.size > 0:
		err = g.exec("RELEASE shared")
	case failed != nil && g.size > 0:
		err = g.exec("ROLLBACK TO shared; RELEASE shared")
	case failed != nil:
		g.rollback()
		g.end(nil)
	}
	if err != nil {
		g.rollback()
		g.end(errLost)
	} else if failed == nil {
		g.size++
	}
}

// handOn gives the turn to the next in line. A group that takes nobody in any more, or that nobody waits for, is committed
// first.
func (s *Store) handOn(g *group) {
	if g != nil && !g.ended {
		if g.size < mostShared && time.Since(g.began) < longestShared && s.line.Pass(g) {
			return
		}
		s.commitGroup(g)
	}
	s.line.Pass(nil)
}

func (s *Store) commitGroup(g *group) {
	err := s.commit(g)
	if err != nil {
		err = commitError(err)
	}
	s.wrote()
	g.end(err)
}

// alone takes the turn for something that no group is part of.
func (s *Store) alone(ctx context.Context) (release func(), err error) {
	g, err := s.line.Take(ctx)
	if err != nil {
		return nil, err
	}
	if g != nil {
		s.commitGroup(g)
	}
	return func() { s.line.Pass(nil) }, nil
}
