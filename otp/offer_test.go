package otp_test

import (
	"testing"
	"time"

	"krapao/fault"
	"krapao/otp"
	"krapao/sandbox/sandboxtest"
)

func (b *bench) offer(t *testing.T, phone string, genuine bool) string {
	t.Helper()
	token, err := b.Offer(t.Context(), phone, home, genuine)
	if err != nil {
		t.Fatal(err)
	}
	return token
}

// An offer looks the same whether a message is sent or not: its token, its answers to wrong codes, and their time. Only the
// code proves the phone.
func TestAnOfferTellsNothing(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, b *bench) {
		for _, genuine := range []bool{true, false} {
			token := b.offer(t, number, genuine)
			if len(token) != 52 {
				t.Errorf("token %q", token)
			}
			for left := int64(4); left >= 0; left-- {
				asked := time.Now()
				err := b.Verify(t.Context(), token, "000000")
				want(t, "wrong, at once", err, fault.OTP_CODE_INVALID)
				if got := fault.Of(err).Params["left"]; got != left {
					t.Errorf("genuine %v: %v left, want %d", genuine, got, left)
				}
				if took := time.Since(asked); took != time.Second {
					t.Errorf("genuine %v: answered after %s", genuine, took)
				}
			}
			want(t, "the sixth", b.Verify(t.Context(), token, "000000"), fault.OTP_BLOCK)
			b.Wait()
		}
		if n := len(b.sandbox.SMS(typed)); n != 1 {
			t.Errorf("%d messages", n)
		}
	})
}

func TestAnOfferThatWasSentLetsIn(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, b *bench) {
		token := b.offer(t, number, true)
		b.Wait()
		code := b.sandbox.SMS(typed)[0].Code
		want(t, "right", b.Verify(t.Context(), token, code), "")
		if b.proof(t, number, otp.Login, token) != otp.Proved || b.proof(t, number, otp.Register, token) != otp.Unproved {
			t.Error("it proves a login, and that alone")
		}
		want(t, "a second time", b.Verify(t.Context(), token, code), fault.OTP_VERIFIED)
	})
}

// Faults of the gateway are not revealed either: an offer whose message or check failed answers that the code is wrong.
func TestAnOfferWhoseGatewayFails(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, b *bench) {
		b.sandbox.AddFault(sandboxtest.Fault{Target: "sms", Mode: "refuse", Count: 1})
		token := b.offer(t, number, true)
		b.Wait()
		want(t, "not sent", b.Verify(t.Context(), token, "000000"), fault.OTP_CODE_INVALID)
		b.sandbox.ClearFaults()
		token = b.offer(t, number, true) // the minute's wait was spared
		b.Wait()
		code := b.sandbox.SMS(typed)[0].Code
		b.sandbox.AddFault(sandboxtest.Fault{Target: "sms", Op: "verify", Mode: "down", Count: 1})
		want(t, "not checked", b.Verify(t.Context(), token, code), fault.OTP_CODE_INVALID)
		want(t, "checked", b.Verify(t.Context(), token, code), "")
	})
}

// Codes for logins have limits of their own. Strangers can't use them up, since they never get a code sent.
func TestStrangersUseUpNoCodes(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, b *bench) {
		for i := range 30 {
			b.offer(t, number, false)
			if i < 5 {
				b.send(t, typed) // and codes to register with
				b.clock.Advance(time.Minute)
			}
		}
		_, err := b.Send(t.Context(), otp.Register, typed, otp.Asker{Address: home})
		want(t, "to register", err, fault.REQUEST_LIMIT)
		for i := range 3 {
			_, err := b.Send(t.Context(), otp.Reset, typed, otp.Asker{Address: elsewhere})
			want(t, "a stranger, to reset", err, "")
			if i == 0 {
				_, err = b.Send(t.Context(), otp.Reset, typed, otp.Asker{Address: elsewhere})
				want(t, "at once again", err, fault.REQUEST_LIMIT_1MIN)
			}
			b.clock.Advance(time.Minute)
		}
		_, err = b.Send(t.Context(), otp.Reset, typed, otp.Asker{Address: elsewhere})
		want(t, "a stranger's fourth", err, fault.REQUEST_LIMIT)
		_, err = b.Send(t.Context(), otp.Reset, typed, otp.Asker{Address: home})
		want(t, "the member, to reset", err, "")
		before := len(b.sandbox.SMS(typed))
		b.offer(t, number, true)
		b.Wait()
		b.offer(t, number, true) // within the minute: one message
		b.Wait()
		if n := len(b.sandbox.SMS(typed)) - before; n != 1 {
			t.Errorf("%d messages to log in with", n)
		}
	})
}
