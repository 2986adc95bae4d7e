package ledger_test

import (
	"context"
	"slices"
	"strconv"
	"testing"
	"time"

	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/ledger"
)

// The transfers of a day: those created in it, of the requested kinds and accounts, each once however the pages fall, and
// whatever became of them since.
func TestTheTransfersOfASpan(t *testing.T) {
	t.Parallel()
	storetest.EachAt(t, time.Date(2026, 11, 20, 16, 59, 59, 0, time.UTC), func(t *testing.T, s *store.Store, now *clock.Fake) {
		ctx := context.Background()
		b := setup(t, s)
		if err := s.Write(ctx, func(tx *store.Tx) error {
			return b.OpenTx(ctx, tx, ledger.Game("pg", "k1"), ledger.Game("pg2", "k1"))
		}); err != nil {
			t.Fatal(err)
		}
		b.deposit(nok, 10_000)
		number := 0
		into := func(game ledger.Account) ledger.ID {
			t.Helper()
			number++
			r, err := b.Reserve(ctx, ledger.Order{
				Key: ledger.InternalKey("in", strconv.Itoa(number)), Kind: "game_in", Debit: ledger.Wallet(nok), Credit: game, Amount: 10,
				Member: nok,
			})
			if err != nil {
				t.Fatal(err)
			}
			return r.Transfer.ID
		}
		midnight := time.Date(2026, 11, 20, 17, 0, 0, 0, time.UTC)
		into(ledger.Game("pg", "k1")) // a second too early
		now.Advance(time.Second)
		var want []ledger.ID
		for range 5 {
			want = append(want, into(ledger.Game("pg", "k1")))
			into(ledger.Game("pg2", "k1"))
			now.Advance(time.Hour)
		}
		if _, err := b.Void(ctx, ledger.Settlement{ID: want[1]}); err != nil {
			t.Fatal(err)
		}
		now.Advance(19 * time.Hour)
		into(ledger.Game("pg", "k1")) // the day after
		var got []ledger.ID
		for after := ledger.ID(0); ; after = got[len(got)-1] {
			page, err := b.Created(ctx, ledger.CreatedRequest{
				Kinds: []ledger.Kind{"game_in", "game_out"}, From: midnight, To: midnight.AddDate(0, 0, 1), Touching: "game:pg:",
				After: after, Limit: 2,
			})
			if err != nil {
				t.Fatal(err)
			}
			for _, x := range page {
				got = append(got, x.ID)
			}
			if len(page) < 2 {
				break
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%v, want %v", got, want)
		}
	})
}

// A node that slept for a day makes its first ids with the time at which it fell asleep. Its transfers are found all the same.
func TestTheTransfersOfASpanAfterASleep(t *testing.T) {
	t.Parallel()
	storetest.EachAt(t, time.Date(2026, 11, 19, 17, 0, 0, 0, time.UTC), func(t *testing.T, s *store.Store, now *clock.Fake) {
		b := setup(t, s)
		b.deposit(nok, 1)
		now.Advance(24 * time.Hour)
		want := b.deposit(nok, 2).ID
		page, err := b.Created(t.Context(), ledger.CreatedRequest{
			Kinds: []ledger.Kind{"deposit"}, From: now.Now(), To: now.Now().AddDate(0, 0, 1), Limit: 10,
		})
		if err != nil || len(page) != 1 || page[0].ID != want {
			t.Errorf("%+v, %v", page, err)
		}
	})
}

// A surplus is found by the transfer that it completes.
func TestTheSurplusOfATransfer(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		b, ctx := setup(t, s), context.Background()
		b.deposit(nok, 100)
		r, err := b.Reserve(ctx, withdrawal(nok, 60))
		if err != nil {
			t.Fatal(err)
		}
		other := b.deposit(nok, 50).ID
		if n, err := b.SurplusOf(ctx, r.Transfer.ID, other); err != nil || len(n) != 0 {
			t.Errorf("before: %v, %v", n, err)
		}
		if _, err := b.Post(ctx, ledger.Settlement{ID: r.Transfer.ID, Amount: 75, Surplus: true}); err != nil {
			t.Fatal(err)
		}
		if n, err := b.SurplusOf(ctx, r.Transfer.ID, other); err != nil || len(n) != 1 || n[r.Transfer.ID] != 15 {
			t.Errorf("after: %v, %v", n, err)
		}
	})
}

// TestAMachineThatSleptForDaysLosesNoTransferOfTheDay: ids are made under a lease of the clock, and lag behind it until the lease
// is renewed. A transfer that is made right after the clock went far ahead is still listed in its day.
func TestAMachineThatSleptForDaysLosesNoTransferOfTheDay(t *testing.T) {
	t.Parallel()
	storetest.EachAt(t, noon, func(t *testing.T, s *store.Store, now *clock.Fake) {
		ctx := context.Background()
		b := setup(t, s)
		b.deposit(nok, 1_000)
		made := func() (day []ledger.Transfer) {
			t.Helper()
			day, err := b.Created(ctx, ledger.CreatedRequest{
				Kinds: []ledger.Kind{"withdraw"}, From: now.Now().Add(-time.Minute), To: now.Now().Add(time.Minute), Limit: 10,
			})
			if err != nil {
				t.Fatal(err)
			}
			return day
		}
		now.Advance(48 * time.Hour)
		if _, err := b.Move(ctx, withdrawal(nok, 10)); err != nil {
			t.Fatal(err)
		}
		if day := made(); len(day) != 1 {
			t.Errorf("by the batched path: %+v", day)
		}
		now.Advance(48 * time.Hour)
		if err := s.Write(ctx, func(tx *store.Tx) error {
			_, err := b.MoveTx(ctx, tx, withdrawal(nok, 10))
			return err
		}); err != nil {
			t.Fatal(err)
		}
		if day := made(); len(day) != 1 {
			t.Errorf("in a transaction: %+v", day)
		}
	})
}
