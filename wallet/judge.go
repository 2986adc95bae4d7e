package wallet

import (
	"context"
	"time"

	"krapao/game"
	walletq "krapao/internal/store/q/wallet"
	"krapao/ledger"
	"krapao/money"
)

// judge finds out by the balance what became of a move at a provider that takes no reference. It holds because the
// pending transfer keeps every other transfer and every launch away, and because the balance before was read under the
// same lock and equals the books.
//
// Rounds count from the moment for which the books hold: the transfer's own, where the balance was read under its lock.
//
// It takes two equal readings, Settings.Still apart, between which no round was settled. Then, with what those rounds won
// or lost: the balance before means that nothing moved (believed only after the window of RULES.md section 3), the balance
// before and the amount mean that it was moved, and anything else is for an operator.
func (s *Service) judge(ctx context.Context, p game.Provider, a game.Account, t ledger.Transfer, m game.Move, d *walletq.GameDoubt) (verdict, error) {
	unknown := func(reason string, after time.Duration) verdict {
		return verdict{outcome: game.Outcome{Reason: reason}, after: after}
	}
	memo, err := s.books.Balance(ctx, a.Ledger())
	if err != nil {
		return verdict{}, err
	}
	now := s.store.Now()
	play, reading, why := s.look(ctx, p, m.Player, time.UnixMicro(d.Since), now)
	if why != "" {
		return unknown(why, 0), nil
	}
	before := game.Holding{Account: a, Memo: memo}.Credits() + play.Net
	if d.ReadingSince == 0 || d.Reading != int64(reading) || d.Rounds != int64(play.Rounds) {
		d.Reading, d.Rounds, d.ReadingSince = int64(reading), int64(play.Rounds), now.UnixMicro()
		return unknown("the balance is being watched", s.settings.Still), nil
	}
	if left := time.UnixMicro(d.ReadingSince).Add(s.settings.Still).Sub(now); left > 0 {
		return unknown("the balance is being watched", left), nil
	}
	return s.conclude(p, t, m, d, reading, before), nil
}

// look reads the balance, and what settled rounds say where the provider lists them; or it says why it can't.
func (s *Service) look(ctx context.Context, p game.Provider, player game.Player, since, now time.Time) (play game.Play, held money.Credits, why string) {
	ctx, cancel := context.WithTimeout(ctx, s.games.CallTimeout())
	defer cancel()
	reading, err := p.Balance(ctx, player)
	if err == nil && p.Capabilities().Rounds {
		play, err = p.Rounds(ctx, player, since, now)
	}
	if err != nil {
		return play, 0, "the balance can't be read: " + err.Error()
	}
	return play, reading.Credits, ""
}

func (s *Service) conclude(
	p game.Provider, t ledger.Transfer, m game.Move, d *walletq.GameDoubt, reading, before money.Credits,
) verdict {
	switch {
	case reading == before+m.Credits:
		return verdict{outcome: game.Outcome{Kind: game.Done, Moved: m.Credits, Reason: "judged by the balance"}}
	case reading != before:
		return verdict{outcome: game.Outcome{Reason: "the balance fits neither answer"}, stuck: true}
	}
	if left := s.believedAt(p, t, d).Sub(s.store.Now()); left > 0 {
		return verdict{outcome: game.Outcome{Reason: "nothing moved so far"}, after: s.pause(left)}
	}
	return verdict{outcome: game.Outcome{Kind: game.Rejected, Reason: "judged by the balance: nothing moved"}, returned: true}
}
