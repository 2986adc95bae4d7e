package member_test

import (
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"krapao/fault"

	"krapao/member"
	"krapao/session"
)

func change(r member.Registration) member.ProfileChange {
	return member.ProfileChange{
		Name: r.Name, BankCode: r.BankCode, BankAccountName: r.BankAccountName, BankAccountNo: r.BankAccountNo,
	}
}

func TestUpdateProfile(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, b *bench) {
		id := b.register(t, 1)
		b.register(t, 2)
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
				"somebody's account", false, func(c *member.ProfileChange) { c.BankAccountNo = somebody(2).BankAccountNo },
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
			before, err := b.ByID(t.Context(), id)
			if err != nil {
				t.Fatal(err)
			}
			b.moved.Store(row.moved)
			c := change(somebody(1))
			row.spoil(&c)
			want(t, row.name, b.UpdateProfile(t.Context(), id, c), row.code)
			after, err := b.ByID(t.Context(), id)
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
		if m, err := b.ByID(t.Context(), id); err != nil || !m.SecuredAt.Equal(start) {
			t.Errorf("withdrawals would not wait: changed at %s, %v", m.SecuredAt, err)
		}
	})
}

// A freed account can be taken. Of two members who change to it, one gets it.
func TestBankAccountRace(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, b *bench) {
		var won atomic.Int32
		var wg sync.WaitGroup
		for n := range 8 {
			id := b.register(t, n+1)
			wg.Go(func() {
				c := change(somebody(n + 1))
				c.BankAccountNo = "8888888888"
				err := b.UpdateProfile(t.Context(), id, c)
				if err == nil {
					won.Add(1)
					return
				}
				want(t, "a loser", err, fault.EXISTING_BANK)
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
	each(t, func(t *testing.T, b *bench) {
		id := b.register(t, 1)
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
			want(t, row.bank+" "+row.name, b.SetBankAccountName(t.Context(), id, row.bank, row.name), row.code)
		}
		m, err := b.ByID(t.Context(), id)
		if err != nil || m.Bank.AccountName != "SOMCHAI JAIDEE" || m.SecuredAt.IsZero() {
			t.Errorf("%+v, %v", m, err)
		}
		want(t, "nobody", b.SetBankAccountName(t.Context(), "000000000000", "KBANK", "A"), fault.NO_USER)
	})
}

func TestChangePasswordEndsOtherSessions(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, b *bench) {
		id := b.register(t, 1)
		own, ownToken := b.login(t, 1, "correct horse")
		_, otherToken := b.login(t, 1, "correct horse")
		want(t, "too short", b.ChangePassword(t.Context(), id, typing(own, "correct horse"), "short"), fault.INVALID_USER_INFO)
		want(t, "wrong old one", b.ChangePassword(t.Context(), id, typing(own, "wrong"), "battery staple"), fault.WRONG_PASSWORD)
		if b.secured.Load() != 0 {
			t.Error("game passwords were reset by a refused change")
		}
		want(t, "right", b.ChangePassword(t.Context(), id, typing(own, "correct horse"), "battery staple"), "")
		if b.secured.Load() != 1 {
			t.Error("game passwords were not reset")
		}
		_, err := b.sessions.Check(t.Context(), session.Member, ownToken)
		want(t, "own session", err, "")
		_, err = b.sessions.Check(t.Context(), session.Member, otherToken)
		want(t, "other session", err, fault.INVALID_USER_3)
		_, err = b.Login(t.Context(), attempt(1, "correct horse", home, ""))
		want(t, "old password", err, fault.WRONG_CREDENTIAL)
		b.login(t, 1, "battery staple")
		if m, err := b.ByID(t.Context(), id); err != nil || !m.SecuredAt.Equal(b.clock.Now()) {
			t.Errorf("withdrawals would not wait: %s, %v", m.SecuredAt, err)
		}
	})
}

// typing is a member that types its password within a session.
func typing(own session.Session, password string) member.Identity {
	return member.Identity{Password: password, Session: own.ID, Address: home}
}

// A thief of a session guesses five times, in either call that asks for the password. Then the session is over, also for the
// right password. The member's other sessions go on.
func TestAStolenSessionGuessesFiveTimes(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, b *bench) {
		id := b.register(t, 1)
		stolen, token := b.login(t, 1, "correct horse")
		own, ownToken := b.login(t, 1, "correct horse")
		for i := range 5 {
			var err error
			if i%2 == 0 {
				err = b.ChangePassword(t.Context(), id, typing(stolen, "wrong"), "battery staple")
			} else {
				err = b.ConfirmPassword(t.Context(), id, typing(stolen, "wrong"))
			}
			want(t, "guess", err, fault.WRONG_PASSWORD)
		}
		want(t, "the sixth", b.ChangePassword(t.Context(), id, typing(stolen, "correct horse"), "battery staple"), fault.REQUEST_LIMIT)
		_, err := b.sessions.Check(t.Context(), session.Member, token)
		want(t, "the stolen session", err, fault.INVALID_TOKEN)
		if b.secured.Load() != 1 {
			t.Error("game passwords were not reset")
		}
		_, err = b.sessions.Check(t.Context(), session.Member, ownToken)
		want(t, "another session", err, "")
		want(t, "there", b.ConfirmPassword(t.Context(), id, typing(own, "correct horse")), "")
	})
}

