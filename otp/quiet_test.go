package otp_test

import (
	"fmt"
	"regexp"
	"sync"
	"testing"
	"time"

	"krapao/fault"
	"krapao/otp"
	"krapao/sandbox/sandboxtest"
)

// asked demands an answer of OK.
func (b *bench) ask(t *testing.T, purpose otp.Purpose, phone string, by otp.Asker) otp.Sending {
	t.Helper()
	sending, err := b.Send(t.Context(), purpose, phone, by)
	if err != nil || sending.Code != fault.OK || len(sending.Token) != 52 {
		t.Fatalf("%+v, %v", sending, err)
	}
	return sending
}

var refForm = regexp.MustCompile(`^[0-9A-Za-z]+$`)

// An asker for a phone whose messages others have used up gets the answer for any phone. Nothing in it, nor its time, reveals
// that somebody else asked. No message is sent beyond the phone's limits.
func TestAStrangerIsToldNothingOfOthers(t *testing.T) {
	t.Parallel()
	for purpose, most := range map[otp.Purpose]int{otp.Register: 5, otp.Reset: 20} {
		t.Run(string(purpose), func(t *testing.T) {
			t.Parallel()
			eachWith(t, func(_ *sandboxtest.Sandbox, d *otp.Deps) {
				d.Limits.SMSPrefix = d.Limits.SMSPrefix.Budget(1000)
			}, func(t *testing.T, b *bench) {
				b.sandbox.AddFault(sandboxtest.Fault{Target: "sms", Mode: "slow", DelayMS: 700, Count: 1000})
				timed := func(phone string, by otp.Asker) (otp.Sending, time.Duration) {
					began := time.Now()
					sending := b.ask(t, purpose, phone, by)
					return sending, time.Since(began)
				}
				seen := map[string]bool{}
				for n := range 2 * most {
					by := otp.Asker{Address: fmt.Sprintf("203.0.113.%d", n)}
					known, took := timed(typed, by)
					fresh, usual := timed(fmt.Sprintf("09%04d0000", n), otp.Asker{Address: by.Address, Marks: []string{"another"}})
					if took != usual || len(known.Ref) != len(fresh.Ref) || !refForm.MatchString(known.Ref) || seen[known.Ref] {
						t.Errorf("%d: %q after %s, a fresh phone %q after %s", n, known.Ref, took, fresh.Ref, usual)
					}
					seen[known.Ref] = true
					_, err := b.Send(t.Context(), purpose, typed, by)
					want(t, "its own again", err, fault.REQUEST_LIMIT_1MIN)
					b.clock.Advance(2 * time.Second)
					if purpose == otp.Register {
						b.clock.Advance(time.Minute)
					}
				}
				if sent := len(b.sandbox.SMS(typed)); sent != most {
					t.Errorf("%d messages, want %d", sent, most)
				}
			})
		})
	}
}

// The limits on asking are the asker's own: per mark of its browser, or else per network.
func TestWhoAsksIsToldOfItsOwnAsking(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, b *bench) {
		browser := []string{"device:1"}
		b.ask(t, otp.Register, typed, otp.Asker{Address: home, Marks: browser})
		_, err := b.Send(t.Context(), otp.Register, typed, otp.Asker{Address: elsewhere, Marks: browser})
		want(t, "from the mobile network", err, fault.REQUEST_LIMIT_1MIN)
		b.ask(t, otp.Register, typed, otp.Asker{Address: home, Marks: []string{"device:2"}}) // who shares the network
		b.ask(t, otp.Register, typed, otp.Asker{Address: home})
		_, err = b.Send(t.Context(), otp.Register, typed, otp.Asker{Address: home})
		want(t, "without a mark, twice", err, fault.REQUEST_LIMIT_1MIN)
		if n := len(b.sandbox.SMS(typed)); n != 1 {
			t.Errorf("%d messages", n)
		}
		b.clock.Advance(time.Minute)
		b.ask(t, otp.Register, typed, otp.Asker{Address: elsewhere, Marks: browser})
		if n := len(b.sandbox.SMS(typed)); n != 2 {
			t.Errorf("%d messages after a minute", n)
		}
	})
}

// A member who asks again from another browser types the code on its phone, for whichever of the two answers. It proves the
// phone once, and for the purpose of that request.
func TestTheCodeThatThePhoneHasIsGoodForWhoAskedAgain(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, b *bench) {
		first, code := b.send(t, typed)
		again := b.ask(t, otp.Register, typed, otp.Asker{Address: elsewhere})
		want(t, "wrong", b.Verify(t.Context(), again.Token, another(code)), fault.OTP_CODE_INVALID)
		b.sandbox.AddFault(sandboxtest.Fault{Target: "sms", Op: "verify", Mode: "down", Count: 1})
		want(t, "not checked", b.Verify(t.Context(), again.Token, code), fault.OTP_VERIFY_FAIL)
		want(t, "right", b.Verify(t.Context(), again.Token, code), "")
		if b.proof(t, number, otp.Register, again.Token) != otp.Proved || b.proof(t, number, otp.Reset, again.Token) != otp.Unproved {
			t.Error("it proves the phone, to register")
		}
		want(t, "and once", b.Verify(t.Context(), first, code), fault.OTP_VERIFIED)
		if b.proof(t, number, otp.Register, first) != otp.Unproved {
			t.Error("one code proved the phone twice")
		}

		b.clock.Advance(time.Minute)
		b.send(t, typed)
		late := b.ask(t, otp.Register, typed, otp.Asker{Address: elsewhere})
		code = b.sandbox.SMS(typed)[0].Code
		b.clock.Advance(5 * time.Minute)
		want(t, "when its time is over", b.Verify(t.Context(), late.Token, code), fault.OTP_EXPIRED)
	})
}

