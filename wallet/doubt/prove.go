package doubt

import (
	"context"
	"fmt"
	"time"

	"krapao/game"
	"krapao/game/report"
	"krapao/internal/clock"
	"krapao/ledger"
	"krapao/money"
	"krapao/wallet/doubt/cause"
	"krapao/wallet/doubt/clue"
	"krapao/wallet/internal/walletdb"
)

// How a re-check decides whether a returned transfer was applied after all, in this order:
//
//  1. If the provider can be asked by reference, its answer decides.
//  2. If it does not report open stakes, nothing else decides: a stake that is made or comes back hides the transfer, or
//     looks like it.
//  3. If it reports rounds, by a list on demand or a report, the change of the balance since the return is compared with
//     them. Not applied: the change equals what they won and lost. Applied: it equals that and the amount. Undecided:
//     both or neither fit, or a round was open at one of the two readings or settled near it.
//  4. If it reports only totals of a day, they can only prove "not applied", and only with no play and an unchanged
//     balance: nobody knows when within the day they grew.
//  5. Anything else is undecided.
//
// An undecided transfer becomes an operator's case (Unproved). It is never taken for "not applied".

// proof decides whether a returned move was applied after all.
type proof struct {
	s *Service
	p game.Provider
	a game.Account
	m game.Move
	d *Record
}

// find returns Done, NotFound, or anything else for "undecided, ask later". Its reason is a text of clue.
func (f proof) find(ctx context.Context) (game.Outcome, error) {
	caps := f.p.Capabilities()
	if caps.CheckByReference {
		call, cancel := context.WithTimeout(ctx, f.s.games.CallTimeout())
		defer cancel()
		o := f.p.Check(call, f.m)
		o.Reason = clue.Answer(o)
		return o, nil
	}
	switch hides, err := f.s.plays.hidesStakes(ctx, f.a.Provider); {
	case err != nil:
		return game.Outcome{}, err
	case hides:
		return game.Outcome{Reason: string(clue.HiddenStakes)}, nil
	case caps.Rounds:
		return f.byPlay(ctx, roundsPlay{f})
	case caps.Report == game.ReportRounds:
		return f.byPlay(ctx, reportedPlay{f})
	case caps.Report == game.ReportCounters:
		return f.byPlay(ctx, countedPlay{f})
	}
	return game.Outcome{Reason: string(clue.OnlyProviderCanProve)}, nil
}

// playSource says what was played on an account between two readings.
type playSource interface {
	// complete returns the clue of why the play up to a moment is not known completely yet; empty where it is.
	complete(ctx context.Context, until time.Time) (wait string, err error)
	// between returns what was played, or the clue of why that is uncertain.
	between(ctx context.Context, since, until time.Time) (play report.Between, uncertain string, err error)
	// confirm returns the outcome that was derived from it, or an undecided one where the source can't prove that much.
	confirm(ctx context.Context, o game.Outcome) game.Outcome
}

// byPlay compares the change of the balance since the return with what was played. It keeps the reading until the source
// knows all play up to it.
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

// keepReading reads the account for a check, once: the reading is kept until all rounds before it are known. wait says
// why there is no usable reading.
func (f proof) keepReading(ctx context.Context) (wait string, err error) {
	if f.d.SeenAt != 0 {
		return "", nil
	}
	c, err := f.s.games.Balances.Confirm(ctx, f.a)
	if err != nil {
		return "", err
	}
	if c.Account.Outstanding != 0 {
		return string(clue.StakesOpen), nil
	}
	f.d.SeenAt, f.d.SeenResult = clock.MicrosOf(c.Account.ReadAt), int64(c.Account.Result)
	return "", nil
}

// compareReadings compares what the readings found with the rounds and the account's other returned transfers.
func (f proof) compareReadings(ctx context.Context, play report.Between) (game.Outcome, error) {
	x := cause.Change{Found: f.found(), Certain: play.Net, Possible: play.Corrected}
	if err := f.addOthers(ctx, &x); err != nil {
		return game.Outcome{}, err
	}
	return x.Decide(f.m.Credits, f.a.Factor), nil
}

// found returns what the readings found beyond the books.
func (f proof) found() money.Amount { return money.Amount(f.d.SeenResult - f.d.Result) }

// addOthers adds the account's other returned transfers: each may have been applied in the same period.
func (f proof) addOthers(ctx context.Context, x *cause.Change) error {
	s, d := f.s, f.d
	others, err := walletdb.New(s.store.DB()).DoubtsOfAccount(ctx, d.Provider, d.Username)
	if err != nil {
		return fmt.Errorf("wallet: read the doubts of an account: %w", err)
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
			return fmt.Errorf("wallet: read transfer %d: %w", o.Transfer, err)
		}
		m, err := s.Move(f.a, game.Player{}, t)
		if err != nil {
			return err
		}
		if late && o.ReadingSince >= d.ReadingSince && o.SeenAt != 0 && o.SeenAt <= d.SeenAt {
			x.Certain += m.Credits
		} else {
			x.Possible = append(x.Possible, m.Credits)
		}
	}
	return nil
}
