package doubt_test

import (
	"context"
	"encoding/json"
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"krapao/connect/provider"
	"krapao/connect/provider/amb"
	ambwire "krapao/connect/provider/amb/wire"
	"krapao/connect/provider/amblotto"
	"krapao/connect/provider/betflix"
	"krapao/game"
	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/ledger"
	"krapao/money"
	"krapao/sandbox"
	"krapao/sandbox/sandboxtest"
	"krapao/wallet/doubt"
	"krapao/wallet/wallettest"
)

// Providers that report neither references nor single rounds. BETFLIX without inquiry and AMB without rounds report
// totals of a day, AMB lotto as published reports nothing.
var untelling = map[string]struct{ code, there string }{
	"BETFLIX/check=false": {"betflix", "tbetflix"},
	"AMB/noRounds":        {"pgslot", "pgslot"},
}

// onBothEngines is the one of them that is tested on PostgreSQL too.
const onBothEngines = "BETFLIX/check=false"

func connectUntelling(outside *sandboxtest.Sandbox, all map[string]game.Connection) {
	credentials := sandbox.DemoCredentials()
	settings := patient(outside)
	all["betflix"] = game.Connection{Provider: betflix.New(betflix.Config{
		BaseURL: outside.URL + "/games/tbetflix/betflix",
		ID:      credentials.BETFLIX.ID, Key: credentials.BETFLIX.Key, Prefix: credentials.BETFLIX.Prefix,
		NoCheck: true, Terms: provider.Terms{Stakes: game.StakesNone, Source: "betflix", Outbound: settings},
	})}
	all["pgslot"] = game.Connection{Provider: amb.New(amb.Config{
		BaseURL: outside.URL + "/games/pgslot/amb", Agent: credentials.AMB.Agent, Secret: credentials.AMB.Secret, NoRounds: true,
		Refusals: ambwire.Refusals, NotEnough: ambwire.CodeNotEnough,
		Terms: provider.Terms{Stakes: game.StakesNone, Source: "pgslot", Outbound: settings},
	})}
}

// connectTurn connects an AMB lotto that knows our references.
func connectTurn(outside *sandboxtest.Sandbox, all map[string]game.Connection) {
	own := sandbox.DemoCredentials().AMBLotto
	all["huayhd"] = game.Connection{Provider: amblotto.New(amblotto.Config{
		BaseURL: outside.URL + "/games/tamblotto/amblotto", Agent: own.AgentID, Key: own.Key, Prefix: own.Prefix, PlayByReference: true,
		Terms: provider.Terms{Source: "huayhd", Outbound: patient(outside)},
	})}
}

// The first sending is applied late, after the second was definitively rejected and the money was given back. If the
// provider has an inquiry, a re-check finds it.
func TestTheFirstSendingAppliedAfterTheSecondWasRefused(t *testing.T) {
	t.Parallel()
	for name, f := range map[string]struct{ code, there string }{
		"AMBLotto": {"huayhd", "tamblotto"}, "PG": {"pg", "tpg"}, "Pragmatic": {"areaslot", "tpragmatic"},
	} {
		for _, in := range []bool{true, false} {
			t.Run(fmt.Sprintf("%s/in=%t", name, in), func(t *testing.T) {
				t.Parallel()
				storetest.Each(t, func(t *testing.T, s *store.Store) { appliedAfterRefusal(t, s, f.code, f.there, in) })
			})
		}
	}
}

