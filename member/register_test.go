package member_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"krapao/fault"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/member"
	"krapao/member/membertest"
)

func TestRegisterMakesAMemberWithItsAccounts(t *testing.T) {
	t.Parallel()
	membertest.Each(t, func(t *testing.T, w *membertest.World) {
		inviter := w.Register(t, 1)
		r := membertest.Somebody(2)
		r.InviteCode = "pr" + strings.ToLower(inviter)
		id, err := w.Members.Register(t.Context(), r, membertest.Proof)
		if err != nil {
			t.Fatal(err)
		}
		m, err := w.Members.ByID(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		if len(m.ID) != 12 || m.Username != r.Username || m.Phone != "+66800000002" || m.Name != r.Name || m.Inviter != inviter ||
			!m.Active || !m.CreatedAt.Equal(membertest.Start) || m.SourceCode != "FRIEND" {
			t.Errorf("member %+v", m)
		}
		if m.Bank.Code != "KBANK" || m.Bank.AccountNo != r.BankAccountNo || m.Bank.AccountName != r.BankAccountName ||
			m.Bank.Currency != member.BAHT || m.Bank.Bank.NameTH != "ธนาคารกสิกรไทย" {
			t.Errorf("bank %+v", m.Bank)
		}
		var accounts int
		if err := w.Store.DB().QueryRowContext(t.Context(), "SELECT count(*) FROM account WHERE name IN ($1, $2, $3, $4)",
			ledger.Wallet(id), ledger.Held(id), ledger.InvitePurse(id), ledger.RefundPurse(id)).Scan(&accounts); err != nil ||
			accounts != 4 {
			t.Errorf("%d ledger accounts, %v", accounts, err)
		}
	})
}

func TestBankDetailsAreNotReadableInTheDatabase(t *testing.T) {
	t.Parallel()
	membertest.Each(t, func(t *testing.T, w *membertest.World) {
		r := membertest.Somebody(1)
		r.BankAccountName = "CANARY HOLDER"
		id, err := w.Members.Register(t.Context(), r, membertest.Proof)
		if err != nil {
			t.Fatal(err)
		}
		var row [4]string
		if err := w.Store.DB().QueryRowContext(t.Context(),
			"SELECT bank_account_name, bank_account_no, bank_account_index, password_hash FROM member WHERE id = $1", id).
			Scan(&row[0], &row[1], &row[2], &row[3]); err != nil {
			t.Fatal(err)
		}
		for _, column := range row {
			if strings.Contains(column, "CANARY") || strings.Contains(column, r.BankAccountNo) || strings.Contains(column, r.Password) {
				t.Errorf("stored in the clear: %s", column)
			}
		}
	})
}

// Each rule (API.md, Account). Each row spoils a right registration.
func TestRegistrationRules(t *testing.T) {
	t.Parallel()
	rows := []struct {
		name  string
		spoil func(r *member.Registration)
		code  fault.Code
		// partial is Validate's answer where it differs: there the bank fields may be empty.
		partial fault.Code
	}{
		{"all right", func(*member.Registration) {}, "", ""},
		{"no source", func(r *member.Registration) { r.SourceCode = "" }, "", ""},
		{"baht", func(r *member.Registration) { r.Currency = "BAHT" }, "", ""},
		{"kip outside Laos", func(r *member.Registration) { r.Currency = "LAK" }, fault.INVALID_INPUT, fault.INVALID_INPUT},
		{"a NUL in the name", func(r *member.Registration) { r.Name = "a\x00b" }, fault.INVALID_INPUT, fault.INVALID_INPUT},
		{"broken UTF-8", func(r *member.Registration) { r.BankAccountName = "\xff" }, fault.INVALID_INPUT, fault.INVALID_INPUT},
		{
			"ESC in the holder", func(r *member.Registration) { r.BankAccountName = "A\x1b[2K" },
			fault.INVALID_INPUT, fault.INVALID_INPUT,
		},
		{"a bell in the inviter", func(r *member.Registration) { r.InviteCode = "\a" }, fault.INVALID_INPUT, fault.INVALID_INPUT},
		{"a name that turns around", func(r *member.Registration) { r.Name = "ANNA\u202eA" }, fault.INVALID_INPUT, fault.INVALID_INPUT},
		{
			"a holder that turns around", func(r *member.Registration) { r.BankAccountName = "\u2067ANNA A" },
			fault.INVALID_INPUT, fault.INVALID_INPUT,
		},
		{
			"nine digits", func(r *member.Registration) { r.Username = "081234567" },
			fault.PHONE_NUMBER_REQUIRE_10_DIGIT, fault.PHONE_NUMBER_REQUIRE_10_DIGIT,
		},
		{
			"a known phone", func(r *member.Registration) { r.Username = membertest.Somebody(1).Username },
			fault.EXISTING_USER, fault.EXISTING_USER,
		},
		{"no name", func(r *member.Registration) { r.Name = "  " }, fault.INVALID_USER_INFO, fault.INVALID_USER_INFO},
		{
			"an invisible name", func(r *member.Registration) { r.Name = "\u200b\u2060" },
			fault.INVALID_USER_INFO, fault.INVALID_USER_INFO,
		},
		{
			"an invisible holder", func(r *member.Registration) { r.BankAccountName = "\u3164\u2800" },
			fault.INVALID_USER_INFO, fault.INVALID_USER_INFO,
		},
		{
			"a Cyrillic letter among Latin ones", func(r *member.Registration) { r.BankAccountName = "\u041eLGA PETROVA" },
			fault.INVALID_USER_INFO, fault.INVALID_USER_INFO,
		},
		{
			"a Greek letter in the name", func(r *member.Registration) { r.Name = "PAUL\u0391" },
			fault.INVALID_USER_INFO, fault.INVALID_USER_INFO,
		},
		{"Thai and Latin words", func(r *member.Registration) {
			r.Name, r.BankAccountName = "สมชาย (Tom)", "สมชาย JAIDEE"
		}, "", ""},
		{"Lao, and a joiner", func(r *member.Registration) { r.BankAccountName = "ສົມສີ\u200b ພົມມະ" }, "", ""},
		{
			"a name without end", func(r *member.Registration) { r.Name = strings.Repeat("ก", 101) },
			fault.INVALID_USER_INFO, fault.INVALID_USER_INFO,
		},
		{"7 characters", func(r *member.Registration) { r.Password = "รหัส123" }, fault.INVALID_USER_INFO, fault.INVALID_USER_INFO},
		{"8 characters", func(r *member.Registration) { r.Password = "ปิงวังยม" }, "", ""},
		{"128 characters", func(r *member.Registration) { r.Password = strings.Repeat("four nine tide rock", 7)[:128] }, "", ""},
		{
			"129 characters", func(r *member.Registration) { r.Password = strings.Repeat("x", 129) },
			fault.INVALID_USER_INFO, fault.INVALID_USER_INFO,
		},
		{"5 digits", func(r *member.Registration) { r.BankAccountNo = "12345" }, fault.INVALID_USER_INFO, fault.INVALID_USER_INFO},
		{"6 digits", func(r *member.Registration) { r.BankAccountNo = "123456" }, "", ""},
		{"20 digits", func(r *member.Registration) { r.BankAccountNo = strings.Repeat("7", 20) }, "", ""},
		{
			"21 digits", func(r *member.Registration) { r.BankAccountNo = strings.Repeat("7", 21) },
			fault.INVALID_USER_INFO, fault.INVALID_USER_INFO,
		},
		{"dashes", func(r *member.Registration) { r.BankAccountNo = "123-4-56789" }, fault.INVALID_USER_INFO, fault.INVALID_USER_INFO},
		{"an unknown source", func(r *member.Registration) { r.SourceCode = "MARS" }, fault.INVALID_USER_INFO, fault.INVALID_USER_INFO},
		{
			"an unknown inviter", func(r *member.Registration) { r.InviteCode = "PR000000000000" },
			fault.INVALID_USER_INFO, fault.INVALID_USER_INFO,
		},
		{"no PR", func(r *member.Registration) { r.InviteCode = "000000000000" }, fault.INVALID_USER_INFO, fault.INVALID_USER_INFO},
		{"an unknown bank", func(r *member.Registration) { r.BankCode = "MARS" }, fault.INVALID_BANK, fault.INVALID_BANK},
		{"a Lao bank outside Laos", func(r *member.Registration) { r.BankCode = "BCEL" }, fault.INVALID_BANK, fault.INVALID_BANK},
		{"no bank", func(r *member.Registration) { r.BankCode = "" }, fault.INVALID_BANK, ""},
		{"no account name", func(r *member.Registration) { r.BankAccountName = "" }, fault.INVALID_USER_INFO, ""},
		{"no account number", func(r *member.Registration) { r.BankAccountNo = "" }, fault.INVALID_USER_INFO, ""},
		{
			"Thai name at KTB", func(r *member.Registration) { r.BankCode = "KTB" },
			fault.BANK_ACCOUNT_NAME_ENG, fault.BANK_ACCOUNT_NAME_ENG,
		},
		{
			"Thai name at TTB", func(r *member.Registration) { r.BankCode = "TTB" },
			fault.BANK_ACCOUNT_NAME_ENG, fault.BANK_ACCOUNT_NAME_ENG,
		},
		{
			"small letters at BBL", func(r *member.Registration) { r.BankCode, r.BankAccountName = "BBL", "Somchai" },
			fault.BANK_ACCOUNT_NAME_ENG, fault.BANK_ACCOUNT_NAME_ENG,
		},
		{"English at KTB", func(r *member.Registration) { r.BankCode, r.BankAccountName = "KTB", "SOMCHAI JAIDEE" }, "", ""},
		{
			"a known account", func(r *member.Registration) { r.BankAccountNo = membertest.Somebody(1).BankAccountNo },
			fault.EXISTING_BANK, fault.EXISTING_BANK,
		},
		{
			"its number at another bank", func(r *member.Registration) {
				r.BankCode, r.BankAccountNo = "SCB", membertest.Somebody(1).BankAccountNo
			},
			"", "",
		},
	}
	membertest.Each(t, func(t *testing.T, w *membertest.World) {
		w.Register(t, 1)
		for i, row := range rows {
			r := membertest.Somebody(100 + i)
			row.spoil(&r)
			membertest.Want(t, "validate: "+row.name, w.Members.Validate(t.Context(), r, membertest.Proof), row.partial)
			_, err := w.Members.Register(t.Context(), r, membertest.Proof)
			membertest.Want(t, "register: "+row.name, err, row.code)
		}
	})
}

// Where several things are wrong, the answer is the first in API.md's order.
func TestRegistrationChecksInOrder(t *testing.T) {
	t.Parallel()
	membertest.Each(t, func(t *testing.T, w *membertest.World) {
		w.Register(t, 1)
		ktb := membertest.Somebody(3)
		ktb.BankCode, ktb.BankAccountName, ktb.Username = "KTB", "SOMCHAI", membertest.Somebody(3).Username
		if _, err := w.Members.Register(t.Context(), ktb, membertest.Proof); err != nil {
			t.Fatal(err)
		}
		w.Verified.Store(false)
		r := member.Registration{Currency: "X", BankAccountNo: ktb.BankAccountNo, BankAccountName: "ไทย", BankCode: "MARS"}
		steps := []struct {
			mend func()
			code fault.Code
		}{
			{func() {}, fault.INVALID_INPUT},
			{func() { r.Currency = "" }, fault.PHONE_NUMBER_REQUIRE_10_DIGIT},
			{func() { r.Username = membertest.Somebody(1).Username }, fault.UNVERIFIED_OTP},
			{func() { w.Verified.Store(true) }, fault.EXISTING_USER},
			{func() { r.Username = membertest.Somebody(2).Username }, fault.INVALID_USER_INFO},
			{func() { r.Name = "สมชาย" }, fault.INVALID_USER_INFO},
			{func() { r.Password = "12345678" }, fault.WEAK_PASSWORD},
			{func() { r.Password = "correct horse" }, fault.INVALID_BANK},
			{func() { r.BankCode = "KTB" }, fault.BANK_ACCOUNT_NAME_ENG},
			{func() { r.BankAccountName = "SOMCHAI" }, fault.EXISTING_BANK},
			{func() { r.BankAccountNo = "5555555555" }, ""},
		}
		for i, step := range steps {
			step.mend()
			membertest.Want(t, "validate", w.Members.Validate(t.Context(), r, membertest.Proof), step.code)
			if i == len(steps)-1 {
				continue
			}
			_, err := w.Members.Register(t.Context(), r, membertest.Proof)
			membertest.Want(t, "register", err, step.code)
		}
	})
}

func TestOneBankOfTwoCodesIsOneAccount(t *testing.T) {
	t.Parallel()
	membertest.Each(t, func(t *testing.T, w *membertest.World) {
		one, two := membertest.Somebody(1), membertest.Somebody(2)
		one.BankCode, one.BankAccountName = "TMB", "A"
		two.BankCode, two.BankAccountName, two.BankAccountNo = "TTB", "B", one.BankAccountNo
		if _, err := w.Members.Register(t.Context(), one, membertest.Proof); err != nil {
			t.Fatal(err)
		}
		_, err := w.Members.Register(t.Context(), two, membertest.Proof)
		membertest.Want(t, "TTB after TMB", err, fault.EXISTING_BANK)
	})
}

func TestLaosMode(t *testing.T) {
	t.Parallel()
	membertest.EachWith(t, func(p *membertest.Parts) { p.Laos = true }, func(t *testing.T, w *membertest.World) {
		r := membertest.Somebody(1)
		r.Username, r.BankCode = "02055512345", "BCEL"
		id, err := w.Members.Register(t.Context(), r, membertest.Proof)
		if err != nil {
			t.Fatal(err)
		}
		m, err := w.Members.ByID(t.Context(), id)
		if err != nil || m.Bank.Currency != member.LAK || m.Phone != "+8562055512345" {
			t.Errorf("%+v, %v", m, err)
		}
		again := membertest.Somebody(2)
		again.Username, again.Currency = "8562055512345", "BAHT"
		_, err = w.Members.Register(t.Context(), again, membertest.Proof)
		membertest.Want(t, "the same phone, written otherwise", err, fault.EXISTING_USER)
		for _, none := range []string{"12345", "0205551234", "021212345"} {
			again.Username = none
			_, err = w.Members.Register(t.Context(), again, membertest.Proof)
			membertest.Want(t, none, err, fault.PHONE_NUMBER_REQUIRE_10_DIGIT)
		}
	})
}

// Concurrent registrations for one phone, or for one bank account: one wins, the others learn why.
func TestRegistrationRaces(t *testing.T) {
	t.Parallel()
	for name, race := range map[string]struct {
		registration func(i int) member.Registration
		code         fault.Code
		racers       int
	}{
		"one phone": {func(i int) member.Registration {
			r := membertest.Somebody(i)
			r.Username = "0899999999"
			return r
		}, fault.EXISTING_USER, 5}, // nobody asks about more accounts for one phone
		"one bank account": {func(i int) member.Registration {
			r := membertest.Somebody(i)
			r.BankAccountNo = "9999999999"
			return r
		}, fault.EXISTING_BANK, 20},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			membertest.Each(t, func(t *testing.T, w *membertest.World) {
				var wg sync.WaitGroup
				var won atomic.Int32
				for i := range race.racers {
					wg.Go(func() {
						_, err := w.Members.Register(t.Context(), race.registration(i+1), membertest.Proof)
						if err == nil {
							won.Add(1)
							return
						}
						membertest.Want(t, "a loser", err, race.code)
					})
				}
				wg.Wait()
				if won.Load() != 1 {
					t.Errorf("%d registrations won", won.Load())
				}
			})
		})
	}
}

