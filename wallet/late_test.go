package wallet_test

import (
	"fmt"
	"testing"
	"time"

	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/ledger"
	"krapao/sandbox/sandboxtest"
	"krapao/wallet"
)

// A provider that applies a transfer after it denied it for the whole window: the money was given back, and then it
// exists twice, or is gone. The re-check proves it, and linked transfers book the truth.
func TestAppliedAfterTheWindow(t *testing.T) {
	t.Parallel()
	for _, code := range []string{"joker", "pg"} {
		for _, in := range []bool{true, false} {
			for _, spent := range []bool{false, true} {
				for _, engine := range storetest.Engines {
					t.Run(fmt.Sprintf("%s/in=%t/spent=%t/%s", code, in, spent, engine), func(t *testing.T) {
						t.Parallel()
						appliedLate(t, storetest.Open(t, engine), code, in, spent)
					})
				}
			}
		}
	}
}

func appliedLate(t *testing.T, s *store.Store, code string, in, spent bool) {
	w := newWorld(t, s)
	name := w.open(member, code)
	w.mustTransfer(wallet.Place, code, baht(300))
	const late = sendBy + callTime + window + 700*time.Millisecond
	w.outside.AddFault(sandboxtest.Fault{Target: "game:" + code, Mode: "late_apply", DelayMS: ms(late)})
	from, to := code, wallet.Place
	if in {
		from, to = to, from
	}
	began := time.Now()
	if answer, err := w.transfer(from, to, baht(100)); err != nil || answer.Status != wallet.InProgress {
		t.Fatalf("%+v, %v", answer, err)
	}
	w.settled(member, 20*time.Second)
	if applied := w.outside.Account(code, name); applied.Balance != "300" && applied.Balance != "300.00" {
		t.Fatalf("the test is too slow: the provider has %s already", applied.Balance)
	}
	if got := w.balance(ledger.Wallet(member)).Available(); got != baht(700) {
		t.Fatalf("after the return the wallet has %s", got)
	}
	if spent && in { // the member used what came back, before it turned out that the game has it too
		w.open(member, "joker2")
		w.mustTransfer(wallet.Place, "joker2", baht(700))
	}
	for time.Since(began) < 20*time.Second && (w.surplus() != 0 || time.Since(began) < late+500*time.Millisecond) {
		time.Sleep(50 * time.Millisecond)
	}
	w.settled(member, 5*time.Second)
	w.agrees(code, name)
	w.conserved()
	if result := w.balance(ledger.GameResult(code)).Posted; result != 0 {
		t.Errorf("nobody played, and the provider's result is %s", result)
	}
}
