package doubt_test

import (
	"encoding/json"
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"krapao/game"
	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/ledger"
	"krapao/money"
	"krapao/sandbox/sandboxtest"
	"krapao/wallet"
	"krapao/wallet/doubt"
	"krapao/wallet/doubt/clue"
	"krapao/wallet/internal/walletdb"
	"krapao/wallet/wallettest"
)

// byBalance are the providers that can't verify a transfer: one lists an account's rounds, the other has a report of
// them.
var byBalance = map[string]struct{ code, there string }{
	"list":   {"pgslot", "pgslot"},
	"report": {"slotxo", "tgsc3"},
}

// tells lets the provider's report of rounds be read from now on, if it has one.
func (w *world) tells(code string) {
	w.T.Helper()
	if w.Games.Provider(code).Capabilities().Report == game.ReportRounds {
		w.Reads(w.Report(code))
	}
}

// A member goes on playing in a page that was open before, at a provider that can't verify a transfer whose answer was
// lost. The rounds are counted, and the decision is right.
func TestPlayWhileUnknown(t *testing.T) {
	t.Parallel()
	for how, g := range byBalance {
		for _, mode := range []string{"lost_reply", "timeout"} {
			for _, in := range []bool{true, false} {
				t.Run(fmt.Sprintf("%s/%s/in=%t", how, mode, in), func(t *testing.T) {
					t.Parallel()
					storetest.Each(t, func(t *testing.T, s *store.Store) {
						var silent atomic.Bool // so that it is not decided before it was played
						w := newWorld(t, s, wallettest.ConnectFamilies, wallettest.Between(g.code, func(p game.Provider) game.Provider {
							return silentAfterALoss{p, &silent}
						}))
						name := w.Open(member, g.code)
						w.MustTransfer(ledger.LabelWallet, g.code, baht(300))
						silent.Store(false)
						w.Outside.AddFault(sandboxtest.Fault{Target: "game:" + g.there, Op: "move", Mode: mode})
						from, to, want := g.code, ledger.LabelWallet, baht(200)
						if in {
							from, to, want = to, from, baht(400)
						}
						if mode == "timeout" {
							want = baht(300)
						}
						w.awayFrom(w.Unanswered(from, to, baht(100)))
						w.Outside.Round(g.there, name, "100", "0") // as much as the transfer: the balance alone would lie
						w.Outside.Round(g.there, name, "1", "1.25")
						silent.Store(false)
						w.tells(g.code)
						w.Settled(member, 20*time.Second)
						w.AgreesAt(g.code, g.there, name)
						w.Conserved()
						if got := w.Balance(ledger.Game(g.code, name)).Posted; got != want-baht(100)+25 {
							t.Errorf("the game account has %s, want %s", got, want-baht(100)+25)
						}
						if lost := w.Balance(ledger.GameResult(g.code)).Posted; lost != baht(100)-25 {
							t.Errorf("the provider's result is %s", lost)
						}
					})
				})
			}
		}
	}
}

// near is how far from a transfer a reported round must be to count as after it.
const near = 2 * time.Second

// awayFrom waits until further play is clearly after a transfer.
func (w *world) awayFrom(reference string) {
	w.T.Helper()
	id, _ := w.Ledger.ParseReference(reference)
	made, err := w.Ledger.Find(w.T.Context(), id)
	if err != nil {
		w.T.Fatal(err)
	}
	rest(made.CreatedAt.Add(near + 200*time.Millisecond).Sub(w.Store.Now()))
}

// onlyAnOperator waits for the case of the only pending transfer, lets the window pass, and checks that nothing was
// settled on a guess; then it decides.
func (w *world) onlyAnOperator(applied bool) doubt.Unsettled {
	w.T.Helper()
	c := w.waitForCase(20 * time.Second)
	rest(sendBy + callTime + window)
	if pending, err := w.Ledger.Pending(w.T.Context(), w.Member); err != nil || len(pending) != 1 || !coded(c.Reason) {
		w.T.Errorf("it was settled on a guess: %+v, %v; %+v", pending, err, c)
	}
	w.decide(c.Transfer.ID, applied)
	return c
}

// If a provider reports no rounds its balance decides nothing, whatever was played.
func TestWithoutRoundsTheBalanceDecidesNothing(t *testing.T) {
	t.Parallel()
	for _, played := range []bool{false, true} {
		for _, applied := range []bool{false, true} {
			t.Run(fmt.Sprintf("played=%t/applied=%t", played, applied), func(t *testing.T) {
				t.Parallel()
				eachUntelling(t, func(t *testing.T, u *unasked, in bool) {
					from, to := u.code, ledger.LabelWallet
					if in {
						from, to = to, from
					}
					mode := map[bool]string{true: "lost_reply", false: "timeout"}[applied]
					u.Outside.AddFault(sandboxtest.Fault{Target: "game:" + u.there, Op: "move", Mode: mode})
					u.Unanswered(from, to, baht(100))
					lost := money.Amount(0)
					if played {
						u.Outside.Round(u.there, u.name, "100", "0")
						lost = baht(100)
					}
					u.reading()
					u.says(u.onlyAnOperator(applied).Reason, clue.NoRounds)
					u.whole(lost)
				})
			})
		}
	}
}

