package bonus

import (
	"context"
	"slices"
	"testing"

	"krapao/bonus/internal/bonusdb"
	"krapao/internal/id"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
)

// TestConditionsOfManyMembersAreLookedUpTogether: of one with a condition that goes on, one whose has ended, and one without.
func TestConditionsOfManyMembersAreLookedUpTogether(t *testing.T) {
	t.Parallel()
	storetest.Looks(t, underLook, func(ctx context.Context, tx *store.Tx) error {
		for member, state := range map[string]string{"A": "active", "B": "ending", "C": "success"} {
			if err := addCondition(ctx, tx, member, state); err != nil {
				return err
			}
		}
		return nil
	}, "A", "B", "C", "D")
}

// TestBeingUnderAConditionDependsOnItsRowsAlone: on SQLite it is remembered as long as none of the member's conditions is
// written, and one that is granted is seen at once.
func TestBeingUnderAConditionDependsOnItsRowsAlone(t *testing.T) {
	t.Parallel()
	storetest.On(t, store.SQLite, func(t *testing.T, engine store.Engine) {
		s := storetest.Open(t, engine)
		reads := storetest.Reads(t, s, "internal/bonusdb/bonus.sql", "UnderCondition")
		if got := storetest.Tables(underFrom("M")); !slices.Equal(got, reads) {
			t.Errorf("it depends on %v and reads %v", got, reads)
		}
		look := underLook(s)
		under := func(want, most int64) {
			t.Helper()
			before := s.Statements()
			if n, err := look.At(t.Context(), "M"); err != nil || n != want {
				t.Errorf("%d, %v; want %d", n, err, want)
			}
			if n := s.Statements() - before; n > most {
				t.Errorf("it took %d statements", n)
			}
		}
		under(0, 1)
		under(0, 0)
		if err := s.Write(t.Context(), func(tx *store.Tx) error { return addCondition(t.Context(), tx, "M", "active") }); err != nil {
			t.Fatal(err)
		}
		under(1, 1)
		under(1, 0)
	})
}

func addCondition(ctx context.Context, tx *store.Tx, member, state string) error {
	return bonusdb.New(tx).AddCondition(ctx, bonusdb.AddConditionParams{
		ID: id.Text(8), Operation: id.Text(8), Member: member, Source: "bonus", State: state,
	})
}
