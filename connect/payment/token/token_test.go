package token_test

import (
	"context"
	"errors"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"krapao/connect/payment/token"
	"krapao/internal/clock"
)

func TestOneLoginForAll(t *testing.T) {
	t.Parallel()
	synctest.Test(t, oneLoginForAll)
}

func oneLoginForAll(t *testing.T) {
	now := clock.NewFake(time.Date(2026, 11, 20, 10, 0, 0, 0, time.UTC))
	var logins atomic.Int64
	slow := make(chan struct{})
	k := token.New(now.Now, func(context.Context) (string, time.Time, error) {
		n := logins.Add(1)
		<-slow
		return "token " + strconv.FormatInt(n, 10), now.Now().Add(time.Hour), nil
	})
	var wg sync.WaitGroup
	for range 16 {
		wg.Go(func() {
			if value, err := k.Get(t.Context()); err != nil || value != "token 1" {
				t.Errorf("%q, %v", value, err)
			}
		})
	}
	synctest.Wait() // one request logs in, the others wait for it
	if n := logins.Load(); n != 1 {
		t.Errorf("%d requests log in", n)
	}
	began := time.Now()
	hurried, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if _, err := k.Get(hurried); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("a request without time waited: %v", err)
	}
	if took := time.Since(began); took != 50*time.Millisecond {
		t.Errorf("a request with 50 ms waited for %s", took)
	}
	close(slow)
	wg.Wait()
	is := func(want string) {
		t.Helper()
		if value, err := k.Get(t.Context()); err != nil || value != want {
			t.Errorf("%q, %v; want %q", value, err, want)
		}
	}
	now.Advance(time.Hour - time.Second)
	is("token 1")
	now.Advance(time.Second) // its end
	is("token 2")
	k.Drop("token 1") // a late rejection of an old token says nothing about the new one
	is("token 2")
	k.Drop("token 2")
	is("token 3")
}

func TestAFailedLoginIsNoToken(t *testing.T) {
	t.Parallel()
	failed := errors.New("no")
	k := token.New(time.Now, func(context.Context) (string, time.Time, error) { return "", time.Time{}, failed })
	for range 2 {
		if value, err := k.Get(t.Context()); value != "" || !errors.Is(err, failed) {
			t.Errorf("%q, %v", value, err)
		}
	}
}
