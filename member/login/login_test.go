package login_test

import (
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"krapao/fault"
	"krapao/internal/ratelimit"
	"krapao/member/login"
	"krapao/member/membertest"
	"krapao/session"
)

const device = "0b0e7a4e-6f6b-4f0a-9f0e-2d9b8f6f7a11"

func TestLoginOpensASession(t *testing.T) {
	t.Parallel()
	membertest.Each(t, func(t *testing.T, w *membertest.World) {
		id := w.Register(t, 1)
		for _, username := range []string{"0800000001", "080-000-0001", "+66800000001"} {
			token, err := w.Logins.Login(t.Context(), login.Attempt{
				Username: username, Password: "correct horse", Address: membertest.Home,
			})
			if err != nil {
				t.Fatalf("%s: %v", username, err)
			}
			if s, err := w.Sessions.Check(t.Context(), session.Member, token); err != nil || s.Subject != id {
				t.Errorf("%s: session %+v, %v", username, s, err)
			}
			w.Clock.Advance(time.Minute)
		}
		m, err := w.Members.ByID(t.Context(), id)
		if err != nil || !m.LastLogin.Equal(membertest.Start.Add(time.Minute)) {
			t.Errorf("the login before this one was at %s, %v", m.LastLogin, err)
		}
	})
}

// A stranger can't distinguish a wrong password from a missing member, nor learn that a member is deactivated.
func TestLoginTellsNothing(t *testing.T) {
	t.Parallel()
	membertest.Each(t, func(t *testing.T, w *membertest.World) {
		w.Register(t, 1)
		inactive := w.Register(t, 2)
		if err := w.SetActive(t, inactive, false); err != nil {
			t.Fatal(err)
		}
		for _, in := range []login.Attempt{
			membertest.Attempt(1, "wrong", membertest.Home, ""),
			membertest.Attempt(2, "wrong", membertest.Home, ""),
			membertest.Attempt(3, "correct horse", membertest.Home, ""),
			{Username: "", Password: "", Address: membertest.Home},
			{Username: "' OR 1=1", Password: "x", Address: membertest.Home},
			{Username: "a\x00b", Password: "x", Address: membertest.Home},
			{Username: strings.Repeat("9", 60_000), Password: strings.Repeat("x", 60_000), Address: membertest.Home},
		} {
			_, err := w.Logins.Login(t.Context(), in)
			membertest.Want(t, in.Username[:min(10, len(in.Username))], err, fault.WRONG_CREDENTIAL)
			if f := fault.Of(err); f.Detail != "" || len(f.Params) != 0 {
				t.Errorf("%+v says more than the code", f)
			}
		}
		_, err := w.Logins.Login(t.Context(), membertest.Attempt(2, "correct horse", membertest.Home, ""))
		membertest.Want(t, "deactivated, right password", err, fault.INACTIVE_USER)
	})
}

func TestWrongLoginsAreLimitedAlike(t *testing.T) {
	t.Parallel()
	membertest.Each(t, func(t *testing.T, w *membertest.World) {
		w.Register(t, 1)
		for _, n := range []int{1, 2} { // 2 does not exist
			for range 5 {
				_, err := w.Logins.Login(t.Context(), membertest.Attempt(n, "wrong", membertest.Home, ""))
				membertest.Want(t, "within the limit", err, fault.WRONG_CREDENTIAL)
			}
			for _, password := range []string{"wrong", "correct horse"} {
				_, err := w.Logins.Login(t.Context(), membertest.Attempt(n, password, membertest.Home, ""))
				membertest.Want(t, "over the limit with "+password, err, fault.REQUEST_LIMIT)
				if seconds, ok := fault.Of(err).Params["seconds"].(int); !ok || seconds <= 0 {
					t.Errorf("how long to wait: %v", fault.Of(err).Params)
				}
			}
		}
		if _, err := w.Logins.Login(t.Context(), membertest.Attempt(1, "correct horse", "203.0.113.9", "")); err != nil {
			t.Errorf("from another address: %v", err)
		}
		w.Clock.Advance(15 * time.Minute)
		if _, err := w.Logins.Login(t.Context(), membertest.Attempt(1, "correct horse", membertest.Home, "")); err != nil {
			t.Errorf("15 minutes later: %v", err)
		}
	})
}