// Of all guesses of those who share a message three are checked, and none of them counts as its asker's: a stranger can't use
// up the asker's tries. The others are wrong after the same time, and are counted as usual.
func TestGuessesAtASharedCode(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, b *bench) {
		token, code := b.send(t, typed)
		before := b.asked()
		for n := range 4 {
			stranger := b.ask(t, otp.Register, typed, otp.Asker{Address: fmt.Sprintf("203.0.113.%d", n)})
			for left := int64(4); left >= 0; left-- {
				err := b.Verify(t.Context(), stranger.Token, another(code))
				want(t, "a guess", err, fault.OTP_CODE_INVALID)
				if got := fault.Of(err).Params["left"]; got != left {
					t.Errorf("%v left, want %d", got, left)
				}
			}
			want(t, "the sixth", b.Verify(t.Context(), stranger.Token, code), fault.OTP_BLOCK)
		}
		if n := b.asked() - before; n != 3 {
			t.Errorf("%d guesses of strangers were looked at", n)
		}
		want(t, "who had it sent", b.Verify(t.Context(), token, code), "")
		stranger := b.ask(t, otp.Register, typed, otp.Asker{Address: elsewhere})
		want(t, "a code that was used", b.Verify(t.Context(), stranger.Token, code), fault.OTP_CODE_INVALID)
	})
}

// A guess that is not checked takes as long as one that is, in every case.
func TestTheTimeOfAGuessTellsNothing(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, b *bench) {
		b.sandbox.AddFault(sandboxtest.Fault{Target: "sms", Op: "verify", Mode: "slow", DelayMS: 1400, Count: 1000})
		token, code := b.send(t, typed)
		unsent := b.offer(t, number, false)
		shared := b.ask(t, otp.Register, typed, otp.Asker{Address: elsewhere}).Token
		for range 5 { // three of the shared one's are looked at
			for what, token := range map[string]string{"its own": token, "shared": shared} {
				began := time.Now()
				want(t, what, b.Verify(t.Context(), token, another(code)), fault.OTP_CODE_INVALID)
				if took := time.Since(began); took != 1400*time.Millisecond {
					t.Errorf("%s: answered after %s", what, took)
				}
			}
		}
		began := time.Now()
		want(t, "an offer without a message", b.Verify(t.Context(), unsent, "000000"), fault.OTP_CODE_INVALID)
		if took := time.Since(began); took != 1400*time.Millisecond {
			t.Errorf("an offer without a message was answered after %s", took)
		}
	})
}

// Two who ask at the same moment share one message, and its code is good for both.
func TestTwoWhoAskAtOnce(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, b *bench) {
		var tokens [2]string
		var both sync.WaitGroup
		for n, address := range []string{home, elsewhere} {
			both.Go(func() { tokens[n] = b.ask(t, otp.Register, typed, otp.Asker{Address: address}).Token })
		}
		both.Wait()
		messages := b.sandbox.SMS(typed)
		if len(messages) != 1 {
			t.Fatalf("%d messages", len(messages))
		}
		right := 0
		for _, token := range tokens {
			if err := b.Verify(t.Context(), token, messages[0].Code); err == nil {
				right++
			} else if !fault.Is(err, fault.OTP_VERIFIED) && !fault.Is(err, fault.OTP_CODE_INVALID) {
				t.Error(err)
			}
		}
		if right != 1 { // a code counts once
			t.Errorf("%d proved the phone", right)
		}
	})
}

// What the answer says about the house it says for every phone: where its budget is used up, also for a phone whose messages
// are used up.
func TestTheHousesBudgetIsToldOfEveryPhone(t *testing.T) {
	t.Parallel()
	eachWith(t, func(_ *sandboxtest.Sandbox, d *otp.Deps) {
		d.Limits.SMSHouse = d.Limits.SMSHouse.Budget(8)
	}, func(t *testing.T, b *bench) {
		b.send(t, typed)
		for n := range 3 { // they spend nothing
			b.ask(t, otp.Register, typed, otp.Asker{Address: fmt.Sprintf("203.0.113.%d", n)})
		}
		b.send(t, "0899999999")
		for _, phone := range []string{typed, "0877777777"} {
			_, err := b.Send(t.Context(), otp.Register, phone, otp.Asker{Address: elsewhere})
			want(t, phone, err, fault.OTP_BUSY)
		}
	})
}
