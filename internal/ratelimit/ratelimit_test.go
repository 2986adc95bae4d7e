package ratelimit

import (
	"context"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"krapao/fault"
	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
)

var noon = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

// each runs a test over every source.
func each(t *testing.T, test func(t *testing.T, source Source)) {
	t.Helper()
	t.Run("Memory", func(t *testing.T) { t.Parallel(); test(t, NewMemory()) })
	storetest.Each(t, func(t *testing.T, s *store.Store) { test(t, NewSQL(s)) })
}

func TestTheAllowance(t *testing.T) {
	t.Parallel()
	d := Defaults()
	type step struct {
		after time.Duration
		tries int
		want  int           // how many of the tries are allowed
		wait  time.Duration // of the last try, where it is refused
	}
	cases := map[string]struct {
		limit Limit
		steps []step
	}{
		"OneCodeAMinute": {d.OTPMinute, []step{
			{0, 2, 1, time.Minute},
			{59 * time.Second, 1, 0, time.Second},
			{time.Second, 2, 1, time.Minute},
		}},
		"FiveCodesAnHour": {d.OTPHour, []step{
			{0, 3, 3, 0},
			{10 * time.Minute, 3, 2, 50 * time.Minute},
			{50*time.Minute - time.Microsecond, 1, 0, time.Microsecond},
			{time.Microsecond, 4, 3, 10 * time.Minute},
			{time.Hour, 6, 5, time.Hour},
		}},
		"TwentyCodesADay": {d.OTPDay, []step{{0, 21, 20, 24 * time.Hour}}},
		"FiveWrongLogins": {d.LoginUsernameAddress, []step{
			{0, 6, 5, 15 * time.Minute},
			{15*time.Minute - time.Microsecond, 1, 0, time.Microsecond},
			{time.Microsecond, 6, 5, 15 * time.Minute},
		}},
		"AnIdleMemberIsWhole": {d.Member, []step{
			{0, 201, 200, 50 * time.Millisecond},
			{time.Second, 21, 20, 50 * time.Millisecond},
			{time.Hour, 201, 200, 50 * time.Millisecond},
		}},
		"AnAddress": {d.Address, []step{{0, 1001, 1000, 5 * time.Millisecond}}},
		"Uploads":   {d.Upload, []step{{0, 21, 20, 10 * time.Minute}}},
	}
	each(t, func(t *testing.T, source Source) {
		for name, c := range cases { // each limit has a name of its own
			clk := clock.NewFake(noon)
			l := New(source, clk)
			for i, s := range c.steps {
				clk.Advance(s.after)
				got, last := 0, Decision{}
				for range s.tries {
					var err error
					if last, err = l.Take(t.Context(), c.limit.On("0812345678")); err != nil {
						t.Fatal(err)
					}
					if last.Allowed {
						got++
					}
				}
				if got != s.want || last.Wait != s.wait {
					t.Errorf("%s, step %d: %d allowed, wait %s; want %d, %s", name, i, got, last.Wait, s.want, s.wait)
				}
			}
		}
	})
}

// However often somebody tries, no window has more than the limit, and in the long run all of the limit can be used.
func TestNoWindowHasMore(t *testing.T) {
	t.Parallel()
	d := Defaults()
	each(t, func(t *testing.T, source Source) {
		for _, limit := range []Limit{d.LoginUsernameAddress, d.OTPHour, d.LoginUsername} {
			clk := clock.NewFake(noon)
			l := New(source, clk)
			var got []time.Time
			for i := range 400 { // four windows, with pauses of all lengths
				decision, err := l.Take(t.Context(), limit.On("m"))
				if err != nil {
					t.Fatal(err)
				}
				if decision.Allowed {
					got = append(got, clk.Now())
				}
				clk.Advance(limit.Per / 5000 * time.Duration(i*37%100+1))
			}
			for i := limit.Count; i < len(got); i++ {
				if got[i].Sub(got[i-limit.Count]) < limit.Per {
					t.Fatalf("%s: %d within %s", limit.Name, limit.Count+1, got[i].Sub(got[i-limit.Count]))
				}
			}
			if len(got) < 4*limit.Count {
				t.Errorf("%s: %d allowed in more than 4 times %s", limit.Name, len(got), limit.Per)
			}
		}
	})
}

