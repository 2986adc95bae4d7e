package doubt_test

import (
	"encoding/json"
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"krapao/game"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/ledger"
	"krapao/money"
	"krapao/sandbox/sandboxtest"
	"krapao/wallet/doubt"
	"krapao/wallet/doubt/clue"
	"krapao/wallet/wallettest"
)

// A transfer that was applied after it had been given back is found by the readings and the report, whatever was played:
// also rounds that hide it, that look like it, and that become void later.
func TestAppliedLateIsFoundByTheReport(t *testing.T) {
	t.Parallel()
	for _, in := range []bool{true, false} {
		for _, played := range []bool{false, true} {
			for _, spent := range []bool{false, true} {
				if spent && !in {
					continue
				}
				t.Run(fmt.Sprintf("in=%t/played=%t/spent=%t", in, played, spent), func(t *testing.T) {
					t.Parallel()
					eachUnasked(t, func(t *testing.T, u *unasked) {
						reference := u.returned(in, baht(100))
						if spent {
							u.Open(member, "joker2")
							u.MustTransfer(ledger.LabelWallet, "joker2", baht(500))
						}
						result := baht(0)
						if played {
							u.Outside.Round(u.there, u.name, "100", "0")
							u.Outside.Round(u.there, u.name, "5", "105")
							u.Outside.Round(u.there, u.name, "7.35", "0")
							u.Outside.Round(u.there, u.name, "50", "0")
							u.read()
							u.Outside.Void(u.there, u.name)
							result = -money.Amount(7_35)
						}
						u.applies(reference, in, baht(100))
						u.reading()
						u.foundLong()
						u.whole(-result)
					})
				})
			}
		}
	}
}

// A transfer that was never applied is never taken for applied, whatever was won and lost: also exactly its amount.
func TestNotAppliedIsNotFound(t *testing.T) {
	t.Parallel()
	for _, in := range []bool{true, false} {
		t.Run(fmt.Sprintf("in=%t", in), func(t *testing.T) {
			t.Parallel()
			eachUnasked(t, func(t *testing.T, u *unasked) {
				u.returned(in, baht(100))
				won := map[bool]json.Number{true: "101", false: "0"}[in]
				u.Outside.Round(u.there, u.name, map[bool]json.Number{true: "1", false: "100"}[in], won)
				u.reading()
				u.over()
				if u.doubts("late") != 0 || u.doubts("returned") != 1 {
					t.Error("what was played was taken for the transfer")
				}
				result := baht(100)
				if in {
					result = -result
				}
				u.whole(result)
			})
		})
	}
}

// A late report is waited for: no re-check is used up, nothing is taken or given, and then the transfer is found.
func TestALateReportIsWaitedFor(t *testing.T) {
	t.Parallel()
	eachUnasked(t, func(t *testing.T, u *unasked) {
		reference := u.returned(true, baht(100))
		u.applies(reference, true, baht(100))
		u.Outside.Round(u.there, u.name, "100", "0")
		rest(settings().Rechecks[3] + 2*time.Second) // all re-checks would have been made
		if u.Count(`SELECT count(*) FROM game_doubt WHERE state = 'returned' AND checks = 0 AND check_at > 0
			AND reason LIKE 'report_behind: %'`) != 1 {
			t.Error("the report was not waited for")
		}
		u.reading()
		u.foundLong()
		u.whole(baht(100))
	})
}

// Two returned transfers: if both were applied, both are found; so is one of them if the amounts show which.
func TestTwoReturnedAtOnce(t *testing.T) {
	t.Parallel()
	for name, second := range map[string]struct {
		amount  money.Amount
		applied bool
	}{"both": {baht(100), true}, "one": {baht(60), false}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			eachUnasked(t, func(t *testing.T, u *unasked) {
				u.Unswept.Store(true) // nothing is asked about again before both are back
				one := u.returned(true, baht(100))
				two := u.returned(true, second.amount)
				late := 1
				u.applies(one, true, baht(100))
				if second.applied {
					u.applies(two, true, second.amount)
					late = 2
				}
				u.Unswept.Store(false)
				u.reading()
				u.over()
				if got := u.doubts("late"); got != late {
					t.Errorf("%d were found applied, want %d", got, late)
				}
				u.whole(0)
			})
		})
	}
}

