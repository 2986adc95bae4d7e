package tally_test

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"sync/atomic"
	"testing"
	"time"

	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/ledger"
	"krapao/ledger/tally"
	"krapao/money"
)

// books is one test's ledger with its tallies.
type books struct {
	*ledger.Ledger
	*tally.Service
	t *testing.T
	s *store.Store
	// clock is the store's.
	clock *clock.Fake
	// moved is when money was moved for the first time.
	moved time.Time
}

const (
	nok = "NOK0MEMBER00" // two members
	lek = "LEK0MEMBER00"
)

func setup(t *testing.T, s *store.Store, c *clock.Fake) *books {
	t.Helper()
	l, err := ledger.Open(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := l.Close(); err != nil {
			t.Errorf("close: %v", err)
		}
	})
	open(t, s, l)
	return &books{l, tally.New(s), t, s, c, s.Now()}
}

func open(t *testing.T, s *store.Store, l *ledger.Ledger) {
	t.Helper()
	if err := s.Write(context.Background(), func(tx *store.Tx) error {
		return l.OpenTx(context.Background(), tx, ledger.Wallet(nok), ledger.Wallet(lek), ledger.RefundPurse(nok),
			ledger.Game("joker", "nok:1"), ledger.Game("pg_soft", "lek"), ledger.Owed(lek))
	}); err != nil {
		t.Fatal(err)
	}
}

var counter atomic.Int64

// move moves baht between two accounts.
func (b *books) move(kind ledger.Kind, member string, from, to ledger.Account, baht int64) {
	b.t.Helper()
	if _, err := b.Move(context.Background(), ledger.Order{
		Key: ledger.InternalKey("test", strconv.FormatInt(counter.Add(1), 10)), Kind: kind, Debit: from, Credit: to,
		Amount: money.Amount(baht) * money.Baht, Member: member,
	}); err != nil {
		b.t.Fatal(err)
	}
}

// traffic leaves a little of everything in the books of three days, and adds it up.
func (b *books) traffic() {
	b.t.Helper()
	wallet, game := ledger.Wallet(nok), ledger.Game("joker", "nok:1")
	b.move("deposit", nok, ledger.Bank("SCB1"), wallet, 500)
	b.move("deposit", lek, ledger.Bank("KBANK1"), ledger.Wallet(lek), 700)
	b.move("game_in", nok, wallet, game, 200)
	paid := b.reserve(100)
	b.reserve(10) // stays
	b.clock.Advance(90 * time.Minute)
	b.add()
	b.move("game_result", nok, ledger.GameResult("joker"), game, 30)
	if _, err := b.Post(context.Background(), ledger.Settlement{ID: paid, Amount: 60 * money.Baht}); err != nil {
		b.t.Fatal(err)
	}
	b.clock.Advance(24 * time.Hour)
	b.add()
	b.move("game_result", lek, ledger.Game("pg_soft", "lek"), ledger.GameResult("pg_soft"), 0+b.into(lek, 90))
	b.move("refund", nok, ledger.Refund, ledger.RefundPurse(nok), b.budget(5))
	b.move("receivable", lek, ledger.Owed(lek), ledger.Wallet(lek), 20)
	b.move("receivable", lek, ledger.Receivable, ledger.Owed(lek), 7)
	b.clock.Advance(24 * time.Hour)
	b.move("deposit", nok, ledger.Bank("SCB1"), wallet, 1)
	b.add()
}

// into moves baht into a game.
func (b *books) into(member string, baht int64) int64 {
	b.t.Helper()
	b.move("game_in", member, ledger.Wallet(member), ledger.Game("pg_soft", "lek"), baht)
	return baht
}

// budget gives house:refund what it pays.
func (b *books) budget(baht int64) int64 {
	b.t.Helper()
	b.move("capital", "", ledger.Capital, ledger.Refund, baht)
	return baht
}

func (b *books) reserve(baht int64) ledger.ID {
	b.t.Helper()
	r, err := b.Reserve(context.Background(), ledger.Order{
		Key: ledger.InternalKey("test", strconv.FormatInt(counter.Add(1), 10)), Kind: "withdraw", Debit: ledger.Wallet(nok),
		Credit: ledger.Payout, Amount: money.Amount(baht) * money.Baht, Member: nok,
	})
	if err != nil {
		b.t.Fatal(err)
	}
	return r.Transfer.ID
}

