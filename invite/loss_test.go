package invite

import (
	"testing"
	"time"

	"krapao/internal/clock"
	"krapao/money"
)

const b = money.Baht

func TestLost(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		life life
		want money.Amount
	}{
		"nothing":                     {life{}, 0},
		"all lost":                    {life{deposits: 500 * b}, 500 * b},
		"a part left":                 {life{deposits: 500 * b, total: 200 * b}, 300 * b},
		"withdrawn":                   {life{deposits: 500 * b, withdrawals: 600 * b}, -100 * b},
		"a credit that is there":      {life{deposits: 500 * b, total: 550 * b, credits: 50 * b}, -100 * b},
		"a credit that was lost":      {life{deposits: 500 * b, credits: 50 * b}, 450 * b},
		"commissions are no loss":     {life{deposits: 500 * b, commissions: 50 * b}, 450 * b},
		"only the house's was lost":   {life{credits: 50 * b}, -50 * b},
		"a deposit that was returned": {life{deposits: 0, total: 0, commissions: 10 * b}, -10 * b},
	} {
		if got := tc.life.lost(); got != tc.want {
			t.Errorf("%s: %s, want %s", name, got, tc.want)
		}
	}
}

func TestPartIsRoundedDown(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct{ amount, percent, want money.Amount }{
		{-100, 10, 0},
		{0, 10, 0},
		{9, 10, 0},
		{10, 10, 1},
		{19, 10, 1},
		{199, 10, 19},
		{200, 10, 20},
		{333, 33, 109},
		{1 << 62, 100, 1 << 62},
		{100, 0, 0},
	} {
		if got := part(tc.amount, int64(tc.percent)); got != tc.want {
			t.Errorf("%d %% of %d: %d, want %d", tc.percent, tc.amount, got, tc.want)
		}
	}
}

// A day's earnings ripen whole days after the day has ended in Bangkok.
func TestRipeAt(t *testing.T) {
	t.Parallel()
	at := func(text string) time.Time {
		parsed, err := time.ParseInLocation("2006-01-02 15:04:05.9", text, clock.Bangkok)
		if err != nil {
			t.Fatal(err)
		}
		return parsed.UTC()
	}
	strict := Strict()
	for from, want := range map[string]string{
		"2026-11-22 00:00:00":   "2026-11-30 00:00:00",
		"2026-11-22 23:59:59.9": "2026-11-30 00:00:00",
		"2026-11-23 00:00:00":   "2026-12-01 00:00:00",
		"2028-02-22 12:00:00":   "2028-03-01 00:00:00", // a leap year
	} {
		if got := strict.ripeAt(at(from)); !got.Equal(at(want)) {
			t.Errorf("earned %s, ripe %s, want %s", from, got, at(want))
		}
	}
	strict.RipenDays = 0
	if got := strict.ripeAt(at("2026-11-22 12:00:00")); !got.Equal(at("2026-11-22 12:00:00")) {
		t.Errorf("without a wait it is ripe %s", got)
	}
}

func TestNamesAreMasked(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"Somchai": "Som***", "Som": "So***", "S": "***", "": "***", "สมชาย ใจดี": "สมช***",
	} {
		if got := masked(name); got != want {
			t.Errorf("%q is shown as %q, want %q", name, got, want)
		}
	}
}
