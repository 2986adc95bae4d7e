package member_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"krapao/fault"
	"krapao/internal/ratelimit"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/member"
	"krapao/session"
)

const device = "0b0e7a4e-6f6b-4f0a-9f0e-2d9b8f6f7a11"

func attempt(n int, password, address, dev string) member.Login {
	return member.Login{Username: somebody(n).Username, Password: password, Address: address, Device: dev}
}

func TestLoginOpensASession(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, b *bench) {
		id := b.register(t, 1)
		for _, username := range []string{"0800000001", "080-000-0001", "+66800000001"} {
			token, err := b.Login(t.Context(), member.Login{Username: username, Password: "correct horse", Address: home})
			if err != nil {
				t.Fatalf("%s: %v", username, err)
			}
			if s, err := b.sessions.Check(t.Context(), session.Member, token); err != nil || s.Subject != id {
				t.Errorf("%s: session %+v, %v", username, s, err)
			}
			b.clock.Advance(time.Minute)
		}
		m, err := b.ByID(t.Context(), id)
		if err != nil || !m.LastLogin.Equal(start.Add(time.Minute)) {
			t.Errorf("the login before this one was at %s, %v", m.LastLogin, err)
		}
	})
}

// A stranger can't distinguish a wrong password from a missing member, nor learn that a member is deactivated.
func TestLoginTellsNothing(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, b *bench) {
		b.register(t, 1)
		inactive := b.register(t, 2)
		if err := b.setActive(t, inactive, false); err != nil {
			t.Fatal(err)
		}
		for _, in := range []member.Login{
			attempt(1, "wrong", home, ""), attempt(2, "wrong", home, ""), attempt(3, "correct horse", home, ""),
			{Username: "", Password: "", Address: home},
			{Username: "' OR 1=1", Password: "x", Address: home},
			{Username: "a\x00b", Password: "x", Address: home},
			{Username: strings.Repeat("9", 60_000), Password: strings.Repeat("x", 60_000), Address: home},
		} {
			_, err := b.Login(t.Context(), in)
			want(t, in.Username[:min(10, len(in.Username))], err, fault.WRONG_CREDENTIAL)
			if f := fault.Of(err); f.Detail != "" || len(f.Params) != 0 {
				t.Errorf("%+v says more than the code", f)
			}
		}
		_, err := b.Login(t.Context(), attempt(2, "correct horse", home, ""))
		want(t, "deactivated, right password", err, fault.INACTIVE_USER)
	})
}

func TestWrongLoginsAreLimitedAlike(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, b *bench) {
		b.register(t, 1)
		for _, n := range []int{1, 2} { // 2 does not exist
			for range 5 {
				_, err := b.Login(t.Context(), attempt(n, "wrong", home, ""))
				want(t, "within the limit", err, fault.WRONG_CREDENTIAL)
			}
			for _, password := range []string{"wrong", "correct horse"} {
				_, err := b.Login(t.Context(), attempt(n, password, home, ""))
				want(t, "over the limit with "+password, err, fault.REQUEST_LIMIT)
				if seconds, ok := fault.Of(err).Params["seconds"].(int); !ok || seconds <= 0 {
					t.Errorf("how long to wait: %v", fault.Of(err).Params)
				}
			}
		}
		if _, err := b.Login(t.Context(), attempt(1, "correct horse", "203.0.113.9", "")); err != nil {
			t.Errorf("from another address: %v", err)
		}
		b.clock.Advance(15 * time.Minute)
		if _, err := b.Login(t.Context(), attempt(1, "correct horse", home, "")); err != nil {
			t.Errorf("15 minutes later: %v", err)
		}
	})
}

// Right logins use up no limit.
func TestRightLoginsAreNotLimited(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, b *bench) {
		b.register(t, 1)
		var wg sync.WaitGroup
		for range 25 {
			wg.Go(func() {
				if _, err := b.Login(t.Context(), attempt(1, "correct horse", home, "")); err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
	})
}

// A known device can log in while strangers guess, and a stranger's own device is worth nothing.
func TestKnownDevicePasses(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, b *bench) {
		b.register(t, 1)
		if _, err := b.Login(t.Context(), attempt(1, "correct horse", home, device)); err != nil {
			t.Fatal(err)
		}
		for range 6 {
			_, _ = b.Login(t.Context(), attempt(1, "wrong", home, ""))
		}
		_, err := b.Login(t.Context(), attempt(1, "correct horse", home, "7c3f2a2e-1111-4222-8333-444455556666"))
		want(t, "an unknown device", err, fault.REQUEST_LIMIT)
		_, err = b.Login(t.Context(), attempt(1, "correct horse", home, "not a UUID"))
		want(t, "no device", err, fault.REQUEST_LIMIT)
		if _, err := b.Login(t.Context(), attempt(1, "correct horse", home, device)); err != nil {
			t.Errorf("the known device: %v", err)
		}
		_, err = b.Login(t.Context(), attempt(1, "wrong", home, device))
		want(t, "the known device with a wrong password", err, fault.WRONG_CREDENTIAL)
		var stored int
		if err := b.store.DB().QueryRowContext(t.Context(), "SELECT count(*) FROM device WHERE device = $1",
			device).Scan(&stored); err != nil || stored != 0 {
			t.Errorf("the device's own identifier is stored (%d), %v", stored, err)
		}
	})
}

