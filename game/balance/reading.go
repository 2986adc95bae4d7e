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

// ErrStale means that something moved between a reading's request and its booking: the reading is repeated.
var ErrStale = errors.New("game: the account moved while it was read")

// Attempts limits how often an overtaken reading is repeated.
const Attempts = 3

// Confirm reads an account and books what our transfers don't explain. It fails with ErrMoving while a transfer of the
// account is pending; any other error means that the balance is not known now.
func (s *Service) Confirm(ctx context.Context, a game.Account) (game.Confirmed, error) {
	for n := 1; ; n++ {
		c, err := s.confirmOnce(ctx, a)
		if !errors.Is(err, ErrStale) {
			return c, err
		}
		if n == Attempts {
			return c, fmt.Errorf("%w: %w", game.ErrMoving, err)
		}
	}
}

func (s *Service) confirmOnce(ctx context.Context, a game.Account) (c game.Confirmed, err error) {
	asked, err := s.Ask(ctx, a, nil)
	if err != nil {
		return c, err
	}
	return s.Book(ctx, asked)
}

// Book is BookTx in a commit of its own.
func (s *Service) Book(ctx context.Context, asked Asked) (c game.Confirmed, err error) {
	err = s.store.WriteTogether(ctx, Together(asked.account.Member), func(tx *store.Tx) error {
		c, err = s.BookTx(ctx, tx, asked)
		return err
	})
	return c, err
}

// Together is of transactions that book readings of a member's accounts, or reserve transfers of them. Those of many members
// share commits.
func Together(member string) store.Together { return store.Together{Row: "games", Of: member} }

// Asked is a reading that is not booked yet.
type Asked struct {
	game.Reading
	account game.Account
	// before is what the books said when the provider was asked, at.
	before ledger.Balance
	at     time.Time
}

// Changed reports whether the reading shows something that our transfers don't explain.
func (a Asked) Changed() bool { return a.Credits.Baht(a.account.Factor) != a.before.Posted }

// Ask reads an account at its provider, and books nothing: BookTx does. before is what the books have just said about the
// account; nil: Ask reads it. It fails as Confirm does.
func (s *Service) Ask(ctx context.Context, a game.Account, before *ledger.Balance) (Asked, error) {
	p, err := s.providers.Reachable(a.Provider)
	if err != nil {
		return Asked{}, err
	}
	if before == nil {
		now, err := s.books.Balance(ctx, a.Ledger())
		if err != nil {
			return Asked{}, fmt.Errorf("game: read a memo balance: %w", err)
		}
		before = &now
	}
	if game.Moving(*before) {
		return Asked{}, game.ErrMoving
	}
	asked := Asked{account: a, before: *before, at: s.store.Now()}
	asked.Reading, err = s.read(ctx, p, a)
	return asked, err
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

// BookTx posts the change that our transfers don't explain. It is right because the ledger account is at the same version
// as before the request: nothing of ours moved in between, or it fails with ErrStale. A transfer that is reserved after this
// check reaches the provider after the reading was taken, and the change is relative, so it is right then too. Two readings of
// one version can't both be booked: their key is the version. Of a provider that is stopped nothing is booked: BEING_CHECKED.
//
// Orders are those of the account that the caller makes in the same transaction. They count as use of the account, and their
// accounts are locked in the same round trip.
func (s *Service) BookTx(ctx context.Context, tx *store.Tx, asked Asked, orders ...ledger.Order) (c game.Confirmed, err error) {
	a := asked.account
	now, err := s.accounts.TakeTurnTx(ctx, tx, a)
	if err != nil {
		return c, err
	}
	if !now.CheckedSince.IsZero() { // what it says is not believed
		return c, game.BeingChecked(a.Provider, now.CheckedSince)
	}
	c = game.Confirmed{Account: now, Reading: asked.Reading, Memo: asked.Credits.Baht(a.Factor)}
	// Of a provider that reports no play, onChanged locks the member's lots: before the ledger.
	follows := s.onChanged != nil && s.providers.ReportForm(a.Provider) == game.ReportNone
	if change := c.Memo - asked.before.Posted; len(orders) > 0 && (change == 0 || !follows) {
		if change != 0 {
			orders = append(orders, resultOrder(a, asked.before.Version, change))
		}
		if err := s.books.ExpectTx(ctx, tx, orders...); err != nil {
			return c, fmt.Errorf("game: lock an account: %w", err)
		}
	}
	balance, err := s.books.BalanceTx(ctx, tx, a.Ledger())
	if err != nil {
		return c, fmt.Errorf("game: read a memo balance: %w", err)
	}
	if balance.Version != asked.before.Version || now.ReadAt.After(asked.at) {
		return c, ErrStale
	}
	change := c.Memo - balance.Posted
	if change != 0 {
		if follows {
			if err := s.onChanged(ctx, tx, now, change, asked.at); err != nil {
				return c, err
			}
		}
		if _, err := s.books.MoveTx(ctx, tx, resultOrder(a, balance.Version, change)); err != nil {
			return c, fmt.Errorf("game: book a reading: %w", err)
		}
	}
	note(&c.Account, asked.Reading, c.Memo, change, asked.at)
	if len(orders) > 0 && c.Account.UsedAt.Before(tx.Now) {
		c.Account.UsedAt = tx.Now
	}
	return c, s.accounts.NoteReadingTx(ctx, tx, c.Account)
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
