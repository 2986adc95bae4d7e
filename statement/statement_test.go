package statement_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"krapao/fault"
	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/ledger"
	"krapao/money"
	"krapao/statement"
)

const member, other = "NOK0MEMBER00", "LEK0MEMBER00"

var noon = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

type bundle struct {
	*statement.Service
	l   *ledger.Ledger
	t   *testing.T
	clk *clock.Fake
	n   atomic.Int64
}

// each runs a test on both engines, each with a clock of its own and two members' wallets.
func each(t *testing.T, test func(b *bundle, s *store.Store)) {
	t.Helper()
	storetest.EachAt(t, noon, func(t *testing.T, s *store.Store, clk *clock.Fake) {
		l, err := ledger.Open(context.Background(), s)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = l.Close() })
		if err := s.Write(t.Context(), func(tx *store.Tx) error {
			return l.OpenTx(t.Context(), tx, ledger.Wallet(member), ledger.Wallet(other), ledger.Held(member), ledger.Game("joker", "nok"))
		}); err != nil {
			t.Fatal(err)
		}
		test(&bundle{Service: statement.New(s, l), l: l, t: t, clk: clk}, s)
	})
}

func (b *bundle) order(kind ledger.Kind, debit, credit ledger.Account, amount money.Amount, from, to string) ledger.Order {
	return ledger.Order{
		Key: ledger.InternalKey("test", fmt.Sprint(b.n.Add(1))), Kind: kind, Debit: debit, Credit: credit, Amount: amount,
		Member: member, Detail: ledger.Detail{From: from, To: to},
	}
}

func (b *bundle) move(o ledger.Order) ledger.Transfer {
	b.t.Helper()
	r, err := b.l.Move(context.Background(), o)
	if err != nil {
		b.t.Fatal(err)
	}
	return r.Transfer
}

func (b *bundle) reserve(o ledger.Order) ledger.ID {
	b.t.Helper()
	r, err := b.l.Reserve(context.Background(), o)
	if err != nil {
		b.t.Fatal(err)
	}
	return r.Transfer.ID
}

func (b *bundle) deposit(amount money.Amount) ledger.Transfer {
	b.t.Helper()
	return b.move(b.order("deposit", ledger.Bank("kbank"), ledger.Wallet(member), amount, "KBANK", "WALLET"))
}

func read(s *statement.Service, member, session string, number, limit int) (statement.List, error) {
	page, err := s.PageOf(context.Background(), member, session, number, limit)
	if err != nil {
		return statement.List{}, err
	}
	return s.List(context.Background(), member, page)
}

func (b *bundle) page(session string, page, limit int) statement.List {
	b.t.Helper()
	list, err := read(b.Service, member, session, page, limit)
	if err != nil {
		b.t.Fatal(err)
	}
	return list
}

