package visit_test

import (
	"regexp"
	"sync"
	"testing"

	"krapao/game"
	"krapao/game/gametest"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
)

func TestActivate(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := gametest.NewWorld(t, s)
		slot := w.Open("joker2")
		if !slot.Active || !slot.CanResetPassword || slot.ReadAt.IsZero() || slot.Credits != 0 {
			t.Errorf("%+v", slot)
		}
		if !regexp.MustCompile(`^[a-z][a-z0-9]{2,15}$`).MatchString(slot.Username) {
			t.Errorf("the user name is %q", slot.Username)
		}
		for code, want := range map[string]string{"joker2": "SLOT_ALREADY_ACTIVE", "poker": "NO_GAME", "": "NO_GAME"} {
			if _, err := w.Visits.Activate(t.Context(), gametest.Member, code); gametest.CodeOf(err) != want {
				t.Errorf("%q: %s, want %s", code, gametest.CodeOf(err), want)
			}
		}
		// Two codes of one provider share an account.
		pg := w.Open("pgslot")
		if _, err := w.Visits.Activate(t.Context(), gametest.Member, "twin"); gametest.CodeOf(err) != "SLOT_ALREADY_ACTIVE" {
			t.Errorf("twin: %s", gametest.CodeOf(err))
		}
		holdings, err := w.Balances.Holdings(t.Context(), gametest.Member)
		if err != nil || len(holdings) != 2 {
			t.Errorf("%+v, %v", holdings, err)
		}
		slots, err := w.Balances.Slots(t.Context(), gametest.Member)
		if err != nil || slots[5].Username != pg.Username || slots[3].Active {
			t.Errorf("%+v, %v", slots, err)
		}
	})
}

// A lost answer costs one more tap, and never a second account.
func TestActivateAgainAfterAFault(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := gametest.NewWorld(t, s)
		for _, code := range []string{"joker2", "pgslot"} {
			for _, mode := range []string{"refuse", "down", "timeout", "lost_reply", "garbage"} {
				w.Fault(code, "create", mode)
				if _, err := w.Visits.Activate(t.Context(), gametest.Member, code); gametest.CodeOf(err) != "SLOT_ACTIVATE_FAIL" {
					t.Errorf("%s, %s: %s", code, mode, gametest.CodeOf(err))
				}
				_, err := w.Visits.Credentials(t.Context(), gametest.Member, code, game.Visit{Lang: "th"})
				if gametest.CodeOf(err) != "SLOT_NO_ACCOUNT" {
					t.Errorf("%s, %s: an account that may not exist is shown: %s", code, mode, gametest.CodeOf(err))
				}
			}
			slot := w.Open(code)
			account, err := w.Visits.Credentials(t.Context(), gametest.Member, code, game.Visit{Lang: "th"})
			if err != nil || w.Outside.Account(code, slot.Username).Password != account.Password {
				t.Errorf("%s: the password shown is not the provider's: %v", code, err)
			}
		}
		if n := count(w, "SELECT count(*) FROM game_account"); n != 2 {
			t.Errorf("%d accounts", n)
		}
	})
}

func count(w *gametest.World, query string, args ...any) (n int) {
	w.T.Helper()
	if err := w.Store.DB().QueryRowContext(w.T.Context(), query, args...).Scan(&n); err != nil {
		w.T.Fatal(err)
	}
	return n
}

func TestActivateTwiceAtOnce(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := gametest.NewWorld(t, s)
		var wait sync.WaitGroup
		var mu sync.Mutex
		answers := map[string]int{}
		for range 8 {
			wait.Go(func() {
				_, err := w.Visits.Activate(t.Context(), gametest.Member, "joker2")
				mu.Lock()
				defer mu.Unlock()
				answers[gametest.CodeOf(err)]++
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
		w := gametest.NewWorld(t, s)
		joker2, joker := w.Open("joker2"), w.Open("joker")
		closing := `[{"code": "joker2", "name": "Joker 123", "category": "slot", "family": "joker", "state": "closing"},
			{"code": "joker", "name": "Joker", "category": "slot", "family": "joker", "launch": "form", "state": "closing"},
			{"code": "pgslot", "name": "PG", "category": "slot", "family": "amb", "state": "closing"},
			{"code": "twin", "name": "PG Twin", "category": "slot", "family": "amb", "provider": "pgslot", "maintenance": true}]`
		if diff, err := w.Apply(closing); err != nil || len(diff) != 6 {
			t.Fatalf("%v, %v", diff, err)
		}
		slots, err := w.Balances.Slots(t.Context(), gametest.Member)
		if err != nil || len(slots) != 3 || slots[0].Game.Code != "joker2" || slots[0].Game.State != game.Closing {
			t.Errorf("%+v, %v", slots, err)
		}
		_, err = w.Visits.Link(t.Context(), gametest.Member, "joker2", joker2.Username, game.Visit{Lang: "th"})
		if gametest.CodeOf(err) != "NO_GAME" {
			t.Errorf("a closing game opens by a link: %s", gametest.CodeOf(err))
		}
		c, err := w.Visits.Credentials(t.Context(), gametest.Member, "joker", game.Visit{Lang: "th"})
		if err != nil || c.Username != joker.Username || c.Password == "" || c.Event != nil {
			t.Errorf("a closing game keeps its credentials and has no form: %+v, %v", c, err)
		}
		if _, err := w.Visits.Activate(t.Context(), gametest.Member, "pgslot"); gametest.CodeOf(err) != "SLOT_ACTIVATE_FAIL" {
			t.Errorf("a closing game: %s", gametest.CodeOf(err))
		}
		if _, err := w.Visits.Activate(t.Context(), gametest.Member, "twin"); gametest.CodeOf(err) != "SLOT_ACTIVATE_FAIL" {
			t.Errorf("a game in maintenance: %s", gametest.CodeOf(err))
		}
		if _, err := w.Visits.Activate(t.Context(), gametest.Member, "areaslot"); gametest.CodeOf(err) != "NO_GAME" {
			t.Errorf("a closed game: %s", gametest.CodeOf(err))
		}
	})
}
