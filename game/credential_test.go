package game_test

import (
	"net/http"
	"testing"
	"time"

	"krapao/game"
	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/ledger"
)

func TestAccount(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := newWorld(t, s)
		for code, want := range map[string]string{"poker": "NO_GAME", "pgslot": "SLOT_NO_ACCOUNT", "ufabet": "NOT_UFABET"} {
			if _, err := w.Account(t.Context(), member, code, game.Visit{Lang: "th"}); codeOf(err) != want {
				t.Errorf("%s: %s, want %s", code, codeOf(err), want)
			}
		}
		joker := w.open("joker")
		c, err := w.Account(t.Context(), member, "joker", game.Visit{Lang: "lo"})
		if err != nil || c.Username != joker.Username || len(c.Password) != 12 {
			t.Fatalf("%+v, %v", c, err)
		}
		if c.Event == nil || c.Event.Method != http.MethodPost || c.Event.Action != w.outside.URL+"/lobby/joker/login" ||
			c.Event.Fields["username"] != c.Username || c.Event.Fields["password"] != c.Password || c.Event.Fields["lang"] != "lo" {
			t.Errorf("the form is %+v", c.Event)
		}
		w.open("pgslot")
		if c, err := w.Account(t.Context(), member, "pgslot", game.Visit{Lang: "th"}); err != nil || c.Event != nil {
			t.Errorf("a game with a link has no form: %+v, %v", c, err)
		}
		if n := w.count("SELECT count(*) FROM game_account WHERE password = $1", c.Password); n != 0 {
			t.Error("the password is in the database as it is")
		}
	})
}

func TestResetPassword(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := newWorld(t, s)
		if err := w.ResetPassword(t.Context(), member, "pgslot"); codeOf(err) != "SLOT_NO_ACCOUNT" {
			t.Errorf("no account: %s", codeOf(err))
		}
		for _, code := range []string{"joker2", "pgslot"} {
			slot := w.open(code)
			old := w.password(code)
			if err := w.ResetPassword(t.Context(), member, code); err != nil {
				t.Fatal(err)
			}
			first := w.password(code)
			if first == old || first != w.outside.Account(code, slot.Username).Password {
				t.Errorf("%s: %q after %q", code, first, old)
			}

			// A definitive rejection: the old password is valid.
			w.fault(code, "password", "refuse")
			if err := w.ResetPassword(t.Context(), member, code); codeOf(err) != "SLOT_RESET_PASSWORD_FAIL" {
				t.Errorf("%s refused: %s", code, codeOf(err))
			}
			if got := w.password(code); got != first {
				t.Errorf("%s: after a refusal %q is shown, not %q", code, got, first)
			}

			// A lost answer: both are stored, none is shown while nobody knows, and looking again settles it.
			for _, mode := range []string{"lost_reply", "timeout"} {
				w.fault(code, "password", mode)
				if err := w.ResetPassword(t.Context(), member, code); codeOf(err) != "SLOT_RESET_PASSWORD_FAIL" {
					t.Errorf("%s %s: %s", code, mode, codeOf(err))
				}
				w.fault(code, "password", "down")
				if got := w.password(code); got != "" {
					t.Errorf("%s %s: shown while nobody knows: %q", code, mode, got)
				}
				if got := w.password(code); got == "" || got == first || got != w.outside.Account(code, slot.Username).Password {
					t.Errorf("%s %s: settled to %q", code, mode, got)
				}
			}
		}
	})
}

func (w *world) password(code string) string {
	w.t.Helper()
	c, err := w.Account(w.t.Context(), member, code, game.Visit{Lang: "th"})
	if err != nil {
		w.t.Fatal(err)
	}
	return c.Password
}