// add seals everything and adds it up.
func (b *books) add() {
	b.t.Helper()
	b.seal()
	if _, err := b.Add(b.t.Context()); err != nil {
		b.t.Fatal(err)
	}
}

func (b *books) seal() {
	b.t.Helper()
	if _, err := b.Seal(b.t.Context()); err != nil {
		b.t.Fatal(err)
	}
}

// verify expects that the tallies are proven.
func (b *books) verify() {
	b.t.Helper()
	found, err := tally.Verify(b.t.Context(), b.s)
	if err != nil || len(found) > 0 {
		b.t.Errorf("verify: %v, %v", found, err)
	}
}

// point is one as a test expects it.
type point struct {
	hour          time.Duration // after the first
	account, kind string
	baht, count   int64
}

func TestWhatWasPostedIsSummedUpByTheHour(t *testing.T) {
	t.Parallel()
	storetest.EachAt(t, storetest.Begin, func(t *testing.T, s *store.Store, c *clock.Fake) {
		b := setup(t, s, c)
		b.traffic()
		b.verify()
		all, asOf, whole, err := b.Series(t.Context(), tally.Filter{})
		if err != nil || !whole || asOf.After(s.Now()) || s.Now().Sub(asOf) > 10*time.Second {
			t.Errorf("as of %s at %s, whole %v, %v", asOf, s.Now(), whole, err)
		}
		first := b.moved.Truncate(time.Hour)
		var got []point
		for _, p := range all {
			got = append(got, point{p.Hour.Sub(first), p.Account, p.Kind, int64(p.Amount / money.Baht), p.Count})
		}
		const second, third, fourth = time.Hour, 25 * time.Hour, 49 * time.Hour
		want := []point{
			{0, "bank:KBANK1", "deposit", -700, 1},
			{0, "bank:SCB1", "deposit", -500, 1},
			{0, "game:joker", "game_in", 200, 1},
			{0, "member:wallet", "deposit", 1200, 2},
			{0, "member:wallet", "game_in", -200, 1},
			{second, "game:joker", "game_result", 30, 1},
			{second, "house:payout", "withdraw", 60, 1},
			{second, "member:wallet", "withdraw", -60, 1},
			{second, "result:joker", "game_result", -30, 1},
			{third, "game:pg_soft", "game_in", 90, 1},
			{third, "game:pg_soft", "game_result", -90, 1},
			{third, "house:capital", "capital", -5, 1},
			{third, "house:receivable", "receivable", -20, 3},
			{third, "house:refund", "capital", 5, 1},
			{third, "house:refund", "refund", -5, 1},
			{third, "member:refund", "refund", 5, 1},
			{third, "member:wallet", "game_in", -90, 1},
			{third, "member:wallet", "receivable", 20, 1},
			{third, "result:pg_soft", "game_result", 90, 1},
			{fourth, "bank:SCB1", "deposit", -1, 1},
			{fourth, "member:wallet", "deposit", 1, 1},
		}
		if !slices.Equal(got, want) {
			t.Errorf("got\n%v\nwant\n%v", got, want)
		}
		some, _, _, err := b.Series(t.Context(), tally.Filter{
			Accounts: []string{"member:wallet", "bank:SCB1"}, Kinds: []string{"deposit"}, From: first, To: first.Add(fourth),
		})
		if err != nil || len(some) != 2 || some[0].Account != "bank:SCB1" || some[1].Amount != 1200*money.Baht {
			t.Errorf("filtered: %v, %v", some, err)
		}
		for day, want := range map[string]int64{
			dayOf(first): 2, dayOf(first.Add(third)): 1, dayOf(first.Add(fourth)): 1, "2026-01-01": 0,
		} {
			if n, err := b.Active(t.Context(), day); err != nil || n != want {
				t.Errorf("%d members were active on %s, want %d, %v", n, day, want, err)
			}
		}
		hours, err := b.ActiveHours(t.Context(), first.Add(-24*time.Hour), first.Add(fourth+time.Hour))
		begin := []tally.ActiveHour{{first, 2}, {first.Add(third), 1}, {first.Add(fourth), 1}} // each in the first hour of its day
		if err != nil || !slices.EqualFunc(hours, begin, func(a, b tally.ActiveHour) bool {
			return a.Hour.Equal(b.Hour) && a.Count == b.Count
		}) {
			t.Errorf("active by the hour: %v, want %v, %v", hours, begin, err)
		}
		b.totals()
	})
}

