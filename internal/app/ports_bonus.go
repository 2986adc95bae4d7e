package app

import (
	"context"
	"slices"
	"time"

	"krapao/bonus"
	"krapao/bonus/outage"
	"krapao/deposit"
	"krapao/deposit/feed"
	"krapao/game"
	"krapao/game/balance"
	"krapao/game/catalogue"
	"krapao/game/report"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/ledger/figures"
	"krapao/member/state"
	"krapao/money"
	"krapao/play"
	"krapao/wallet"
)

// What conditional credits ask of other areas.

// decisions are the wallet's, for conditions, refunds, invitations and coupons.
type decisions struct{ wallet *wallet.Service }

// Decide implements bonus.Totals.
func (d decisions) Decide(
	ctx context.Context, memberID string, lock []ledger.Account, body func(ctx context.Context, tx *store.Tx, t bonus.Total) error,
) error {
	return d.wallet.Decide(ctx, memberID, lock, func(ctx context.Context, tx *store.Tx, t wallet.Total) error {
		return body(ctx, tx, bonusTotal(t))
	})
}

// StableTotal implements bonus.Totals.
func (d decisions) StableTotal(ctx context.Context, memberID string) (bonus.Total, error) {
	t, err := d.wallet.StableTotal(ctx, memberID)
	return bonusTotal(t), err
}

func bonusTotal(t wallet.Total) bonus.Total {
	most, known := t.Most()
	total := bonus.Total{Wallet: t.Wallet, Least: t.Least(), Most: most, MostKnown: known, At: t.At}
	for _, list := range [][]game.Game{t.Unread, t.Doubtful, t.Staked} {
		if len(list) > 0 && total.Doubtful == "" {
			total.Doubtful, total.DoubtfulName = list[0].Code, list[0].Name
		}
	}
	return total
}

// unplayed shows play every total: nobody has more unplayed than it has.
type unplayed struct {
	play  *play.Service
	books *ledger.Ledger
}

// Accounts implements wallet.TotalObserver. It locks the member's lots, because a deposit locks them before the wallet.
func (u unplayed) Accounts(ctx context.Context, tx *store.Tx, memberID string) ([]ledger.Account, error) {
	return nil, u.play.LockTx(ctx, tx, memberID)
}

// ObserveTx implements wallet.TotalObserver. It ends nothing.
func (u unplayed) ObserveTx(ctx context.Context, tx *store.Tx, memberID string, t wallet.Total) (bool, error) {
	most, known := t.Most()
	if !known {
		return false, nil
	}
	// What a withdrawal reserved has left T, and yet counts: the withdrawal is reviewed by whether it was played.
	wallet, err := u.books.BalanceTx(ctx, tx, ledger.Wallet(memberID))
	if err != nil {
		return false, err
	}
	return false, u.play.SeenTx(ctx, tx, memberID, most+wallet.Reserved)
}

// conditionsSeen shows conditions every total.
type conditionsSeen struct{ bonuses *bonus.Service }

// Accounts implements wallet.TotalObserver.
func (c conditionsSeen) Accounts(ctx context.Context, tx *store.Tx, memberID string) ([]ledger.Account, error) {
	return c.bonuses.Accounts(ctx, tx, memberID)
}

// ObserveTx implements wallet.TotalObserver.
func (c conditionsSeen) ObserveTx(ctx context.Context, tx *store.Tx, memberID string, t wallet.Total) (bool, error) {
	return c.bonuses.ObserveTx(ctx, tx, memberID, bonusTotal(t))
}

// known is a member's money by the ledger alone.
type known struct {
	books    figures.Figures
	balances *balance.Service
}

// TotalTx implements bonus.Known.
func (k known) TotalTx(ctx context.Context, tx *store.Tx, memberID string) (money.Amount, error) {
	t, err := k.books.MemberTotalsTx(ctx, tx, memberID)
	return t.Sum(), err
}

// ReadAt implements bonus.Known.
func (k known) ReadAt(ctx context.Context, memberID string) (at time.Time, err error) {
	holdings, err := k.balances.Holdings(ctx, memberID)
	for _, h := range holdings {
		if h.Memo.Posted == 0 && h.Memo.Incoming == 0 {
			continue
		}
		if at.IsZero() || h.Account.ReadAt.Before(at) {
			at = h.Account.ReadAt
		}
	}
	return at, err
}

// conditionMembers are members whose gates a condition sets.
type conditionMembers struct{ states *state.Service }

// LockTx implements bonus.Members.
func (c conditionMembers) LockTx(ctx context.Context, tx *store.Tx, memberID string) (excluded bool, err error) {
	locked, err := state.LockTx(ctx, tx, memberID)
	return locked.Excluded(tx.Now), err
}

// SetGatesTx implements bonus.Members.
func (c conditionMembers) SetGatesTx(ctx context.Context, tx *store.Tx, memberID string, raise, lower ledger.Gate) error {
	locked, err := state.LockTx(ctx, tx, memberID)
	if err != nil {
		return err
	}
	return c.states.SetGatesTx(ctx, tx, locked, raise, lower)
}

