package otp_test

import (
	"errors"
	"testing"

	"krapao/fault"
	"krapao/internal/store"
	"krapao/otp"
)

// A code that confirms a session is for the phone that it was sent to: a member with another number has no use for it. What is to
// happen with it happens in its commit, or it was not used.
func TestACodeThatConfirmsASession(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, b *bench) {
		sent, err := b.SendIn(t.Context(), number, "s1", home)
		want(t, "sent", err, "")
		code := b.sandbox.SMS(typed)[0].Code
		type place struct{ phone, session string }
		broken := errors.New("the commit fails")
		enter := func(in place, code string) error {
			return b.VerifyIn(t.Context(), in.phone, in.session, sent.Token, code, func(*store.Tx) error { return broken })
		}
		for what, in := range map[string]place{
			"another phone": {"+66898765432", "s1"}, "another session": {number, "s2"}, "no session": {number, ""},
		} {
			want(t, what, enter(in, code), fault.OTP_NOT_EXIST)
		}
		want(t, "as any other code", b.Verify(t.Context(), sent.Token, code), fault.OTP_NOT_EXIST)
		if err := enter(place{number, "s1"}, another(code)); fault.Of(err).Params["left"] != int64(4) {
			t.Errorf("what came before were no guesses: %v", err)
		}
		if err := enter(place{number, "s1"}, code); !errors.Is(err, broken) {
			t.Error(err)
		}
		for _, purpose := range []otp.Purpose{otp.Register, otp.Reset, otp.Login} {
			if b.proof(t, number, purpose, sent.Token) != otp.Unproved {
				t.Errorf("it proves the phone for %s", purpose)
			}
		}
	})
}
