package wallet

import (
	"context"
	"fmt"
	"time"

	"krapao/game"
	"krapao/ledger"
	"krapao/money"
	"krapao/wallet/internal/walletdb"
)

// judge finds out by the balance and the rounds what became of a move at a provider that takes no reference. It holds because
// the pending transfer keeps every other transfer and every launch away, and because the balance before was read under the
// same lock and equals the books. A page that was open before may still be played on, so a balance says nothing without the
// rounds that were played. The rules, in order:
//
//  1. A provider that tells no rounds can't be judged: an operator decides. Nor can one that does not tell of open stakes: one
//     that is made or comes back looks like the transfer, or hides it. There an operator is asked when the provider's window
//     is over.
//  2. Two equal readings, Settings.Still apart, between which no round was settled.
//  3. The rounds from the transfer to the reading are all told: a list of rounds is read again when it can be late no more, a
//     report has been read beyond the reading.
//  4. What the rounds can't say for certain is an operator's: see listed, aboutTransfer and reported.
//  5. The balance before and what those rounds won or lost mean that nothing moved, with the amount that it was moved;
//     anything else is an operator's.
//
// Rounds count from the moment for which the books hold: the transfer's own, where the balance was read under its lock.
func (s *Service) judge(ctx context.Context, p game.Provider, a game.Account, t ledger.Transfer, m game.Move, d *walletdb.GameDoubt) (finding, error) {
	caps := p.Capabilities()
	if !caps.Rounds && caps.Report != game.ReportRounds {
		return undecidable("the provider tells no rounds, and without them its balance does not say what became of it"), nil
	}
	memo, err := s.books.Balance(ctx, a.Ledger())
	if err != nil {
		return finding{}, err
	}
	now := s.store.Now()
	play, reading, why := s.look(ctx, p, m.Player, time.UnixMicro(d.Since), now)
	if why != "" {
		return unknown(why, 0), nil
	}
	if !s.watched(d) || d.Reading != int64(reading) || d.Rounds != int64(play.Rounds) {
		d.Rounds = int64(play.Rounds)
		return s.watch(d, reading, now), nil
	}
	if left := time.UnixMicro(d.ReadingSince).Add(s.settings.Still).Sub(now); left > 0 {
		return unknown(watching, s.pause(left)), nil
	}
	untold, err := s.stakesUntold(ctx, a.Provider)
	if err != nil {
		return finding{}, err
	}
	if untold {
		if left := s.believedAt(p, t, d).Sub(now); left > 0 {
			return unknown("it may still be applied", s.pause(left)), nil
		}
		return undecidable(untoldStakes), nil
	}
	won, wait, err := s.won(ctx, p, m.Player, a, play, d)
	if err != nil {
		return finding{}, err
	}
	if wait != nil {
		return *wait, nil
	}
	before := game.Holding{Account: a, Memo: memo}.Credits() + won
	return s.conclude(p, t, m, d, reading, before, now), nil
}

// untoldStakes is why nothing but a provider's word decides a transfer there.
const untoldStakes = "the provider does not tell of open stakes: one may look like the transfer, or hide it"

func unknown(reason string, after time.Duration) finding {
	return finding{outcome: game.Outcome{Reason: reason}, after: after}
}

func undecidable(reason string) finding {
	return finding{outcome: game.Outcome{Reason: reason}, undecidable: true}
}

const watching = "the balance is being watched"

// watched reports whether the balance has been watched by one clock.
func (s *Service) watched(d *walletdb.GameDoubt) bool {
	since := time.UnixMicro(d.ReadingSince)
	return d.ReadingSince != 0 && s.store.CountFrom(since).Equal(since)
}

// watch begins to watch the balance, from a reading on.
func (s *Service) watch(d *walletdb.GameDoubt, reading money.Credits, since time.Time) finding {
	d.Reading, d.ReadingSince = int64(reading), since.UnixMicro()
	return unknown(watching, s.pause(s.settings.Still))
}

// look reads the balance, and the settled rounds where the provider lists them; or it says why it can't.
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

// won is what the account won, or lost, from the transfer to the reading that is watched; or what it has to wait for.
func (s *Service) won(
	ctx context.Context, p game.Provider, player game.Player, a game.Account, play game.Play, d *walletdb.GameDoubt,
) (money.Credits, *finding, error) {
	if p.Capabilities().Rounds {
		wait := s.listed(p, play, d)
		if wait == nil {
			wait = s.aboutTransfer(ctx, p, player, d)
		}
		return play.Net, wait, nil
	}
	return s.reported(ctx, a, d)
}

