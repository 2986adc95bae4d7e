package refund

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"krapao/internal/clock"
	"krapao/money"
)

const b = money.Baht

func TestRefundable(t *testing.T) {
	t.Parallel()
	lost := func(c, star money.Amount) Life { return Life{Deposits: c, Star: star} }
	for name, tc := range map[string]struct {
		own    Life
		linked []Life
		want   money.Amount
	}{
		"nothing deposited":         {Life{}, nil, 0},
		"all lost":                  {Life{Deposits: 500 * b}, nil, 500 * b},
		"a part left":               {Life{Deposits: 500 * b, Total: 200 * b}, nil, 300 * b},
		"withdrawn":                 {Life{Deposits: 500 * b, Withdrawals: 100 * b, Total: 200 * b}, nil, 200 * b},
		"ahead":                     {Life{Deposits: 500 * b, Withdrawals: 600 * b}, nil, -100 * b},
		"a house credit is a gain":  {Life{Deposits: 500 * b, Total: 550 * b}, nil, -50 * b},
		"paid for":                  {Life{Deposits: 500 * b, Star: 500 * b}, nil, 0},
		"a satang more":             {Life{Deposits: 500*b + 1, Star: 500 * b}, nil, 1},
		"won back since":            {Life{Deposits: 500 * b, Total: 100 * b, Star: 500 * b}, nil, -100 * b},
		"the other is ahead":        {lost(300*b, 0), []Life{{Withdrawals: 250 * b}}, 50 * b},
		"the other is far ahead":    {lost(300*b, 0), []Life{{Withdrawals: 400 * b}}, -100 * b},
		"the other lost too":        {lost(300*b, 0), []Life{lost(500*b, 0)}, 300 * b},
		"the other's was paid for":  {lost(300*b, 0), []Life{lost(500*b, 500*b)}, 300 * b},
		"one ahead, one lost":       {lost(300*b, 0), []Life{{Withdrawals: 400 * b}, lost(200*b, 0)}, 100 * b},
		"opposite bets of two":      {lost(100*b, 0), []Life{{Withdrawals: 100 * b}}, 0},
		"the other's win is spoken": {lost(300*b, 200*b), []Life{{Withdrawals: 150 * b}}, -50 * b},
	} {
		if got := Refundable(tc.own, tc.linked...); got != tc.want {
			t.Errorf("%s: %s, want %s", name, got, tc.want)
		}
	}
}

func TestRefundIsRoundedDownAndCut(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		loss, percent, most, want money.Amount
	}{
		{-1, 5, 5_000 * b, 0},
		{0, 5, 5_000 * b, 0},
		{19, 5, 5_000 * b, 0},
		{20, 5, 5_000 * b, 1},
		{39, 5, 5_000 * b, 1},
		{1999, 5, 5_000 * b, 99},
		{20 * b, 5, 5_000 * b, b},
		{100_000 * b, 5, 5_000 * b, 5_000 * b},
		{100_000*b + 20, 5, 5_000 * b, 5_000 * b},
		{100_000*b - 1, 5, 5_000 * b, 5_000*b - 1},
		{1 << 62, 100, 1 << 62, 1 << 62},
	} {
		if got := Refund(tc.loss, int64(tc.percent), tc.most); got != tc.want {
			t.Errorf("%s at %d %%: %s, want %s", tc.loss, tc.percent, got, tc.want)
		}
	}
}

// Members win, lose, deposit and receive in any order, linked or not: the losses paid for never exceed the most that they had
// ever lost together.
func TestWhatIsPaidForWasLost(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		lives := make([]Life, rapid.IntRange(1, 3).Draw(t, "members"))
		var worst, paid money.Amount
		for range rapid.IntRange(1, 40).Draw(t, "steps") {
			i := rapid.IntRange(0, len(lives)-1).Draw(t, "who")
			amount := money.Amount(rapid.Int64Range(1, 100_000).Draw(t, "amount"))
			switch rapid.SampledFrom([]string{"deposit", "win", "lose", "withdraw", "receive"}).Draw(t, "what") {
			case "deposit":
				lives[i].Deposits += amount
				lives[i].Total += amount
			case "win":
				lives[i].Total += amount
			case "lose":
				lives[i].Total -= min(amount, lives[i].Total)
			case "withdraw":
				amount = min(amount, lives[i].Total)
				lives[i].Withdrawals += amount
				lives[i].Total -= amount
			case "receive":
				var linked []Life
				for j, l := range lives {
					if j != i {
						linked = append(linked, l)
					}
				}
				if loss := Refundable(lives[i], linked...); loss > 0 {
					lives[i].Star += loss
					paid += loss
				}
			}
			var together money.Amount
			for _, l := range lives {
				together += l.Lost()
			}
			worst = max(worst, together)
			if paid > worst {
				t.Fatalf("%s was paid for, and they never were down more than %s", paid, worst)
			}
		}
	})
}

func TestWeeks(t *testing.T) {
	t.Parallel()
	at := func(text string) time.Time {
		parsed, err := time.ParseInLocation("2006-01-02 15:04:05.9", text, clock.Bangkok)
		if err != nil {
			t.Fatal(err)
		}
		return parsed.UTC()
	}
	for text, want := range map[string]string{
		"2026-11-22 23:59:59.9": "2026-W47", // a Sunday
		"2026-11-23 00:00:00":   "2026-W48",
		"2026-12-31 12:00:00":   "2026-W53",
		"2027-01-03 23:59:59.9": "2026-W53",
		"2027-01-04 00:00:00":   "2027-W01",
	} {
		if got := week(at(text)); got != want {
			t.Errorf("%s is in %s, want %s", text, got, want)
		}
	}
	if next := nextWeek(at("2026-11-22 23:59:59.9")); !next.Equal(at("2026-11-23 00:00:00")) {
		t.Errorf("the week after begins %s", next)
	}
}
