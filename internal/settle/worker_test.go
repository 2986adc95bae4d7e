package settle

import (
	"context"
	"errors"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"krapao/ledger"
)

// script is an outbox in memory with the ledger's rules for claiming, so that the worker's own timing can be tested in
// a bubble of fake time. The promises that need the ledger are tested with it, in ledger_test.go.
type script struct {
	mu   sync.Mutex
	rows []ledger.Transfer
}

func (s *script) Now() time.Time { return time.Now() }

func (s *script) Claim(_ context.Context, r ledger.ClaimRequest) ([]ledger.Transfer, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var out []ledger.Transfer
	for i := range s.rows {
		t := &s.rows[i]
		if t.Kind != r.Kinds[0] || t.State != ledger.Pending || t.DueAt.After(time.Now()) || len(out) == r.Limit {
			continue
		}
		t.Fence++
		t.Attempts++
		t.DueAt = time.Now().Add(r.Lease)
		out = append(out, *t)
	}
	return out, nil
}

func (s *script) Postpone(_ context.Context, id ledger.ID, fence int64, due time.Time, _ ledger.Detail) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	i := slices.IndexFunc(s.rows, func(t ledger.Transfer) bool { return t.ID == id })
	if s.rows[i].Fence != fence {
		return ledger.ErrFenced
	}
	s.rows[i].DueAt = due
	return nil
}

func (s *script) settle(id ledger.ID) {
	s.mu.Lock()
	defer s.mu.Unlock()
	i := slices.IndexFunc(s.rows, func(t ledger.Transfer) bool { return t.ID == id })
	s.rows[i].State = ledger.Posted
}

func (s *script) pending() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := 0
	for _, t := range s.rows {
		if t.State == ledger.Pending {
			n++
		}
	}
	return n
}

func pendings(kind ledger.Kind, n int) []ledger.Transfer {
	rows := make([]ledger.Transfer, n)
	for i := range rows {
		rows[i] = ledger.Transfer{ID: ledger.ID(i + 1), Kind: kind, State: ledger.Pending, CreatedAt: time.Now(), DueAt: time.Now()}
	}
	return rows
}

// tally collects outcomes.
type tally struct {
	mu     sync.Mutex
	counts map[Outcome]int
}

func (c *tally) observe(_ ledger.Kind, o Outcome, _ time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.counts == nil {
		c.counts = map[Outcome]int{}
	}
	c.counts[o]++
}

func (c *tally) of(o Outcome) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.counts[o]
}

// run starts a worker and returns how to stop it.
func run(t *testing.T, s *script, settings Settings, lanes map[ledger.Kind]Lane) (w *Worker, stop func()) {
	t.Helper()
	settings.Clock = s
	w, err := New(s, settings)
	if err != nil {
		t.Fatal(err)
	}
	for kind, l := range lanes {
		w.Handle(kind, l)
	}
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() { w.Run(ctx); close(done) }()
	return w, func() { cancel(); <-done }
}

func TestEverythingDueIsSettledWithBoundedConcurrency(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := &script{rows: pendings("withdraw", 50)}
		var mu sync.Mutex
		var now, most int
		_, stop := run(t, s, Settings{}, map[ledger.Kind]Lane{
			"withdraw": {Concurrency: 4, Handle: func(_ context.Context, tr ledger.Transfer) (Result, error) {
				mu.Lock()
				now++
				most = max(most, now)
				mu.Unlock()
				time.Sleep(time.Second)
				mu.Lock()
				now--
				mu.Unlock()
				s.settle(tr.ID)
				return Settled(), nil
			}},
		})
		time.Sleep(30 * time.Second)
		stop()
		if s.pending() != 0 || most != 4 {
			t.Errorf("pending %d, most at once %d; want 0 and 4", s.pending(), most)
		}
	})
}

