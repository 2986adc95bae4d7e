package sandbox

import (
	"context"
	"database/sql"
	"errors"
	"slices"
	"time"
)

// Families of providers: which protocol a game speaks. The issue on all providers adds more.
const (
	FamilyAMB   = "amb"
	FamilyJoker = "joker"
)

// Kinds of games: what a lobby plays.
const (
	KindSlot  = "slot"
	KindSport = "sport"
	KindLotto = "lotto"
)

// Game is one game code of SPEC.md section 7 and how it is reached.
type Game struct {
	Code, Name, Family, Kind string
}

// games are all game codes. Until the issue on all providers each speaks one of the two families.
var games = []Game{
	{"pg", "PG Slot", FamilyAMB, KindSlot},
	{"betflix", "Betflix", FamilyAMB, KindSlot},
	{"askmebet", "AskMeBet", FamilyAMB, KindSport},
	{"imi", "IMI", FamilyAMB, KindSport},
	{"usun", "USUN", FamilyJoker, KindSport},
	{"areaslot", "Area Slot", FamilyJoker, KindSlot},
	{"circus", "Circus", FamilyAMB, KindSlot},
	{"slotracha", "Slot Racha", FamilyJoker, KindSlot},
	{"pgslot", "PGSLOT", FamilyAMB, KindSlot},
	{"joker2", "Joker 2", FamilyJoker, KindSlot},
	{"huayhd", "Huay HD", FamilyAMB, KindLotto},
	{"joker", "Joker", FamilyJoker, KindSlot},
	{"slotxo", "SlotXO", FamilyJoker, KindSlot},
	{"ufabet", "UFABET", FamilyAMB, KindSport},
	{"superslot", "Super Slot", FamilyJoker, KindSlot},
}

// Games returns all game codes that the sandbox serves, in SPEC.md's order.
func Games() []Game { return slices.Clone(games) }

// gameByCode returns a game; false where there is none of that code.
func gameByCode(code string) (Game, bool) {
	at := slices.IndexFunc(games, func(g Game) bool { return g.Code == code })
	if at < 0 {
		return Game{}, false
	}
	return games[at], true
}

// moveStep is the smallest step of a movement into or out of a game, in ten-thousandths: 0.01 credit. Balances have all
// four decimals, so what is left after taking all may be dust.
const moveStep = 100

var (
	errNotEnough = errors.New("more than the balance")
	errConflict  = errors.New("the reference was used for something else")
)

// account is a provider's account. Amounts are ten-thousandths of a credit; balance is always deposited less withdrawn,
// less bet, plus won.
type account struct {
	Game, Username, Password                        string
	Balance, Deposited, Withdrawn, Bet, Won, Rounds int64
}

// move is a movement between the wallet and an account.
type move struct {
	Game, Username string
	Ref            string // empty where the provider takes none
	Amount         int64  // into the game positive, out of it negative
	Before, After  int64
	At             time.Time
}

// round is one settled round.
type round struct {
	Code, Game, Username string
	Bet, Win, After      int64
	Shown                string
	At                   time.Time
}

// createAccount opens an account, or reports that it exists.
func (s *Server) createAccount(ctx context.Context, game, username, password string) (existed bool, err error) {
	err = s.write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		made, err := tx.ExecContext(ctx, `INSERT INTO game_account (game, username, password, created_at) VALUES ($1, $2, $3, $4)
			ON CONFLICT DO NOTHING`, game, username, password, micros(s.now()))
		if err != nil {
			return err
		}
		rows, err := made.RowsAffected()
		existed = rows == 0
		return err
	})
	return existed, err
}

// setPassword sets an account's password; errGone where there is no such account.
func (s *Server) setPassword(ctx context.Context, game, username, password string) error {
	return s.write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		set, err := tx.ExecContext(ctx, `UPDATE game_account SET password = $1 WHERE game = $2 AND username = $3`, password, game, username)
		if err != nil {
			return err
		}
		if rows, err := set.RowsAffected(); err != nil || rows == 0 {
			return errors.Join(errGone, err)
		}
		return nil
	})
}

