package login_test

import (
	"testing"

	"krapao/fault"
	"krapao/member/membertest"
	"krapao/session"
)

func TestChangePasswordEndsOtherSessions(t *testing.T) {
	t.Parallel()
	membertest.Each(t, func(t *testing.T, w *membertest.World) {
		id := w.Register(t, 1)
		own, ownToken := w.Login(t, 1, "correct horse")
		_, otherToken := w.Login(t, 1, "correct horse")
		membertest.Want(t, "too short",
			w.Logins.ChangePassword(t.Context(), id, membertest.Typing(own, "correct horse"), "short"), fault.INVALID_USER_INFO)
		membertest.Want(t, "wrong old one",
			w.Logins.ChangePassword(t.Context(), id, membertest.Typing(own, "wrong"), "battery staple"), fault.WRONG_PASSWORD)
		if w.Secured.Load() != 0 {
			t.Error("game passwords were reset by a refused change")
		}
		membertest.Want(t, "right",
			w.Logins.ChangePassword(t.Context(), id, membertest.Typing(own, "correct horse"), "battery staple"), "")
		if w.Secured.Load() != 1 {
			t.Error("game passwords were not reset")
		}
		_, err := w.Sessions.Check(t.Context(), session.Member, ownToken)
		membertest.Want(t, "own session", err, "")
		_, err = w.Sessions.Check(t.Context(), session.Member, otherToken)
		membertest.Want(t, "other session", err, fault.INVALID_USER_3)
		_, err = w.Logins.Login(t.Context(), membertest.Attempt(1, "correct horse", membertest.Home, ""))
		membertest.Want(t, "old password", err, fault.WRONG_CREDENTIAL)
		w.Login(t, 1, "battery staple")
		if m, err := w.Members.ByID(t.Context(), id); err != nil || !m.SecuredAt.Equal(w.Clock.Now()) {
			t.Errorf("withdrawals would not wait: %s, %v", m.SecuredAt, err)
		}
	})
}

// A thief of a session guesses five times, in either call that asks for the password. Then the session is over, also for the
// right password. The member's other sessions go on.
func TestAStolenSessionGuessesFiveTimes(t *testing.T) {
	t.Parallel()
	membertest.Each(t, func(t *testing.T, w *membertest.World) {
		id := w.Register(t, 1)
		stolen, token := w.Login(t, 1, "correct horse")
		own, ownToken := w.Login(t, 1, "correct horse")
		for i := range 5 {
			var err error
			if i%2 == 0 {
				err = w.Logins.ChangePassword(t.Context(), id, membertest.Typing(stolen, "wrong"), "battery staple")
			} else {
				err = w.Logins.ConfirmPassword(t.Context(), id, membertest.Typing(stolen, "wrong"))
			}
			membertest.Want(t, "guess", err, fault.WRONG_PASSWORD)
		}
		membertest.Want(t, "the sixth",
			w.Logins.ChangePassword(t.Context(), id, membertest.Typing(stolen, "correct horse"), "battery staple"), fault.REQUEST_LIMIT)
		_, err := w.Sessions.Check(t.Context(), session.Member, token)
		membertest.Want(t, "the stolen session", err, fault.INVALID_TOKEN)
		if w.Secured.Load() != 1 {
			t.Error("game passwords were not reset")
		}
		_, err = w.Sessions.Check(t.Context(), session.Member, ownToken)
		membertest.Want(t, "another session", err, "")
		membertest.Want(t, "there", w.Logins.ConfirmPassword(t.Context(), id, membertest.Typing(own, "correct horse")), "")
	})
}

// Wrong passwords within a session count as wrong logins. Wrong logins of strangers stop nobody in its own session.
func TestGuessesInASessionAndAtTheDoor(t *testing.T) {
	t.Parallel()
	membertest.Each(t, func(t *testing.T, w *membertest.World) {
		id := w.Register(t, 1)
		own, _ := w.Login(t, 1, "correct horse")
		for range 4 {
			membertest.Want(t, "within", w.Logins.ConfirmPassword(t.Context(), id, membertest.Typing(own, "wrong")), fault.WRONG_PASSWORD)
		}
		_, err := w.Logins.Login(t.Context(), membertest.Attempt(1, "wrong", membertest.Home, ""))
		membertest.Want(t, "at the door", err, fault.WRONG_CREDENTIAL)
		_, err = w.Logins.Login(t.Context(), membertest.Attempt(1, "correct horse", membertest.Home, ""))
		membertest.Want(t, "the sixth in all", err, fault.REQUEST_LIMIT)
		membertest.Want(t, "within, the right one",
			w.Logins.ConfirmPassword(t.Context(), id, membertest.Typing(own, "correct horse")), "")
	})
}

func TestSetPasswordByAnOperator(t *testing.T) {
	t.Parallel()
	w := membertest.OnSQLite(t, membertest.Choose)
	id := w.Register(t, 1)
	_, token := w.Login(t, 1, "correct horse")
	if err := w.GivePassword(t, id, "one time only"); err != nil {
		t.Fatal(err)
	}
	_, err := w.Sessions.Check(t.Context(), session.Member, token)
	membertest.Want(t, "a session from before", err, fault.INVALID_USER_3)
	w.Login(t, 1, "one time only")
	membertest.Want(t, "nobody", w.GivePassword(t, "000000000000", "one time only"), fault.NO_USER)
}

// A password that somebody who knows the member would try first is refused, with the reason.
func TestGuessablePasswordsAreRefused(t *testing.T) {
	t.Parallel()
	membertest.Each(t, func(t *testing.T, w *membertest.World) {
		id := w.Register(t, 1)
		own, _ := w.Login(t, 1, "correct horse")
		r := membertest.Somebody(2)
		r.Username = "0812345672"
		r.Name, r.BankAccountName, r.BankCode, r.BankAccountNo = "Malee", "MALEE SRISUK", "", ""
		for password, why := range map[string]string{
			"Password123": "common", "abcd1234": "pattern", "no-81-777": "", "+66 81-234-5672": "personal", "0812345672": "personal",
			"x+66 81-234-5672": "personal", "srisuk2026x": "personal", "srisuk-tuktuk-9": "", "Malee1234": "personal",
			"krapao1234": "personal", "20012544": "pattern", "20-01-2544": "pattern", "ｐａｓｓｗｏｒｄ": "common", "p\u200bassword": "common",
			"٠٨١٢٣٤٥٦٧٢": "personal", "ภถุคึต123": "pattern", "S0mchai-kx7qw": "", "Ma1ee2544": "personal",
		} {
			r.Password = password
			err := w.Members.Validate(t.Context(), r, membertest.Proof)
			if why == "" {
				membertest.Want(t, password, err, "")
				continue
			}
			membertest.Want(t, password, err, fault.WEAK_PASSWORD)
			if got := fault.Of(err).Params["why"]; got != why {
				t.Errorf("%s: %v, want %s", password, got, why)
			}
		}
		membertest.Want(t, "a change to the own name",
			w.Logins.ChangePassword(t.Context(), id, membertest.Typing(own, "correct horse"), "สมชายใจดี1"), fault.WEAK_PASSWORD)
		membertest.Want(t, "a change to a birthday",
			w.Logins.ChangePassword(t.Context(), id, membertest.Typing(own, "correct horse"), "20012544"), fault.WEAK_PASSWORD)
		membertest.Want(t, "an operator's", w.GivePassword(t, id, "11111111"), fault.WEAK_PASSWORD)
	})
}
