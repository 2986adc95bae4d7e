package protection

import (
	"context"
	"slices"
	"testing"

	"krapao/internal/store"
	"krapao/internal/store/storetest"
)

// TestSettingsAreLookedUpTogether, though all who ask ask for the same.
func TestSettingsAreLookedUpTogether(t *testing.T) {
	t.Parallel()
	storetest.Looks(t, settingLook, func(ctx context.Context, tx *store.Tx) error {
		_, err := ApplySettings(ctx, tx, []byte(`{"confirmIdentity":false}`))
		return err
	}, settingKey, settingKey, settingKey)
}

// TestSettingsAreRememberedUntilTheyChange: on SQLite, also while none were set.
func TestSettingsAreRememberedUntilTheyChange(t *testing.T) {
	t.Parallel()
	storetest.On(t, store.SQLite, func(t *testing.T, engine store.Engine) {
		s := storetest.Open(t, engine)
		reads := storetest.Reads(t, s, "internal/protectiondb/protection.sql", "Setting")
		if got := storetest.Tables(settingFrom(settingKey)); !slices.Equal(got, reads) {
			t.Errorf("they depend on %v and are read from %v", got, reads)
		}
		p := New(Deps{Store: s})
		asked := func(want bool, most int64) {
			t.Helper()
			before := s.Statements()
			if got, err := p.ConfirmsIdentity(t.Context()); err != nil || got != want {
				t.Errorf("%t, %v", got, err)
			}
			if n := s.Statements() - before; n > most {
				t.Errorf("it took %d statements", n)
			}
		}
		asked(true, 1)
		asked(true, 0)
		err := s.Write(t.Context(), func(tx *store.Tx) error {
			_, err := ApplySettings(t.Context(), tx, []byte(`{"confirmIdentity":false}`))
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		asked(false, 1)
		asked(false, 0)
	})
}