// The clocks of nodes differ. An event at one counts at the other, whichever is behind.
func TestAWindowOnTwoClocks(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, source Source) {
		limit := Limit{Name: "x", Count: 2, Per: time.Minute}
		ahead, behind := clock.NewFake(noon.Add(2*time.Second)), clock.NewFake(noon)
		one, other := New(source, ahead), New(source, behind)
		for i, l := range []*Limiter{one, other, one, other} {
			d, err := l.Take(t.Context(), limit.On("m"))
			if err != nil || d.Allowed != (i < 2) {
				t.Fatalf("%d: %+v, %v", i, d, err)
			}
		}
		ahead.Advance(time.Minute - 2*time.Second) // the event at noon has fallen out
		behind.Advance(time.Minute - 2*time.Second)
		if d, err := one.Take(t.Context(), limit.On("m")); err != nil || !d.Allowed {
			t.Errorf("a minute after the first: %+v, %v", d, err)
		}
		if d, err := other.Take(t.Context(), limit.On("m")); err != nil || d.Allowed || d.Wait != 4*time.Second {
			t.Errorf("the one behind: %+v, %v; want to wait 4 s", d, err)
		}
	})
}

// A refund gives back exactly its event, and not a later or earlier one of somebody else.
func TestARefundIsOfThatEvent(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, source Source) {
		clk := clock.NewFake(noon)
		l, limit := New(source, clk), Limit{Name: "x", Count: 2, Per: time.Minute}
		right, err := l.Charge(t.Context(), limit.On("m"))
		if err != nil {
			t.Fatal(err)
		}
		clk.Advance(10 * time.Second)
		if err := l.Check(t.Context(), limit.On("m")); err != nil { // a wrong one while the right one is compared
			t.Fatal(err)
		}
		for range 2 { // the second refund of an event changes nothing
			if err := l.Refund(t.Context(), right, limit.On("m")); err != nil {
				t.Fatal(err)
			}
		}
		if err := l.Check(t.Context(), limit.On("m")); err != nil {
			t.Errorf("the second that counts: %v", err)
		}
		clk.Advance(50 * time.Second)
		if d, err := l.Take(t.Context(), limit.On("m")); err != nil || d.Allowed || d.Wait != 10*time.Second {
			t.Errorf("a minute after the one that was given back: %+v, %v; want to wait 10 s", d, err)
		}
		if err := l.Refund(t.Context(), right, Limit{Name: "never charged", Count: 1, Per: time.Hour}.On("m")); err != nil {
			t.Error(err)
		}
	})
}

func TestSubjectsDoNotCollide(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, source Source) {
		l, limit := New(source, clock.NewFake(noon)), Limit{Name: "x", Count: 1, Per: time.Hour}
		another := Limit{Name: "y", Count: 1, Per: time.Hour}
		for _, c := range []Charge{limit.On("ab", "c"), limit.On("a", "bc"), limit.On("abc"), another.On("abc")} {
			if err := l.Check(t.Context(), c); err != nil {
				t.Errorf("%+v: %v", c, err)
			}
			if err := l.Check(t.Context(), c); !fault.Is(err, fault.REQUEST_LIMIT) {
				t.Errorf("%+v twice: %v", c, err)
			}
		}
	})
}

func TestSeveralLimitsAreChargedAllOrNone(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, source Source) {
		clk := clock.NewFake(noon)
		l, d := New(source, clk), Defaults()
		send := []Charge{d.OTPMinute.On("p"), d.OTPHour.On("p"), d.OTPDay.On("p"), d.OTPAddress.On("::1")}
		for i := range 5 {
			if err := l.Check(t.Context(), send...); err != nil {
				t.Fatalf("message %d: %v", i, err)
			}
			for range 10 { // a refusal by the minute takes nothing from the hour and the day
				err := l.Check(t.Context(), send...)
				if i == 4 {
					if !fault.Is(err, fault.REQUEST_LIMIT) {
						t.Fatalf("after the fifth: %v; want the hour's limit, which waits longest", err)
					}
				} else if !fault.Is(err, fault.REQUEST_LIMIT_1MIN) {
					t.Fatalf("message %d again: %v", i, err)
				}
			}
			clk.Advance(time.Minute)
		}
		decision, err := l.Take(t.Context(), send...)
		if err != nil || decision.Allowed || decision.Wait != 55*time.Minute {
			t.Errorf("the sixth: %+v, %v; want to wait 55m", decision, err)
		}
		clk.Advance(decision.Wait)
		if err := l.Check(t.Context(), send...); err != nil {
			t.Errorf("after the wait that was named: %v", err)
		}
	})
}