// listed is why a list of rounds decides nothing, or not yet; nil where it does. It is complete up to the reading when it has
// stood still for as long as the provider may list a round late. A round that was open when the transfer was made is counted
// whole, and its stake had left the balance before.
func (s *Service) listed(p game.Provider, play game.Play, d *walletdb.GameDoubt) *finding {
	complete := time.UnixMicro(d.ReadingSince).Add(s.settings.Still + p.Capabilities().ReportLag)
	var wait finding
	switch left := complete.Sub(s.store.Now()); {
	case left > 0:
		wait = unknown("a round may still be listed", s.pause(left))
	case play.Earlier > 0:
		wait = undecidable("a round was open when the transfer was made: its stake had left the balance before")
	default:
		return nil
	}
	return &wait
}

// aboutTransfer leaves it to an operator where a round was settled at about the time of the transfer: by the provider's clock,
// which is not ours, it may have been in the balance before or not. One that is listed after it was so, where none can have
// been settled for long before it (Settings.Idle).
func (s *Service) aboutTransfer(ctx context.Context, p game.Provider, player game.Player, d *walletdb.GameDoubt) *finding {
	since := time.UnixMicro(d.Since)
	until := since
	if s.settings.Idle < 2*s.apart() {
		until = since.Add(s.apart())
	}
	var wait finding
	switch about, err := s.rounds(ctx, p, player, since.Add(-s.apart()), until); {
	case err != nil:
		wait = unknown("the rounds can't be read: "+err.Error(), 0)
	case about.Rounds > 0:
		wait = undecidable(fmt.Sprintf("a round was settled at about %s, when the transfer was made", stamp(since)))
	default:
		return nil
	}
	return &wait
}

// rounds asks for an account's settled rounds, with a call's time.
func (s *Service) rounds(ctx context.Context, p game.Provider, player game.Player, since, until time.Time) (game.Play, error) {
	ctx, cancel := context.WithTimeout(ctx, s.games.CallTimeout())
	defer cancel()
	return p.Rounds(ctx, player, since, until)
}

// reportPause is the shortest pause until it is seen again whether a report has been read.
const reportPause = 5 * time.Second

// reported is what the report of rounds says, once it has been read beyond the reading. A round near the transfer or a
// correction may be in the balance before or not; one near the reading makes it watch on.
func (s *Service) reported(ctx context.Context, a game.Account, d *walletdb.GameDoubt) (money.Credits, *finding, error) {
	since, until := time.UnixMicro(d.Since), time.UnixMicro(d.ReadingSince)
	needed := until.Add(s.apart())
	missing, err := s.unreported(ctx, a, needed)
	if err != nil {
		return 0, nil, err
	}
	if missing != "" {
		left := needed.Add(s.games.Lag(a.Provider)).Sub(s.store.Now())
		wait := unknown(missing, s.pause(max(left, reportPause)))
		return 0, &wait, nil
	}
	play, err := s.games.PlayedBetween(ctx, a, since, until, s.apart())
	if err != nil {
		return 0, nil, err
	}
	var wait finding
	switch {
	case play.AtSince > 0:
		wait = undecidable(fmt.Sprintf("a round was played at about %s, when the transfer was made", stamp(since)))
	case len(play.Corrected) > 0:
		wait = undecidable("a round was corrected at about that time")
	case play.AtUntil > 0:
		wait = s.watch(d, money.Credits(d.Reading), s.store.Now())
	default:
		return play.Net, nil, nil
	}
	return 0, &wait, nil
}

// conclude compares the reading with the balance before. That nothing moved is believed of a reading after the provider's
// window only: until then the transfer may still be applied, and play may hide it.
func (s *Service) conclude(
	p game.Provider, t ledger.Transfer, m game.Move, d *walletdb.GameDoubt, reading, before money.Credits, now time.Time,
) finding {
	switch {
	case reading == before+m.Credits:
		return finding{outcome: game.Outcome{Kind: game.Done, Moved: m.Credits, Reason: "judged by the balance"}}
	case reading != before:
		return undecidable("the balance fits neither answer")
	}
	believed := s.believedAt(p, t, d)
	switch left := believed.Sub(now); {
	case left > 0:
		return unknown("nothing moved so far", s.pause(left))
	case time.UnixMicro(d.ReadingSince).Before(believed):
		return s.watch(d, reading, now)
	}
	return finding{outcome: game.Outcome{Kind: game.Rejected, Reason: "judged by the balance: nothing moved"}, returned: true}
}
