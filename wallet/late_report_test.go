package wallet_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"sync/atomic"
	"testing"
	"time"

	"krapao/connect/line"
	"krapao/connect/provider"
	"krapao/connect/provider/amb"
	ambwire "krapao/connect/provider/amb/wire"
	"krapao/fault"
	"krapao/game"
	"krapao/internal/settle"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/ledger"
	"krapao/money"
	"krapao/sandbox"
	"krapao/sandbox/sandboxtest"
	"krapao/wallet"
)

// unasked is a world in which money moves at a provider that can't be asked what became of a transfer, and whose rounds come
// by its report only: slotxo. Its clock can be moved on, and its report is read only when the test says so.
type unasked struct {
	*world
	clock *ahead
	job   *wallet.Reconciliation
	// code is the game, there the sandbox's game behind it.
	code, there string
	name        string
	task        settle.Task
}

func newUnasked(t *testing.T, engine store.Engine) *unasked {
	t.Helper()
	return newUnaskedAt(t, engine, "slotxo", "tgsc3")
}

// newUnaskedAt is newUnasked at another provider; changes are made to the connections.
func newUnaskedAt(t *testing.T, engine store.Engine, code, there string, changes ...func(base string, all map[string]game.Connection)) *unasked {
	t.Helper()
	u := &unasked{clock: &ahead{}, code: code, there: there}
	changes = slices.Concat([]func(string, map[string]game.Connection){connectFamilies}, changes)
	u.world = newWorldWith(t, storetest.OpenAt(t, engine, u.clock), sandboxtest.Start(t, sandboxtest.Options{Clock: u.clock}), changes...)
	u.job = wallet.NewReconciliation(u.wallet, u.ledger, wallet.ReconcileSettings{})
	u.task = u.report(code)
	u.name = u.open(member, code)
	u.mustTransfer(wallet.Place, code, baht(500))
	return u
}

func eachUnasked(t *testing.T, test func(t *testing.T, u *unasked)) {
	t.Helper()
	for _, engine := range storetest.Engines {
		t.Run(string(engine), func(t *testing.T) {
			t.Parallel()
			test(t, newUnasked(t, engine))
		})
	}
}

// read reads the report once.
func (u *unasked) read() {
	u.t.Helper()
	var err error
	for range 5 {
		if err = u.task.Run(u.t.Context()); err == nil {
			return
		}
	}
	u.t.Fatal(err)
}

// reading reads the report again and again until the test ends, or until it is stopped.
func (u *unasked) reading() (stop func()) {
	return u.reads(u.task)
}

// reads reads a report again and again until the test ends, or until it is stopped.
func (w *world) reads(task settle.Task) (stop func()) {
	ctx, cancel := context.WithCancel(w.t.Context())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		for ctx.Err() == nil {
			_ = task.Run(ctx)
			select {
			case <-ctx.Done():
			case <-time.After(200 * time.Millisecond):
			}
		}
	}()
	stop = func() { cancel(); <-ended }
	w.t.Cleanup(stop)
	return stop
}

// report is the task that reads a provider's report. Where it has none, the task does nothing.
func (w *world) report(provider string) settle.Task {
	for _, task := range w.games.ReportTasks() {
		if task.Name == "report:"+provider {
			return task
		}
	}
	return settle.Task{Run: func(context.Context) error { return nil }}
}

// returned makes a transfer that gets no answer and is given back: by the balance and the rounds, or where none are told by an
// operator. It returns its reference. What happens after it lies clearly after the moment at which it was certainly not applied.
func (u *unasked) returned(in bool, amount money.Amount) string {
	u.t.Helper()
	from, to := u.code, wallet.Place
	if in {
		from, to = to, from
	}
	u.outside.AddFault(sandboxtest.Fault{Target: "game:" + u.there, Op: "move", Mode: "timeout"})
	reference := u.unanswered(from, to, amount)
	if caps := u.games.Provider(u.code).Capabilities(); caps.Rounds || caps.Report == game.ReportRounds {
		stop := u.reading()
		u.settled(member, 30*time.Second)
		stop()
	} else {
		u.decide(u.waitForCase(30*time.Second).Transfer.ID, false)
	}
	id, _ := u.ledger.ParseReference(reference)
	of := " FROM game_doubt WHERE state = 'returned' AND transfer = " + strconv.FormatInt(int64(id), 10)
	u.waitFor("SELECT count(*)"+of, 1)
	var stood int64
	if err := u.store.DB().QueryRowContext(u.t.Context(), "SELECT reading_since"+of).Scan(&stood); err != nil {
		u.t.Fatal(err)
	}
	time.Sleep(time.UnixMicro(stood).Add(3500 * time.Millisecond).Sub(u.clock.Now()))
	return reference
}

