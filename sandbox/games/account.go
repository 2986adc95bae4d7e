package games

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"krapao/internal/clock"
	"krapao/sandbox/core"
)

// MoveStep is the smallest movement into or out of a game, in ten-thousandths: 0.01 credit. Balances have four
// decimals, so a small rest may remain after everything was taken out.
const MoveStep = 100

var (
	// ErrNotEnough is returned if a movement or a bet is larger than the balance.
	ErrNotEnough = errors.New("more than the balance")
	// ErrConflict is returned if a reference was used with other contents.
	ErrConflict = errors.New("the reference was used for something else")
	// ErrUsed is returned if a reference was used and the order says RefuseRepeat.
	ErrUsed = errors.New("the reference was used before")
)

// Account is a provider's account. Amounts are ten-thousandths of a credit. Balance is always deposited less withdrawn,
// less bet, plus won. Outstanding is the part of bet that is staked on running rounds; it is not in the balance.
type Account struct {
	Game, Username, Password                                     string
	Balance, Deposited, Withdrawn, Bet, Won, Rounds, Outstanding int64
}

// turnover is the sum of the bets of settled rounds.
func (a Account) turnover() int64 { return a.Bet - a.Outstanding }

// Move is a movement between the wallet and an account.
type Move struct {
	Game, Username string
	Ref            string // empty where the provider takes none
	Amount         int64  // into the game positive, out of it negative
	Before, After  int64
	At             time.Time
	// RefuseRepeat is for a protocol that refuses a repeated reference. Without it a repeated order is answered as the first.
	RefuseRepeat bool
	// Repeated says that a returned movement was made before: this order moved nothing.
	Repeated bool
}

// Books are the accounts of all games, their movements and their rounds.
type Books struct{ *core.Frame }

// New returns the books of all games.
func New(f *core.Frame) *Books { return &Books{f} }

// CreateAccount opens an account, and reports whether it existed already.
func (b *Books) CreateAccount(ctx context.Context, game, username, password string) (existed bool, err error) {
	err = b.Write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		made, err := tx.ExecContext(ctx, `INSERT INTO game_account (game, username, password, created_at) VALUES ($1, $2, $3, $4)
			ON CONFLICT DO NOTHING`, game, username, password, clock.MicrosOf(b.Now()))
		if err != nil {
			return err
		}
		rows, err := made.RowsAffected()
		existed = rows == 0
		return err
	})
	return existed, err
}

// SetPassword sets an account's password; core.ErrNotFound if there is no such account.
func (b *Books) SetPassword(ctx context.Context, game, username, password string) error {
	return b.Write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		set, err := tx.ExecContext(ctx, `UPDATE game_account SET password = $1 WHERE game = $2 AND username = $3`,
			password, game, username)
		if err != nil {
			return err
		}
		if rows, err := set.RowsAffected(); err != nil || rows == 0 {
			return errors.Join(core.ErrNotFound, err)
		}
		return nil
	})
}

const accountColumns = `game, username, password, balance, deposited, withdrawn, bet, won, rounds, outstanding`

func scanAccount(row core.Row) (a Account, err error) {
	err = row.Scan(&a.Game, &a.Username, &a.Password,
		&a.Balance, &a.Deposited, &a.Withdrawn, &a.Bet, &a.Won, &a.Rounds, &a.Outstanding)
	return a, err
}

// readAccount reads an account; core.ErrNotFound if there is none.
func readAccount(ctx context.Context, q core.Querier, game, username string) (Account, error) {
	query := `SELECT ` + accountColumns + ` FROM game_account WHERE game = $1 AND username = $2`
	a, err := scanAccount(q.QueryRowContext(ctx, query, game, username))
	if errors.Is(err, sql.ErrNoRows) {
		err = core.ErrNotFound
	}
	return a, err
}

// Account reads an account; core.ErrNotFound if there is none.
func (b *Books) Account(ctx context.Context, game, username string) (Account, error) {
	return readAccount(ctx, b.DB, game, username)
}

// Movement reads a movement by its reference; core.ErrNotFound if there is none.
func (b *Books) Movement(ctx context.Context, game, ref string) (Move, error) {
	return readMove(ctx, b.DB, game, ref)
}

// Move moves credits. A repeated reference with the same contents gets the first answer and moves nothing (ErrUsed if
// the order says RefuseRepeat); with other contents it is ErrConflict.
func (b *Books) Move(ctx context.Context, m Move) (done Move, err error) {
	err = b.Write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		if m.Ref != "" {
			earlier, err := readMove(ctx, tx, m.Game, m.Ref)
			if err == nil {
				done, done.Repeated = earlier, true
				switch {
				case m.RefuseRepeat:
					return ErrUsed
				case earlier.Username != m.Username || earlier.Amount != m.Amount:
					return ErrConflict
				}
				return nil
			}
			if !errors.Is(err, core.ErrNotFound) {
				return err
			}
		}
		a, err := readAccount(ctx, tx, m.Game, m.Username)
		if err != nil {
			return err
		}
		done = m
		done.Before, done.After, done.At = a.Balance, a.Balance+m.Amount, b.Now()
		if done.After < 0 {
			return ErrNotEnough
		}
		return insertMove(ctx, tx, done)
	})
	return done, err
}