func appliedAfterRefusal(t *testing.T, s *store.Store, code, there string, in bool) {
	w := newWorld(t, s, wallettest.ConnectFamilies, connectTurn)
	name := w.Open(member, code)
	w.MustTransfer(ledger.LabelWallet, code, baht(300))
	from, to, want := code, ledger.LabelWallet, json.Number("200")
	if in {
		from, to, want = to, from, "400"
	}
	w.Unswept.Store(true) // nothing is asked about again before the provider has done it
	target := "game:" + there
	w.Outside.AddFault(sandboxtest.Fault{Target: target, Op: "move", Mode: "late_apply", DelayMS: 20_000})
	w.Outside.AddFault(sandboxtest.Fault{Target: target, Op: "move", Mode: "refuse", Count: 10_000})
	w.Unanswered(from, to, baht(100))
	w.Settled(member, 19*time.Second)
	w.WaitFor("SELECT count(*) FROM game_doubt WHERE state = 'returned' AND check_at > 0", 1)
	if got := w.Balance(ledger.Wallet(member)).Available(); got != baht(700) {
		t.Fatalf("after the return the wallet has %s", got)
	}
	w.Until(2*time.Minute, "the provider does it", func() bool { return w.Outside.Account(there, name).Balance == want })
	w.Outside.ClearFaults()
	w.Unswept.Store(false)
	w.FoundLate()
	w.Settled(member, 20*time.Second)
	w.Conserved()
	held := credits(t, w.Outside.Account(there, name).Balance).Baht(money.MustFactor("1"))
	if booked := w.Balance(ledger.Game(code, name)).Posted; booked != held {
		t.Errorf("the books say %s, the provider %s", booked, held)
	}
	if result := w.Balance(ledger.GameResult(code)).Posted; result != 0 {
		t.Errorf("nobody played, and the provider's result is %s", result)
	}
	w.AppliedOnce(there)
}

// silent answers no repetition for a while, and then rejects each definitively.
type silent struct {
	game.Provider
	lasts time.Duration
	// last is when a repetition last got no answer, in microseconds.
	last *atomic.Int64
}

func (p silent) Capabilities() game.Capabilities {
	c := p.Provider.Capabilities()
	c.Replay = true
	return c
}

func (p silent) Move(ctx context.Context, m game.Move) game.Outcome {
	switch {
	case !m.Again:
		return p.Provider.Move(ctx, m)
	case time.Since(m.At) < p.lasts:
		p.last.Store(int64(clock.MicrosOf(time.Now())))
		return game.Outcome{}
	}
	return game.Outcome{Kind: game.Rejected, Reason: "no, and there is no such reference"}
}

// Each unanswered repetition may be applied as late as the first sending: a refusal is believed only when the window of
// the last one is over.
func TestTheWindowIsThatOfTheLastSending(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		var last atomic.Int64
		w := newWorld(t, s, func(_ *sandboxtest.Sandbox, all map[string]game.Connection) {
			c := all[wallettest.CheckedReplay]
			c.Provider = silent{c.Provider, 2 * (sendBy + callTime + window), &last}
			all[wallettest.CheckedReplay] = c
		})
		w.Open(member, wallettest.CheckedReplay)
		w.Outside.AddFault(sandboxtest.Fault{Target: "game:" + wallettest.CheckedReplay, Op: "move", Mode: "timeout"})
		reference := w.Unanswered(ledger.LabelWallet, wallettest.CheckedReplay, baht(100))
		w.Settled(member, time.Minute)
		id, _ := w.Ledger.ParseReference(reference)
		tr, err := w.Ledger.Find(t.Context(), id)
		if err != nil || tr.State != ledger.Voided {
			t.Fatalf("%+v, %v", tr, err)
		}
		after, from := tr.SettledAt.Sub(clock.Micros(last.Load()).Time()), callTime+window
		if last.Load() == 0 || after < from || after > from+2*time.Second {
			t.Errorf("given back %s after a sending that may still be applied, want it soon after %s", after, from)
		}
		w.Conserved()
	})
}

// eachUntelling runs a test for each family without references, both ways. On PostgreSQL only one of them: they differ in
// their protocols, which a store can't tell apart.
func eachUntelling(t *testing.T, test func(t *testing.T, u *unasked, in bool)) {
	t.Helper()
	for name, f := range untelling {
		for _, in := range []bool{true, false} {
			t.Run(fmt.Sprintf("%s/in=%t", name, in), func(t *testing.T) {
				t.Parallel()
				run := func(t *testing.T, engine store.Engine) {
					t.Helper()
					test(t, newUnaskedAt(t, engine, f.code, f.there, connectUntelling), in)
				}
				if name == onBothEngines {
					storetest.Bubble(t, run)
				} else {
					storetest.On(t, store.SQLite, run)
				}
			})
		}
	}
}

