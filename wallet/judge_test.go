package wallet_test

import (
	"fmt"
	"testing"
	"time"

	"krapao/internal/store"
	walletq "krapao/internal/store/q/wallet"
	"krapao/internal/store/storetest"
	"krapao/ledger"
	"krapao/sandbox/sandboxtest"
	"krapao/wallet"
)

// A member who goes on playing in a page that was open before, at a provider that takes no reference, while the answer of
// a transfer was lost: the rounds are counted in, and the judgement is right all the same.
func TestPlayWhileUnknown(t *testing.T) {
	t.Parallel()
	for _, mode := range []string{"lost_reply", "timeout"} {
		for _, in := range []bool{true, false} {
			for _, engine := range storetest.Engines {
				t.Run(fmt.Sprintf("%s/in=%t/%s", mode, in, engine), func(t *testing.T) {
					t.Parallel()
					w := newWorld(t, storetest.Open(t, engine))
					name := w.open(member, "pgslot")
					w.mustTransfer(wallet.Place, "pgslot", baht(300))
					w.outside.AddFault(sandboxtest.Fault{Target: "game:pgslot", Mode: mode})
					from, to, want := "pgslot", wallet.Place, baht(200)
					if in {
						from, to, want = to, from, baht(400)
					}
					if mode == "timeout" {
						want = baht(300)
					}
					if answer, err := w.transfer(from, to, baht(100)); err != nil || answer.Status != wallet.InProgress {
						t.Fatalf("%+v, %v", answer, err)
					}
					w.outside.Round("pgslot", name, "100", "0") // as much as the transfer: the balance alone would lie
					w.outside.Round("pgslot", name, "1", "1.25")
					w.settled(member, 20*time.Second)
					w.agrees("pgslot", name)
					w.conserved()
					if got := w.balance(ledger.Game("pgslot", name)).Posted; got != want-baht(100)+25 {
						t.Errorf("the game account has %s, want %s", got, want-baht(100)+25)
					}
					if lost := w.balance(ledger.GameResult("pgslot")).Posted; lost != baht(100)-25 {
						t.Errorf("the provider's result is %s", lost)
					}
				})
			}
		}
	}
}

// A balance that fits neither answer is never guessed about: it waits for an operator, who sees why, and decides once.
func TestAmbiguousIsAnOperatorsCase(t *testing.T) {
	t.Parallel()
	for _, applied := range []bool{true, false} {
		for _, engine := range storetest.Engines {
			t.Run(fmt.Sprintf("applied=%t/%s", applied, engine), func(t *testing.T) {
				t.Parallel()
				w := newWorld(t, storetest.Open(t, engine))
				name := w.open(member, "pgslot")
				w.mustTransfer(wallet.Place, "pgslot", baht(300))
				mode := map[bool]string{true: "lost_reply", false: "timeout"}[applied]
				w.outside.AddFault(sandboxtest.Fault{Target: "game:pgslot", Mode: mode})
				answer, err := w.transfer(wallet.Place, "pgslot", baht(100))
				if err != nil || answer.Status != wallet.InProgress {
					t.Fatalf("%+v, %v", answer, err)
				}
				// Somebody at the provider corrects the balance by hand: no round explains it.
				w.correct("pgslot", name)
				c := w.waitForCase(10 * time.Second)
				if c.Reference != answer.Reference || c.Username != name || c.Reason == "" {
					t.Errorf("%+v", c)
				}
				time.Sleep(sendBy + callTime + window)
				if got := w.balance(ledger.Wallet(member)); got.Reserved != baht(100) {
					t.Errorf("it was settled on a guess: %+v", got)
				}
				w.decide(c.Transfer.ID, applied)
				want := baht(700)
				if applied {
					want = baht(600)
				}
				if got := w.balance(ledger.Wallet(member)).Available(); got != want {
					t.Errorf("the wallet has %s, want %s", got, want)
				}
				w.agrees("pgslot", name)
			})
		}
	}
}

// What a decided transfer is a leg of does not wait for a lease to end: the next sweep takes it up.
func TestADecisionsMovementGoesOn(t *testing.T) {
	t.Parallel()
	for _, engine := range storetest.Engines {
		t.Run(string(engine), func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, storetest.Open(t, engine))
			name := w.open(member, "pgslot")
			into := w.open(member, "joker")
			w.mustTransfer(wallet.Place, "pgslot", baht(300))
			w.outside.AddFault(sandboxtest.Fault{Target: "game:pgslot", Mode: "lost_reply"})
			answer, err := w.transfer("pgslot", "joker", baht(100))
			if err != nil || answer.Status != wallet.InProgress {
				t.Fatalf("%+v, %v", answer, err)
			}
			w.correct("pgslot", name)
			c := w.waitForCase(10 * time.Second)
			var due []walletq.Movement
			err = w.store.Write(t.Context(), func(tx *store.Tx) error {
				if _, err := w.wallet.DecideTx(t.Context(), tx, c.Transfer.ID, true, "the provider's list, by telephone"); err != nil {
					return err
				}
				due, err = walletq.New(tx).DueMovements(t.Context(), tx.Now.UnixMicro(), 10)
				return err
			})
			if err != nil || len(due) != 1 {
				t.Fatalf("%d movements are due, %v", len(due), err)
			}
			w.ended(1, time.Minute)
			w.agrees("joker", into)
		})
	}
}

// correct changes an account's balance at the provider as no transfer and no round of ours does.
func (w *world) correct(code, username string) {
	w.t.Helper()
	p := w.games.Provider(code)
	if o := p.Move(w.t.Context(), gameMove(username, 7)); o.Kind != "done" {
		w.t.Fatalf("%+v", o)
	}
}

func (w *world) waitForCase(patience time.Duration) wallet.Case {
	w.t.Helper()
	for deadline := time.Now().Add(patience); ; time.Sleep(20 * time.Millisecond) {
		cases, err := w.wallet.Cases(w.t.Context(), 10)
		if err != nil {
			w.t.Fatal(err)
		}
		if len(cases) == 1 {
			return cases[0]
		}
		if time.Now().After(deadline) {
			w.t.Fatalf("%d cases", len(cases))
		}
	}
}

func (w *world) decide(id ledger.ID, applied bool) {
	w.t.Helper()
	for n, want := range []string{"", "NO_DATA"} {
		var err error
		err = w.store.Write(w.t.Context(), func(tx *store.Tx) error {
			_, err = w.wallet.DecideTx(w.t.Context(), tx, id, applied, "the provider's list, by telephone")
			return err
		})
		if codeOf(err) != want {
			w.t.Errorf("decision %d: %s, want %q", n+1, codeOf(err), want)
		}
	}
}
