package bonus

import (
	"testing"

	"pgregory.net/rapid"

	"krapao/money"
)

// condition has a deposit of 100 baht, a credit of 100, and ends at 300 or 5 percent. With 50 of own money the target is 650,
// the floor 60.
func condition(end End) Condition {
	return Condition{
		Credit: 100 * money.Baht, Deposit: 100 * money.Baht, Base: 200 * money.Baht, Own: 50 * money.Baht, Required: 1000 * money.Baht,
		Terms: Terms{End: end, PercentSuccess: 300, PercentFail: 5, Turnover: 5},
	}
}

func TestOutcome(t *testing.T) {
	t.Parallel()
	const all, none = 1000 * money.Baht, money.Amount(0)
	target, floor := 650*money.Baht, 60*money.Baht
	for name, c := range map[string]struct {
		end         End
		turned      money.Amount
		least, most money.Amount
		unknown     bool
		want        State
	}{
		"one satang under the target":               {end: EndTarget, least: target - 1, most: target - 1, want: Active},
		"at the target":                             {end: EndTarget, least: target, most: target, want: Success},
		"over the target":                           {end: EndTarget, least: target + 1, most: target + 1, want: Success},
		"only the most is at the target":            {end: EndTarget, least: target - 1, most: target, want: Active},
		"the turnover is no target":                 {end: EndTarget, turned: all, least: floor + 1, most: floor + 1, want: Active},
		"one satang over the floor":                 {end: EndTarget, least: floor + 1, most: floor + 1, want: Active},
		"at the floor":                              {end: EndTarget, least: floor, most: floor, want: Failed},
		"under the floor":                           {end: EndTarget, least: floor - 1, most: floor - 1, want: Failed},
		"only the least is at the floor":            {end: EndTarget, least: floor, most: floor + 1, want: Active},
		"at the floor, and a game is unread":        {end: EndTarget, least: floor, most: floor, unknown: true, want: Active},
		"at the target, and a game is unread":       {end: EndTarget, least: target, most: target, unknown: true, want: Success},
		"one satang of turnover is missing":         {end: EndTurnover, turned: all - 1, least: target, most: target, want: Active},
		"all is turned over":                        {end: EndTurnover, turned: all, least: floor + 1, most: floor + 1, want: Success},
		"all is turned over and lost":               {end: EndTurnover, turned: all, least: none, most: none, want: Success},
		"both: the target alone":                    {end: EndBoth, turned: all - 1, least: target, most: target, want: Active},
		"both: the turnover alone":                  {end: EndBoth, turned: all, least: target - 1, most: target - 1, want: Active},
		"both":                                      {end: EndBoth, turned: all, least: target, most: target, want: Success},
		"both: turned over, and lost":               {end: EndBoth, turned: all, least: floor, most: floor, want: Failed},
		"an end that nobody knows is never reached": {end: "sometime", turned: all, least: target, most: target, want: Active},
	} {
		at := condition(c.end)
		p := at.position(at.Own, c.turned, c.least)
		if p.Target != target || p.Floor != floor {
			t.Fatalf("%s: target %s, floor %s", name, p.Target, p.Floor)
		}
		got, ended := p.Outcome(c.least, c.most, !c.unknown)
		if got != c.want || ended != (c.want != Active) {
			t.Errorf("%s: %s, %v", name, got, ended)
		}
	}
}

