package pg

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"

	"github.com/jackc/pgx/v5"
)

var (
	// ErrAlone means that a joint transaction was rolled back, so each of its bodies has to run in one of its own.
	ErrAlone = errors.New("pg: the joint transaction was rolled back")
	// errEnded stands for the error of a body that panicked or ended its goroutine.
	errEnded = errors.New("pg: the body ended early")
)

// Transaction is the open transaction of a joint one.
type Transaction interface {
	Send(ctx context.Context, batch *pgx.Batch) error
	Defer(unique bool, text string, args ...any) error
	Commit() error
	Rollback()
}

// Joint is one transaction of several bodies. Each of them has a Part, and one runs at a time. Once each waits for an answer, all
// their statements go in one round trip. Bodies do not see that, because no two of them read or write the same rows, except for
// those that they gather for (Part.Gather). One that is refused before it has changed anything is refused alone. If one fails
// later, nothing is written, and each runs alone.
type Joint struct {
	ctx   context.Context //nolint:containedctx // it belongs to the transaction, not to one of its callers
	open  func(ctx context.Context) (Transaction, error)
	tx    Transaction
	parts []*Part
	// gathering: what is asked goes at once, because all others wait.
	gathering bool
	// err is why it failed.
	err  error
	done chan struct{}
	// after is called at the end, before anybody knows of it.
	after func()
}

// NewJoint begins a joint transaction with so many parts. Each has to run. after is called at its end.
func NewJoint(ctx context.Context, parts int, open func(ctx context.Context) (Transaction, error), after func()) *Joint {
	j := &Joint{ctx: ctx, open: open, done: make(chan struct{}), after: after}
	for range parts {
		j.parts = append(j.parts, &Part{joint: j, turn: make(chan struct{}, 1)})
	}
	j.next()
	return j
}

// Part returns one of the parts.
func (j *Joint) Part(n int) *Part { return j.parts[n] }

// next gives the turn to the first part that can go on. Whoever has the turn calls it, and touches nothing afterwards.
func (j *Joint) next() {
	for {
		waits := false
		for _, p := range j.parts {
			if p.state == ready {
				p.state = running
				p.turn <- struct{}{}
				return
			}
			waits = waits || p.state != ended
		}
		if !waits {
			j.finish()
			return
		}
		j.round()
	}
}

// round sends what all parts ask. Once each asks for nothing but others, those gather.
func (j *Joint) round() {
	batch := &pgx.Batch{}
	for _, p := range j.parts {
		if p.state == asking {
			batch.QueuedQueries = append(batch.QueuedQueries, p.asked.QueuedQueries...)
			p.asked, p.state = nil, ready
		}
	}
	if batch.Len() == 0 {
		j.gather()
	} else if j.err == nil {
		j.try(func() error { return j.send(batch) })
	}
}

// try fails the transaction with the error of f. It belongs to all, so a panic is nobody's: whoever runs alone has its own.
func (j *Joint) try(f func() error) {
	defer func() {
		if p := recover(); p != nil {
			j.err = fmt.Errorf("%w: %v\n\n%s", errEnded, p, debug.Stack())
		}
	}()
	j.err = f()
}

// gather lets the parts that gather for the same go on together.
func (j *Joint) gather() {
	var together []*Part
	var all []any
	for _, p := range j.parts {
		if p.state == gathers && (len(together) == 0 || p.gathered.kind == together[0].gathered.kind) {
			together, all = append(together, p), append(all, p.gathered.what)
			p.state = ready
		}
	}
	if j.err != nil {
		return
	}
	j.gathering = true
	j.try(func() error { return together[0].gathered.do(all) })
	j.gathering = false
	wrote := slices.ContainsFunc(together, func(p *Part) bool { return len(p.waiting) > 0 })
	for _, p := range together {
		p.wrote = p.wrote || wrote
	}
}

// send sends what was deferred and a batch.
func (j *Joint) send(batch *pgx.Batch) error {
	if err := j.flush(); err != nil {
		return err
	}
	return j.tx.Send(j.ctx, batch)
}

// flush gives the transaction what the parts have deferred.
func (j *Joint) flush() (err error) {
	if j.tx == nil {
		if j.tx, err = j.open(j.ctx); err != nil {
			return err
		}
	}
	for _, p := range j.parts {
		for _, d := range p.waiting {
			if err := j.tx.Defer(d.unique, d.text, d.args...); err != nil {
				return err
			}
		}
		p.waiting = nil
	}
	return nil
}

// finish commits, unless a part failed that has changed something.
func (j *Joint) finish() {
	defer close(j.done)
	defer j.after()
	writes := false
	for _, p := range j.parts {
		switch {
		case p.refused == nil:
			writes = writes || p.acted
		case p.wrote && j.err == nil:
			j.err = p.refused
		case !p.wrote:
			p.waiting = nil
		}
	}
	if j.err == nil && writes {
		if j.err = j.flush(); j.err == nil {
			j.err = j.tx.Commit()
			return
		}
	}
	if j.tx != nil {
		j.tx.Rollback()
	}
	if j.err != nil {
		j.err = fmt.Errorf("%w: %w", ErrAlone, j.err)
	}
}