// matchable are the deposits that a credit may match.
type matchable struct{ deposits *deposit.Service }

// LatestTx implements bonus.Deposits.
func (m matchable) LatestTx(ctx context.Context, tx *store.Tx, memberID string) (bonus.Latest, bool, error) {
	latest, found, err := m.deposits.LatestTx(ctx, tx, memberID)
	return bonus.Latest(latest), found, err
}

// Reversed implements bonus.Deposits.
func (m matchable) Reversed(ctx context.Context, since time.Time) ([]string, error) {
	return m.deposits.Reversed(ctx, since)
}

// gamePlay is the play that games report.
type gamePlay struct {
	providers *game.Providers
	catalogue *catalogue.Service
	reports   *report.Service
}

// play is what the games report, for the areas that count it.
func (g gameRooms) play() gamePlay { return gamePlay{g.Providers, g.Catalogue, g.Reports} }

// TurnoverTx implements bonus.Play.
func (t gamePlay) TurnoverTx(
	ctx context.Context, tx *store.Tx, memberID string, from, to time.Time, providers []string,
) ([]bonus.Turned, error) {
	list, err := t.reports.TurnoverTx(ctx, tx, memberID, from, to, providers)
	all := make([]bonus.Turned, len(list))
	for i, one := range list {
		all[i] = bonus.Turned{Provider: one.Provider, Play: string(one.Play), Amount: one.Amount}
	}
	return all, err
}

// Lag implements bonus.Play.
func (t gamePlay) Lag(provider string) time.Duration { return t.capabilities(provider).ReportLag }

// ReportedUpTo implements bonus.Play.
func (t gamePlay) ReportedUpTo(ctx context.Context, provider string) (time.Time, error) {
	return t.reports.ReportedUpTo(ctx, provider)
}

// Reports implements bonus.Play.
func (t gamePlay) Reports(provider string) bool {
	return t.capabilities(provider).Report != game.ReportNone
}

// Rounds implements bonus.Play.
func (t gamePlay) Rounds(provider string) bool {
	return t.capabilities(provider).Report == game.ReportRounds
}

func (t gamePlay) capabilities(provider string) game.Capabilities {
	if p := t.providers.Provider(provider); p != nil {
		return p.Capabilities()
	}
	return game.Capabilities{} // not connected: nothing is reported
}

// bonusGames are the games that a condition lists, and that its money comes home from.
type bonusGames struct {
	catalogue *catalogue.Service
	wallet    *wallet.Service
	// reports reports whether play in a game is reported.
	reports func(game.Game) bool
}

// ListTx implements bonus.Games.
func (e bonusGames) ListTx(ctx context.Context, tx *store.Tx) ([]bonus.Game, error) {
	return e.gamesOf(e.catalogue.GamesTx(ctx, tx))
}

// List implements bonus.Games.
func (e bonusGames) List(ctx context.Context) ([]bonus.Game, error) {
	return e.gamesOf(e.catalogue.Games(ctx))
}

func (e bonusGames) gamesOf(games []game.Game, err error) ([]bonus.Game, error) {
	list := make([]bonus.Game, len(games))
	for i, g := range games {
		list[i] = bonus.Game{
			Code: g.Code, Provider: g.Provider, Category: string(g.Category),
			NoStakes: g.Stakes == game.StakesNone, Open: g.State == game.Open, Reports: e.reports(g),
		}
	}
	return list, err
}

// Collect implements bonus.Games.
func (e bonusGames) Collect(ctx context.Context, memberID string, key ledger.Key) (bool, error) {
	got, err := e.wallet.Collect(ctx, memberID, key)
	return err == nil && got.Status == wallet.Success && len(got.Failed()) == 0, err
}

// unusable are the games, or all deposits, that can't be used now.
type unusable struct {
	catalogue *catalogue.Service
	play      *report.Service
	feeds     *feed.Reader
	// gateways: members can pay in without a statement of ours.
	gateways bool
}

// Now implements outage.Subjects. A game is out in maintenance, and while its provider's report can't be read. All deposits
// are out where no statement can be read and there is no gateway.
func (u unusable) Now(ctx context.Context) ([]string, error) {
	games, err := u.catalogue.Games(ctx)
	if err != nil {
		return nil, err
	}
	states, err := u.play.States(ctx)
	if err != nil {
		return nil, err
	}
	silent := map[string]bool{}
	for _, report := range states {
		silent[report.Provider] = !report.FailingSince.IsZero()
	}
	subjects := []string{}
	for _, g := range games {
		if g.Maintenance || silent[g.Provider] {
			subjects = append(subjects, outage.GameSubject+g.Code)
		}
	}
	out, err := u.depositsOut(ctx)
	if out {
		subjects = append(subjects, outage.DepositsSubject)
	}
	return subjects, err
}

func (u unusable) depositsOut(ctx context.Context) (bool, error) {
	statements, err := u.feeds.Statements(ctx)
	readable := slices.ContainsFunc(statements, func(s feed.Statement) bool { return s.FailingSince.IsZero() })
	return !u.gateways && len(statements) > 0 && !readable, err
}