// A bet that was open when the transfer was made is lost while the outcome is unknown. Its stake had left the balance
// before, so its loss could be taken for the transfer, or hide it. An operator decides.
func TestABetThatWasOpenBeforeAnUnknownTransfer(t *testing.T) {
	t.Parallel()
	for code, g := range map[string]struct {
		there string
		stake json.Number
		found clue.Code
	}{
		"pgslot": {"pgslot", "40", clue.RoundOpen}, "askmebet": {"askmebet", "4", clue.RoundOpen},
		"slotxo": {"tgsc3", "40", clue.RoundNearTransfer},
	} {
		for _, in := range []bool{true, false} {
			t.Run(fmt.Sprintf("%s/in=%t", code, in), func(t *testing.T) {
				t.Parallel()
				storetest.Each(t, func(t *testing.T, s *store.Store) {
					w := newWorld(t, s, wallettest.ConnectFamilies)
					name := w.Open(member, code)
					w.MustTransfer(ledger.LabelWallet, code, baht(300))
					w.Outside.Stake(g.there, name, g.stake)
					from, to, mode := code, ledger.LabelWallet, "lost_reply"
					if in {
						from, to, mode = to, from, "timeout"
					}
					w.Outside.AddFault(sandboxtest.Fault{Target: "game:" + g.there, Op: "move", Mode: mode})
					w.Unanswered(from, to, baht(40))
					w.Outside.Settle(g.there, name, "0")
					w.tells(code)
					w.says(w.onlyAnOperator(mode == "lost_reply").Reason, g.found)
					w.AgreesAt(code, g.there, name)
					w.Conserved()
				})
			})
		}
	}
}

// If open stakes are not reported, a stake that is made or comes back looks like the transfer, or hides it. An operator
// decides, whatever the balance and the rounds are, and not before the provider's window is over.
func TestWhereOpenStakesAreNotTold(t *testing.T) {
	t.Parallel()
	onSQLite(t, func(t *testing.T, s *store.Store) {
		w := newWorld(t, s)
		w.ApplyCatalogue(wallettest.Untold)
		for what, stake := range map[string]func(w *world, name string){
			"None":  func(*world, string) {},
			"Made":  func(w *world, name string) { w.Outside.Stake("askmebet", name, "4") },
			"Round": func(w *world, name string) { w.Outside.Round("askmebet", name, "1", "1") },
			"Void":  func(w *world, name string) { w.Outside.VoidStake("askmebet", name) },
		} {
			for _, mode := range []string{"lost_reply", "timeout"} {
				for _, in := range []bool{true, false} {
					w.Next()
					w.hiddenStake(fmt.Sprintf("%s/%s/in=%t", what, mode, in), mode, in, what == "Void", stake)
				}
			}
		}
	})
}

// hiddenStake is one case: something happens to a stake after a transfer without an answer. Where it is opened, there was
// one before.
func (w *world) hiddenStake(what, mode string, in, opened bool, stake func(w *world, name string)) {
	w.T.Helper()
	name := w.Open(w.Member, "askmebet")
	w.MustTransfer(ledger.LabelWallet, "askmebet", baht(300))
	if opened {
		w.Outside.Stake("askmebet", name, "4")
	}
	from, to := "askmebet", ledger.LabelWallet
	if in {
		from, to = to, from
	}
	w.Outside.AddFault(sandboxtest.Fault{Target: "game:askmebet", Op: "move", Mode: mode})
	w.Unanswered(from, to, baht(40))
	stake(w, name)
	c := w.waitForCase(20 * time.Second)
	if early := c.Transfer.CreatedAt.Add(sendBy + callTime + window).Sub(w.Store.Now()); early > 0 {
		w.T.Errorf("%s: an operator was asked %s before the window was over", what, early)
	}
	w.says(w.onlyAnOperator(mode == "lost_reply").Reason, clue.HiddenStakes)
	w.Agrees("askmebet", name)
	w.Conserved()
	if w.T.Failed() {
		w.T.Fatalf("in the case %s", what)
	}
}

