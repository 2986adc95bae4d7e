package member

import (
	"context"
	"errors"
	"strings"
	"unicode/utf8"

	"krapao/fault"
	"krapao/internal/clock"
	"krapao/internal/id"
	"krapao/internal/person"
	"krapao/internal/ratelimit"
	"krapao/internal/store"
	"krapao/internal/written"
	"krapao/ledger"
	"krapao/member/bankaccount"
	"krapao/member/holder"
	"krapao/member/internal/memberdb"
	"krapao/member/password"
	"krapao/member/state"
)

// Registration is what a new member types. For Validate the bank fields and the currency may be empty.
type Registration struct {
	Name, Username, Password                 string
	SourceCode, InviteCode                   string
	BankCode, BankAccountName, BankAccountNo string
	Currency                                 string
}

// Proof is how a caller proves that a phone is its own: by the token of the code that it typed. Address is where it calls
// from. That proves nothing and is only counted.
type Proof struct{ Address, OTPToken string }

const longestName = 100

// candidate is a registration that passed every check.
type candidate struct {
	Registration
	phone, inviter string
	bank           bankaccount.Details
}

// Validate checks a registration before its last step, in API.md's order: INVALID_INPUT, PHONE_NUMBER_REQUIRE_10_DIGIT,
// UNVERIFIED_OTP, EXISTING_USER, INVALID_USER_INFO, WEAK_PASSWORD, INVALID_BANK, BANK_ACCOUNT_NAME_ENG, REQUEST_LIMIT (asked
// about too many accounts), EXISTING_BANK. Only a caller that proved the phone learns that a phone or an account is taken.
func (s *Service) Validate(ctx context.Context, r Registration, p Proof) error {
	_, err := s.check(ctx, r, p, true)
	return err
}

// Register makes a member with its ledger accounts and returns its ID. It refuses what Validate refuses, and with REQUEST_LIMIT.
func (s *Service) Register(ctx context.Context, r Registration, p Proof) (string, error) {
	c, err := s.check(ctx, r, p, false)
	if err != nil {
		return "", err
	}
	if err := s.Limiter.Check(ctx, s.Limits.Register.From(p.Address)); err != nil {
		return "", err
	}
	hash, err := s.Passwords.Hash(ctx, c.Password)
	if err != nil {
		return "", err
	}
	memberID := id.Member()
	err = s.Store.Write(ctx, func(tx *store.Tx) error { return s.insert(ctx, tx, memberID, c, hash, p) })
	switch {
	case err == nil:
		return memberID, nil
	case errors.Is(err, store.ErrUnique):
		return "", s.taken(ctx, c)
	case errors.Is(err, store.ErrUnknown):
		if n, readErr := memberdb.New(s.Store.DB()).MemberExists(ctx, memberID); readErr == nil && n > 0 {
			return memberID, nil
		}
	}
	return "", err
}

// taken finds out which unique index another registration has taken.
func (s *Service) taken(ctx context.Context, c candidate) error {
	if err := s.checkPhoneFree(ctx, c.phone); err != nil {
		return err
	}
	if err := s.Accounts.CheckFree(ctx, c.bank.Index, ""); err != nil {
		return err
	}
	return fault.New(fault.REGISTER_FAIL, "another registration was faster; try again")
}

