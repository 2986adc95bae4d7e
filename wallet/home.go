package wallet

import (
	"context"
	"time"

	"krapao/game"
	"krapao/ledger"
)

// BringHome empties all games into the wallet, as Collect does, and reports whether nothing is left there: no whole step,
// no transfer under way, and no possibly open stake. A game that held anything must have been read in this try: an amount
// below a step may have grown, and the books alone don't show that. A key stands for one try; if something is left, the
// caller tries again.
func (s *Service) BringHome(ctx context.Context, member string, key ledger.Key) (home bool, err error) {
	began := s.store.Now()
	got, err := s.Collect(ctx, member, key)
	if err != nil || got.Status != Success || len(got.Failed()) > 0 {
		return false, err
	}
	games, err := s.games.Catalogue.Games(ctx)
	if err != nil {
		return false, err
	}
	slots, err := s.games.Balances.Slots(ctx, member)
	if err != nil {
		return false, err
	}
	holdings, err := s.games.Balances.Holdings(ctx, member)
	if err != nil {
		return false, err
	}
	for _, h := range holdings {
		if codeAt(games, h.Account.Provider) == "" {
			continue // closed: no money comes out of it any more
		}
		if s.mayHold(h, strictest(slots, h.Account.Provider), began) {
			return false, nil
		}
	}
	return true, nil
}

// mayHold reports whether a game account has money that will come home sooner or later, or may have since it was last
// read.
func (s *Service) mayHold(h game.Holding, g game.Game, began time.Time) bool {
	unread := h.Account.ReadAt.Before(began) && !certainlyEmpty(h, g, s.store.Now())
	return unread || h.Memo.Reserved != 0 || h.Memo.Incoming != 0 || s.wholeSteps(h.Account, h.Credits()) > 0 ||
		h.Account.Outstanding > 0 || mayHideStakes(h.Account, g, s.store.Now())
}
