package doubt

import (
	"context"
	"time"

	"krapao/game"
	"krapao/internal/clock"
	"krapao/ledger"
	"krapao/money"
	"krapao/wallet/doubt/clue"
)

// balanceCheck decides by the balance and the rounds what became of a move at a provider that can't verify it. The
// balance proves it because the pending transfer blocks every other transfer and every launch. It was also read under the
// same lock before the move, and equalled the books. A page that was open before may still be played on, so a balance
// says nothing without the rounds that were played.
//
// The rules, in order:
//
//  1. A provider that reports no rounds decides nothing: an operator does. The same holds for one that does not report
//     open stakes, because a stake that is made or comes back looks like the transfer, or hides it. There an operator is
//     asked when the provider's window is over.
//  2. It takes two equal readings, Settings.Still apart, with no round settled in between.
//  3. All rounds from the transfer to the reading must be known. A list of rounds is read again once it can no longer be
//     late; a report must have been read past the reading.
//  4. An operator decides where the rounds are not conclusive: see roundsListed, roundsNearTransfer and roundsReported.
//  5. Nothing moved if the reading is the balance before plus what those rounds won or lost. The transfer was applied if
//     the reading is that plus the amount. Any other reading is an operator's case.
//
// Rounds count from the moment for which the books are known to be right: the transfer's own, where the balance was read
// under its lock.
type balanceCheck struct {
	s *Service
	p game.Provider
	a game.Account
	t ledger.Transfer
	m game.Move
	d *Record
}

func (b balanceCheck) decide(ctx context.Context) (finding, error) {
	caps := b.p.Capabilities()
	if !caps.Rounds && caps.Report != game.ReportRounds {
		return undecidable(clue.NoRounds, ""), nil
	}
	memo, err := b.s.books.Balance(ctx, b.a.Ledger())
	if err != nil {
		return finding{}, err
	}
	now := b.s.store.Now()
	play, reading, why := b.read(ctx, now)
	if why != "" {
		return unknown(why, 0), nil
	}
	if !b.watched() || b.d.Reading != int64(reading) || b.d.Rounds != int64(play.Rounds) {
		b.d.Rounds = int64(play.Rounds)
		return b.watch(reading, now), nil
	}
	if left := b.d.ReadingSince.Time().Add(b.s.settings.Still).Sub(now); left > 0 {
		return unknown(string(clue.BalanceWatched), b.s.pause(left)), nil
	}
	hides, err := b.s.plays.hidesStakes(ctx, b.a.Provider)
	if err != nil {
		return finding{}, err
	}
	if hides {
		if left := b.s.believedAt(b.p, b.t, b.d).Sub(now); left > 0 {
			return unknown(string(clue.MayStillApply), b.s.pause(left)), nil
		}
		return undecidable(clue.HiddenStakes, ""), nil
	}
	won, wait, err := b.won(ctx, play)
	if err != nil {
		return finding{}, err
	}
	if wait != nil {
		return *wait, nil
	}
	before := game.Holding{Account: b.a, Memo: memo}.Credits() + won
	return b.compare(reading, before, now), nil
}

// unknown is a finding that decides nothing yet. why is a text of clue.
func unknown(why string, after time.Duration) finding { return finding{why: why, after: after} }

func undecidable(c clue.Code, evidence string) finding {
	return finding{why: c.With(evidence), undecidable: true}
}

// watched reports whether the balance is being watched, by one clock.
func (b balanceCheck) watched() bool {
	since := b.d.ReadingSince.Time()
	return b.d.ReadingSince != 0 && b.s.store.CountFrom(since).Equal(since)
}

// watch begins to watch the balance from a reading on.
func (b balanceCheck) watch(reading money.Credits, since time.Time) finding {
	b.d.Reading, b.d.ReadingSince = int64(reading), clock.MicrosOf(since)
	return unknown(string(clue.BalanceWatched), b.s.pause(b.s.settings.Still))
}

// read reads the balance, and the settled rounds where the provider lists them. why is the clue of what can't be read.
func (b balanceCheck) read(ctx context.Context, now time.Time) (play game.Play, held money.Credits, why string) {
	ctx, cancel := context.WithTimeout(ctx, b.s.games.CallTimeout())
	defer cancel()
	reading, err := b.p.Balance(ctx, b.m.Player)
	if err == nil && b.p.Capabilities().Rounds {
		play, err = b.p.Rounds(ctx, b.m.Player, b.d.Since.Time(), now)
	}
	if err != nil {
		return play, 0, clue.BalanceUnread.With(err.Error())
	}
	return play, reading.Credits, ""
}

