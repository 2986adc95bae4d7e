package httpapi

import (
	"context"
	"fmt"
	"time"

	"krapao/internal/clock"
	"krapao/internal/httpapi/internal/httpdb"
	"krapao/internal/id"
	"krapao/internal/patience"
	"krapao/internal/store"
)

// Times of remembered answers (API.md, Conventions).
const (
	keepKeyed  = 30 * 24 * time.Hour
	keepReplay = 60 * time.Second
	// lease outlives every request (answered within 25 s), so that a request that died is taken over and a slow one is not.
	lease = 30 * time.Second
)

// answers remembers what calls answered, shared by all nodes.
type answers struct {
	store *store.Store
	reads *httpdb.Queries
	index index
}

func newAnswers(s *store.Store, i index) *answers {
	return &answers{s, httpdb.New(s.DB()), i}
}

// answer is a finished call's status and body.
type answer struct {
	status int
	body   string
}

// run is one execution of a remembered call. Its operation is random, so that no two executions of equal calls are taken
// for one; only a run that takes over from one that died keeps the operation, and so the keys of what it moves.
type run struct {
	scope     string
	name      string
	operation string
}

// ownKey is the key of a call that came without one.
func (r run) ownKey() string { return "same:" + r.operation + ":" + r.scope }

// standing is what is known about a scope.
type standing struct {
	run
	request  string // keyed, whichever way it is stored
	running  bool
	finished *answer
	// fresh tells that the finished answer may still be replayed.
	fresh bool
}

// look reads without beginning anything.
func (a *answers) look(ctx context.Context, scope string) (*standing, error) {
	row, err := a.reads.Answer(ctx, scope)
	if store.NotFound(err) {
		return nil, nil //nolint:nilnil // nothing is known, which is no error
	}
	if err != nil {
		return nil, fmt.Errorf("httpapi: answers: %w", err)
	}
	now := a.store.Now()
	st := &standing{run: run{row.Scope, row.Run, row.Operation}, request: a.index.keyed(row.Request)}
	switch {
	case row.LeasedTo == 0:
		st.finished = &answer{int(row.Status), row.Body}
		st.fresh = fresh(row.ExpiresAt, time.Duration(row.Kept)*time.Microsecond, now) && rememberable(st.finished.status, []byte(row.Body))
	case lasts(row.LeasedTo, lease, now):
		st.running = true
	}
	return st, nil
}

// lasts tells that something of a length that ends at an instant lasts now. One that ends further ahead than that was written by
// a clock that has been set back since, or by one that is wrong: it is over.
func lasts(end int64, length time.Duration, now time.Time) bool {
	left := time.UnixMicro(end).Sub(now)
	return left > 0 && left <= length+clock.Skew
}

// fresh tells that an answer may be given again. One of a key is for the same call whatever the clock says; one that was kept for
// those who waited for it is for nobody else.
func fresh(end int64, kept time.Duration, now time.Time) bool {
	switch {
	case kept == 0:
		return false
	case kept < 0 || kept >= keepKeyed:
		return time.UnixMicro(end).After(now)
	}
	return lasts(end, kept, now)
}

// begin starts a run, or returns what stands in its way: a run under way, or an answer that may be replayed. stillSo, where
// there is one, reports whether what such an answer tells is still so.
func (a *answers) begin(
	ctx context.Context, scope, request string, stillSo func(context.Context, run) (bool, error),
) (*run, *standing, error) {
	for range 3 {
		st, err := a.look(ctx, scope)
		if err != nil {
			return nil, nil, err
		}
		if stillSo != nil && st != nil && st.fresh {
			if st.fresh, err = stillSo(ctx, st.run); err != nil {
				return nil, nil, err
			}
		}
		if st != nil && (st.running || st.finished != nil && st.fresh || st.finished == nil && st.request != request) {
			return nil, st, nil
		}
		r, err := a.claim(ctx, scope, request, st)
		if err != nil {
			return nil, nil, err
		}
		if r != nil {
			return r, nil, nil
		}
	}
	return nil, &standing{running: true, request: request}, nil // others win every time: one of them is running
}