func must(t *testing.T, _ ledger.Result, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func TestAnEveningInTheStatement(t *testing.T) {
	t.Parallel()
	each(t, func(b *bundle, _ *store.Store) {
		ctx, wallet, game := context.Background(), ledger.Wallet(member), ledger.Game("joker", "nok")
		tick := func() { b.clk.Advance(time.Minute) }
		b.deposit(500 * money.Baht)
		tick()
		in := b.reserve(b.order("game_in", wallet, game, 200*money.Baht, "WALLET", "joker"))
		tick()
		_, err := b.l.Post(ctx, ledger.Settlement{ID: in, Detail: ledger.Detail{Reason: fault.SUCCESS}})
		must(b.t, ledger.Result{}, err)
		failed := b.reserve(b.order("game_in", wallet, game, 50*money.Baht, "WALLET", "joker"))
		tick()
		_, err = b.l.Void(ctx, ledger.Settlement{ID: failed, Detail: ledger.Detail{Reason: fault.TRANSFER_FAIL}})
		must(b.t, ledger.Result{}, err)
		tick()
		out := b.reserve(b.order("game_out", game, wallet, 150*money.Baht, "joker", "WALLET"))
		_, err = b.l.Post(ctx, ledger.Settlement{ID: out, Amount: 120 * money.Baht}) // the provider moved less
		must(b.t, ledger.Result{}, err)
		tick()
		b.reserve(b.order("withdraw", wallet, ledger.Payout, 300*money.Baht, "WALLET", "SCB"))
		tick()
		// Not listed: what was refused at once, held money, the house's own money, and another member's.
		tooMuch := b.order("withdraw", wallet, ledger.Payout, 9000*money.Baht, "WALLET", "SCB")
		if _, err := b.l.Reserve(ctx, tooMuch); !fault.Is(err, fault.MONEY_NOT_ENOUGH) {
			b.t.Fatal(err)
		}
		b.move(b.order("deposit", ledger.Bank("kbank"), ledger.Held(member), 70*money.Baht, "KBANK", "WALLET"))
		o := b.order("game_result", game, ledger.GameResult("joker"), money.Baht, "", "")
		o.Member = ""
		b.move(o)
		o = b.order("deposit", ledger.Bank("kbank"), ledger.Wallet(other), 10*money.Baht, "KBANK", "WALLET")
		o.Member = other
		b.move(o)
		b.move(b.order("held_release", ledger.Held(member), wallet, 70*money.Baht, "", ""))
		b.move(b.order("reversal", wallet, ledger.Bank("kbank"), 20*money.Baht, "", ""))
		o = b.order("budget", ledger.Capital, ledger.Bonus, 5*money.Baht, "", "") // a house account pays only what it has
		o.Member = ""
		b.move(o)
		b.move(b.order("bonus", ledger.Bonus, wallet, 5*money.Baht, "BONUS", "WALLET"))
		b.move(b.order("finish_bonus", wallet, ledger.Bonus, 5*money.Baht, "WALLET", "BONUS"))
		// A correction: the transfer was voided, and the provider had applied it.
		b.move(b.order("game_in", wallet, ledger.GameResult("joker"), 3*money.Baht, "WALLET", "joker"))

		at := func(minutes int) time.Time { return noon.Add(time.Duration(minutes) * time.Minute) }
		list := b.page("s", 1, 100)
		want := []statement.Row{
			{
				Type: "transfer", From: "WALLET", To: "joker", Status: "SUCCESS",
				Amount: 3 * money.Baht, Balance: 167 * money.Baht, CreatedAt: at(6), UpdatedAt: at(6),
			},
			{
				Type: "finish_bonus", From: "WALLET", To: "BONUS", Status: "SUCCESS",
				Amount: 5 * money.Baht, Balance: 170 * money.Baht, CreatedAt: at(6), UpdatedAt: at(6),
			},
			{
				Type: "bonus", From: "BONUS", To: "WALLET", Status: "SUCCESS",
				Amount: 5 * money.Baht, Balance: 175 * money.Baht, CreatedAt: at(6), UpdatedAt: at(6),
			},
			{
				Type: "withdraw", From: "WALLET", To: "KBANK", Status: "SUCCESS",
				Amount: 20 * money.Baht, Balance: 170 * money.Baht, CreatedAt: at(6), UpdatedAt: at(6),
			},
			{
				Type: "deposit", To: "WALLET", Status: "SUCCESS",
				Amount: 70 * money.Baht, Balance: 190 * money.Baht, CreatedAt: at(6), UpdatedAt: at(6),
			},
			{
				Type: "withdraw", From: "WALLET", To: "SCB", Status: "IN_PROGRESS",
				Amount: 300 * money.Baht, Balance: 120 * money.Baht, CreatedAt: at(5), UpdatedAt: at(5),
			},
			{
				Type: "transfer", From: "joker", To: "WALLET", Status: "SUCCESS",
				Amount: 120 * money.Baht, Balance: 420 * money.Baht, CreatedAt: at(4), UpdatedAt: at(4),
			},
			{
				Type: "transfer", From: "WALLET", To: "joker", Status: "FAILED", Reason: fault.TRANSFER_FAIL,
				Amount: 50 * money.Baht, Balance: 300 * money.Baht, CreatedAt: at(2), UpdatedAt: at(3),
			},
			{
				Type: "transfer", From: "WALLET", To: "joker", Status: "SUCCESS",
				Amount: 200 * money.Baht, Balance: 300 * money.Baht, CreatedAt: at(1), UpdatedAt: at(2),
			},
			{
				Type: "deposit", From: "KBANK", To: "WALLET", Status: "SUCCESS",
				Amount: 500 * money.Baht, Balance: 500 * money.Baht, CreatedAt: at(0), UpdatedAt: at(0),
			},
		}
		seen := map[string]bool{}
		for i := range list.Rows {
			id, ok := b.l.ParseReference(list.Rows[i].Reference)
			if !ok || id == 0 || seen[list.Rows[i].Reference] {
				b.t.Errorf("reference %q", list.Rows[i].Reference)
			}
			seen[list.Rows[i].Reference] = true
			list.Rows[i].Reference = ""
		}
		if diff := cmp.Diff(want, list.Rows); diff != "" || list.Total != len(want) {
			b.t.Errorf("total %d\n%s", list.Total, diff)
		}
		if mine, err := read(b.Service, other, "o", 1, 100); err != nil || mine.Total != 1 || len(mine.Rows) != 1 {
			b.t.Errorf("the other member's: %+v, %v", mine, err)
		}
	})
}

func TestAMemberWithoutMovements(t *testing.T) {
	t.Parallel()
	each(t, func(b *bundle, _ *store.Store) {
		for _, page := range []int{1, 2, 1_000_000} {
			if list := b.page("s", page, 100); list.Total != 0 || list.Rows == nil || len(list.Rows) != 0 {
				b.t.Errorf("page %d: %+v", page, list)
			}
		}
		if list, err := read(b.Service, "NOBODY000000", "s", 1, 10); err != nil || list.Total != 0 {
			b.t.Errorf("no wallet at all: %+v, %v", list, err)
		}
	})
}

func TestPagesAreChecked(t *testing.T) {
	t.Parallel()
	b := statement.New(nil, nil)
	for _, c := range [][2]int{{0, 10}, {-1, 10}, {1, 0}, {1, -1}, {1, 101}, {1_000_001, 10}, {1 << 62, 100}} {
		if _, err := read(b, member, "s", c[0], c[1]); !fault.Is(err, fault.INVALID_INPUT) {
			t.Errorf("page %d, limit %d: %v", c[0], c[1], err)
		}
	}
}

// readAll pages through a statement and fails on a row seen twice.
func (b *bundle) readAll(session string, limit int, between func()) []string {
	b.t.Helper()
	var all []string
	seen := map[string]bool{}
	total := -1
	for page := 1; ; page++ {
		list := b.page(session, page, limit)
		if total < 0 {
			total = list.Total
		}
		if list.Total != total {
			b.t.Errorf("page %d: total %d; was %d", page, list.Total, total)
		}
		for _, r := range list.Rows {
			if seen[r.Reference] {
				b.t.Errorf("page %d: %s twice", page, r.Reference)
			}
			seen[r.Reference] = true
			all = append(all, r.Reference)
		}
		if page*limit >= total {
			if len(all) != total {
				b.t.Errorf("%d rows of %d", len(all), total)
			}
			return all
		}
		between()
	}
}

func TestEachRowOnceWhileRowsAreAdded(t *testing.T) {
	t.Parallel()
	each(t, func(b *bundle, _ *store.Store) {
		var want []string
		for range 25 {
			want = append([]string{b.l.Reference(b.deposit(money.Baht).ID)}, want...)
		}
		pending := b.reserve(b.order("withdraw", ledger.Wallet(member), ledger.Payout, money.Baht, "WALLET", "SCB"))
		want = append([]string{b.l.Reference(pending)}, want...)
		settled := false
		got := b.readAll("reader", 4, func() {
			b.deposit(money.Baht)
			if !settled { // a row that changes keeps its place
				_, err := b.l.Void(context.Background(), ledger.Settlement{ID: pending})
				must(b.t, ledger.Result{}, err)
				settled = true
			}
		})
		if diff := cmp.Diff(want, got); diff != "" {
			b.t.Error(diff)
		}
		if list := b.page("reader", 1, 4); list.Total != 26+6 {
			b.t.Errorf("page 1 again: total %d; want the new rows too", list.Total)
		}
	})
}

func TestReadersDontDisturbEachOther(t *testing.T) {
	t.Parallel()
	each(t, func(b *bundle, _ *store.Store) {
		for range 10 {
			b.deposit(money.Baht)
		}
		first := b.page("a", 1, 5)
		b.deposit(money.Baht)
		if list := b.page("b", 1, 5); list.Total != 11 {
			b.t.Errorf("b: total %d", list.Total)
		}
		second := b.page("a", 2, 5)
		if second.Total != 10 || len(second.Rows) != 5 || second.Rows[0].Reference == first.Rows[4].Reference {
			b.t.Errorf("a, page 2: %+v", second)
		}
		if list := b.page("late", 2, 5); list.Total != 11 || len(list.Rows) != 5 { // a reader that skipped page 1
			b.t.Errorf("late: %+v", list)
		}
	})
}

func TestAnotherNodeGoesOnWithTheReading(t *testing.T) {
	t.Parallel()
	each(t, func(b *bundle, s *store.Store) {
		for range 10 {
			b.deposit(money.Baht)
		}
		first := b.page("a", 1, 5)
		b.deposit(money.Baht)
		l, err := ledger.Open(context.Background(), s)
		if err != nil {
			b.t.Fatal(err)
		}
		defer func() { _ = l.Close() }()
		second, err := read(statement.New(s, l), member, "a", 2, 5)
		if err != nil || second.Total != 10 || second.Rows[0].Reference == first.Rows[4].Reference {
			b.t.Errorf("page 2 on another node: %+v, %v", second, err)
		}
	})
}

func TestEachRowOnceUnderConcurrentTraffic(t *testing.T) {
	t.Parallel()
	each(t, func(b *bundle, s *store.Store) {
		nodes := []*ledger.Ledger{b.l}
		second, err := ledger.Open(context.Background(), s)
		if err != nil {
			b.t.Fatal(err)
		}
		b.t.Cleanup(func() { _ = second.Close() })
		nodes = append(nodes, second)
		orders := make(chan struct{})
		var wg sync.WaitGroup
		for i := range 8 {
			wg.Go(func() {
				for range orders {
					o := b.order("deposit", ledger.Bank("kbank"), ledger.Wallet(member), money.Baht, "KBANK", "WALLET")
					if _, err := nodes[i%2].Move(context.Background(), o); err != nil {
						b.t.Error(err)
					}
				}
			})
		}
		// The traffic grows with the reading. Writers that go on by themselves would add rows faster than a slow machine reads
		// them, and no session would end.
		traffic := func(rows int) {
			for range rows {
				orders <- struct{}{}
			}
		}
		for i := range 15 {
			traffic(20)
			b.readAll(fmt.Sprint(i), 1+7*i, func() { traffic(3) }) // the first session reads few rows, the last some hundred
		}
		close(orders)
		wg.Wait()
	})
}

func TestTenThousandRows(t *testing.T) {
	t.Parallel()
	each(t, func(b *bundle, _ *store.Store) {
		const count = 10_000
		var wg sync.WaitGroup
		for range 64 {
			wg.Go(func() {
				for range count / 64 {
					o := b.order("deposit", ledger.Bank("kbank"), ledger.Wallet(member), money.Baht, "KBANK", "WALLET")
					if _, err := b.l.Move(context.Background(), o); err != nil {
						b.t.Error(err)
					}
				}
			})
		}
		wg.Wait()
		for range count % 64 {
			b.deposit(money.Baht)
		}
		began := time.Now()
		all := b.readAll("reader", 100, func() { b.deposit(money.Baht) })
		if len(all) != count {
			b.t.Errorf("%d rows", len(all))
		}
		b.t.Logf("100 pages in %s", time.Since(began))
		last := b.page("reader", count, 1)
		if len(last.Rows) != 1 || last.Rows[0].Balance != money.Baht || last.Rows[0].Reference != all[count-1] {
			b.t.Errorf("the oldest: %+v", last.Rows)
		}
	})
}

// TestManyPagesBeginAsOne: a task asks alone, and is told the same as those who ask together.
func TestManyPagesBeginAsOne(t *testing.T) {
	t.Parallel()
	each(t, func(b *bundle, s *store.Store) {
		b.deposit(money.Baht)
		b.deposit(money.Baht)
		b.page("a", 1, 1)
		b.deposit(money.Baht)
		for _, whose := range []string{member, other} {
			for number := 2; number > 0; number-- {
				many, errMany := b.PageOf(b.t.Context(), whose, "a", number, 1)
				alone, errAlone := b.PageOf(store.Task(b.t.Context()), whose, "a", number, 1)
				if err := errors.Join(errMany, errAlone); err != nil || many != alone || many.Content == 0 {
					b.t.Errorf("with others %+v, alone %+v, %v", many, alone, err)
				}
			}
		}
	})
}

func TestReadingsAreForgottenAfterADay(t *testing.T) {
	t.Parallel()
	each(t, func(b *bundle, _ *store.Store) {
		b.deposit(money.Baht)
		b.page("a", 1, 1)
		b.deposit(money.Baht)
		if err := b.Sweep(context.Background()); err != nil || b.page("a", 2, 1).Total != 1 {
			b.t.Errorf("forgotten at once: %v", err)
		}
		b.clk.Advance(25 * time.Hour)
		if err := b.Sweep(context.Background()); err != nil || b.page("a", 2, 1).Total != 2 {
			b.t.Errorf("kept for ever: %v", err)
		}
	})
}

// TestAReadingGoesOnHoursAfterItsFirstPage: also where that page showed nothing new, so that nothing was stored for it. An anchor
// that is forgotten in between would let the later pages show the rows that were added meanwhile, and leave others out.
func TestAReadingGoesOnHoursAfterItsFirstPage(t *testing.T) {
	t.Parallel()
	each(t, func(b *bundle, _ *store.Store) {
		b.deposit(money.Baht)
		b.deposit(money.Baht)
		b.page("a", 1, 1)
		b.clk.Advance(23 * time.Hour)
		b.page("a", 1, 1)
		b.deposit(money.Baht)
		b.clk.Advance(2 * time.Hour)
		if err := b.Sweep(context.Background()); err != nil {
			b.t.Fatal(err)
		}
		if second := b.page("a", 2, 1); second.Total != 2 {
			b.t.Errorf("two hours after the first page the statement has %d rows, not 2", second.Total)
		}
	})
}
