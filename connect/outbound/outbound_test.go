package outbound_test

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

	"krapao/connect/outbound"
	"krapao/internal/testkit/memnet"
)

// system is an HTTP server on a network without sockets, until the test ends.
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

// client makes a client of it.
func (s system) client(settings outbound.Settings) *outbound.Client {
	settings.Dial = s.net.Dial
	return outbound.New(settings)
}

// pass lets virtual time pass.
func pass(d time.Duration) { time.Sleep(d) }

// The circuit breaker of a system that does not answer opens: calls fail at once with ErrNotSent. Later one trial call is
// let through, and once that is answered all calls are.
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
		var observed []bool
		c := s.client(outbound.Settings{
			FailureThreshold: 3,
			Observe:          func(_ time.Duration, _ error, open bool) { observed = append(observed, open) },
		})
		post := func() error {
			_, err := c.Do(t.Context(), outbound.Request{URL: s.url})
			return err
		}
		for range 3 {
			if err := post(); err != nil {
				t.Fatal(err)
			}
		}
		pass(pause - time.Nanosecond)
		if err := post(); !errors.Is(err, outbound.ErrCircuitOpen) || !errors.Is(err, outbound.ErrNotSent) || calls.Load() != 3 {
			t.Errorf("after three failures: %v, and %d calls", err, calls.Load())
		}
		pass(time.Nanosecond)
		if err := post(); err != nil || calls.Load() != 4 {
			t.Errorf("the trial call: %v, and %d calls", err, calls.Load())
		}
		if err := post(); !errors.Is(err, outbound.ErrCircuitOpen) {
			t.Errorf("after the trial call failed: %v", err)
		}
		if want := []bool{false, false, true, true, true, true}; !slices.Equal(observed, want) {
			t.Errorf("the circuit breaker was observed as open: %v, want %v", observed, want)
		}
		up.Store(true)
		pass(pause)
		for range 5 {
			if err := post(); err != nil {
				t.Errorf("after the system recovered: %v", err)
			}
		}
	})
}

// pause is how long the circuit breaker stays open by default.
const pause = 5 * time.Second

// A refusal is an answer: it does not open the circuit breaker.
func TestRefusalsDoNotOpenTheCircuit(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := serve(t, http.NotFound)
		c := s.client(outbound.Settings{FailureThreshold: 2})
		for range 5 {
			if answer, err := c.Do(t.Context(), outbound.Request{URL: s.url}); err != nil || answer.Status != http.StatusNotFound {
				t.Errorf("%+v, %v", answer, err)
			}
		}
	})
}

// A call ends in time with an unknown outcome. While a trial call is under way, other calls fail at once.
func TestACallEndsInTime(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := serve(t, func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
		for set, want := range map[time.Duration]time.Duration{
			0: 10 * time.Second, 4 * time.Second: 4 * time.Second, time.Hour: 15 * time.Second,
		} {
			c := s.client(outbound.Settings{Timeout: set, FailureThreshold: 1})
			began := time.Now()
			hangs := func() {
				_, err := c.Do(t.Context(), outbound.Request{URL: s.url})
				timedOut := errors.Is(err, context.DeadlineExceeded) && !errors.Is(err, outbound.ErrNotSent)
				if took := time.Since(began); took != want || !timedOut {
					t.Errorf("%s: %v after %s", set, err, took)
				}
			}
			hangs()
			pass(pause)
			began = time.Now()
			var wait sync.WaitGroup
			wait.Go(hangs)
			synctest.Wait()
			_, err := c.Do(t.Context(), outbound.Request{URL: s.url})
			if !errors.Is(err, outbound.ErrCircuitOpen) || time.Since(began) != 0 {
				t.Errorf("%s, during a trial call: %v after %s", set, err, time.Since(began))
			}
			wait.Wait()
		}
	})
}

// The number of concurrent calls is bounded. A call that gets no slot in time was not sent.
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
		c := s.client(outbound.Settings{MaxConcurrent: 2})
		var wait sync.WaitGroup
		for range 6 {
			wait.Go(func() {
				if _, err := c.Do(t.Context(), outbound.Request{URL: s.url}); err != nil {
					t.Error(err)
				}
			})
		}
		synctest.Wait()
		hurried, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if _, err := c.Do(hurried, outbound.Request{URL: s.url}); !errors.Is(err, outbound.ErrNotSent) {
			t.Errorf("no slot in time: %v", err)
		}
		for n := range int64(6) {
			synctest.Wait()
			if want := min(2, 6-n); now.Load() != want {
				t.Errorf("%d concurrent calls after %d answers, want %d", now.Load(), n, want)
			}
			answer <- struct{}{}
		}
		wait.Wait()
	})
}