const accountColumns = `game, username, password, balance, deposited, withdrawn, bet, won, rounds`

// account reads an account; errGone where there is none.
func readAccount(ctx context.Context, q querier, game, username string) (a account, err error) {
	err = q.QueryRowContext(ctx, `SELECT `+accountColumns+` FROM game_account WHERE game = $1 AND username = $2`, game, username).
		Scan(&a.Game, &a.Username, &a.Password, &a.Balance, &a.Deposited, &a.Withdrawn, &a.Bet, &a.Won, &a.Rounds)
	if errors.Is(err, sql.ErrNoRows) {
		err = errGone
	}
	return a, err
}

// move moves credits. The same reference with the same content again answers as the first time and moves nothing; with
// another content it is errConflict.
func (s *Server) move(ctx context.Context, m move) (done move, err error) {
	err = s.write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		if m.Ref != "" {
			earlier, err := readMove(ctx, tx, m.Game, m.Ref)
			if err == nil {
				if done = earlier; earlier.Username != m.Username || earlier.Amount != m.Amount {
					return errConflict
				}
				return nil
			}
			if !errors.Is(err, errGone) {
				return err
			}
		}
		a, err := readAccount(ctx, tx, m.Game, m.Username)
		if err != nil {
			return err
		}
		done = m
		done.Before, done.After, done.At = a.Balance, a.Balance+m.Amount, s.now()
		if done.After < 0 {
			return errNotEnough
		}
		return insertMove(ctx, tx, done)
	})
	return done, err
}

func insertMove(ctx context.Context, tx *sql.Tx, m move) error {
	in, out := max(m.Amount, 0), max(-m.Amount, 0)
	_, err := tx.ExecContext(ctx, `UPDATE game_account SET balance = $1, deposited = deposited + $2, withdrawn = withdrawn + $3
		WHERE game = $4 AND username = $5`, m.After, in, out, m.Game, m.Username)
	if err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, `INSERT INTO game_move (game, username, ref, amount, before, after, moved_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7)`,
		m.Game, m.Username, sql.NullString{String: m.Ref, Valid: m.Ref != ""}, m.Amount, m.Before, m.After, micros(m.At))
	return err
}

// readMove reads a movement by its reference; errGone where there is none.
func readMove(ctx context.Context, q querier, game, ref string) (m move, err error) {
	var at int64
	err = q.QueryRowContext(ctx, `SELECT game, username, ref, amount, before, after, moved_at FROM game_move WHERE game = $1 AND ref = $2`, game, ref).
		Scan(&m.Game, &m.Username, &m.Ref, &m.Amount, &m.Before, &m.After, &at)
	m.At = instant(at)
	if errors.Is(err, sql.ErrNoRows) {
		err = errGone
	}
	return m, err
}

