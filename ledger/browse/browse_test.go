package browse_test

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"sync/atomic"
	"testing"
	"time"

	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/ledger"
	"krapao/ledger/browse"
	"krapao/money"
)

// books is one test's ledger with what was moved in it.
type books struct {
	*ledger.Ledger
	*browse.Reader
	t     *testing.T
	s     *store.Store
	clock *clock.Fake
	// made are all transfers, the oldest first.
	made []ledger.Transfer
}

// Two members: nok has a game account, whose name the area game knows.
const (
	nok = "NOK0MEMBER00"
	lek = "LEK0MEMBER00"
)

var (
	noon  = time.Date(2026, 11, 20, 5, 0, 0, 0, time.UTC)
	joker = ledger.Game("joker", "nok:1")
	bank  = ledger.Bank("SCB1")
)

func each(t *testing.T, test func(b *books)) {
	t.Parallel()
	storetest.EachAt(t, noon, func(t *testing.T, s *store.Store, c *clock.Fake) {
		b := &books{Reader: browse.New(s), t: t, s: s, clock: c}
		b.open()
		if err := s.Write(t.Context(), func(tx *store.Tx) error {
			if _, err := tx.ExecContext(t.Context(), `INSERT INTO game_account (id, member, provider, username, factor, state,
				password, next_password, password_due, residue, outstanding, read_at, changed_at, fell_at, launched_at, result, turns,
				created_at)
				VALUES ('A', $1, 'joker', 'nok:1', '1', 'active', '', '', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)`, nok); err != nil {
				return err
			}
			return b.OpenTx(t.Context(), tx, ledger.Wallet(nok), ledger.Wallet(lek), ledger.Held(nok), ledger.RefundPurse(nok), joker,
				ledger.Owed(lek))
		}); err != nil {
			t.Fatal(err)
		}
		defer b.close()
		test(b)
	})
}

func (b *books) open() {
	b.t.Helper()
	var err error
	if b.Ledger, err = ledger.Open(b.t.Context(), b.s); err != nil {
		b.t.Fatal(err)
	}
}

func (b *books) close() {
	b.t.Helper()
	if err := b.Close(); err != nil {
		b.t.Errorf("close: %v", err)
	}
}

// later lets time pass, and the numbers with it: a node that works renews its lease on them every few seconds.
func (b *books) later(d time.Duration) {
	b.t.Helper()
	b.close()
	b.clock.Advance(d)
	b.open()
}

var counter atomic.Int64

func (b *books) order(kind ledger.Kind, member string, from, to ledger.Account, baht int64) ledger.Order {
	return ledger.Order{
		Key: ledger.InternalKey("test", strconv.FormatInt(counter.Add(1), 10)), Kind: kind, Debit: from, Credit: to,
		Amount: money.Amount(baht) * money.Baht, Member: member,
	}
}

// move moves baht at once, a second after what was moved before.
func (b *books) move(kind ledger.Kind, member string, from, to ledger.Account, baht int64) ledger.Transfer {
	b.t.Helper()
	b.clock.Advance(time.Second)
	r, err := b.Move(b.t.Context(), b.order(kind, member, from, to, baht))
	if err != nil {
		b.t.Fatal(err)
	}
	b.made = append(b.made, r.Transfer)
	return r.Transfer
}

func (b *books) reserve(kind ledger.Kind, member string, from, to ledger.Account, baht int64) ledger.Transfer {
	b.t.Helper()
	b.clock.Advance(time.Second)
	r, err := b.Reserve(b.t.Context(), b.order(kind, member, from, to, baht))
	if err != nil {
		b.t.Fatal(err)
	}
	b.made = append(b.made, r.Transfer)
	return r.Transfer
}

func (b *books) post(t ledger.Transfer, baht int64) {
	b.t.Helper()
	b.clock.Advance(time.Second)
	s := ledger.Settlement{ID: t.ID, Amount: money.Amount(baht) * money.Baht, Surplus: true}
	if _, err := b.Post(b.t.Context(), s); err != nil {
		b.t.Fatal(err)
	}
}

