package wallet_test

import (
	"cmp"
	"fmt"
	"testing"
	"time"

	"krapao/connect/provider"
	"krapao/connect/provider/amblotto"
	"krapao/connect/provider/betflix"
	betflixwire "krapao/connect/provider/betflix/wire"
	"krapao/connect/provider/gsc"
	"krapao/connect/provider/pg"
	"krapao/connect/provider/pragmatic"
	"krapao/connect/provider/sbo"
	"krapao/fault"
	"krapao/game"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/money"
	"krapao/sandbox"
	"krapao/sandbox/sandboxtest"
)

// family is a protocol under the whole wallet: a game here, and the sandbox's game that speaks it.
type family struct {
	code, outside string
	// replays: what did not arrive is sent again, so that it is applied in the end unless it is refused.
	replays bool
}

// families are protocols whose refusals, questions and passwords are of another kind than joker's and amb's: a sportsbook
// that confirms its own noes, an aggregator that wants the account's password with each call, once with and once without a
// question about references, two that apply a reference once however often it is sent, one that is asked by its list, and one
// that can only be sent to again.
var families = map[string]family{
	"SBO":       {code: "ufabet", outside: "tsbo"},
	"GSC":       {code: "imi", outside: "tgsc"},
	"BlindGSC":  {code: "slotxo", outside: "tgsc3"},
	"PG":        {code: "pg", outside: "tpg", replays: true},
	"Pragmatic": {code: "areaslot", outside: "tpragmatic", replays: true},
	"BETFLIX":   {code: "betflix", outside: "tbetflix"},
	"AMBLotto":  {code: "huayhd", outside: "tamblotto", replays: true},
}

func connectFamilies(outside *sandboxtest.Sandbox, all map[string]game.Connection) {
	credentials := sandbox.DemoCredentials()
	settings := patient(outside)
	all["ufabet"] = game.Connection{Provider: sbo.New(sbo.Config{
		BaseURL: outside.URL + "/games/tsbo/sbo", CompanyKey: credentials.SBO.CompanyKey, Agent: credentials.SBO.Agent, Terms: provider.Terms{Line: settings},
	})}
	all["pg"] = game.Connection{Provider: pg.New(pg.Config{
		BaseURL: outside.URL + "/games/tpg/pg", OperatorToken: credentials.PG.OperatorToken, SecretKey: credentials.PG.SecretKey,
		Currency: "THB", Lobby: "lobby", Terms: provider.Terms{Line: settings},
	})}
	all["areaslot"] = game.Connection{Provider: pragmatic.New(pragmatic.Config{
		BaseURL: outside.URL + "/games/tpragmatic/pragmatic", SecureLogin: credentials.Pragmatic.SecureLogin, Secret: credentials.Pragmatic.Secret,
		Currency: "THB", Lobby: "lobby", Terms: provider.Terms{Line: settings},
	})}
	all["betflix"] = game.Connection{Provider: betflix.New(betflix.Config{
		BaseURL: outside.URL + "/games/tbetflix/betflix", ID: credentials.BETFLIX.ID, Key: credentials.BETFLIX.Key,
		Prefix: credentials.BETFLIX.Prefix, Prompt: true, NotEnough: betflixwire.CodeNotEnough, Terms: provider.Terms{Line: settings},
	})}
	all["huayhd"] = game.Connection{Provider: amblotto.New(amblotto.Config{
		BaseURL: outside.URL + "/games/tamblotto/amblotto", Agent: credentials.AMBLotto.AgentID, Key: credentials.AMBLotto.Key,
		Prefix: credentials.AMBLotto.Prefix, Terms: provider.Terms{Stakes: game.StakesNone, Line: settings},
	})}
	product := func(code, product string, blind bool) game.Connection {
		return game.Connection{Provider: gsc.New(gsc.Config{
			BaseURL: outside.URL + "/games/" + code + "/gsc", DataURL: outside.URL + "/gsc/log", Product: product, GameType: "LC", Blind: blind,
			Operator: credentials.GSC.Operator, Secret: credentials.GSC.Secret, Terms: provider.Terms{Stakes: game.StakesNone, Line: settings},
		})}
	}
	all["imi"], all["slotxo"] = product("tgsc", "GE", false), product("tgsc3", "XO", true)
}

