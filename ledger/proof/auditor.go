package proof

import (
	"context"
	"fmt"
	"time"

	"krapao/internal/store"
	"krapao/ledger/internal/ledgerdb"
	"krapao/ledger/internal/number"
)

// AuditorOptions tune the running audit; the zero value is what production uses.
type AuditorOptions struct {
	// Every is the pause between two rounds; 15 s, so that a break is named within a minute.
	Every time.Duration
	// Slices is how many slices of accounts and of batches a round looks at, at most: see turn. New batches are always looked
	// at; the rest of the round continues where the last one stopped.
	Slices int
	// Further is called in each round, for what else is proven beside the books; may be nil.
	Further func(context.Context) ([]Problem, error)
	// Found is called with each problem once, when it is first seen; may be nil.
	Found func(Problem)
	// Done is called after each round with the time that it took; may be nil.
	Done func(took time.Duration, err error)
}

// Auditor checks the books all the time, lightly: new batches at once, and everything else in turns.
type Auditor struct {
	s       *store.Store
	options AuditorOptions
	seen    map[Problem]bool

	newest  int64 // batches up to here were looked at when they were new
	account int64 // how far the turn through the accounts has come
	batch   int64 // how far the turn through the batches has come

	// sums and more pace what looks at all accounts in each round.
	sums, more pace
}

// NewAuditor makes an auditor of a store's books. Run starts it.
func NewAuditor(s *store.Store, o AuditorOptions) *Auditor {
	if o.Every == 0 {
		o.Every = 15 * time.Second
	}
	if o.Slices == 0 {
		o.Slices = 20
	}
	return &Auditor{s: s, options: o, seen: map[Problem]bool{}, newest: -1, account: -1, batch: -1}
}

// Run audits until ctx ends. Unlike single rounds, those of Run leave out what took long a short time ago: see pace.
func (a *Auditor) Run(ctx context.Context) {
	a.sums.least, a.more.least = a.options.Every/share, a.options.Every/share
	tick := time.NewTicker(a.options.Every)
	defer tick.Stop()
	for {
		began := time.Now()
		err := a.round(ctx)
		if a.options.Done != nil && ctx.Err() == nil {
			a.options.Done(time.Since(began), err)
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// roundTime bounds a round, so that a database that does not answer is reported as a round that could not finish.
const roundTime = 5 * time.Minute

func (a *Auditor) round(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, roundTime)
	defer cancel()
	_, err := a.Round(ctx)
	return err
}

// lateness is how far behind the newest batch an older one may still appear: another node numbers a batch before it commits
// it. A batch that appears later still is found by its turn.
var lateness = number.Span(2 * time.Second)

// Round looks once at what is new and at the next part of what is old, and reports what it found.
func (a *Auditor) Round(ctx context.Context) (Report, error) {
	v := &verification{q: ledgerdb.New(a.s.DB())}
	most := a.options.Every / share
	for _, check := range []func(context.Context) error{
		v.numbers, v.first,
		func(ctx context.Context) error { return a.sums.keep(ctx, v.sums) },
		func(ctx context.Context) error { return a.freshBatches(ctx, v) },
		func(ctx context.Context) error { return turn(ctx, a.options.Slices, most, &a.batch, v.batchSlice) },
		// Accounts are fewer and quicker to look at: up to 400,000 a round, so that each is seen within a minute.
		func(ctx context.Context) error {
			return turn(ctx, 4*a.options.Slices, most, &a.account, v.accountSlice)
		},
	} {
		if err := check(ctx); err != nil {
			return v.Report, fmt.Errorf("ledger: audit: %w", store.MapError(err))
		}
	}
	further, err := a.further(ctx)
	v.Problems = append(v.Problems, further...)
	for _, p := range v.Problems {
		if !a.seen[p] {
			a.seen[p] = true
			if a.options.Found != nil {
				a.options.Found(p)
			}
		}
	}
	return v.Report, err
}

func (a *Auditor) further(ctx context.Context) (problems []Problem, err error) {
	if a.options.Further == nil {
		return nil, nil
	}
	err = a.more.keep(ctx, func(ctx context.Context) (err error) {
		problems, err = a.options.Further(ctx)
		return err
	})
	return problems, err
}

// freshBatches looks at all batches since the last round.
func (a *Auditor) freshBatches(ctx context.Context, v *verification) error {
	if a.newest < 0 { // batches that are older than this moment are left to the turn, which begins at the first
		newest, err := v.q.NewestBatch(ctx)
		if err != nil && !store.NotFound(err) {
			return err
		}
		a.newest = max(0, newest-lateness)
	}
	after, more := a.newest, true
	for more {
		var err error
		if after, more, err = v.batchSlice(ctx, after); err != nil {
			return err
		}
	}
	a.newest = max(a.newest, after-lateness)
	return nil
}
