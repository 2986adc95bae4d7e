package game_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"krapao/connect/provider"
	"krapao/connect/provider/gsc"
	"krapao/connect/provider/sbo"
	"krapao/game"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/ledger"
	"krapao/money"
	"krapao/sandbox"
)

// newFamilies has games whose calls carry a password, and games whose accounts have none.
const newFamilies = `[
	{"code": "tgsc", "name": "GE", "category": "sport", "family": "gsc", "play": "casino"},
	{"code": "tsbo", "name": "SBO", "category": "sport", "family": "sbo", "launch": "form", "notice": "new odds"}
]`

func withNewFamilies(t *testing.T, s *store.Store) *world {
	t.Helper()
	return newWorldOf(t, s, newFamilies, func(w *world, all map[string]game.Connection) {
		base, settings, c := w.outside.URL, w.outbound(), sandbox.DemoCredentials()
		all["tgsc"] = game.Connection{Family: "gsc", Provider: gsc.New(gsc.Config{
			BaseURL: base + "/games/tgsc/gsc", DataURL: base + "/gsc/log", Operator: c.GSC.Operator, Secret: c.GSC.Secret,
			Product: "GE", GameType: "LC", Terms: provider.Terms{Source: "gsc", Outbound: settings},
		})}
		all["tsbo"] = game.Connection{Family: "sbo", Provider: sbo.New(sbo.Config{
			BaseURL: base + "/games/tsbo/sbo", CompanyKey: c.SBO.CompanyKey, Agent: c.SBO.Agent, Terms: provider.Terms{Outbound: settings},
		})}
	})
}

// If every call carries the password, an unanswered change is settled before any other call: whatever became of it, the
// next call succeeds, and the member sees the password that the provider has.
func TestACallWithAPasswordSettlesItsChangeFirst(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := withNewFamilies(t, s)
		slot := w.open("tgsc")
		a, err := w.AccountNamed(t.Context(), "tgsc", slot.Username)
		if err != nil {
			t.Fatal(err)
		}
		for _, mode := range []string{"lost_reply", "timeout"} {
			w.fault("tgsc", "password", mode)
			if err := w.ResetPassword(t.Context(), member, "tgsc"); codeOf(err) != "SLOT_RESET_PASSWORD_FAIL" {
				t.Fatalf("%s: %s", mode, codeOf(err))
			}
			w.fault("tgsc", "password", "down")
			if _, err := w.Confirm(t.Context(), a); err == nil || !strings.Contains(err.Error(), "which password is valid") {
				t.Errorf("%s: a call was made with a password that may be wrong: %v", mode, err)
			}
			if c, err := w.Confirm(t.Context(), a); err != nil || c.Reading.Credits != 0 {
				t.Errorf("%s: %+v, %v", mode, c, err)
			}
			if got := w.password("tgsc"); got == "" || got != w.outside.Account("tgsc", slot.Username).Password {
				t.Errorf("%s: shown is %q", mode, got)
			}
			if mode == "timeout" { // refused each time: the one before holds, and nobody is shut out for good
				w.fault("tgsc", "password", "timeout")
				_ = w.ResetPassword(t.Context(), member, "tgsc")
				w.fault("tgsc", "password", "refuse")
				if c, err := w.Confirm(t.Context(), a); err != nil || c.Reading.Credits != 0 {
					t.Errorf("refused: %+v, %v", c, err)
				}
			}
			if link, err := w.Link(t.Context(), member, "tgsc", slot.Username, game.Visit{Lang: "th"}); err != nil || link == "" {
				t.Errorf("%s: %q, %v", mode, link, err)
			}
		}
	})
}

