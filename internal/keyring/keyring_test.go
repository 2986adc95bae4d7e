package keyring_test

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"krapao/internal/clock"
	"krapao/internal/keyring"
	"krapao/internal/secret"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
)

func master(fill byte) []byte { return bytes.Repeat([]byte{fill}, secret.KeySize) }

func one(fill byte) keyring.Masters { return keyring.Masters{1: master(fill)} }

func run(t *testing.T, s *store.Store, query string, args ...any) {
	t.Helper()
	err := s.Write(t.Context(), func(tx *store.Tx) error {
		_, err := tx.ExecContext(t.Context(), query, args...)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func each(t *testing.T, test func(t *testing.T, s *store.Store, c *clock.Fake)) {
	t.Helper()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		c := clock.NewFake(time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC))
		test(t, storetest.OpenAt(t, s.Engine(), c), c)
	})
}

func open(t *testing.T, s *store.Store, masters keyring.Masters) *keyring.Ring {
	t.Helper()
	r, err := keyring.Open(t.Context(), s, masters)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func guest(owner string) secret.Row {
	return secret.Row{Table: "chat_conversation", Column: "guest", ID: owner}
}

// add stores a sealed text in a row of an owner.
func add(t *testing.T, s *store.Store, box *secret.Box, owner, text string) {
	t.Helper()
	sealed, err := box.Seal(guest(owner), text)
	if err != nil {
		t.Fatal(err)
	}
	run(t, s, `INSERT INTO chat_conversation (owner, id, member, guest, language, session, state, number, read_by_customer,
		read_by_house, waiting_at, last_at, created_at) VALUES ($1, $3, '', $2, 'th', '', 'rules', 0, 0, 0, 0, 0, 0)`,
		owner, sealed, "of "+owner)
}

func text(t *testing.T, s *store.Store, owner string) (sealed string) {
	t.Helper()
	if err := s.DB().QueryRowContext(t.Context(),
		"SELECT guest FROM chat_conversation WHERE owner = $1", owner).Scan(&sealed); err != nil {
		t.Fatal(err)
	}
	return sealed
}

// Another master key is refused whatever the database holds: only its keys, sealed values, or values that a version without a key
// ring sealed. A master key whose version is missing is refused, too.
func TestAnotherMasterKeyIsRefused(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, s *store.Store, _ *clock.Fake) {
		if _, err := keyring.Read(t.Context(), s, one(1)); !errors.Is(err, keyring.ErrNone) {
			t.Errorf("a database without keys: %v", err)
		}
		first := open(t, s, one(1))
		again := open(t, s, one(1))
		if first.Box.Index("a", "b") != again.Box.Index("a", "b") {
			t.Error("the keys are not what they were")
		}
		if _, err := keyring.Open(t.Context(), s, one(2)); !errors.Is(err, keyring.ErrWrong) {
			t.Errorf("another key: %v", err)
		}
		if _, err := keyring.Open(t.Context(), s, keyring.Masters{2: master(1)}); err == nil ||
			!strings.Contains(err.Error(), "version 1 of the master key") {
			t.Errorf("without the version: %v", err)
		}
		plain, err := secret.FromMaster(master(1))
		if err != nil {
			t.Fatal(err)
		}
		if plain.Index("a", "b") == first.Box.Index("a", "b") {
			t.Error("the master key alone tells a new database's keys")
		}
	})
}

// A database of an earlier version gets keys only if the master key opens its sealed texts. They are the keys with which those
// were sealed, so a node of that version can go on reading and writing beside this one.
func TestADatabaseOfAVersionBefore(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, s *store.Store, _ *clock.Fake) {
		run(t, s, "INSERT INTO epoch (first_transfer, code) VALUES (0, 7)")
		before, err := secret.FromMaster(master(1))
		if err != nil {
			t.Fatal(err)
		}
		stranger, err := secret.FromMaster(master(9))
		if err != nil {
			t.Fatal(err)
		}
		add(t, s, before, "g:1", "one")
		add(t, s, before, "g:2", "two")
		add(t, s, stranger, "g:3", "of a node that was let in with a wrong key once")
		if _, err := keyring.Open(t.Context(), s, one(2)); !errors.Is(err, keyring.ErrWrong) {
			t.Fatalf("another key: %v", err)
		}
		if _, err := keyring.Open(t.Context(), s, one(9)); !errors.Is(err, keyring.ErrWrong) {
			t.Fatalf("the stranger's key: %v", err)
		}
		ring := open(t, s, one(1))
		if got, err := ring.Box.Open(guest("g:1"), text(t, s, "g:1")); err != nil || got != "one" {
			t.Errorf("%q, %v", got, err)
		}
		if ring.Box.Index("bank account", "KBANK 1") != before.Index("bank account", "KBANK 1") {
			t.Error("the indexes are others")
		}
		sealed, err := ring.Box.Seal(guest("g:4"), "four")
		if err != nil {
			t.Fatal(err)
		}
		if got, err := before.Open(guest("g:4"), sealed); err != nil || got != "four" {
			t.Errorf("the version before can't read it: %q, %v", got, err)
		}
	})
}

