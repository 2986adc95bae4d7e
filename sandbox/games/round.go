package games

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"krapao/internal/clock"
	"krapao/sandbox/core"
)

// States of a round.
const (
	RoundRunning = "running" // the stake has left the balance, the result is unknown
	roundSettled = "settled"
	RoundVoid    = "void" // the stake was returned, and nothing was won
)

// Round is one round.
type Round struct {
	Code, Game, Username string
	Bet, Win, After      int64
	Shown                string    // what the lobby showed; while the round runs, the pick
	At                   time.Time // of the bet
	State                string
	Changed              time.Time // when it got its state
	// Version grows with every change of any round, so that a report can continue where it stopped.
	Version int64
}

// RoundColumns are the columns of game_round that ScanRound reads.
const RoundColumns = `code, game, username, bet, win, after, shown, played_at, state, changed_at, version`

// ScanRound reads a round; core.ErrNotFound if there is none.
func ScanRound(row core.Row) (one Round, err error) {
	var at, changed clock.Micros
	err = row.Scan(&one.Code, &one.Game, &one.Username, &one.Bet, &one.Win, &one.After, &one.Shown,
		&at, &one.State, &changed, &one.Version)
	one.At, one.Changed = at.Time(), changed.Time()
	if errors.Is(err, sql.ErrNoRows) {
		err = core.ErrNotFound
	}
	return one, err
}

// play plays one settled round: the bet leaves the balance, and the win is added. ErrNotEnough if the bet is larger
// than the balance.
func (b *Books) play(ctx context.Context, played Round) (done Round, a Account, err error) {
	err = b.Write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		if a, err = readAccount(ctx, tx, played.Game, played.Username); err != nil {
			return err
		}
		if played.Bet > a.Balance {
			return ErrNotEnough
		}
		done = played
		done.Code, done.State, done.At, done.After = core.RandomText(16), roundSettled, b.Now(), a.Balance-played.Bet+played.Win
		a.Balance, a.Bet, a.Won, a.Rounds = done.After, a.Bet+played.Bet, a.Won+played.Win, a.Rounds+1
		return errors.Join(writeAccount(ctx, tx, a), b.insertRound(ctx, tx, &done, time.Time{}))
	})
	return done, a, err
}

// stake opens a round: the bet leaves the balance and is outstanding until settle. If due is set, the lobby's worker
// settles it then.
func (b *Books) stake(ctx context.Context, staked Round, due time.Time) (done Round, a Account, err error) {
	err = b.Write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		if a, err = readAccount(ctx, tx, staked.Game, staked.Username); err != nil {
			return err
		}
		if staked.Bet > a.Balance {
			return ErrNotEnough
		}
		done = staked
		done.Code, done.State, done.At, done.Win, done.After = core.RandomText(16), RoundRunning, b.Now(), 0, a.Balance-staked.Bet
		a.Balance, a.Bet, a.Outstanding = done.After, a.Bet+staked.Bet, a.Outstanding+staked.Bet
		return errors.Join(writeAccount(ctx, tx, a), b.insertRound(ctx, tx, &done, due))
	})
	return done, a, err
}

// settle ends a running round with its win, or voids it; core.ErrNotFound if it is not running (any more).
func (b *Books) settle(
	ctx context.Context, code string, result func(running Round) (win int64, shown string, void bool),
) (a Account, err error) {
	err = b.Write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		query := `SELECT ` + RoundColumns + ` FROM game_round WHERE code = $1 AND state = $2`
		done, err := ScanRound(tx.QueryRowContext(ctx, query, code, RoundRunning))
		if err != nil {
			return err
		}
		if a, err = readAccount(ctx, tx, done.Game, done.Username); err != nil {
			return err
		}
		win, shown, void := result(done)
		done.State, done.Shown, done.Win = roundSettled, shown, win
		a.Outstanding -= done.Bet
		if void {
			done.State, done.Win = RoundVoid, 0
			a.Bet -= done.Bet
			a.Balance += done.Bet
		} else {
			a.Won += win
			a.Balance += win
			a.Rounds++
		}
		done.After = a.Balance
		return errors.Join(writeAccount(ctx, tx, a), b.changeRound(ctx, tx, &done))
	})
	return a, err
}

// void takes back a settled round: the win leaves the balance and the stake returns. core.ErrNotFound if it is not
// settled, ErrNotEnough if the win is no longer there.
func (b *Books) void(ctx context.Context, code string) (done Round, a Account, err error) {
	err = b.Write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		query := `SELECT ` + RoundColumns + ` FROM game_round WHERE code = $1 AND state = $2`
		done, err = ScanRound(tx.QueryRowContext(ctx, query, code, roundSettled))
		if err != nil {
			return err
		}
		if a, err = readAccount(ctx, tx, done.Game, done.Username); err != nil {
			return err
		}
		a.Balance += done.Bet - done.Win
		if a.Balance < 0 {
			return ErrNotEnough
		}
		a.Bet, a.Won, a.Rounds = a.Bet-done.Bet, a.Won-done.Win, a.Rounds-1
		done.State, done.Win, done.After = RoundVoid, 0, a.Balance
		return errors.Join(writeAccount(ctx, tx, a), b.changeRound(ctx, tx, &done))
	})
	return done, a, err
}

// oldestRunning returns the code of an account's oldest running round, newestSettled that of its newest settled one;
// core.ErrNotFound if it has none.
func (b *Books) oldestRunning(ctx context.Context, game, username string) (string, error) {
	return b.roundCode(ctx,
		`SELECT code FROM game_round WHERE game = $1 AND username = $2 AND state = $3 ORDER BY version LIMIT 1`,
		game, username, RoundRunning)
}

