package password_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/member"
	"krapao/member/membertest"
)

// older writes a member's row as a node of the previous version does: the hash in plain, beside whatever is sealed.
func older(t *testing.T, w *membertest.World, id, phc string) {
	t.Helper()
	if err := w.Store.Write(t.Context(), func(tx *store.Tx) error {
		_, err := tx.ExecContext(t.Context(), "UPDATE member SET password_hash = $1 WHERE id = $2", phc, id)
		return err
	}); err != nil {
		t.Fatal(err)
	}
}

func seal(t *testing.T, w *membertest.World, want int) {
	t.Helper()
	if n, err := w.Passwords.SealAll(t.Context()); err != nil || n != want {
		t.Fatalf("%d sealed, %v; want %d", n, err, want)
	}
}

func letIn(t *testing.T, w *membertest.World, n int, password string) {
	t.Helper()
	if _, err := w.Logins.Login(t.Context(), membertest.Attempt(n, password, membertest.Home, "")); err != nil {
		t.Errorf("member %d with %q: %v", n, password, err)
	}
}

// Plain hashes are sealed in batches without anybody's password. The newer one of two counts.
func TestPasswordsOfAVersionBeforeAreSealed(t *testing.T) {
	t.Parallel()
	membertest.Each(t, func(t *testing.T, w *membertest.World) {
		const members = 205 // more than two batches
		ids := make([]string, members)
		for n := range ids {
			id, err := w.Members.Register(t.Context(), membertest.Somebody(n+1), member.Proof{Address: fmt.Sprintf("203.0.113.%d", n)})
			if err != nil {
				t.Fatal(err)
			}
			ids[n] = id
			older(t, w, ids[n], storedHash(t, w, ids[n]))
		}
		seal(t, w, members)
		for _, id := range ids {
			if hash, sealed := stored(t, w, id); hash != "" || sealed == "" || strings.Contains(sealed, "argon2id") {
				t.Fatalf("%q %q", hash, sealed)
			}
		}
		letIn(t, w, members, "correct horse")
		seal(t, w, 0)

		another := w.Register(t, members+1)
		changed(t, w, another, "battery staple")
		older(t, w, ids[0], storedHash(t, w, another)) // an operator's one-time password, by a node of the version before
		letIn(t, w, 1, "battery staple")
		seal(t, w, 1)
		letIn(t, w, 1, "battery staple")
	})
}

func changed(t *testing.T, w *membertest.World, id, password string) {
	t.Helper()
	if err := w.GivePassword(t, id, password); err != nil {
		t.Fatal(err)
	}
}

// While nodes of the previous version may run, they can read every password. Passwords are sealed, for good, once all nodes
// can read sealed ones; on PostgreSQL an hour after the first such node, since older nodes do not announce themselves.
func TestNothingIsSealedWhileOlderNodesRun(t *testing.T) {
	t.Parallel()
	storetest.Bubble(t, func(t *testing.T, engine store.Engine) {
		c := clock.NewFake(membertest.Start)
		s := storetest.OpenAt(t, engine, c)
		older := true
		w := membertest.Open(t, s, c, func(p *membertest.Parts) {
			p.AllRead = func(context.Context) (bool, error) { return !older, nil }
		})
		first := w.Register(t, 1)
		plain := func(id string) bool { hash, _ := stored(t, w, id); return hash != "" }
		seal(t, w, 0)
		changed(t, w, first, "battery staple")
		if !plain(first) {
			t.Fatal("an older node finds no password")
		}
		older = false
		if engine == store.Postgres {
			seal(t, w, 0)
			c.Advance(time.Hour - time.Second)
			seal(t, w, 0)
			c.Advance(time.Second)
		}
		seal(t, w, 1)
		older = true // one that is started again by mistake changes nothing
		second := w.Register(t, 2)
		if plain(first) || plain(second) {
			t.Error("not sealed, though it was decided")
		}
		letIn(t, w, 1, "battery staple")
		letIn(t, w, 2, "correct horse")
	})
}

// A sealed password opens only in its own member's row.
func TestASealedPasswordIsItsMembers(t *testing.T) {
	t.Parallel()
	w := membertest.OnSQLite(t, membertest.Choose)
	mine, others := w.Register(t, 1), w.Register(t, 2)
	_, sealed := stored(t, w, mine)
	if _, err := w.Passwords.PHC(others, sealed); err == nil {
		t.Error("it opens in another's row")
	}
}
