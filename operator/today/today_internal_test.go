package today

import (
	"testing"
	"time"

	"krapao/brake"
	"krapao/internal/clock"
	"krapao/ledger/tally"
	"krapao/money"
)

var began = time.Date(2026, 11, 27, 0, 0, 0, 0, clock.Bangkok)

// A day before counts up to the same time of the day: hours that have passed whole, of the one that goes on its share, and none
// of those that come. Money that came in is below zero on the accounts of the outside.
func TestADayUpToATime(t *testing.T) {
	t.Parallel()
	point := func(hour int, account string, amount money.Amount) tally.Point {
		return tally.Point{Hour: began.Add(time.Duration(hour) * time.Hour).UTC(), Account: account, Kind: "x", Amount: amount}
	}
	points := []tally.Point{
		point(0, "bank:SCB1", -100_00), point(0, "bank:SCB1", 20_00), point(1, "bank:SCB1", -60_01), point(2, "bank:SCB1", -7_00),
		point(1, "house:payout", 30_00), point(0, "result:joker", 5_00), point(1, "result:joker", -4_00),
		point(0, "house:bonus", -9_00), point(0, "house:refund", -1_00), point(0, "house:capital", -5_00),
		point(0, "member:wallet", 80_00),
	}
	got := addUp(points, began, 90*time.Minute)
	if got.channels["SCB1"] != (Flow{130_00, 20_00}) || got.channels[Payouts] != (Flow{0, 15_00}) || len(got.channels) != 2 {
		t.Errorf("the channels are %+v", got.channels)
	}
	if got.games["joker"] != 3_00 || got.bonus != 10_00 {
		t.Errorf("the games are %+v, the bonus is %s", got.games, got.bonus)
	}
	if got.hours[0] != (Flow{100_00, 20_00}) || got.hours[1] != (Flow{60_01, 30_00}) || got.hours[2] != (Flow{7_00, 0}) {
		t.Errorf("the hours are %+v", got.hours)
	}
}

// Members count from the hour in which their day began: of the hour that goes on its share, and nobody who comes later.
func TestMembersUpToATime(t *testing.T) {
	t.Parallel()
	hour := func(hour int, count int64) tally.ActiveHour {
		return tally.ActiveHour{Hour: began.Add(time.Duration(hour) * time.Hour).UTC(), Count: count}
	}
	list := []tally.ActiveHour{hour(0, 3), hour(1, 4), hour(20, 9)}
	for at, want := range map[time.Duration]int64{
		0: 0, 30 * time.Minute: 1, time.Hour: 3, 90 * time.Minute: 5, 12 * time.Hour: 7, 24 * time.Hour: 16,
	} {
		if n := activeUpTo(list, began.Add(at)); n != want {
			t.Errorf("after %s: %d, want %d", at, n, want)
		}
	}
}

// A system is as bad as the worst that is known of it, since then; one that is stopped is stopped.
func TestHowASystemStands(t *testing.T) {
	t.Parallel()
	now, long := began.Add(time.Hour), began.Add(time.Hour-59*time.Second)
	ago := func(d time.Duration) time.Time { return now.Add(-d) }
	stopped := []brake.Stopped{{System: "bank:SCB1", Since: ago(time.Minute), Cause: brake.Person, Why: "not believed"}}
	broken := []brake.Stopped{{System: "bank:SCB1", Since: ago(time.Minute), Cause: brake.Break, Why: "the books are not whole"}}
	failing := []Reading{{System: "bank:SCB1", ReadAt: ago(time.Hour), Failing: ago(time.Minute), Why: "no page"}}
	for name, c := range map[string]struct {
		of       Connection
		brakes   []brake.Stopped
		readings []Reading
		state    State
		cause    Cause
		since    time.Time
		detail   string
	}{
		"it answers":             {of: Connection{Done: 1, P95: time.Second}, state: Up},
		"it was never called":    {state: Up},
		"it takes long":          {of: Connection{P95: 3 * time.Second}, state: Slow, cause: LongAnswers},
		"not since a moment":     {of: Connection{Failing: long}, state: Slow, cause: Unanswered, since: long},
		"not for a minute":       {of: Connection{Failing: ago(time.Minute)}, state: Down, cause: Unanswered, since: ago(time.Minute)},
		"its breaker is open":    {of: Connection{Failing: ago(1), Open: true}, state: Down, cause: Circuit, since: ago(1)},
		"its list can't be read": {readings: failing, state: Slow, cause: Unread, since: ago(time.Minute), detail: "no page"},
		"another's list":         {readings: []Reading{{System: "bank:X", Failing: ago(1)}}, state: Up},
		"it is stopped":          {brakes: stopped, state: Stopped, cause: "person", since: ago(time.Minute), detail: "not believed"},
		"the product stopped it": {
			brakes: broken, readings: failing, state: Stopped, cause: "break", since: ago(time.Minute),
		},
		"stopped, and not a word": {
			of: Connection{Open: true}, brakes: stopped, readings: failing,
			state: Stopped, cause: "person", since: ago(time.Minute), detail: "not believed",
		},
	} {
		x := System{Name: "bank:SCB1", Stops: "bank:SCB1", Connection: c.of}
		x.stand(now, c.brakes, c.readings)
		if x.State != c.state || x.Cause != c.cause || !x.Since.Equal(c.since) || x.Detail != c.detail {
			t.Errorf("%s: %+v", name, x)
		}
	}
}

// Every connection is a system, and every system that can be stopped is there once, with its connection if it has one.
func TestWhichSystemsThereAre(t *testing.T) {
	t.Parallel()
	list := all([]Connection{
		{Kind: "provider", Name: "joker"},
		{Kind: "qr", Name: "KBANK"},
		{Kind: "feed", Name: "SCB1"},
		{Kind: "payout", Name: "payout"},
		{Kind: "slip", Name: "easyslip"},
		{Kind: "slip", Name: "slipok"},
		{Kind: "link", Name: "truemoney"},
		{Kind: "sms", Name: "sms"},
		{Kind: "blob", Name: "s3"},
		{Kind: "provider", Name: "old"},
	}, []string{"payouts", "slips", "bank:SCB1", "bank:TTB", "gateway:KBANK", "links", "provider:joker"})
	want := map[string][2]string{
		"bank:SCB1": {"bank", "bank:SCB1"}, "bank:TTB": {"bank", "bank:TTB"}, "blob:s3": {"blob", ""},
		"gateway:KBANK": {"gateway", "gateway:KBANK"}, "link:truemoney": {"link", "links"}, "payouts": {"payout", "payouts"},
		"provider:joker": {"provider", "provider:joker"}, "provider:old": {"provider", ""}, "slip:easyslip": {"slip", "slips"},
		"slip:slipok": {"slip", "slips"}, "sms": {"sms", ""},
	}
	for _, x := range list {
		if want[x.Name] != [2]string{x.Kind, x.Stops} || x.Known == (x.Name == "bank:TTB") {
			t.Errorf("%+v", x)
		}
	}
	if len(list) != len(want) {
		t.Errorf("%d systems, want %d", len(list), len(want))
	}
}
