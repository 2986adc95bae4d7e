package report_test

import (
	"context"
	"encoding/json"
	"errors"
	"strconv"
	"strings"
	"testing"
	"time"

	"krapao/brake"
	"krapao/fault"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/ledger/browse"
	"krapao/ledger/tally"
	"krapao/money"
	"krapao/operator"
	"krapao/operator/audit"
	"krapao/operator/halt"
	"krapao/operator/operatortest"
	"krapao/operator/report"
)

// bank is a house with a member's money, and what its reports say.
type bank struct {
	*operatortest.House
	tally *tally.Service
	*report.Service
	moved int
}

// newBank is a house that owes its members 9,000 baht: 10,000 came in by SCB1, and 1,000 were paid out.
func newBank(t *testing.T, h *operatortest.House) *bank {
	t.Helper()
	b := &bank{House: h, tally: tally.New(h.Store)}
	b.Service = b.node()
	if err := h.Store.Write(t.Context(), func(tx *store.Tx) error {
		return h.Ledger.OpenTx(t.Context(), tx, ledger.Wallet(nok), ledger.Game("joker", "nok"), ledger.Bank("SCB1"), ledger.Payout)
	}); err != nil {
		t.Fatal(err)
	}
	b.move("deposit", ledger.Bank("SCB1"), ledger.Wallet(nok), 10_000_00)
	b.move("withdraw", ledger.Wallet(nok), ledger.Payout, 1_000_00)
	return b
}

// node is the reports of one more node.
func (b *bank) node() *report.Service {
	return report.New(report.Deps{
		Store: b.Store, Tallies: b.tally, PostedAt: browse.New(b.Store).PostedAt, Brakes: brake.New(b.Store, b.Brake),
		Approvals: b.approvals(),
	})
}

// approvals are the house's for its first node; kinds are registered once.
func (b *bank) approvals() *operator.Approvals {
	if b.Service == nil {
		return b.Approvals
	}
	return operator.NewApprovals(operator.Deps{Store: b.Store})
}

func (b *bank) move(kind ledger.Kind, from, to ledger.Account, amount money.Amount) {
	b.T.Helper()
	b.moved++
	if _, err := b.Ledger.Move(b.T.Context(), ledger.Order{
		Key: ledger.InternalKey("test", strconv.Itoa(b.moved)), Kind: kind, Debit: from, Credit: to, Amount: amount, Member: nok,
	}); err != nil {
		b.T.Fatal(err)
	}
	b.Now.Advance(time.Minute)
	b.add()
}

func (b *bank) add() {
	b.T.Helper()
	if _, err := b.Ledger.Seal(b.T.Context()); err != nil {
		b.T.Fatal(err)
	}
	if _, err := b.tally.Add(b.T.Context()); err != nil {
		b.T.Fatal(err)
	}
}

// enters has a cashier enter what a system says that it has now.
func (b *bank) enters(system string, has money.Amount) error {
	b.T.Helper()
	return b.enter(operatortest.By(operatortest.Nok, system), has, b.Now.Now())
}

func (b *bank) enter(d operator.Decision, has money.Amount, at time.Time) error {
	b.T.Helper()
	asked, err := json.Marshal(report.Balance{Amount: has, At: at})
	if err != nil {
		b.T.Fatal(err)
	}
	_, err = b.Approvals.Do(b.T.Context(), d, report.KindBalance, asked)
	return err
}

// makes has a cashier make the report now.
func (b *bank) makes() report.Liability {
	b.T.Helper()
	by := operatortest.By(operatortest.Nok, b.Today())
	if _, err := b.Approvals.Do(b.T.Context(), by, report.KindLiability, nil); err != nil {
		b.T.Fatal(err)
	}
	return b.newest()
}

// newest is the report that was kept last.
func (b *bank) newest() report.Liability {
	b.T.Helper()
	kept, err := b.Kept(b.T.Context(), time.Time{}, time.Time{}, nil, 1)
	if err != nil || len(kept) != 1 {
		b.T.Fatal(kept, err)
	}
	one, err := b.KeptOf(b.T.Context(), kept[0].ID)
	if err != nil || one.At != kept[0].At || one.Seal != kept[0].Seal {
		b.T.Errorf("%+v by its ID is %+v, %v", kept[0], one, err)
	}
	b.Now.Advance(time.Minute)
	return one
}