// play plays one settled round: the bet leaves the balance, the win comes to it. errNotEnough where the bet is more than
// the balance.
func (s *Server) play(ctx context.Context, played round) (done round, a account, err error) {
	err = s.write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		if a, err = readAccount(ctx, tx, played.Game, played.Username); err != nil {
			return err
		}
		if played.Bet > a.Balance {
			return errNotEnough
		}
		done = played
		done.Code, done.At, done.After = randomText(16), s.now(), a.Balance-played.Bet+played.Win
		a.Balance, a.Bet, a.Won, a.Rounds = done.After, a.Bet+played.Bet, a.Won+played.Win, a.Rounds+1
		if _, err := tx.ExecContext(ctx, `UPDATE game_account SET balance = $1, bet = $2, won = $3, rounds = $4
			WHERE game = $5 AND username = $6`, a.Balance, a.Bet, a.Won, a.Rounds, a.Game, a.Username); err != nil {
			return err
		}
		_, err = tx.ExecContext(ctx, `INSERT INTO game_round (code, game, username, bet, win, after, shown, played_at)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
			done.Code, done.Game, done.Username, done.Bet, done.Win, done.After, done.Shown, micros(done.At))
		return err
	})
	return done, a, err
}

// span selects rounds: of one user where it is named, from a time on and before another, oldest first, a page of them.
type span struct {
	Game, Username string
	From, To       time.Time
	Offset, Limit  int
}

const roundColumns = `code, game, username, bet, win, after, shown, played_at`

func scanRound(row scanner) (one round, err error) {
	var at int64
	err = row.Scan(&one.Code, &one.Game, &one.Username, &one.Bet, &one.Win, &one.After, &one.Shown, &at)
	one.At = instant(at)
	return one, err
}

// rounds returns a page of a span and how many rounds it has in all.
func (s *Server) rounds(ctx context.Context, in span) (list []round, total int, err error) {
	const where = ` FROM game_round WHERE game = $1 AND ($2 = '' OR username = $2) AND played_at >= $3 AND played_at < $4`
	err = s.db.QueryRowContext(ctx, `SELECT count(*)`+where, in.Game, in.Username, micros(in.From), micros(in.To)).Scan(&total)
	if err != nil {
		return nil, 0, err
	}
	list, err = collect(ctx, s.db, scanRound, `SELECT `+roundColumns+where+` ORDER BY played_at, id LIMIT $5 OFFSET $6`,
		in.Game, in.Username, micros(in.From), micros(in.To), in.Limit, in.Offset)
	return list, total, err
}

// lastRounds returns an account's newest rounds.
func (s *Server) lastRounds(ctx context.Context, game, username string, limit int) ([]round, error) {
	return collect(ctx, s.db, scanRound, `SELECT `+roundColumns+` FROM game_round WHERE game = $1 AND username = $2
		ORDER BY played_at DESC, id DESC LIMIT $3`, game, username, limit)
}

// played is a user's play over a time.
type played struct {
	Username         string
	Rounds, Bet, Won int64
}

// playedBetween returns the play per user between two instants, of one user where it is named.
func (s *Server) playedBetween(ctx context.Context, game, username string, from, to time.Time) ([]played, error) {
	return collect(ctx, s.db, func(row scanner) (one played, err error) {
		err = row.Scan(&one.Username, &one.Rounds, &one.Bet, &one.Won)
		return one, err
	}, `SELECT username, count(*), sum(bet), sum(win) FROM game_round
		WHERE game = $1 AND ($2 = '' OR username = $2) AND played_at >= $3 AND played_at < $4 GROUP BY username ORDER BY username`,
		game, username, micros(from), micros(to))
}

// issueToken opens a lobby's session for an account; errGone where there is no such account.
func (s *Server) issueToken(ctx context.Context, game, username string) (string, error) {
	token := randomText(32)
	return token, s.write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		if _, err := readAccount(ctx, tx, game, username); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, `INSERT INTO game_token (token, game, username, created_at) VALUES ($1, $2, $3, $4)`,
			token, game, username, micros(s.now()))
		return err
	})
}

// tokenLifetime is how long a lobby's session lasts.
const tokenLifetime = 12 * time.Hour

// tokenAccount returns the account of a lobby's session; errGone where it is none of this game's, or over.
func (s *Server) tokenAccount(ctx context.Context, game, token string) (account, error) {
	var username string
	err := s.db.QueryRowContext(ctx, `SELECT username FROM game_token WHERE token = $1 AND game = $2 AND created_at > $3`,
		token, game, micros(s.now().Add(-tokenLifetime))).Scan(&username)
	if errors.Is(err, sql.ErrNoRows) {
		return account{}, errGone
	}
	if err != nil {
		return account{}, err
	}
	return readAccount(ctx, s.db, game, username)
}
