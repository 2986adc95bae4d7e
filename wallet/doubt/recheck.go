package doubt

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"krapao/game"
	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/money"
	"krapao/wallet/doubt/clue"
	"krapao/wallet/internal/sweep"
	"krapao/wallet/internal/walletdb"
)

// A transfer that was given back because the provider did not know it is asked about again (RULES.md section 3). If it
// turns out to be applied after all, the money exists twice: the game account's readings have booked the change as the
// provider's result. A linked transfer between the result and the wallet books the truth. A transfer without an answer
// after Settings.Rechecks and UnprovedAfter is an operator's case.

// retryCheck is when a check without an answer is made again. It is long enough for a check to end on this node.
func (s *Service) retryCheck() time.Duration { return min(time.Minute, s.settings.Rechecks[0]) }

// closeAbandoned closes doubts whose transfer is settled and whose worker died before closing them. Nobody knows any more
// whether the money went back for want of a reference, so each is asked about again.
func (s *Service) closeAbandoned(ctx context.Context) error {
	now := s.store.Now()
	before, beyond := clock.MicrosOf(now.Add(-s.retryCheck())), clock.MicrosOf(now.Add(clock.Skew))
	rows, err := walletdb.New(s.store.DB()).LeftDoubts(ctx,
		before, beyond, sweep.Limit)
	if err != nil {
		return fmt.Errorf("wallet: read abandoned doubts: %w", err)
	}
	for _, d := range rows {
		if err := s.closeAbandonedOne(ctx, d); err != nil {
			s.settings.Log.Warn("wallet: a doubt about a settled transfer is closed later", "transfer", d.Transfer, "error", err)
		}
	}
	return nil
}

func (s *Service) closeAbandonedOne(ctx context.Context, d Record) error {
	t, err := s.books.Find(ctx, ledger.ID(d.Transfer))
	if err != nil {
		return fmt.Errorf("wallet: read transfer %d: %w", d.Transfer, err)
	}
	a, err := accountOf(ctx, s.games, t)
	if err != nil {
		return err
	}
	return s.endDoubt(ctx, a, d, t, true)
}

// Recheck asks again about transfers that were given back on "no such reference", and returns about how many. Call it
// every few seconds, on every node, with a minute of time.
func (s *Service) Recheck(ctx context.Context) (int, error) {
	if err := s.closeAbandoned(ctx); err != nil {
		return 0, err
	}
	return sweep.Job[Record]{
		Places: s.rechecking, Provider: providerOf, Name: func(d Record) string { return strconv.FormatInt(d.Transfer, 10) },
		Due: func(ctx context.Context) ([]Record, error) {
			rows, err := walletdb.New(s.store.DB()).DueChecks(ctx, clock.MicrosOf(s.store.Now()), sweep.Limit)
			if err != nil {
				return nil, fmt.Errorf("wallet: read due checks: %w", err)
			}
			return rows, nil
		},
		Work: func(d Record) bool {
			if mine, err := s.takeCheck(ctx, &d); err != nil || !mine {
				return false
			}
			if err := s.checkAgain(ctx, &d); err != nil {
				s.settings.Log.Warn("wallet: a returned transfer is checked later", "transfer", d.Transfer, "error", err)
			}
			return true
		},
	}.Run(ctx)
}

func providerOf(d Record) string { return d.Provider }

// takeCheck leases the check to this node; if the node dies, the check is due again.
func (s *Service) takeCheck(ctx context.Context, d *Record) (bool, error) {
	var n int64
	var until clock.Micros
	err := s.store.Write(ctx, func(tx *store.Tx) (err error) {
		until = clock.MicrosOf(tx.Now.Add(s.retryCheck()))
		n, err = walletdb.New(tx).TakeCheck(ctx, walletdb.TakeCheckParams{
			Transfer: d.Transfer, CheckAt: d.CheckAt, TakenUntil: until, UpdatedAt: clock.MicrosOf(tx.Now),
		})
		return err
	})
	if n == 1 {
		d.CheckAt = until
	}
	return n == 1, err
}

func (s *Service) checkAgain(ctx context.Context, d *Record) error {
	t, err := s.books.Find(ctx, ledger.ID(d.Transfer))
	if err != nil {
		return fmt.Errorf("wallet: read transfer %d: %w", d.Transfer, err)
	}
	if t.State == ledger.Posted { // nothing was given back, so nobody can have it twice
		return s.endCheck(ctx, d, stateApplied, 0)
	}
	a, err := accountOf(ctx, s.games, t)
	if err != nil {
		return err
	}
	if d.Proven != 0 {
		return s.finishLate(ctx, a, t, d)
	}
	o, failure := s.checkOnce(ctx, a, t, d)
	switch {
	case failure != nil:
		return errors.Join(failure, s.postponeCheck(ctx, a, t, d, clue.CheckFailed.With(failure.Error())))
	case o.Kind == game.NotFound, o.Kind == game.Rejected: // it came after it was given back, and was refused then
		return s.endCheckNotApplied(ctx, t, d)
	case o.Kind != game.Done:
		return s.postponeCheck(ctx, a, t, d, o.Reason)
	}
	if moved, err := answered(a, t, o.Moved); err != nil || moved != t.Amount {
		return s.makeAmountCase(ctx, a, t, d, o)
	}
	if err := s.noteProof(ctx, t, d); err != nil {
		return err
	}
	return s.finishLate(ctx, a, t, d)
}

