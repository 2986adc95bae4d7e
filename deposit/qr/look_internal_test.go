package qr

import (
	"fmt"
	"sync"
	"testing"
	"testing/synctest"

	"krapao/deposit/internal/depositdb"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
)

// TestCodesOfManyMembersAreReadTogether: as the query for one reads them, in one round trip, and a reference that the database
// refuses fails nobody else's.
func TestCodesOfManyMembersAreReadTogether(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("the short form has SQLite alone (make check)")
	}
	storetest.On(t, store.Postgres, func(t *testing.T, engine store.Engine) {
		config := storetest.Config(t, engine, nil)
		g := storetest.Gate{Holds: func(application string) bool { return application == "krapao-looks" }}
		g.Guard(&config)
		s, err := store.Open(t.Context(), config)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = s.Close() })
		const many = 8
		err = s.Write(t.Context(), func(tx *store.Tx) error {
			for n := range many {
				_, err := tx.ExecContext(t.Context(), `INSERT INTO qr_order (reference, member, account, amount, state, payload, outside,
					reason, created_at, expires_at, ended_at, poll_at, held_at, operation)
					VALUES ($1, $2, 'KBANK', $3, 'paid', 'p', 'o', 'r', 1, 2, 3, 4, 5, $4)`,
					fmt.Sprint("r", n), fmt.Sprint("M", n), 100+n, fmt.Sprint("k", n))
				if err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		c := newCodes(s)
		var alone [many]depositdb.QrOrder // read before: what a new connection prepares would be counted below
		for n := range alone {
			if alone[n], err = c.alone.QR(t.Context(), fmt.Sprint("r", n)); err != nil {
				t.Fatal(err)
			}
		}
		check := func(what string, got depositdb.QrOrder, err error, n int) {
			if err != nil || got != alone[n] {
				t.Errorf("%s %d: %+v, %v; alone %+v", what, n, got, err, alone[n])
			}
		}
		var wg sync.WaitGroup
		all := func() {
			for n := range many {
				wg.Go(func() {
					o, err := c.of(t.Context(), fmt.Sprint("r", n))
					check("by its reference", o, err, n)
				})
				wg.Go(func() {
					o, err := c.byOperation.At(t.Context(), fmt.Sprint("k", n))
					check("by its operation", o, err, n)
				})
			}
		}
		all() // prepares
		wg.Wait()
		before, open := s.Statements(), g.Shut()
		all()
		wg.Go(func() {
			if _, err := c.of(t.Context(), "r\x001"); err == nil || store.NotFound(err) {
				t.Errorf("a text that the database can't hold: %v", err)
			}
		})
		synctest.Wait()
		open()
		wg.Wait()
		if n := s.Statements() - before; n != 3 { // the first look goes alone, and so does that text
			t.Errorf("%d codes were read in %d round trips", 2*many, n)
		}
		if _, err := c.of(t.Context(), "nothing"); !store.NotFound(err) {
			t.Errorf("a code that is not there: %v", err)
		}
		if _, err := c.byOperation.At(t.Context(), ""); !store.NotFound(err) {
			t.Errorf("codes without an operation: %v", err)
		}
	})
}