// A bank's figure is of its moment: what the books moved there since is added to it, and there is a ratio once every system has
// one.
func TestABanksOwnFigureCountsForADay(t *testing.T) {
	t.Parallel()
	operatortest.Each(t, func(t *testing.T, h *operatortest.House) {
		b := newBank(t, h)
		read := b.Now.Now()
		b.Now.Advance(time.Second)
		b.move("deposit", ledger.Bank("SCB1"), ledger.Wallet(nok), 500_00)
		if err := b.enter(operatortest.By(operatortest.Nok, "bank:SCB1"), 12_000_00, read); err != nil {
			t.Fatal(err)
		}
		c, err := b.Coverage(t.Context())
		if _, known := c.Ratio(); err != nil || known || len(c.Missing()) != 1 {
			t.Errorf("with one of two figures: %+v, %v", c, err)
		}
		if err := b.enters(brake.Payouts, 7_000_00); err != nil {
			t.Fatal(err)
		}
		c, err = b.Coverage(t.Context())
		if points, known := c.Ratio(); err != nil || !known || points != int64(19_500_00*10_000/9_500_00) {
			t.Errorf("%d, %v, %+v, %v", points, known, c, err)
		}
		if has := c.Has[0]; has.Theirs != 12_500_00 || has.Ours != 10_500_00 || has.Source != report.Entered || !has.At.Equal(read) {
			t.Errorf("%+v", has)
		}
		if err := b.enter(operatortest.By(operatortest.Nok, "bank:SCB1"), 11_000_00, read); err != nil {
			t.Fatal(err)
		}
		if c, err = b.Coverage(t.Context()); err != nil || c.Has[0].Theirs != 11_500_00 {
			t.Errorf("a figure that was corrected: %+v, %v", c.Has[0], err)
		}
		b.Now.Advance(24*time.Hour + time.Second)
		if c, err = b.Coverage(t.Context()); err != nil || len(c.Missing()) != 2 {
			t.Errorf("a day later: %+v, %v", c, err)
		}
	})
}

func TestWhatIsNoFigureIsRefused(t *testing.T) {
	t.Parallel()
	operatortest.Each(t, func(t *testing.T, h *operatortest.House) {
		b := newBank(t, h)
		b.move("game_in", ledger.Wallet(nok), ledger.Game("joker", "nok"), 100_00)
		for _, system := range []string{"bank:NOPE1", "provider:joker", "slips", ""} {
			if err := b.enters(system, 1); !fault.Is(err, fault.NO_DATA) {
				t.Errorf("%q: %v", system, err)
			}
		}
		now := b.Now.Now()
		for _, at := range []time.Time{now.Add(time.Second), now.Add(-24*time.Hour - time.Second), {}} {
			if err := b.enter(operatortest.By(operatortest.Nok, "bank:SCB1"), 1, at); !fault.Is(err, fault.INVALID_INPUT) {
				t.Errorf("of %s: %v", at, err)
			}
		}
		bare := operatortest.By(operatortest.Nok, "bank:SCB1")
		bare.Evidence = ""
		if err := b.enter(bare, 1, now); !errors.Is(err, operator.ErrReasonRequired) {
			t.Errorf("without the bank's statement: %v", err)
		}
	})
}

