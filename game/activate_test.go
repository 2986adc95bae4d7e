package game_test

import (
	"regexp"
	"sync"
	"testing"

	"krapao/game"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
)

func TestActivate(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := newWorld(t, s)
		slot := w.open("joker2")
		if !slot.Active || !slot.CanResetPassword || slot.ReadAt.IsZero() || slot.Credits != 0 {
			t.Errorf("%+v", slot)
		}
		if !regexp.MustCompile(`^[a-z][a-z0-9]{2,15}$`).MatchString(slot.Username) {
			t.Errorf("the user name is %q", slot.Username)
		}
		for code, want := range map[string]string{"joker2": "SLOT_ALREADY_ACTIVE", "poker": "NO_GAME", "": "NO_GAME"} {
			if _, err := w.Activate(t.Context(), member, code); codeOf(err) != want {
				t.Errorf("%q: %s, want %s", code, codeOf(err), want)
			}
		}
		// Two codes of one provider share an account.
		pg := w.open("pgslot")
		if _, err := w.Activate(t.Context(), member, "twin"); codeOf(err) != "SLOT_ALREADY_ACTIVE" {
			t.Errorf("twin: %s", codeOf(err))
		}
		holdings, err := w.Holdings(t.Context(), member)
		if err != nil || len(holdings) != 2 {
			t.Errorf("%+v, %v", holdings, err)
		}
		slots, err := w.Slots(t.Context(), member)
		if err != nil || slots[5].Username != pg.Username || slots[3].Active {
			t.Errorf("%+v, %v", slots, err)
		}
	})
}

// A lost answer costs one more tap, and never a second account.
func TestActivateAgainAfterAFault(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := newWorld(t, s)
		for _, code := range []string{"joker2", "pgslot"} {
			for _, mode := range []string{"refuse", "down", "timeout", "lost_reply", "garbage"} {
				w.fault(code, "create", mode)
				if _, err := w.Activate(t.Context(), member, code); codeOf(err) != "SLOT_ACTIVATE_FAIL" {
					t.Errorf("%s, %s: %s", code, mode, codeOf(err))
				}
				if _, err := w.Account(t.Context(), member, code, game.Visit{Lang: "th"}); codeOf(err) != "SLOT_NO_ACCOUNT" {
					t.Errorf("%s, %s: an account that may not exist is shown: %s", code, mode, codeOf(err))
				}
			}
			slot := w.open(code)
			account, err := w.Account(t.Context(), member, code, game.Visit{Lang: "th"})
			if err != nil || w.outside.Account(code, slot.Username).Password != account.Password {
				t.Errorf("%s: the password shown is not the provider's: %v", code, err)
			}
		}
		if n := w.count("SELECT count(*) FROM game_account"); n != 2 {
			t.Errorf("%d accounts", n)
		}
	})
}

func (w *world) count(query string, args ...any) (n int) {
	w.t.Helper()
	if err := w.store.DB().QueryRowContext(w.t.Context(), query, args...).Scan(&n); err != nil {
		w.t.Fatal(err)
	}
	return n
}

func TestActivateTwiceAtOnce(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := newWorld(t, s)
		var wait sync.WaitGroup
		var mu sync.Mutex
		answers := map[string]int{}
		for range 8 {
			wait.Go(func() {
				_, err := w.Activate(t.Context(), member, "joker2")
				mu.Lock()
				defer mu.Unlock()
				answers[codeOf(err)]++
			})
		}
		wait.Wait()
		if answers[""] != 1 || answers["SLOT_ALREADY_ACTIVE"] != 7 {
			t.Errorf("%v", answers)
		}
	})
}

func TestClosedGames(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := newWorld(t, s)
		joker2, joker := w.open("joker2"), w.open("joker")
		closing := `[{"code": "joker2", "name": "Joker 123", "category": "slot", "family": "joker", "state": "closing"},
			{"code": "joker", "name": "Joker", "category": "slot", "family": "joker", "launch": "form", "state": "closing"},
			{"code": "pgslot", "name": "PG", "category": "slot", "family": "amb", "state": "closing"}]`
		if diff, err := w.apply(closing); err != nil || len(diff) != 6 {
			t.Fatalf("%v, %v", diff, err)
		}
		slots, err := w.Slots(t.Context(), member)
		if err != nil || len(slots) != 2 || slots[0].Game.Code != "joker2" || slots[0].Game.State != game.Closing {
			t.Errorf("%+v, %v", slots, err)
		}
		if _, err := w.Link(t.Context(), member, "joker2", joker2.Username, game.Visit{Lang: "th"}); codeOf(err) != "NO_GAME" {
			t.Errorf("a closing game opens by a link: %s", codeOf(err))
		}
		c, err := w.Account(t.Context(), member, "joker", game.Visit{Lang: "th"})
		if err != nil || c.Username != joker.Username || c.Password == "" || c.Event != nil {
			t.Errorf("a closing game keeps its credentials and has no form: %+v, %v", c, err)
		}
		if _, err := w.Activate(t.Context(), member, "pgslot"); codeOf(err) != "SLOT_ACTIVATE_FAIL" {
			t.Errorf("a closing game: %s", codeOf(err))
		}
		if _, err := w.Activate(t.Context(), member, "areaslot"); codeOf(err) != "NO_GAME" {
			t.Errorf("a closed game: %s", codeOf(err))
		}
	})
}
