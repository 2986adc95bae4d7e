package withdraw_test

import (
	"encoding/json"
	"slices"
	"testing"
	"time"

	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/money"
	"krapao/withdraw"
)

func jsonNumber(s string) json.Number { return json.Number(s) }

// An automatic payout under the strict settings, and each single condition that stops it.
func TestConditionsOfAnAutomaticPayout(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 20, 10, 0, 0, 0, time.UTC)
	good := withdraw.Facts{
		Now: now, Amount: 5_000 * baht, TotalStable: true, UnplayedKnown: true, Deposited: 10_000 * baht,
		AccountVerified: true, PaidBefore: true, SecuredAt: now.Add(-24 * time.Hour), Won: 50_000 * baht,
		AutomaticToday: 15_000 * baht, HouseHour: 995_000 * baht, HouseDay: 4_995_000 * baht,
	}
	if why := withdraw.FailedConditions(good, withdraw.Strict()); why != nil {
		t.Fatalf("exactly at its limits it is stopped by %v", why)
	}
	for want, change := range map[withdraw.Why]func(f *withdraw.Facts){
		"total not stable":            func(f *withdraw.Facts) { f.TotalStable = false },
		"deposits not played":         func(f *withdraw.Facts) { f.Unplayed = 1 },
		"owes after a reversal":       func(f *withdraw.Facts) { f.Owed = 1 },
		"account not verified":        func(f *withdraw.Facts) { f.AccountVerified = false },
		"first withdrawal":            func(f *withdraw.Facts) { f.PaidBefore = false },
		"security change":             func(f *withdraw.Facts) { f.SecuredAt = now.Add(-24*time.Hour + time.Microsecond) },
		"linked member in review":     func(f *withdraw.Facts) { f.LinkedInReview = true },
		"money assigned by hand":      func(f *withdraw.Facts) { f.AssignedLately = true },
		"win of 24 h":                 func(f *withdraw.Facts) { f.Won = 50_000*baht + 1 },
		"win beside deposits":         func(f *withdraw.Facts) { f.Deposited = 2_499 * baht },
		"automatic amount of the day": func(f *withdraw.Facts) { f.AutomaticToday++ },
		"house brake of the hour":     func(f *withdraw.Facts) { f.HouseHour++ },
		"house brake of the day":      func(f *withdraw.Facts) { f.HouseDay++ },
		"automatic payouts stopped":   func(f *withdraw.Facts) { f.Stopped = true },
	} {
		f := good
		change(&f)
		if why := withdraw.FailedConditions(f, withdraw.Strict()); !slices.Equal(why, []withdraw.Why{want}) {
			t.Errorf("%s: stopped by %v", want, why)
		}
	}
	unknown := good
	unknown.UnplayedKnown = false
	if why := withdraw.FailedConditions(unknown, withdraw.Strict()); !slices.Equal(why, []withdraw.Why{"deposits not played"}) {
		t.Errorf("nobody knows how much was played: %v", why)
	}
}

// A win of more than 24 hours ago stops nothing.
func TestTheWinOfADay(t *testing.T) {
	t.Parallel()
	eachWithClock(t, func(t *testing.T, s *store.Store, now *clock.Fake) {
		w := newWorld(t, s, options{clock: now, noCallbacks: true, still: true})
		for ago, want := range map[time.Duration]withdraw.State{
			24*time.Hour - time.Second: withdraw.Review, 24*time.Hour + time.Second: withdraw.Sending,
		} {
			m := w.member(5_000 * baht)
			w.give(m, "game_out", ledger.Bank("KBANK"), 50_001*baht)
			now.Advance(ago)
			r := w.request(m, 300*baht)
			w.settle(r.Reference)
			if x := w.find(r.Reference); x.State != want {
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
	f := withdraw.Facts{Now: time.Now(), Amount: 300 * money.Baht, TotalStable: true, AccountVerified: true, Unplayed: 500 * baht}
	if why := withdraw.FailedConditions(f, soft); why != nil {
		t.Errorf("stopped by %v", why)
	}
}