func (b *Books) newestSettled(ctx context.Context, game, username string) (string, error) {
	return b.roundCode(ctx,
		`SELECT code FROM game_round WHERE game = $1 AND username = $2 AND state = $3 ORDER BY version DESC LIMIT 1`,
		game, username, roundSettled)
}

func (b *Books) roundCode(ctx context.Context, query string, args ...any) (code string, err error) {
	if err = b.DB.QueryRowContext(ctx, query, args...).Scan(&code); errors.Is(err, sql.ErrNoRows) {
		err = core.ErrNotFound
	}
	return code, err
}

func writeAccount(ctx context.Context, tx *sql.Tx, a Account) error {
	_, err := tx.ExecContext(ctx, `UPDATE game_account SET balance = $1, bet = $2, won = $3, rounds = $4, outstanding = $5
		WHERE game = $6 AND username = $7`, a.Balance, a.Bet, a.Won, a.Rounds, a.Outstanding, a.Game, a.Username)
	return err
}

func (b *Books) insertRound(ctx context.Context, tx *sql.Tx, one *Round, due time.Time) error {
	version, err := nextVersion(ctx, tx)
	if err != nil {
		return err
	}
	one.Version, one.Changed = version, one.At
	_, err = tx.ExecContext(ctx, `INSERT INTO game_round (`+RoundColumns+`, due_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
		one.Code, one.Game, one.Username, one.Bet, one.Win, one.After, one.Shown, clock.MicrosOf(one.At), one.State,
		clock.MicrosOf(one.Changed), one.Version, clock.MicrosOf(due))
	return err
}

func (b *Books) changeRound(ctx context.Context, tx *sql.Tx, one *Round) error {
	version, err := nextVersion(ctx, tx)
	if err != nil {
		return err
	}
	one.Version, one.Changed = version, b.Now()
	_, err = tx.ExecContext(ctx, `UPDATE game_round
		SET win = $1, after = $2, shown = $3, state = $4, changed_at = $5, version = $6, due_at = 0
		WHERE code = $7`, one.Win, one.After, one.Shown, one.State, clock.MicrosOf(one.Changed), one.Version, one.Code)
	return err
}

// nextVersion is one more than every round's version. One transaction writes at a time, so no two get the same.
func nextVersion(ctx context.Context, tx *sql.Tx) (next int64, err error) {
	err = tx.QueryRowContext(ctx, `SELECT coalesce(max(version), 0) + 1 FROM game_round`).Scan(&next)
	return next, err
}

// Span selects settled rounds: of one user if it is named, from a time on and before another, oldest first, one page of
// them. A round's time is its settlement, so a report that was read up to now misses no running round.
type Span struct {
	Game, Username string
	From, To       time.Time
	Offset, Limit  int
}

// Rounds returns a page of a span, and the number of its rounds.
func (b *Books) Rounds(ctx context.Context, in Span) (list []Round, total int, err error) {
	const where = ` FROM game_round WHERE game = $1 AND ($2 = '' OR username = $2)
		AND changed_at >= $3 AND changed_at < $4 AND state = 'settled'`
	to := clock.MicrosOf(b.ListedUntil(ctx, in.To))
	err = b.DB.QueryRowContext(ctx, `SELECT count(*)`+where, in.Game, in.Username, clock.MicrosOf(in.From), to).Scan(&total)
	if err != nil {
		return nil, 0, err
	}
	list, err = core.Collect(ctx, b.DB, ScanRound, `SELECT `+RoundColumns+where+` ORDER BY changed_at, id LIMIT $5 OFFSET $6`,
		in.Game, in.Username, clock.MicrosOf(in.From), to, in.Limit, in.Offset)
	return list, total, err
}

// lastRounds returns an account's newest rounds.
func (b *Books) lastRounds(ctx context.Context, game, username string, limit int) ([]Round, error) {
	return core.Collect(ctx, b.DB, ScanRound, `SELECT `+RoundColumns+` FROM game_round WHERE game = $1 AND username = $2
		ORDER BY played_at DESC, id DESC LIMIT $3`, game, username, limit)
}

// Play is a user's play over a time.
type Play struct {
	Username         string
	Rounds, Bet, Won int64
}

// PlayedBetween returns the settled play per user between two instants, of one user if it is named.
func (b *Books) PlayedBetween(ctx context.Context, game, username string, from, to time.Time) ([]Play, error) {
	return core.Collect(ctx, b.DB, func(row core.Row) (one Play, err error) {
		err = row.Scan(&one.Username, &one.Rounds, &one.Bet, &one.Won)
		return one, err
	}, `SELECT username, count(*), sum(bet), sum(win) FROM game_round
		WHERE game = $1 AND ($2 = '' OR username = $2) AND changed_at >= $3 AND changed_at < $4 AND state = 'settled'
		GROUP BY username ORDER BY username`,
		game, username, clock.MicrosOf(from), clock.MicrosOf(b.ListedUntil(ctx, to)))
}

// Horizon is the end of the changes that a report can list. They are complete up to there, because no earlier change is
// under way.
func (b *Books) Horizon(ctx context.Context) (until time.Time) {
	_ = b.BetweenWrites(func() error { // the read can't fail
		until = b.ListedUntil(ctx, b.Now())
		return nil
	})
	return until
}

// EndOfTime is later than every round.
var EndOfTime = time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC)

// ListedUntil is the end of the changes that a report lists, at most to.
func (b *Books) ListedUntil(ctx context.Context, to time.Time) time.Time {
	lag, late := core.ReportLag(ctx)
	if until := b.Now().Add(-lag); late && until.Before(to) {
		return until
	}
	return to
}
