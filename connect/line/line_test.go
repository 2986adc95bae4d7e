package line_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"krapao/connect/line"
)

// A system that does not answer is left alone for a while: its callers are told at once that nothing was sent. Then one
// call tries, and if it is answered all go on.
func TestBreaker(t *testing.T) {
	t.Parallel()
	var up atomic.Bool
	var calls atomic.Int64
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		calls.Add(1)
		if !up.Load() {
			w.WriteHeader(http.StatusServiceUnavailable)
		}
	}))
	defer server.Close()
	var told []bool
	l := line.New(line.Settings{
		ShutAfter: 3, ShutFor: 200 * time.Millisecond,
		Observe: func(_ time.Duration, _ error, shut bool) { told = append(told, shut) },
	})
	post := func() error {
		_, err := l.Do(t.Context(), line.Request{URL: server.URL})
		return err
	}
	for range 3 {
		if err := post(); err != nil {
			t.Fatal(err)
		}
	}
	if err := post(); !errors.Is(err, line.ErrShut) || !errors.Is(err, line.ErrNotSent) || calls.Load() != 3 {
		t.Errorf("after three failures: %v, and %d calls", err, calls.Load())
	}
	time.Sleep(250 * time.Millisecond)
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
	time.Sleep(250 * time.Millisecond)
	for range 5 {
		if err := post(); err != nil {
			t.Errorf("it is up again: %v", err)
		}
	}
}

// A refusal is an answer: it shuts nothing.
func TestRefusalsDoNotShut(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.NotFoundHandler())
	defer server.Close()
	l := line.New(line.Settings{ShutAfter: 2})
	for range 5 {
		if answer, err := l.Do(t.Context(), line.Request{URL: server.URL}); err != nil || answer.Status != http.StatusNotFound {
			t.Errorf("%+v, %v", answer, err)
		}
	}
}

// So many at once and no more; who gets no place in time was not sent.
func TestBounded(t *testing.T) {
	t.Parallel()
	var now, most atomic.Int64
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
		n := now.Add(1)
		for m := most.Load(); n > m && !most.CompareAndSwap(m, n); m = most.Load() {
		}
		time.Sleep(200 * time.Millisecond)
		now.Add(-1)
	}))
	defer server.Close()
	l := line.New(line.Settings{AtOnce: 2})
	var wait sync.WaitGroup
	for range 6 {
		wait.Go(func() {
			if _, err := l.Do(t.Context(), line.Request{URL: server.URL}); err != nil {
				t.Error(err)
			}
		})
	}
	time.Sleep(50 * time.Millisecond)
	hurried, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if _, err := l.Do(hurried, line.Request{URL: server.URL}); !errors.Is(err, line.ErrNotSent) {
		t.Errorf("no place in time: %v", err)
	}
	wait.Wait()
	if most.Load() != 2 {
		t.Errorf("%d at once", most.Load())
	}
}

// The clock of SendBy is the product's, and is looked at when everything else is ready.
func TestSendBy(t *testing.T) {
	t.Parallel()
	var calls atomic.Int64
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { calls.Add(1) }))
	defer server.Close()
	now := time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC)
	l := line.New(line.Settings{Now: func() time.Time { return now }})
	for _, c := range []struct {
		sendBy time.Time
		want   error
	}{{time.Time{}, nil}, {now.Add(time.Microsecond), nil}, {now, line.ErrTooLate}, {now.Add(-time.Hour), line.ErrTooLate}} {
		if _, err := l.Do(t.Context(), line.Request{URL: server.URL, SendBy: c.sendBy}); !errors.Is(err, c.want) {
			t.Errorf("%s: %v", c.sendBy, err)
		}
	}
	if calls.Load() != 2 {
		t.Errorf("%d calls arrived", calls.Load())
	}
}
