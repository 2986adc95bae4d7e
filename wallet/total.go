package wallet

import (
	"context"
	"fmt"
	"sync"
	"time"

	"krapao/fault"
	"krapao/game"
	"krapao/internal/patience"
	"krapao/ledger"
	"krapao/money"
)

// Total is what a member has, read at one moment under the hold (RULES.md section 1).
type Total struct {
	// Wallet is the spendable part.
	Wallet money.Amount
	// Low counts unread games as nothing. High adds open stakes; it is not valid while a game is unread.
	Low, High money.Amount
	// Unread has the game of each account that can't be read, or that may have open stakes which the provider does not
	// report.
	Unread []game.Game
	// Staked has the game of each account with reported open stakes: nobody knows yet what they will pay.
	Staked []game.Game
	// MaybeIn are transfers into games that were given back and may turn out to be applied: perhaps counted twice.
	// MaybeOut are transfers out of games that were given back: perhaps missing.
	MaybeIn, MaybeOut money.Amount
	// Doubtful has the game of each of these.
	Doubtful []game.Game
	At       time.Time

	// games is the catalogue.
	games []game.Game
}

// Exact returns T. It refuses with TRY_AGAIN and params.game in three cases. A game could not be read, because an
// unreadable balance is never 0. A transfer that was given back may turn out to be applied. Or a stake is open, which is
// lost or comes back with more.
func (t Total) Exact() (money.Amount, error) {
	if err := t.Settled(); err != nil {
		return 0, err
	}
	if len(t.Staked) > 0 {
		return 0, t.Staked[0].Named(fault.New(fault.TRY_AGAIN, "a game has open stakes"))
	}
	return t.Low, nil
}

// Settled refuses as Exact does, but accepts reported open stakes: T is then between Low and High.
func (t Total) Settled() error {
	switch {
	case len(t.Unread) > 0:
		return t.Unread[0].Named(fault.New(fault.TRY_AGAIN, "a game's balance can't be read now"))
	case len(t.Doubtful) > 0:
		return t.Doubtful[0].Named(fault.New(fault.TRY_AGAIN, "a transfer that was given back may have been applied"))
	}
	return nil
}

// nothingUnderWay refuses while a transfer between the wallet and a game is pending: T would not count. A pending
// withdrawal has left the wallet already and changes nothing here.
func (s *Service) nothingUnderWay(ctx context.Context, member string) error {
	pending, err := s.books.Pending(ctx, member)
	if err != nil {
		return fmt.Errorf("wallet: read pending transfers: %w", err)
	}
	for _, t := range pending {
		if t.Kind == game.KindIn || t.Kind == game.KindOut {
			return underWay("a transfer is under way")
		}
	}
	return nil
}

// awaitTransfers waits for the member's pending transfers while there is time left to read and decide. They end under the
// hold, and no other begins.
func (s *Service) awaitTransfers(ctx context.Context, member string) error {
	return patience.Again(ctx, readShare+decideShare,
		func() error { return s.nothingUnderWay(ctx, member) }, s.passes(ctx, member, ""))
}

func (s *Service) readTotal(ctx context.Context, member string, wallet ledger.Balance) (Total, error) {
	total := Total{Wallet: wallet.Available(), Low: wallet.Available(), At: s.store.Now()}
	slots, err := s.games.Balances.Slots(ctx, member)
	if err != nil {
		return total, err
	}
	for _, slot := range slots {
		total.games = append(total.games, slot.Game)
	}
	holdings, err := s.games.Balances.Holdings(ctx, member)
	if err != nil {
		return total, err
	}
	stakes := map[string]money.Amount{}
	var mu sync.Mutex
	var wait sync.WaitGroup
	for _, h := range holdings {
		g := strictest(slots, h.Account.Provider)
		if g.Code == "" || certainlyEmpty(h, g, s.store.Now()) {
			continue
		}
		wait.Go(func() {
			c, err := s.games.Balances.Confirm(ctx, h.Account)
			mu.Lock()
			defer mu.Unlock()
			if err != nil || mayHideStakes(c.Account, g, s.store.Now()) {
				total.Unread = append(total.Unread, g)
				return
			}
			total.Low += c.Memo
			if c.Reading.Outstanding > 0 {
				total.Staked = append(total.Staked, g)
				stakes[h.Account.Provider] = c.Reading.Outstanding.Baht(c.Account.Factor)
			}
		})
	}
	wait.Wait()
	total.High = total.Low
	for _, open := range stakes {
		total.High += open
	}
	return total, nil
}

// strictest returns the provider's game whose stakes are known least: several codes may share one account.
func strictest(slots []game.Slot, provider string) game.Game {
	var g game.Game
	for _, slot := range slots {
		if slot.Game.Provider == provider && (g.Code == "" || slot.Game.Stakes == game.StakesUnknown) {
			g = slot.Game
		}
	}
	return g
}

// certainlyEmpty reports whether the last confirmed balance was 0, nothing has moved in since, and no stake can be open.
func certainlyEmpty(h game.Holding, g game.Game, now time.Time) bool {
	return !h.Account.ReadAt.IsZero() && h.Memo.Posted == 0 && h.Memo.Incoming == 0 && h.Account.Outstanding == 0 &&
		!mayHideStakes(h.Account, g, now)
}

// mayHideStakes reports whether a stake may be open that nobody reports. Where stakes are not reported, a fall that our
// transfers don't explain may be one, for as long as the game's longest settlement.
func mayHideStakes(a game.Account, g game.Game, now time.Time) bool {
	return g.Stakes == game.StakesUnknown && !a.FellAt.IsZero() && now.Before(a.FellAt.Add(g.SettleTime))
}