func insertMove(ctx context.Context, tx *sql.Tx, m Move) error {
	in, out := max(m.Amount, 0), max(-m.Amount, 0)
	_, err := tx.ExecContext(ctx, `UPDATE game_account SET balance = $1, deposited = deposited + $2, withdrawn = withdrawn + $3
		WHERE game = $4 AND username = $5`, m.After, in, out, m.Game, m.Username)
	if err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, `INSERT INTO game_move (game, username, ref, amount, before, after, moved_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7)`,
		m.Game, m.Username, sql.NullString{String: m.Ref, Valid: m.Ref != ""}, m.Amount, m.Before, m.After, clock.MicrosOf(m.At))
	return err
}

// readMove reads a movement by its reference; core.ErrNotFound if there is none.
func readMove(ctx context.Context, q core.Querier, game, ref string) (m Move, err error) {
	var at clock.Micros
	query := `SELECT game, username, ref, amount, before, after, moved_at FROM game_move WHERE game = $1 AND ref = $2`
	err = q.QueryRowContext(ctx, query, game, ref).
		Scan(&m.Game, &m.Username, &m.Ref, &m.Amount, &m.Before, &m.After, &at)
	m.At = at.Time()
	if errors.Is(err, sql.ErrNoRows) {
		err = core.ErrNotFound
	}
	return m, err
}

// rewrite changes a movement, and the account with it, to another amount; 0 deletes it.
func (b *Books) rewrite(ctx context.Context, game, ref string, amount int64) (a Account, err error) {
	err = b.Write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		m, err := readMove(ctx, tx, game, ref)
		if err != nil {
			return err
		}
		if a, err = readAccount(ctx, tx, game, m.Username); err != nil {
			return err
		}
		in, out := max(amount, 0)-max(m.Amount, 0), max(-amount, 0)-max(-m.Amount, 0)
		if a.Balance += in - out; a.Balance < 0 {
			return ErrNotEnough
		}
		if _, err := tx.ExecContext(ctx, `UPDATE game_account
			SET balance = balance + $1 - $2, deposited = deposited + $1, withdrawn = withdrawn + $2
			WHERE game = $3 AND username = $4`, in, out, game, m.Username); err != nil {
			return err
		}
		if amount == 0 {
			_, err = tx.ExecContext(ctx, `DELETE FROM game_move WHERE game = $1 AND ref = $2`, game, ref)
		} else {
			_, err = tx.ExecContext(ctx, `UPDATE game_move SET amount = $1, after = before + $1 WHERE game = $2 AND ref = $3`,
				amount, game, ref)
		}
		return err
	})
	return a, err
}

// IssueToken opens a lobby session for an account; core.ErrNotFound if there is no such account.
func (b *Books) IssueToken(ctx context.Context, game, username string) (string, error) {
	token := core.RandomText(32)
	return token, b.Write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		if _, err := readAccount(ctx, tx, game, username); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, `INSERT INTO game_token (token, game, username, created_at) VALUES ($1, $2, $3, $4)`,
			token, game, username, clock.MicrosOf(b.Now()))
		return err
	})
}

// AdoptToken opens a lobby session with a token that was made elsewhere; core.ErrNotFound if there is no such account,
// ErrConflict if the token is in use.
func (b *Books) AdoptToken(ctx context.Context, game, username, token string) error {
	return b.Write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		if _, err := readAccount(ctx, tx, game, username); err != nil {
			return err
		}
		made, err := tx.ExecContext(ctx, `INSERT INTO game_token (token, game, username, created_at) VALUES ($1, $2, $3, $4)
			ON CONFLICT DO NOTHING`, token, game, username, clock.MicrosOf(b.Now()))
		if err != nil {
			return err
		}
		if rows, err := made.RowsAffected(); err != nil || rows == 0 {
			return errors.Join(ErrConflict, err)
		}
		return nil
	})
}

// tokenLifetime is how long a lobby session lasts.
const tokenLifetime = 12 * time.Hour

// tokenAccount returns the account of a lobby session; core.ErrNotFound if it is not one of this game, or has expired.
func (b *Books) tokenAccount(ctx context.Context, game, token string) (Account, error) {
	var username string
	err := b.DB.QueryRowContext(ctx, `SELECT username FROM game_token WHERE token = $1 AND game = $2 AND created_at > $3`,
		token, game, clock.MicrosOf(b.Now().Add(-tokenLifetime))).Scan(&username)
	if errors.Is(err, sql.ErrNoRows) {
		return Account{}, core.ErrNotFound
	}
	if err != nil {
		return Account{}, err
	}
	return readAccount(ctx, b.DB, game, username)
}

// EndSessions ends an account's lobby sessions; core.ErrNotFound if there is no such account.
func (b *Books) EndSessions(ctx context.Context, game, username string) error {
	return b.Write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		if _, err := readAccount(ctx, tx, game, username); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, `DELETE FROM game_token WHERE game = $1 AND username = $2`, game, username)
		return err
	})
}
