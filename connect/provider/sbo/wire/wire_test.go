package wire_test

import (
	"encoding/json"
	"testing"
	"time"

	"krapao/connect/provider/sbo/wire"
)

// The protocol has no signature, so the test vectors are the bodies, byte for byte.
func TestBodies(t *testing.T) {
	t.Parallel()
	caller := wire.Caller{CompanyKey: "secret", ServerID: "s1"}
	deposit := wire.Deposit{Caller: caller, Username: "abc123", TxnID: "T0001", Amount: "100.00"}
	for _, tc := range []struct {
		body any
		want string
	}{
		{
			wire.Register{Caller: caller, Username: "abc123", Agent: "op"},
			`{"CompanyKey":"secret","ServerId":"s1","Username":"abc123","Agent":"op"}`,
		},
		{
			wire.Player{Caller: caller, Username: "abc123"},
			`{"CompanyKey":"secret","ServerId":"s1","Username":"abc123"}`,
		},
		{deposit, `{"CompanyKey":"secret","ServerId":"s1","Username":"abc123","TxnId":"T0001","Amount":100.00}`},
		{
			wire.Withdraw{Deposit: deposit},
			`{"CompanyKey":"secret","ServerId":"s1","Username":"abc123","TxnId":"T0001","Amount":100.00,"IsFullAmount":false}`,
		},
		{wire.Check{Caller: caller, TxnID: "T0001"}, `{"CompanyKey":"secret","ServerId":"s1","TxnId":"T0001"}`},
		{
			wire.Login{Caller: caller, Username: "abc123", Portfolio: wire.PortfolioSports},
			`{"CompanyKey":"secret","ServerId":"s1","Username":"abc123","Portfolio":"SportsBook"}`,
		},
		{
			wire.Bets{
				Caller: caller, Portfolio: wire.PortfolioSports, Language: "en",
				StartDate: wire.FormatTime(time.Date(2026, 3, 4, 4, 0, 0, 0, time.UTC)),
				EndDate:   wire.FormatTime(time.Date(2026, 3, 4, 4, 30, 0, 0, time.UTC)),
			},
			`{"CompanyKey":"secret","ServerId":"s1","Portfolio":"SportsBook","StartDate":"2026-03-04T00:00:00",` +
				`"EndDate":"2026-03-04T00:30:00","Language":"en","IsGetDownline":false}`,
		},
	} {
		if got, err := json.Marshal(tc.body); err != nil || string(got) != tc.want {
			t.Errorf("body %s, %v; want %s", got, err, tc.want)
		}
	}
}

func TestStateOfABet(t *testing.T) {
	t.Parallel()
	for status, want := range map[string]wire.State{
		"running": wire.Open, "Running": wire.Open, "waiting": wire.Open,
		"": wire.Strange, "Pending": wire.Strange, "won?": wire.Strange, "not settled": wire.Strange,
		"won": wire.Settled, "lose": wire.Settled, "draw": wire.Settled, "done": wire.Settled, "bonus": wire.Settled,
		"Half Won": wire.Settled, "half lose": wire.Settled,
		"void": wire.Void, "Void(Suspended Match)": wire.Void, "refund": wire.Void, "waiting rejected": wire.Void,
		"Cancelled": wire.Void,
	} {
		if got := (wire.Bet{Status: status}).State(); got != want {
			t.Errorf("%q is %d, want %d", status, got, want)
		}
	}
}

func TestTimes(t *testing.T) {
	t.Parallel()
	want := time.Date(2026, 3, 4, 4, 5, 6, 540_000_000, time.UTC)
	for _, text := range []string{"2026-03-04T00:05:06.54", "2026-03-04T00:05:06.54-04:00", "2026-03-04T04:05:06.54Z"} {
		if got, err := wire.ParseTime(text); err != nil || !got.Equal(want) {
			t.Errorf("%s: %s, %v", text, got, err)
		}
	}
	if _, err := wire.ParseTime("yesterday"); err == nil {
		t.Error("a word is a time")
	}
}

func TestLaunchURL(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ scheme, url, lang, want string }{
		{"https", "//h/p?token=1", "th", "https://h/p?token=1&lang=th-th&device=m"},
		{"https", "h/p?token=1", "lo", "https://h/p?token=1&lang=en&device=m"},
		{"http", "https://h/p?token=1", "en", "https://h/p?token=1&lang=en&device=m"},
		{"http", "//h/p", "en", "http://h/p?lang=en&device=m"},
	} {
		if got := wire.LaunchURL(c.scheme, c.url, c.lang, true); got != c.want {
			t.Errorf("%s, want %s", got, c.want)
		}
	}
}