func TestAHandlerThatPanicsFailsOrHangsStopsNobodyElse(t *testing.T) {
	t.Parallel()
	bad := map[string]struct {
		handle  Handler
		outcome Outcome
	}{
		"Panics": {func(context.Context, ledger.Transfer) (Result, error) { panic("boom") }, OutcomePanicked},
		"Fails": {func(context.Context, ledger.Transfer) (Result, error) {
			return Result{}, errors.New("provider down")
		}, OutcomeFailed},
		"Hangs": {func(ctx context.Context, _ ledger.Transfer) (Result, error) {
			time.Sleep(time.Hour) // deaf to its context
			return Settled(), nil
		}, OutcomeHung},
	}
	for name, b := range bad {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				s := &script{
					rows: append(pendings("game_in", 3), ledger.Transfer{
						ID: 9, Kind: "game_in", State: ledger.Pending, DueAt: time.Now().Add(time.Second),
					}),
				}
				s.rows = append(s.rows, ledger.Transfer{ID: 10, Kind: "withdraw", State: ledger.Pending, DueAt: time.Now()})
				good := func(_ context.Context, tr ledger.Transfer) (Result, error) { s.settle(tr.ID); return Settled(), nil }
				var seen tally
				_, stop := run(t, s, Settings{Observe: seen.observe}, map[ledger.Kind]Lane{
					"withdraw": {Handle: good},
					"game_in": {Concurrency: 3, Handle: func(ctx context.Context, tr ledger.Transfer) (Result, error) {
						if tr.ID < 4 {
							return b.handle(ctx, tr)
						}
						return good(ctx, tr)
					}},
				})
				time.Sleep(2 * time.Second)
				synctest.Wait()
				if s.rows[4].State != ledger.Posted {
					t.Error("another kind waits")
				}
				time.Sleep(time.Minute) // a hung attempt is given up after its 20 s
				synctest.Wait()
				if s.rows[3].State != ledger.Posted || s.pending() != 3 {
					t.Errorf("the fourth of the same kind is %s, %d pending", s.rows[3].State, s.pending())
				}
				stop()
				if seen.of(b.outcome) < 3 {
					t.Errorf("outcomes %v; want at least 3 %s", seen.counts, b.outcome)
				}
				time.Sleep(2 * time.Hour) // let the deaf ones end
			})
		})
	}
}

func TestDelaysGrowUpToTheLimitThenTheOperatorIsTold(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := &script{rows: pendings("withdraw", 1)}
		began := time.Now()
		var mu sync.Mutex
		var asked []time.Duration
		var stale int
		_, stop := run(t, s, Settings{Stale: func(_ context.Context, tr ledger.Transfer) {
			mu.Lock()
			defer mu.Unlock()
			stale++
			if age := time.Since(tr.CreatedAt); age < 24*time.Hour {
				t.Errorf("told after %s", age)
			}
		}}, map[ledger.Kind]Lane{"withdraw": {Handle: func(context.Context, ledger.Transfer) (Result, error) {
			mu.Lock()
			defer mu.Unlock()
			asked = append(asked, time.Since(began))
			return Again(ledger.Detail{}), nil
		}}})
		time.Sleep(23 * time.Hour)
		synctest.Wait()
		mu.Lock()
		if stale != 0 {
			t.Error("an operator's case too early")
		}
		for i := 1; i < len(asked); i++ {
			pause := asked[i] - asked[i-1]
			want := min(time.Second<<min(i-1, 10), 20*time.Second)
			if pause < want*3/4 || pause > want*5/4+2*time.Second {
				t.Fatalf("pause %d is %s; want about %s", i, pause, want)
			}
		}
		before := len(asked)
		mu.Unlock()
		time.Sleep(25 * time.Hour)
		stop()
		if stale < 20 || stale > 35 {
			t.Errorf("told %d times in a day; want about one an hour", stale)
		}
		if later := len(asked) - before; later > 24*2+210 {
			t.Errorf("asked %d times on the second day", later)
		}
	})
}

// TestARecoveryIsNoticedInTime: whatever was happening when the outside came back, each transfer is asked about soon enough that
// even several answers are known within a minute (docs/operating.md).
func TestARecoveryIsNoticedInTime(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		const all = 200
		s := &script{rows: pendings("game_in", all)}
		back := time.Now().Add(10 * time.Minute)
		_, stop := run(t, s, Settings{}, map[ledger.Kind]Lane{
			"game_in": {Concurrency: all, Handle: func(ctx context.Context, tr ledger.Transfer) (Result, error) {
				if time.Now().Before(back) {
					<-ctx.Done()
					return Again(ledger.Detail{}), nil
				}
				s.settle(tr.ID)
				return Settled(), nil
			}},
		})
		time.Sleep(10*time.Minute + 48*time.Second)
		synctest.Wait()
		if left := s.pending(); left > 0 {
			t.Errorf("%d of %d transfers were not asked about within 48 s of the recovery", left, all)
		}
		stop()
	})
}

func TestAHandlersOwnTimeIsKept(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := &script{rows: pendings("game_in", 1)}
		var asked []time.Time
		_, stop := run(t, s, Settings{}, map[ledger.Kind]Lane{
			"game_in": {Handle: func(context.Context, ledger.Transfer) (Result, error) {
				asked = append(asked, time.Now())
				return AgainIn(5*time.Minute, ledger.Detail{}), nil
			}},
		})
		time.Sleep(11 * time.Minute)
		stop()
		if len(asked) != 3 || asked[1].Sub(asked[0]) < 5*time.Minute {
			t.Errorf("asked at %v", asked)
		}
	})
}