// traffic is a little of everything.
func (b *books) traffic(rounds int) {
	b.t.Helper()
	for range rounds {
		b.move("deposit", nok, bank, ledger.Wallet(nok), 100)
		b.move("deposit", lek, bank, ledger.Wallet(lek), 50)
		in := b.reserve("game_in", nok, ledger.Wallet(nok), joker, 40)
		b.move("game_result", nok, ledger.GameResult("joker"), joker, 3)
		b.post(in, 40)
		b.move("deposit", nok, bank, ledger.Held(nok), 7)
		b.move("receivable", lek, ledger.Owed(lek), ledger.Wallet(lek), 1)
		b.move("capital", "", ledger.Capital, ledger.Refund, 1)
		b.reserve("withdraw", nok, ledger.Wallet(nok), ledger.Payout, 5)
	}
}

// of are the transfers that were made and touch an account that is chosen, the newest first.
func (b *books) of(chosen func(ledger.Account) bool, within func(time.Time) bool) (ids []ledger.ID) {
	for _, t := range slices.Backward(b.made) {
		if (chosen(t.Debit) || chosen(t.Credit)) && within(t.CreatedAt) {
			ids = append(ids, t.ID)
		}
	}
	return ids
}

func always(time.Time) bool { return true }

func nokAccount(a ledger.Account) bool {
	return a == ledger.Wallet(nok) || a == ledger.Held(nok) || a == ledger.RefundPurse(nok) || a == joker
}

// pages reads a list of accounts' transfers to its end. After each page something happens.
func (b *books) pages(l *browse.TransfersOf, limit int, happens func()) (ids []ledger.ID) {
	b.t.Helper()
	var at browse.Place
	for {
		page, err := l.Before(b.t.Context(), at, limit)
		if err != nil {
			b.t.Fatal(err)
		}
		for _, x := range page {
			ids = append(ids, x.ID)
		}
		if len(page) < limit {
			return ids
		}
		text, err := page[len(page)-1].Place.MarshalJSON()
		if err != nil || len(text) > 300 {
			b.t.Fatalf("%s, %v", text, err)
		}
		if err := at.UnmarshalJSON(text); err != nil {
			b.t.Fatal(err)
		}
		happens()
	}
}

// TestTheTransfersOfAMember are all that touch an account of it, once each, whatever the pages, while others are made.
func TestTheTransfersOfAMember(t *testing.T) {
	each(t, func(b *books) {
		b.traffic(5)
		for _, limit := range []int{1, 2, 7, 100} {
			want := b.of(nokAccount, always)
			l, err := b.OfMember(b.t.Context(), nok, browse.Span{})
			if err != nil {
				b.t.Fatal(err)
			}
			got := b.pages(l, limit, func() { b.move("deposit", nok, bank, ledger.Wallet(nok), 1) })
			if !slices.Equal(got, want) {
				b.t.Errorf("by %d: %v\nand not %v", limit, got, want)
			}
		}
		l, err := b.OfMember(b.t.Context(), "NOBODY", browse.Span{})
		if err != nil || len(b.pages(l, 10, func() {})) != 0 {
			b.t.Errorf("of nobody: %v", err)
		}
	})
}

// TestTheTransfersOfAnAccountInASpan are those of the span, and the list neither begins at the newest nor goes on to the oldest.
func TestTheTransfersOfAnAccountInASpan(t *testing.T) {
	each(t, func(b *books) {
		b.traffic(3)
		b.later(time.Hour)
		from := b.clock.Now()
		b.traffic(3)
		to := b.clock.Now().Add(time.Millisecond)
		b.later(time.Hour)
		b.traffic(3)
		within := func(at time.Time) bool { return !at.Before(from) && at.Before(to) }
		l, found, err := b.OfAccount(b.t.Context(), bank, browse.Span{From: from, To: to})
		if err != nil || !found {
			b.t.Fatal(found, err)
		}
		want := b.of(func(a ledger.Account) bool { return a == bank }, within)
		if got := b.pages(l, 4, func() {}); len(want) != 9 || !slices.Equal(got, want) {
			b.t.Errorf("%v\nand not %v", got, want)
		}
		if page, err := l.Before(b.t.Context(), nil, 100); err != nil || len(page) != len(want) {
			b.t.Errorf("%d transfers are read for %d, %v", len(page), len(want), err)
		}
		all, err := b.Transfers(b.t.Context(), browse.Span{From: from, To: to}, browse.Wanted{}, 0, 100)
		if err != nil || len(all) != 24 || all[0].ID != b.made[47].ID {
			b.t.Errorf("%d of all transfers, %v", len(all), err)
		}
		if _, found, err := b.OfAccount(b.t.Context(), "bank:NOSUCH", browse.Span{}); found || err != nil {
			b.t.Errorf("an account that is not there: %v, %v", found, err)
		}
	})
}

