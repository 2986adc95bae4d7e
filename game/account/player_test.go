package account_test

import (
	"strings"
	"testing"

	"krapao/game"
	"krapao/game/gametest"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/ledger"
	"krapao/money"
)

// If every call carries the password, an unanswered change is settled before any other call: whatever became of it, the
// next call succeeds, and the member sees the password that the provider has.
func TestACallWithAPasswordSettlesItsChangeFirst(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := gametest.WithNewFamilies(t, s)
		slot := w.Open("tgsc")
		a, err := w.Accounts.Named(t.Context(), "tgsc", slot.Username)
		if err != nil {
			t.Fatal(err)
		}
		for _, mode := range []string{"lost_reply", "timeout"} {
			w.Fault("tgsc", "password", mode)
			if err := w.Visits.ResetPassword(t.Context(), gametest.Member, "tgsc"); gametest.CodeOf(err) != "SLOT_RESET_PASSWORD_FAIL" {
				t.Fatalf("%s: %s", mode, gametest.CodeOf(err))
			}
			w.Fault("tgsc", "password", "down")
			if _, err := w.Balances.Confirm(t.Context(), a); err == nil || !strings.Contains(err.Error(), "which password is valid") {
				t.Errorf("%s: a call was made with a password that may be wrong: %v", mode, err)
			}
			if c, err := w.Balances.Confirm(t.Context(), a); err != nil || c.Reading.Credits != 0 {
				t.Errorf("%s: %+v, %v", mode, c, err)
			}
			if got := w.Password("tgsc"); got == "" || got != w.Outside.Account("tgsc", slot.Username).Password {
				t.Errorf("%s: shown is %q", mode, got)
			}
			if mode == "timeout" { // refused each time: the one before holds, and nobody is shut out for good
				w.Fault("tgsc", "password", "timeout")
				_ = w.Visits.ResetPassword(t.Context(), gametest.Member, "tgsc")
				w.Fault("tgsc", "password", "refuse")
				if c, err := w.Balances.Confirm(t.Context(), a); err != nil || c.Reading.Credits != 0 {
					t.Errorf("refused: %+v, %v", c, err)
				}
			}
			link, err := w.Visits.Link(t.Context(), gametest.Member, "tgsc", slot.Username, game.Visit{Lang: "th"})
			if err != nil || link == "" {
				t.Errorf("%s: %q, %v", mode, link, err)
			}
		}
	})
}

// If a provider reports play since a transfer, calls name the first one that it took.
func TestTheFirstTransferIntoAnAccount(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := gametest.NewWorldOf(t, s, gametest.Catalogue, func(_ *gametest.World, all map[string]game.Connection) {
			c := all["joker2"]
			c.Provider = sinceFirst{c.Provider}
			all["joker2"] = c
		})
		a, err := w.Accounts.Named(t.Context(), "joker2", w.Open("joker2").Username)
		if err != nil {
			t.Fatal(err)
		}
		expect := func(want string) {
			t.Helper()
			if p, err := w.Accounts.Player(t.Context(), a); err != nil || p != (game.Player{Username: a.Username, First: want}) {
				t.Errorf("%+v, %v; want %q", p, err, want)
			}
		}
		expect("")
		order := ledger.Order{Kind: "game_in", Debit: ledger.Bank("KBANK"), Credit: a.Ledger(), Amount: money.Baht}
		references := make([]string, 3)
		for n := range references {
			order.Key = ledger.InternalKey("test", string(rune('a'+n)))
			r, err := w.Ledger.Reserve(t.Context(), order)
			if err != nil {
				t.Fatal(err)
			}
			expect(references[0] + references[1]) // what is under way is no transfer yet
			end := w.Ledger.Post
			if n == 0 {
				end = w.Ledger.Void
			}
			if _, err := end(t.Context(), ledger.Settlement{ID: r.Transfer.ID}); err != nil {
				t.Fatal(err)
			}
			if n == 1 {
				references[1] = w.Ledger.Reference(r.Transfer.ID)
			}
			expect(references[1])
		}
	})
}

type sinceFirst struct{ game.Provider }

func (p sinceFirst) Capabilities() game.Capabilities {
	c := p.Provider.Capabilities()
	c.NeedsFirst = true
	return c
}