// A game of a provider without passwords shows none and resets none. It is opened by the provider's own login, requested
// at each look and turned into a form. Without an answer the rest is still shown, after at most eight seconds, and in
// maintenance nothing is requested.
func TestAnAccountWithoutAPassword(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := withNewFamilies(t, s)
		slot := w.open("tsbo")
		if slot.CanResetPassword {
			t.Error("a password that is not there can be reset")
		}
		c, err := w.Account(t.Context(), member, "tsbo", game.Visit{Lang: "th"})
		if err != nil || c.Username != slot.Username || c.Password != "" || c.Event == nil {
			t.Fatalf("%+v, %v", c, err)
		}
		values := url.Values{}
		for name, value := range c.Event.Fields {
			values.Set(name, value)
		}
		address := c.Event.Action + "?" + values.Encode()
		if c.Event.Method != http.MethodGet || !strings.HasPrefix(address, w.outside.URL+"/lobby/tsbo") ||
			strings.Contains(c.Event.Action, "?") || len(values) == 0 {
			t.Errorf("the form is %+v", c.Event)
		}
		w.fault("tsbo", "launch", "down")
		c, err = w.Account(t.Context(), member, "tsbo", game.Visit{Lang: "th"})
		if err != nil || c.Username != slot.Username || c.Event != nil {
			t.Errorf("without an answer: %+v, %v", c, err)
		}
		w.fault("tsbo", "launch", "timeout") // a call to it may take longer than the member waits for it here
		began := time.Now()
		c, err = w.Account(t.Context(), member, "tsbo", game.Visit{Lang: "th"})
		if took := time.Since(began); err != nil || c.Username != slot.Username || c.Event != nil || took != 8*time.Second {
			t.Errorf("never an answer: %+v, %v after %s", c, err, took)
		}
		if _, err := w.apply(strings.Replace(newFamilies, `"launch": "form"`, `"launch": "form", "maintenance": true`, 1)); err != nil {
			t.Fatal(err)
		}
		if c, err := w.Account(t.Context(), member, "tsbo", game.Visit{Lang: "th"}); err != nil || c.Event != nil {
			t.Errorf("in maintenance: %+v, %v", c, err)
		}
	})
}

// A game's turnover counts as the content says, otherwise as its category.
func TestPlayOfAGame(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := withNewFamilies(t, s)
		for code, want := range map[string]game.PlayKind{"tgsc": game.PlayCasino, "tsbo": game.PlaySport} {
			if g, err := w.Find(t.Context(), code); err != nil || g.Play != want {
				t.Errorf("%s: %s, %v", code, g.Play, err)
			}
		}
	})
}

// A provider whose password call hangs delays nobody else's changes, and takes the time of one call in a run.
func TestPasswordsOfAProviderThatHangs(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := newWorld(t, s)
		const crowd = 6
		for n := range crowd {
			who := "CROWD0MEMB0" + string(rune('0'+n))
			for _, code := range []string{"pgslot", "joker2"} {
				if _, err := w.Activate(t.Context(), who, code); err != nil {
					t.Fatal(err)
				}
			}
			if err := s.Write(t.Context(), func(tx *store.Tx) error { return w.ResetAllTx(t.Context(), tx, who) }); err != nil {
				t.Fatal(err)
			}
		}
		for range crowd {
			w.fault("pgslot", "password", "timeout")
		}
		began := time.Now()
		w.run(crowd)
		if took := time.Since(began); took != callTime {
			t.Errorf("one run took %s", took)
		}
	})
}

// If a provider reports play since a transfer, calls name the first one that it took.
func TestTheFirstTransferIntoAnAccount(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := newWorldOf(t, s, catalogue, func(_ *world, all map[string]game.Connection) {
			c := all["joker2"]
			c.Provider = sinceFirst{c.Provider}
			all["joker2"] = c
		})
		a, err := w.AccountNamed(t.Context(), "joker2", w.open("joker2").Username)
		if err != nil {
			t.Fatal(err)
		}
		expect := func(want string) {
			t.Helper()
			if p, err := w.Player(t.Context(), a); err != nil || p != (game.Player{Username: a.Username, First: want}) {
				t.Errorf("%+v, %v; want %q", p, err, want)
			}
		}
		expect("")
		order := ledger.Order{Kind: "game_in", Debit: ledger.Bank("KBANK"), Credit: a.Ledger(), Amount: money.Baht}
		references := make([]string, 3)
		for n := range references {
			order.Key = ledger.InternalKey("test", string(rune('a'+n)))
			r, err := w.ledger.Reserve(t.Context(), order)
			if err != nil {
				t.Fatal(err)
			}
			expect(references[0] + references[1]) // what is under way is no transfer yet
			end := w.ledger.Post
			if n == 0 {
				end = w.ledger.Void
			}
			if _, err := end(t.Context(), ledger.Settlement{ID: r.Transfer.ID}); err != nil {
				t.Fatal(err)
			}
			if n == 1 {
				references[1] = w.ledger.Reference(r.Transfer.ID)
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