// TestAnAccountsEntries are all of it by pages, and lead from nothing to its balance.
func TestAnAccountsEntries(t *testing.T) {
	each(t, func(b *books) {
		b.traffic(4)
		wallet := ledger.Wallet(nok)
		a, found, err := b.Account(b.t.Context(), wallet)
		if err != nil || !found {
			b.t.Fatal(found, err)
		}
		l, _, err := b.Entries(b.t.Context(), wallet, browse.Span{})
		if err != nil {
			b.t.Fatal(err)
		}
		posted, at, seen := money.Amount(0), int64(0), int64(0)
		for {
			page, err := l.Before(b.t.Context(), at, 3)
			if err != nil {
				b.t.Fatal(err)
			}
			for _, e := range page {
				if e.Version != a.Version-seen || seen == 0 && e.After.Posted != a.Posted {
					b.t.Errorf("%+v after %d entries of %+v", e, seen, a)
				}
				posted += e.Posted
				if e.Debit {
					posted -= 2 * e.Posted
				}
				seen, at = seen+1, e.Version
			}
			if len(page) < 3 {
				break
			}
		}
		if seen != a.Version || posted != a.Posted {
			b.t.Errorf("%d entries with %s baht; the account has %d with %s", seen, posted, a.Version, a.Posted)
		}
	})
}

// TestATransfersEntries are found on both sides, in the order of its steps, on an account that has many others, and also after a
// clock was wrong.
func TestATransfersEntries(t *testing.T) {
	each(t, func(b *books) {
		b.traffic(2)
		in := b.reserve("game_in", nok, ledger.Wallet(nok), joker, 30)
		b.later(3 * time.Hour)
		b.traffic(2)
		b.post(in, 31)
		b.later(time.Hour)
		b.traffic(2)
		said := func(id ledger.ID) (text string) {
			entries, err := b.EntriesOfTransfer(b.t.Context(), id)
			if err != nil {
				b.t.Fatal(err)
			}
			for _, e := range entries {
				text += fmt.Sprintf("%s %v %s %s %s; ", e.Step, e.Debit, e.Account, e.Pending, e.Posted)
			}
			return text
		}
		const want = "reserve true member:NOK0MEMBER00:wallet 30.00 0.00; reserve false game:joker:nok:1 30.00 0.00; " +
			"post true member:NOK0MEMBER00:wallet -30.00 30.00; post false game:joker:nok:1 -30.00 30.00; "
		if got := said(in.ID); got != want {
			b.t.Errorf("%s", got)
		}
		more, found, err := b.Surplus(b.t.Context(), in.ID)
		if err != nil || !found || more.Amount != money.Baht || more.Detail.Of != in.ID {
			b.t.Errorf("the surplus is %+v, %v, %v", more, found, err)
		}
		first := b.made[0]
		if got := said(first.ID); got != "move true bank:SCB1 0.00 100.00; move false member:NOK0MEMBER00:wallet 0.00 100.00; " {
			b.t.Errorf("%s", got)
		}
		b.forget(first)
		if got := said(first.ID); got == "" {
			b.t.Error("a transfer whose time is wrong has no entries")
		}
		if got := said(1); got != "" {
			b.t.Errorf("no transfer has %s", got)
		}
	})
}

// forget sets the time of a transfer to another day, as a node with a wrong clock would have.
func (b *books) forget(t ledger.Transfer) {
	b.t.Helper()
	err := b.s.Write(context.Background(), func(tx *store.Tx) error {
		_, err := tx.ExecContext(context.Background(),
			`UPDATE transfer SET created_at = created_at + 36000000000 WHERE id = $1`, int64(t.ID))
		return err
	})
	if err != nil {
		b.t.Fatal(err)
	}
}