// Right logins use up no limit.
func TestRightLoginsAreNotLimited(t *testing.T) {
	t.Parallel()
	membertest.Each(t, func(t *testing.T, w *membertest.World) {
		w.Register(t, 1)
		var wg sync.WaitGroup
		for range 25 {
			wg.Go(func() {
				if _, err := w.Logins.Login(t.Context(), membertest.Attempt(1, "correct horse", membertest.Home, "")); err != nil {
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
	membertest.Each(t, func(t *testing.T, w *membertest.World) {
		w.Register(t, 1)
		if _, err := w.Logins.Login(t.Context(), membertest.Attempt(1, "correct horse", membertest.Home, device)); err != nil {
			t.Fatal(err)
		}
		for range 6 {
			_, _ = w.Logins.Login(t.Context(), membertest.Attempt(1, "wrong", membertest.Home, ""))
		}
		const browser = "7c3f2a2e-1111-4222-8333-444455556666"
		_, err := w.Logins.Login(t.Context(), membertest.Attempt(1, "correct horse", membertest.Home, browser))
		membertest.Want(t, "an unknown device", err, fault.REQUEST_LIMIT)
		_, err = w.Logins.Login(t.Context(), membertest.Attempt(1, "correct horse", membertest.Home, "not a UUID"))
		membertest.Want(t, "no device", err, fault.REQUEST_LIMIT)
		if _, err := w.Logins.Login(t.Context(), membertest.Attempt(1, "correct horse", membertest.Home, device)); err != nil {
			t.Errorf("the known device: %v", err)
		}
		_, err = w.Logins.Login(t.Context(), membertest.Attempt(1, "wrong", membertest.Home, device))
		membertest.Want(t, "the known device with a wrong password", err, fault.WRONG_CREDENTIAL)
		var stored int
		if err := w.Store.DB().QueryRowContext(t.Context(), "SELECT count(*) FROM device WHERE device = $1",
			device).Scan(&stored); err != nil || stored != 0 {
			t.Errorf("the device's own identifier is stored (%d), %v", stored, err)
		}
	})
}

// Who logs in with the same browser shares it, and nobody else does.
func TestWhoSharesABrowser(t *testing.T) {
	t.Parallel()
	membertest.Each(t, func(t *testing.T, w *membertest.World) {
		const other = "7c3f2a2e-1111-4222-8333-444455556666"
		var ids []string
		for n, browser := range []string{device, device, other} {
			ids = append(ids, w.Register(t, n+1))
			if _, err := w.Logins.Login(t.Context(), membertest.Attempt(n+1, "correct horse", membertest.Home, browser)); err != nil {
				t.Fatal(err)
			}
		}
		if shared, err := w.Logins.SharesDevice(t.Context(), ids[0], ids[1]); err != nil || !shared {
			t.Errorf("the same browser: %v, %v", shared, err)
		}
		if shared, err := w.Logins.SharesDevice(t.Context(), ids[0], ids[2]); err != nil || shared {
			t.Errorf("another browser: %v, %v", shared, err)
		}
		for n, want := range []bool{true, true, false} {
			if since, err := w.Logins.SharedSince(t.Context(), ids[n]); err != nil || since.IsZero() == want {
				t.Errorf("member %d shares a browser since %s, %v", n, since, err)
			}
		}
	})
}

// Two hundred guesses at once, from many addresses, on two nodes and over a restart: only as many as an hour allows are compared.
func TestGuessesOnTwoNodesShareOneAllowance(t *testing.T) {
	t.Parallel()
	membertest.Each(t, func(t *testing.T, w *membertest.World) {
		w.Register(t, 1)
		other := w.Node(t, membertest.Choose)
		var evaluated atomic.Int32
		guess := func(nodes ...*membertest.World) {
			var wg sync.WaitGroup
			for i := range 200 {
				wg.Go(func() {
					in := membertest.Attempt(1, "wrong", "203.0.113."+string(rune('0'+i%10)), "")
					if _, err := nodes[i%len(nodes)].Logins.Login(t.Context(), in); fault.Is(err, fault.WRONG_CREDENTIAL) {
						evaluated.Add(1)
					} else if !fault.Is(err, fault.REQUEST_LIMIT) {
						t.Errorf("guess: %v", err)
					}
				})
			}
			wg.Wait()
		}
		guess(w, other)
		again := w.Node(t, membertest.Choose) // a restart forgets nothing
		guess(again)
		if n := evaluated.Load(); n != 20 {
			t.Errorf("%d guesses were evaluated, not 20", n)
		}
	})
}

func TestLimitsOff(t *testing.T) {
	t.Parallel()
	membertest.EachWith(t, func(p *membertest.Parts) { p.Limiter = ratelimit.Off() }, func(t *testing.T, w *membertest.World) {
		w.Register(t, 1)
		for range 30 {
			_, err := w.Logins.Login(t.Context(), membertest.Attempt(1, "wrong", membertest.Home, ""))
			membertest.Want(t, "wrong", err, fault.WRONG_CREDENTIAL)
		}
		if _, err := w.Logins.Login(t.Context(), membertest.Attempt(1, "correct horse", membertest.Home, "")); err != nil {
			t.Error(err)
		}
	})
}

func TestBlockedAddressCannotLogIn(t *testing.T) {
	t.Parallel()
	membertest.Each(t, func(t *testing.T, w *membertest.World) {
		w.Register(t, 1)
		w.Apply(t, `{"settings": {"blockedAddresses": ["203.0.113.0/24"]}}`)
		_, err := w.Logins.Login(t.Context(), membertest.Attempt(1, "correct horse", "203.0.113.5", ""))
		membertest.Want(t, "blocked", err, fault.INVALID_IP)
		if _, err := w.Logins.Login(t.Context(), membertest.Attempt(1, "correct horse", membertest.Home, "")); err != nil {
			t.Error(err)
		}
	})
}