// A caller that gives up within four seconds, or before the client's own timeout, says nothing about the system, however
// often. A call that waited longer has failed.
func TestACallerThatHadNoTime(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := serve(t, func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
		const patience, short, instant = 4 * time.Second, 3 * time.Second, time.Nanosecond
		for _, tc := range []struct {
			timeout, waits time.Duration
			counts         bool
		}{{0, patience - instant, false}, {0, patience, true}, {short, short - instant, false}, {short, short, true}} {
			var observed []bool
			c := s.client(outbound.Settings{
				Timeout: tc.timeout, FailureThreshold: 2,
				Observe: func(_ time.Duration, _ error, open bool) { observed = append(observed, open) },
			})
			giveUpAfter := func(limit time.Duration) (time.Duration, error) {
				ctx, cancel := context.WithTimeout(t.Context(), limit)
				defer cancel()
				began := time.Now()
				_, err := c.Do(ctx, outbound.Request{URL: s.url})
				return time.Since(began), err
			}
			for range 3 {
				took, err := giveUpAfter(tc.waits)
				open := errors.Is(err, outbound.ErrCircuitOpen)
				if open != (tc.counts && len(observed) == 3) || !open && took != tc.waits {
					t.Errorf("timeout %s, after %s: %v", tc.timeout, took, err)
				}
			}
			if want := []bool{false, tc.counts, tc.counts}; !slices.Equal(observed, want) {
				t.Errorf("timeout %s, callers wait %s: the circuit breaker was observed as open: %v, want %v",
					tc.timeout, tc.waits, observed, want)
			}
			if !tc.counts {
				continue
			}
			pass(pause)
			for range 2 { // the first trial call is given up too early: then the next call is a trial
				_, err := giveUpAfter(time.Second)
				if !errors.Is(err, context.DeadlineExceeded) || errors.Is(err, outbound.ErrNotSent) {
					t.Errorf("timeout %s, a trial call that was given up: %v", tc.timeout, err)
				}
			}
		}
	})
}

// A call that gets no slot in its time fails with ErrNoSlot, and does not count as a failure of the system. A call that
// waits longer gets the slot, with the rest of the client's timeout.
func TestNoSlot(t *testing.T) {
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
		var observed atomic.Int64
		c := s.client(outbound.Settings{
			MaxConcurrent: 1, FailureThreshold: 1, Observe: func(time.Duration, error, bool) { observed.Add(1) },
		})
		var wait sync.WaitGroup
		wait.Go(func() {
			if _, err := c.Do(t.Context(), outbound.Request{URL: s.url}); err != nil {
				t.Error(err)
			}
		})
		synctest.Wait()
		began := time.Now()
		wait.Go(func() {
			_, err := c.Do(t.Context(), outbound.Request{URL: s.url})
			timedOut := errors.Is(err, context.DeadlineExceeded) && !errors.Is(err, outbound.ErrNotSent)
			if took := time.Since(began); took != limit || !timedOut {
				t.Errorf("a call that waited for a slot and then for an answer: %v after %s", err, took)
			}
		})
		for range 3 {
			at := time.Now()
			hurried, cancel := context.WithTimeout(t.Context(), 2*time.Second)
			_, err := c.Do(hurried, outbound.Request{URL: s.url})
			cancel()
			noSlot := errors.Is(err, outbound.ErrNoSlot) && errors.Is(err, outbound.ErrNotSent)
			if took := time.Since(at); took != 2*time.Second || !noSlot {
				t.Errorf("no slot: %v after %s", err, took)
			}
		}
		if calls.Load() != 1 || observed.Load() != 0 {
			t.Errorf("%d calls arrived, %d were observed, while one held the slot", calls.Load(), observed.Load())
		}
		wait.Wait()
		if calls.Load() != 2 || observed.Load() != 2 {
			t.Errorf("%d calls arrived, %d were observed", calls.Load(), observed.Load())
		}
	})
}

// SendBy is compared with the product's clock, right before sending.
func TestSendBy(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var calls atomic.Int64
		s := serve(t, func(http.ResponseWriter, *http.Request) { calls.Add(1) })
		now := time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC)
		c := s.client(outbound.Settings{Now: func() time.Time { return now }})
		for _, tc := range []struct {
			sendBy time.Time
			want   error
		}{
			{time.Time{}, nil},
			{now.Add(time.Microsecond), nil},
			{now, outbound.ErrTooLate},
			{now.Add(-time.Hour), outbound.ErrTooLate},
		} {
			if _, err := c.Do(t.Context(), outbound.Request{URL: s.url, SendBy: tc.sendBy}); !errors.Is(err, tc.want) {
				t.Errorf("%s: %v", tc.sendBy, err)
			}
		}
		if calls.Load() != 2 {
			t.Errorf("%d calls arrived", calls.Load())
		}
	})
}

// Every answer that tells when it was written is heard, whatever its status. One from a cache was written before.
func TestWhenAnAnswerWasWritten(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		header := http.Header{}
		s := serve(t, func(w http.ResponseWriter, _ *http.Request) {
			pass(3 * time.Second)
			for name, values := range header {
				w.Header()[name] = values
			}
			w.WriteHeader(http.StatusUnauthorized)
		})
		var heard []string
		c := s.client(outbound.Settings{Written: func(at time.Time, took time.Duration) {
			heard = append(heard, at.UTC().Format(time.RFC3339)+" "+took.String())
		}})
		const at = "Tue, 05 Jan 2027 03:04:05 GMT"
		for _, tc := range []struct {
			header http.Header
			want   []string
		}{
			{http.Header{"Date": {at}}, []string{"2027-01-05T03:04:05Z 3s"}},
			{http.Header{"Date": {at}, "Age": {"30"}}, nil},
			{http.Header{"Date": {"yesterday"}}, nil},
			{http.Header{"Date": nil}, nil},
		} {
			header, heard = tc.header, nil
			if _, err := c.Do(t.Context(), outbound.Request{URL: s.url}); err != nil || !slices.Equal(heard, tc.want) {
				t.Errorf("%v: %v, %v", tc.header, heard, err)
			}
		}
	})
}
