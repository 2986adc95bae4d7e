package member

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"krapao/fault"
	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/internal/written"
	"krapao/member/bankaccount"
	"krapao/member/holder"
	"krapao/member/internal/memberdb"
	"krapao/member/state"
)

// ProfileChange is what a member may change about itself.
type ProfileChange struct{ Name, BankCode, BankAccountName, BankAccountNo string }

// UpdateProfile changes the name and, as long as no money ever moved, the bank account. INVALID_INPUT, INVALID_USER_INFO,
// INVALID_BANK, BANK_ACCOUNT_NAME_ENG, BANK_LOCKED, REQUEST_LIMIT, EXISTING_BANK: then nothing changes.
func (s *Service) UpdateProfile(ctx context.Context, memberID string, c ProfileChange) error {
	if err := checkTexts([]string{c.Name, c.BankAccountName}, c.BankCode, c.BankAccountNo); err != nil {
		return err
	}
	c.Name, c.BankAccountName = strings.TrimSpace(c.Name), strings.TrimSpace(c.BankAccountName)
	if err := checkName("name", c.Name); err != nil {
		return err
	}
	if err := checkHolder(c.BankAccountName, c.BankAccountNo, false); err != nil {
		return err
	}
	m, err := s.ByID(ctx, memberID)
	if err != nil {
		return err
	}
	if same(m.Bank, c) {
		return s.Store.Write(ctx, func(tx *store.Tx) error { return s.setName(ctx, tx, memberID, c.Name) })
	}
	bank, err := s.newBank(ctx, m, c)
	if err != nil {
		return err
	}
	err = s.Store.Write(ctx, func(tx *store.Tx) error { return s.setBank(ctx, tx, memberID, c.Name, bank) })
	if errors.Is(err, store.ErrUnique) {
		return fault.New(fault.EXISTING_BANK, "")
	}
	return err
}

// setName writes a name. Withdrawals wait 24 h after its change, as after a change of bank details (RULES.md section 12).
func (s *Service) setName(ctx context.Context, tx *store.Tx, memberID, name string) error {
	write := func(q *memberdb.Queries) error { return q.SetName(ctx, name, nameForm, memberID) }
	if s.NameSecures {
		write = func(q *memberdb.Queries) error {
			return q.SetNameSecured(ctx, memberdb.SetNameSecuredParams{
				Name: name, Form: nameForm, SecuredAt: clock.MicrosOf(tx.Now), ID: memberID,
			})
		}
	}
	if err := write(memberdb.New(tx)); err != nil {
		return err
	}
	return s.indexNameTx(ctx, tx, memberID, name)
}

func same(a bankaccount.Account, c ProfileChange) bool {
	return a.Code == c.BankCode && a.AccountName == c.BankAccountName && a.AccountNo == c.BankAccountNo
}

// newBank checks a changed bank account. Once money has moved, a member keeps the account it moved from or to.
func (s *Service) newBank(ctx context.Context, m Member, c ProfileChange) (bankaccount.Details, error) {
	bank, err := s.Accounts.Check(ctx, c.BankCode, c.BankAccountName, c.BankAccountNo, false)
	if err != nil {
		return bank, err
	}
	moved, err := s.Activity.MoneyMoved(ctx, m.ID)
	if err != nil {
		return bank, fmt.Errorf("member: activity: %w", err)
	}
	if moved {
		return bank, fault.New(fault.BANK_LOCKED, "money was deposited or withdrawn before")
	}
	if err := s.probe(ctx, m.Phone, bank.Index); err != nil {
		return bank, err
	}
	return bank, s.Accounts.CheckFree(ctx, bank.Index, m.ID)
}

func (s *Service) setBank(ctx context.Context, tx *store.Tx, memberID, name string, bank bankaccount.Details) error {
	if _, err := state.LockTx(ctx, tx, memberID); err != nil {
		return err
	}
	sealedName, sealedNumber, err := s.Accounts.Seal(memberID, bank)
	if err != nil {
		return err
	}
	q, spelt := memberdb.New(tx), s.Holders.Of(bank.AccountName)
	if err := q.SetName(ctx, name, nameForm, memberID); err != nil {
		return err
	}
	if err := s.indexNameTx(ctx, tx, memberID, name); err != nil {
		return err
	}
	if err := s.Accounts.WritePartsTx(ctx, tx, memberID, bank.Bank, bank.AccountNo); err != nil {
		return err
	}
	if err := q.SetBank(ctx, memberdb.SetBankParams{
		BankCode: bank.Code, BankAccountName: sealedName, BankAccountNo: sealedNumber, BankAccountIndex: bank.Index,
		BankHolderIndex: spelt, HolderForm: holder.Form, SecuredAt: clock.MicrosOf(tx.Now), ID: memberID,
	}); err != nil {
		return err
	}
	return s.Holders.WriteTx(ctx, tx, memberID, bank.AccountName, spelt)
}

// SetBankAccountName writes the holder's name in English letters. INVALID_BANK: the bank is not the member's own.
// BANK_ACCOUNT_NAME_ENG: not only A-Z and spaces. Withdrawals wait 24 h after a change (RULES.md section 12).
func (s *Service) SetBankAccountName(ctx context.Context, memberID, bankCode, name string) error {
	m, err := s.ByID(ctx, memberID)
	if err != nil {
		return err
	}
	if bankCode != m.Bank.Code {
		return fault.New(fault.INVALID_BANK, "bankCode is not the member's own")
	}
	name = strings.TrimSpace(name)
	if len(name) > longestName || !bankaccount.English(name) {
		return fault.New(fault.BANK_ACCOUNT_NAME_ENG, "the name is written in A-Z and spaces")
	}
	if name == m.Bank.AccountName {
		return nil
	}
	return s.Store.Write(ctx, func(tx *store.Tx) error {
		if _, err := state.LockTx(ctx, tx, memberID); err != nil {
			return err
		}
		sealed, err := s.Accounts.SealName(memberID, name)
		if err != nil {
			return err
		}
		spelt := s.Holders.Of(name)
		if err := memberdb.New(tx).SetBankAccountName(ctx, memberdb.SetBankAccountNameParams{
			BankAccountName: sealed, BankHolderIndex: spelt, HolderForm: holder.Form, SecuredAt: clock.MicrosOf(tx.Now), ID: memberID,
		}); err != nil {
			return err
		}
		return s.Holders.WriteTx(ctx, tx, memberID, name, spelt)
	})
}

// AcceptAgreement records which version of the agreements a member accepted. Accepting it again keeps the first time.
func (s *Service) AcceptAgreement(ctx context.Context, memberID, version string) error {
	const longest = 128
	if len(version) > longest || !written.Name(version) {
		return fault.New(fault.INVALID_INPUT, "version has 1 to %d characters", longest)
	}
	return s.Store.Write(ctx, func(tx *store.Tx) error {
		return memberdb.New(tx).AcceptAgreement(ctx, memberID, version, clock.MicrosOf(tx.Now))
	})
}

// Acceptance is a version of the agreements that a member accepted, and when it did first.
type Acceptance struct {
	Version    string
	AcceptedAt time.Time
}

// Agreements lists the versions that a member accepted, newest first.
func (s *Service) Agreements(ctx context.Context, memberID string) ([]Acceptance, error) {
	rows, err := memberdb.New(s.Store.DB()).Agreements(ctx, memberID)
	if err != nil {
		return nil, fmt.Errorf("member: agreements: %w", err)
	}
	list := make([]Acceptance, len(rows))
	for i, row := range rows {
		list[i] = Acceptance{Version: row.Version, AcceptedAt: row.AcceptedAt.Time()}
	}
	return list, nil
}
