package member_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"krapao/fault"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/member"
	"krapao/member/membertest"
	"krapao/member/state"
)

// TestARecipientIsAsItWasWritten: what a deposit depends on is looked up together with others, and on SQLite remembered. It is
// never older than the call.
func TestARecipientIsAsItWasWritten(t *testing.T) {
	t.Parallel()
	membertest.Each(t, func(t *testing.T, w *membertest.World) {
		id := w.Register(t, 1)
		other := w.Register(t, 2)
		read := func(id string) member.Recipient {
			t.Helper()
			r, err := w.Members.Recipient(t.Context(), id)
			if err != nil {
				t.Fatal(err)
			}
			return r
		}
		if r := read(id); r.Bank.AccountNo != membertest.Somebody(1).BankAccountNo || r.State.Playing(w.Store.Now()) != nil {
			t.Errorf("%+v", r)
		}
		// Where there is one writer, a lock of the member changes no row.
		err := w.Store.Write(t.Context(), func(tx *store.Tx) error {
			_, err := state.LockTx(t.Context(), tx, id)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		before := w.Store.Statements()
		read(id)
		if n := w.Store.Statements() - before; w.Store.Engine() == store.SQLite && n != 0 {
			t.Errorf("an unchanged recipient took %d statements", n)
		}
		c := membertest.Change(membertest.Somebody(1))
		c.BankCode, c.BankAccountNo = "SCB", "7777777777"
		membertest.Want(t, "another bank", w.Members.UpdateProfile(t.Context(), id, c), "")
		if r := read(id); r.Bank.Code != "SCB" || r.Bank.AccountNo != "7777777777" {
			t.Errorf("after the change: %+v", r)
		}
		err = w.Store.Write(t.Context(), func(tx *store.Tx) error { return exclude(t.Context(), tx, id) })
		if err != nil {
			t.Fatal(err)
		}
		if r := read(id); !fault.Is(r.State.Playing(w.Store.Now()), fault.SELF_EXCLUDED) {
			t.Errorf("after the exclusion: %+v", r)
		}
		if r := read(other); r.Bank.AccountNo != membertest.Somebody(2).BankAccountNo || r.State.Playing(w.Store.Now()) != nil {
			t.Errorf("the other: %+v", r)
		}
		_, err = w.Members.Recipient(t.Context(), "NOBODY")
		membertest.Want(t, "nobody", err, fault.NO_USER)
	})
}

func exclude(ctx context.Context, tx *store.Tx, id string) error {
	locked, err := state.LockTx(ctx, tx, id)
	if err == nil {
		_, err = state.SetUntilTx(ctx, tx, locked, time.Time{}, tx.Now.Add(time.Hour))
	}
	return err
}

// TestARecipientDependsOnAllThatItReads: on SQLite it is remembered as long as none of these rows is written.
func TestARecipientDependsOnAllThatItReads(t *testing.T) {
	t.Parallel()
	storetest.On(t, store.SQLite, func(t *testing.T, engine store.Engine) {
		s := storetest.Open(t, engine)
		rows, reads := member.RecipientFrom("M"), storetest.Reads(t, s, "internal/memberdb/member.sql", "Recipient")
		if got := storetest.Tables(rows); !slices.Equal(got, reads) || len(reads) != 3 {
			t.Errorf("it depends on %v and reads %v", got, reads)
		}
	})
}