// During a rotation two nodes can always read each other's texts. At its end everything is sealed under the new key, the former
// master key opens nothing, and indexes are unchanged. It may be interrupted at any point.
func TestRotation(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, s *store.Store, c *clock.Fake) {
		ctx := t.Context()
		both := keyring.Masters{1: master(1), 2: master(2)}
		former := open(t, s, one(1)).Box
		const many = 53
		for n := range many {
			add(t, s, former, "g:"+time.Duration(n).String(), "text")
		}
		add(t, s, former, "m:1", "")
		run(t, s, "UPDATE chat_conversation SET guest = '' WHERE owner = 'm:1'")
		index := former.Index("bank account", "KBANK 1")
		node := open(t, s, both)
		rotation := open(t, s, both).Rotate()
		begun, err := rotation.Turn(ctx)
		if err != nil || !begun.Begun || begun.Version != 2 {
			t.Fatalf("%+v, %v", begun, err)
		}
		late, err := node.Box.Seal(guest("g:late"), "late") // it has not looked again yet
		if err != nil {
			t.Fatal(err)
		}
		total := 0
		for turns := 0; ; turns++ {
			if turns > 20 {
				t.Fatal("no end")
			}
			rotation = open(t, s, both).Rotate() // interrupted, and begun again elsewhere
			p, err := rotation.Turn(ctx)
			if err != nil {
				t.Fatal(err)
			}
			total += p.Moved
			for n := range many {
				owner := "g:" + time.Duration(n).String()
				if got, err := node.Box.Open(guest(owner), text(t, s, owner)); err != nil || got != "text" {
					t.Fatalf("%s in between: %q, %v", owner, got, err)
				}
			}
			if p.Done {
				break
			}
			if p.Wait > 0 {
				if late != "" {
					run(t, s, "UPDATE chat_conversation SET guest = $1 WHERE owner = 'm:1'", late)
					late = ""
					run(t, s, "UPDATE chat_conversation SET owner = 'g:late' WHERE owner = 'm:1'")
				}
				c.Advance(p.Wait)
			}
		}
		if total != many+1 {
			t.Errorf("%d sealed anew, want %d", total, many+1)
		}
		alone := open(t, s, keyring.Masters{2: master(2)})
		for owner, want := range map[string]string{"g:0s": "text", "g:52ns": "text", "g:late": "late"} {
			sealed := text(t, s, owner)
			if got, err := alone.Box.Open(guest(owner), sealed); err != nil || got != want {
				t.Errorf("%s: %q, %v", owner, got, err)
			}
			if _, err := former.Open(guest(owner), sealed); err == nil {
				t.Errorf("%s: the former keys open it", owner)
			}
		}
		if _, err := keyring.Open(ctx, s, one(1)); err == nil {
			t.Error("the former master key is let in")
		}
		if alone.Box.Index("bank account", "KBANK 1") != index {
			t.Error("an index changed: what is unique could be stored twice")
		}
		if p, err := alone.Rotate().Turn(ctx); err != nil || !p.Done {
			t.Errorf("again: %+v, %v", p, err)
		}
	})
}

// No rotation begins while a node runs that could not read the new texts.
func TestARotationWaitsForTheNodes(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, s *store.Store, c *clock.Fake) {
		ctx := t.Context()
		both := keyring.Masters{1: master(1), 2: master(2)}
		open(t, s, one(1))
		run(t, s, "INSERT INTO key_node (node, newest, seen_at) VALUES ('other', 1, $1)", clock.MicrosOf(s.Now()))
		if _, err := open(t, s, both).Rotate().Turn(ctx); err == nil ||
			!strings.Contains(err.Error(), "1 nodes run without version 2") {
			t.Fatalf("%v", err)
		}
		c.Advance(4 * time.Minute)
		if p, err := open(t, s, both).Rotate().Turn(ctx); err != nil || !p.Begun {
			t.Errorf("%+v, %v", p, err)
		}
	})
}

// A node of an earlier version is recognised by its own record, for as long as it was seen lately.
func TestWhoReadsWhatIsSealed(t *testing.T) {
	t.Parallel()
	storetest.Bubble(t, func(t *testing.T, engine store.Engine) {
		c := clock.NewFake(time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC))
		s := storetest.OpenAt(t, engine, c)
		r := open(t, s, one(1))
		all := func(want bool) {
			t.Helper()
			if got, err := r.AllRead(t.Context()); err != nil || got != want {
				t.Errorf("all read it: %v, %v; want %v", got, err, want)
			}
		}
		all(true)
		ctx, stop := context.WithCancel(t.Context())
		kept := make(chan struct{})
		go func() { defer close(kept); r.Keep(ctx, func(err error) { t.Error(err) }) }()
		synctest.Wait()
		all(true)
		run(t, s, "INSERT INTO key_node (node, newest, seen_at) VALUES ('other', 1, $1)", clock.MicrosOf(s.Now()))
		all(false)
		c.Advance(4 * time.Minute)
		all(true)
		stop()
		<-kept
	})
}