// applies is what the provider does late.
func (u *unasked) applies(reference string, in bool, amount money.Amount) {
	u.t.Helper()
	text := fmt.Sprint(int64(amount / money.Baht))
	if !in {
		text = "-" + text
	}
	u.outside.Move(u.there, u.name, json.Number(text), reference)
}

// doubts counts the doubts in a state that are asked about, or not any more.
func (u *unasked) doubts(state string) int {
	return u.count("SELECT count(*) FROM game_doubt WHERE state = '" + state + "'")
}

// over waits until nothing is asked about any more.
func (u *unasked) over() {
	u.t.Helper()
	u.waitLong("SELECT count(*) FROM game_doubt WHERE check_at > 0", 0)
}

// waitLong is waitFor with the patience that all re-checks need on a busy machine.
func (u *unasked) waitLong(query string, n int) {
	u.t.Helper()
	for deadline := time.Now().Add(2 * time.Minute); u.count(query) != n; time.Sleep(50 * time.Millisecond) {
		if time.Now().After(deadline) {
			u.t.Fatalf("%s does not become %d", query, n)
		}
	}
}

// whole checks that the books are what the provider says, that no money came or went, and the provider's result.
func (u *unasked) whole(result money.Amount) {
	u.t.Helper()
	u.settled(member, 10*time.Second)
	slot := u.slot(u.code)
	a, err := u.games.AccountNamed(u.t.Context(), slot.Game.Provider, u.name)
	if err != nil {
		u.t.Fatal(err)
	}
	c, err := u.games.Confirm(u.t.Context(), a)
	if err != nil {
		u.t.Fatal(err)
	}
	if says := credits(u.t, u.outside.Account(u.there, u.name).Balance).Baht(a.Factor); c.Memo != says {
		u.t.Errorf("the books say %s, the provider %s", c.Memo, says)
	}
	u.conserved()
	if got := u.balance(ledger.GameResult(u.code)).Posted; got != result {
		u.t.Errorf("the provider's result is %s, want %s", got, result)
	}
}