// Of two transfers with the same amount one was applied. Nothing can tell which: nothing is booked, and operators decide
// both.
func TestWhichOfTwoIsAnOperatorsCase(t *testing.T) {
	t.Parallel()
	eachUnasked(t, func(t *testing.T, u *unasked) {
		u.Unswept.Store(true) // nothing is asked about again before both are back
		one := u.returned(true, baht(100))
		u.returned(true, baht(100))
		u.applies(one, true, baht(100))
		u.Unswept.Store(false)
		u.reading()
		rest(10 * time.Second)
		if u.doubts("late") != 0 {
			t.Fatal("one of them was guessed")
		}
		u.clock.Move(25 * time.Hour)
		for _, x := range u.unproven(2) {
			if x.Theirs != baht(100) || x.Ours != 0 || x.Username != u.name || x.Evidence.Doubt == nil || !coded(x.Evidence.Doubt.Reason) {
				t.Errorf("%+v", x)
			}
			outcome := doubt.ItDidNotMove
			if x.Reference == one {
				outcome = doubt.ItMoved
			}
			u.end(x, outcome)
		}
		u.whole(0)
		if u.Count("SELECT count(*) FROM game_doubt WHERE check_at > 0") != 0 || u.doubts("late") != 1 || u.doubts("returned") != 1 {
			t.Error("what was decided is still asked about")
		}
	})
}

// A report never comes: after the last re-check operators decide, and their decision is booked.
func TestAReportThatNeverComesIsAnOperatorsCase(t *testing.T) {
	t.Parallel()
	for _, in := range []bool{true, false} {
		for _, outcome := range []doubt.CaseOutcome{doubt.ItMoved, doubt.ItDidNotMove} {
			t.Run(fmt.Sprintf("in=%t/%s", in, outcome), func(t *testing.T) {
				t.Parallel()
				eachUnasked(t, func(t *testing.T, u *unasked) {
					reference := u.returned(in, baht(100))
					if outcome == doubt.ItMoved {
						u.applies(reference, in, baht(100))
					}
					u.clock.Move(25 * time.Hour)
					x := u.unproven(1)[0]
					u.says(x.Evidence.Doubt.Reason, clue.ReportBehind)
					u.end(x, outcome)
					u.whole(0)
				})
			})
		}
	}
}

// A report that comes after all closes the case.
func TestAReportThatComesAfterAllClosesTheCase(t *testing.T) {
	t.Parallel()
	for _, applied := range []bool{true, false} {
		t.Run(fmt.Sprintf("applied=%t", applied), func(t *testing.T) {
			t.Parallel()
			eachUnasked(t, func(t *testing.T, u *unasked) {
				reference := u.returned(false, baht(100))
				if applied {
					u.applies(reference, false, baht(100))
				}
				u.clock.Move(25 * time.Hour)
				u.unproven(1)
				u.reading()
				u.clock.Move(time.Hour) // it is asked about seldom now
				u.unproven(0)
				if applied {
					u.foundLong()
				}
				u.whole(0)
			})
		})
	}
}

// A round that is not listed yet looks like a transfer that was applied late. The list counts once it is complete.
func TestARoundThatIsListedLateIsNotTakenForTheTransfer(t *testing.T) {
	t.Parallel()
	for _, in := range []bool{true, false} {
		t.Run(fmt.Sprintf("in=%t", in), func(t *testing.T) {
			t.Parallel()
			storetest.Bubble(t, func(t *testing.T, engine store.Engine) {
				u := newLagging(t, engine, 6*time.Second)
				u.returned(in, baht(100))
				bet, won, result := json.Number("100"), json.Number("0"), baht(100)
				if in {
					bet, won, result = "1", "101", -result
				}
				u.Outside.Round(u.there, u.name, bet, won)
				u.over()
				if u.doubts("late") != 0 || u.Count("SELECT count(*) FROM reconcile_case") != 0 {
					t.Error("the round was taken for the transfer, or operators were asked")
				}
				u.whole(result)
			})
		})
	}
}

// A bet that was open when a transfer was given back is lost afterwards. Its stake had left the balance before, so its
// loss hides the transfer or looks like it. The product does not guess.
func TestABetThatWasOpenIsNotTakenForTheTransfer(t *testing.T) {
	t.Parallel()
	storetest.Bubble(t, func(t *testing.T, engine store.Engine) {
		u := newUnaskedAt(t, engine, "pgslot", "pgslot")
		u.Outside.Stake(u.there, u.name, "100")
		u.returned(true, baht(100))
		u.Outside.Settle(u.there, u.name, "0")
		u.waitLong("SELECT count(*) FROM game_doubt WHERE state = 'late' OR reason LIKE 'round_open_at_return: %'", 1)
		if u.doubts("late") != 0 {
			t.Fatal("the bet was taken for the transfer")
		}
		u.clock.Move(25 * time.Hour)
		u.end(u.unproven(1)[0], doubt.ItDidNotMove)
		u.whole(baht(100))
	})
}

