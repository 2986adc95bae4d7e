package bonus_test

import (
	"strconv"
	"testing"
	"time"

	"krapao/bonus"
	"krapao/fault"
	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/ledger"
	"krapao/money"
	"krapao/sandbox/sandboxtest"
	"krapao/wallet"
)

const baht = money.Baht

// target is a match of 100 percent that ends at 300 or 5 percent of the base.
const target = `{` + match + `, "end": "target"}`

// half is a match of 50 percent with a cap, in baht.
func half(most string) string {
	return `{"code": "N", "type": "limit", "max": 9, "kind": "match", "matchPercent": 50,
		"cap": ` + most + `, "expiresDays": 1, "budget": 900, "end": "target"}`
}

// unended is a match of 100 percent that leaves its end to the default, with more fields.
func unended(more string) string {
	return `{"code": "T", "type": "limit", "max": 1, "kind": "match", "matchPercent": 100,
		"cap": 1000, ` + more + `"expiresDays": 1, "budget": 9000}`
}

// opened opens a member's game account.
func (s *shop) opened(name string) (username string) {
	s.t.Helper()
	slot, err := s.games().Visits.Activate(s.t.Context(), name, "joker")
	if err != nil {
		s.t.Fatal(err)
	}
	return slot.Username
}

func (s *shop) transfer(name, from, to string, amount money.Amount) string {
	s.keys++
	s.clock.Advance(time.Second)
	key := ledger.InternalKey("transfer", s.number())
	_, err := s.wallet.Transfer(s.t.Context(), name, key, wallet.Request{From: from, To: to, Amount: amount})
	return codeOf(err)
}

func (s *shop) number() string { return strconv.Itoa(s.keys) }

// read reads a stable total, which ends the condition if it shows its end.
func (s *shop) read(name string) {
	s.t.Helper()
	s.clock.Advance(time.Second)
	if _, err := s.wallet.StableTotal(s.t.Context(), name); err != nil {
		s.t.Fatal(err)
	}
}

// condition returns the member's newest condition.
func (s *shop) condition(name string) bonus.Condition {
	s.t.Helper()
	list, _, err := s.History(s.t.Context(), name, 1)
	if err != nil || len(list) != 1 {
		s.t.Fatalf("%+v, %v", list, err)
	}
	return list[0]
}

// stands checks the newest condition's state, what went back, and that the gates agree.
func (s *shop) stands(what, name string, state bonus.State, returned money.Amount) {
	s.t.Helper()
	c := s.condition(name)
	if c.State != state || c.Returned != returned {
		s.t.Errorf("%s: %s with %s back, want %s with %s", what, c.State, c.Returned, state, returned)
	}
	b, err := s.ledger.Balance(s.t.Context(), ledger.Wallet(name))
	live := state == bonus.Active || state == bonus.Ending
	if err != nil || (b.Gates != 0) != live {
		s.t.Errorf("%s: the gates are %d, %v", what, b.Gates, err)
	}
	if !live && c.Finished == 0 {
		s.t.Errorf("%s: the end has no row", what)
	}
}

func (s *shop) clear(name string, giveUp bool) (bonus.Ended, string) {
	s.t.Helper()
	s.keys++
	s.clock.Advance(time.Second)
	ended, err := s.Clear(s.t.Context(), name, giveUp, ledger.InternalKey("clear", s.number()))
	return ended, codeOf(err)
}

