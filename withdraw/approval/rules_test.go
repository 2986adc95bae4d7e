package approval_test

import (
	"slices"
	"testing"
	"time"

	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/money"
	"krapao/withdraw"
	"krapao/withdraw/approval"
	"krapao/withdraw/withdrawtest"
)

// An automatic payout under the strict settings, and each single condition that stops it.
func TestConditionsOfAnAutomaticPayout(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 20, 10, 0, 0, 0, time.UTC)
	good := approval.Facts{
		Now: now, Amount: 5_000 * baht, TotalStable: true, UnplayedKnown: true, Deposited: 10_000 * baht,
		AccountVerified: true, PaidBefore: true, SecuredAt: now.Add(-24 * time.Hour), Won: 50_000 * baht,
		AutomaticToday: 15_000 * baht, HouseHour: 995_000 * baht, HouseDay: 4_995_000 * baht,
	}
	if why := approval.FailedConditions(good, withdraw.Strict()); why != nil {
		t.Fatalf("exactly at its limits it is stopped by %v", why)
	}
	for want, change := range map[withdraw.Why]func(f *approval.Facts){
		"total not stable":            func(f *approval.Facts) { f.TotalStable = false },
		"deposits not played":         func(f *approval.Facts) { f.Unplayed = 1 },
		"owes after a reversal":       func(f *approval.Facts) { f.Owed = 1 },
		"account not verified":        func(f *approval.Facts) { f.AccountVerified = false },
		"first withdrawal":            func(f *approval.Facts) { f.PaidBefore = false },
		"security change":             func(f *approval.Facts) { f.SecuredAt = now.Add(-24*time.Hour + time.Microsecond) },
		"linked member in review":     func(f *approval.Facts) { f.LinkedInReview = true },
		"shared device":               func(f *approval.Facts) { f.SharesDevice = true },
		"shared address":              func(f *approval.Facts) { f.SharesAddress = true },
		"money assigned by hand":      func(f *approval.Facts) { f.AssignedLately = true },
		"win of 24 h":                 func(f *approval.Facts) { f.Won = 50_000*baht + 1 },
		"win beside deposits":         func(f *approval.Facts) { f.Deposited = 2_499 * baht },
		"automatic amount of the day": func(f *approval.Facts) { f.AutomaticToday++ },
		"house brake of the hour":     func(f *approval.Facts) { f.HouseHour++ },
		"house brake of the day":      func(f *approval.Facts) { f.HouseDay++ },
		"automatic payouts stopped":   func(f *approval.Facts) { f.Stopped = true },
	} {
		f := good
		change(&f)
		if why := approval.FailedConditions(f, withdraw.Strict()); !slices.Equal(why, []withdraw.Why{want}) {
			t.Errorf("%s: stopped by %v", want, why)
		}
	}
	unknown := good
	unknown.UnplayedKnown = false
	if why := approval.FailedConditions(unknown, withdraw.Strict()); !slices.Equal(why, []withdraw.Why{"deposits not played"}) {
		t.Errorf("nobody knows how much was played: %v", why)
	}
}

// A win of more than 24 hours ago stops nothing.
func TestTheWinOfADay(t *testing.T) {
	t.Parallel()
	withdrawtest.EachWithClock(t, func(t *testing.T, s *store.Store, now *clock.Fake) {
		w := withdrawtest.New(t, s, withdrawtest.Options{Clock: now, NoCallbacks: true, Still: true})
		for ago, want := range map[time.Duration]withdraw.State{
			24*time.Hour - time.Second: withdraw.Review, 24*time.Hour + time.Second: withdraw.Sending,
		} {
			m := w.Member(5_000 * baht)
			w.Give(m, "game_out", ledger.Bank("KBANK"), 50_001*baht)
			now.Advance(ago)
			r := w.Request(m, 300*baht)
			w.Settle(r.Reference)
			if x := w.Find(r.Reference); x.State != want {
				t.Errorf("won %s ago: %s, want %s", ago, x.State, want)
			}
		}
	})
}

// The demo's settings ask for no play and no review of the first withdrawal.
func TestTheDemosProfile(t *testing.T) {
	t.Parallel()
	soft := withdraw.Strict()
	soft.RequiredPlayPercent, soft.ReviewFirst = 0, false
	f := approval.Facts{Now: time.Now(), Amount: 300 * money.Baht, TotalStable: true, AccountVerified: true, Unplayed: 500 * baht}
	if why := approval.FailedConditions(f, soft); why != nil {
		t.Errorf("stopped by %v", why)
	}
}