// A game that can't be read may hide an end only if some total that the member may have would end the condition.
func TestMayEnd(t *testing.T) {
	t.Parallel()
	const all = 1000 * money.Baht
	target, floor := 650*money.Baht, 60*money.Baht
	for name, c := range map[string]struct {
		end         End
		turned      money.Amount
		least, most money.Amount
		unknown     bool
		late        bool
		keep        int64
		want        bool
	}{
		"a game is unread":                               {end: EndTarget, least: floor + 1, unknown: true, want: true},
		"a game is unread, after the target's time":      {end: EndTarget, least: floor + 1, unknown: true, late: true},
		"a game is unread, and all the rest may be lost": {end: EndTarget, least: floor, unknown: true, late: true, want: true},
		"the most does not reach the target":             {end: EndTarget, least: floor + 1, most: target - 1},
		"the most reaches the target":                    {end: EndTarget, least: floor + 1, most: target, want: true},
		"the most is known to be over the floor":         {end: EndTarget, least: 0, most: floor + 1},
		"the turnover is far, and a game is unread":      {end: EndTurnover, turned: all - 1, least: floor + 1, unknown: true},
		"the turnover is far, and all may be lost": {
			end: EndTurnover, turned: all - 1, least: floor, unknown: true, want: true,
		},
		"both: the turnover is far, and a game is unread": {end: EndBoth, turned: all - 1, least: floor + 1, unknown: true},
		"both: turned over, and a game is unread":         {end: EndBoth, turned: all, least: floor + 1, unknown: true, want: true},
		"both: turned over, and the most is not there":    {end: EndBoth, turned: all, least: floor + 1, most: target - 1},
		"turned over, and what is kept needs the exact sum": {
			end: EndTurnover, turned: all, least: floor + 1, most: target, keep: 100, want: true,
		},
	} {
		at := condition(c.end)
		at.Terms.KeepPercent = c.keep
		p := at.position(at.Own, c.turned, c.least)
		got := p.mayEnd(Total{Least: c.least, Most: c.most, MostKnown: !c.unknown}, !c.late)
		if got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// The target's part of the base is rounded up. The floor's part, and the part that may be kept, are rounded down.
func TestPercentsOfASatang(t *testing.T) {
	t.Parallel()
	c := Condition{Base: 33, Terms: Terms{End: EndTarget, PercentSuccess: 110, PercentFail: 10, KeepPercent: 110}}
	p := c.position(0, 0, 0)
	if p.Target != 37 || p.Floor != 3 || p.Most != 36 {
		t.Errorf("target %d, floor %d, most %d", p.Target, p.Floor, p.Most)
	}
}

func TestBack(t *testing.T) {
	t.Parallel()
	at := condition(EndTarget)
	for total, want := range map[money.Amount]money.Amount{
		0: 0, 150 * money.Baht: 0, 150*money.Baht + 1: 1, 200 * money.Baht: 50 * money.Baht,
		250*money.Baht - 1: 100*money.Baht - 1, 250 * money.Baht: 100 * money.Baht, 10_000 * money.Baht: 100 * money.Baht,
	} {
		if got := at.position(at.Own, 0, total).Back(total); got != want {
			t.Errorf("of %s goes back %s, not %s", total, got, want)
		}
	}
}

func TestKept(t *testing.T) {
	t.Parallel()
	c := Condition{
		Credit: 100 * money.Baht, Base: 100 * money.Baht, Own: 50 * money.Baht,
		Terms: Terms{End: EndBoth, PercentSuccess: 500, KeepPercent: 300},
	}
	for total, want := range map[money.Amount]money.Amount{
		0: 0, 350 * money.Baht: 0, 350*money.Baht + 1: 1, 550 * money.Baht: 200 * money.Baht,
	} {
		if got := c.position(c.Own, 0, total).Over(total); got != want {
			t.Errorf("of %s goes back %s, not %s", total, got, want)
		}
	}
}

// anyPosition draws a condition, and the total and turnover that it came to.
func anyPosition(t *rapid.T) (c Condition, p Position, total money.Amount) {
	amount := func(name string, most int64) money.Amount {
		return money.Amount(rapid.Int64Range(0, most).Draw(t, name))
	}
	c = Condition{Credit: 1 + amount("credit", 1e11), Deposit: amount("deposit", 1e11), Own: amount("own", 1e11)}
	c.Base = c.Credit + c.Deposit
	c.Terms = Terms{
		End:            rapid.SampledFrom([]End{EndTarget, EndTurnover, EndBoth}).Draw(t, "end"),
		PercentSuccess: rapid.Int64Range(101, 10_000).Draw(t, "success"), PercentFail: rapid.Int64Range(0, 99).Draw(t, "fail"),
		KeepPercent: rapid.SampledFrom([]int64{0, 1, 100, 300, 10_000}).Draw(t, "keep"),
	}
	c.Required = 1 + amount("required", 1e12)
	total = amount("total", 1e12)
	return c, c.position(c.Own, amount("turned", 2e12), total), total
}

// Whatever a condition ends as, own money stays the member's, and so does the deposit if the terms do not bound what is kept.
// At most the credit goes back.
func TestOwnMoneyNeverGoesBack(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		c, p, total := anyPosition(t)
		for _, outcome := range []State{Success, Failed, Expired, GivenUp} {
			back := p.back(outcome, total)
			switch kept := total - back; {
			case back < 0:
				t.Fatalf("%s gives %s to the member", outcome, -back)
			case back > 0 && kept < c.Own:
				t.Fatalf("%s takes %s of own money", outcome, c.Own-kept)
			case back > 0 && outcome != Success && kept < c.Own+c.Deposit:
				t.Fatalf("%s takes %s of the deposit", outcome, c.Own+c.Deposit-kept)
			case outcome != Success && back > c.Credit:
				t.Fatalf("%s takes more than the credit", outcome)
			}
			if most, bounded := p.mostBack(outcome); bounded && back > most {
				t.Fatalf("%s takes %s, at most %s", outcome, back, most)
			}
		}
	})
}

// Money from outside that comes in while a condition is active is own. It neither reaches a target nor keeps the member from a
// floor, and it never goes back to the house.
func TestMoneyFromOutsideChangesNoPosition(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		c, p, total := anyPosition(t)
		more := money.Amount(rapid.Int64Range(-int64(c.Own), 1e11).Draw(t, "outside"))
		q := c.position(c.Own+more, p.Turned, total+more)
		before, _ := p.Outcome(total, total, true)
		after, _ := q.Outcome(total+more, total+more, true)
		if before != after || p.Back(total) != q.Back(total+more) || p.Over(total) != q.Over(total+more) {
			t.Fatalf("%s became %s", before, after)
		}
		if q.Target-p.Target != more || q.Floor-p.Floor != more {
			t.Fatalf("target moved by %s, floor by %s", q.Target-p.Target, q.Floor-p.Floor)
		}
	})
}

// At the grant P is the base, which is below every target and above every floor.
func TestAGrantIsAtNoEnd(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		c, _, _ := anyPosition(t)
		total := c.Own + c.Base
		if state, ended := c.position(c.Own, 0, total).Outcome(total, total, true); ended {
			t.Fatalf("granted and %s at once", state)
		}
	})
}
