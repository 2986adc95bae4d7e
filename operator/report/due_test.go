package report_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"krapao/brake"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/ledger/tally"
	"krapao/operator/operatortest"
)

// overdue are the systems whose figures are due now, and since when.
func (b *bank) overdue() string {
	b.T.Helper()
	list, err := b.Due(b.T.Context())
	if err != nil {
		b.T.Fatal(err)
	}
	var says []string
	for _, d := range list {
		if late := b.Now.Now().Sub(d.At); late > 0 {
			says = append(says, fmt.Sprintf("%s %s", d.System, late))
		}
	}
	return strings.Join(says, ", ")
}

// A system whose figure the newest report lacks is due since that report, and until the next one has it. A figure is due again 20
// hours after its time, four before it counts no longer.
func TestWhatTheCoverageNeedsIsDue(t *testing.T) {
	t.Parallel()
	operatortest.Each(t, func(t *testing.T, h *operatortest.House) {
		b := newBank(t, h)
		is := func(when, want string) {
			t.Helper()
			if got := b.overdue(); got != want {
				t.Errorf("%s %q is due, want %q", when, got, want)
			}
		}
		is("before the first report", "")
		b.makes() // a minute ago
		is("without any figure", "bank:SCB1 1m0s, payouts 1m0s")
		if err := b.enters("bank:SCB1", 10_000_00); err != nil {
			t.Fatal(err)
		}
		is("with a figure that the report lacks", "bank:SCB1 1m0s, payouts 1m0s")
		b.makes()
		is("with one of two figures", "payouts 1m0s")
		if err := b.enters(brake.Payouts, 0); err != nil {
			t.Fatal(err)
		}
		b.makes()
		is("with all figures", "")
		b.Now.Advance(20*time.Hour - 2*time.Minute)
		is("20 hours after the first figure", "")
		b.Now.Advance(time.Minute)
		is("a minute later", "bank:SCB1 1m0s")
		if err := b.enters("bank:SCB1", 10_000_00); err != nil {
			t.Fatal(err)
		}
		is("with a newer figure", "")
		b.Now.Advance(10 * time.Hour)
		is("ten hours later", "payouts 10h0m0s")
		b.move("deposit", ledger.Bank("SCB1"), ledger.Wallet(nok), 1)
		b.makes()
		is("after the next report, which lacks it", "payouts 1m0s")
	})
}

// A house that owes nothing, or that has no bank in its books, needs no figure.
func TestAHouseThatOwesNothingNeedsNoFigure(t *testing.T) {
	t.Parallel()
	operatortest.Each(t, func(t *testing.T, h *operatortest.House) {
		b := newBank(t, h)
		b.move("withdraw", ledger.Wallet(nok), ledger.Payout, 9_000_00)
		if l := b.makes(); len(l.Missing()) != 2 || b.overdue() != "" {
			t.Errorf("nothing is owed, and %s is due: %+v", b.overdue(), l)
		}
		b.move("deposit", ledger.Bank("SCB1"), ledger.Wallet(nok), 1)
		if b.makes(); b.overdue() == "" {
			t.Error("a satang is owed, and nothing is due")
		}
	})
}

// A house that has members' money at a provider alone needs no figure: the provider's are read.
func TestAHouseWithoutABankNeedsNoFigure(t *testing.T) {
	t.Parallel()
	operatortest.Each(t, func(t *testing.T, h *operatortest.House) {
		b := &bank{House: h, tally: tally.New(h.Store)}
		b.Service = b.node()
		if err := h.Store.Write(t.Context(), func(tx *store.Tx) error {
			return h.Ledger.OpenTx(t.Context(), tx, ledger.Game("joker", "nok"), ledger.GameResult("joker"))
		}); err != nil {
			t.Fatal(err)
		}
		b.move("game_result", ledger.GameResult("joker"), ledger.Game("joker", "nok"), 100_00)
		if l := b.makes(); l.Owed.Total() != 100_00 || len(l.Missing()) != 0 || b.overdue() != "" {
			t.Errorf("%s is due: %+v", b.overdue(), l)
		}
	})
}
