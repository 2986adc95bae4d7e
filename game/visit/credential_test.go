package visit_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"krapao/game"
	"krapao/game/gametest"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/ledger"
)

func TestAccount(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := gametest.NewWorld(t, s)
		for code, want := range map[string]string{"poker": "NO_GAME", "pgslot": "SLOT_NO_ACCOUNT", "ufabet": "NOT_UFABET"} {
			if _, err := w.Visits.Credentials(t.Context(), gametest.Member, code, game.Visit{Lang: "th"}); gametest.CodeOf(err) != want {
				t.Errorf("%s: %s, want %s", code, gametest.CodeOf(err), want)
			}
		}
		joker := w.Open("joker")
		c, err := w.Visits.Credentials(t.Context(), gametest.Member, "joker", game.Visit{Lang: "lo"})
		if err != nil || c.Username != joker.Username || len(c.Password) != 12 {
			t.Fatalf("%+v, %v", c, err)
		}
		if c.Event == nil || c.Event.Method != http.MethodPost || c.Event.Action != w.Outside.URL+"/lobby/joker/login" ||
			c.Event.Fields["username"] != c.Username || c.Event.Fields["password"] != c.Password || c.Event.Fields["lang"] != "lo" {
			t.Errorf("the form is %+v", c.Event)
		}
		w.Open("pgslot")
		c, err = w.Visits.Credentials(t.Context(), gametest.Member, "pgslot", game.Visit{Lang: "th"})
		if err != nil || c.Event != nil {
			t.Errorf("a game with a link has no form: %+v, %v", c, err)
		}
		if n := count(w, "SELECT count(*) FROM game_account WHERE password = $1", c.Password); n != 0 {
			t.Error("the password is in the database as it is")
		}
	})
}

func TestResetPassword(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := gametest.NewWorld(t, s)
		if err := w.Visits.ResetPassword(t.Context(), gametest.Member, "pgslot"); gametest.CodeOf(err) != "SLOT_NO_ACCOUNT" {
			t.Errorf("no account: %s", gametest.CodeOf(err))
		}
		for _, code := range []string{"joker2", "pgslot"} {
			slot := w.Open(code)
			old := w.Password(code)
			if err := w.Visits.ResetPassword(t.Context(), gametest.Member, code); err != nil {
				t.Fatal(err)
			}
			first := w.Password(code)
			if first == old || first != w.Outside.Account(code, slot.Username).Password {
				t.Errorf("%s: %q after %q", code, first, old)
			}

			// A definitive rejection: the old password is valid.
			w.Fault(code, "password", "refuse")
			if err := w.Visits.ResetPassword(t.Context(), gametest.Member, code); gametest.CodeOf(err) != "SLOT_RESET_PASSWORD_FAIL" {
				t.Errorf("%s refused: %s", code, gametest.CodeOf(err))
			}
			if got := w.Password(code); got != first {
				t.Errorf("%s: after a refusal %q is shown, not %q", code, got, first)
			}

			// A lost answer: both are stored, none is shown while nobody knows, and looking again settles it.
			for _, mode := range []string{"lost_reply", "timeout"} {
				w.Fault(code, "password", mode)
				if err := w.Visits.ResetPassword(t.Context(), gametest.Member, code); gametest.CodeOf(err) != "SLOT_RESET_PASSWORD_FAIL" {
					t.Errorf("%s %s: %s", code, mode, gametest.CodeOf(err))
				}
				// A refusal now does not say that the first try of this password never arrives.
				w.Fault(code, "password", "refuse")
				if err := w.Visits.ResetPassword(t.Context(), gametest.Member, code); gametest.CodeOf(err) != "SLOT_RESET_PASSWORD_FAIL" {
					t.Errorf("%s %s, refused: %s", code, mode, gametest.CodeOf(err))
				}
				w.Fault(code, "password", "down")
				if got := w.Password(code); got != "" {
					t.Errorf("%s %s: shown while nobody knows: %q", code, mode, got)
				}
				if got := w.Password(code); got == "" || got == first || got != w.Outside.Account(code, slot.Username).Password {
					t.Errorf("%s %s: settled to %q", code, mode, got)
				}
			}
		}
	})
}

