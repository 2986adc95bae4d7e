package ledger_test

import (
	"context"
	"testing"
	"time"

	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/ledger"
)

var noon = time.Date(2026, 11, 20, 5, 0, 0, 0, time.UTC)

func (b *bundle) claim(limit int, kinds ...ledger.Kind) []ledger.Transfer {
	b.t.Helper()
	claimed, err := b.Claim(context.Background(), ledger.ClaimRequest{Kinds: kinds, Limit: limit, Lease: time.Minute})
	if err != nil {
		b.t.Fatal(err)
	}
	return claimed
}

func TestAClaimIsALeaseWithAFence(t *testing.T) {
	t.Parallel()
	storetest.EachAt(t, noon, func(t *testing.T, s *store.Store, c *clock.Fake) {
		b, ctx := setup(t, s), context.Background()
		b.deposit(nok, 100)
		o := withdrawal(nok, 60)
		o.DueAt = noon.Add(10 * time.Second)
		r, err := b.Reserve(ctx, o)
		if err != nil {
			t.Fatal(err)
		}
		id := r.Transfer.ID
		if got := b.claim(10, "withdraw"); len(got) != 0 {
			t.Fatalf("claimed before it was due: %+v", got)
		}
		c.Advance(11 * time.Second)
		if got := b.claim(10, "game_in"); len(got) != 0 {
			t.Fatalf("claimed another kind: %+v", got)
		}
		first := b.claim(10, "game_in", "withdraw")
		if len(first) != 1 || first[0].ID != id || first[0].Fence != 1 || first[0].Attempts != 1 ||
			!first[0].DueAt.Equal(c.Now().Add(time.Minute)) {
			t.Fatalf("first claim %+v", first)
		}
		if got := b.claim(10, "withdraw"); len(got) != 0 {
			t.Fatalf("claimed a leased one: %+v", got)
		}
		_, err = b.Post(ctx, ledger.Settlement{ID: id}) // the request that made it comes too late
		wantError(t, err, ledger.ErrFenced)
		c.Advance(time.Minute)
		second := b.claim(10, "withdraw")
		if len(second) != 1 || second[0].Fence != 2 {
			t.Fatalf("second claim %+v", second)
		}
		_, err = b.Void(ctx, ledger.Settlement{ID: id, Fence: 1}) // the first worker wakes up
		wantError(t, err, ledger.ErrFenced)
		wantError(t, b.Postpone(ctx, id, 1, c.Now(), ledger.Detail{}), ledger.ErrFenced)

		later := c.Now().Add(5 * time.Minute)
		if err := b.Postpone(ctx, id, 2, later, ledger.Detail{Note: "the bank is slow"}); err != nil {
			t.Fatal(err)
		}
		found, err := b.Find(ctx, id)
		if err != nil || !found.DueAt.Equal(later) || found.Detail.Note != "the bank is slow" || found.Fence != 2 {
			t.Errorf("postponed %+v, %v", found, err)
		}
		if _, err := b.Post(ctx, ledger.Settlement{ID: id, Fence: 2}); err != nil {
			t.Fatal(err)
		}
		c.Advance(time.Hour)
		if got := b.claim(10, "withdraw"); len(got) != 0 {
			t.Errorf("claimed a settled one: %+v", got)
		}
		wantError(t, b.Postpone(ctx, id, 2, c.Now(), ledger.Detail{}), ledger.ErrSettled)
		wantError(t, b.Postpone(ctx, 42, 2, c.Now(), ledger.Detail{}), ledger.ErrNoTransfer)
		b.clean()
	})
}

func TestTwoWorkersNeverClaimTheSame(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		b, ctx := setup(t, s), context.Background()
		b.deposit(nok, 1000)
		for range 40 {
			o := withdrawal(nok, 1)
			o.DueAt = s.Now().Add(-time.Second)
			if _, err := b.Reserve(ctx, o); err != nil {
				t.Fatal(err)
			}
		}
		got := make(chan ledger.Transfer, 200)
		errs := make(chan error, 4)
		for range 4 {
			go func() {
				var err error
				for n := 1; n > 0 && err == nil; {
					var claimed []ledger.Transfer
					claimed, err = b.Claim(ctx, ledger.ClaimRequest{Kinds: []ledger.Kind{"withdraw"}, Limit: 3, Lease: time.Hour})
					n = len(claimed)
					for _, c := range claimed {
						got <- c
					}
				}
				errs <- err
			}()
		}
		for range 4 {
			if err := <-errs; err != nil {
				t.Fatal(err)
			}
		}
		seen := map[ledger.ID]bool{}
		for len(got) > 0 {
			c := <-got
			if seen[c.ID] || c.Fence != 1 {
				t.Errorf("transfer %d was claimed twice", c.ID)
			}
			seen[c.ID] = true
		}
		if rest := b.claim(100, "withdraw"); len(seen)+len(rest) != 40 {
			t.Errorf("claimed %d and %d of 40", len(seen), len(rest))
		}
	})
}

// Most claims find nothing, every second for each kind on each node: they take no turn from writers.
func TestALookThatFindsNothingWritesNothing(t *testing.T) {
	t.Parallel()
	storetest.On(t, store.SQLite, func(t *testing.T, engine store.Engine) {
		b := setup(t, storetest.Open(t, engine))
		err := b.s.Write(t.Context(), func(*store.Tx) error { // somebody writes for as long as they look
			if got := b.claim(10, "withdraw", "game_in"); len(got) != 0 {
				t.Errorf("claimed %+v", got)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	})
}
