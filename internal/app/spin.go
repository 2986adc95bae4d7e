package app

import (
	"context"
	"time"

	"krapao/bonus"
	"krapao/game"
	"krapao/internal/store"
	"krapao/member"
	"krapao/money"
	"krapao/play"
	"krapao/spin"
)

// wheel opens the wheel with its coins, and what makes them usable.
func (a *App) wheel() {
	a.Coins = spin.New(spin.Deps{
		Store: a.Store, Books: a.Ledger, Box: a.box, Members: stated{}, Totals: decisions{a.Wallet}, Bonuses: prizes{a},
		Random: a.Random,
	})
	a.Play = play.New(a.Store, a.Coins)
}

// played tells of a report, changed of a reading at a game that reports nothing.
func (a *App) played(ctx context.Context, tx *store.Tx, list []game.PlayAdded) error {
	added := make([]play.Added, len(list))
	for i, p := range list {
		added[i] = play.Added{Member: p.Member, Since: p.Since, BetAt: p.BetAt, Turnover: p.Beyond}
	}
	return a.Play.PlayedTx(ctx, tx, added)
}

func (a *App) changed(ctx context.Context, tx *store.Tx, before game.Account, change money.Amount, asked time.Time) error {
	return a.Play.ChangedTx(ctx, tx, before.Member, before.ReadAt, asked, change)
}

// stated locks a member's state and tells whether it shut itself out. Nothing is decided by T, so a hold does not matter.
type stated struct{}

// LockTx implements spin.Members.
func (stated) LockTx(ctx context.Context, tx *store.Tx, memberID string) (excluded bool, err error) {
	state, err := member.LockTx(ctx, tx, memberID)
	return state.Excluded(tx.Now), err
}

// prizes are the bonuses, which open after deposits, as these do after the coins that they earn.
type prizes struct{ app *App }

// GrantTx implements spin.Bonuses.
func (p prizes) GrantTx(ctx context.Context, tx *store.Tx, c bonus.Credit, t bonus.Total) (bonus.Condition, error) {
	return p.app.Bonuses.GrantTx(ctx, tx, c, t)
}

// PrizeTx implements spin.Prizes.
func (p prizes) PrizeTx(ctx context.Context, tx *store.Tx, code string) (money.Amount, bonus.Terms, bool, error) {
	return p.app.Bonuses.PrizeTx(ctx, tx, code)
}
