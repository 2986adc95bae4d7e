package protection_test

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"
	"testing"
	"time"

	"krapao/fault"
	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/money"
	"krapao/protection"
)

const baht = money.Baht

// desk is the service on a real store, with a clock that stands still, and deposits and losses set by the test.
type desk struct {
	t        *testing.T
	now      *clock.Fake
	db       *store.Store
	s        *protection.Service
	deposits []deposited
	losses   []deposited
	inGames  money.Amount
}

type deposited struct {
	at     time.Time
	amount money.Amount
}

// sunday is a second before a Monday begins in Bangkok. The Tuesday after it is the first of December.
var sunday = time.Date(2026, 11, 29, 16, 59, 59, 0, time.UTC)

func each(t *testing.T, test func(t *testing.T, d *desk)) {
	t.Helper()
	storetest.EachAt(t, sunday, func(t *testing.T, db *store.Store, now *clock.Fake) {
		d := &desk{t: t, now: now, db: db}
		d.s = protection.New(protection.Deps{Store: db, Deposits: d, Books: d})
		test(t, d)
	})
}

func (d *desk) used(since time.Time) (sum money.Amount, err error) {
	for _, one := range d.deposits {
		if !one.at.Before(since) {
			sum += one.amount
		}
	}
	return sum, nil
}

// CreditedSince implements protection.Deposits.
func (d *desk) CreditedSince(_ context.Context, _ string, since time.Time) (money.Amount, error) {
	return d.used(since)
}

// Lost implements protection.Books.
func (d *desk) Lost(_ context.Context, _ string, since time.Time) (sum money.Amount, err error) {
	for _, one := range d.losses {
		if !one.at.Before(since) {
			sum += one.amount
		}
	}
	return sum, nil
}

// LostTx implements protection.Books.
func (d *desk) LostTx(ctx context.Context, _ *store.Tx, member string, since time.Time) (money.Amount, error) {
	return d.Lost(ctx, member, since)
}

// InGames implements protection.Books.
func (d *desk) InGames(context.Context, string) (money.Amount, error) { return d.inGames, nil }

// InGamesTx implements protection.Books.
func (d *desk) InGamesTx(context.Context, *store.Tx, string) (money.Amount, error) {
	return d.inGames, nil
}

func (d *desk) set(period protection.Period, amount money.Amount) {
	d.t.Helper()
	if err := d.s.Set(d.t.Context(), "A", protection.KindDeposit, period, &amount); err != nil {
		d.t.Fatal(err)
	}
}

func (d *desk) lift(period protection.Period) {
	d.t.Helper()
	if err := d.s.Set(d.t.Context(), "A", protection.KindDeposit, period, nil); err != nil {
		d.t.Fatal(err)
	}
}

func (d *desk) confirm(period protection.Period) error {
	return d.s.Confirm(d.t.Context(), "A", protection.KindDeposit, period)
}

func (d *desk) allow(amount money.Amount) error {
	return d.db.Write(d.t.Context(), func(tx *store.Tx) error {
		return d.s.AllowDepositTx(d.t.Context(), tx, "A", amount, d.used)
	})
}

// deposit makes a deposit that must be allowed.
func (d *desk) deposit(amount money.Amount) {
	d.t.Helper()
	if err := d.allow(amount); err != nil {
		d.t.Errorf("at %s: %s is refused: %v", d.now.Now(), amount, err)
	}
	d.deposits = append(d.deposits, deposited{d.now.Now(), amount})
}

// refused checks that a deposit is refused, and by which limit.
func (d *desk) refused(amount money.Amount, period protection.Period, limit, used string) {
	d.t.Helper()
	err := d.allow(amount)
	f, ok := err.(*fault.Error) //nolint:errorlint // nothing wraps it
	if !ok || f.Code != fault.LIMIT_REACHED || fmt.Sprint(f.Params["period"]) != string(period) ||
		fmt.Sprint(f.Params["limit"]) != limit || fmt.Sprint(f.Params["used"]) != used {
		d.t.Errorf("at %s: %s: %+v, want %s of %s used in a %s", d.now.Now(), amount, err, used, limit, period)
	}
}

