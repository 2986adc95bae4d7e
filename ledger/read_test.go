package ledger_test

import (
	"context"
	"maps"
	"math"
	"regexp"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/ledger"
	"krapao/money"
)

func TestAnAccountsHistoryPagesAndItsBalances(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		b, ctx := setup(t, s), context.Background()
		var ids []ledger.ID
		for n := range 7 {
			ids = append(ids, b.deposit(nok, money.Amount(n+1)).ID)
		}
		b.deposit(lek, 1000)
		for _, tc := range []struct {
			page ledger.HistoryPage
			want []ledger.ID
		}{
			{ledger.HistoryPage{UpTo: 7, Limit: 3}, []ledger.ID{ids[6], ids[5], ids[4]}},
			{ledger.HistoryPage{UpTo: 7, Limit: 3, Offset: 3}, []ledger.ID{ids[3], ids[2], ids[1]}},
			{ledger.HistoryPage{UpTo: 7, Limit: 3, Offset: 6}, []ledger.ID{ids[0]}},
			{ledger.HistoryPage{UpTo: 2, Limit: 3}, []ledger.ID{ids[1], ids[0]}},
			{ledger.HistoryPage{UpTo: 7, Limit: 3, Offset: 7}, nil},
		} {
			lines, err := b.History(ctx, ledger.Wallet(nok), tc.page)
			if err != nil {
				t.Fatal(err)
			}
			var got []ledger.ID
			for _, l := range lines {
				got = append(got, l.ID)
			}
			if diff := cmp.Diff(tc.want, got); diff != "" {
				t.Errorf("%+v: %s", tc.page, diff)
			}
		}
		lines, _ := b.History(ctx, ledger.Wallet(nok), ledger.HistoryPage{UpTo: 7, Limit: 2})
		if lines[0].WalletAfter != 28 || lines[1].WalletAfter != 21 {
			t.Errorf("wallet after: %d, %d", lines[0].WalletAfter, lines[1].WalletAfter)
		}
		if n, err := b.HistoryCount(ctx, ledger.Wallet(nok), 2, 7); err != nil || n != 5 {
			t.Errorf("between the second and the seventh: %d, %v", n, err)
		}
		if lines, err := b.History(ctx, ledger.Wallet("NOBODY000000"), ledger.HistoryPage{UpTo: 7, Limit: 3}); err != nil ||
			len(lines) != 0 {
			t.Errorf("nobody's: %v, %v", lines, err)
		}
	})
}

func TestAVoidedTransfersLineShowsTheMoneyBack(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		b, ctx := setup(t, s), context.Background()
		b.deposit(nok, 100)
		r, err := b.Reserve(ctx, withdrawal(nok, 60))
		if err != nil {
			t.Fatal(err)
		}
		check := func(state ledger.State, after money.Amount, pending int) {
			t.Helper()
			lines, err := b.History(ctx, ledger.Wallet(nok), ledger.HistoryPage{UpTo: math.MaxInt64, Limit: 1})
			if err != nil || lines[0].State != state || lines[0].WalletAfter != after {
				t.Errorf("%+v, %v; want %s and %d", lines, err, state, after)
			}
			if got, err := b.Pending(ctx, nok); err != nil || len(got) != pending {
				t.Errorf("pending: %v, %v", got, err)
			}
		}
		check(ledger.Pending, 40, 1)
		if _, err := b.Void(ctx, ledger.Settlement{ID: r.Transfer.ID}); err != nil {
			t.Fatal(err)
		}
		check(ledger.Voided, 100, 0)
	})
}

func TestSumsForLimits(t *testing.T) {
	t.Parallel()
	storetest.EachAt(t, noon, func(t *testing.T, s *store.Store, c *clock.Fake) {
		b, ctx := setup(t, s), context.Background()
		b.deposit(nok, 1000)
		settle := func(amount money.Amount, moved money.Amount) {
			r, err := b.Reserve(ctx, withdrawal(nok, amount))
			if err != nil {
				t.Fatal(err)
			}
			switch {
			case moved < 0:
				_, err = b.Void(ctx, ledger.Settlement{ID: r.Transfer.ID})
			case moved > 0:
				_, err = b.Post(ctx, ledger.Settlement{ID: r.Transfer.ID, Amount: moved})
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		settle(100, 70)
		c.Advance(time.Hour)
		settle(50, -1)
		settle(30, 0)
		got, err := b.Moved(ctx, nok, noon.Add(time.Hour), "withdraw", "deposit", "bonus")
		want := map[ledger.Kind]ledger.Moved{"withdraw": {Count: 3, Posted: 70}, "deposit": {Count: 1, Posted: 1000}}
		if err != nil || !maps.Equal(got, want) {
			t.Errorf("%+v, %v; want %+v", got, err, want)
		}
		settle(20, 15)
		got, err = b.Moved(ctx, nok, noon.Add(time.Hour), "withdraw")
		want = map[ledger.Kind]ledger.Moved{"withdraw": {Count: 4, Posted: 85, Lately: 15, LatelyCount: 1}}
		if err != nil || !maps.Equal(got, want) {
			t.Errorf("%+v, %v; want %+v", got, err, want)
		}
		if got, err = b.Moved(ctx, lek, noon, "withdraw", "deposit"); err != nil || len(got) != 0 {
			t.Errorf("of another: %+v, %v", got, err)
		}
	})
}

func TestBalances(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		b, ctx := setup(t, s), context.Background()
		b.deposit(nok, 100)
		got, err := b.Balances(ctx, ledger.Wallet(nok), ledger.Wallet("NOBODY"), ledger.Bank("kbank"))
		if err != nil || len(got) != 3 || got[ledger.Wallet(nok)].Available() != 100 || got[ledger.Bank("kbank")].Posted != -100 ||
			got[ledger.Wallet("NOBODY")] != (ledger.Balance{}) {
			t.Errorf("%+v, %v", got, err)
		}
		if got, err := b.Balances(ctx); err != nil || len(got) != 0 {
			t.Errorf("none: %v, %v", got, err)
		}
	})
}

func TestReferencesOfTwoEpochs(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		b, ctx := setup(t, s), context.Background()
		old := b.deposit(nok, 1).ID
		before := b.Reference(old)
		if !regexp.MustCompile(`^[0-9a-hjkmnp-tv-z]{15}$`).MatchString(before) {
			t.Errorf("reference %q", before)
		}
		if err := b.RenewEpoch(ctx); err != nil {
			t.Fatal(err)
		}
		renewed := b.deposit(nok, 1).ID
		after := b.Reference(renewed)
		if before[:2] == after[:2] || b.Reference(old) != before {
			t.Errorf("%q, then %q; the old one is now %q", before, after, b.Reference(old))
		}
		for reference, id := range map[string]ledger.ID{before: old, after: renewed} {
			if got, ok := b.ParseReference(reference); !ok || got != id {
				t.Errorf("%q is %d, %v; want %d", reference, got, ok, id)
			}
		}
		nobodys := "zz" // epochs are drawn
		for nobodys == before[:2] || nobodys == after[:2] {
			nobodys = "y" + nobodys[:1]
		}
		for _, wrong := range []string{
			"", before[:14], before + "0", after[:2] + before[2:], nobodys + before[2:], before[:2] + "zzzzzzzzzzzzz", before[:14] + "!",
			before[:14] + "U",
		} {
			if got, ok := b.ParseReference(wrong); ok {
				t.Errorf("%q was read as %d", wrong, got)
			}
		}
		b.clean()
	})
}