// insert makes the member and uses up the proof of its phone, all in one commit.
func (s *Service) insert(ctx context.Context, tx *store.Tx, memberID string, c candidate, hash string, p Proof) error {
	spelt := s.Holders.Of(c.bank.AccountName)
	name, number, err := s.Accounts.Seal(memberID, c.bank)
	if err != nil {
		return err
	}
	stored, err := s.Passwords.ToStoreTx(ctx, tx, memberID, hash)
	if err != nil {
		return err
	}
	q := memberdb.New(tx)
	if err := q.InsertMember(ctx, memberdb.InsertMemberParams{
		ID: memberID, Username: c.Username, Phone: c.phone, Name: c.Name,
		PasswordHash: stored.Hash, PasswordSealed: stored.Sealed, PasswordVersion: 1, SourceCode: c.SourceCode, Inviter: c.inviter,
		BankCode: c.bank.Code, BankAccountName: name, BankAccountNo: number,
		BankAccountIndex: c.bank.Index, BankHolderIndex: spelt, HolderForm: holder.Form, NameForm: nameForm,
		Currency: c.Currency, CreatedAt: clock.MicrosOf(tx.Now),
	}); err != nil {
		return err
	}
	if s.OTP != nil {
		if err := s.OTP.UseTx(ctx, tx, c.phone, ToRegister, p.OTPToken); err != nil {
			return err
		}
	}
	if err := state.OpenTx(ctx, tx, memberID); err != nil {
		return err
	}
	if err := s.Holders.WriteTx(ctx, tx, memberID, c.bank.AccountName, spelt); err != nil {
		return err
	}
	if err := s.indexNameTx(ctx, tx, memberID, c.Name); err != nil {
		return err
	}
	if err := s.Accounts.WritePartsTx(ctx, tx, memberID, c.bank.Bank, c.bank.AccountNo); err != nil {
		return err
	}
	if s.Invited != nil && c.inviter != "" {
		if err := s.Invited(ctx, tx, memberID, c.inviter); err != nil {
			return err
		}
	}
	return s.Ledger.OpenTx(ctx, tx, ledger.Wallet(memberID), ledger.Held(memberID),
		ledger.InvitePurse(memberID), ledger.RefundPurse(memberID))
}

// check runs the checks in their order. partial is Validate's: bank fields may be empty.
func (s *Service) check(ctx context.Context, r Registration, p Proof, partial bool) (candidate, error) {
	var ok bool
	c := candidate{Registration: r}
	c.Name, c.BankAccountName = strings.TrimSpace(r.Name), strings.TrimSpace(r.BankAccountName)
	number, isPhone := s.phones.Normalise(r.Username)
	if isPhone {
		c.phone, c.Username = number, s.phones.Shown(number)
	}
	if c.Currency, ok = s.currency(r.Currency); !ok {
		return c, fault.New(fault.INVALID_INPUT, "currency is not one that is offered here")
	}
	if err := checkTexts([]string{r.Name, r.BankAccountName}, c.texts()...); err != nil {
		return c, err
	}
	if !isPhone {
		return c, fault.New(fault.PHONE_NUMBER_REQUIRE_10_DIGIT, "")
	}
	if err := s.checkProof(ctx, c.phone, p.OTPToken); err != nil {
		return c, err
	}
	if err := s.checkPhoneFree(ctx, c.phone); err != nil {
		return c, err
	}
	if err := s.checkInfo(ctx, &c, partial); err != nil {
		return c, err
	}
	var err error
	if c.bank, err = s.Accounts.Check(ctx, c.BankCode, c.BankAccountName, c.BankAccountNo, partial); err != nil {
		return c, err
	}
	who := c.phone
	if s.OTP == nil { // nobody proves a phone, so it identifies nobody; the address does
		who = ratelimit.Network(p.Address)
	}
	if err := s.probe(ctx, who, c.bank.Index); err != nil {
		return c, err
	}
	return c, s.Accounts.CheckFree(ctx, c.bank.Index, "")
}

// probe counts a bank account that somebody asks about: by trying numbers one could find out whose account is here. Asking
// about the same one again reveals nothing new and is not counted.
func (s *Service) probe(ctx context.Context, who, index string) error {
	if index == "" {
		return nil
	}
	asked := s.Limits.AccountProbed.On(who, index)
	d, err := s.Limiter.Take(ctx, asked)
	if err != nil || !d.Allowed {
		return err
	}
	if err := s.Limiter.Check(ctx, s.Limits.AccountProbe.On(who)); err != nil {
		return errors.Join(err, s.Limiter.Refund(ctx, d.At, asked))
	}
	return nil
}