func (d *desk) limits() []protection.Limit {
	d.t.Helper()
	list, err := d.s.Limits(d.t.Context(), "A")
	if err != nil {
		d.t.Fatal(err)
	}
	return list
}

func (d *desk) apply(section string) error {
	return d.db.Write(d.t.Context(), func(tx *store.Tx) error {
		_, err := protection.ApplySettings(d.t.Context(), tx, json.RawMessage(section))
		return err
	})
}

func TestPeriodsEndInBangkok(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, d *desk) {
		if err := d.allow(1_000_000 * baht); err != nil || len(d.limits()) != 0 {
			d.t.Errorf("without a limit: %v", err)
		}
		d.set(protection.Day, 100*baht)
		d.set(protection.Week, 250*baht)
		d.set(protection.Month, 300*baht)
		d.deposit(60 * baht)
		d.refused(40*baht+1, protection.Day, "100.00", "60.00")
		d.deposit(40 * baht)
		d.refused(1, protection.Day, "100.00", "100.00")
		d.now.Advance(time.Second) // Monday: a new day and week, the same month
		d.deposit(100 * baht)
		d.refused(1, protection.Day, "100.00", "100.00")
		d.refused(150*baht+1, protection.Day, "100.00", "100.00")
		d.now.Advance(24*time.Hour - time.Microsecond)
		d.refused(1, protection.Day, "100.00", "100.00")
		d.now.Advance(time.Microsecond) // Tuesday: a new day and month, the same week
		d.deposit(100 * baht)
		d.now.Advance(24 * time.Hour)
		d.refused(50*baht+1, protection.Week, "250.00", "200.00")
		d.deposit(50 * baht)
		d.now.Advance(5 * 24 * time.Hour) // the Monday after
		d.deposit(100 * baht)
		d.now.Advance(24 * time.Hour)
		d.refused(100*baht, protection.Month, "300.00", "250.00")
		d.deposit(50 * baht)
		list := d.limits()
		if len(list) != 3 || list[0].Period != protection.Day || list[0].Used != 50*baht ||
			list[1].Used != 150*baht || list[2].Used != 300*baht || list[2].Amount != 300*baht || !list[2].Own || list[2].Next != nil {
			d.t.Errorf("the list: %+v", list)
		}
	})
}

func TestTighterAtOnceLooserAfterADayAndAConfirmation(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, d *desk) {
		d.set(protection.Day, 500*baht)
		d.set(protection.Day, 100*baht)
		d.refused(101*baht, protection.Day, "100.00", "0.00")
		if err := d.confirm(protection.Day); !fault.Is(err, fault.NO_DATA) {
			d.t.Errorf("nothing waits: %v", err)
		}
		d.set(protection.Day, 1_000*baht)
		from := d.now.Now().Add(24 * time.Hour)
		next := d.limits()[0].Next
		if next == nil || next.Amount == nil || *next.Amount != 1_000*baht || !next.From.Equal(from) {
			d.t.Fatalf("what waits: %+v", next)
		}
		d.now.Advance(24*time.Hour - time.Second)
		d.set(protection.Day, 1_000*baht) // asked for again: its time goes on
		if err := d.confirm(protection.Day); !fault.Is(err, fault.TRY_AGAIN) {
			d.t.Errorf("a second too early: %v", err)
		}
		d.now.Advance(time.Second)
		d.refused(101*baht, protection.Day, "100.00", "0.00") // its time alone is not enough
		for i, want := range []fault.Code{"", fault.NO_DATA} {
			if err := d.confirm(protection.Day); want == "" && err != nil || want != "" && !fault.Is(err, want) {
				d.t.Errorf("confirmation %d: %v", i+1, err)
			}
		}
		if err := d.allow(1_000 * baht); err != nil {
			d.t.Errorf("confirmed: %v", err)
		}
		d.set(protection.Day, 2_000*baht)
		d.now.Advance(time.Hour)
		d.set(protection.Day, 3_000*baht) // another one: its time begins anew
		d.now.Advance(23 * time.Hour)
		if err := d.confirm(protection.Day); !fault.Is(err, fault.TRY_AGAIN) {
			d.t.Errorf("the first one's time: %v", err)
		}
		d.set(protection.Day, 1_000*baht) // to stay where one is ends what waits
		d.now.Advance(48 * time.Hour)
		if err := d.confirm(protection.Day); !fault.Is(err, fault.NO_DATA) {
			d.t.Errorf("what was taken back: %v", err)
		}
		d.lift(protection.Day)
		d.refused(1_001*baht, protection.Day, "1000.00", "0.00")
		if next := d.limits()[0].Next; next == nil || next.Amount != nil {
			d.t.Errorf("what waits: %+v", next)
		}
		d.now.Advance(24 * time.Hour)
		if err := d.confirm(protection.Day); err != nil || len(d.limits()) != 0 {
			d.t.Errorf("lifted: %v, %+v", err, d.limits())
		}
		d.lift(protection.Day)
		d.set(protection.Month, 0) // none at all
		d.refused(1, protection.Month, "0.00", "0.00")
	})
}