// claim is nil where another request was quicker.
func (a *answers) claim(ctx context.Context, scope, request string, former *standing) (*run, error) {
	r := &run{scope: scope, name: id.Text(16), operation: id.Text(20)}
	var rows int64
	err := a.store.Write(patience.Preparing(ctx), func(tx *store.Tx) error {
		until := tx.Now.Add(lease).UnixMicro()
		var err error
		if former == nil {
			rows, err = httpdb.New(tx).Begin(ctx, httpdb.BeginParams{
				Scope: scope, Request: request, Run: r.name, Operation: r.operation, LeasedTo: until, ExpiresAt: until,
			})
			return err
		}
		if former.finished == nil {
			r.operation = former.operation
		}
		rows, err = httpdb.New(tx).TakeOver(ctx, httpdb.TakeOverParams{
			Scope: scope, Request: request, Run: r.name, FormerRun: former.name,
			Operation: r.operation, LeasedTo: until, ExpiresAt: until,
		})
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("httpapi: answers: %w", err)
	}
	if rows == 0 {
		return nil, nil //nolint:nilnil // somebody else runs it, which is no error
	}
	return r, nil
}

// finish keeps the answer for a time; zero keeps it only for those who wait for this run.
func (a *answers) finish(ctx context.Context, r *run, got answer, keep time.Duration) error {
	return a.write(ctx, func(q *httpdb.Queries, now time.Time) error {
		_, err := q.Finish(ctx, httpdb.FinishParams{
			Scope: r.scope, Run: r.name, Status: int64(got.status), Body: got.body, ExpiresAt: now.Add(keep).UnixMicro(),
			Kept: keep.Microseconds(),
		})
		return err
	})
}

// forget makes the scope free again: the answer is not to be remembered.
func (a *answers) forget(ctx context.Context, r *run) error {
	return a.write(ctx, func(q *httpdb.Queries, _ time.Time) error { return q.Forget(ctx, r.scope, r.name) })
}

// keep stores an answer that was reached without a run, a refusal of a call whose key is the ledger's, together with
// what the ledger is told.
func (a *answers) keep(ctx context.Context, scope, request string, got answer, tell func(*store.Tx) error) error {
	err := a.store.Write(ctx, func(tx *store.Tx) error {
		if err := tell(tx); err != nil {
			return err
		}
		return httpdb.New(tx).Keep(ctx, httpdb.KeepParams{
			Scope: scope, Request: request, Run: id.Text(16), Operation: id.Text(20), Status: int64(got.status), Body: got.body,
			ExpiresAt: tx.Now.Add(keepKeyed).UnixMicro(), Kept: keepKeyed.Microseconds(),
		})
	})
	if err != nil {
		return fmt.Errorf("httpapi: answers: %w", err)
	}
	return nil
}

func (a *answers) write(ctx context.Context, f func(*httpdb.Queries, time.Time) error) error {
	err := a.store.Write(ctx, func(tx *store.Tx) error { return f(httpdb.New(tx), tx.Now) })
	if err != nil {
		return fmt.Errorf("httpapi: answers: %w", err)
	}
	return nil
}

// endLeases frees what a former process left running. Only where this is the only node: on SQLite.
func (a *answers) endLeases(ctx context.Context) error {
	if a.store.Engine() != store.SQLite {
		return nil
	}
	return a.write(ctx, func(q *httpdb.Queries, _ time.Time) error { return q.EndLeases(ctx) })
}

// sweep removes answers that nobody may ask for any more.
func (a *answers) sweep(ctx context.Context) error {
	return a.write(ctx, func(q *httpdb.Queries, now time.Time) error {
		_, err := q.Sweep(ctx, now.Add(-time.Minute).UnixMicro())
		return err
	})
}