func TestWhatAMatchTakes(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		before func(s *shop)
		want   string
	}{
		"the latest deposit":    {func(*shop) {}, ""},
		"of the minimum":        {func(s *shop) { s.deposit(nok, 100) }, ""},
		"below the minimum":     {func(s *shop) { s.deposit(nok, 99) }, "BONUS_CONDITION_DEPOSIT"},
		"no deposit":            {func(s *shop) { delete(s.latest, nok) }, "BONUS_CONDITION_DEPOSIT"},
		"at the window's end":   {func(s *shop) { s.clock.Advance(24 * time.Hour) }, ""},
		"after the window":      {func(s *shop) { s.clock.Advance(24*time.Hour + time.Second) }, "BONUS_CONDITION_DEPOSIT"},
		"something was taken":   {func(s *shop) { s.pay(nok, 1) }, "BONUS_CONDITION_DEPOSIT"},
		"taken and put back":    {func(s *shop) { s.pay(nok, 1); s.win(nok, 1) }, "BONUS_CONDITION_DEPOSIT"},
		"money beside it taken": {func(s *shop) { s.deposit(nok, 500); s.pay(nok, 1000*baht) }, ""},
		"something is owed":     {func(s *shop) { s.owes(nok, 5*baht) }, "MONEY_NOT_ENOUGH"},
		"a break":               {func(s *shop) { s.rest(nok) }, "SELF_EXCLUDED"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			eachShop(t, func(t *testing.T, s *shop) {
				s.mustOffer(target)
				c.before(s)
				s.is("activate", s.activate(nok, "M"), c.want)
				if c.want == "" {
					x, latest := s.condition(nok), s.latest[nok]
					if x.Matched != latest.Inflow || x.Deposit != latest.Amount || x.Base != 2*latest.Amount ||
						x.Own+x.Base != s.balance(ledger.Wallet(nok)) {
						t.Errorf("%+v", x)
					}
				}
				s.verified()
			})
		})
	}
}

// One deposit is matched once, by any campaign. The cap bounds the credit.
func TestADepositIsMatchedOnce(t *testing.T) {
	t.Parallel()
	eachShop(t, func(t *testing.T, s *shop) {
		s.mustOffer(target + ", " + half("120.50"))
		s.is("M", s.activate(nok, "M"), "")
		if _, code := s.clear(nok, true); code != "" {
			t.Fatal(code)
		}
		s.is("the same deposit", s.activate(nok, "N"), "BONUS_CONDITION_DEPOSIT")
		s.deposit(nok, 300)
		s.is("another", s.activate(nok, "N"), "")
		if c := s.condition(nok); c.Credit != 120*baht+50 || c.Base != 420*baht+50 {
			t.Errorf("%+v", c)
		}
		s.verified()
	})
}

// A key ends one condition, whichever way it ends. Repeating the key after the answer was lost gets the same end, for ever, and
// ends no condition that was granted since.
func TestAKeyEndsOneCondition(t *testing.T) {
	t.Parallel()
	for name, before := range map[string]func(s *shop){
		"given up": func(*shop) {},
		"given up, with its games still to be emptied": func(s *shop) {
			s.opened(nok)
			s.is("into the game", s.transfer(nok, ledger.LabelWallet, "joker", s.balance(ledger.Wallet(nok))), "")
			s.outside.AddFault(sandboxtest.Fault{Target: "game:joker", Op: "move", Mode: "refuse", Count: 1000})
		},
		"its target is reached": func(s *shop) { s.win(nok, 5000*baht) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			eachCasino(t, func(t *testing.T, s *shop) {
				s.mustOffer(target + ", " + half("120"))
				s.is("M", s.activate(nok, "M"), "")
				before(s)
				key := ledger.InternalKey("clear", "lost answer")
				first, err := s.Clear(t.Context(), nok, true, key)
				if err != nil {
					t.Fatal(err)
				}
				s.outside.ClearFaults()
				s.finished(nok)
				s.clock.Advance(time.Hour)
				s.deposit(nok, 300)
				s.is("N", s.activate(nok, "N"), "")
				again, err := s.Clear(t.Context(), nok, true, key)
				if err != nil || again.Condition.ID != first.Condition.ID || again.Outcome() != first.Outcome() || again.InProgress {
					t.Errorf("%+v, %v; first %+v", again, err, first)
				}
				if c := s.condition(nok); c.Campaign != "N" || c.State != bonus.Active {
					t.Errorf("the other condition: %+v", c)
				}
				s.verified()
			})
		})
	}
}