func TestTheStricterOfTwoCounts(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, d *desk) {
		if err := d.apply(`{"deposit": {"day": 200, "month": 1000}}`); err != nil {
			d.t.Fatal(err)
		}
		d.refused(200*baht+1, protection.Day, "200.00", "0.00")
		d.set(protection.Day, 500*baht)
		d.refused(200*baht+1, protection.Day, "200.00", "0.00")
		d.set(protection.Day, 50*baht)
		d.refused(50*baht+1, protection.Day, "50.00", "0.00")
		list := d.limits()
		if len(list) != 2 || list[0].Amount != 50*baht || !list[0].Own ||
			list[1].Period != protection.Month || list[1].Own || list[1].Amount != 1_000*baht {
			d.t.Errorf("the list: %+v", list)
		}
		for _, wrong := range []string{
			`[]`, `{"deposit": {"year": 1}}`, `{"deposit": {"day": -1}}`, `{"deposit": {"day": 0.001}}`,
			`{"loss": {"year": 1}}`, `{"stake": {"day": 1}}`,
		} {
			if err := d.apply(wrong); err == nil {
				d.t.Errorf("%s: taken", wrong)
			}
		}
	})
}

func TestBadLimitsAreRefused(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, d *desk) {
		ten, less, much := 10*baht, money.Amount(-1), money.Max+1
		for name, tc := range map[string]struct {
			kind   protection.Kind
			period protection.Period
			amount *money.Amount
			want   fault.Code
		}{
			"stakes":     {"stake", protection.Day, &ten, fault.INVALID_INPUT},
			"no kind":    {"", protection.Day, &ten, fault.INVALID_INPUT},
			"a year":     {protection.KindDeposit, "year", &ten, fault.INVALID_INPUT},
			"below zero": {protection.KindDeposit, protection.Day, &less, fault.INVALID_AMOUNT},
			"too much":   {protection.KindDeposit, protection.Day, &much, fault.INVALID_AMOUNT},
		} {
			if err := d.s.Set(d.t.Context(), "A", tc.kind, tc.period, tc.amount); !fault.Is(err, tc.want) {
				d.t.Errorf("%s: %v", name, err)
			}
			if err := d.s.Confirm(d.t.Context(), "A", tc.kind, tc.period); tc.want == fault.INVALID_INPUT && !fault.Is(err, tc.want) {
				d.t.Errorf("%s confirmed: %v", name, err)
			}
		}
	})
}

// When limits are set at the same moment, the tightest counts, and no looser one counts at once.
func TestLimitsSetAtOneMoment(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, d *desk) {
		for round := range 5 {
			member := fmt.Sprint("M", round)
			var g sync.WaitGroup
			for i := range 8 {
				amount := money.Amount(100+i) * baht
				g.Go(func() {
					if err := d.s.Set(d.t.Context(), member, protection.KindDeposit, protection.Day, &amount); err != nil {
						d.t.Error(err)
					}
				})
			}
			g.Wait()
			list, err := d.s.Limits(d.t.Context(), member)
			if err != nil || len(list) != 1 || list[0].Amount != 100*baht {
				d.t.Errorf("%+v, %v", list, err)
			}
		}
	})
}
