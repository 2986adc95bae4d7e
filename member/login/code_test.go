package login_test

import (
	"context"
	"testing"

	"krapao/fault"
	"krapao/internal/store"
	"krapao/member"
	"krapao/member/login"
	"krapao/member/membertest"
	"krapao/session"
)

// shutOut has strangers guess until the limits stop every login of member 1 from new devices.
func shutOut(t *testing.T, w *membertest.World) {
	t.Helper()
	for range 5 {
		_, err := w.Logins.Login(t.Context(), membertest.Attempt(1, "wrong", membertest.Home, ""))
		membertest.Want(t, "a guess", err, fault.WRONG_CREDENTIAL)
	}
	w.Verified.Store(false) // nobody proved a phone to log in yet
}

func withCodes(t *testing.T, test func(t *testing.T, w *membertest.World)) {
	t.Helper()
	membertest.EachWith(t, func(p *membertest.Parts) { p.Codes = p.OTP.(login.Codes) }, test)
}

// A guesser gets the same answer, whatever the password and whether or not there is a member. Only a right password sends a code.
func TestALoginIsOfferedACode(t *testing.T) {
	t.Parallel()
	withCodes(t, func(t *testing.T, w *membertest.World) {
		id := w.Register(t, 1)
		shutOut(t, w)
		for range 5 {
			_, err := w.Logins.Login(t.Context(), membertest.Attempt(9, "wrong", membertest.Home, ""))
			membertest.Want(t, "a guess at nobody", err, fault.WRONG_CREDENTIAL)
		}
		var said []string
		for _, guess := range []login.Attempt{
			membertest.Attempt(1, "still wrong", membertest.Home, ""),
			membertest.Attempt(9, "correct horse", membertest.Home, ""),
			membertest.Attempt(1, "correct horse", membertest.Home, ""),
		} {
			_, err := w.Logins.Login(t.Context(), guess)
			membertest.Want(t, "beyond the brake", err, fault.REQUEST_LIMIT)
			if got := fault.Of(err).Params["otpToken"]; got != "offered" {
				t.Errorf("offered %v", got)
			}
			said = append(said, err.Error())
		}
		if said[0] != said[1] || said[1] != said[2] {
			t.Errorf("said %q", said)
		}
		if w.Offers.Load() != 3 || w.Sent.Load() != 1 {
			t.Errorf("%d offers, %d sent", w.Offers.Load(), w.Sent.Load())
		}
		if err := w.SetActive(t, id, false); err != nil {
			t.Fatal(err)
		}
		_, err := w.Logins.Login(t.Context(), membertest.Attempt(1, "correct horse", membertest.Home, ""))
		membertest.Want(t, "deactivated", err, fault.REQUEST_LIMIT)
		if w.Sent.Load() != 1 {
			t.Error("a deactivated member is sent a code")
		}
	})
}

// With the code, the right password opens a session and makes the device known. A wrong one is refused five times.
func TestACodeLetsAMemberIn(t *testing.T) {
	t.Parallel()
	withCodes(t, func(t *testing.T, w *membertest.World) {
		w.Register(t, 1)
		shutOut(t, w)
		w.Verified.Store(true)
		device := "3f2b8a54-8d0e-4b7e-9a57-0d9b6a1f2c3d"
		proven := membertest.Attempt(1, "wrong", membertest.Home, device)
		proven.Proof = "proof"
		for range 4 {
			_, err := w.Logins.Login(t.Context(), proven)
			membertest.Want(t, "wrong, with the code", err, fault.WRONG_CREDENTIAL)
		}
		proven.Password = "correct horse"
		token, err := w.Logins.Login(t.Context(), proven)
		membertest.Want(t, "right, with the code", err, "")
		_, err = w.Sessions.Check(t.Context(), session.Member, token)
		membertest.Want(t, "the session", err, "")
		w.Used.Store(true)
		_, err = w.Logins.Login(t.Context(), membertest.Attempt(1, "correct horse", membertest.Home, device))
		membertest.Want(t, "the device is known now", err, "")
		proven.Device = ""
		_, err = w.Logins.Login(t.Context(), proven)
		membertest.Want(t, "the code once more", err, fault.REQUEST_LIMIT)
	})
}

