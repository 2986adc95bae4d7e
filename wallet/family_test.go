package wallet_test

import (
	"cmp"
	"fmt"
	"testing"
	"time"

	"krapao/fault"
	"krapao/game"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/money"
	"krapao/sandbox/sandboxtest"
	"krapao/wallet/wallettest"
)

// family is a protocol under the whole wallet: a game here, and the sandbox's game with that protocol.
type family struct {
	code, outside string
	// replays: a sending that did not arrive is repeated, so it is applied in the end unless it is refused.
	replays bool
}

// families are protocols whose refusals, inquiries and passwords differ from those of joker and amb: a sportsbook that
// confirms its own refusals; an aggregator that wants the account's password with each call, with and without an inquiry;
// two that apply a reference once however often it is sent; one with an inquiry by list; and one that can only be sent to
// again.
var families = map[string]family{
	"SBO":       {code: "ufabet", outside: "tsbo"},
	"GSC":       {code: "imi", outside: "tgsc"},
	"BlindGSC":  {code: "slotxo", outside: "tgsc3"},
	"PG":        {code: "pg", outside: "tpg", replays: true},
	"Pragmatic": {code: "areaslot", outside: "tpragmatic", replays: true},
	"BETFLIX":   {code: "betflix", outside: "tbetflix"},
	"AMBLotto":  {code: "huayhd", outside: "tamblotto", replays: true},
}

// Every fault of a transfer ends with what the provider did, whatever the protocol.
func TestEveryFaultOfATransferByFamily(t *testing.T) {
	t.Parallel()
	for name, f := range families {
		for _, in := range []bool{true, false} {
			t.Run(fmt.Sprintf("%s/in=%t", name, in), func(t *testing.T) {
				t.Parallel()
				onSQLite(t, func(t *testing.T, s *store.Store) {
					w := newWorld(t, s, wallettest.ConnectFamilies)
					if caps := w.Games.Provider(f.code).Capabilities(); !caps.CheckByReference && !caps.Replay {
						w.Reads(w.Report(f.code)) // its rounds decide
					}
					for what, c := range faultCases() {
						c.applied = c.applied || f.replays && what != "Refuse"
						w.Next()
						w.oneFaultOf(f, what, in, c)
					}
					w.AppliedOnce(f.outside)
				})
			})
		}
	}
}

// oneFaultOf is oneFault at a family's game.
func (w *world) oneFaultOf(f family, what string, in bool, c faultCase) {
	w.T.Helper()
	name := w.Open(w.Member, f.code)
	w.MustTransfer(ledger.LabelWallet, f.code, baht(300))
	from, to, want := f.code, ledger.LabelWallet, baht(300)
	if in {
		from, to = to, from
	}
	for _, armed := range c.faults {
		armed.Target = "game:" + f.outside
		w.Outside.AddFault(armed)
	}
	told := w.told(from, to, baht(100))
	if wanted := c.answer(w.Games.Provider(f.code), in); told != wanted {
		w.T.Errorf("%s: the member is told %s, want %s", what, told, wanted)
	}
	w.Settled(w.Member, 20*time.Second)
	w.Outside.ClearFaults()
	switch {
	case !c.applied || told == "TRY_AGAIN":
	case in:
		want += baht(100)
	default:
		want -= baht(100)
	}
	held := credits(w.T, w.Outside.Account(f.outside, name).Balance).Baht(money.MustFactor(cmp.Or(wallettest.Factors[f.code], "1")))
	booked, left := w.Balance(ledger.Game(f.code, name)).Posted, w.Balance(ledger.Wallet(w.Member)).Posted
	if held != want || booked != want || booked+left != baht(1000) {
		w.T.Errorf("%s: the provider holds %s, the books say %s, and %s is in the wallet; want %s in the game",
			what, held, booked, left, want)
	}
}

// A password change whose answer was lost stops no transfer: first the product finds out which password is valid.
func TestTransferAfterALostChangeOfPassword(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"GSC", "BlindGSC"} {
		for _, mode := range []string{"lost_reply", "timeout", "down", "garbage"} {
			t.Run(name+"/"+mode, func(t *testing.T) {
				t.Parallel()
				onSQLite(t, func(t *testing.T, s *store.Store) {
					f := families[name]
					w := newWorld(t, s, wallettest.ConnectFamilies)
					user := w.Open(member, f.code)
					before := w.Outside.Account(f.outside, user).Password
					w.Outside.AddFault(sandboxtest.Fault{Target: "game:" + f.outside, Op: "password", Mode: mode})
					if err := w.Games.Visits.ResetPassword(t.Context(), member, f.code); !fault.Is(err, fault.SLOT_RESET_PASSWORD_FAIL) {
						t.Errorf("a change without an answer: %v", err)
					}
					w.MustTransfer(ledger.LabelWallet, f.code, baht(300))
					w.MustTransfer(f.code, ledger.LabelWallet, baht(100))
					shown, err := w.Games.Visits.Credentials(t.Context(), member, f.code, game.Visit{Lang: "th"})
					if err != nil || shown.Password == before || shown.Password != w.Outside.Account(f.outside, user).Password {
						t.Errorf("the member is shown a password that does not hold, %v", err)
					}
					if got := w.Outside.Account(f.outside, user).Balance; got != "200" {
						t.Errorf("the account has %s", got)
					}
				})
			})
		}
	}
}