// A call that asks for an end that has just happened gets it as its answer, for a minute.
func TestAnEndIsToldForAMinute(t *testing.T) {
	t.Parallel()
	eachCasino(t, func(t *testing.T, s *shop) {
		s.mustOffer(target)
		s.is("M", s.activate(nok, "M"), "")
		first, err := s.Clear(t.Context(), nok, true, ledger.InternalKey("clear", "first"))
		if err != nil || first.InProgress {
			t.Fatal(first, err)
		}
		s.clock.Advance(time.Minute)
		told, err := s.Clear(t.Context(), nok, false, ledger.InternalKey("clear", "second"))
		if err != nil || told.Condition.ID != first.Condition.ID || told.Outcome() != first.Outcome() {
			t.Errorf("%+v, %v; it was %+v", told, err, first)
		}
		s.clock.Advance(time.Microsecond)
		if _, err := s.Clear(t.Context(), nok, false, ledger.InternalKey("clear", "third")); !fault.Is(err, fault.BONUS_CONDITION) {
			t.Errorf("later: %v", err)
		}
	})
}

// finished waits until the ending condition has ended.
func (s *shop) finished(name string) {
	s.t.Helper()
	for range 100 {
		if c := s.condition(name); c.State != bonus.Ending {
			return
		}
		s.clock.Advance(time.Minute)
		if _, err := s.Finish(s.t.Context()); err != nil {
			s.t.Fatal(err)
		}
	}
	s.t.Fatal("it does not end")
}

// pay takes satang out of a wallet and win puts some in, both as a provider's correction does: it does not count as own
// money.
func (s *shop) pay(name string, amount money.Amount) {
	s.t.Helper()
	s.shift("game_in", name, ledger.Wallet(name), ledger.GameResult("joker"), amount)
}

func (s *shop) win(name string, amount money.Amount) {
	s.t.Helper()
	s.shift("game_out", name, ledger.GameResult("joker"), ledger.Wallet(name), amount)
}

func (s *shop) owes(name string, amount money.Amount) {
	s.t.Helper()
	s.shift("owed", name, ledger.Owed(name), ledger.Bank("KBANK"), amount)
}

func (s *shop) shift(kind ledger.Kind, name string, from, to ledger.Account, amount money.Amount) {
	s.t.Helper()
	s.keys++
	if _, err := s.ledger.Move(s.t.Context(), ledger.Order{
		Key: ledger.InternalKey("move", s.number()), Kind: kind, Debit: from, Credit: to, Amount: amount, Member: name,
	}); err != nil {
		s.t.Fatal(err)
	}
}

func (s *shop) rest(name string) {
	s.t.Helper()
	s.write(func(tx *store.Tx) error {
		until := clock.MicrosOf(s.clock.Now().Add(time.Hour))
		_, err := tx.ExecContext(s.t.Context(), `UPDATE member_state SET break_until = $1 WHERE member = $2`, until, name)
		return err
	})
}

// The position moves by play only: own money neither reaches the target nor hides the floor. A total that shows the end ends
// the condition.
func TestTheTwoEnds(t *testing.T) {
	t.Parallel()
	eachShop(t, func(t *testing.T, s *shop) {
		s.mustOffer(target)
		for _, name := range []string{nok, lek} {
			s.is("take", s.activate(name, "M"), "") // base 2000, target 6000, floor 100
			s.deposit(name, 9000)
			s.read(name)
			s.stands("money of one's own", name, bonus.Active, 0)
		}
		s.win(nok, 4000*baht-1)
		s.read(nok)
		s.stands("a satang below", nok, bonus.Active, 0)
		s.win(nok, 1)
		if s.balance(ledger.Wallet(nok)) != 15000*baht {
			t.Error("the sum is wrong")
		}
		s.read(nok)
		s.stands("at the target", nok, bonus.Success, 0)
		s.pay(nok, 14000*baht)
		s.read(nok)
		s.stands("once seen it stays", nok, bonus.Success, 0)

		s.pay(lek, 1900*baht-1)
		s.read(lek)
		s.stands("a satang above", lek, bonus.Active, 0)
		s.pay(lek, 1)
		s.read(lek)
		s.stands("at the floor", lek, bonus.Failed, 0)
		s.verified()
	})
}

