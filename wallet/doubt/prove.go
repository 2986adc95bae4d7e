package doubt

import (
	"context"
	"fmt"
	"time"

	"krapao/game"
	"krapao/internal/clock"
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

// proof asks whether a returned move was applied after all.
type proof struct {
	s *Service
	p game.Provider
	a game.Account
	m game.Move
	d *Record
}

// find returns Done, NotFound, or anything else for "undecided, ask later".
func (f proof) find(ctx context.Context) (game.Outcome, error) {
	caps := f.p.Capabilities()
	if caps.CheckByReference {
		call, cancel := context.WithTimeout(ctx, f.s.games.CallTimeout())
		defer cancel()
		return f.p.Check(call, f.m), nil
	}
	switch hides, err := f.s.plays.hidesStakes(ctx, f.a.Provider); {
	case err != nil:
		return game.Outcome{}, err
	case hides:
		return game.Outcome{Reason: untoldStakes}, nil
	case caps.Rounds:
		return f.byPlay(ctx, roundsPlay{f})
	case caps.Report == game.ReportRounds:
		return f.byPlay(ctx, reportedPlay{f})
	case caps.Report == game.ReportCounters:
		return f.byPlay(ctx, countedPlay{f})
	}
	return game.Outcome{Reason: "the provider tells neither of references nor of play: nothing can prove it but its own word"}, nil
}

// playSource tells what was played on an account between two readings.
type playSource interface {
	// complete returns why not all that was played up to a moment is told yet; empty where it is.
	complete(ctx context.Context, until time.Time) (wait string, err error)
	// between returns what was played, or why that is uncertain.
	between(ctx context.Context, since, until time.Time) (play game.PlayBetween, uncertain string, err error)
	// confirm returns what was inferred from it, or an undecided outcome where its word does not reach that far.
	confirm(ctx context.Context, o game.Outcome) game.Outcome
}

// byPlay compares the change of the balance since the return with what was played. The reading is kept until the source tells
// of all play up to it.
func (f proof) byPlay(ctx context.Context, source playSource) (game.Outcome, error) {
	wait, err := f.keepReading(ctx)
	if err != nil || wait != "" {
		return game.Outcome{Reason: wait}, err
	}
	since, until := f.d.ReadingSince.Time(), f.d.SeenAt.Time()
	if wait, err = source.complete(ctx, until); err != nil || wait != "" {
		return game.Outcome{Reason: wait}, err
	}
	play, uncertain, err := source.between(ctx, since, until)
	if err != nil {
		return game.Outcome{}, err
	}
	o := game.Outcome{Reason: uncertain}
	if uncertain == "" {
		if o, err = f.compareReadings(ctx, play); err != nil {
			return game.Outcome{}, err
		}
	}
	if o = source.confirm(ctx, o); o.Kind == game.Unknown {
		f.d.SeenAt, f.d.SeenResult = 0, 0 // the next try takes another reading
	}
	return o, nil
}

// keepReading reads the account for a check, once: the reading is kept until the rounds of before it are all told. It returns
// why there is none that can be used.
func (f proof) keepReading(ctx context.Context) (wait string, err error) {
	if f.d.SeenAt != 0 {
		return "", nil
	}
	c, err := f.s.games.Confirm(ctx, f.a)
	if err != nil {
		return "", err
	}
	if c.Account.Outstanding != 0 {
		return "stakes lie in open rounds", nil
	}
	f.d.SeenAt, f.d.SeenResult = clock.MicrosOf(c.Account.ReadAt), int64(c.Account.Result)
	return "", nil
}

// compareReadings compares what readings found with what rounds, and other returned transfers of the account, explain.
func (f proof) compareReadings(ctx context.Context, play game.PlayBetween) (game.Outcome, error) {
	x := change{found: f.found(), certain: play.Net, possible: play.Corrected}
	if err := f.addOthers(ctx, &x); err != nil {
		return game.Outcome{}, err
	}
	return x.decide(f.m.Credits, f.a.Factor), nil
}

// found is what the readings found beyond the books.
func (f proof) found() money.Amount { return money.Amount(f.d.SeenResult - f.d.Result) }

// addOthers adds the account's other returned transfers: each may have been applied in the same time.
func (f proof) addOthers(ctx context.Context, x *change) error {
	s, d := f.s, f.d
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
		m, err := s.Move(f.a, game.Player{}, t)
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
