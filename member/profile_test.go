package member_test

import (
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"krapao/fault"

	"krapao/member"
	"krapao/member/membertest"
	"krapao/session"
)

func TestUpdateProfile(t *testing.T) {
	t.Parallel()
	membertest.Each(t, func(t *testing.T, w *membertest.World) {
		id := w.Register(t, 1)
		w.Register(t, 2)
		for _, row := range []struct {
			name  string
			moved bool
			spoil func(c *member.ProfileChange)
			code  fault.Code
		}{
			{"another name", false, func(c *member.ProfileChange) { c.Name = "สมหญิง" }, ""},
			{"no name", false, func(c *member.ProfileChange) { c.Name = "" }, fault.INVALID_USER_INFO},
			{"a control character", false, func(c *member.ProfileChange) { c.Name = "a\nb" }, fault.INVALID_INPUT},
			{"a direction", false, func(c *member.ProfileChange) { c.BankAccountName = "a\u200fb" }, fault.INVALID_INPUT},
			{"an invisible name", false, func(c *member.ProfileChange) { c.Name = "\u200d\ufe0f" }, fault.INVALID_USER_INFO},
			{"two scripts in a word", false, func(c *member.ProfileChange) { c.BankAccountName = "ANN\u0410" }, fault.INVALID_USER_INFO},
			{"a short number", false, func(c *member.ProfileChange) { c.BankAccountNo = "1" }, fault.INVALID_USER_INFO},
			{"no bank", false, func(c *member.ProfileChange) { c.BankCode = "" }, fault.INVALID_BANK},
			{"Thai name at KTB", false, func(c *member.ProfileChange) { c.BankCode = "KTB" }, fault.BANK_ACCOUNT_NAME_ENG},
			{
				"somebody's account", false, func(c *member.ProfileChange) { c.BankAccountNo = membertest.Somebody(2).BankAccountNo },
				fault.EXISTING_BANK,
			},
			{"the name after money moved", true, func(c *member.ProfileChange) { c.Name = "สมหญิง" }, ""},
			{"the bank after money moved", true, func(c *member.ProfileChange) { c.BankAccountNo = "7777777777" }, fault.BANK_LOCKED},
			{"the holder after money moved", true, func(c *member.ProfileChange) { c.BankAccountName = "อื่น" }, fault.BANK_LOCKED},
			{
				"the bank before money moved", false, func(c *member.ProfileChange) { c.BankCode, c.BankAccountNo = "SCB", "7777777777" },
				"",
			},
		} {
			before, err := w.Members.ByID(t.Context(), id)
			if err != nil {
				t.Fatal(err)
			}
			w.Moved.Store(row.moved)
			c := membertest.Change(membertest.Somebody(1))
			row.spoil(&c)
			membertest.Want(t, row.name, w.Members.UpdateProfile(t.Context(), id, c), row.code)
			after, err := w.Members.ByID(t.Context(), id)
			if err != nil {
				t.Fatal(err)
			}
			if row.code != "" && !cmp.Equal(after, before) {
				t.Errorf("%s: refused, and yet %+v became %+v", row.name, before, after)
			}
			if row.code == "" && (after.Name != c.Name || after.Bank.AccountNo != c.BankAccountNo || after.Bank.Code != c.BankCode) {
				t.Errorf("%s: %+v", row.name, after)
			}
		}
		if m, err := w.Members.ByID(t.Context(), id); err != nil || !m.SecuredAt.Equal(membertest.Start) {
			t.Errorf("withdrawals would not wait: changed at %s, %v", m.SecuredAt, err)
		}
	})
}

// A freed account can be taken. Of two members who change to it, one gets it.
func TestBankAccountRace(t *testing.T) {
	t.Parallel()
	membertest.Each(t, func(t *testing.T, w *membertest.World) {
		var won atomic.Int32
		var wg sync.WaitGroup
		for n := range 8 {
			id := w.Register(t, n+1)
			wg.Go(func() {
				c := membertest.Change(membertest.Somebody(n + 1))
				c.BankAccountNo = "8888888888"
				err := w.Members.UpdateProfile(t.Context(), id, c)
				if err == nil {
					won.Add(1)
					return
				}
				membertest.Want(t, "a loser", err, fault.EXISTING_BANK)
			})
		}
		wg.Wait()
		if won.Load() != 1 {
			t.Errorf("%d members have the account", won.Load())
		}
	})
}

