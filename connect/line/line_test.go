package line_test

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"krapao/connect/line"
	"krapao/internal/testkit/memnet"
)

// system stands at the other end of a network without sockets until the test ends.
type system struct {
	url string
	net *memnet.Net
}

func serve(t *testing.T, h http.HandlerFunc) system {
	t.Helper()
	n := memnet.New()
	server := n.Server("system.test", h)
	t.Cleanup(func() { server.CloseClientConnections(); server.Close() })
	return system{server.URL, n}
}

// line makes a line to it.
func (s system) line(settings line.Settings) *line.Line {
	settings.Dial = s.net.Dial
	return line.New(settings)
}

// pass lets time pass, in a bubble.
func pass(d time.Duration) { time.Sleep(d) }

// A system that does not answer is left alone for a while: its callers are told at once that nothing was sent. Then one
// call tries, and if it is answered all go on.
func TestBreaker(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var up atomic.Bool
		var calls atomic.Int64
		s := serve(t, func(w http.ResponseWriter, _ *http.Request) {
			calls.Add(1)
			if !up.Load() {
				w.WriteHeader(http.StatusServiceUnavailable)
			}
		})
		var told []bool
		l := s.line(line.Settings{ShutAfter: 3, Observe: func(_ time.Duration, _ error, shut bool) { told = append(told, shut) }})
		post := func() error {
			_, err := l.Do(t.Context(), line.Request{URL: s.url})
			return err
		}
		for range 3 {
			if err := post(); err != nil {
				t.Fatal(err)
			}
		}
		pass(pause - time.Nanosecond)
		if err := post(); !errors.Is(err, line.ErrShut) || !errors.Is(err, line.ErrNotSent) || calls.Load() != 3 {
			t.Errorf("after three failures: %v, and %d calls", err, calls.Load())
		}
		pass(time.Nanosecond)
		if err := post(); err != nil || calls.Load() != 4 {
			t.Errorf("one call tries: %v, and %d calls", err, calls.Load())
		}
		if err := post(); !errors.Is(err, line.ErrShut) {
			t.Errorf("it failed too: %v", err)
		}
		if want := []bool{false, false, true, true, true, true}; !slices.Equal(told, want) {
			t.Errorf("whether it is left alone was told as %v, want %v", told, want)
		}
		up.Store(true)
		pass(pause)
		for range 5 {
			if err := post(); err != nil {
				t.Errorf("it is up again: %v", err)
			}
		}
	})
}

// pause is how long a line leaves a system alone where nothing else is set.
const pause = 5 * time.Second

// A refusal is an answer: it shuts nothing.
func TestRefusalsDoNotShut(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := serve(t, http.NotFound)
		l := s.line(line.Settings{ShutAfter: 2})
		for range 5 {
			if answer, err := l.Do(t.Context(), line.Request{URL: s.url}); err != nil || answer.Status != http.StatusNotFound {
				t.Errorf("%+v, %v", answer, err)
			}
		}
	})
}

// A call ends in time, and nobody knows what became of it; while one tries whether a system answers again, the others are
// told at once.
func TestACallEndsInTime(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := serve(t, func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
		for set, want := range map[time.Duration]time.Duration{0: 10 * time.Second, 4 * time.Second: 4 * time.Second, time.Hour: 15 * time.Second} {
			l := s.line(line.Settings{Timeout: set, ShutAfter: 1})
			began := time.Now()
			hangs := func() {
				_, err := l.Do(t.Context(), line.Request{URL: s.url})
				if took := time.Since(began); took != want || !errors.Is(err, context.DeadlineExceeded) || errors.Is(err, line.ErrNotSent) {
					t.Errorf("%s: %v after %s", set, err, took)
				}
			}
			hangs()
			pass(pause)
			began = time.Now()
			var wait sync.WaitGroup
			wait.Go(hangs)
			synctest.Wait()
			if _, err := l.Do(t.Context(), line.Request{URL: s.url}); !errors.Is(err, line.ErrShut) || time.Since(began) != 0 {
				t.Errorf("%s, while one tries: %v after %s", set, err, time.Since(began))
			}
			wait.Wait()
		}
	})
}

// So many at once and no more; who gets no place in time was not sent.
func TestBounded(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var now atomic.Int64
		answer := make(chan struct{})
		s := serve(t, func(http.ResponseWriter, *http.Request) {
			now.Add(1)
			<-answer
			now.Add(-1)
		})
		l := s.line(line.Settings{AtOnce: 2})
		var wait sync.WaitGroup
		for range 6 {
			wait.Go(func() {
				if _, err := l.Do(t.Context(), line.Request{URL: s.url}); err != nil {
					t.Error(err)
				}
			})
		}
		synctest.Wait()
		hurried, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if _, err := l.Do(hurried, line.Request{URL: s.url}); !errors.Is(err, line.ErrNotSent) {
			t.Errorf("no place in time: %v", err)
		}
		for n := range int64(6) {
			synctest.Wait()
			if want := min(2, 6-n); now.Load() != want {
				t.Errorf("%d at once after %d answers, want %d", now.Load(), n, want)
			}
			answer <- struct{}{}
		}
		wait.Wait()
	})
}