func TestRegistrationsPerAddressAreLimited(t *testing.T) {
	t.Parallel()
	membertest.EachWith(t, func(p *membertest.Parts) { p.Limits.Register.Count = 3 }, func(t *testing.T, w *membertest.World) {
		for n := range 3 {
			w.Register(t, n+1)
		}
		_, err := w.Members.Register(t.Context(), membertest.Somebody(9), membertest.Proof)
		membertest.Want(t, "the fourth", err, fault.REQUEST_LIMIT)
		if _, err := w.Members.Register(t.Context(), membertest.Somebody(9), member.Proof{Address: "203.0.113.1"}); err != nil {
			t.Errorf("another address: %v", err)
		}
	})
}

// A proof registers once. Later its holder learns that this phone is registered. Without the proof, or about another phone,
// it learns nothing.
func TestAProofRegistersOnce(t *testing.T) {
	t.Parallel()
	membertest.Each(t, func(t *testing.T, w *membertest.World) {
		w.Register(t, 1)
		w.Used.Store(true)
		membertest.Want(t, "the same once more",
			w.Members.Validate(t.Context(), membertest.Somebody(1), membertest.Proof), fault.EXISTING_USER)
		membertest.Want(t, "another phone",
			w.Members.Validate(t.Context(), membertest.Somebody(2), membertest.Proof), fault.UNVERIFIED_OTP)
		w.Verified.Store(false)
		membertest.Want(t, "without a proof",
			w.Members.Validate(t.Context(), membertest.Somebody(1), membertest.Proof), fault.UNVERIFIED_OTP)
	})
}

