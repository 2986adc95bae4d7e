package member_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/member"
)

// older writes a member's row as a node of the previous version does: the hash in plain, beside whatever is sealed.
func (b *bench) older(t *testing.T, id, phc string) {
	t.Helper()
	if err := b.store.Write(t.Context(), func(tx *store.Tx) error {
		_, err := tx.ExecContext(t.Context(), "UPDATE member SET password_hash = $1 WHERE id = $2", phc, id)
		return err
	}); err != nil {
		t.Fatal(err)
	}
}

func (b *bench) seal(t *testing.T, want int) {
	t.Helper()
	if n, err := b.SealPasswords(t.Context()); err != nil || n != want {
		t.Fatalf("%d sealed, %v; want %d", n, err, want)
	}
}

func (b *bench) in(t *testing.T, n int, password string) {
	t.Helper()
	if _, err := b.Login(t.Context(), attempt(n, password, home, "")); err != nil {
		t.Errorf("member %d with %q: %v", n, password, err)
	}
}

// Plain hashes are sealed in batches without anybody's password. The newer one of two counts.
func TestPasswordsOfAVersionBeforeAreSealed(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, b *bench) {
		const members = 205 // more than two batches
		ids := make([]string, members)
		for n := range ids {
			id, err := b.Register(t.Context(), somebody(n+1), member.Proof{Address: fmt.Sprintf("203.0.113.%d", n)})
			if err != nil {
				t.Fatal(err)
			}
			ids[n] = id
			b.older(t, ids[n], b.storedHash(t, ids[n]))
		}
		b.seal(t, members)
		for _, id := range ids {
			if hash, sealed := b.stored(t, id); hash != "" || sealed == "" || strings.Contains(sealed, "argon2id") {
				t.Fatalf("%q %q", hash, sealed)
			}
		}
		b.in(t, members, "correct horse")
		b.seal(t, 0)

		another := b.register(t, members+1)
		b.changed(t, another, "battery staple")
		b.older(t, ids[0], b.storedHash(t, another)) // an operator's one-time password, by a node of the version before
		b.in(t, 1, "battery staple")
		b.seal(t, 1)
		b.in(t, 1, "battery staple")
	})
}

func (b *bench) changed(t *testing.T, id, password string) {
	t.Helper()
	if err := b.SetPassword(t.Context(), id, password); err != nil {
		t.Fatal(err)
	}
}

// While nodes of the previous version may run, they can read every password. Passwords are sealed, for good, once all nodes
// can read sealed ones; on PostgreSQL an hour after the first such node, since older nodes do not announce themselves.
func TestNothingIsSealedWhileOlderNodesRun(t *testing.T) {
	t.Parallel()
	storetest.Bubble(t, func(t *testing.T, engine store.Engine) {
		c := newClock()
		s := storetest.OpenAt(t, engine, c)
		older := true
		b := open(t, s, c, func(d *member.Deps) {
			d.AllRead = func(context.Context) (bool, error) { return !older, nil }
		})
		first := b.register(t, 1)
		plain := func(id string) bool { hash, _ := b.stored(t, id); return hash != "" }
		b.seal(t, 0)
		b.changed(t, first, "battery staple")
		if !plain(first) {
			t.Fatal("an older node finds no password")
		}
		older = false
		if engine == store.Postgres {
			b.seal(t, 0)
			c.Advance(time.Hour - time.Second)
			b.seal(t, 0)
			c.Advance(time.Second)
		}
		b.seal(t, 1)
		older = true // one that is started again by mistake changes nothing
		second := b.register(t, 2)
		if plain(first) || plain(second) {
			t.Error("not sealed, though it was decided")
		}
		b.in(t, 1, "battery staple")
		b.in(t, 2, "correct horse")
	})
}

// A sealed password opens only in its own member's row.
func TestASealedPasswordIsItsMembers(t *testing.T) {
	t.Parallel()
	b := openSQLite(t, func(*member.Deps) {})
	mine, others := b.register(t, 1), b.register(t, 2)
	_, sealed := b.stored(t, mine)
	if _, err := b.PHC(others, sealed); err == nil {
		t.Error("it opens in another's row")
	}
}
