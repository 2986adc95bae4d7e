package account_test

import (
	"testing"
	"time"

	"krapao/game"
	"krapao/game/gametest"
	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
)

// All passwords are changed because the member changed its own: stored at once, set when the providers answer.
func TestResetAll(t *testing.T) {
	t.Parallel()
	storetest.EachAt(t, storetest.Begin, func(t *testing.T, s *store.Store, clk *clock.Fake) {
		w := gametest.NewWorld(t, s)
		names, old := map[string]string{}, map[string]string{}
		for _, code := range []string{"joker2", "pgslot"} {
			names[code] = w.Open(code).Username
			old[code] = w.Password(code)
		}
		err := w.Store.Write(t.Context(), func(tx *store.Tx) error {
			return w.Accounts.ResetAllTx(t.Context(), tx, gametest.Member)
		})
		if err != nil {
			t.Fatal(err)
		}
		w.Fault("pgslot", "password", "down")
		run(w, 1)
		if got := w.Outside.Account("joker2", names["joker2"]).Password; got == old["joker2"] || got != w.Password("joker2") {
			t.Errorf("joker2 has %q", got)
		}
		run(w, 0) // pg waits for its next try
		if got := w.Outside.Account("pgslot", names["pgslot"]).Password; got != old["pgslot"] {
			t.Errorf("pg has %q already", got)
		}
		clk.Advance(2 * time.Minute)
		run(w, 1)
		if got := w.Outside.Account("pgslot", names["pgslot"]).Password; got == old["pgslot"] || got != w.Password("pgslot") {
			t.Errorf("pg has %q", got)
		}
		run(w, 0)
	})
}

func run(w *gametest.World, want int) {
	w.T.Helper()
	if n, err := w.Accounts.SettlePasswords(w.T.Context()); n != want || err != nil {
		w.T.Errorf("made %d changes, %v; want %d", n, err, want)
	}
}

// A provider whose password call hangs delays nobody else's changes, and takes the time of one call in a run.
func TestPasswordsOfAProviderThatHangs(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := gametest.NewWorld(t, s)
		const crowd = 6
		for n := range crowd {
			who := "CROWD0MEMB0" + string(rune('0'+n))
			for _, code := range []string{"pgslot", "joker2"} {
				if _, err := w.Visits.Activate(t.Context(), who, code); err != nil {
					t.Fatal(err)
				}
			}
			if err := s.Write(t.Context(), func(tx *store.Tx) error { return w.Accounts.ResetAllTx(t.Context(), tx, who) }); err != nil {
				t.Fatal(err)
			}
		}
		for range crowd {
			w.Fault("pgslot", "password", "timeout")
		}
		began := time.Now()
		run(w, crowd)
		if took := time.Since(began); took != gametest.CallTime {
			t.Errorf("one run took %s", took)
		}
	})
}

// Of two changes at once the first is refused, and the second is made without an answer: the new password is not forgotten.
// Without the second, the old one is valid again.
func TestARefusalForgetsNoPasswordThatAnotherCallHasSet(t *testing.T) {
	t.Parallel()
	storetest.EachAt(t, storetest.Begin, func(t *testing.T, s *store.Store, clk *clock.Fake) {
		w := gametest.NewWorld(t, s)
		const code = "joker2"
		name := w.Open(code).Username
		old := w.Password(code)
		reset := func(a game.Account) error {
			return w.Accounts.ResetPassword(t.Context(), game.Game{Code: code, Provider: code}, a)
		}
		for _, byLook := range []bool{false, true} {
			a, refused, err := w.Accounts.BeginPassword(t.Context(), gametest.Member, code)
			if err != nil {
				t.Fatal(err)
			}
			w.Fault(code, "password", "lost_reply")
			if byLook {
				if shown := w.Password(code); shown != "" {
					t.Errorf("%q is shown, and nobody knows which is valid", shown)
				}
			} else if err := reset(a); gametest.CodeOf(err) != "SLOT_RESET_PASSWORD_FAIL" {
				t.Errorf("the second change: %v", err)
			}
			if err := refused(); err != nil {
				t.Fatal(err)
			}
			clk.Advance(2 * time.Minute)
			run(w, 1)
			now := w.Password(code)
			if there := w.Outside.Account(code, name).Password; now == old || now != there {
				t.Errorf("by a look: %t: %q is known here, %q is valid", byLook, now, there)
			}
			old = now
		}
		_, refused, err := w.Accounts.BeginPassword(t.Context(), gametest.Member, code)
		if err != nil {
			t.Fatal(err)
		}
		if err := refused(); err != nil {
			t.Fatal(err)
		}
		clk.Advance(2 * time.Minute)
		run(w, 0)
		if now := w.Password(code); now != old {
			t.Errorf("%q is known here, %q was before", now, old)
		}
	})
}