func TestSetBankAccountName(t *testing.T) {
	t.Parallel()
	membertest.Each(t, func(t *testing.T, w *membertest.World) {
		id := w.Register(t, 1)
		for _, row := range []struct {
			bank, name string
			code       fault.Code
		}{
			{"SCB", "SOMCHAI", fault.INVALID_BANK},
			{"", "SOMCHAI", fault.INVALID_BANK},
			{"KBANK", "", fault.BANK_ACCOUNT_NAME_ENG},
			{"KBANK", "   ", fault.BANK_ACCOUNT_NAME_ENG},
			{"KBANK", "สมชาย", fault.BANK_ACCOUNT_NAME_ENG},
			{"KBANK", "SOMCHAI J.", fault.BANK_ACCOUNT_NAME_ENG},
			{"KBANK", "SOMCHAI JAIDEE", ""},
		} {
			membertest.Want(t, row.bank+" "+row.name, w.Members.SetBankAccountName(t.Context(), id, row.bank, row.name), row.code)
		}
		m, err := w.Members.ByID(t.Context(), id)
		if err != nil || m.Bank.AccountName != "SOMCHAI JAIDEE" || m.SecuredAt.IsZero() {
			t.Errorf("%+v, %v", m, err)
		}
		membertest.Want(t, "nobody", w.Members.SetBankAccountName(t.Context(), "000000000000", "KBANK", "A"), fault.NO_USER)
	})
}

func TestChangePasswordEndsOtherSessions(t *testing.T) {
	t.Parallel()
	membertest.Each(t, func(t *testing.T, w *membertest.World) {
		id := w.Register(t, 1)
		own, ownToken := w.Login(t, 1, "correct horse")
		_, otherToken := w.Login(t, 1, "correct horse")
		membertest.Want(t, "too short", w.Members.ChangePassword(t.Context(), id, membertest.Typing(own, "correct horse"), "short"), fault.INVALID_USER_INFO)
		membertest.Want(t, "wrong old one", w.Members.ChangePassword(t.Context(), id, membertest.Typing(own, "wrong"), "battery staple"), fault.WRONG_PASSWORD)
		if w.Secured.Load() != 0 {
			t.Error("game passwords were reset by a refused change")
		}
		membertest.Want(t, "right", w.Members.ChangePassword(t.Context(), id, membertest.Typing(own, "correct horse"), "battery staple"), "")
		if w.Secured.Load() != 1 {
			t.Error("game passwords were not reset")
		}
		_, err := w.Sessions.Check(t.Context(), session.Member, ownToken)
		membertest.Want(t, "own session", err, "")
		_, err = w.Sessions.Check(t.Context(), session.Member, otherToken)
		membertest.Want(t, "other session", err, fault.INVALID_USER_3)
		_, err = w.Members.Login(t.Context(), membertest.Attempt(1, "correct horse", membertest.Home, ""))
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
				err = w.Members.ChangePassword(t.Context(), id, membertest.Typing(stolen, "wrong"), "battery staple")
			} else {
				err = w.Members.ConfirmPassword(t.Context(), id, membertest.Typing(stolen, "wrong"))
			}
			membertest.Want(t, "guess", err, fault.WRONG_PASSWORD)
		}
		membertest.Want(t, "the sixth", w.Members.ChangePassword(t.Context(), id, membertest.Typing(stolen, "correct horse"), "battery staple"), fault.REQUEST_LIMIT)
		_, err := w.Sessions.Check(t.Context(), session.Member, token)
		membertest.Want(t, "the stolen session", err, fault.INVALID_TOKEN)
		if w.Secured.Load() != 1 {
			t.Error("game passwords were not reset")
		}
		_, err = w.Sessions.Check(t.Context(), session.Member, ownToken)
		membertest.Want(t, "another session", err, "")
		membertest.Want(t, "there", w.Members.ConfirmPassword(t.Context(), id, membertest.Typing(own, "correct horse")), "")
	})
}

