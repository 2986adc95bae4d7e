package wallet_test

import (
	"fmt"
	"maps"
	"slices"
	"testing"
	"time"

	"krapao/game"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/ledger"
	"krapao/money"
	"krapao/sandbox/sandboxtest"
	"krapao/wallet/wallettest"
)

// A case is one fault during one transfer of 100 baht. The test does not choose the result: the provider's side does. The
// test has the member's answer, and checks that the books agree in the end.
type faultCase struct {
	faults []sandboxtest.Fault
	// told is the member's answer: a code, SUCCESS or TRANSFER_PENDING.
	told string
	// unread: the balance can't be read first, if it is needed. Then nothing begins, and the member is told to try again.
	unread bool
	// applied: the provider has done it in the end.
	applied bool
}

// beyond is a delay that is longer than a call, within the window in which "not found" is not believed.
const beyond = callTime + 300*time.Millisecond

// faultCases are all modes of SANDBOX.md on the call that moves money, and on the inquiries after a lost answer.
func faultCases() map[string]faultCase {
	move := func(mode string, delay time.Duration) sandboxtest.Fault {
		return sandboxtest.Fault{Op: "move", Mode: mode, DelayMS: ms(delay)}
	}
	on := func(op, mode string, count int) sandboxtest.Fault {
		return sandboxtest.Fault{Op: op, Mode: mode, Count: count, DelayMS: ms(beyond)}
	}
	one := func(f ...sandboxtest.Fault) []sandboxtest.Fault { return f }
	const failed, pending = "TRANSFER_FAIL", "TRANSFER_PENDING"
	return map[string]faultCase{
		"Refuse":    {faults: one(move("refuse", 0)), told: failed},
		"Down":      {faults: one(move("down", 0)), told: pending},
		"Timeout":   {faults: one(move("timeout", 0)), told: pending},
		"LostReply": {faults: one(move("lost_reply", 0)), told: pending, applied: true},
		"Slow":      {faults: one(move("slow", 100*time.Millisecond)), told: "SUCCESS", applied: true},
		"TooSlow":   {faults: one(move("slow", beyond)), told: pending, applied: true},
		"Garbage":   {faults: one(move("garbage", 0)), told: pending, applied: true},
		"LateApply": {faults: one(move("late_apply", beyond)), told: pending, applied: true},

		"LostReplyCheckNotFound": {faults: one(move("lost_reply", 0), on("check", "not_found", 1)), told: pending, applied: true},
		"LostReplyCheckDown":     {faults: one(move("lost_reply", 0), on("check", "down", 3)), told: pending, applied: true},
		"LostReplyCheckRefuse":   {faults: one(move("lost_reply", 0), on("check", "refuse", 3)), told: pending, applied: true},
		"LostReplyCheckGarbage":  {faults: one(move("lost_reply", 0), on("check", "garbage", 3)), told: pending, applied: true},
		"LostReplyCheckTimeout":  {faults: one(move("lost_reply", 0), on("check", "timeout", 1)), told: pending, applied: true},
		"TimeoutCheckDown":       {faults: one(move("timeout", 0), on("check", "down", 3)), told: pending},
		"LostReplyBalanceSlow": {
			faults: one(move("lost_reply", 0), on("balance", "slow", 1)), told: pending, unread: true, applied: true,
		},
	}
}

// faultOrder is a random order in which faults of one reading come first. Otherwise the re-check of a transfer that an
// earlier case gave back could meet such a fault with its own reading.
func faultOrder() []string {
	cases := faultCases()
	order := slices.Collect(maps.Keys(cases))
	slices.SortStableFunc(order, func(a, b string) int {
		switch {
		case cases[a].unread == cases[b].unread:
			return 0
		case cases[a].unread:
			return -1
		}
		return 1
	})
	return order
}

// answer returns the member's answer for a transfer at a provider.
func (c faultCase) answer(p game.Provider, in bool) string {
	caps := p.Capabilities()
	if read := !in || !caps.CheckByReference && !caps.Replay; c.unread && read {
		return "TRY_AGAIN"
	}
	return c.told
}

func TestEveryFaultOfATransfer(t *testing.T) {
	t.Parallel()
	for _, code := range []string{"joker", "pgslot", "askmebet", wallettest.CheckedReplay, wallettest.BareReplay} {
		for _, in := range []bool{true, false} {
			t.Run(fmt.Sprintf("%s/in=%t", code, in), func(t *testing.T) {
				t.Parallel()
				// For a store there are only two kinds: with and without an inquiry.
				each := onSQLite
				if code == "joker" || code == "pgslot" {
					each = storetest.Each
				}
				each(t, func(t *testing.T, s *store.Store) {
					w := newWorld(t, s, wallettest.Replays)
					for _, name := range faultOrder() {
						c := faultCases()[name]
						if code == "askmebet" && name != "LostReply" && name != "Timeout" {
							continue // the same protocol as pg; what differs is the factor
						}
						w.Next()
						w.oneFault(name, code, in, c)
					}
				})
			})
		}
	}
}

// oneFault is one case. It begins and ends with a member without pending transfers, and without faults.
func (w *world) oneFault(what, code string, in bool, c faultCase) {
	w.T.Helper()
	name := w.Open(w.Member, code)
	w.MustTransfer(ledger.LabelWallet, code, baht(300))
	from, to := code, ledger.LabelWallet
	if in {
		from, to = to, from
	}
	for _, f := range c.faults {
		f.Target = "game:" + code
		w.Outside.AddFault(f)
	}
	told := w.told(from, to, baht(100))
	if wanted := c.answer(w.Games.Provider(code), in); told != wanted {
		w.T.Errorf("%s: the member is told %s, want %s", what, told, wanted)
	}
	w.Settled(w.Member, 20*time.Second)
	armed := w.Outside.Faults()
	w.Outside.ClearFaults()
	// If the same reference may be sent again, a transfer with an unknown outcome happens in the end.
	sentAgain := (code == wallettest.CheckedReplay || code == wallettest.BareReplay) && told == "TRANSFER_PENDING"
	want := money.Amount(300)
	if (c.applied || sentAgain) && told != "TRY_AGAIN" {
		want -= 100
		if in {
			want += 200
		}
	}
	if got := w.Balance(ledger.Game(code, name)).Posted; got != want*money.Baht {
		w.T.Errorf("%s: the game account has %s, want %s", what, got, want*money.Baht)
	}
	w.Agrees(code, name)
	w.Conserved()
	for _, f := range armed {
		if f.Hits == 0 && f.Op == "move" && told != "TRY_AGAIN" {
			w.T.Errorf("%s: the fault %s of %s never happened", what, f.Mode, f.Op)
		}
	}
}

// told returns the member's answer for a transfer: a code, SUCCESS or TRANSFER_PENDING.
func (w *world) told(from, to string, amount money.Amount) string {
	answer, err := w.Transfer(from, to, amount)
	if err != nil {
		return codeOf(err)
	}
	return string(answer.Code)
}