func dayOf(at time.Time) string { return at.In(clock.Bangkok).Format(time.DateOnly) }

// totals compares the totals with the balances.
func (b *books) totals() {
	b.t.Helper()
	totals, seal, _, whole, err := b.Totals(b.t.Context())
	if err != nil || !whole || seal == 0 {
		b.t.Fatalf("seal %d, whole %v, %v", seal, whole, err)
	}
	sums := map[string]money.Amount{}
	for _, x := range totals {
		sums[x.Account] += x.Amount
	}
	wallets, err := b.Balance(b.t.Context(), ledger.Wallet(nok))
	if err != nil {
		b.t.Fatal(err)
	}
	other, err := b.Balance(b.t.Context(), ledger.Wallet(lek))
	if err != nil || sums["member:wallet"] != wallets.Posted+other.Posted {
		b.t.Errorf("the wallets have %s and %s, the total is %s, %v", wallets.Posted, other.Posted, sums["member:wallet"], err)
	}
}

func TestNothingIsWrittenWhereNothingWasSealed(t *testing.T) {
	t.Parallel()
	storetest.EachAt(t, storetest.Begin, func(t *testing.T, s *store.Store, c *clock.Fake) {
		b := setup(t, s, c)
		b.traffic()
		var commits atomic.Int64
		s.OnCommit(func(time.Duration, error) { commits.Add(1) })
		before := s.Statements()
		n, err := b.Add(t.Context())
		if err != nil || n != 0 || commits.Load() != 0 || s.Statements()-before != 1 {
			t.Errorf("%d seals, %v, in %d commits and %d statements", n, err, commits.Load(), s.Statements()-before)
		}
	})
}

// A store of before is added up from its first seal. Until then the answers say that they are not whole.
func TestABacklogIsAddedUp(t *testing.T) {
	t.Parallel()
	storetest.EachAt(t, storetest.Begin, func(t *testing.T, s *store.Store, c *clock.Fake) {
		b := setup(t, s, c)
		for range 50 {
			b.move("deposit", nok, ledger.Bank("SCB1"), ledger.Wallet(nok), 1)
			b.seal()
			b.clock.Advance(2 * time.Hour)
		}
		_, asOf, whole, err := b.Series(t.Context(), tally.Filter{})
		since, failed := b.Waits(t.Context())
		if err = errors.Join(err, failed); err != nil || whole || !asOf.IsZero() || !since.Equal(b.moved) {
			t.Errorf("as of %s, whole %v, waits since %s, %v", asOf, whole, since, err)
		}
		if n, err := b.Add(t.Context()); err != nil || n != 50 {
			t.Errorf("%d seals were added, %v", n, err)
		}
		if since, err := b.Waits(t.Context()); err != nil || !since.IsZero() {
			t.Errorf("waits since %s, %v", since, err)
		}
		b.verify()
		b.totals()
	})
}

// Who was active is forgotten after forty days, and the number stays.
func TestWhoWasActiveIsForgotten(t *testing.T) {
	t.Parallel()
	storetest.EachAt(t, storetest.Begin, func(t *testing.T, s *store.Store, c *clock.Fake) {
		b := setup(t, s, c)
		for range 5 {
			b.move("deposit", nok, ledger.Bank("SCB1"), ledger.Wallet(nok), 1)
			b.add()
			b.clock.Advance(20 * 24 * time.Hour)
		}
		var known int
		if err := s.DB().QueryRowContext(t.Context(), "SELECT count(*) FROM tally_member").Scan(&known); err != nil || known != 3 {
			t.Errorf("%d days are known, %v", known, err)
		}
		if n, err := b.Active(t.Context(), dayOf(b.moved)); err != nil || n != 1 {
			t.Errorf("%d were active, %v", n, err)
		}
		b.verify()
	})
}