// checkProof returns UNVERIFIED_OTP. The holder of a proof that registered this phone gets EXISTING_USER instead: if the
// answer to its registration was lost, it must not be asked to prove the phone again.
func (s *Service) checkProof(ctx context.Context, number, token string) error {
	if s.OTP == nil {
		return nil
	}
	good, spent, err := s.OTP.Proved(ctx, number, ToRegister, token)
	if err != nil || good {
		return err
	}
	if spent {
		if err := s.checkPhoneFree(ctx, number); err != nil {
			return err
		}
	}
	return fault.New(fault.UNVERIFIED_OTP, "")
}

// checkInfo returns INVALID_USER_INFO and WEAK_PASSWORD: name, password, account number, source, inviter.
func (s *Service) checkInfo(ctx context.Context, c *candidate, partial bool) error {
	if err := checkName("name", c.Name); err != nil {
		return err
	}
	if err := password.Check(c.Password, c.phone, c.Username, c.Name, c.BankAccountName); err != nil {
		return err
	}
	if err := checkHolder(c.BankAccountName, c.BankAccountNo, partial); err != nil {
		return err
	}
	if c.SourceCode != "" {
		known, err := s.Lookup.SourceKnown(ctx, c.SourceCode)
		if err != nil {
			return err
		}
		if !known {
			return fault.New(fault.INVALID_USER_INFO, "sourceCode is not a listed source")
		}
	}
	return s.findInviter(ctx, c)
}

// findInviter finds the inviter of a code: PR and the inviter's ID, in any case. A new member can't invite itself, and there
// can be no loop: its ID exists only after this.
func (s *Service) findInviter(ctx context.Context, c *candidate) error {
	if c.InviteCode == "" {
		return nil
	}
	inviter, ok := strings.CutPrefix(strings.ToUpper(c.InviteCode), "PR")
	if ok {
		n, err := memberdb.New(s.Store.DB()).MemberExists(ctx, inviter)
		if err != nil {
			return err
		}
		ok = n > 0
	}
	if !ok {
		return fault.New(fault.INVALID_USER_INFO, "inviteCode names no member")
	}
	c.inviter = inviter
	return nil
}

func (s *Service) checkPhoneFree(ctx context.Context, number string) error {
	n, err := memberdb.New(s.Store.DB()).PhoneExists(ctx, number)
	if err != nil {
		return err
	}
	if n > 0 {
		return fault.New(fault.EXISTING_USER, "")
	}
	return nil
}

// currency fills in the default: baht, or kip in the Laos mode.
func (s *Service) currency(typed string) (string, bool) {
	switch {
	case typed == "" && s.Laos:
		return LAK, true
	case typed == "":
		return BAHT, true
	}
	return typed, typed == BAHT || s.Laos && typed == LAK
}

func checkName(field, name string) error {
	if n := utf8.RuneCountInString(name); n == 0 || n > longestName {
		return fault.New(fault.INVALID_USER_INFO, "%s has 1 to %d characters", field, longestName)
	}
	if err := person.Check(name); err != nil {
		return fault.New(fault.INVALID_USER_INFO, "%s: %v", field, err)
	}
	return nil
}

// checkHolder checks the form of a bank account's name and number.
func checkHolder(name, number string, partial bool) error {
	if !partial || name != "" {
		if err := checkName("bankAccountName", name); err != nil {
			return err
		}
	}
	if (!partial || number != "") && !bankaccount.Number(number) {
		return fault.New(fault.INVALID_USER_INFO, "bankAccountNo has 6 to 20 digits")
	}
	return nil
}

func (r *Registration) texts() []string {
	return []string{
		r.Username, r.Password, r.SourceCode, r.InviteCode, r.BankCode, r.BankAccountNo,
	}
}

// checkTexts returns INVALID_INPUT for a text that no field may hold. Names may not hold direction marks either.
func checkTexts(names []string, others ...string) error {
	for _, text := range append(others, names...) {
		if !written.Line(text) {
			return fault.New(fault.INVALID_INPUT, "a field holds control characters or broken UTF-8")
		}
	}
	for _, name := range names {
		if strings.ContainsFunc(name, written.Turns) {
			return fault.New(fault.INVALID_INPUT, "a name holds characters that change the direction of writing")
		}
	}
	return nil
}