func TestRefundAndReset(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, source Source) {
		l, login := New(source, clock.NewFake(noon)), Defaults().LoginUsernameAddress.On("0812345678", "203.0.113.9")
		for range 50 { // right passwords never run into the limit on wrong ones
			at, err := l.Charge(t.Context(), login)
			if err != nil {
				t.Fatal(err)
			}
			if err := l.Refund(t.Context(), at, login); err != nil {
				t.Fatal(err)
			}
		}
		for range 5 {
			if err := l.Check(t.Context(), login); err != nil {
				t.Fatal(err)
			}
		}
		if err := l.Check(t.Context(), login); !fault.Is(err, fault.REQUEST_LIMIT) || fault.Of(err).Params[WaitParam] != 900 {
			t.Errorf("the sixth: %v %v", err, fault.Of(err).Params)
		}
		if err := storetest.Open(t, store.SQLite).Write(t.Context(), func(tx *store.Tx) error {
			return reset(t, l, source, tx, login)
		}); err != nil {
			t.Fatal(err)
		}
		if err := l.Check(t.Context(), login); err != nil {
			t.Errorf("after an operator's reset: %v", err)
		}
	})
}

// reset makes an allowance whole in a transaction of the source's own store, or in tx where it has none.
func reset(t *testing.T, l *Limiter, source Source, tx *store.Tx, c Charge) error {
	t.Helper()
	of, stored := source.(*SQL)
	if !stored {
		return l.ResetTx(t.Context(), tx, c)
	}
	return of.store.Write(t.Context(), func(tx *store.Tx) error { return l.ResetTx(t.Context(), tx, c) })
}

func TestARaceCannotOverdraw(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, source Source) {
		l, d := New(source, clock.NewFake(noon)), Defaults()
		var ok atomic.Int64
		var wg sync.WaitGroup
		for i := range 200 {
			wg.Go(func() {
				charges := []Charge{d.LoginUsername.On("m"), d.LoginAddress.On("a")}
				if i%2 == 0 { // another order must not lead into a deadlock
					charges[0], charges[1] = charges[1], charges[0]
				}
				decision, err := l.Take(context.Background(), charges...)
				if err != nil {
					t.Error(err)
				} else if decision.Allowed {
					ok.Add(1)
				}
			})
		}
		wg.Wait()
		if ok.Load() != 20 {
			t.Errorf("%d of 200 parallel guesses allowed; want exactly 20", ok.Load())
		}
	})
}

func TestNodesShareAndARestartForgetsNothing(t *testing.T) {
	t.Parallel()
	storetest.Bubble(t, func(t *testing.T, engine store.Engine) {
		cfg, limit := storetest.Config(t, engine, nil), Limit{Name: "x", Count: 1, Per: time.Hour}
		for i := range 2 {
			s, err := store.Open(t.Context(), cfg)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := s.Migrate(t.Context()); err != nil {
				t.Fatal(err)
			}
			d, err := New(NewSQL(s), clock.NewFake(noon)).Take(t.Context(), limit.On("m"))
			if err != nil || d.Allowed != (i == 0) {
				t.Errorf("life %d: %+v %v", i, d, err)
			}
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
		}
	})
}

// Two nodes that are used at once have one node's allowance, wherever the window begins.
func TestTwoNodesAtOnceNeverExceedIt(t *testing.T) {
	t.Parallel()
	storetest.EachAt(t, noon, func(t *testing.T, s *store.Store, clk *clock.Fake) {
		nodes := []*Limiter{New(NewSQL(s), clk), New(NewSQL(s), clk)}
		if s.Engine() == store.Postgres { // where nodes are processes of their own
			again, err := store.Open(t.Context(), store.Config{URL: s.URL(), Clock: clk})
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = again.Close() })
			nodes[1] = New(NewSQL(again), clk)
		}
		limit := Defaults().LoginUsernameAddress
		round := func(want int64) {
			t.Helper()
			var ok atomic.Int64
			var wg sync.WaitGroup
			for i := range 40 {
				wg.Go(func() {
					d, err := nodes[i%2].Take(context.Background(), limit.On("m"))
					if err != nil {
						t.Error(err)
					} else if d.Allowed {
						ok.Add(1)
					}
				})
			}
			wg.Wait()
			if ok.Load() != want {
				t.Errorf("%d of 40 at %s allowed; want %d", ok.Load(), clk.Now(), want)
			}
		}
		round(5)
		clk.Advance(limit.Per - time.Microsecond)
		round(0)
		clk.Advance(time.Microsecond)
		round(5)
	})
}

