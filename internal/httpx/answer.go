package httpx

import (
	"context"
	"fmt"
	"time"

	"krapao/internal/clock"
	"krapao/internal/httpx/internal/httpdb"
	"krapao/internal/id"
	"krapao/internal/patience"
	"krapao/internal/store"
)

// How long answers are remembered (API.md, Conventions).
const (
	keepKeyed  = 30 * 24 * time.Hour
	keepReplay = 60 * time.Second
	// lease is longer than any request (answered within 25 s): a request that died is taken over, and a slow one is not.
	lease = 30 * time.Second
)

// answers remembers what calls answered, for all nodes.
type answers struct {
	store *store.Store
	known *store.Look[httpdb.HttpAnswer]
	index index
}

func newAnswers(s *store.Store, i index) *answers {
	return &answers{s, answerLook(s), i}
}

// answerLook reads answers by their scope: each money call begins with one, those of many members in one round trip.
func answerLook(s *store.Store) *store.Look[httpdb.HttpAnswer] {
	return store.NewLook(s, httpdb.New(s.Brief()).Answer, store.Many[httpdb.HttpAnswer]{
		Query: `SELECT scope, request, run, operation, leased_to, status, body, expires_at, kept
			FROM http_answer WHERE scope = ANY ($1::text[])`,
		Args: func(scopes []string) []any { return []any{scopes} },
		Add: func(row store.Row, found map[string]httpdb.HttpAnswer) error {
			var r httpdb.HttpAnswer
			err := row.Scan(&r.Scope, &r.Request, &r.Run, &r.Operation, &r.LeasedTo, &r.Status, &r.Body, &r.ExpiresAt, &r.Kept)
			found[r.Scope] = r
			return err
		},
	})
}

// answer is a finished call's status and body.
type answer struct {
	status int
	body   string
}

// run is one execution of a remembered call. Its operation is random, so that no two executions of equal calls are taken for
// one. Only a run that takes over from one that died keeps its operation, and so the keys of the money that it moves.
type run struct {
	scope string
	// name is a fencing token: a run that was taken over can't store its answer any more.
	name      string
	operation string
}

// ownKey is the key of a call that came without one.
func (r run) ownKey() string { return "same:" + r.operation + ":" + r.scope }

// standing is what we know about a scope.
type standing struct {
	run
	request  string // the fingerprint, keyed, however it is stored
	running  bool
	finished *answer
	// fresh: the finished answer may still be replayed.
	fresh bool
}

// look reads without beginning anything. It reports whether anything is known about the scope.
func (a *answers) look(ctx context.Context, scope string) (standing, bool, error) {
	row, err := a.known.At(ctx, scope)
	if store.NotFound(err) {
		return standing{}, false, nil
	}
	if err != nil {
		return standing{}, false, wrapAnswers(err)
	}
	now := a.store.Now()
	st := standing{run: run{row.Scope, row.Run, row.Operation}, request: a.index.keyed(row.Request)}
	switch {
	case row.LeasedTo == 0:
		kept := time.Duration(row.Kept) * time.Microsecond
		st.finished = &answer{int(row.Status), row.Body}
		st.fresh = fresh(row.ExpiresAt.Time(), kept, now) && rememberable(st.finished.status, []byte(row.Body))
	case lasts(row.LeasedTo.Time(), lease, now):
		st.running = true
	}
	return st, true, nil
}

// lasts reports whether a span of a length that ends at an instant is under way now. One that ends further ahead than its
// length was written by a clock that is wrong, or that has been set back since: it is over.
func lasts(end time.Time, length time.Duration, now time.Time) bool {
	left := end.Sub(now)
	return left > 0 && left <= length+clock.Skew
}

// fresh reports whether an answer may be given again. The answer under a key is for the same call, whatever the clock says.
// One that was kept only for the requests that waited for it is for nobody else.
func fresh(end time.Time, kept time.Duration, now time.Time) bool {
	switch {
	case kept == 0:
		return false
	case kept < 0 || kept >= keepKeyed:
		return end.After(now)
	}
	return lasts(end, kept, now)
}