// Wrong passwords within a session count as wrong logins. Wrong logins of strangers stop nobody in its own session.
func TestGuessesInASessionAndAtTheDoor(t *testing.T) {
	t.Parallel()
	membertest.Each(t, func(t *testing.T, w *membertest.World) {
		id := w.Register(t, 1)
		own, _ := w.Login(t, 1, "correct horse")
		for range 4 {
			membertest.Want(t, "within", w.Members.ConfirmPassword(t.Context(), id, membertest.Typing(own, "wrong")), fault.WRONG_PASSWORD)
		}
		_, err := w.Members.Login(t.Context(), membertest.Attempt(1, "wrong", membertest.Home, ""))
		membertest.Want(t, "at the door", err, fault.WRONG_CREDENTIAL)
		_, err = w.Members.Login(t.Context(), membertest.Attempt(1, "correct horse", membertest.Home, ""))
		membertest.Want(t, "the sixth in all", err, fault.REQUEST_LIMIT)
		membertest.Want(t, "within, the right one", w.Members.ConfirmPassword(t.Context(), id, membertest.Typing(own, "correct horse")), "")
	})
}

func TestDeactivation(t *testing.T) {
	t.Parallel()
	membertest.Each(t, func(t *testing.T, w *membertest.World) {
		id := w.Register(t, 1)
		_, token := w.Login(t, 1, "correct horse")
		if err := w.SetActive(t, id, false); err != nil {
			t.Fatal(err)
		}
		_, err := w.Sessions.Check(t.Context(), session.Member, token)
		membertest.Want(t, "deactivated", err, fault.INVALID_USER_2)
		if w.Secured.Load() != 1 {
			t.Error("game passwords were not reset")
		}
		if err := w.SetActive(t, id, true); err != nil {
			t.Fatal(err)
		}
		_, err = w.Sessions.Check(t.Context(), session.Member, token)
		membertest.Want(t, "active again", err, "")
		membertest.Want(t, "nobody", w.SetActive(t, "000000000000", false), fault.NO_USER)
	})
}

func TestEndingASessionResetsGamePasswords(t *testing.T) {
	t.Parallel()
	membertest.Each(t, func(t *testing.T, w *membertest.World) {
		id, other := w.Register(t, 1), w.Register(t, 2)
		own, token := w.Login(t, 1, "correct horse")
		membertest.Want(t, "another's", w.Members.EndSession(t.Context(), other, own.ID), fault.NO_DATA)
		if w.Secured.Load() != 0 {
			t.Error("game passwords were reset by a refused call")
		}
		membertest.Want(t, "its own", w.Members.EndSession(t.Context(), id, own.ID), "")
		_, err := w.Sessions.Check(t.Context(), session.Member, token)
		membertest.Want(t, "ended", err, fault.INVALID_TOKEN)
		if w.Secured.Load() != 1 {
			t.Error("game passwords were not reset")
		}
	})
}

func TestSetPasswordByAnOperator(t *testing.T) {
	t.Parallel()
	w := membertest.OnSQLite(t, membertest.Choose)
	id := w.Register(t, 1)
	_, token := w.Login(t, 1, "correct horse")
	if err := w.Members.SetPassword(t.Context(), id, "one time only"); err != nil {
		t.Fatal(err)
	}
	_, err := w.Sessions.Check(t.Context(), session.Member, token)
	membertest.Want(t, "a session from before", err, fault.INVALID_USER_3)
	w.Login(t, 1, "one time only")
	membertest.Want(t, "nobody", w.Members.SetPassword(t.Context(), "000000000000", "one time only"), fault.NO_USER)
}

func TestAgreement(t *testing.T) {
	t.Parallel()
	membertest.Each(t, func(t *testing.T, w *membertest.World) {
		id := w.Register(t, 1)
		for _, version := range []string{"1", "1", "2"} {
			membertest.Want(t, version, w.Members.AcceptAgreement(t.Context(), id, version), "")
			w.Clock.Advance(time.Hour)
		}
		membertest.Want(t, "none", w.Members.AcceptAgreement(t.Context(), id, ""), fault.INVALID_INPUT)
		list, err := w.Members.Agreements(t.Context(), id)
		if err != nil || len(list) != 2 || list[0].Version != "2" || !list[1].AcceptedAt.Equal(membertest.Start) {
			t.Errorf("%+v, %v", list, err)
		}
	})
}

func TestByUsername(t *testing.T) {
	t.Parallel()
	w := membertest.OnSQLite(t, membertest.Choose)
	id := w.Register(t, 1)
	if m, err := w.Members.ByUsername(t.Context(), "080 000 0001"); err != nil || m.ID != id {
		t.Errorf("%+v, %v", m, err)
	}
	for _, username := range []string{"0800000002", "nobody"} {
		_, err := w.Members.ByUsername(t.Context(), username)
		membertest.Want(t, username, err, fault.NO_USER)
	}
}
