package ratelimit

import (
	"fmt"
	"testing"
	"time"

	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
)

var steps = []time.Duration{-25 * time.Hour, -time.Hour, -6 * time.Second, time.Hour, 25 * time.Hour}

// A clock that is set refuses nobody for longer than the limit itself does, however often somebody tries meanwhile. Nor does it
// allow more events in a window than the limit.
func TestASetClockLocksNobodyOut(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, source Source) {
		strict := Limit{Name: "strict", Count: 3, Per: 15 * time.Minute}
		rate := Limit{Name: "rate", Count: 2, Per: time.Second, Burst: 20}
		for _, step := range steps {
			c := clock.NewFake(noon)
			l := New(source, c)
			one := func(limit Limit) bool {
				d, err := l.Take(t.Context(), limit.On(fmt.Sprint(step)))
				if err != nil {
					t.Fatal(err)
				}
				if d.Wait > limit.Per {
					t.Errorf("%s, %s: to wait %s", step, limit.Name, d.Wait)
				}
				return d.Allowed
			}
			for range 30 {
				one(strict)
				one(rate)
			}
			c.Advance(step)
			if !one(rate) && step != -6*time.Second { // that is no further back than the allowance reaches
				t.Errorf("%s: the rate is not whole", step)
			}
			waited := time.Duration(0)
			for !one(strict) {
				c.Advance(time.Minute)
				if waited += time.Minute; waited > strict.Per+time.Minute {
					t.Fatalf("%s: refused for %s", step, waited)
				}
			}
			again := 1
			for range 10 {
				if one(strict) {
					again++
				}
			}
			if again > strict.Count {
				t.Errorf("%s: %d of %d in one window", step, again, strict.Count)
			}
		}
	})
}

// Two nodes whose clocks are hours apart do not forget what the other counted. Somebody who guesses at both in turn has at most
// twice the number, and neither node refuses anybody for longer than the limit.
func TestGuessesAtNodesWhoseClocksDiffer(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		limit := Limit{Name: "x", Count: 5, Per: 15 * time.Minute}
		for _, apart := range []time.Duration{time.Hour, 25 * time.Hour} {
			behind, ahead := clock.NewFake(noon), clock.NewFake(noon.Add(apart))
			nodes := []*Limiter{New(NewSQL(s), behind), New(NewSQL(s), ahead)}
			allowed := 0
			for i := range 60 {
				d, err := nodes[i%2].Take(t.Context(), limit.On(fmt.Sprint(apart)))
				if err != nil || d.Wait > limit.Per {
					t.Fatalf("%+v, %v", d, err)
				}
				if d.Allowed {
					allowed++
				}
				behind.Advance(time.Second)
				ahead.Advance(time.Second)
			}
			if allowed > 2*limit.Count {
				t.Errorf("%s apart: %d of %d", apart, allowed, limit.Count)
			}
			behind.Advance(limit.Per)
			ahead.Advance(limit.Per)
			for i, l := range nodes {
				if d, err := l.Take(t.Context(), limit.On(fmt.Sprint(apart))); err != nil || !d.Allowed {
					t.Errorf("%s apart: node %d after the window: %+v, %v", apart, i, d, err)
				}
			}
		}
	})
}
