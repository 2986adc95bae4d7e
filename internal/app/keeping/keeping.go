// Package keeping asks the areas what they need of a member, and what of it they find by who the member is: its phone, its
// account and its names (docs/privacy.md).
package keeping

import (
	"context"
	"strings"

	"krapao/bonus"
	"krapao/deposit"
	"krapao/deposit/record"
	"krapao/internal/personal"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/ledger/browse"
	"krapao/member"
	"krapao/member/state"
	"krapao/money"
	"krapao/operator/audit"
	"krapao/otp"
	"krapao/protection"
	"krapao/wallet/doubt"
)

// Areas are those that are asked.
type Areas struct {
	Store      *store.Store
	Ledger     *ledger.Ledger
	Members    *member.Service
	States     *state.Service
	OTP        *otp.Service
	Protection *protection.Service
	Deposits   *deposit.Service
	Bonuses    *bonus.Service
	Doubts     *doubt.Service
	Books      *browse.Reader
	Records    *record.Records
}

// Codes is what is kept of the codes that were sent to its phone.
func (k Areas) Codes(ctx context.Context, member string) ([]personal.Table, error) {
	m, err := k.Members.ByID(ctx, member)
	if err != nil {
		return nil, err
	}
	return k.OTP.Personal(m.Phone), nil
}

// EraseCodes erases the codes that were sent to its phone. That is read beside the transaction, which has erased the member's
// row; a node erases one member at a time.
func (k Areas) EraseCodes(ctx context.Context, tx *store.Tx, member string) error {
	m, err := k.Members.ByID(ctx, member)
	if err != nil {
		return err
	}
	return k.OTP.EraseTx(ctx, tx, m.Phone)
}

// EraseSaid erases what operators said of a member in the audit log: by its phone, its account's number and its names.
func (k Areas) EraseSaid(ctx context.Context, tx *store.Tx, member string) error {
	m, err := k.Members.ByID(ctx, member)
	if err != nil {
		return err
	}
	number := strings.TrimPrefix(m.Phone, "+")
	return audit.New(k.Store, nil).EraseTx(ctx, tx, member, audit.Known{
		// A phone may be written with the country's number or with a zero: its last nine digits are in both.
		Numbers: []string{number[max(len(number)-nationalDigits, 0):], m.Bank.AccountNo},
		Names:   []string{m.Name, m.Bank.AccountName},
	})
}

// nationalDigits are those of a phone's number that every way to write it has.
const nationalDigits = 9

// when is a code where something is needed.
func when(needed bool, what string, err error) (string, error) {
	if !needed {
		what = ""
	}
	return what, err
}

// NeedsAccount is about the account: whoever has not been closed has an account, and its money is not paid out.
func (k Areas) NeedsAccount(ctx context.Context, member string) (string, error) {
	m, err := k.Members.ByID(ctx, member)
	if err != nil {
		return "", err
	}
	closed, err := k.Protection.Closed(ctx, member)
	return when(m.Active || !closed, "account", err)
}

// NeedsProtection is about being shut out: who is shut out must be known as itself until the end, or it would register anew.
func (k Areas) NeedsProtection(ctx context.Context, member string) (string, error) {
	shut, err := k.States.Read(ctx, member)
	now := k.Store.Now()
	return when(shut.BreakUntil.After(now) || shut.ExcludedUntil.After(now), "protection", err)
}

// leftover is what may stay with an account that was closed: less than what closing pays out.
const leftover = money.Amount(100)

// NeedsMoney is about what the member has, owes, or has under way.
func (k Areas) NeedsMoney(ctx context.Context, member string) (string, error) {
	pending, err := k.Ledger.Pending(ctx, member)
	if err != nil || len(pending) > 0 {
		return when(len(pending) > 0, "money", err)
	}
	accounts, err := k.Books.BalancesOf(ctx, member)
	total := money.Amount(0)
	for _, a := range accounts {
		if a.Posted < 0 || a.Reserved != 0 || a.Incoming != 0 {
			return "money", err
		}
		total += a.Posted
	}
	return when(total >= leftover, "money", err)
}

// NeedsCondition is about a conditional credit that has not ended.
func (k Areas) NeedsCondition(ctx context.Context, member string) (string, error) {
	active, err := k.Bonuses.Active(ctx, member)
	return when(active != nil, "condition", err)
}

// newestSlips are looked at for those that have not ended.
const newestSlips = 20

// NeedsArrivals is about deposits that have not ended: slips, declared transfers, links, and held money.
func (k Areas) NeedsArrivals(ctx context.Context, member string) (string, error) {
	held, err := k.Deposits.HeldMoney(ctx, member)
	if err != nil || len(held) > 0 {
		return when(len(held) > 0, "deposit", err)
	}
	slips, err := k.Records.Slips(ctx, member, 0, newestSlips)
	if err != nil {
		return "", err
	}
	for _, s := range slips {
		if !s.Ended {
			return "deposit", nil
		}
	}
	transfers, err := k.Deposits.Transfers(ctx, member)
	for _, t := range transfers {
		if t.Progress == deposit.InProgress {
			return "deposit", err
		}
	}
	return "", err
}

// NeedsGames is about transfers with games whose outcome is in doubt, and open cases about them.
func (k Areas) NeedsGames(ctx context.Context, member string) (string, error) {
	doubtful := false
	err := k.Store.Write(ctx, func(tx *store.Tx) error {
		x, err := k.Doubts.DoubtfulTx(ctx, tx, member)
		doubtful = len(x.Providers) > 0
		return err
	})
	return when(doubtful, "case", err)
}