// A proof that is used up between the check and the commit registers nobody.
func TestAProofIsUsedInTheCommit(t *testing.T) {
	t.Parallel()
	membertest.EachWith(t, func(p *membertest.Parts) { p.OTP = lateProver{p.OTP} }, func(t *testing.T, w *membertest.World) {
		_, err := w.Members.Register(t.Context(), membertest.Somebody(1), membertest.Proof)
		membertest.Want(t, "a proof that another registration won", err, fault.UNVERIFIED_OTP)
		if _, err := w.Members.ByUsername(t.Context(), membertest.Somebody(1).Username); !fault.Is(err, fault.NO_USER) {
			t.Errorf("registered all the same: %v", err)
		}
	})
}

// lateProver is a prover whose every proof somebody else has used first.
type lateProver struct{ member.Prover }

func (lateProver) UseTx(context.Context, *store.Tx, string, member.Purpose, string) error {
	return fault.New(fault.UNVERIFIED_OTP, "")
}

// A caller that proved a phone may ask about five bank accounts an hour, by any call. Asking about the same one again is not
// counted.
func TestAccountsAreNotProbed(t *testing.T) {
	t.Parallel()
	membertest.Each(t, func(t *testing.T, w *membertest.World) {
		id := w.Register(t, 1)
		r := membertest.Somebody(2)
		asks := func(n int) error {
			r.BankAccountNo = membertest.Somebody(n).BankAccountNo
			return w.Members.Validate(t.Context(), r, membertest.Proof)
		}
		for n := 10; n < 15; n++ {
			membertest.Want(t, "one more", asks(n), "")
			membertest.Want(t, "the same again", asks(n), "")
		}
		membertest.Want(t, "the sixth, which is free", asks(15), fault.REQUEST_LIMIT)
		membertest.Want(t, "the sixth, which is taken", asks(1), fault.REQUEST_LIMIT)
		membertest.Want(t, "one of the five", asks(12), "")
		r.BankAccountNo = ""
		membertest.Want(t, "none", w.Members.Validate(t.Context(), r, membertest.Proof), "")
		change := member.ProfileChange{Name: "x", BankCode: "KBANK", BankAccountName: "X"}
		for n := 20; n < 25; n++ { // a member has changed to its own account before
			change.BankAccountNo = membertest.Somebody(n).BankAccountNo
			membertest.Want(t, "a member's change", w.Members.UpdateProfile(t.Context(), id, change),
				map[bool]fault.Code{true: "", false: fault.REQUEST_LIMIT}[n < 24])
		}
		w.Clock.Advance(time.Hour)
		membertest.Want(t, "an hour later", asks(24), "")
	})
}

// Where nobody proves a phone, the address counts as the asker.
func TestAccountsAreNotProbedWithoutCodes(t *testing.T) {
	t.Parallel()
	w := membertest.OnSQLite(t, func(p *membertest.Parts) { p.OTP = nil })
	for n := range 6 {
		r := membertest.Somebody(n)
		err := w.Members.Validate(t.Context(), r, member.Proof{Address: fmt.Sprintf("2001:db8:1:2::%d", n)})
		membertest.Want(t, "another phone, another account", err, map[bool]fault.Code{true: "", false: fault.REQUEST_LIMIT}[n < 5])
	}
}
