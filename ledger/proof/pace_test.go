package proof

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"krapao/internal/testkit/bubble"
)

// A turn goes on where the one before stopped, and one that is slow leaves the rest to the next round.
func TestATurnTakesItsShareOfTheTime(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name  string
		slice time.Duration // how long one takes
		want  int64         // how many are looked at
	}{
		{"on a small ledger it is as many as it may", 0, 20},
		{"on a large one as many as begin in its time", 100 * time.Millisecond, 3},
		{"one that takes longer than that is a turn", time.Minute, 1},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				at := int64(-1)
				slice := func(_ context.Context, after int64) (int64, bool, error) {
					bubble.Pass(tc.slice)
					return after + 1, true, nil
				}
				for round := range int64(2) {
					if err := turn(t.Context(), 20, 300*time.Millisecond, &at, slice); err != nil {
						t.Fatal(err)
					}
					if want := (round+1)*tc.want - 1; at != want {
						t.Errorf("after round %d it is at %d; want %d", round, at, want)
					}
				}
			})
		})
	}
}

// A look that takes long rests as much longer; one that is quick is made in each round. What Round does alone is made always.
func TestALongLookRests(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name        string
		least, took time.Duration
		want        int // looks in ten rounds, a second apart
	}{
		{"quick", 20 * time.Millisecond, 20 * time.Millisecond, 10},
		{"long", 20 * time.Millisecond, 100 * time.Millisecond, 2},
		{"long, by itself", 0, 100 * time.Millisecond, 10},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				p, looks := pace{least: tc.least}, 0
				for range 10 {
					began := time.Now()
					if err := p.keep(t.Context(), func(context.Context) error {
						looks++
						bubble.Pass(tc.took)
						return nil
					}); err != nil {
						t.Fatal(err)
					}
					bubble.Pass(time.Second - time.Since(began))
				}
				if looks != tc.want {
					t.Errorf("%d looks; want %d", looks, tc.want)
				}
			})
		})
	}
}