// A round that is listed at the very time of the transfer may or may not have been in the balance before.
func TestARoundAtTheTransfer(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		var play atomic.Pointer[func()]
		w := newWorld(t, s, wallettest.Between("pgslot", func(p game.Provider) game.Provider {
			return playedAtTheMove{p, &play}
		}))
		name := w.Open(member, "pgslot")
		w.MustTransfer(ledger.LabelWallet, "pgslot", baht(300))
		round := func() { w.Outside.Round("pgslot", name, "1", "1") }
		play.Store(&round)
		w.Outside.AddFault(sandboxtest.Fault{Target: "game:pgslot", Op: "move", Mode: "timeout"})
		w.Unanswered(ledger.LabelWallet, "pgslot", baht(40))
		w.says(w.onlyAnOperator(false).Reason, clue.RoundNearTransfer)
		w.Agrees("pgslot", name)
		w.Conserved()
	})
}

// A round that is not listed yet is waited for.
func TestARoundThatIsListedLateIsWaitedFor(t *testing.T) {
	t.Parallel()
	for _, mode := range []string{"lost_reply", "timeout"} {
		for _, in := range []bool{true, false} {
			t.Run(fmt.Sprintf("%s/in=%t", mode, in), func(t *testing.T) {
				t.Parallel()
				storetest.Bubble(t, func(t *testing.T, engine store.Engine) {
					u := newLagging(t, engine, 2*time.Second)
					from, to, want := u.code, ledger.LabelWallet, baht(400)
					if in {
						from, to, want = to, from, baht(600)
					}
					if mode == "timeout" {
						want = baht(500)
					}
					u.Outside.AddFault(sandboxtest.Fault{Target: "game:" + u.there, Op: "move", Mode: mode})
					u.awayFrom(u.Unanswered(from, to, baht(100)))
					bet, won, lost := json.Number("100"), json.Number("0"), baht(100)
					if in == (mode == "timeout") {
						bet, won, lost = "1", "101", -baht(100)
					}
					u.Outside.Round(u.there, u.name, bet, won)
					u.Settled(member, 30*time.Second)
					if got := u.Balance(ledger.Wallet(member)).Posted; got != baht(1000)-want {
						t.Errorf("the wallet has %s, want %s", got, baht(1000)-want)
					}
					u.whole(lost)
				})
			})
		}
	}
}

// A balance that fits neither answer is never guessed about. It waits for an operator, who sees why, and decides once.
func TestAmbiguousIsAnOperatorsCase(t *testing.T) {
	t.Parallel()
	for _, applied := range []bool{true, false} {
		t.Run(fmt.Sprintf("applied=%t", applied), func(t *testing.T) {
			t.Parallel()
			storetest.Each(t, func(t *testing.T, s *store.Store) {
				w := newWorld(t, s)
				name := w.Open(member, "pgslot")
				w.MustTransfer(ledger.LabelWallet, "pgslot", baht(300))
				mode := map[bool]string{true: "lost_reply", false: "timeout"}[applied]
				w.Outside.AddFault(sandboxtest.Fault{Target: "game:pgslot", Mode: mode})
				answer, err := w.Transfer(ledger.LabelWallet, "pgslot", baht(100))
				if err != nil || answer.Status != wallet.InProgress {
					t.Fatalf("%+v, %v", answer, err)
				}
				// Somebody at the provider corrects the balance: no round explains it.
				w.correct("pgslot", name)
				c := w.waitForCase(10 * time.Second)
				if c.Reference != answer.Reference || c.Username != name || c.Reason != string(clue.BalanceFitsNeither) {
					t.Errorf("%+v", c)
				}
				w.knows(c)
				rest(sendBy + callTime + window)
				if got := w.Balance(ledger.Wallet(member)); got.Reserved != baht(100) {
					t.Errorf("it was settled on a guess: %+v", got)
				}
				w.decide(c.Transfer.ID, applied)
				want := baht(700)
				if applied {
					want = baht(600)
				}
				if got := w.Balance(ledger.Wallet(member)).Available(); got != want {
					t.Errorf("the wallet has %s, want %s", got, want)
				}
				w.Agrees("pgslot", name)
			})
		})
	}
}

// The operation of a decided transfer does not wait for a lease to end: the next sweep continues it.
func TestADecisionsMovementGoesOn(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := newWorld(t, s)
		name := w.Open(member, "pgslot")
		into := w.Open(member, "joker")
		w.MustTransfer(ledger.LabelWallet, "pgslot", baht(300))
		w.Outside.AddFault(sandboxtest.Fault{Target: "game:pgslot", Mode: "lost_reply"})
		answer, err := w.Transfer("pgslot", "joker", baht(100))
		if err != nil || answer.Status != wallet.InProgress {
			t.Fatalf("%+v, %v", answer, err)
		}
		w.correct("pgslot", name)
		c := w.waitForCase(10 * time.Second)
		var due []walletdb.Movement
		err = w.Store.Write(t.Context(), func(tx *store.Tx) error {
			_, err := w.Wallet.Doubts().DecideTx(t.Context(), tx, c.Transfer.ID, true, "the provider's list, by telephone")
			if err != nil {
				return err
			}
			due, err = walletdb.New(tx).DueMovements(t.Context(), clock.MicrosOf(tx.Now), 10)
			return err
		})
		if err != nil || len(due) != 1 {
			t.Fatalf("%d movements are due, %v", len(due), err)
		}
		w.Ended(1, time.Minute)
		w.Agrees("joker", into)
	})
}