// A transfer that was applied after it was given back, and play of which only totals are reported, are operators' cases;
// their decisions are booked.
func TestWhatOnlyTotalsTellOfIsAnOperatorsCase(t *testing.T) {
	t.Parallel()
	for _, outcome := range []doubt.CaseOutcome{doubt.ItMoved, doubt.ItDidNotMove} {
		t.Run(string(outcome), func(t *testing.T) {
			t.Parallel()
			eachUntelling(t, func(t *testing.T, u *unasked, in bool) {
				reference := u.returned(in, baht(100))
				result := baht(0)
				if outcome == doubt.ItMoved {
					u.applies(reference, in, baht(100))
				} else { // it looks the same
					bet, won := json.Number("100"), json.Number("0")
					result = baht(100)
					if in {
						bet, won, result = "1", "101", -result
					}
					u.Outside.Round(u.there, u.name, bet, won)
				}
				u.reading()
				u.clock.Move(25 * time.Hour)
				u.end(u.unproven(1)[0], outcome)
				if late := u.doubts("late"); (late == 1) != (outcome == doubt.ItMoved) {
					t.Errorf("%d are late", late)
				}
				u.whole(result)
			})
		})
	}
}

// If the totals show no play and the balance has not changed, nothing happened: no operator is needed.
func TestWhereNothingHappenedNobodyIsAsked(t *testing.T) {
	t.Parallel()
	eachUntelling(t, func(t *testing.T, u *unasked, in bool) {
		u.returned(in, baht(100))
		u.reading()
		u.over()
		if u.Count("SELECT count(*) FROM reconcile_case") != 0 || u.doubts("returned") != 1 {
			t.Error("it has no end by itself")
		}
		u.whole(0)
	})
}

// The provider refuses to report on one account, so its report leaves it out. That proves nothing about the account.
func TestAnAccountThatNobodyTellsAbout(t *testing.T) {
	t.Parallel()
	storetest.Bubble(t, func(t *testing.T, engine store.Engine) {
		var name string
		silent := wallettest.Between("betflix", func(p game.Provider) game.Provider { return silentAbout{p, &name} })
		u := newUnaskedAt(t, engine, "betflix", "tbetflix", connectUntelling, silent)
		other := u.Open("LEK0MEMBER00", u.code)
		name = u.name
		u.Write(func(tx *store.Tx) error { // each pass asks about it
			_, err := tx.ExecContext(t.Context(), "UPDATE game_account SET active_at = $1 WHERE username = $2",
				clock.MicrosOf(u.clock.Now().AddDate(1, 0, 0)), other)
			return err
		})
		u.returned(true, baht(100))
		u.reading()
		u.waitLong("SELECT count(*) FROM game_doubt WHERE check_at = 0 OR reason LIKE 'play_unread: %'", 1)
		u.clock.Move(25 * time.Hour)
		u.end(u.unproven(1)[0], doubt.ItDidNotMove)
		u.whole(0)
	})
}

// AMB lotto as published knows no references: no refusal of a repetition gives money back. A transfer that an operator
// gives back is a case again, and its decision is booked.
func TestNothingTellsOfAPublishedLotto(t *testing.T) {
	t.Parallel()
	for _, in := range []bool{true, false} {
		t.Run(fmt.Sprintf("in=%t", in), func(t *testing.T) {
			t.Parallel()
			storetest.Bubble(t, func(t *testing.T, engine store.Engine) {
				u := newUnaskedAt(t, engine, "huayhd", "tamblotto")
				from, to := u.code, ledger.LabelWallet
				if in {
					from, to = to, from
				}
				u.Outside.AddFault(sandboxtest.Fault{Target: "game:" + u.there, Op: "move", Mode: "timeout"})
				u.Outside.AddFault(sandboxtest.Fault{Target: "game:" + u.there, Op: "move", Mode: "refuse", Count: 100_000})
				reference := u.Unanswered(from, to, baht(100))
				rest(3 * (sendBy + callTime + window))
				if pending, err := u.Ledger.Pending(t.Context(), member); err != nil || len(pending) != 1 {
					t.Fatalf("a refusal of a repetition settled it: %+v, %v", pending, err)
				}
				u.clock.Move(25 * time.Hour)
				u.decide(u.waitForCase(time.Minute).Transfer.ID, false)
				rest(callTime) // a sending whose lease the clock's leap ended may still be on its way, to be refused
				u.Outside.ClearFaults()
				u.applies(reference, in, baht(100))
				u.clock.Move(25 * time.Hour) // what a lottery may take to settle proves nothing, and is not waited for
				u.end(u.unproven(1)[0], doubt.ItMoved)
				u.whole(0)
			})
		})
	}
}