// At most the credit goes back, never a part of the deposit or of the member's own money.
func TestGivingUp(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		play, back money.Amount
	}{
		"nothing was played":      {0, 1000 * baht},
		"something was won":       {500 * baht, 1000 * baht},
		"a part of the credit":    {-400 * baht, 600 * baht},
		"just the credit is lost": {-1000 * baht, 0},
		"of the deposit too":      {-1500 * baht, 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			eachShop(t, func(t *testing.T, s *shop) {
				s.mustOffer(target)
				s.is("take", s.activate(nok, "M"), "")
				s.deposit(nok, 50)
				if c.play > 0 {
					s.win(nok, c.play)
				} else if c.play < 0 {
					s.pay(nok, -c.play)
				}
				view, err := s.Active(t.Context(), nok)
				if err != nil || view.GiveUp.Returned != c.back || view.GiveUp.Kept != 2050*baht+c.play-c.back {
					t.Errorf("the preview: %+v, %v", view, err)
				}
				if _, code := s.clear(nok, false); code != "BONUS_CONDITION" {
					t.Errorf("without giving up: %s", code)
				}
				if _, code := s.clear(nok, true); code != "" {
					t.Errorf("give up: %s", code)
				}
				s.stands("given up", nok, bonus.GivenUp, c.back)
				if got := s.balance(ledger.Wallet(nok)); got != 2050*baht+c.play-c.back {
					t.Errorf("kept %s", got)
				}
				s.verified()
			})
		})
	}
}

// Of a credit without a deposit, the member keeps 300 percent at most.
func TestWhatIsKept(t *testing.T) {
	t.Parallel()
	eachShop(t, func(t *testing.T, s *shop) {
		s.mustOffer(large("FREE")) // 100, ends at 500 percent
		s.is("take", s.activate(nok, "FREE"), "")
		s.win(nok, 450*baht)
		s.read(nok)
		s.stands("over the target", nok, bonus.Success, 250*baht)
		s.verified()
	})
}

// While a game that is down holds money, the end is decided and the gates stay shut. They open when the money that goes back
// is home, whoever brought it.
func TestAnEndWithMoneyInAGame(t *testing.T) {
	t.Parallel()
	eachCasino(t, func(t *testing.T, s *shop) {
		s.mustOffer(target)
		for _, name := range []string{nok, lek} {
			s.opened(name)
			s.is("take", s.activate(name, "M"), "")
			s.is("into a game", s.transfer(name, ledger.LabelWallet, "joker", 1800*baht), "")
		}
		if ended, code := s.clear(nok, true); code != "" || ended.InProgress {
			t.Errorf("a game that answers: %+v, %s", ended, code)
		}
		s.stands("at once", nok, bonus.GivenUp, 1000*baht)

		s.outside.AddFault(sandboxtest.Fault{Target: "game:joker", Op: "balance", Mode: "down", Count: 1000})
		if _, code := s.clear(lek, true); code != "TRY_AGAIN" {
			t.Errorf("T is not known: %s", code)
		}
		s.stands("nothing is decided", lek, bonus.Active, 0)
		s.outside.ClearFaults()
		s.outside.AddFault(sandboxtest.Fault{Target: "game:joker", Op: "move", Mode: "refuse", Count: 1000})
		if ended, code := s.clear(lek, true); code != "" || !ended.InProgress {
			t.Errorf("a game that gives nothing out: %+v, %s", ended, code)
		}
		s.stands("on its way", lek, bonus.Ending, 0)
		began := s.clock.Now()
		ending := func(what string, count int64, since time.Time) {
			t.Helper()
			if l, err := s.Live(t.Context()); err != nil || l.Active != 0 || l.Ending != count || !l.EndingSince.Equal(since) {
				t.Errorf("%s: %+v, %v", what, l, err)
			}
		}
		ending("since now", 1, began)
		s.is("another", s.activate(lek, "M"), "BONUS_ALREADY_ACTIVE")
		s.clock.Advance(11 * time.Second)
		if n, err := s.Finish(t.Context()); n != 0 || err != nil {
			t.Errorf("finished %d, %v", n, err)
		}
		ending("however often it is tried", 1, began)
		s.outside.ClearFaults()
		// A process emptied the game and died: the next run finds the money in the wallet.
		s.is("out of the game", s.transfer(lek, "joker", ledger.LabelWallet, 1800*baht), "")
		s.clock.Advance(time.Minute)
		if n, err := s.Finish(t.Context()); n != 1 || err != nil {
			t.Errorf("finished %d, %v", n, err)
		}
		s.stands("home", lek, bonus.GivenUp, 1000*baht)
		ending("over", 0, time.Time{})
		if n, err := s.Finish(t.Context()); n != 0 || err != nil {
			t.Errorf("finished again %d, %v", n, err)
		}
		s.verified()
	})
}