// A caller that gives up within four seconds had no time, nor had one that gives up before the line itself would: that says
// nothing about the system, however often, and the next one may try. Whoever waited longer has found that it does not answer.
func TestACallerThatHadNoTime(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := serve(t, func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
		const fair, short, instant = 4 * time.Second, 3 * time.Second, time.Nanosecond
		for _, c := range []struct {
			timeout, waits time.Duration
			counts         bool
		}{{0, fair - instant, false}, {0, fair, true}, {short, short - instant, false}, {short, short, true}} {
			var told []bool
			l := s.line(line.Settings{Timeout: c.timeout, ShutAfter: 2, Observe: func(_ time.Duration, _ error, shut bool) { told = append(told, shut) }})
			gives := func(up time.Duration) (time.Duration, error) {
				ctx, cancel := context.WithTimeout(t.Context(), up)
				defer cancel()
				began := time.Now()
				_, err := l.Do(ctx, line.Request{URL: s.url})
				return time.Since(began), err
			}
			for range 3 {
				took, err := gives(c.waits)
				if shut := errors.Is(err, line.ErrShut); shut != (c.counts && len(told) == 3) || !shut && took != c.waits {
					t.Errorf("a line of %s, after %s: %v", c.timeout, took, err)
				}
			}
			if want := []bool{false, c.counts, c.counts}; !slices.Equal(told, want) {
				t.Errorf("a line of %s, callers of %s: whether it is left alone was told as %v, want %v", c.timeout, c.waits, told, want)
			}
			if !c.counts {
				continue
			}
			pass(pause)
			for range 2 { // one of them tries and has no time for it: then the next tries
				if _, err := gives(time.Second); !errors.Is(err, context.DeadlineExceeded) || errors.Is(err, line.ErrNotSent) {
					t.Errorf("a line of %s, tried without time: %v", c.timeout, err)
				}
			}
		}
	})
}

// Who finds no place in its time is told so, and that nothing was sent; it does not count against the system, which was not
// asked. Who waits on gets the place, with what is left of the line's own time.
func TestNoPlace(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		const busy, limit = 7 * time.Second, 10 * time.Second
		var calls atomic.Int64
		s := serve(t, func(_ http.ResponseWriter, r *http.Request) {
			if calls.Add(1) == 1 {
				pass(busy)
				return
			}
			<-r.Context().Done()
		})
		var told atomic.Int64
		l := s.line(line.Settings{AtOnce: 1, ShutAfter: 1, Observe: func(time.Duration, error, bool) { told.Add(1) }})
		var wait sync.WaitGroup
		wait.Go(func() {
			if _, err := l.Do(t.Context(), line.Request{URL: s.url}); err != nil {
				t.Error(err)
			}
		})
		synctest.Wait()
		began := time.Now()
		wait.Go(func() {
			_, err := l.Do(t.Context(), line.Request{URL: s.url})
			if took := time.Since(began); took != limit || !errors.Is(err, context.DeadlineExceeded) || errors.Is(err, line.ErrNotSent) {
				t.Errorf("who waited for its place and then for an answer: %v after %s", err, took)
			}
		})
		for range 3 {
			at := time.Now()
			hurried, cancel := context.WithTimeout(t.Context(), 2*time.Second)
			_, err := l.Do(hurried, line.Request{URL: s.url})
			cancel()
			if took := time.Since(at); took != 2*time.Second || !errors.Is(err, line.ErrNoPlace) || !errors.Is(err, line.ErrNotSent) {
				t.Errorf("no place: %v after %s", err, took)
			}
		}
		if calls.Load() != 1 || told.Load() != 0 {
			t.Errorf("%d calls arrived, %d were told of, while one held the place", calls.Load(), told.Load())
		}
		wait.Wait()
		if calls.Load() != 2 || told.Load() != 2 {
			t.Errorf("%d calls arrived, %d were told of", calls.Load(), told.Load())
		}
	})
}

// The clock of SendBy is the product's, and is looked at when everything else is ready.
func TestSendBy(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var calls atomic.Int64
		s := serve(t, func(http.ResponseWriter, *http.Request) { calls.Add(1) })
		now := time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC)
		l := s.line(line.Settings{Now: func() time.Time { return now }})
		for _, c := range []struct {
			sendBy time.Time
			want   error
		}{{time.Time{}, nil}, {now.Add(time.Microsecond), nil}, {now, line.ErrTooLate}, {now.Add(-time.Hour), line.ErrTooLate}} {
			if _, err := l.Do(t.Context(), line.Request{URL: s.url, SendBy: c.sendBy}); !errors.Is(err, c.want) {
				t.Errorf("%s: %v", c.sendBy, err)
			}
		}
		if calls.Load() != 2 {
			t.Errorf("%d calls arrived", calls.Load())
		}
	})
}