// TestAccountsByName: by classes and prefixes, each once, in one order.
func TestAccountsByName(t *testing.T) {
	each(t, func(b *books) {
		b.traffic(1)
		const noks = "member:NOK0MEMBER00:held member:NOK0MEMBER00:refund member:NOK0MEMBER00:wallet]"
		for f, want := range map[browse.AccountFilter]string{
			{Class: "member"}:                  "[member:LEK0MEMBER00:wallet " + noks,
			{Prefix: "member:NOK0MEMBER00:"}:   "[" + noks,
			{Class: "receivable"}:              "[house:receivable:LEK0MEMBER00]",
			{Class: "bank"}:                    "[bank:SCB1]",
			{Class: "bank", Prefix: "bank:KB"}: "[]",
			{Class: "game"}:                    "[game:joker:nok:1]",
			{Prefix: "result:"}:                "[result:joker]",
		} {
			names := []ledger.Account{}
			for after := ""; ; {
				page, err := b.Accounts(b.t.Context(), f, after, 2)
				if err != nil {
					b.t.Fatal(err)
				}
				for _, a := range page {
					after = string(a.Name)
					if f.Selects(a.Name) {
						names = append(names, a.Name)
					}
				}
				if len(page) < 2 {
					break
				}
			}
			if got := fmt.Sprint(names); got != want {
				b.t.Errorf("%+v: %s", f, got)
			}
		}
		owed, _, err := b.Account(b.t.Context(), ledger.Owed(lek))
		if err != nil || owed.Posted != -money.Baht || owed.Bounded || browse.MemberOf(owed.Name) != lek ||
			browse.MemberOf(ledger.Wallet(nok)) != nok || browse.MemberOf(joker) != "" {
			b.t.Errorf("%+v, %v", owed, err)
		}
	})
}

// TestAPlaceIsNoMadeUpText.
func TestAPlaceIsNoMadeUpText(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"*", `"*"`, "7", `"gA=="`, `"AgAC"`, `"AgE="`, `"////////////////////"`} {
		var p browse.Place
		if err := p.UnmarshalJSON([]byte(text)); err == nil {
			t.Errorf("%q is %v", text, p)
		}
	}
}

// TestTransfersInAState: voided and pending ones are those of all transfers, in their order and span, whichever page.
func TestTransfersInAState(t *testing.T) {
	each(t, func(b *books) {
		b.traffic(3)
		for _, one := range b.made[2:10] {
			if one.State == ledger.Pending && one.Kind == "withdraw" {
				if _, err := b.Void(b.t.Context(), ledger.Settlement{ID: one.ID}); err != nil {
					b.t.Fatal(err)
				}
			}
		}
		all, err := b.Transfers(b.t.Context(), browse.Span{}, browse.Wanted{}, 0, 1000)
		if err != nil {
			b.t.Fatal(err)
		}
		for _, state := range []ledger.State{ledger.Voided, ledger.Pending, ledger.Posted} {
			var want, got []ledger.ID
			for _, x := range all {
				if x.State == state {
					want = append(want, x.ID)
				}
			}
			for before := ledger.ID(0); ; {
				page, err := b.InState(b.t.Context(), state, browse.Span{}, browse.Wanted{}, before, 1)
				if err != nil {
					b.t.Fatal(err)
				}
				if len(page) == 0 {
					break
				}
				if before = page[0].ID; page[0].State == state {
					got = append(got, before)
				}
			}
			if len(want) == 0 || !slices.Equal(got, want) {
				b.t.Errorf("%s: %v, want %v", state, got, want)
			}
		}
	})
}

// TestNamesOfWantedTransfers: a list may look at thousands of transfers, so names of accounts are read for those that it wants,
// and for all of those.
func TestNamesOfWantedTransfers(t *testing.T) {
	each(t, func(b *books) {
		b.traffic(3)
		all, err := b.Transfers(b.t.Context(), browse.Span{}, browse.Wanted{}, 0, 1000)
		if err != nil {
			b.t.Fatal(err)
		}
		over := all[0].Amount
		for _, wanted := range []browse.Wanted{{}, {Kind: all[0].Kind}, {Over: &over}, {Kind: all[0].Kind, Over: &over}} {
			found, err := b.Transfers(b.t.Context(), browse.Span{}, wanted, 0, 1000)
			if err != nil || len(found) != len(all) {
				b.t.Fatal(len(found), err)
			}
			for n, x := range found {
				want := browse.Transfer{Debit: all[n].Debit, Credit: all[n].Credit}
				if !wanted.Has(x) {
					want = browse.Transfer{}
				}
				if x.Debit != want.Debit || x.Credit != want.Credit {
					b.t.Errorf("%+v: %s is from %q to %q", wanted, x.Kind, x.Debit, x.Credit)
				}
			}
		}
	})
}