// won returns what the account won or lost from the transfer to the watched reading, or what it has to wait for.
func (b balanceCheck) won(ctx context.Context, play game.Play) (money.Credits, *finding, error) {
	if b.p.Capabilities().Rounds {
		wait := b.roundsListed(play)
		if wait == nil {
			wait = b.roundsNearTransfer(ctx)
		}
		return play.Net, wait, nil
	}
	return b.roundsReported(ctx)
}

// roundsListed returns why a list of rounds decides nothing, or not yet; nil where it decides. The list is complete up to
// the reading when the balance has not changed for as long as the provider may list a round late. A round that was open
// when the transfer was made is counted whole, although its stake had left the balance before.
func (b balanceCheck) roundsListed(play game.Play) *finding {
	complete := b.d.ReadingSince.Time().Add(b.s.settings.Still + b.p.Capabilities().ReportLag)
	var wait finding
	switch left := complete.Sub(b.s.store.Now()); {
	case left > 0:
		wait = unknown(clue.RoundMayCome.With(stamp(complete)), b.s.pause(left))
	case play.Earlier > 0:
		wait = undecidable(clue.RoundOpen, "")
	default:
		return nil
	}
	return &wait
}

// roundsNearTransfer leaves it to an operator where a round was settled at about the time of the transfer. By the
// provider's clock, which is not ours, that round may have been in the balance before or not. A round listed after the
// transfer was settled after it, if none can have been settled for long before it (Settings.Idle).
func (b balanceCheck) roundsNearTransfer(ctx context.Context) *finding {
	since, margin := b.d.Since.Time(), b.s.plays.margin()
	until := since
	if b.s.settings.Idle < 2*margin {
		until = since.Add(margin)
	}
	var wait finding
	switch about, err := b.s.plays.rounds(ctx, b.p, b.m.Player, since.Add(-margin), until); {
	case err != nil:
		wait = unknown(clue.RoundsUnread.With(err.Error()), 0)
	case about.Rounds > 0:
		wait = undecidable(clue.RoundNearTransfer, stamp(since))
	default:
		return nil
	}
	return &wait
}

// reportPause is the shortest pause before looking again whether a report has been read.
const reportPause = 5 * time.Second

// roundsReported evaluates the report of rounds once it has been read past the reading. A round near the transfer, or a
// correction, may or may not be in the balance before. A round near the reading makes it watch on.
func (b balanceCheck) roundsReported(ctx context.Context) (money.Credits, *finding, error) {
	since, until, margin := b.d.Since.Time(), b.d.ReadingSince.Time(), b.s.plays.margin()
	needed := until.Add(margin)
	missing, err := b.s.plays.unreported(ctx, b.a, needed)
	if err != nil {
		return 0, nil, err
	}
	if missing != "" {
		left := needed.Add(b.s.games.Lag(b.a.Provider)).Sub(b.s.store.Now())
		wait := unknown(missing, b.s.pause(max(left, reportPause)))
		return 0, &wait, nil
	}
	play, err := b.s.games.Reports.PlayedBetween(ctx, b.a, since, until, margin)
	if err != nil {
		return 0, nil, err
	}
	var wait finding
	switch {
	case play.AtSince > 0:
		wait = undecidable(clue.RoundNearTransfer, stamp(since))
	case len(play.Corrected) > 0:
		wait = undecidable(clue.RoundCorrected, "")
	case play.AtUntil > 0:
		wait = b.watch(money.Credits(b.d.Reading), b.s.store.Now())
	default:
		return play.Net, nil, nil
	}
	return 0, &wait, nil
}

// compare compares the reading with the balance before. It believes that nothing moved only by a reading after the
// provider's window: until then the transfer may still be applied, and play may hide it.
func (b balanceCheck) compare(reading, before money.Credits, now time.Time) finding {
	switch {
	case reading == before+b.m.Credits:
		return finding{outcome: game.Outcome{Kind: game.Done, Moved: b.m.Credits}}
	case reading != before:
		return undecidable(clue.BalanceFitsNeither, "")
	}
	believed := b.s.believedAt(b.p, b.t, b.d)
	switch left := believed.Sub(now); {
	case left > 0:
		return unknown(string(clue.NothingMovedYet), b.s.pause(left))
	case b.d.ReadingSince.Time().Before(believed):
		return b.watch(reading, now)
	}
	return finding{outcome: game.Outcome{Kind: game.Rejected}, why: string(clue.NothingMoved), returned: true}
}