// correct changes an account's balance at the provider without a transfer or a round of ours.
func (w *world) correct(code, username string) {
	w.T.Helper()
	p := w.Games.Provider(code)
	if o := p.Move(w.T.Context(), gameMove(username, 7)); o.Kind != "done" {
		w.T.Fatalf("%+v", o)
	}
}

// knows checks that a case is found by its reference and by its provider, with all that an operator needs.
func (w *world) knows(c doubt.Unsettled) {
	w.T.Helper()
	found, err := w.Wallet.Doubts().UnsettledTransfer(w.T.Context(), c.Reference)
	e := found.Evidence
	if err != nil || found.Transfer.ID != c.Transfer.ID || found.Username != c.Username {
		w.T.Fatalf("%+v, %v", found, err)
	}
	if e.Ours == nil || e.Ours.Amount != baht(100) || e.Ours.State != ledger.Pending ||
		!e.Ours.CreatedAt.Equal(c.Transfer.CreatedAt) {
		w.T.Errorf("our side: %+v", e.Ours)
	}
	held := w.Outside.Account("pgslot", c.Username).Balance
	if d := e.Doubt; d == nil || d.Asked == 0 || !coded(d.Reason) || d.ReadingSince.IsZero() ||
		d.Reading != credits(w.T, held).String() {
		w.T.Errorf("the doubt, with %s credits there: %+v", held, e.Doubt)
	}
	if len(e.Entries) == 0 || e.Entries[0].Step != "reserve" {
		w.T.Errorf("entries: %+v", e.Entries)
	}
	for _, reference := range []string{"", "nonsense", w.Ledger.Reference(c.Transfer.ID + 1)} {
		if _, err := w.Wallet.Doubts().UnsettledTransfer(w.T.Context(), reference); codeOf(err) != "NO_DATA" {
			w.T.Errorf("%q: %v", reference, err)
		}
	}
	for provider, want := range map[string]int{"pgslot": 1, "joker": 0} {
		if list, err := w.Wallet.Doubts().UnsettledTransfers(w.T.Context(), provider, 10); err != nil || len(list) != want {
			w.T.Errorf("cases of %s: %+v, %v", provider, list, err)
		}
	}
}

func (w *world) waitForCase(within time.Duration) (c doubt.Unsettled) {
	w.T.Helper()
	w.Until(within, "an operator has one case", func() bool {
		cases, err := w.Wallet.Doubts().UnsettledTransfers(w.T.Context(), "", 10)
		if err != nil {
			w.T.Fatal(err)
		}
		if len(cases) == 1 {
			c = cases[0]
		}
		return len(cases) == 1
	})
	return c
}

func (w *world) decide(id ledger.ID, applied bool) {
	w.T.Helper()
	for n, want := range []string{"", "NO_DATA"} {
		var err error
		err = w.Store.Write(w.T.Context(), func(tx *store.Tx) error {
			_, err = w.Wallet.Doubts().DecideTx(w.T.Context(), tx, id, applied, "the provider's list, by telephone")
			return err
		})
		if codeOf(err) != want {
			w.T.Errorf("decision %d: %s, want %q", n+1, codeOf(err), want)
		}
	}
}

// A question that was in progress when an operator decided does not change what later checks use.
func TestAQuestionThatEndsAfterTheDecision(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		watchers, before := wallettest.Watch("pgslot")
		w := newWorld(t, s, before)
		name := w.Open(member, "pgslot")
		w.MustTransfer(ledger.LabelWallet, "pgslot", baht(300))
		w.Outside.AddFault(sandboxtest.Fault{Target: "game:pgslot", Op: "move", Mode: "timeout"})
		w.Outside.Stake("pgslot", name, "40")
		w.Unanswered(ledger.LabelWallet, "pgslot", baht(40))
		w.Outside.Settle("pgslot", name, "0")
		c := w.waitForCase(20 * time.Second)
		taken, release := watchers["pgslot"].HoldBack()
		<-taken
		w.decide(c.Transfer.ID, false)
		const since = "SELECT reading_since FROM game_doubt"
		decided := w.Count(since)
		close(release)
		rest(time.Second)
		if now := w.Count(since); now != decided || decided == 0 {
			t.Errorf("later checks go by the rounds since %d, decided with %d", now, decided)
		}
	})
}