// Wrong passwords within a session count as wrong logins. Wrong logins of strangers stop nobody in its own session.
func TestGuessesInASessionAndAtTheDoor(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, b *bench) {
		id := b.register(t, 1)
		own, _ := b.login(t, 1, "correct horse")
		for range 4 {
			want(t, "within", b.ConfirmPassword(t.Context(), id, typing(own, "wrong")), fault.WRONG_PASSWORD)
		}
		_, err := b.Login(t.Context(), attempt(1, "wrong", home, ""))
		want(t, "at the door", err, fault.WRONG_CREDENTIAL)
		_, err = b.Login(t.Context(), attempt(1, "correct horse", home, ""))
		want(t, "the sixth in all", err, fault.REQUEST_LIMIT)
		want(t, "within, the right one", b.ConfirmPassword(t.Context(), id, typing(own, "correct horse")), "")
	})
}

func TestDeactivation(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, b *bench) {
		id := b.register(t, 1)
		_, token := b.login(t, 1, "correct horse")
		if err := b.setActive(t, id, false); err != nil {
			t.Fatal(err)
		}
		_, err := b.sessions.Check(t.Context(), session.Member, token)
		want(t, "deactivated", err, fault.INVALID_USER_2)
		if b.secured.Load() != 1 {
			t.Error("game passwords were not reset")
		}
		if err := b.setActive(t, id, true); err != nil {
			t.Fatal(err)
		}
		_, err = b.sessions.Check(t.Context(), session.Member, token)
		want(t, "active again", err, "")
		want(t, "nobody", b.setActive(t, "000000000000", false), fault.NO_USER)
	})
}

func TestEndingASessionResetsGamePasswords(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, b *bench) {
		id, other := b.register(t, 1), b.register(t, 2)
		own, token := b.login(t, 1, "correct horse")
		want(t, "another's", b.EndSession(t.Context(), other, own.ID), fault.NO_DATA)
		if b.secured.Load() != 0 {
			t.Error("game passwords were reset by a refused call")
		}
		want(t, "its own", b.EndSession(t.Context(), id, own.ID), "")
		_, err := b.sessions.Check(t.Context(), session.Member, token)
		want(t, "ended", err, fault.INVALID_TOKEN)
		if b.secured.Load() != 1 {
			t.Error("game passwords were not reset")
		}
	})
}

func TestSetPasswordByAnOperator(t *testing.T) {
	t.Parallel()
	b := openSQLite(t, func(*member.Deps) {})
	id := b.register(t, 1)
	_, token := b.login(t, 1, "correct horse")
	if err := b.SetPassword(t.Context(), id, "one time only"); err != nil {
		t.Fatal(err)
	}
	_, err := b.sessions.Check(t.Context(), session.Member, token)
	want(t, "a session from before", err, fault.INVALID_USER_3)
	b.login(t, 1, "one time only")
	want(t, "nobody", b.SetPassword(t.Context(), "000000000000", "one time only"), fault.NO_USER)
}

func TestAgreement(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, b *bench) {
		id := b.register(t, 1)
		for _, version := range []string{"1", "1", "2"} {
			want(t, version, b.AcceptAgreement(t.Context(), id, version), "")
			b.clock.Advance(time.Hour)
		}
		want(t, "none", b.AcceptAgreement(t.Context(), id, ""), fault.INVALID_INPUT)
		list, err := b.Agreements(t.Context(), id)
		if err != nil || len(list) != 2 || list[0].Version != "2" || !list[1].AcceptedAt.Equal(start) {
			t.Errorf("%+v, %v", list, err)
		}
	})
}

func TestByUsername(t *testing.T) {
	t.Parallel()
	b := openSQLite(t, func(*member.Deps) {})
	id := b.register(t, 1)
	if m, err := b.ByUsername(t.Context(), "080 000 0001"); err != nil || m.ID != id {
		t.Errorf("%+v, %v", m, err)
	}
	for _, username := range []string{"0800000002", "nobody"} {
		_, err := b.ByUsername(t.Context(), username)
		want(t, username, err, fault.NO_USER)
	}
}
