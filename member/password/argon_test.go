package password_test

import (
	"strings"
	"testing"

	"krapao/fault"
	"krapao/internal/argon"
	"krapao/member/membertest"
)

// The product's own cost, and an older hash that is replaced at the next login.
func TestPasswordsCostWhatTheyShould(t *testing.T) {
	t.Parallel()
	w := membertest.OnSQLite(t, func(p *membertest.Parts) { p.Argon = argon.Cost{} })
	id := w.Register(t, 1)
	hash := storedHash(t, w, id)
	if !strings.HasPrefix(hash, "$argon2id$v=19$m=19456,t=2,p=1$") {
		t.Errorf("stored %q", hash)
	}
	dearer := w.Node(t, func(p *membertest.Parts) { p.Argon = argon.Cost{Memory: 20000, Passes: 3, Threads: 1} })
	if _, err := dearer.Logins.Login(t.Context(), membertest.Attempt(1, "correct horse", membertest.Home, "")); err != nil {
		t.Fatal(err)
	}
	if grown := storedHash(t, w, id); !strings.HasPrefix(grown, "$argon2id$v=19$m=20000,t=3,p=1$") {
		t.Errorf("after a login at a higher cost: %q", grown)
	}
	if _, err := w.Logins.Login(t.Context(), membertest.Attempt(1, "correct horse", membertest.Home, "")); err != nil {
		t.Errorf("the grown hash does not match: %v", err)
	}
}

// An unknown member costs the same work as a known one: one comparison, of today's cost. (Times themselves mean nothing on a
// loaded machine.)
func TestUnknownMemberCostsTheSame(t *testing.T) {
	t.Parallel()
	w := membertest.OnSQLite(t, membertest.Choose)
	w.Register(t, 1)
	compared := w.Passwords.Counted()
	for _, n := range []int{1, 2} {
		before := compared.N()
		_, err := w.Logins.Login(t.Context(), membertest.Attempt(n, "wrong password", membertest.Home, ""))
		membertest.Want(t, "a wrong password", err, fault.WRONG_CREDENTIAL)
		if done := compared.N() - before; done != 1 {
			t.Errorf("member %d was answered after %d comparisons", n, done)
		}
	}
	cost := func(phc string) string { return strings.Join(strings.Split(phc, "$")[:4], "$") }
	id := w.Register(t, 3)
	if known := cost(storedHash(t, w, id)); cost(w.Passwords.DummyHash()) != known {
		t.Errorf("an unknown member costs %s, a known one %s", cost(w.Passwords.DummyHash()), known)
	}
}

func TestLongPasswordsAreNotCut(t *testing.T) {
	t.Parallel()
	w := membertest.OnSQLite(t, membertest.Choose)
	r := membertest.Somebody(1)
	long := strings.Repeat("the same nine ", 6)[:72]
	r.Password = long + "x"
	if _, err := w.Members.Register(t.Context(), r, membertest.Proof); err != nil {
		t.Fatal(err)
	}
	_, err := w.Logins.Login(t.Context(), membertest.Attempt(1, long+"y", membertest.Home, ""))
	membertest.Want(t, "another 73rd character", err, fault.WRONG_CREDENTIAL)
}

// stored is a password as its row holds it.
func stored(t *testing.T, w *membertest.World, id string) (hash, sealed string) {
	t.Helper()
	row := w.Store.DB().QueryRowContext(t.Context(), "SELECT password_hash, password_sealed FROM member WHERE id = $1", id)
	if err := row.Scan(&hash, &sealed); err != nil {
		t.Fatal(err)
	}
	return hash, sealed
}

// storedHash returns the hash that is sealed in the row.
func storedHash(t *testing.T, w *membertest.World, id string) string {
	t.Helper()
	_, sealed := stored(t, w, id)
	hash, err := w.Passwords.PHC(id, sealed)
	if err != nil {
		t.Fatal(err)
	}
	return hash
}