// checkOnce asks whether a returned transfer was applied after all. The outcome's reason is a text of clue.
func (s *Service) checkOnce(ctx context.Context, a game.Account, t ledger.Transfer, d *Record) (game.Outcome, error) {
	p := s.games.Provider(a.Provider)
	if p == nil {
		return game.Outcome{}, errors.New("wallet: no connection to the provider is configured")
	}
	player, err := s.player(ctx, a)
	if err != nil {
		return game.Outcome{}, err
	}
	m, err := s.Move(a, player, t)
	if err != nil {
		return game.Outcome{}, err
	}
	return proof{s, p, a, m, d}.find(ctx)
}

// endCheckNotApplied ends a check that found the transfer not applied: up to now, or up to a reading. The next check
// looks at what came after that.
func (s *Service) endCheckNotApplied(ctx context.Context, t ledger.Transfer, d *Record) error {
	until := s.store.Now()
	if d.SeenAt != 0 {
		until = d.SeenAt.Time()
		d.Result, d.ReadingSince, d.SeenAt, d.SeenResult = d.SeenResult, d.SeenAt, 0, 0
	}
	return s.endCheck(ctx, d, StateReturned, s.nextCheck(t, until))
}

// nextCheck returns when the first of Settings.Rechecks is due, counted from the return, that the time known so far does
// not cover; 0 after the last.
func (s *Service) nextCheck(t ledger.Transfer, known time.Time) clock.Micros {
	returned := s.store.CountFrom(t.SettledAt)
	for _, after := range s.settings.Rechecks {
		if due := returned.Add(after); due.After(known) {
			return clock.MicrosOf(due)
		}
	}
	return 0
}

// endCheck ends a check with an answer. After the last check an open case needs no operator any more.
func (s *Service) endCheck(ctx context.Context, d *Record, state string, next clock.Micros) error {
	err := s.store.Write(ctx, func(tx *store.Tx) error {
		n, err := walletdb.New(tx).EndCheck(ctx, endCheckParams(tx, d, state, next))
		if err != nil || n == 0 || next != 0 {
			return err
		}
		return closeUnprovedTx(ctx, tx, *d)
	})
	if err != nil {
		return fmt.Errorf("wallet: end a check: %w", err)
	}
	return nil
}

func endCheckParams(tx *store.Tx, d *Record, state string, next clock.Micros) walletdb.EndCheckParams {
	return walletdb.EndCheckParams{
		Transfer: d.Transfer, State: state, NextAt: next, Result: d.Result, ReadingSince: d.ReadingSince,
		SeenAt: d.SeenAt, SeenResult: d.SeenResult, UpdatedAt: clock.MicrosOf(tx.Now), TakenUntil: d.CheckAt,
	}
}

var errCheckTaken = errors.New("wallet: another node has taken the check, or an operator has decided")

// noteProof records, before booking anything, that a returned transfer turned out to have been applied in full. It is not
// asked about again, and no operator has to decide it.
func (s *Service) noteProof(ctx context.Context, t ledger.Transfer, d *Record) error {
	d.Proven = int64(t.Amount)
	var n int64
	err := s.store.Write(ctx, func(tx *store.Tx) (err error) {
		n, err = walletdb.New(tx).NoteProof(ctx, walletdb.NoteProofParams{
			Transfer: d.Transfer, Proven: d.Proven, SeenAt: d.SeenAt, SeenResult: d.SeenResult, UpdatedAt: clock.MicrosOf(tx.Now),
			TakenUntil: d.CheckAt,
		})
		if err != nil || n == 0 {
			return err
		}
		return closeUnprovedTx(ctx, tx, *d)
	})
	switch {
	case err != nil:
		return fmt.Errorf("wallet: note a proof: %w", err)
	case n == 0:
		return errCheckTaken
	}
	return nil
}

// finishLate books a proven transfer and ends the doubt. If it can't finish, the next check continues; once it is long
// overdue, operators see it.
func (s *Service) finishLate(ctx context.Context, a game.Account, t ledger.Transfer, d *Record) error {
	if err := s.bookLate(ctx, a, t, money.Amount(d.Proven)); err != nil {
		return errors.Join(err, s.showBooking(ctx, a, t, d))
	}
	return s.endCheck(ctx, d, StateLate, 0)
}

// bookLate books the amount of a returned transfer that was applied after all. In the member's favour it is booked at
// once. Otherwise the member has the money twice: it is taken out of that game, then out of the wallet, and the rest is
// owed.
func (s *Service) bookLate(ctx context.Context, a game.Account, t ledger.Transfer, amount money.Amount) error {
	truth := correction{
		of: t, provider: a.Provider, occasion: occasionLate, amount: amount,
		note: string(clue.AppliedLate),
	}
	if t.Kind == game.KindOut {
		return s.corrections.give(ctx, a, truth)
	}
	return s.corrections.take(ctx, a, truth)
}

// BookApplied books a returned transfer that the provider has applied, as its re-check would. mine is false where another
// node has the check.
func (s *Service) BookApplied(ctx context.Context, t ledger.Transfer, d *Record) (mine bool, err error) {
	if mine, err = s.takeCheck(ctx, d); err != nil || !mine {
		return mine, err
	}
	a, err := accountOf(ctx, s.games, t)
	if err != nil {
		return true, err
	}
	if err := s.noteProof(ctx, t, d); err != nil {
		return true, err
	}
	return true, s.finishLate(ctx, a, t, d)
}
