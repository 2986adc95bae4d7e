package wallet

import (
	"context"
	"fmt"
	"slices"
	"time"

	"krapao/game"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/money"
	"krapao/wallet/internal/walletdb"
)

// Whether a returned transfer was applied after all, in this order:
//
//  1. Where the provider can be asked by reference, its answer decides.
//  2. Where it does not tell of open stakes, nothing else decides: one that is made or comes back hides the transfer, or looks
//     like it.
//  3. Where it tells rounds, a list on demand or a report, the change of the balance since the return is compared with them.
//     Equal to what they won and lost: not applied. Equal to that and the amount: applied. Both, or neither: undecided. So
//     is what a round can't say that was open at one of the two readings, or settled about one.
//  4. Where it tells only totals of a day, they prove "not applied", and only with no play and an unchanged balance: when
//     within the day they grew is not known.
//  5. All else is undecided.
//
// What stays undecided becomes an operator's case (Unproved), and is never taken for "not applied".

// prove asks whether a returned move was applied after all: Done, NotFound, or anything else for "undecided, ask later".
func (s *Service) prove(ctx context.Context, p game.Provider, a game.Account, m game.Move, d *walletdb.GameDoubt) (game.Outcome, error) {
	caps := p.Capabilities()
	if caps.CheckByReference {
		call, cancel := context.WithTimeout(ctx, s.games.CallTimeout())
		defer cancel()
		return p.Check(call, m), nil
	}
	switch untold, err := s.stakesUntold(ctx, a.Provider); {
	case err != nil:
		return game.Outcome{}, err
	case untold:
		return game.Outcome{Reason: untoldStakes}, nil
	case caps.Rounds:
		return s.proveByRounds(ctx, p, a, m, d)
	case caps.Report == game.ReportRounds:
		return s.proveByReport(ctx, a, m, d)
	case caps.Report == game.ReportCounters:
		return s.proveByCounters(ctx, p, a, m, d)
	}
	return game.Outcome{Reason: "the provider tells neither of references nor of play: nothing can prove it but its own word"}, nil
}

// proveByCounters returns NotFound where the totals tell of no play and the balance is unchanged, otherwise Unknown.
func (s *Service) proveByCounters(
	ctx context.Context, p game.Provider, a game.Account, m game.Move, d *walletdb.GameDoubt,
) (game.Outcome, error) {
	wait, err := s.keepReading(ctx, a, d)
	if err != nil || wait != "" {
		return game.Outcome{Reason: wait}, err
	}
	since, until := time.UnixMicro(d.ReadingSince), time.UnixMicro(d.SeenAt)
	wait, err = s.unreported(ctx, a, until.Add(s.apart()))
	if err != nil || wait != "" {
		return game.Outcome{Reason: wait}, err
	}
	played, err := s.games.CountedBetween(ctx, a, since, until, s.apart())
	if err != nil {
		return game.Outcome{}, err
	}
	o := game.Outcome{Reason: "there was play, of which the provider tells only totals: what of the balance is the transfer they do not say"}
	if !played {
		if o, err = s.weigh(ctx, a, m, d, game.PlayBetween{}); err != nil {
			return game.Outcome{}, err
		}
		if o.Kind == game.Done { // or play that is not told of
			o = game.Outcome{Reason: fmt.Sprintf("%s baht were found, and no play is told of", money.Amount(d.SeenResult-d.Result))}
		}
	}
	if o.Kind == game.NotFound {
		o = s.unplayed(ctx, p, m, o)
	}
	return again(o, d), nil
}

// unplayed leaves open what rests on there having been no play of an account that the provider refuses to tell about: its
// report passes it over.
func (s *Service) unplayed(ctx context.Context, p game.Provider, m game.Move, o game.Outcome) game.Outcome {
	reporter, tells := p.(game.Reporter)
	if !tells {
		return game.Outcome{Reason: "the provider has no report"}
	}
	ctx, cancel := context.WithTimeout(ctx, s.games.CallTimeout())
	defer cancel()
	now := s.store.Now()
	_, err := reporter.Report(ctx, game.ReportQuery{
		Since: now, Until: now, Limit: 1, Players: []game.Player{{Username: m.Player.Username}},
	})
	if err != nil {
		return game.Outcome{Reason: "the account's play can't be read: " + err.Error()}
	}
	return o
}

// keepReading reads the account for a check, once: the reading is kept until the rounds of before it are all told. It returns
// why there is none that can be used.
func (s *Service) keepReading(ctx context.Context, a game.Account, d *walletdb.GameDoubt) (wait string, err error) {
	if d.SeenAt != 0 {
		return "", nil
	}
	c, err := s.games.Confirm(ctx, a)
	if err != nil {
		return "", err
	}
	if c.Account.Outstanding != 0 {
		return "stakes lie in open rounds", nil
	}
	d.SeenAt, d.SeenResult = c.Account.ReadAt.UnixMicro(), int64(c.Account.Result)
	return "", nil
}