func TestLink(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := gametest.NewWorld(t, s)
		pg, joker, area := w.Open("pgslot"), w.Open("joker2"), w.Open("areaslot")
		v := game.Visit{Mobile: true, Lang: "th"}
		for path, name := range map[string]string{"pgslot": pg.Username, "joker2": joker.Username, "areaslot": area.Username} {
			if link, err := w.Visits.Link(t.Context(), gametest.Member, path, name, v); err != nil || link == "" {
				t.Errorf("%s: %q, %v", path, link, err)
			}
		}
		for name, c := range map[string]struct{ member, path, user, want string }{
			"Stranger":      {"LEK0MEMBER00", "pgslot", pg.Username, "NO_USER"},
			"OtherName":     {gametest.Member, "pgslot", joker.Username, "NO_USER"},
			"UnknownPath":   {gametest.Member, "poker", pg.Username, "NO_USER"},
			"FormGame":      {gametest.Member, "joker", "x", "NO_USER"},
			"AreaStranger":  {"LEK0MEMBER00", "areaslot", area.Username, "NOT_AREASLOT"},
			"AreaOtherName": {gametest.Member, "areaslot", "x", "NOT_AREASLOT"},
		} {
			if _, err := w.Visits.Link(t.Context(), c.member, c.path, c.user, v); gametest.CodeOf(err) != c.want {
				t.Errorf("%s: %s, want %s", name, gametest.CodeOf(err), c.want)
			}
		}
		w.Fault("pgslot", "launch", "down")
		if _, err := w.Visits.Link(t.Context(), gametest.Member, "pgslot", pg.Username, v); gametest.CodeOf(err) != "TRY_AGAIN" {
			t.Errorf("no link: %s", gametest.CodeOf(err))
		}
		launchIsShut(w, pg, joker)
	})
}

// launchIsShut: while a transfer at a provider that can't verify it is not settled, the game does not open.
func launchIsShut(w *gametest.World, pg, joker game.Slot) {
	w.T.Helper()
	ctx := w.T.Context()
	for code, name := range map[string]string{"pgslot": pg.Username, "joker2": joker.Username} {
		_, err := w.Ledger.Reserve(ctx, ledger.Order{
			Key: ledger.InternalKey("test", code), Kind: "game_in", Amount: 100,
			Debit: ledger.Bank("KBANK"), Credit: ledger.Game(code, name),
		})
		if err != nil {
			w.T.Fatal(err)
		}
	}
	_, err := w.Visits.Link(ctx, gametest.Member, "pgslot", pg.Username, game.Visit{Lang: "th"})
	if gametest.CodeOf(err) != "TRY_AGAIN" {
		w.T.Errorf("pg opens while a transfer is not settled: %s", gametest.CodeOf(err))
	}
	if _, err := w.Visits.Link(ctx, gametest.Member, "joker2", joker.Username, game.Visit{Lang: "th"}); err != nil {
		w.T.Errorf("joker2 can be asked by reference, so it opens: %v", err)
	}
}

// A game of a provider without passwords shows none and resets none. It is opened by the provider's own login, requested
// at each look and turned into a form. Without an answer the rest is still shown, after at most eight seconds, and in
// maintenance nothing is requested.
func TestAnAccountWithoutAPassword(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := gametest.WithNewFamilies(t, s)
		slot := w.Open("tsbo")
		if slot.CanResetPassword {
			t.Error("a password that is not there can be reset")
		}
		c, err := w.Visits.Credentials(t.Context(), gametest.Member, "tsbo", game.Visit{Lang: "th"})
		if err != nil || c.Username != slot.Username || c.Password != "" || c.Event == nil {
			t.Fatalf("%+v, %v", c, err)
		}
		values := url.Values{}
		for name, value := range c.Event.Fields {
			values.Set(name, value)
		}
		address := c.Event.Action + "?" + values.Encode()
		if c.Event.Method != http.MethodGet || !strings.HasPrefix(address, w.Outside.URL+"/lobby/tsbo") ||
			strings.Contains(c.Event.Action, "?") || len(values) == 0 {
			t.Errorf("the form is %+v", c.Event)
		}
		w.Fault("tsbo", "launch", "down")
		c, err = w.Visits.Credentials(t.Context(), gametest.Member, "tsbo", game.Visit{Lang: "th"})
		if err != nil || c.Username != slot.Username || c.Event != nil {
			t.Errorf("without an answer: %+v, %v", c, err)
		}
		w.Fault("tsbo", "launch", "timeout") // a call to it may take longer than the member waits for it here
		began := time.Now()
		c, err = w.Visits.Credentials(t.Context(), gametest.Member, "tsbo", game.Visit{Lang: "th"})
		if took := time.Since(began); err != nil || c.Username != slot.Username || c.Event != nil || took != 8*time.Second {
			t.Errorf("never an answer: %+v, %v after %s", c, err, took)
		}
		closed := strings.Replace(gametest.NewFamilies, `"launch": "form"`, `"launch": "form", "maintenance": true`, 1)
		if _, err := w.Apply(closed); err != nil {
			t.Fatal(err)
		}
		if c, err := w.Visits.Credentials(t.Context(), gametest.Member, "tsbo", game.Visit{Lang: "th"}); err != nil || c.Event != nil {
			t.Errorf("in maintenance: %+v, %v", c, err)
		}
	})
}