func TestSweepsKeepOnlyWhatCounts(t *testing.T) {
	t.Parallel()
	storetest.EachAt(t, noon, func(t *testing.T, s *store.Store, clk *clock.Fake) {
		sql := NewSQL(s)
		l := New(sql, clk)
		short, long := Limit{Name: "short", Count: 1, Per: time.Second}, Limit{Name: "long", Count: 1, Per: time.Hour}
		for _, subject := range []string{"a", "b", "c"} {
			if err := l.Check(t.Context(), short.On(subject), long.On(subject)); err != nil {
				t.Fatal(err)
			}
		}
		clk.Advance(time.Minute)
		if n, err := sql.Sweep(t.Context()); err != nil || n != 3 {
			t.Fatalf("swept %d, %v; want the 3 that are whole again", n, err)
		}
		clk.Advance(59*time.Minute - time.Microsecond)
		if n, err := sql.Sweep(t.Context()); err != nil || n != 0 {
			t.Errorf("swept %d, %v; want none before its hour is over", n, err)
		}
		if err := l.Check(t.Context(), long.On("a")); !fault.Is(err, fault.REQUEST_LIMIT) {
			t.Errorf("a sweep forgave: %v", err)
		}
		clk.Advance(time.Microsecond)
		if n, err := sql.Sweep(t.Context()); err != nil || n != 3 {
			t.Errorf("swept %d, %v; want the 3 that are whole again", n, err)
		}
	})
}

func TestMemoryIsForTheCurrentCallers(t *testing.T) {
	t.Parallel()
	clk, m := clock.NewFake(noon), NewMemory()
	l := New(m, clk)
	for i := range 100_000 {
		if _, err := l.Take(t.Context(), Defaults().Address.On(time.Duration(i).String())); err != nil {
			t.Fatal(err)
		}
		clk.Advance(time.Millisecond)
	}
	// A caller whose event still counts is not removed with those that are gone.
	once := Limit{Name: "once", Count: 1, Per: time.Minute}
	if err := l.Check(t.Context(), once.On("still here")); err != nil {
		t.Error(err)
	}
	for i := range 50_000 {
		if _, err := l.Take(t.Context(), Defaults().Address.On("more", time.Duration(i).String())); err != nil {
			t.Fatal(err)
		}
		clk.Advance(time.Millisecond)
	}
	if err := l.Check(t.Context(), once.On("still here")); !fault.Is(err, fault.REQUEST_LIMIT) {
		t.Errorf("forgotten after 50 s of a minute: %v", err)
	}
	if n := len(m.kept); n > 2*smallestSweep {
		t.Errorf("%d allowances kept of callers that are gone", n)
	}
}

func TestOffAllowsEverything(t *testing.T) {
	t.Parallel()
	for range 1000 {
		if err := Off().Check(t.Context(), Defaults().OTPMinute.On("p")); err != nil {
			t.Fatal(err)
		}
	}
}

func TestEveryDefaultIsSoundAndNamedOnce(t *testing.T) {
	t.Parallel()
	d, seen := Defaults(), map[string]bool{}
	for _, l := range []Limit{
		d.LoginUsernameAddress, d.LoginUsername, d.LoginAddress, d.OTPMinute, d.OTPHour, d.OTPDay, d.OTPAddress,
		d.Register, d.Member, d.Address, d.Upload,
	} {
		if err := l.valid(); err != nil || seen[l.Name] {
			t.Errorf("%s: %v, named twice: %v", l.Name, err, seen[l.Name])
		}
		seen[l.Name] = true
	}
}

func TestAMistakenLimitIsAnErrorAndNoPanic(t *testing.T) {
	t.Parallel()
	for _, limit := range []Limit{
		{},
		{Name: "x"},
		{Name: "x", Count: 1},
		{Name: "x", Per: time.Second},
		{Name: "x", Count: 10_000_000, Per: time.Second},
		{Name: "x", Count: mostEvents + 1, Per: time.Hour},
	} {
		err := New(NewMemory(), clock.NewFake(noon)).Check(t.Context(), limit.On("m"))
		if err == nil || fault.Is(err, fault.REQUEST_LIMIT) {
			t.Errorf("%+v: %v", limit, err)
		}
	}
}
