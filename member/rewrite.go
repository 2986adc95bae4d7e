package member

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"krapao/fault"
	"krapao/internal/clock"
	"krapao/internal/person"
	"krapao/internal/store"
	"krapao/member/holder"
	"krapao/member/internal/memberdb"
	"krapao/member/state"
)

// Written is how a member's name and its account's holder are written.
type Written struct{ Name, Holder string }

// Rewrite prepares to write a member's name and its holder as the same person writes them; an empty one stays. does writes them
// in the commit of an operator's decision, and withdrawals wait 24 h. INVALID_USER_INFO: a name is another person's, or none.
// BANK_ACCOUNT_NAME_ENG: the bank writes it in English. INVALID_INPUT: nothing would change.
func (s *Service) Rewrite(
	ctx context.Context, memberID string, as Written,
) (is, becomes Written, does func(*store.Tx) error, err error) {
	m, err := s.ByID(ctx, memberID)
	if err != nil {
		return is, becomes, nil, err
	}
	is = Written{m.Name, m.Bank.AccountName}
	becomes = Written{
		cmp.Or(strings.TrimSpace(as.Name), is.Name), cmp.Or(strings.TrimSpace(as.Holder), is.Holder),
	}
	if becomes == is {
		return is, becomes, nil, fault.New(fault.INVALID_INPUT, "nothing would change")
	}
	if err := s.checkRewritten(ctx, m, is, becomes); err != nil {
		return is, becomes, nil, err
	}
	return is, becomes, func(tx *store.Tx) error { return s.rewriteTx(ctx, tx, memberID, becomes) }, nil
}

// checkRewritten refuses what no name of the member may be. A name may be unsure (another script, initials): two persons have
// looked at what shows it. One that is contradicted is another person's.
func (s *Service) checkRewritten(ctx context.Context, m Member, is, becomes Written) error {
	if err := checkTexts([]string{becomes.Name, becomes.Holder}); err != nil {
		return err
	}
	if becomes.Name != is.Name {
		if err := checkName("name", becomes.Name); err != nil {
			return err
		}
		if anotherPerson(is.Name, becomes.Name) && anotherPerson(is.Holder, becomes.Name) {
			return fault.New(fault.INVALID_USER_INFO, "name: another person's")
		}
	}
	if becomes.Holder == is.Holder {
		return nil
	}
	if err := checkName("holder", becomes.Holder); err != nil {
		return err
	}
	if anotherPerson(is.Holder, becomes.Holder) {
		return fault.New(fault.INVALID_USER_INFO, "holder: another person's")
	}
	_, err := s.Accounts.Check(ctx, m.Bank.Code, becomes.Holder, m.Bank.AccountNo, false)
	return err
}

func anotherPerson(registered, as string) bool {
	return person.Compare(registered, as) == person.Different
}

func (s *Service) rewriteTx(ctx context.Context, tx *store.Tx, memberID string, as Written) error {
	if _, err := state.LockTx(ctx, tx, memberID); err != nil {
		return err
	}
	sealed, err := s.Accounts.SealName(memberID, as.Holder)
	if err != nil {
		return err
	}
	q, spelt := memberdb.New(tx), s.Holders.Of(as.Holder)
	if err := q.SetName(ctx, as.Name, nameForm, memberID); err != nil {
		return err
	}
	if err := s.indexNameTx(ctx, tx, memberID, as.Name); err != nil {
		return err
	}
	if err := q.SetBankAccountName(ctx, memberdb.SetBankAccountNameParams{
		BankAccountName: sealed, BankHolderIndex: spelt, HolderForm: holder.Form, SecuredAt: clock.MicrosOf(tx.Now), ID: memberID,
	}); err != nil {
		return err
	}
	return s.Holders.WriteTx(ctx, tx, memberID, as.Holder, spelt)
}

// WrittenTx is how they are written now, with the member's state locked. NO_USER: there is no such member.
func (s *Service) WrittenTx(ctx context.Context, tx *store.Tx, memberID string) (Written, error) {
	if _, err := state.LockTx(ctx, tx, memberID); err != nil {
		return Written{}, err
	}
	row, err := memberdb.New(tx).Written(ctx, memberID)
	if store.NotFound(err) {
		return Written{}, fault.New(fault.NO_USER, "no such member")
	}
	if err != nil {
		return Written{}, fmt.Errorf("member: name: %w", err)
	}
	holder, err := s.Accounts.OpenName(memberID, row.BankAccountName)
	return Written{row.Name, holder}, err
}