// Less than what is owed stops the automatic payouts, and they go on only after a report that is whole again (RULES.md section
// 14).
func TestACoverageBelowAWholeStopsThePayouts(t *testing.T) {
	t.Parallel()
	operatortest.Each(t, func(t *testing.T, h *operatortest.House) {
		b := newBank(t, h)
		ctx := t.Context()
		approvals := operator.NewApprovals(operator.Deps{
			Store: b.Store, Audit: audit.New(b.Store, nil), Links: b.Links, Confirmations: b.Keys,
		})
		stops := halt.New(halt.Deps{Approvals: approvals, Brakes: brake.New(b.Store, b.Brake), Stands: b.Service.Stands})
		var told []report.Liability
		b.OnMade(func(_ context.Context, _ *store.Tx, l report.Liability) error {
			told = append(told, l)
			return nil
		})
		if l := b.makes(); l.Stopped || l.By != operatortest.Nok || len(l.Missing()) != 2 {
			t.Errorf("without figures: %+v", l)
		}
		enter := func(bank money.Amount) {
			t.Helper()
			for system, has := range map[string]money.Amount{"bank:SCB1": bank, brake.Payouts: 1_000_00} {
				if err := b.enters(system, has); err != nil {
					t.Fatal(err)
				}
			}
		}
		enter(7_999_00)
		if stopped, err := stops.List(ctx); err != nil || len(stopped) != 0 {
			t.Fatal(stopped, err)
		}
		if l := b.makes(); !l.Stopped {
			t.Errorf("8,999 of 9,000: %+v", l)
		}
		stopped, err := stops.List(ctx)
		if err != nil || len(stopped) != 1 || stopped[0].System != brake.Payouts || stopped[0].Cause != brake.Coverage ||
			!strings.Contains(stopped[0].Why, "99.98 %") || len(stopped[0].Found) != 1 ||
			stopped[0].Found[0].Kind != brake.Below || stopped[0].Found[0].Ratio != 9_998 || stopped[0].By != operatortest.Nok {
			t.Errorf("%+v, %v", stopped, err)
		}
		goOn := func() error {
			d := operatortest.By(operatortest.Nok, brake.Payouts)
			_, err := operatortest.Decide(ctx, approvals, halt.KindResume, d, nil)
			return err
		}
		if err := goOn(); !errors.Is(err, halt.ErrStands) {
			t.Errorf("it goes on: %v", err)
		}
		enter(8_000_00)
		if err := goOn(); !errors.Is(err, halt.ErrStands) {
			t.Errorf("it goes on before the next report: %v", err)
		}
		if l := b.makes(); l.Stopped {
			t.Errorf("9,000 of 9,000: %+v", l)
		}
		if err := goOn(); err != nil {
			t.Errorf("it does not go on: %v", err)
		}
		if len(told) != 3 || told[0].Stopped || !told[1].Stopped || told[2].Stopped {
			t.Errorf("told was %+v", told)
		}
	})
}

// The daily report is made at five in Bangkok, once for all nodes.
func TestTheDailyReportIsMadeOnce(t *testing.T) {
	t.Parallel()
	operatortest.Each(t, func(t *testing.T, h *operatortest.House) { // at five in the afternoon
		b := newBank(t, h)
		ctx, other := t.Context(), b.node()
		daily := func(s *report.Service, want int) {
			t.Helper()
			if n, err := s.Daily(ctx); n != want || err != nil {
				t.Errorf("%d reports at %s, want %d, %v", n, b.Now.Now(), want, err)
			}
		}
		daily(b.Service, 1)
		if l := b.newest(); l.By != "" || l.Day != "2026-11-20" || l.Owed.Wallet != 9_000_00 {
			t.Errorf("%+v", l)
		}
		daily(other, 0)
		daily(b.Service, 0)
		b.Now.Advance(11*time.Hour + 50*time.Minute) // before five of the next day
		b.add()
		daily(b.Service, 0)
		b.Now.Advance(10 * time.Minute)
		b.move("deposit", ledger.Bank("SCB1"), ledger.Wallet(nok), 1)
		daily(other, 1)
		daily(b.Service, 0)
		if l := b.newest(); l.Day != "2026-11-21" || l.Owed.Wallet != 9_000_01 {
			t.Errorf("%+v", l)
		}
	})
}

// Unless everything that was posted is in it, no report is made: it would be taken for whole.
func TestAReportWaitsForTheSums(t *testing.T) {
	t.Parallel()
	operatortest.Each(t, func(t *testing.T, h *operatortest.House) {
		b := newBank(t, h)
		if _, err := b.Ledger.Move(t.Context(), ledger.Order{
			Key: ledger.InternalKey("test", "late"), Kind: "deposit", Debit: ledger.Bank("SCB1"), Credit: ledger.Wallet(nok), Amount: 1,
			Member: nok,
		}); err != nil {
			t.Fatal(err)
		}
		if _, err := b.Ledger.Seal(t.Context()); err != nil {
			t.Fatal(err)
		}
		b.Now.Advance(time.Hour) // nobody adds up what was sealed
		if n, err := b.Daily(t.Context()); n != 0 || err != nil {
			t.Errorf("%d reports, %v", n, err)
		}
		_, err := b.Approvals.Do(t.Context(), operatortest.By(operatortest.Nok, b.Today()), report.KindLiability, nil)
		if !fault.Is(err, fault.TRY_AGAIN) {
			t.Error(err)
		}
		b.add()
		if n, err := b.Daily(t.Context()); n != 1 || err != nil {
			t.Errorf("%d reports, %v", n, err)
		}
	})
}