// begin starts a run. If a run is under way, or an answer may be replayed, it returns that instead. StillSo, where it is not
// nil, reports whether the effect of such an answer still stands.
func (a *answers) begin(
	ctx context.Context, scope, request string, stillSo func(context.Context, run) (bool, error),
) (*run, *standing, error) {
	for range 3 {
		st, known, err := a.look(ctx, scope)
		if err != nil {
			return nil, nil, err
		}
		if stillSo != nil && known && st.fresh {
			if st.fresh, err = stillSo(ctx, st.run); err != nil {
				return nil, nil, err
			}
		}
		if known && (st.running || st.finished != nil && st.fresh || st.finished == nil && st.request != request) {
			return nil, &st, nil
		}
		var former *standing
		if known {
			former = &st
		}
		r, claimed, err := a.claim(ctx, scope, request, former)
		if err != nil {
			return nil, nil, err
		}
		if claimed {
			return &r, nil, nil
		}
	}
	return nil, &standing{running: true, request: request}, nil // others win every time: one of them is running
}

// claim starts a run, after a former one where there was one. It returns false where another request was quicker.
func (a *answers) claim(ctx context.Context, scope, request string, former *standing) (run, bool, error) {
	r := run{scope: scope, name: id.Text(16), operation: id.Text(20)}
	var rows int64
	err := a.store.Write(patience.Preparing(ctx), func(tx *store.Tx) error {
		until := clock.MicrosOf(tx.Now.Add(lease))
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
		return run{}, false, wrapAnswers(err)
	}
	return r, rows > 0, nil
}

// finish keeps the answer for a time; zero keeps it only for the requests that wait for this run.
func (a *answers) finish(ctx context.Context, r *run, got answer, keep time.Duration) error {
	return a.write(ctx, func(q *httpdb.Queries, now time.Time) error {
		_, err := q.Finish(ctx, httpdb.FinishParams{
			Scope: r.scope, Run: r.name, Status: int64(got.status), Body: got.body,
			ExpiresAt: clock.MicrosOf(now.Add(keep)), Kept: keep.Microseconds(),
		})
		return err
	})
}

// forget makes the scope free again: the answer is not to be remembered.
func (a *answers) forget(ctx context.Context, r *run) error {
	return a.write(ctx, func(q *httpdb.Queries, _ time.Time) error { return q.Forget(ctx, r.scope, r.name) })
}

// keep stores an answer that was reached without a run: the refusal of a call whose key is the ledger's. In the same
// transaction it tells the ledger.
func (a *answers) keep(ctx context.Context, scope, request string, got answer, tell func(*store.Tx) error) error {
	return wrapAnswers(a.store.Write(ctx, func(tx *store.Tx) error {
		if err := tell(tx); err != nil {
			return err
		}
		return httpdb.New(tx).Keep(ctx, httpdb.KeepParams{
			Scope: scope, Request: request, Run: id.Text(16), Operation: id.Text(20), Status: int64(got.status), Body: got.body,
			ExpiresAt: clock.MicrosOf(tx.Now.Add(keepKeyed)), Kept: keepKeyed.Microseconds(),
		})
	}))
}

func (a *answers) write(ctx context.Context, f func(*httpdb.Queries, time.Time) error) error {
	return wrapAnswers(a.store.Write(ctx, func(tx *store.Tx) error { return f(httpdb.New(tx), tx.Now) }))
}

// endLeases ends the runs that a former process left. It does so only where this is the only node: on SQLite.
func (a *answers) endLeases(ctx context.Context) error {
	if a.store.Engine() != store.SQLite {
		return nil
	}
	return a.write(ctx, func(q *httpdb.Queries, _ time.Time) error { return q.EndLeases(ctx) })
}

// sweep removes answers that nobody may ask for any more.
func (a *answers) sweep(ctx context.Context) error {
	return a.write(ctx, func(q *httpdb.Queries, now time.Time) error {
		_, err := q.Sweep(ctx, clock.MicrosOf(now.Add(-time.Minute)))
		return err
	})
}

func wrapAnswers(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("httpx: remembered answers: %w", err)
}