// Every fault of a transfer ends as the outside did it, whatever the protocol.
func TestEveryFaultOfATransferByFamily(t *testing.T) {
	t.Parallel()
	for name, f := range families {
		for _, in := range []bool{true, false} {
			t.Run(fmt.Sprintf("%s/in=%t", name, in), func(t *testing.T) {
				t.Parallel()
				onSQLite(t, func(t *testing.T, s *store.Store) {
					w := newWorld(t, s, connectFamilies)
					if caps := w.games.Provider(f.code).Capabilities(); !caps.CheckByReference && !caps.Replay {
						w.reads(w.report(f.code)) // it is judged by its rounds
					}
					for what, c := range faultCases() {
						c.applied = c.applied || f.replays && what != "Refuse"
						w.next()
						w.oneFaultOf(f, what, in, c)
					}
					w.appliedOnce(f.outside)
				})
			})
		}
	}
}

// oneFaultOf is oneFault at a family's game.
func (w *world) oneFaultOf(f family, what string, in bool, c faultCase) {
	w.t.Helper()
	name := w.open(w.member, f.code)
	w.mustTransfer(ledger.LabelWallet, f.code, baht(300))
	from, to, want := f.code, ledger.LabelWallet, baht(300)
	if in {
		from, to = to, from
	}
	for _, armed := range c.faults {
		armed.Target = "game:" + f.outside
		w.outside.AddFault(armed)
	}
	told := w.told(from, to, baht(100))
	if wanted := c.answer(w.games.Provider(f.code), in); told != wanted {
		w.t.Errorf("%s: the member is told %s, want %s", what, told, wanted)
	}
	w.settled(w.member, 20*time.Second)
	w.outside.ClearFaults()
	switch {
	case !c.applied || told == "TRY_AGAIN":
	case in:
		want += baht(100)
	default:
		want -= baht(100)
	}
	held := credits(w.t, w.outside.Account(f.outside, name).Balance).Baht(money.MustFactor(cmp.Or(factors[f.code], "1")))
	booked, left := w.balance(ledger.Game(f.code, name)).Posted, w.balance(ledger.Wallet(w.member)).Posted
	if held != want || booked != want || booked+left != baht(1000) {
		w.t.Errorf("%s: the provider holds %s, the books say %s, and %s is in the wallet; want %s in the game", what, held, booked, left, want)
	}
}

// appliedOnce demands that no reference stands twice in the provider's journal.
func (w *world) appliedOnce(code string) {
	w.t.Helper()
	seen := map[string]bool{}
	for _, m := range w.outside.Moves(code) {
		if seen[m.Ref] {
			w.t.Errorf("%s was applied twice", m.Ref)
		}
		seen[m.Ref] = true
	}
}

// A change of the password whose answer was lost stops no transfer: which of the two holds is found out first.
func TestTransferAfterALostChangeOfPassword(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"GSC", "BlindGSC"} {
		for _, mode := range []string{"lost_reply", "timeout", "down", "garbage"} {
			t.Run(name+"/"+mode, func(t *testing.T) {
				t.Parallel()
				onSQLite(t, func(t *testing.T, s *store.Store) {
					f := families[name]
					w := newWorld(t, s, connectFamilies)
					user := w.open(member, f.code)
					before := w.outside.Account(f.outside, user).Password
					w.outside.AddFault(sandboxtest.Fault{Target: "game:" + f.outside, Op: "password", Mode: mode})
					if err := w.games.ResetPassword(t.Context(), member, f.code); !fault.Is(err, fault.SLOT_RESET_PASSWORD_FAIL) {
						t.Errorf("a change without an answer: %v", err)
					}
					w.mustTransfer(ledger.LabelWallet, f.code, baht(300))
					w.mustTransfer(f.code, ledger.LabelWallet, baht(100))
					shown, err := w.games.Account(t.Context(), member, f.code, game.Visit{Lang: "th"})
					if err != nil || shown.Password == before || shown.Password != w.outside.Account(f.outside, user).Password {
						t.Errorf("the member is shown a password that does not hold, %v", err)
					}
					if got := w.outside.Account(f.outside, user).Balance; got != "200" {
						t.Errorf("the account has %s", got)
					}
				})
			})
		}
	}
}