func TestAWakeUpIsServedAtOnce(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := &script{}
		w, stop := run(t, s, Settings{Poll: time.Hour}, map[ledger.Kind]Lane{
			"withdraw": {Handle: func(_ context.Context, tr ledger.Transfer) (Result, error) {
				s.settle(tr.ID)
				return Settled(), nil
			}},
		})
		time.Sleep(time.Second)
		s.mu.Lock()
		s.rows = pendings("withdraw", 3)
		s.mu.Unlock()
		w.Wake("withdraw", "unknown")
		synctest.Wait()
		if s.pending() != 0 {
			t.Errorf("%d still pending", s.pending())
		}
		stop()
	})
}

func TestStoppingWaitsForWhatIsUnderWayAndTakesNothingNew(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := &script{rows: pendings("withdraw", 2)}
		_, stop := run(t, s, Settings{}, map[ledger.Kind]Lane{
			"withdraw": {Concurrency: 1, Handle: func(ctx context.Context, tr ledger.Transfer) (Result, error) {
				select {
				case <-time.After(5 * time.Second):
				case <-ctx.Done():
					return Result{}, ctx.Err()
				}
				s.settle(tr.ID)
				return Settled(), nil
			}},
		})
		time.Sleep(time.Second)
		began := time.Now()
		stop()
		if took := time.Since(began); took != 4*time.Second || s.pending() != 1 {
			t.Errorf("stopped after %s with %d pending; want 4s and 1", took, s.pending())
		}
	})
}

func TestStoppingIsBoundedByTheGrace(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := &script{rows: pendings("withdraw", 1)}
		_, stop := run(t, s, Settings{Grace: 3 * time.Second}, map[ledger.Kind]Lane{
			"withdraw": {Handle: func(context.Context, ledger.Transfer) (Result, error) {
				time.Sleep(time.Minute)
				return Settled(), nil
			}},
		})
		time.Sleep(time.Second)
		began := time.Now()
		stop()
		if took := time.Since(began); took > 5*time.Second {
			t.Errorf("stopping took %s", took)
		}
		time.Sleep(time.Hour)
	})
}

// TestTheProductsTimes: an attempt has 20 s. A stopping worker waits 20 s for its attempts, however much time they have left, and
// one more second for them to notice.
func TestTheProductsTimes(t *testing.T) {
	t.Parallel()
	for _, timeout := range []time.Duration{0, time.Minute} {
		synctest.Test(t, func(t *testing.T) {
			s := &script{rows: pendings("withdraw", 1)}
			given := make(chan time.Duration, 1)
			_, stop := run(t, s, Settings{Timeout: timeout}, map[ledger.Kind]Lane{
				"withdraw": {Handle: func(ctx context.Context, _ ledger.Transfer) (Result, error) {
					end, _ := ctx.Deadline()
					given <- time.Until(end)
					time.Sleep(time.Hour) // it does not notice
					return Settled(), nil
				}},
			})
			if got, want := <-given, max(timeout, 20*time.Second); got != want {
				t.Errorf("an attempt has %s, want %s", got, want)
			}
			began := time.Now()
			stop()
			if took := time.Since(began); took != 21*time.Second {
				t.Errorf("stopped after %s", took)
			}
			time.Sleep(2 * time.Hour)
		})
	}
}

func TestBacklogTellsTheOldest(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := &script{rows: pendings("withdraw", 3)}
		var settled atomic.Bool
		w, stop := run(t, s, Settings{}, map[ledger.Kind]Lane{
			"withdraw": {Handle: func(_ context.Context, tr ledger.Transfer) (Result, error) {
				if !settled.Load() {
					return Again(ledger.Detail{}), nil
				}
				s.settle(tr.ID)
				return Settled(), nil
			}},
		})
		time.Sleep(10 * time.Minute)
		synctest.Wait()
		if b := w.Backlog()["withdraw"]; b.Count != 3 || b.Oldest != 10*time.Minute {
			t.Errorf("backlog %+v; want 3 of 10m", b)
		}
		settled.Store(true)
		time.Sleep(time.Minute)
		if b := w.Backlog()["withdraw"]; b != (Backlog{}) {
			t.Errorf("backlog %+v; want none", b)
		}
		stop()
	})
}

func TestALeaseMustOutliveAnAttempt(t *testing.T) {
	t.Parallel()
	if _, err := New(&script{}, Settings{Timeout: time.Minute, Lease: time.Second}); err == nil {
		t.Error("accepted")
	}
}
