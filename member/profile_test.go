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