// Nothing is granted while a game can't be read.
func TestAnUnreadGame(t *testing.T) {
	t.Parallel()
	eachCasino(t, func(t *testing.T, s *shop) {
		s.mustOffer(large("FREE"))
		username := s.opened(nok)
		s.is("into a game", s.transfer(nok, ledger.LabelWallet, "joker", 500*baht), "")
		s.outside.AddFault(sandboxtest.Fault{Target: "game:joker", Op: "balance", Mode: "down", Count: 1000})
		s.is("it is down", s.activate(nok, "FREE"), "TRY_AGAIN")
		s.outside.ClearFaults()
		s.is("it is back", s.activate(nok, "FREE"), "")
		s.outside.Round("joker", username, "500", "900") // P is 500: the target
		s.read(nok)
		s.stands("won there", nok, bonus.Success, 200*baht)
		s.verified()
	})
}

// A condition that expires with winnings ends as if the member gave up. If turnover ends it, the expiry waits as long as a
// report may be late, and success comes first.
func TestExpiry(t *testing.T) {
	t.Parallel()
	eachShop(t, func(t *testing.T, s *shop) {
		s.reports.lag = time.Hour
		s.mustOffer(unended(`"turnover": 2, `) + `, ` + large("FREE", `"keepPercent": 0`))
		s.is("take", s.activate(nok, "FREE"), "")
		s.is("take", s.activate(lek, "T"), "")
		if c := s.condition(lek); c.Terms.End != bonus.EndTurnover || c.Required != 4000*baht {
			t.Errorf("%+v", c)
		}
		s.win(nok, 50*baht)
		expire := func(what string, want int) {
			t.Helper()
			if n, err := s.Expire(t.Context()); n != want || err != nil {
				t.Errorf("%s: %d, %v; want %d", what, n, err, want)
			}
		}
		s.clock.Advance(24*time.Hour - time.Second)
		expire("a second before", 0)
		s.clock.Advance(time.Second)
		s.reports.upTo = s.clock.Now()
		expire("its time is over, and its report may be late", 0)
		s.reports.upTo = time.Time{}
		s.clock.Advance(time.Hour)
		expire("the report was not read", 0)
		s.reports.upTo, s.reports.turned = s.clock.Now().Add(-time.Hour), 4000*baht
		_, _ = s.Expire(t.Context())
		s.stands("turned over in time", lek, bonus.Success, 0)
		s.clock.Advance(6 * 24 * time.Hour)
		expire("the other's time", 1)
		s.stands("with winnings", nok, bonus.Expired, 100*baht)
		if got := s.balance(ledger.Wallet(nok)); got != 1050*baht {
			t.Errorf("kept %s", got)
		}
		s.verified()
	})
}

