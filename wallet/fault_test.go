package wallet_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/ledger"
	"krapao/money"
	"krapao/sandbox/sandboxtest"
	"krapao/wallet"
)

// A case is one fault on the way of one transfer of 100 baht. What the transfer comes to is not the test's choice: it is
// what the outside did. The test says what the member is told at once, and demands that the books agree in the end.
type faultCase struct {
	faults []sandboxtest.Fault
	// told is what the member may be told at once: a code, SUCCESS or TRANSFER_PENDING.
	told []string
	// applied tells whether the outside has done it in the end.
	applied bool
}

func ms(d time.Duration) int { return int(d / time.Millisecond) }

// beyond is a delay that outlasts a call, within the window in which "not found" is not believed.
const beyond = callTime + 300*time.Millisecond

// faultCases are all modes of SANDBOX.md on the call that moves money, and on the questions after an answer was lost.
func faultCases() map[string]faultCase {
	move := func(mode string, delay time.Duration) sandboxtest.Fault {
		return sandboxtest.Fault{Op: "move", Mode: mode, DelayMS: ms(delay)}
	}
	on := func(op, mode string, count int) sandboxtest.Fault {
		return sandboxtest.Fault{Op: op, Mode: mode, Count: count, DelayMS: ms(beyond)}
	}
	one := func(f ...sandboxtest.Fault) []sandboxtest.Fault { return f }
	failed, pending := []string{"TRANSFER_FAIL"}, []string{"TRANSFER_PENDING"}
	return map[string]faultCase{
		"Refuse":    {one(move("refuse", 0)), failed, false},
		"Down":      {one(move("down", 0)), pending, false},
		"Timeout":   {one(move("timeout", 0)), pending, false},
		"LostReply": {one(move("lost_reply", 0)), pending, true},
		"Slow":      {one(move("slow", 100*time.Millisecond)), []string{"SUCCESS"}, true},
		"TooSlow":   {one(move("slow", beyond)), pending, true},
		"Garbage":   {one(move("garbage", 0)), pending, true},
		"LateApply": {one(move("late_apply", beyond)), pending, true},

		"LostReplyCheckNotFound": {one(move("lost_reply", 0), on("check", "not_found", 1)), pending, true},
		"LostReplyCheckDown":     {one(move("lost_reply", 0), on("check", "down", 3)), pending, true},
		"LostReplyCheckRefuse":   {one(move("lost_reply", 0), on("check", "refuse", 3)), pending, true},
		"LostReplyCheckGarbage":  {one(move("lost_reply", 0), on("check", "garbage", 3)), pending, true},
		"LostReplyCheckTimeout":  {one(move("lost_reply", 0), on("check", "timeout", 1)), pending, true},
		"TimeoutCheckDown":       {one(move("timeout", 0), on("check", "down", 3)), pending, false},
		// The transfer out reads the balance first, so there the reading itself fails and nothing begins.
		"LostReplyBalanceSlow": {one(move("lost_reply", 0), on("balance", "slow", 1)), []string{"TRANSFER_PENDING", "TRY_AGAIN"}, true},
	}
}

func TestEveryFaultOfATransfer(t *testing.T) {
	t.Parallel()
	for _, code := range []string{"joker", "pgslot", "askmebet", checkedReplay, bareReplay} {
		for name, c := range faultCases() {
			for _, in := range []bool{true, false} {
				if code == "askmebet" && name != "LostReply" && name != "Timeout" {
					continue // the same protocol as pg; what differs is the factor
				}
				for _, engine := range storetest.Engines {
					t.Run(fmt.Sprintf("%s/%s/in=%t/%s", code, name, in, engine), func(t *testing.T) {
						t.Parallel()
						oneFault(t, storetest.Open(t, engine), code, in, c)
					})
				}
			}
		}
	}
}

func oneFault(t *testing.T, s *store.Store, code string, in bool, c faultCase) {
	w := newWorld(t, s, replays)
	name := w.open(member, code)
	w.mustTransfer(wallet.Place, code, baht(300))
	from, to := code, wallet.Place
	if in {
		from, to = to, from
	}
	for _, f := range c.faults {
		f.Target = "game:" + code
		w.outside.AddFault(f)
	}
	answer, err := w.transfer(from, to, baht(100))
	told := codeOf(err)
	if err == nil {
		told = string(answer.Code)
	}
	if !slices.Contains(c.told, told) {
		t.Errorf("the member is told %s, want one of %v", told, c.told)
	}
	// Where the same reference may be sent again, what nobody knows the end of happens in the end.
	sentAgain := (code == checkedReplay || code == bareReplay) && told == "TRANSFER_PENDING"
	late := w.atItsEnd(answer.Reference, c.applied || sentAgain)
	armed := w.outside.Faults()
	w.outside.ClearFaults()
	want := money.Amount(300)
	if (c.applied || sentAgain) && told != "TRY_AGAIN" {
		want -= 100
		if in {
			want += 200
		}
	}
	if late && in { // what the member had twice is taken back out of the game
		want = 300
	}
	if got := w.balance(ledger.Game(code, name)).Posted; got != want*money.Baht {
		t.Errorf("the game account has %s, want %s", got, want*money.Baht)
	}
	w.agrees(code, name)
	w.conserved()
	for _, f := range armed {
		if f.Hits == 0 && f.Op == "move" && told != "TRY_AGAIN" {
			t.Errorf("the fault %s of %s never happened", f.Mode, f.Op)
		}
	}
}

// atItsEnd waits until a transfer is settled. On a busy machine the first question may come so late that the provider's denial
// outlasts the window: what the provider applied is given back then, and not before the window is over; a re-check finds it.
func (w *world) atItsEnd(reference string, applied bool) (late bool) {
	w.t.Helper()
	w.settled(member, 20*time.Second)
	if !applied || reference == "" {
		return false
	}
	id, _ := w.ledger.ParseReference(reference)
	transfer, err := w.ledger.Find(w.t.Context(), id)
	if err != nil {
		w.t.Fatal(err)
	}
	if transfer.State != ledger.Voided || transfer.SettledAt.Sub(transfer.CreatedAt) < sendBy+callTime+window {
		return false
	}
	w.foundLate()
	w.settled(member, 20*time.Second)
	return true
}