// unreported returns why a provider's report does not reach up to a moment yet; empty where it does.
func (s *Service) unreported(ctx context.Context, a game.Account, needed time.Time) (wait string, err error) {
	reported, err := s.games.ReportedUpTo(ctx, a.Provider)
	if err != nil || !reported.Before(needed) {
		return "", err
	}
	return fmt.Sprintf("the provider's report of play is needed up to %s; it was read up to %s", stamp(needed), stamp(reported)), nil
}

// proveByRounds asks the provider for the account's rounds. The reading is kept until none of about it can be listed late.
func (s *Service) proveByRounds(ctx context.Context, p game.Provider, a game.Account, m game.Move, d *walletdb.GameDoubt) (game.Outcome, error) {
	wait, err := s.keepReading(ctx, a, d)
	if err != nil || wait != "" {
		return game.Outcome{Reason: wait}, err
	}
	since, until := time.UnixMicro(d.ReadingSince), time.UnixMicro(d.SeenAt)
	if complete := s.store.CountFrom(until).Add(s.apart() + p.Capabilities().ReportLag); s.store.Now().Before(complete) {
		return game.Outcome{Reason: fmt.Sprintf("a round of about the reading may be listed until %s", stamp(complete))}, nil
	}
	play, about, err := s.roundsBetween(ctx, p, m.Player, since, until)
	if err != nil {
		return game.Outcome{}, err
	}
	var o game.Outcome
	switch {
	case about != 0:
		o.Reason = fmt.Sprintf("a round was settled at about %s or %s, when the balance was read", stamp(since), stamp(until))
	case play.Earlier > 0:
		o.Reason = fmt.Sprintf("a round was open at %s, when it certainly was not applied yet", stamp(since))
	default:
		if o, err = s.weigh(ctx, a, m, d, game.PlayBetween{Net: play.Net}); err != nil {
			return game.Outcome{}, err
		}
	}
	return again(o, d), nil
}

// roundsBetween asks for what settled clearly after one reading and before another, and how many rounds did about one of them:
// whether a reading has those nobody knows.
func (s *Service) roundsBetween(
	ctx context.Context, p game.Provider, player game.Player, since, until time.Time,
) (play game.Play, about int, err error) {
	wide, err := s.rounds(ctx, p, player, since.Add(-s.apart()), until.Add(s.apart()))
	if err != nil || wide.Rounds == 0 {
		return wide, 0, err
	}
	if from, to := since.Add(s.apart()), until.Add(-s.apart()); from.Before(to) {
		if play, err = s.rounds(ctx, p, player, from, to); err != nil {
			return game.Play{}, 0, err
		}
	}
	return play, wide.Rounds - play.Rounds, nil
}

// again lets the next try take another reading where this one decided nothing.
func again(o game.Outcome, d *walletdb.GameDoubt) game.Outcome {
	if o.Kind == game.Unknown {
		d.SeenAt, d.SeenResult = 0, 0
	}
	return o
}

// proveByReport takes the rounds that are kept. The reading is kept too until they reach up to it.
func (s *Service) proveByReport(ctx context.Context, a game.Account, m game.Move, d *walletdb.GameDoubt) (game.Outcome, error) {
	wait, err := s.keepReading(ctx, a, d)
	if err != nil || wait != "" {
		return game.Outcome{Reason: wait}, err
	}
	since, until := time.UnixMicro(d.ReadingSince), time.UnixMicro(d.SeenAt)
	wait, err = s.unreported(ctx, a, until.Add(s.apart()))
	if err != nil || wait != "" {
		return game.Outcome{Reason: wait}, err
	}
	play, err := s.games.PlayedBetween(ctx, a, since, until, s.apart())
	if err != nil {
		return game.Outcome{}, err
	}
	o := game.Outcome{Reason: fmt.Sprintf("a round was played at about %s, when the balance was read", stamp(until))}
	switch {
	case play.AtSince > 0:
		o.Reason = fmt.Sprintf("a round was played at about %s, before which it certainly was not applied", stamp(since))
	case play.AtUntil == 0:
		if o, err = s.weigh(ctx, a, m, d, play); err != nil {
			return game.Outcome{}, err
		}
	}
	return again(o, d), nil
}

func stamp(t time.Time) string {
	if t.IsZero() {
		return "never"
	}
	return t.UTC().Format(time.RFC3339)
}

// apart is how far from a reading a round must lie to be before or after it for certain.
func (s *Service) apart() time.Duration { return max(s.settings.Still, 2*time.Second) }

// stakesUntold: at a provider stakes may be open that nobody tells of.
func (s *Service) stakesUntold(ctx context.Context, provider string) (bool, error) {
	games, err := s.games.Games(ctx)
	return slices.ContainsFunc(games, func(g game.Game) bool { return g.Provider == provider && g.Stakes == game.StakesUnknown }), err
}