// A round that settles during a reading, and is already in the reading, looks like the transfer. The next reading shows
// the truth.
func TestARoundAtTheReadingIsNotTakenForTheTransfer(t *testing.T) {
	t.Parallel()
	storetest.Bubble(t, func(t *testing.T, engine store.Engine) {
		var play atomic.Pointer[func()]
		u := newUnaskedAt(t, engine, "pgslot", "pgslot", wallettest.Between("pgslot", func(p game.Provider) game.Provider {
			return playedAtTheReading{p, &play}
		}))
		u.Unswept.Store(true)
		u.returned(true, baht(100))
		round := func() {
			rest(10 * time.Millisecond)
			u.Outside.Round(u.there, u.name, "1", "101")
		}
		play.Store(&round)
		u.Unswept.Store(false)
		u.over()
		if play.Load() != nil || u.doubts("late") != 0 || u.Count("SELECT count(*) FROM reconcile_case") != 0 {
			t.Error("the round was taken for the transfer, or operators were asked")
		}
		u.whole(-baht(100))
	})
}

// If open stakes are not reported, a bet hides a transfer that was applied after an operator gave it back: nothing proves
// that it was not applied.
func TestAnOpenBetHidesWhatWasAppliedLate(t *testing.T) {
	t.Parallel()
	storetest.Bubble(t, func(t *testing.T, engine store.Engine) {
		u := newUnaskedAt(t, engine, "askmebet", "askmebet")
		u.ApplyCatalogue(wallettest.Untold)
		u.Unswept.Store(true)
		u.Outside.AddFault(sandboxtest.Fault{Target: "game:askmebet", Op: "move", Mode: "timeout"})
		reference := u.Unanswered(ledger.LabelWallet, u.code, baht(100))
		u.decide(u.waitForCase(30*time.Second).Transfer.ID, false)
		u.Outside.Move(u.there, u.name, "10", reference)
		u.Outside.Stake(u.there, u.name, "10")
		u.Unswept.Store(false)
		u.waitLong(`SELECT count(*) FROM game_doubt WHERE check_at = 0
			OR reason = 'hidden_stakes' AND state = 'returned'`, 1)
		u.clock.Move(25 * time.Hour)
		u.end(u.unproven(1)[0], doubt.ItMoved)
		u.whole(baht(100)) // the stake, until it is settled
	})
}

// A round from before the transfer that becomes void after it looks like a transfer that was applied late. The product
// does not guess.
func TestACorrectionIsNotTakenForTheTransfer(t *testing.T) {
	t.Parallel()
	eachUnasked(t, func(t *testing.T, u *unasked) {
		u.Outside.Round(u.there, u.name, "100", "0")
		u.read()
		rest(3 * time.Second)
		u.returned(true, baht(100))
		u.Outside.Void(u.there, u.name)
		u.reading()
		rest(12 * time.Second)
		if u.doubts("late") != 0 {
			t.Fatal("the correction was taken for the transfer")
		}
		u.clock.Move(25 * time.Hour)
		u.end(u.unproven(1)[0], doubt.ItDidNotMove)
		u.whole(0)
	})
}

// A node dies between giving money back and closing the doubt. When another node closes it, a reading already includes
// the late transfer. It is found all the same.
func TestAReadingBeforeTheDoubtIsClosed(t *testing.T) {
	t.Parallel()
	eachUnasked(t, func(t *testing.T, u *unasked) {
		reference := u.returned(false, baht(100))
		u.applies(reference, false, baht(100))
		a, err := u.Games.Accounts.Named(t.Context(), u.code, u.name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := u.Games.Balances.Confirm(t.Context(), a); err != nil {
			t.Fatal(err)
		}
		u.Write(func(tx *store.Tx) error {
			return storetest.ByHand(t.Context(), tx,
				"UPDATE game_doubt SET state = 'open', check_at = 0, checks = 0, result = 0, seen_at = 0, seen_result = 0")
		})
		u.reading()
		u.foundLong()
		u.whole(0)
	})
}

// The provider itself does late what it did not answer, into the game and out of it.
func TestWhatTheProviderDoesLate(t *testing.T) {
	t.Parallel()
	for _, in := range []bool{true, false} {
		t.Run(fmt.Sprintf("in=%t", in), func(t *testing.T) {
			t.Parallel()
			eachUnasked(t, func(t *testing.T, u *unasked) {
				from, to, want := u.code, ledger.LabelWallet, json.Number("400")
				if in {
					from, to, want = to, from, "600"
				}
				stop := u.reading()
				u.Outside.AddFault(sandboxtest.Fault{Target: "game:" + u.there, Op: "move", Mode: "late_apply", DelayMS: 20_000})
				u.Unanswered(from, to, baht(100))
				u.Settled(member, 20*time.Second)
				stop()
				u.WaitFor("SELECT count(*) FROM game_doubt WHERE state = 'returned'", 1)
				u.Until(time.Minute, "the provider does it", func() bool { return u.Outside.Account(u.there, u.name).Balance == want })
				u.reading()
				u.foundLong()
				u.whole(0)
			})
		})
	}
}