// A report that can't be read delays an expiry by a day at most.
func TestExpiryWithoutItsReport(t *testing.T) {
	t.Parallel()
	eachShop(t, func(t *testing.T, s *shop) {
		s.reports.lag = time.Hour
		s.mustOffer(unended(""))
		s.is("take", s.activate(nok, "T"), "")
		s.clock.Advance(49*time.Hour - time.Second)
		if n, err := s.Expire(t.Context()); n != 0 || err != nil {
			t.Errorf("%d, %v", n, err)
		}
		s.clock.Advance(time.Second)
		if n, err := s.Expire(t.Context()); n != 1 || err != nil {
			t.Errorf("%d, %v", n, err)
		}
		s.stands("expired", nok, bonus.Expired, 1000*baht)
		s.verified()
	})
}

// When a matched deposit is taken back, its credit is too: from the wallet first, the rest is owed. After a failed condition
// nothing is: the credit was lost to the house.
func TestAMatchedDepositIsTakenBack(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		before     func(s *shop)
		state      bonus.State
		back, owed money.Amount
	}{
		"active":           {func(*shop) {}, bonus.Reversed, 1000 * baht, 0},
		"active, and lost": {func(s *shop) { s.pay(nok, 1500*baht) }, bonus.Reversed, 1000 * baht, 500 * baht},
		"success":          {func(s *shop) { s.win(nok, 4000*baht); s.read(nok) }, bonus.Success, 1000 * baht, 0},
		"success, and spent": {
			func(s *shop) { s.win(nok, 4000*baht); s.read(nok); s.pay(nok, 6000*baht) }, bonus.Success, 1000 * baht, 1000 * baht,
		},
		"failed":             {func(s *shop) { s.pay(nok, 1950*baht); s.read(nok) }, bonus.Failed, 0, 0},
		"given up in part":   {func(s *shop) { s.pay(nok, 400*baht); _, _ = s.clear(nok, true) }, bonus.GivenUp, 600 * baht, 0},
		"given up, all back": {func(s *shop) { _, _ = s.clear(nok, true) }, bonus.GivenUp, 1000 * baht, 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			eachShop(t, func(t *testing.T, s *shop) {
				s.mustOffer(target)
				s.is("take", s.activate(nok, "M"), "")
				c.before(s)
				s.reversed = map[string]time.Time{"another": s.clock.Now(), s.latest[nok].Inflow: s.clock.Now()}
				for _, want := range []int{1, 0} {
					if n, err := s.UndoReversed(t.Context()); err != nil || n > want {
						t.Errorf("undone %d, %v", n, err)
					}
				}
				x := s.condition(nok)
				owed, err := s.ledger.Balance(t.Context(), ledger.Owed(nok))
				if x.State != c.state || x.Returned != c.back || err != nil || -owed.Posted != c.owed {
					t.Errorf("%s, %s back, %s owed, %v", x.State, x.Returned, -owed.Posted, err)
				}
				if b, err := s.ledger.Balance(t.Context(), ledger.Wallet(nok)); err != nil || b.Gates != 0 {
					t.Errorf("gates %d, %v", b.Gates, err)
				}
				s.verified()
			})
		})
	}
}

// A reversal appears when it commits, with the time at which its transaction began. One that took five minutes is still found
// by the next run, and older ones are not read again every second for ever.
func TestAReversalThatShowsLate(t *testing.T) {
	t.Parallel()
	for late, undone := range map[time.Duration]int{5 * time.Minute: 1, 5*time.Minute + time.Microsecond: 0} {
		t.Run(late.String(), func(t *testing.T) {
			t.Parallel()
			storetest.On(t, store.SQLite, func(t *testing.T, engine store.Engine) {
				c := clock.NewFake(sunday)
				s := newShop(t, storetest.OpenAt(t, engine, c), c)
				s.mustOffer(target)
				s.is("take", s.activate(nok, "M"), "")
				began := s.clock.Now()
				s.clock.Advance(late)
				looks := func(want int) {
					t.Helper()
					if n, err := s.UndoReversed(t.Context()); err != nil || n != want {
						t.Errorf("undone %d, want %d, %v", n, want, err)
					}
				}
				looks(0)
				s.reversed = map[string]time.Time{s.latest[nok].Inflow: began}
				s.clock.Advance(time.Second)
				looks(undone)
				s.verified()
			})
		})
	}
}