func TestLink(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := newWorld(t, s)
		pg, joker, area := w.open("pgslot"), w.open("joker2"), w.open("areaslot")
		v := game.Visit{Mobile: true, Lang: "th"}
		for path, name := range map[string]string{"pgslot": pg.Username, "joker2": joker.Username, "areaslot": area.Username} {
			if link, err := w.Link(t.Context(), member, path, name, v); err != nil || link == "" {
				t.Errorf("%s: %q, %v", path, link, err)
			}
		}
		for name, c := range map[string]struct{ member, path, user, want string }{
			"Stranger":      {"LEK0MEMBER00", "pgslot", pg.Username, "NO_USER"},
			"OtherName":     {member, "pgslot", joker.Username, "NO_USER"},
			"UnknownPath":   {member, "poker", pg.Username, "NO_USER"},
			"FormGame":      {member, "joker", "x", "NO_USER"},
			"AreaStranger":  {"LEK0MEMBER00", "areaslot", area.Username, "NOT_AREASLOT"},
			"AreaOtherName": {member, "areaslot", "x", "NOT_AREASLOT"},
		} {
			if _, err := w.Link(t.Context(), c.member, c.path, c.user, v); codeOf(err) != c.want {
				t.Errorf("%s: %s, want %s", name, codeOf(err), c.want)
			}
		}
		w.fault("pgslot", "launch", "down")
		if _, err := w.Link(t.Context(), member, "pgslot", pg.Username, v); codeOf(err) != "TRY_AGAIN" {
			t.Errorf("no link: %s", codeOf(err))
		}
		w.launchIsShut(pg, joker)
	})
}

// launchIsShut: while a transfer at a provider that can't verify it is not settled, the game does not open.
func (w *world) launchIsShut(pg, joker game.Slot) {
	w.t.Helper()
	ctx := w.t.Context()
	for code, name := range map[string]string{"pgslot": pg.Username, "joker2": joker.Username} {
		_, err := w.ledger.Reserve(ctx, ledger.Order{
			Key: ledger.InternalKey("test", code), Kind: "game_in", Amount: 100,
			Debit: ledger.Bank("KBANK"), Credit: ledger.Game(code, name),
		})
		if err != nil {
			w.t.Fatal(err)
		}
	}
	if _, err := w.Link(ctx, member, "pgslot", pg.Username, game.Visit{Lang: "th"}); codeOf(err) != "TRY_AGAIN" {
		w.t.Errorf("pg opens while a transfer is not settled: %s", codeOf(err))
	}
	if _, err := w.Link(ctx, member, "joker2", joker.Username, game.Visit{Lang: "th"}); err != nil {
		w.t.Errorf("joker2 can be asked by reference, so it opens: %v", err)
	}
}

// All passwords are changed because the member changed its own: stored at once, set when the providers answer.
func TestResetAll(t *testing.T) {
	t.Parallel()
	storetest.EachAt(t, storetest.Begin, func(t *testing.T, s *store.Store, clk *clock.Fake) {
		w := newWorld(t, s)
		names, old := map[string]string{}, map[string]string{}
		for _, code := range []string{"joker2", "pgslot"} {
			names[code] = w.open(code).Username
			old[code] = w.password(code)
		}
		if err := w.store.Write(t.Context(), func(tx *store.Tx) error { return w.ResetAllTx(t.Context(), tx, member) }); err != nil {
			t.Fatal(err)
		}
		w.fault("pgslot", "password", "down")
		w.run(1)
		if got := w.outside.Account("joker2", names["joker2"]).Password; got == old["joker2"] || got != w.password("joker2") {
			t.Errorf("joker2 has %q", got)
		}
		w.run(0) // pg waits for its next try
		if got := w.outside.Account("pgslot", names["pgslot"]).Password; got != old["pgslot"] {
			t.Errorf("pg has %q already", got)
		}
		clk.Advance(2 * time.Minute)
		w.run(1)
		if got := w.outside.Account("pgslot", names["pgslot"]).Password; got == old["pgslot"] || got != w.password("pgslot") {
			t.Errorf("pg has %q", got)
		}
		w.run(0)
	})
}

func (w *world) run(want int) {
	w.t.Helper()
	if n, err := w.SettlePasswords(w.t.Context()); n != want || err != nil {
		w.t.Errorf("made %d changes, %v; want %d", n, err, want)
	}
}
