package app

import (
	"context"

	"krapao/deposit"
	"krapao/deposit/record"
	"krapao/internal/personal"
	"krapao/internal/store"
	"krapao/ledger/browse"
	"krapao/money"
	"krapao/operator/audit"
	"krapao/operator/flag"
	"krapao/operator/note"
	"krapao/privacy"
	"krapao/quarantine"
	"krapao/withdraw"
)

// openPrivacy opens what gives out all that is kept of a member, and erases it: who it is, then its money, its play, and the
// rest.
func openPrivacy(b base, s areas) *privacy.Service {
	k := keeping{b, s, browse.New(b.Store), record.New(b.Store, s.Deposits)}
	return privacy.New(privacy.Deps{
		Now: b.Store.Now, House: houseName(s.Lookup),
		Sources: []privacy.Source{
			s.Members.Personal, s.Sessions.Personal, k.codes, s.Protection.Personal,
			k.books.Personal, k.records.Personal, s.Withdrawals.Personal,
			s.Games.Accounts.Personal, s.Games.Reports.Personal, s.Bonuses.Personal, s.Refunds.Personal, s.Invitations.Personal,
			s.Coins.Personal, s.Chats.Personal, audit.New(b.Store, nil).Personal,
		},
		// The codes are found by the phone, so they go before it.
		Erasers: []privacy.Eraser{
			k.eraseCodes, s.Members.EraseTx, s.Sessions.EraseTx, s.Slips.EraseTx, s.Withdrawals.EraseTx, s.Chats.EraseTx, note.EraseTx,
			flag.EraseTx,
		},
		Needs:       []privacy.Needs{k.account, k.protection, k.money, k.condition, k.arrivals, k.games},
		Enders:      append(record.Enders(), withdraw.EndDocuments, quarantine.EndDocuments),
		NextMembers: s.Members.LastOfNext, Store: b.Store,
	})
}

// keeping asks the areas what they need of a member.
type keeping struct {
	b       base
	s       areas
	books   *browse.Reader
	records *record.Records
}

func (k keeping) codes(ctx context.Context, member string) ([]personal.Table, error) {
	m, err := k.s.Members.ByID(ctx, member)
	if err != nil {
		return nil, err
	}
	return k.s.OTP.Personal(ctx, m.Phone)
}

func (k keeping) eraseCodes(ctx context.Context, tx *store.Tx, member string) error {
	m, err := k.s.Members.ByID(ctx, member)
	if err != nil {
		return err
	}
	return k.s.OTP.EraseTx(ctx, tx, m.Phone)
}

// when is a code where something is needed.
func when(needed bool, what string, err error) (string, error) {
	if !needed {
		what = ""
	}
	return what, err
}

// account: whoever has not been closed has an account, and its money is not paid out.
func (k keeping) account(ctx context.Context, member string) (string, error) {
	m, err := k.s.Members.ByID(ctx, member)
	if err != nil {
		return "", err
	}
	closed, err := k.s.Protection.Closed(ctx, member)
	return when(m.Active || !closed, "account", err)
}

// protection: a member that is shut out must be known as itself until the end, or it would register anew.
func (k keeping) protection(ctx context.Context, member string) (string, error) {
	shut, err := k.s.States.Read(ctx, member)
	now := k.b.Store.Now()
	return when(shut.BreakUntil.After(now) || shut.ExcludedUntil.After(now), "protection", err)
}

// leftover is what may stay with an account that was closed: less than what closing pays out.
const leftover = money.Amount(100)

// money is what the member has, owes, or has under way.
func (k keeping) money(ctx context.Context, member string) (string, error) {
	pending, err := k.b.Ledger.Pending(ctx, member)
	if err != nil || len(pending) > 0 {
		return when(len(pending) > 0, "money", err)
	}
	accounts, err := k.books.BalancesOf(ctx, member)
	total := money.Amount(0)
	for _, a := range accounts {
		if a.Posted < 0 || a.Reserved != 0 || a.Incoming != 0 {
			return "money", err
		}
		total += a.Posted
	}
	return when(total >= leftover, "money", err)
}

func (k keeping) condition(ctx context.Context, member string) (string, error) {
	active, err := k.s.Bonuses.Active(ctx, member)
	return when(active != nil, "condition", err)
}

// newestSlips are looked at for those that have not ended.
const newestSlips = 20

// arrivals are deposits that have not ended: slips, declared transfers, links, and held money.
func (k keeping) arrivals(ctx context.Context, member string) (string, error) {
	held, err := k.s.Deposits.HeldMoney(ctx, member)
	if err != nil || len(held) > 0 {
		return when(len(held) > 0, "deposit", err)
	}
	slips, err := k.records.Slips(ctx, member, 0, newestSlips)
	if err != nil {
		return "", err
	}
	for _, s := range slips {
		if !s.Ended {
			return "deposit", nil
		}
	}
	transfers, err := k.s.Deposits.Transfers(ctx, member)
	for _, t := range transfers {
		if t.Progress == deposit.InProgress {
			return "deposit", err
		}
	}
	return "", err
}

// games are transfers with games whose outcome is in doubt, and open cases about them.
func (k keeping) games(ctx context.Context, member string) (string, error) {
	doubtful := false
	err := k.b.Store.Write(ctx, func(tx *store.Tx) error {
		x, err := k.s.Wallet.Doubts().DoubtfulTx(ctx, tx, member)
		doubtful = len(x.Providers) > 0
		return err
	})
	return when(doubtful, "case", err)
}
