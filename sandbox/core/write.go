package core

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"sync"
)

// write is one caller's work on the file.
type write struct {
	ctx  context.Context
	body func(ctx context.Context, tx *sql.Tx) error
	// over, err and panicked are its end; the store's writer lock guards them.
	over     bool
	err      error
	panicked any
}

// queue has the writes that nobody has begun yet.
type queue struct {
	mu      sync.Mutex
	waiting []*write
}

func (q *queue) put(w *write) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.waiting = append(q.waiting, w)
}

func (q *queue) take() []*write {
	q.mu.Lock()
	defer q.mu.Unlock()
	all := q.waiting
	q.waiting = nil
	return all
}

// Write runs body in a transaction that is committed, durably, before Write returns nil. One writer runs at a time: it commits
// everything that waited for it at once, each behind its own savepoint, so that a flush of the file serves them all. A
// writer whose client went away still finishes: an effect is complete or absent.
func (s *store) Write(ctx context.Context, body func(ctx context.Context, tx *sql.Tx) error) error {
	w := &write{ctx: context.WithoutCancel(ctx), body: body}
	s.queue.put(w)
	s.writer.Lock()
	defer s.writer.Unlock()
	if !w.over { // no writer before has done it
		s.commit(s.queue.take())
	}
	if w.panicked != nil {
		panic(w.panicked)
	}
	return w.err
}

// commit runs writes in one transaction. An error of one undoes that one, an error of the commit all.
func (s *store) commit(all []*write) {
	if err := s.inOne(all); err != nil {
		for _, w := range all {
			w.err = errors.Join(w.err, err)
		}
	} else {
		s.tell()
	}
	for _, w := range all {
		w.over = true
	}
}

func (s *store) inOne(all []*write) error {
	ctx := context.Background()
	tx, err := s.DB.BeginTx(ctx, nil)
	if err != nil {
		return fmt.Errorf("begin: %w", err)
	}
	defer func() { _ = tx.Rollback() }() // after a commit it does nothing
	for _, w := range all {
		if err := w.behind(ctx, tx); err != nil {
			return err
		}
	}
	if err := tx.Commit(); err != nil {
		return fmt.Errorf("commit: %w", err)
	}
	return nil
}

// behind runs a write behind a savepoint.
func (w *write) behind(ctx context.Context, tx *sql.Tx) error {
	if _, err := tx.ExecContext(ctx, "SAVEPOINT one"); err != nil {
		return fmt.Errorf("savepoint: %w", err)
	}
	if w.run(tx); w.err != nil || w.panicked != nil {
		if _, err := tx.ExecContext(ctx, "ROLLBACK TO one"); err != nil {
			return fmt.Errorf("rollback: %w", err)
		}
	}
	if _, err := tx.ExecContext(ctx, "RELEASE one"); err != nil {
		return fmt.Errorf("release: %w", err)
	}
	return nil
}

// run calls the body. Its panic is its caller's.
func (w *write) run(tx *sql.Tx) {
	defer func() { w.panicked = recover() }()
	w.err = w.body(w.ctx, tx)
}

// tell wakes the workers.
func (s *store) tell() {
	for _, wrote := range s.wrote {
		select {
		case wrote <- struct{}{}:
		default:
		}
	}
}