// Two hundred guesses at once, from many addresses, on two nodes and over a restart: only as many as an hour allows are compared.
func TestGuessesOnTwoNodesShareOneAllowance(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, b *bench) {
		b.register(t, 1)
		deps := b.Deps
		other, err := member.New(deps)
		if err != nil {
			t.Fatal(err)
		}
		var evaluated atomic.Int32
		guess := func(nodes ...*member.Service) {
			var wg sync.WaitGroup
			for i := range 200 {
				wg.Go(func() {
					in := attempt(1, "wrong", "203.0.113."+string(rune('0'+i%10)), "")
					if _, err := nodes[i%len(nodes)].Login(t.Context(), in); fault.Is(err, fault.WRONG_CREDENTIAL) {
						evaluated.Add(1)
					} else if !fault.Is(err, fault.REQUEST_LIMIT) {
						t.Errorf("guess: %v", err)
					}
				})
			}
			wg.Wait()
		}
		guess(b.Service, other)
		again, err := member.New(deps) // a restart forgets nothing
		if err != nil {
			t.Fatal(err)
		}
		guess(again)
		if n := evaluated.Load(); n != 20 {
			t.Errorf("%d guesses were evaluated, not 20", n)
		}
	})
}

func TestLimitsOff(t *testing.T) {
	t.Parallel()
	eachWith(t, func(d *member.Deps) { d.Limiter = ratelimit.Off() }, func(t *testing.T, b *bench) {
		b.register(t, 1)
		for range 30 {
			_, err := b.Login(t.Context(), attempt(1, "wrong", home, ""))
			want(t, "wrong", err, fault.WRONG_CREDENTIAL)
		}
		if _, err := b.Login(t.Context(), attempt(1, "correct horse", home, "")); err != nil {
			t.Error(err)
		}
	})
}

func TestBlockedAddressCannotLogIn(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, b *bench) {
		b.register(t, 1)
		applySettings(t, b, `{"blockedAddresses": ["203.0.113.0/24"]}`)
		_, err := b.Login(t.Context(), attempt(1, "correct horse", "203.0.113.5", ""))
		want(t, "blocked", err, fault.INVALID_IP)
		if _, err := b.Login(t.Context(), attempt(1, "correct horse", home, "")); err != nil {
			t.Error(err)
		}
	})
}

// The product's own cost, and an older hash that is replaced at the next login.
func TestPasswordsCostWhatTheyShould(t *testing.T) {
	t.Parallel()
	b := openSQLite(t, func(d *member.Deps) { d.Argon = member.Argon{} })
	id := b.register(t, 1)
	hash := b.storedHash(t, id)
	if !strings.HasPrefix(hash, "$argon2id$v=19$m=19456,t=2,p=1$") {
		t.Errorf("stored %q", hash)
	}
	deps := b.Deps
	deps.Argon = member.Argon{Memory: 20000, Passes: 3, Threads: 1}
	dearer, err := member.New(deps)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := dearer.Login(t.Context(), attempt(1, "correct horse", home, "")); err != nil {
		t.Fatal(err)
	}
	if grown := b.storedHash(t, id); !strings.HasPrefix(grown, "$argon2id$v=19$m=20000,t=3,p=1$") {
		t.Errorf("after a login at a higher cost: %q", grown)
	}
	if _, err := b.Login(t.Context(), attempt(1, "correct horse", home, "")); err != nil {
		t.Errorf("the grown hash does not match: %v", err)
	}
}

// An unknown member costs the same work as a known one: it waits for a slot, and its hash has today's cost. (Times themselves
// mean nothing on a loaded machine.)
func TestUnknownMemberCostsTheSame(t *testing.T) {
	t.Parallel()
	b := openSQLite(t, func(*member.Deps) {})
	b.register(t, 1)
	free := b.OccupyHasher()
	for _, n := range []int{1, 2} {
		ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
		if _, err := b.Login(ctx, attempt(n, "wrong password", home, "")); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("member %d was answered without a hash: %v", n, err)
		}
		cancel()
	}
	free()
	cost := func(phc string) string { return strings.Join(strings.Split(phc, "$")[:4], "$") }
	id := b.register(t, 3)
	if known := cost(b.storedHash(t, id)); cost(b.DummyHash()) != known {
		t.Errorf("an unknown member costs %s, a known one %s", cost(b.DummyHash()), known)
	}
}

func TestLongPasswordsAreNotCut(t *testing.T) {
	t.Parallel()
	b := openSQLite(t, func(*member.Deps) {})
	r := somebody(1)
	long := strings.Repeat("the same nine ", 6)[:72]
	r.Password = long + "x"
	if _, err := b.Register(t.Context(), r, proof); err != nil {
		t.Fatal(err)
	}
	_, err := b.Login(t.Context(), attempt(1, long+"y", home, ""))
	want(t, "another 73rd character", err, fault.WRONG_CREDENTIAL)
}

func openSQLite(t *testing.T, change func(*member.Deps)) *bench {
	t.Helper()
	c := newClock()
	return open(t, storetest.OpenAt(t, store.SQLite, c), c, change)
}

// stored is a password as its row holds it.
func (b *bench) stored(t *testing.T, id string) (hash, sealed string) {
	t.Helper()
	row := b.store.DB().QueryRowContext(t.Context(), "SELECT password_hash, password_sealed FROM member WHERE id = $1", id)
	if err := row.Scan(&hash, &sealed); err != nil {
		t.Fatal(err)
	}
	return hash, sealed
}

// storedHash returns the hash that is sealed in the row.
func (b *bench) storedHash(t *testing.T, id string) string {
	t.Helper()
	_, sealed := b.stored(t, id)
	hash, err := b.PHC(id, sealed)
	if err != nil {
		t.Fatal(err)
	}
	return hash
}