// A code that is used up before the session opens does not open it.
func TestACodeIsUsedInTheCommit(t *testing.T) {
	t.Parallel()
	late := func(p *membertest.Parts) { p.Codes = lateCodes{p.OTP.(login.Codes)} }
	membertest.EachWith(t, late, func(t *testing.T, w *membertest.World) {
		w.Register(t, 1)
		shutOut(t, w)
		w.Verified.Store(true)
		proven := membertest.Attempt(1, "correct horse", membertest.Home, "")
		proven.Proof = "proof"
		_, err := w.Logins.Login(t.Context(), proven)
		membertest.Want(t, "a code that another login won", err, fault.REQUEST_LIMIT)
	})
}

type lateCodes struct{ login.Codes }

func (lateCodes) UseTx(ctx context.Context, tx *store.Tx, phone string, purpose member.Purpose, token string) error {
	return fault.New(fault.UNVERIFIED_OTP, "")
}

// An address that guesses at many members gets no more passwords compared than its share.
func TestOffersOfAnAddressAreLimited(t *testing.T) {
	t.Parallel()
	three := func(p *membertest.Parts) { p.Codes, p.Limits.LoginCode.Count = p.OTP.(login.Codes), 3 }
	membertest.EachWith(t, three, func(t *testing.T, w *membertest.World) {
		w.Register(t, 1)
		shutOut(t, w)
		for i := range 4 {
			_, err := w.Logins.Login(t.Context(), membertest.Attempt(1, "wrong", membertest.Home, ""))
			membertest.Want(t, "a guess", err, fault.REQUEST_LIMIT)
			if offered := fault.Of(err).Params["otpToken"] != nil; offered != (i < 3) {
				t.Errorf("guess %d: offered %v", i, offered)
			}
		}
	})
}

// A member that proved its phone resets its password: every session ends, withdrawals wait, the limits on logins are reset,
// and the account shows it.
func TestAForgottenPasswordIsSetAnew(t *testing.T) {
	t.Parallel()
	withCodes(t, func(t *testing.T, w *membertest.World) {
		id := w.Register(t, 1)
		_, token := w.Login(t, 1, "correct horse")
		shutOut(t, w)
		reset := login.Forgotten{Phone: "+66 (0) 80-000-0001", Password: "battery staple", Token: "proof", Address: membertest.Home}
		change := func(what string, code fault.Code) {
			t.Helper()
			membertest.Want(t, what, w.Logins.ResetPassword(t.Context(), reset), code)
		}
		change("without a proof", fault.UNVERIFIED_OTP)
		w.Verified.Store(true)
		reset.Phone = "0212345"
		change("no phone", fault.PHONE_NUMBER_REQUIRE_10_DIGIT)
		reset.Phone = membertest.Somebody(9).Username
		change("nobody, told to who proved the phone", fault.NO_USER)
		reset.Phone, reset.Password = membertest.Somebody(1).Username, "short"
		change("short", fault.INVALID_USER_INFO)
		reset.Password = "Password1"
		change("weak", fault.WEAK_PASSWORD)
		if w.Secured.Load() != 0 {
			t.Error("a refused one reset game passwords")
		}
		reset.Password = "battery staple"
		change("right", "")
		_, err := w.Sessions.Check(t.Context(), session.Member, token)
		membertest.Want(t, "the sessions before", err, fault.INVALID_USER_3)
		if w.Secured.Load() != 1 {
			t.Error("game passwords were not reset")
		}
		m, err := w.Members.ByID(t.Context(), id)
		if err != nil || !m.SecuredAt.Equal(w.Clock.Now()) || !m.ResetAt.Equal(w.Clock.Now()) {
			t.Errorf("withdrawals would not wait, or nothing shows: %s, %s, %v", m.SecuredAt, m.ResetAt, err)
		}
		_, err = w.Logins.Login(t.Context(), membertest.Attempt(1, "correct horse", membertest.Home, ""))
		membertest.Want(t, "the old one", err, fault.WRONG_CREDENTIAL)
		w.Login(t, 1, "battery staple")
		w.Used.Store(true)
		change("the proof once more", fault.UNVERIFIED_OTP)
		w.Used.Store(false)
		if err := w.SetActive(t, id, false); err != nil {
			t.Fatal(err)
		}
		change("deactivated", fault.INACTIVE_USER)
	})
}