// weigh compares what readings found with what rounds, and other returned transfers of the account, explain.
func (s *Service) weigh(ctx context.Context, a game.Account, m game.Move, d *walletdb.GameDoubt, play game.PlayBetween) (game.Outcome, error) {
	x := change{found: money.Amount(d.SeenResult - d.Result), certain: play.Net, possible: play.Corrected}
	if err := s.addOthers(ctx, a, *d, &x); err != nil {
		return game.Outcome{}, err
	}
	return x.decide(m.Credits, a.Factor), nil
}

// addOthers adds the account's other returned transfers: each may have been applied in the same time.
func (s *Service) addOthers(ctx context.Context, a game.Account, d walletdb.GameDoubt, x *change) error {
	others, err := walletdb.New(s.store.DB()).DoubtsOfAccount(ctx, d.Provider, d.Username)
	if err != nil {
		return fmt.Errorf("wallet: doubts of an account: %w", err)
	}
	for _, o := range others {
		late := o.State == StateLate
		switch {
		case o.Transfer == d.Transfer:
			continue
		case o.ReadingSince >= d.SeenAt: // it was not applied by then
			continue
		case late && o.SeenAt != 0 && o.SeenAt <= d.ReadingSince: // it was applied before
			continue
		case !late && o.CheckAt == 0: // it was found not applied as often as it is asked about
			continue
		}
		t, err := s.books.Find(ctx, ledger.ID(o.Transfer))
		if err != nil {
			return fmt.Errorf("wallet: transfer %d: %w", o.Transfer, err)
		}
		m, err := s.Move(a, game.Player{}, t)
		if err != nil {
			return err
		}
		if late && o.ReadingSince >= d.ReadingSince && o.SeenAt != 0 && o.SeenAt <= d.SeenAt {
			x.certain += m.Credits
		} else {
			x.possible = append(x.possible, m.Credits)
		}
	}
	return nil
}

// change is what happened to an account between two readings, beyond the transfers that the books know.
type change struct {
	// found is what the readings say.
	found money.Amount
	// certain is what certainly happened between them, perhaps what may have.
	certain money.Credits
	possible []money.Credits
}

// mostPossible bounds what is tried in all combinations.
const mostPossible = 12

// decide decides whether a move happened between the readings: Done where only it explains what was found, NotFound where only
// its absence does, otherwise Unknown.
func (x change) decide(move money.Credits, f money.Factor) game.Outcome {
	if len(x.possible) > mostPossible {
		return game.Outcome{Reason: fmt.Sprintf("%d other transfers or corrections may explain what was found", len(x.possible))}
	}
	with, without := x.explainedBy(move, f), x.explainedBy(0, f)
	switch {
	case with && without:
		return game.Outcome{Reason: "another returned transfer, or a correction of a round, explains what was found as well"}
	case with:
		return game.Outcome{Kind: game.Done, Moved: move}
	case without:
		return game.Outcome{Kind: game.NotFound}
	}
	return game.Outcome{Reason: fmt.Sprintf("%s baht were found beyond the provider's rounds: neither nothing nor the transfer", x.found-x.certain.Baht(f))}
}

// explainedBy reports whether what was found is the sum of what certainly happened, the move, and some of what may have
// happened. Each reading is rounded down to the satang, so that two may be one satang off.
func (x change) explainedBy(move money.Credits, f money.Factor) bool {
	for some := range 1 << len(x.possible) {
		sum := x.certain + move
		for i, one := range x.possible {
			if some&(1<<i) != 0 {
				sum += one
			}
		}
		if size(x.found-sum.Baht(f)) <= 1 {
			return true
		}
	}
	return false
}

// baseline is a moment at which a returned transfer was certainly not applied yet, and the account's result then.
type baseline struct {
	at     time.Time
	result money.Amount
}

// baselineTx finds the moment from which a returned transfer may have been applied. Where the balance was watched and was what
// the books say, it is in the middle of that time: no round lies near it. Else it is the last reading before the transfer.
func (s *Service) baselineTx(ctx context.Context, tx *store.Tx, a game.Account, transfer int64) (baseline, error) {
	q := walletdb.New(tx)
	now, err := s.games.TakeTurnTx(ctx, tx, a)
	if err != nil {
		return baseline{}, err
	}
	memo, err := s.books.BalanceTx(ctx, tx, a.Ledger())
	if err != nil {
		return baseline{}, err
	}
	// Who closes a doubt that was left may come after readings that found the transfer.
	found, err := q.FoundSince(ctx, string(a.Ledger()), transfer)
	if err != nil {
		return baseline{}, err
	}
	d, err := q.Doubt(ctx, transfer)
	if err != nil {
		return baseline{}, err
	}
	x := baseline{at: now.ReadAt, result: now.Result - money.Amount(found)}
	since := time.UnixMicro(d.Since)
	if now.ReadAt.After(since) {
		x.at = since
		return x, nil
	}
	watched := d.ReadingSince != 0 && d.Rounds == 0 && d.UpdatedAt > d.ReadingSince
	if watched && money.Credits(d.Reading) == (game.Holding{Account: now, Memo: memo}).Credits() {
		x.at = time.UnixMicro(d.ReadingSince + (d.UpdatedAt-d.ReadingSince)/2)
	}
	return x, nil
}
