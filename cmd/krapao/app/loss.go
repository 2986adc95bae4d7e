package app

import (
	"context"
	"slices"
	"time"

	"krapao/bonus"
	"krapao/deposit"
	"krapao/game"
	"krapao/internal/settle"
	"krapao/internal/store"
	"krapao/invite"
	"krapao/ledger"
	"krapao/lookup"
	"krapao/member"
	"krapao/money"
	"krapao/refund"
	"krapao/wallet"
)

// Refunds of losses and invitations: what they ask of other areas.

// losses opens refunds and invitations.
func (a *App) losses() {
	linked := links{a.Lookup, a.Members, a.Deposits}
	a.Refunds = refund.New(refund.Deps{
		Store: a.Store, Books: a.Ledger, Totals: decisions{a.Wallet}, Known: known{a.Ledger, a.Games}, Bonuses: a.Bonuses,
		Lives: lives{a}, Links: linked, Log: a.Log,
	})
	d := invite.Deps{
		Store: a.Store, Books: a.Ledger, Totals: decisions{a.Wallet}, Bonuses: a.Bonuses, Lives: lives{a},
		Play: turned{a.Games}, Members: invited{a.Members}, Links: linked, Log: a.Log,
	}
	if a.Demo {
		d.Every = 5 * time.Second
	}
	a.Invitations = invite.New(d)
}

// lossChores are done by one node at a time.
func (a *App) lossChores() []settle.Task {
	return []settle.Task{
		{Name: "invitees' losses", Interval: time.Second, Timeout: time.Minute, Run: first(a.Invitations.Accrue)},
		{Name: "ripe commissions", Interval: time.Second, Timeout: time.Minute, Run: first(a.Invitations.Ripen)},
	}
}

// lives are what members put in, took out and have.
type lives struct{ app *App }

// DepositedTx implements refund.Lives.
func (l lives) DepositedTx(ctx context.Context, tx *store.Tx, memberID string) (money.Amount, error) {
	own, err := l.app.Deposits.LifetimeTx(ctx, tx, memberID, 0)
	return own.Total, err
}

// DepositsTx implements invite.Lives.
func (l lives) DepositsTx(ctx context.Context, tx *store.Tx, memberID string, least money.Amount) (invite.Deposits, error) {
	own, err := l.app.Deposits.LifetimeTx(ctx, tx, memberID, least)
	return invite.Deposits(own), err
}

// WithdrawnTx implements refund.Lives and invite.Lives.
func (l lives) WithdrawnTx(ctx context.Context, tx *store.Tx, memberID string) (money.Amount, error) {
	return l.app.Withdrawals.TakenTx(ctx, tx, memberID)
}

// StandingTx implements invite.Lives.
func (l lives) StandingTx(ctx context.Context, tx *store.Tx, memberID string) (money.Amount, bool, error) {
	return l.app.Wallet.UpperBoundTx(ctx, tx, memberID)
}

// TurnedTx implements invite.Play: the turnover at all providers.
func (t turned) TurnedTx(ctx context.Context, tx *store.Tx, memberID string, from, to time.Time) ([]bonus.Turned, error) {
	games, err := game.GamesTx(ctx, tx)
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

// invited are members as invitations see them.
type invited struct{ members *member.Service }

// LockTx implements invite.Members.
func (i invited) LockTx(ctx context.Context, tx *store.Tx, memberID string) (held bool, err error) {
	state, err := member.LockTx(ctx, tx, memberID)
	return state.Held(tx.Now), err
}

// Name implements invite.Members.
func (i invited) Name(ctx context.Context, memberID string) (string, error) {
	m, err := i.members.ByID(ctx, memberID)
	return m.Name, err
}

// invitationsSeen tells invitations of every total.
type invitationsSeen struct{ invitations *invite.Service }

// Accounts implements wallet.TotalObserver.
func (i invitationsSeen) Accounts(ctx context.Context, tx *store.Tx, memberID string) ([]ledger.Account, error) {
	return i.invitations.Accounts(ctx, tx, memberID)
}

// ObserveTx implements wallet.TotalObserver.
func (i invitationsSeen) ObserveTx(ctx context.Context, tx *store.Tx, memberID string, t wallet.Total) (bool, error) {
	return i.invitations.SeenTx(ctx, tx, memberID, bonusTotal(t))
}

// links tells who is strongly linked (RULES.md section 1): by an account that paid for both, and, where content does not
// say otherwise, by the name of the registered account's holder.
type links struct {
	lookup   *lookup.Service
	members  *member.Service
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
			named, err := l.members.SameHolder(ctx, found[i])
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
