package member_test

import (
	"context"
	"testing"

	"krapao/fault"
	"krapao/internal/store"
	"krapao/member"
	"krapao/session"
)

// shutOut has strangers guess until the limits stop every login of member 1 from new devices.
func (b *bench) shutOut(t *testing.T) {
	t.Helper()
	for range 5 {
		_, err := b.Login(t.Context(), attempt(1, "wrong", home, ""))
		want(t, "a guess", err, fault.WRONG_CREDENTIAL)
	}
	b.verified.Store(false) // nobody proved a phone to log in yet
}

func withCodes(t *testing.T, test func(t *testing.T, b *bench)) {
	t.Helper()
	eachWith(t, func(d *member.Deps) { d.Codes = d.OTP.(member.Codes) }, test)
}

// A guesser gets the same answer, whatever the password and whether or not there is a member. Only a right password sends a code.
func TestALoginIsOfferedACode(t *testing.T) {
	t.Parallel()
	withCodes(t, func(t *testing.T, b *bench) {
		id := b.register(t, 1)
		b.shutOut(t)
		for range 5 {
			_, err := b.Login(t.Context(), attempt(9, "wrong", home, ""))
			want(t, "a guess at nobody", err, fault.WRONG_CREDENTIAL)
		}
		var said []string
		for _, guess := range []member.Login{
			attempt(1, "still wrong", home, ""), attempt(9, "correct horse", home, ""), attempt(1, "correct horse", home, ""),
		} {
			_, err := b.Login(t.Context(), guess)
			want(t, "beyond the brake", err, fault.REQUEST_LIMIT)
			if got := fault.Of(err).Params["otpToken"]; got != "offered" {
				t.Errorf("offered %v", got)
			}
			said = append(said, err.Error())
		}
		if said[0] != said[1] || said[1] != said[2] {
			t.Errorf("said %q", said)
		}
		if b.offers.Load() != 3 || b.sent.Load() != 1 {
			t.Errorf("%d offers, %d sent", b.offers.Load(), b.sent.Load())
		}
		if err := b.setActive(t, id, false); err != nil {
			t.Fatal(err)
		}
		_, err := b.Login(t.Context(), attempt(1, "correct horse", home, ""))
		want(t, "deactivated", err, fault.REQUEST_LIMIT)
		if b.sent.Load() != 1 {
			t.Error("a deactivated member is sent a code")
		}
	})
}

// With the code, the right password opens a session and makes the device known. A wrong one is refused five times.
func TestACodeLetsAMemberIn(t *testing.T) {
	t.Parallel()
	withCodes(t, func(t *testing.T, b *bench) {
		b.register(t, 1)
		b.shutOut(t)
		b.verified.Store(true)
		device := "3f2b8a54-8d0e-4b7e-9a57-0d9b6a1f2c3d"
		proven := attempt(1, "wrong", home, device)
		proven.Proof = "proof"
		for range 4 {
			_, err := b.Login(t.Context(), proven)
			want(t, "wrong, with the code", err, fault.WRONG_CREDENTIAL)
		}
		proven.Password = "correct horse"
		token, err := b.Login(t.Context(), proven)
		want(t, "right, with the code", err, "")
		_, err = b.sessions.Check(t.Context(), session.Member, token)
		want(t, "the session", err, "")
		b.used.Store(true)
		_, err = b.Login(t.Context(), attempt(1, "correct horse", home, device))
		want(t, "the device is known now", err, "")
		proven.Device = ""
		_, err = b.Login(t.Context(), proven)
		want(t, "the code once more", err, fault.REQUEST_LIMIT)
	})
}

// A code that is used up before the session opens does not open it.
func TestACodeIsUsedInTheCommit(t *testing.T) {
	t.Parallel()
	eachWith(t, func(d *member.Deps) { d.Codes = lateCodes{d.OTP.(member.Codes)} }, func(t *testing.T, b *bench) {
		b.register(t, 1)
		b.shutOut(t)
		b.verified.Store(true)
		proven := attempt(1, "correct horse", home, "")
		proven.Proof = "proof"
		_, err := b.Login(t.Context(), proven)
		want(t, "a code that another login won", err, fault.REQUEST_LIMIT)
	})
}

type lateCodes struct{ member.Codes }

func (lateCodes) UseTx(ctx context.Context, tx *store.Tx, phone string, purpose member.Purpose, token string) error {
	return fault.New(fault.UNVERIFIED_OTP, "")
}

// An address that guesses at many members gets no more passwords compared than its share.
func TestOffersOfAnAddressAreLimited(t *testing.T) {
	t.Parallel()
	eachWith(t, func(d *member.Deps) { d.Codes, d.Limits.LoginCode.Count = d.OTP.(member.Codes), 3 }, func(t *testing.T, b *bench) {
		b.register(t, 1)
		b.shutOut(t)
		for i := range 4 {
			_, err := b.Login(t.Context(), attempt(1, "wrong", home, ""))
			want(t, "a guess", err, fault.REQUEST_LIMIT)
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
	withCodes(t, func(t *testing.T, b *bench) {
		id := b.register(t, 1)
		_, token := b.login(t, 1, "correct horse")
		b.shutOut(t)
		reset := member.Forgotten{Phone: "+66 (0) 80-000-0001", Password: "battery staple", Token: "proof", Address: home}
		change := func(what string, code fault.Code) {
			t.Helper()
			want(t, what, b.ResetPassword(t.Context(), reset), code)
		}
		change("without a proof", fault.UNVERIFIED_OTP)
		b.verified.Store(true)
		reset.Phone = "0212345"
		change("no phone", fault.PHONE_NUMBER_REQUIRE_10_DIGIT)
		reset.Phone = somebody(9).Username
		change("nobody, told to who proved the phone", fault.NO_USER)
		reset.Phone, reset.Password = somebody(1).Username, "short"
		change("short", fault.INVALID_USER_INFO)
		reset.Password = "Password1"
		change("weak", fault.WEAK_PASSWORD)
		if b.secured.Load() != 0 {
			t.Error("a refused one reset game passwords")
		}
		reset.Password = "battery staple"
		change("right", "")
		_, err := b.sessions.Check(t.Context(), session.Member, token)
		want(t, "the sessions before", err, fault.INVALID_USER_3)
		if b.secured.Load() != 1 {
			t.Error("game passwords were not reset")
		}
		m, err := b.ByID(t.Context(), id)
		if err != nil || !m.SecuredAt.Equal(b.clock.Now()) || !m.ResetAt.Equal(b.clock.Now()) {
			t.Errorf("withdrawals would not wait, or nothing shows: %s, %s, %v", m.SecuredAt, m.ResetAt, err)
		}
		_, err = b.Login(t.Context(), attempt(1, "correct horse", home, ""))
		want(t, "the old one", err, fault.WRONG_CREDENTIAL)
		b.login(t, 1, "battery staple")
		b.used.Store(true)
		change("the proof once more", fault.UNVERIFIED_OTP)
		b.used.Store(false)
		if err := b.setActive(t, id, false); err != nil {
			t.Fatal(err)
		}
		change("deactivated", fault.INACTIVE_USER)
	})
}
