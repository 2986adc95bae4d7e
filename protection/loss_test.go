package protection_test

import (
	"fmt"
	"testing"
	"time"

	"krapao/fault"
	"krapao/internal/store"
	"krapao/money"
	"krapao/protection"
)

func (d *desk) limitLoss(period protection.Period, amount money.Amount) {
	d.t.Helper()
	if err := d.s.Set(d.t.Context(), "A", protection.KindLoss, period, &amount); err != nil {
		d.t.Fatal(err)
	}
}

func (d *desk) enter(amount, leaving money.Amount) error {
	return d.db.Write(d.t.Context(), func(tx *store.Tx) error {
		return d.s.AllowLossTx(d.t.Context(), tx, "A", amount, leaving)
	})
}

// most checks that exactly so much may go into games.
func (d *desk) most(what string, want, leaving money.Amount) {
	d.t.Helper()
	if want > 0 {
		if err := d.enter(want, leaving); err != nil {
			d.t.Errorf("%s: %s is refused: %v", what, want, err)
		}
	}
	if err := d.enter(max(want, 0)+1, leaving); !fault.Is(err, fault.LIMIT_REACHED) {
		d.t.Errorf("%s: a satang more than %s: %v", what, want, err)
	}
}

func (d *desk) lose(amount money.Amount) {
	d.losses = append(d.losses, deposited{d.now.Now(), amount})
}

// Losses and money in games count, up to the end of days, weeks and months in Bangkok.
func TestLossesOfAPeriod(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, d *desk) {
		if err := d.enter(1_000_000*baht, 0); err != nil {
			d.t.Errorf("without a limit: %v", err)
		}
		d.limitLoss(protection.Day, 100*baht)
		d.limitLoss(protection.Week, 150*baht)
		d.limitLoss(protection.Month, 220*baht)
		if err := d.allow(1_000_000 * baht); err != nil {
			d.t.Errorf("a limit of losses stops a deposit: %v", err)
		}
		d.most("at first", 100*baht, 0)
		d.inGames = 70 * baht
		d.most("with money in a game", 30*baht, 0)
		d.most("from game to game", 80*baht, 50*baht)
		d.inGames = 0
		d.lose(70 * baht)
		d.most("after a loss", 30*baht, 0)
		d.lose(-20 * baht)
		d.most("after a win", 50*baht, 0)
		d.now.Advance(time.Second) // Monday: a new day and week, the same month
		d.most("on Monday", 100*baht, 0)
		d.lose(100 * baht)
		d.most("all of a day", 0, 0)
		d.now.Advance(24*time.Hour - time.Microsecond)
		d.most("a moment before Tuesday", 0, 0)
		d.now.Advance(time.Microsecond) // a new day and month, the same week
		d.most("on Tuesday", 50*baht, 0)
		d.inGames = 60 * baht
		d.most("more in games than is left", 0, 0)
		d.inGames = 0
		d.now.Advance(6 * 24 * time.Hour)
		d.lose(100 * baht)
		d.now.Advance(24 * time.Hour)
		d.most("later in the month", 50*baht, 0)
		list := d.limits()
		if len(list) != 3 || list[0].Kind != protection.KindLoss || list[0].Used != 0 || list[0].Left != 100*baht ||
			list[1].Left != 50*baht || list[2].Used != 100*baht || list[2].Left != 120*baht {
			d.t.Errorf("the list: %+v", list)
		}
	})
}

// A loss limit is loosened later, like any other. A refusal has its values.
func TestALossLimitIsLoosenedLater(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, d *desk) {
		if err := d.apply(`{"loss": {"day": 80}}`); err != nil {
			d.t.Fatal(err)
		}
		d.limitLoss(protection.Day, 100*baht)
		d.most("the operator's is the stricter", 80*baht, 0)
		d.limitLoss(protection.Day, 50*baht)
		d.most("the member's is", 50*baht, 0)
		d.limitLoss(protection.Day, 70*baht)
		d.most("looser, and not yet", 50*baht, 0)
		d.now.Advance(24 * time.Hour)
		d.most("not confirmed", 50*baht, 0)
		if err := d.s.Confirm(d.t.Context(), "A", protection.KindLoss, protection.Day); err != nil {
			d.t.Fatal(err)
		}
		d.most("confirmed", 70*baht, 0)
		d.lose(-500 * baht)
		d.most("what was won may be lost", 570*baht, 0)
		d.lose(500*baht + 30*baht)
		refusal, _ := d.enter(50*baht, 0).(*fault.Error) //nolint:errorlint // nothing wraps it
		if refusal == nil {
			d.t.Fatal("not refused")
		}
		p := refusal.Params
		if got := fmt.Sprintf("%v %v %v %v", p["limit"], p["used"], p["left"], p["kind"]); got != "70.00 30.00 40.00 loss" {
			d.t.Errorf("refused with %+v", refusal)
		}
	})
}
