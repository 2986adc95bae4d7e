package app

import (
	"context"
	"slices"
	"time"

	"krapao/bonus"
	"krapao/deposit"
	"krapao/internal/store"
	"krapao/invite"
	"krapao/ledger"
	"krapao/lookup"
	"krapao/member"
	"krapao/member/holder"
	"krapao/member/state"
	"krapao/money"
	"krapao/refund"
	"krapao/wallet"
	"krapao/withdraw"
)

// What refunds of losses and invitations ask of other areas.

// lives are what members put in, took out and have.
type lives struct {
	deposits    *deposit.Service
	withdrawals *withdraw.Service
	wallet      *wallet.Service
}

// DepositedTx implements refund.Lives.
func (l lives) DepositedTx(ctx context.Context, tx *store.Tx, memberID string) (money.Amount, error) {
	own, err := l.deposits.LifetimeTx(ctx, tx, memberID, 0)
	return own.Total, err
}

// DepositsTx implements invite.Lives.
func (l lives) DepositsTx(ctx context.Context, tx *store.Tx, memberID string, least money.Amount) (invite.Deposits, error) {
	own, err := l.deposits.LifetimeTx(ctx, tx, memberID, least)
	return invite.Deposits(own), err
}

// WithdrawnTx implements refund.Lives and invite.Lives.
func (l lives) WithdrawnTx(ctx context.Context, tx *store.Tx, memberID string) (money.Amount, error) {
	return l.withdrawals.TakenTx(ctx, tx, memberID)
}

// StandingTx implements invite.Lives.
func (l lives) StandingTx(ctx context.Context, tx *store.Tx, memberID string) (money.Amount, bool, error) {
	return l.wallet.UpperBoundTx(ctx, tx, memberID)
}

// TurnedTx implements invite.Play: the turnover at all providers.
func (t gamePlay) TurnedTx(ctx context.Context, tx *store.Tx, memberID string, from, to time.Time) ([]bonus.Turned, error) {
	games, err := t.catalogue.GamesTx(ctx, tx)
	if err != nil {
		return nil, err
	}
	var providers []string
	for _, g := range games {
		providers = append(providers, g.Provider)
	}
	slices.Sort(providers)
	return t.TurnoverTx(ctx, tx, memberID, from, to, slices.Compact(providers))
}

// inviteMembers are members as invitations see them.
type inviteMembers struct{ members *member.Service }

// LockTx implements invite.Members.
func (i inviteMembers) LockTx(ctx context.Context, tx *store.Tx, memberID string) (held bool, err error) {
	locked, err := state.LockTx(ctx, tx, memberID)
	return locked.OnHold(tx.Now), err
}

// Name implements invite.Members.
func (i inviteMembers) Name(ctx context.Context, memberID string) (string, error) {
	m, err := i.members.ByID(ctx, memberID)
	return m.Name, err
}

// invitationsSeen shows invitations every total.
type invitationsSeen struct{ invitations *invite.Service }

// Accounts implements wallet.TotalObserver.
func (i invitationsSeen) Accounts(ctx context.Context, tx *store.Tx, memberID string) ([]ledger.Account, error) {
	return i.invitations.Accounts(ctx, tx, memberID)
}

// ObserveTx implements wallet.TotalObserver.
func (i invitationsSeen) ObserveTx(ctx context.Context, tx *store.Tx, memberID string, t wallet.Total) (bool, error) {
	return i.invitations.ObserveTx(ctx, tx, memberID, bonusTotal(t))
}

// links finds who is strongly linked (RULES.md section 1): by an account that paid for both, and by the name of the
// registered account's holder, unless content says otherwise.
type links struct {
	lookup   *lookup.Service
	holders  *holder.Index
	deposits *deposit.Service
}

// Linked implements refund.Links and invite.Links.
func (l links) Linked(ctx context.Context, memberID string, most int) ([]string, error) {
	byName, err := l.lookup.HolderLinks(ctx)
	if err != nil {
		return nil, err
	}
	found := []string{memberID}
	for i := 0; i < len(found) && len(found) <= most+1; i++ {
		direct, err := l.deposits.SharedPayers(ctx, found[i])
		if err != nil {
			return nil, err
		}
		if byName {
			named, err := l.holders.Same(ctx, found[i])
			if err != nil {
				return nil, err
			}
			direct = append(direct, named...)
		}
		for _, one := range direct {
			if !slices.Contains(found, one) {
				found = append(found, one)
			}
		}
	}
	others := found[1:]
	slices.Sort(others)
	return others, nil
}

var _ interface {
	refund.Lives
	invite.Lives
} = lives{}
