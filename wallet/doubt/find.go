package doubt

import (
	"context"
	"fmt"
	"time"

	"krapao/game"
	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/wallet/doubt/clue"
	"krapao/wallet/internal/walletdb"
)

// find asks the provider what became of a transfer, in the way the provider supports: by reference, by sending the same
// reference again, or by the balance. began is when this attempt took its lease.
func (s *Service) find(ctx context.Context, a game.Account, t ledger.Transfer, d *Record, began time.Time) (finding, error) {
	p := s.games.Provider(a.Provider)
	if p == nil {
		return undecidable(clue.NoConnection, ""), nil
	}
	player, err := s.player(ctx, a)
	if err != nil {
		return unknown(clue.AccountUnusable.With(err.Error()), 0), nil
	}
	m, err := s.Move(a, player, t)
	if err != nil {
		return finding{}, err
	}
	m.SendBy = time.Time{}
	if !p.Capabilities().CanVerify() {
		return balanceCheck{s, p, a, t, m, d}.decide(ctx)
	}
	if !p.Capabilities().CheckByReference {
		return s.sendAgain(ctx, p, t, m, d, began)
	}
	call, cancel := context.WithTimeout(ctx, s.games.CallTimeout())
	defer cancel()
	o := p.Check(call, m)
	switch {
	case o.Kind == game.NotFound && p.Capabilities().Replay:
		return s.sendAgain(ctx, p, t, m, d, began)
	case o.Kind == game.NotFound:
		d.NotFound++
		return s.notFound(p, t, d), nil
	case o.Kind == game.Pending:
		d.NotFound = 0
	}
	return finding{outcome: o, why: clue.Answer(o), returned: p.Capabilities().Replay && o.Kind == game.Rejected}, nil
}

// sendAgain sends the same reference once more, to a provider that applies it once. The answer is that of the first
// sending, or the transfer happens now. It waits until the first sending can no longer leave. It sends within this
// attempt's lease and while the doubt is open, or not at all: after that somebody else may have settled the transfer.
//
// "No such reference" alone never gives money back here. A definitive rejection together with it does (game.Move.Again),
// but only after the provider's window: it covers this sending and all that arrived before, while an earlier sending may
// still be on its way. The window counts from the last sending without an answer, since each may be as late as the first.
// That a sending may leave is committed before it can. Once operators have the case nothing is sent any more, because it
// could be applied after their decision.
func (s *Service) sendAgain(
	ctx context.Context, p game.Provider, t ledger.Transfer, m game.Move, d *Record, began time.Time,
) (finding, error) {
	first := s.store.CountFrom(t.CreatedAt).Add(s.settings.SendBy + s.games.CallTimeout() + s.settings.ReplayAfter)
	if left := first.Sub(s.store.Now()); left > 0 {
		return unknown(string(clue.SentAgainSoon), s.pause(left)), nil
	}
	if d.State == stateCase {
		return unknown(d.Reason, 0), nil
	}
	m.Again, m.SendBy = true, began.Add(s.games.CallTimeout())
	if t.DueAt.Before(m.SendBy) {
		m.SendBy = t.DueAt // the end of the lease: from then on another node may settle
	}
	before := d.SentAt
	if open, err := s.noteSent(ctx, d, clock.MicrosOf(m.SendBy)); err != nil || !open {
		return unknown(string(clue.SettledElsewhere), 0), err
	}
	call, cancel := context.WithTimeout(ctx, s.games.CallTimeout())
	defer cancel()
	o := p.Move(call, m)
	if o.Kind != game.Rejected {
		return finding{outcome: o, why: clue.Answer(o)}, nil
	}
	d.SentAt = before
	if left := s.believedAt(p, t, d).Sub(s.store.Now()); left > 0 {
		refused := unknown(refusedAgain(o), s.pause(left))
		_, err := s.noteSent(ctx, d, before)
		return refused, err
	}
	return finding{outcome: o, why: clue.Answer(o), returned: true}, nil
}

// refusedAgain is the clue of a refusal that is not believed yet.
func refusedAgain(o game.Outcome) string {
	if why := clue.Answer(o); why != clue.ProviderRefused.With(o.Reason) {
		return why
	}
	return clue.RefusedAgain.With(o.Reason)
}

// noteSent stores until when a sending without an answer may have left. It reports whether the doubt is still open; if
// not, nothing may be sent.
func (s *Service) noteSent(ctx context.Context, d *Record, at clock.Micros) (open bool, err error) {
	var n int64
	err = s.store.Write(ctx, func(tx *store.Tx) (err error) {
		n, err = walletdb.New(tx).NoteSent(ctx, at, clock.MicrosOf(tx.Now), d.Transfer)
		return err
	})
	if err != nil {
		return false, fmt.Errorf("wallet: note a sending: %w", err)
	}
	if n > 0 {
		d.SentAt = at
	}
	return n > 0, nil
}

// pause returns how long to wait for a moment, in steps that are neither too short nor too long.
func (s *Service) pause(left time.Duration) time.Duration {
	return max(min(left, s.settings.NextAsk), s.settings.FirstAsk)
}

// believedAt returns the moment from which "it never happened" is believed: after the last sending without an answer, the
// time of its call and the provider's window. All of it must have passed by one clock.
func (s *Service) believedAt(p game.Provider, t ledger.Transfer, d *Record) time.Time {
	window := s.settings.NotFoundWindow
	if own := p.Capabilities().NotFoundWindow; own > 0 {
		window = own
	}
	sent := s.store.CountFrom(t.CreatedAt).Add(s.settings.SendBy)
	if d.SentAt != 0 {
		begun := d.SentAt.Time().Add(-s.games.CallTimeout()) // a repeated sending leaves within the time of a call
		if again := s.store.CountFrom(begun).Add(s.games.CallTimeout()); again.After(sent) {
			sent = again
		}
	}
	return sent.Add(s.games.CallTimeout() + window)
}

// notFound gives money back only when the provider has said so several times, the last time after the window.
func (s *Service) notFound(p game.Provider, t ledger.Transfer, d *Record) finding {
	left := s.believedAt(p, t, d).Sub(s.store.Now())
	if left <= 0 && d.NotFound >= int64(s.settings.NotFoundAnswers) {
		return finding{outcome: game.Outcome{Kind: game.Rejected}, why: string(clue.NeverHad), returned: true}
	}
	pause := s.pause(left / time.Duration(s.settings.NotFoundAnswers))
	return finding{outcome: game.Outcome{Kind: game.NotFound}, why: string(clue.ReferenceUnknown), after: pause}
}
