package balance

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"krapao/game"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/money"
)

// errStale: something moved between the request and the answer; the reading is repeated.
var errStale = errors.New("game: the account moved while it was read")

// readAttempts limits how often an overtaken reading is repeated.
const readAttempts = 3

// Confirm reads an account and books what our transfers don't explain. It fails with ErrMoving while a transfer of the
// account is pending; any other error means that the balance is not known now.
func (s *Service) Confirm(ctx context.Context, a game.Account) (game.Confirmed, error) {
	for n := 1; ; n++ {
		c, err := s.confirmOnce(ctx, a)
		if !errors.Is(err, errStale) {
			return c, err
		}
		if n == readAttempts {
			return c, fmt.Errorf("%w: %w", game.ErrMoving, err)
		}
	}
}

func (s *Service) confirmOnce(ctx context.Context, a game.Account) (game.Confirmed, error) {
	p, err := s.providers.Reachable(a.Provider)
	if err != nil {
		return game.Confirmed{}, err
	}
	before, err := s.books.Balance(ctx, a.Ledger())
	if err != nil {
		return game.Confirmed{}, fmt.Errorf("game: read a memo balance: %w", err)
	}
	if game.Moving(before) {
		return game.Confirmed{}, game.ErrMoving
	}
	asked := s.store.Now()
	reading, err := s.read(ctx, p, a)
	if err != nil {
		return game.Confirmed{}, err
	}
	return s.book(ctx, a, before.Version, asked, reading)
}

func (s *Service) read(ctx context.Context, p game.Provider, a game.Account) (game.Reading, error) {
	ctx, cancel := context.WithTimeout(ctx, s.providers.AskTimeout())
	defer cancel()
	player, err := s.accounts.Player(ctx, a)
	if err != nil {
		return game.Reading{}, err
	}
	reading, err := p.Balance(ctx, player)
	if err == nil && (reading.Credits < 0 || reading.Outstanding < 0) {
		err = errors.New("the provider says that the balance is negative")
	}
	if err != nil {
		return game.Reading{}, fmt.Errorf("game: read %s: %w", a.Provider, err)
	}
	return reading, nil
}

// book posts the change that our transfers don't explain. It is right because the ledger account is at the same version
// as before the request: nothing of ours moved in between. A transfer that is reserved after this check reaches the
// provider after the reading was taken, and the change is relative, so it is right then too. Two readings of one version
// can't both be booked: their key is the version.
func (s *Service) book(
	ctx context.Context, a game.Account, version int64, asked time.Time, reading game.Reading,
) (game.Confirmed, error) {
	var c game.Confirmed
	err := s.store.Write(ctx, func(tx *store.Tx) error {
		now, err := s.accounts.TakeTurnTx(ctx, tx, a)
		if err != nil {
			return err
		}
		balance, err := s.books.BalanceTx(ctx, tx, a.Ledger())
		if err != nil {
			return fmt.Errorf("game: read a memo balance: %w", err)
		}
		if balance.Version != version || now.ReadAt.After(asked) {
			return errStale
		}
		c = game.Confirmed{Account: now, Reading: reading, Memo: reading.Credits.Baht(a.Factor)}
		change := c.Memo - balance.Posted
		if change != 0 {
			if s.onChanged != nil && s.providers.ReportForm(a.Provider) == game.ReportNone {
				if err := s.onChanged(ctx, tx, now, change, asked); err != nil { // before the ledger: it locks the member's lots
					return err
				}
			}
			if _, err := s.books.MoveTx(ctx, tx, resultOrder(a, version, change)); err != nil {
				return fmt.Errorf("game: book a reading: %w", err)
			}
		}
		note(&c.Account, reading, c.Memo, change, asked)
		return s.accounts.NoteReadingTx(ctx, tx, c.Account)
	})
	return c, err
}

// note makes a reading the account's newest.
func note(a *game.Account, reading game.Reading, memo, change money.Amount, asked time.Time) {
	whole, _ := money.CreditsOf(memo, a.Factor)
	a.Residue, a.Outstanding, a.ReadAt = reading.Credits-whole, reading.Outstanding, asked
	a.Result += change
	if change != 0 {
		a.ChangedAt = asked
		if a.UsedAt.Before(asked) {
			a.UsedAt = asked
		}
	}
	if change < 0 {
		a.FellAt = asked
	}
}

func resultOrder(a game.Account, version int64, change money.Amount) ledger.Order {
	order := ledger.Order{
		Key:    ledger.InternalKey("reading", a.Provider, a.Username, strconv.FormatInt(version, 10)),
		Kind:   game.KindResult,
		Debit:  ledger.GameResult(a.Provider),
		Credit: a.Ledger(),
		Amount: change,
		Detail: ledger.Detail{Account: a.Username},
	}
	if change < 0 {
		order.Debit, order.Credit, order.Amount = order.Credit, order.Debit, -change
	}
	return order
}