// What was applied after it had been given back is found by the readings and the report, whatever was played meanwhile: also
// rounds that hide it, that look like it, and that are void later.
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
							u.open(member, "joker2")
							u.mustTransfer(wallet.Place, "joker2", baht(500))
						}
						result := baht(0)
						if played {
							u.outside.Round(u.there, u.name, "100", "0")
							u.outside.Round(u.there, u.name, "5", "105")
							u.outside.Round(u.there, u.name, "7.35", "0")
							u.outside.Round(u.there, u.name, "50", "0")
							u.read()
							u.outside.Void(u.there, u.name)
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

func (u *unasked) foundLong() {
	u.t.Helper()
	u.waitLong("SELECT count(*) FROM game_doubt WHERE state = 'late'", 1)
}

// What was never applied is never taken for applied, whatever was won and lost meanwhile: just as much as the transfer too.
func TestNotAppliedIsNotFound(t *testing.T) {
	t.Parallel()
	for _, in := range []bool{true, false} {
		t.Run(fmt.Sprintf("in=%t", in), func(t *testing.T) {
			t.Parallel()
			eachUnasked(t, func(t *testing.T, u *unasked) {
				u.returned(in, baht(100))
				won := map[bool]json.Number{true: "101", false: "0"}[in]
				u.outside.Round(u.there, u.name, map[bool]json.Number{true: "1", false: "100"}[in], won)
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

// A report that comes late is waited for: no re-check is used up, nothing is taken or given, and then it is found.
func TestALateReportIsWaitedFor(t *testing.T) {
	t.Parallel()
	eachUnasked(t, func(t *testing.T, u *unasked) {
		reference := u.returned(true, baht(100))
		u.applies(reference, true, baht(100))
		u.outside.Round(u.there, u.name, "100", "0")
		time.Sleep(settings().Rechecks[3] + 2*time.Second) // all re-checks would have been made
		if u.count("SELECT count(*) FROM game_doubt WHERE state = 'returned' AND checks = 0 AND check_at > 0 AND reason LIKE '%report of play is needed%'") != 1 {
			t.Error("the report was not waited for")
		}
		u.reading()
		u.foundLong()
		u.whole(baht(100))
	})
}

// Two that went back: both applied is found, and so is one of them where the amounts tell which.
func TestTwoReturnedAtOnce(t *testing.T) {
	t.Parallel()
	for name, second := range map[string]struct {
		amount  money.Amount
		applied bool
	}{"both": {baht(100), true}, "one": {baht(60), false}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			eachUnasked(t, func(t *testing.T, u *unasked) {
				u.unswept.Store(true) // nothing is asked about again before both are back
				one := u.returned(true, baht(100))
				two := u.returned(true, second.amount)
				late := 1
				u.applies(one, true, baht(100))
				if second.applied {
					u.applies(two, true, second.amount)
					late = 2
				}
				u.unswept.Store(false)
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

// unproven waits for the cases of returned transfers.
func (u *unasked) unproven(n int) []wallet.Difference {
	u.t.Helper()
	u.waitLong("SELECT count(*) FROM reconcile_case WHERE kind = 'unproved' AND state = 'open'", n)
	list, err := u.job.Differences(u.t.Context(), wallet.Filter{Kind: wallet.Unproved, Limit: 10})
	if err != nil || len(list) != n {
		u.t.Fatalf("%+v, %v", list, err)
	}
	return list
}

// end decides a case, and books what it says.
func (u *unasked) end(x wallet.Difference, outcome wallet.CaseOutcome) {
	u.t.Helper()
	u.write(func(tx *store.Tx) error {
		return u.job.DecideTx(u.t.Context(), tx, x.ID, outcome, "nok", "the provider's journal")
	})
	u.booked()
}

// Two of the same amount of which one was applied can't be told apart: nothing is booked, and operators decide about both.
func TestWhichOfTwoIsAnOperatorsCase(t *testing.T) {
	t.Parallel()
	eachUnasked(t, func(t *testing.T, u *unasked) {
		u.unswept.Store(true) // nothing is asked about again before both are back
		one := u.returned(true, baht(100))
		u.returned(true, baht(100))
		u.applies(one, true, baht(100))
		u.unswept.Store(false)
		u.reading()
		time.Sleep(10 * time.Second)
		if u.doubts("late") != 0 {
			t.Fatal("one of them was guessed")
		}
		u.clock.move(25 * time.Hour)
		for _, x := range u.unproven(2) {
			if x.Theirs != baht(100) || x.Ours != 0 || x.Username != u.name || x.Evidence.Doubt == nil || x.Evidence.Doubt.Reason == "" {
				t.Errorf("%+v", x)
			}
			outcome := wallet.ItDidNotMove
			if x.Reference == one {
				outcome = wallet.ItMoved
			}
			u.end(x, outcome)
		}
		u.whole(0)
		if u.count("SELECT count(*) FROM game_doubt WHERE check_at > 0") != 0 || u.doubts("late") != 1 || u.doubts("returned") != 1 {
			t.Error("what was decided is still asked about")
		}
	})
}

// A report that never comes: after the last re-check operators decide, and what they say is booked.
func TestAReportThatNeverComesIsAnOperatorsCase(t *testing.T) {
	t.Parallel()
	for _, in := range []bool{true, false} {
		for _, outcome := range []wallet.CaseOutcome{wallet.ItMoved, wallet.ItDidNotMove} {
			t.Run(fmt.Sprintf("in=%t/%s", in, outcome), func(t *testing.T) {
				t.Parallel()
				eachUnasked(t, func(t *testing.T, u *unasked) {
					reference := u.returned(in, baht(100))
					if outcome == wallet.ItMoved {
						u.applies(reference, in, baht(100))
					}
					u.clock.move(25 * time.Hour)
					u.end(u.unproven(1)[0], outcome)
					u.whole(0)
				})
			})
		}
	}
}

// A report that comes after all ends the case by itself.
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
				u.clock.move(25 * time.Hour)
				u.unproven(1)
				u.reading()
				u.clock.move(time.Hour) // it is asked about seldom now
				u.unproven(0)
				if applied {
					u.foundLong()
				}
				u.whole(0)
			})
		})
	}
}

// What was found applied is proven: while it is taken back out of the game, and the account can't be read for that, time asks
// no operator to decide it. It is counted as a doubt, and once it should long have been over, shown as being booked.
func TestWhatIsTakenBackIsNobodysDecision(t *testing.T) {
	t.Parallel()
	for _, engine := range storetest.Engines {
		t.Run(string(engine), func(t *testing.T) {
			t.Parallel()
			var away atomic.Bool
			// Its rounds are asked for at once, with a reading each time.
			u := newUnaskedAt(t, engine, "pgslot", "pgslot", func(_ string, all map[string]game.Connection) {
				c := all["pgslot"]
				c.Provider = lostOnTheWayOut{c.Provider, &away}
				all["pgslot"] = c
			})
			reference := u.returned(true, baht(100))
			if n := u.counted(); n != 0 {
				t.Errorf("%d doubts are counted before anything is proven", n)
			}
			u.applies(reference, true, baht(100))
			u.outside.AddFault(sandboxtest.Fault{Target: "game:" + u.there, Op: "move", Mode: "lost_reply", Count: 1_000_000})
			u.waitLong("SELECT count(*) FROM transfer WHERE state = 'pending' AND kind = 'game_out'", 1)
			u.waitLong("SELECT count(*) FROM game_doubt WHERE state = 'open'", 1)
			if n := u.counted(); n != 2 { // it, and the transfer that takes it back
				t.Errorf("%d doubts are counted, want 2", n)
			}
			u.clock.move(25 * time.Hour)
			u.waitLong("SELECT count(*) FROM reconcile_case WHERE kind = 'unproved' AND state = 'booking' AND booking = 10000", 1)
			x := u.shown()
			err := u.store.Write(t.Context(), func(tx *store.Tx) error {
				return u.job.DecideTx(t.Context(), tx, x.ID, wallet.ItDidNotMove, "nok", "the provider's journal")
			})
			if !fault.Is(err, fault.NO_DATA) {
				t.Errorf("it is decided against its proof: %v", err)
			}
			u.outside.ClearFaults()
			away.Store(false)
			u.booked()
			if u.doubts("late") != 1 || u.count("SELECT count(*) FROM reconcile_case") != 1 {
				t.Error("the doubt has no end, or operators were asked besides")
			}
			u.whole(0)
			unexplained := "SELECT count(*) FROM reconcile_case WHERE kind = 'unexplained'"
			u.nights()
			if u.count(unexplained) != 0 {
				t.Error("what was booked is not explained, or twice")
			}
			u.outside.Move(u.there, u.name, "-7", "")
			a, err := u.games.AccountNamed(t.Context(), u.code, u.name)
			if err != nil {
				t.Fatal(err)
			}
			_, err = u.games.Confirm(t.Context(), a)
			for tries := 1; err != nil && tries < 10; tries++ { // too slow
				_, err = u.games.Confirm(t.Context(), a)
			}
			if err != nil {
				t.Fatal(err)
			}
			u.nights()
			if u.count(unexplained) != 1 {
				t.Error("the play is not compared")
			}
		})
	}
}

// nights lets the time pass after which play is compared.
func (u *unasked) nights() {
	u.t.Helper()
	for range 3 {
		u.clock.move(26 * time.Hour)
		u.read()
		if _, err := u.job.Run(u.t.Context()); err != nil {
			u.t.Fatal(err)
		}
	}
}

// counted is how many doubts operators see at the provider.
func (u *unasked) counted() int {
	u.t.Helper()
	list, err := u.job.Providers(u.t.Context())
	if err != nil {
		u.t.Fatal(err)
	}
	for _, p := range list {
		if p.Provider == u.code {
			return p.Doubts
		}
	}
	u.t.Fatal("the provider is not told of")
	return 0
}

// shown is the only case that is not closed.
func (u *unasked) shown() wallet.Difference {
	u.t.Helper()
	list, err := u.job.Differences(u.t.Context(), wallet.Filter{Limit: 10})
	if err != nil || len(list) != 1 {
		u.t.Fatalf("%+v, %v", list, err)
	}
	return list[0]
}

// booked waits until no case is being booked any more.
func (u *unasked) booked() {
	u.t.Helper()
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(200 * time.Millisecond) {
		if _, err := u.job.Correct(u.t.Context()); err != nil {
			u.t.Fatal(err)
		}
		if u.count("SELECT count(*) FROM reconcile_case WHERE state = 'booking'") == 0 {
			return
		}
		if time.Now().After(deadline) {
			u.t.Fatal("the correction has no end")
		}
		u.clock.move(2 * time.Minute)
	}
}

// lostOnTheWayOut can't be read any more from the moment at which money is asked out of it.
type lostOnTheWayOut struct {
	game.Provider
	away *atomic.Bool
}

func (p lostOnTheWayOut) Move(ctx context.Context, m game.Move) game.Outcome {
	if m.Credits < 0 {
		p.away.Store(true)
	}
	return p.Provider.Move(ctx, m)
}

func (p lostOnTheWayOut) Report(ctx context.Context, q game.ReportQuery) (game.ReportPage, error) {
	return p.Provider.(game.Reporter).Report(ctx, q)
}

func (p lostOnTheWayOut) Balance(ctx context.Context, player game.Player) (game.Reading, error) {
	if p.away.Load() {
		return game.Reading{}, errors.New("nobody answers")
	}
	return p.Provider.Balance(ctx, player)
}

// What is proven is booked to its end, also where nothing of it can be read any more: the provider is asked for nothing then.
func TestWhatIsProvenIsNotAskedAboutAgain(t *testing.T) {
	t.Parallel()
	for _, engine := range storetest.Engines {
		t.Run(string(engine), func(t *testing.T) {
			t.Parallel()
			u := newUnaskedAt(t, engine, "pgslot", "pgslot")
			reference := u.returned(true, baht(100))
			u.applies(reference, true, baht(100))
			target := "game:" + u.there
			u.outside.AddFault(sandboxtest.Fault{Target: target, Op: "move", Mode: "lost_reply"})
			u.waitLong("SELECT count(*) FROM transfer WHERE kind = 'game_out'", 1)
			u.write(func(tx *store.Tx) error { // nobody looks before the provider is away
				_, err := tx.ExecContext(t.Context(), fmt.Sprintf("UPDATE game_doubt SET check_at = %d WHERE state = 'returned'", u.clock.Now().Add(time.Hour).UnixMicro()))
				return err
			})
			u.waitLong("SELECT count(*) FROM transfer WHERE state = 'posted' AND kind = 'game_out'", 1)
			for _, op := range []string{"balance", "report"} {
				u.outside.AddFault(sandboxtest.Fault{Target: target, Op: op, Mode: "down", Count: 1_000_000})
			}
			u.clock.move(25 * time.Hour)
			u.foundLong()
			if n := u.count("SELECT count(*) FROM reconcile_case"); n != 0 {
				t.Errorf("operators were asked %d times", n)
			}
			u.outside.ClearFaults()
			u.whole(0)
		})
	}
}

// newLagging is newUnaskedAt at a provider that lists a round late, whose rounds are asked for at once: pgslot.
func newLagging(t *testing.T, engine store.Engine, lag time.Duration) *unasked {
	t.Helper()
	u := newUnaskedAt(t, engine, "pgslot", "pgslot", func(base string, all map[string]game.Connection) {
		credentials := sandbox.DemoCredentials().AMB
		all["pgslot"] = game.Connection{Provider: amb.New(amb.Config{
			BaseURL: base + "/games/pgslot/amb", Agent: credentials.Agent, Secret: credentials.Secret, Refusals: ambwire.Refusals,
			Terms: provider.Terms{
				Stakes: game.StakesNone, ReportLag: lag + time.Second, Line: line.Settings{Timeout: callTime, ShutAfter: 1000},
			},
		})}
	})
	u.outside.AddFault(sandboxtest.Fault{Target: "game:pgslot", Op: "report", Mode: "late_apply", DelayMS: ms(lag), Count: 1_000_000})
	return u
}

// A round that is not listed yet looks like a transfer that came late. The list is believed when it can lack none any more.
func TestARoundThatIsListedLateIsNotTakenForTheTransfer(t *testing.T) {
	t.Parallel()
	for _, in := range []bool{true, false} {
		for _, engine := range storetest.Engines {
			t.Run(fmt.Sprintf("in=%t/%s", in, engine), func(t *testing.T) {
				t.Parallel()
				u := newLagging(t, engine, 6*time.Second)
				u.returned(in, baht(100))
				bet, won, result := json.Number("100"), json.Number("0"), baht(100)
				if in {
					bet, won, result = "1", "101", -result
				}
				u.outside.Round(u.there, u.name, bet, won)
				u.over()
				if u.doubts("late") != 0 || u.count("SELECT count(*) FROM reconcile_case") != 0 {
					t.Error("the round was taken for the transfer, or operators were asked")
				}
				u.whole(result)
			})
		}
	}
}

// A bet that was open when a transfer was given back is lost afterwards: its stake had left the balance before, so that its
// loss hides, or looks like, as much as the transfer. It is not guessed about.
func TestABetThatWasOpenIsNotTakenForTheTransfer(t *testing.T) {
	t.Parallel()
	for _, engine := range storetest.Engines {
		t.Run(string(engine), func(t *testing.T) {
			t.Parallel()
			u := newUnaskedAt(t, engine, "pgslot", "pgslot")
			u.outside.Stake(u.there, u.name, "100")
			u.returned(true, baht(100))
			u.outside.Settle(u.there, u.name, "0")
			u.waitLong("SELECT count(*) FROM game_doubt WHERE state = 'late' OR reason LIKE 'a round was open at%'", 1)
			if u.doubts("late") != 0 {
				t.Fatal("the bet was taken for the transfer")
			}
			u.clock.move(25 * time.Hour)
			u.end(u.unproven(1)[0], wallet.ItDidNotMove)
			u.whole(baht(100))
		})
	}
}

// A round that is settled while the balance is read, and that the reading has already, looks like the transfer. The next reading
// tells.
func TestARoundAtTheReadingIsNotTakenForTheTransfer(t *testing.T) {
	t.Parallel()
	for _, engine := range storetest.Engines {
		t.Run(string(engine), func(t *testing.T) {
			t.Parallel()
			var play atomic.Pointer[func()]
			u := newUnaskedAt(t, engine, "pgslot", "pgslot", func(_ string, all map[string]game.Connection) {
				c := all["pgslot"]
				c.Provider = playedAtTheReading{c.Provider, &play}
				all["pgslot"] = c
			})
			u.unswept.Store(true)
			u.returned(true, baht(100))
			round := func() {
				time.Sleep(10 * time.Millisecond)
				u.outside.Round(u.there, u.name, "1", "101")
			}
			play.Store(&round)
			u.unswept.Store(false)
			u.over()
			if play.Load() != nil || u.doubts("late") != 0 || u.count("SELECT count(*) FROM reconcile_case") != 0 {
				t.Error("the round was taken for the transfer, or operators were asked")
			}
			u.whole(-baht(100))
		})
	}
}

// playedAtTheReading plays once, after a balance was asked for and before it is answered.
type playedAtTheReading struct {
	game.Provider
	play *atomic.Pointer[func()]
}

func (p playedAtTheReading) Balance(ctx context.Context, player game.Player) (game.Reading, error) {
	if play := p.play.Swap(nil); play != nil {
		(*play)()
	}
	return p.Provider.Balance(ctx, player)
}

// Where open stakes are not told, a bet hides what was applied after an operator gave it back: nothing proves that it was not.
func TestAnOpenBetHidesWhatWasAppliedLate(t *testing.T) {
	t.Parallel()
	for _, engine := range storetest.Engines {
		t.Run(string(engine), func(t *testing.T) {
			t.Parallel()
			u := newUnaskedAt(t, engine, "askmebet", "askmebet")
			u.applyCatalogue(untold)
			u.unswept.Store(true)
			u.outside.AddFault(sandboxtest.Fault{Target: "game:askmebet", Op: "move", Mode: "timeout"})
			reference := u.unanswered(wallet.Place, u.code, baht(100))
			u.decide(u.waitForCase(30*time.Second).Transfer.ID, false)
			u.outside.Move(u.there, u.name, "10", reference)
			u.outside.Stake(u.there, u.name, "10")
			u.unswept.Store(false)
			u.waitLong("SELECT count(*) FROM game_doubt WHERE check_at = 0 OR reason LIKE 'the provider does not tell of open stakes%' AND state = 'returned'", 1)
			u.clock.move(25 * time.Hour)
			u.end(u.unproven(1)[0], wallet.ItMoved)
			u.whole(baht(100)) // the stake, until it is settled
		})
	}
}

// A round of before the transfer that becomes void after it looks like a transfer that came late. It is not guessed about.
func TestACorrectionIsNotTakenForTheTransfer(t *testing.T) {
	t.Parallel()
	eachUnasked(t, func(t *testing.T, u *unasked) {
		u.outside.Round(u.there, u.name, "100", "0")
		u.read()
		time.Sleep(3 * time.Second)
		u.returned(true, baht(100))
		u.outside.Void(u.there, u.name)
		u.reading()
		time.Sleep(12 * time.Second)
		if u.doubts("late") != 0 {
			t.Fatal("the correction was taken for the transfer")
		}
		u.clock.move(25 * time.Hour)
		u.end(u.unproven(1)[0], wallet.ItDidNotMove)
		u.whole(0)
	})
}

// A node that died between giving money back and closing the doubt: a reading has the late transfer already when another
// node closes it. It is found all the same.
func TestAReadingBeforeTheDoubtIsClosed(t *testing.T) {
	t.Parallel()
	eachUnasked(t, func(t *testing.T, u *unasked) {
		reference := u.returned(false, baht(100))
		u.applies(reference, false, baht(100))
		a, err := u.games.AccountNamed(t.Context(), u.code, u.name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := u.games.Confirm(t.Context(), a); err != nil {
			t.Fatal(err)
		}
		u.write(func(tx *store.Tx) error {
			_, err := tx.ExecContext(t.Context(), "UPDATE game_doubt SET state = 'open', check_at = 0, checks = 0, result = 0, seen_at = 0, seen_result = 0")
			return err
		})
		u.reading()
		u.foundLong()
		u.whole(0)
	})
}

// The provider itself does late what it did not answer: into the game and out of it.
func TestWhatTheProviderDoesLate(t *testing.T) {
	t.Parallel()
	for _, in := range []bool{true, false} {
		t.Run(fmt.Sprintf("in=%t", in), func(t *testing.T) {
			t.Parallel()
			eachUnasked(t, func(t *testing.T, u *unasked) {
				from, to, want := u.code, wallet.Place, json.Number("400")
				if in {
					from, to, want = to, from, "600"
				}
				stop := u.reading()
				u.outside.AddFault(sandboxtest.Fault{Target: "game:" + u.there, Op: "move", Mode: "late_apply", DelayMS: 20_000})
				u.unanswered(from, to, baht(100))
				u.settled(member, 20*time.Second)
				stop()
				u.waitFor("SELECT count(*) FROM game_doubt WHERE state = 'returned'", 1)
				for deadline := time.Now().Add(time.Minute); u.outside.Account(u.there, u.name).Balance != want; time.Sleep(100 * time.Millisecond) {
					if time.Now().After(deadline) {
						t.Fatalf("it was never done: %+v", u.outside.Account(u.there, u.name))
					}
				}
				u.reading()
				u.foundLong()
				u.whole(0)
			})
		})
	}
}
