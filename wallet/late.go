package wallet

import (
	"context"
	"errors"
	"fmt"
	"time"

	"krapao/fault"
	"krapao/game"
	"krapao/internal/store"
	walletq "krapao/internal/store/q/wallet"
	"krapao/ledger"
	"krapao/money"
)

// A transfer that was given back because the provider did not know it is asked about again (RULES.md section 3). If it
// proves applied after all, the money exists twice: the game account's readings have booked the change as the provider's
// result. A linked transfer between the result and the wallet books the truth.

// endLate is a doubt's end where a transfer was given back and turned out to be applied.
const endLate = "late"

// retryCheck is when a check that could not be made is made again: long enough for one to end on this node.
func (s *Service) retryCheck() time.Duration { return min(time.Minute, s.settings.Rechecks[0]) }

func (s *Service) recheck(ctx context.Context) (int, error) {
	rows, err := walletq.New(s.store.DB()).DueChecks(ctx, s.store.Now().UnixMicro(), sweepLimit)
	if err != nil {
		return 0, fmt.Errorf("wallet: checks: %w", err)
	}
	return sideBySide(rows, func(d walletq.GameDoubt) bool {
		if mine, err := s.takeCheck(ctx, d); err != nil || !mine {
			return false
		}
		if err := s.checkAgain(ctx, d); err != nil {
			s.settings.Log.Warn("wallet: a returned transfer is checked later", "transfer", d.Transfer, "error", err)
		}
		return true
	}), nil
}

// takeCheck gives this node the check for a while; if it dies, the check is due again.
func (s *Service) takeCheck(ctx context.Context, d walletq.GameDoubt) (bool, error) {
	var n int64
	err := s.store.Write(ctx, func(tx *store.Tx) (err error) {
		n, err = walletq.New(tx).TakeCheck(ctx, walletq.TakeCheckParams{
			Transfer: d.Transfer, CheckAt: d.CheckAt, CheckAt_2: tx.Now.Add(s.retryCheck()).UnixMicro(), UpdatedAt: tx.Now.UnixMicro(),
		})
		return err
	})
	return n == 1, err
}

func (s *Service) checkAgain(ctx context.Context, d walletq.GameDoubt) error {
	t, err := s.books.Find(ctx, ledger.ID(d.Transfer))
	if err != nil {
		return fmt.Errorf("wallet: transfer %d: %w", d.Transfer, err)
	}
	a, err := s.accountOf(ctx, t)
	if err != nil {
		return err
	}
	p := s.games.Provider(a.Provider)
	if p == nil {
		return errors.New("wallet: no connection to the provider is configured")
	}
	m, err := s.move(a, t)
	if err != nil {
		return err
	}
	o, err := s.prove(ctx, p, a, m, d)
	switch {
	case err != nil:
		return err
	case o.Kind == game.NotFound:
		return s.endCheck(ctx, d, endReturned, s.nextCheck(d))
	case o.Kind != game.Done:
		return nil // due again soon
	}
	if err := s.bookLate(ctx, a, t, o); err != nil {
		return err
	}
	return s.endCheck(ctx, d, endLate, 0)
}

// nextCheck is when the next of Settings.Rechecks is due, counted from the return; 0 after the last.
func (s *Service) nextCheck(d walletq.GameDoubt) int64 {
	next := int(d.Checks) + 1
	if next >= len(s.settings.Rechecks) {
		return 0
	}
	return s.store.Now().Add(s.settings.Rechecks[next] - s.settings.Rechecks[next-1]).UnixMicro()
}

func (s *Service) endCheck(ctx context.Context, d walletq.GameDoubt, state string, next int64) error {
	err := s.store.Write(ctx, func(tx *store.Tx) error {
		return walletq.New(tx).EndCheck(ctx, walletq.EndCheckParams{
			Transfer: d.Transfer, State: state, CheckAt: next, UpdatedAt: tx.Now.UnixMicro(),
		})
	})
	if err != nil {
		return fmt.Errorf("wallet: end of a check: %w", err)
	}
	return nil
}

// prove asks whether a returned move was applied after all: by its reference, or where there is none by what readings
// found since then beyond what the provider's rounds explain. Done, NotFound, or anything else for "ask later".
func (s *Service) prove(ctx context.Context, p game.Provider, a game.Account, m game.Move, d walletq.GameDoubt) (game.Outcome, error) {
	if !witnessless(p) {
		call, cancel := context.WithTimeout(ctx, s.games.CallTimeout())
		defer cancel()
		return p.Check(call, m), nil
	}
	if !p.Capabilities().Rounds {
		return game.Outcome{Kind: game.NotFound}, nil // nothing can ever tell
	}
	c, err := s.games.Confirm(ctx, a)
	if err != nil {
		return game.Outcome{}, err
	}
	call, cancel := context.WithTimeout(ctx, s.games.CallTimeout())
	defer cancel()
	play, err := p.Rounds(call, a.Username, time.UnixMicro(d.ReadingSince), c.Account.ReadAt)
	if err != nil {
		return game.Outcome{}, err
	}
	unexplained := c.Account.Result - money.Amount(d.Result)
	if moved := m.Credits.Baht(a.Factor); unexplained == moved+play.Net.Baht(a.Factor) {
		return game.Outcome{Kind: game.Done, Moved: m.Credits}, nil
	}
	return game.Outcome{Kind: game.NotFound}, nil
}

// bookLate books a returned transfer that was applied after all. In the member's favour at once; else the member has the
// money twice and it comes out of that game, then out of the wallet, and the rest is what the member owes.
func (s *Service) bookLate(ctx context.Context, a game.Account, t ledger.Transfer, o game.Outcome) error {
	// The reading books the late change as a result, if an earlier one did not; then the result is what is corrected.
	c, err := s.games.Confirm(ctx, a)
	if err != nil {
		return err
	}
	moved := o.Moved
	if moved < 0 {
		moved = -moved
	}
	amount := moved.Baht(a.Factor)
	result, purse := ledger.GameResult(a.Provider), ledger.Wallet(t.Member)
	if t.Kind == KindOut {
		_, err := s.link(ctx, t, "out", result, purse, amount)
		return err
	}
	if err := s.takeBack(ctx, a, t, min(amount, s.wholeSteps(c.Account, c.Reading.Credits))); err != nil {
		return err
	}
	balance, err := s.books.Balance(ctx, purse)
	if err != nil {
		return fmt.Errorf("wallet: balance: %w", err)
	}
	paid, err := s.link(ctx, t, "in", purse, result, min(amount, balance.Available()))
	if err != nil {
		return err
	}
	_, err = s.link(ctx, t, "owed", ledger.Owed(t.Member), result, amount-paid)
	return err
}

// takeBack brings the money that is in the game by mistake out into the wallet, as far as it is still there. Where it is
// refused for good, the wallet pays.
func (s *Service) takeBack(ctx context.Context, a game.Account, t ledger.Transfer, amount money.Amount) error {
	key := ledger.InternalKey("late", "back", t.ID.String())
	back, known, err := s.books.FindByKey(ctx, key)
	if !known && err == nil {
		if amount <= 0 {
			return nil
		}
		var g game.Game
		if g, err = s.games.Find(ctx, t.Detail.To); err == nil {
			back, err = s.run(ctx, leg{member: t.Member, key: key, amount: amount, game: g, account: a})
		}
	}
	var refused *fault.Error
	switch {
	case errors.As(err, &refused) && refused.Code != fault.TRY_AGAIN:
		return nil
	case err != nil:
		return err
	case back.State == ledger.Pending:
		return errors.New("wallet: what is taken back is not settled yet")
	}
	return nil
}

// link books a transfer that completes another, and returns what it booked, then or at an earlier try.
func (s *Service) link(ctx context.Context, of ledger.Transfer, part string, debit, credit ledger.Account, amount money.Amount) (money.Amount, error) {
	key := ledger.InternalKey("late", part, of.ID.String())
	t, known, err := s.books.FindByKey(ctx, key)
	if known || err != nil || amount <= 0 {
		return t.Moved, err
	}
	result, err := s.books.Move(ctx, ledger.Order{
		Key: key, Kind: of.Kind, Debit: debit, Credit: credit, Amount: amount, Member: of.Member,
		Detail: ledger.Detail{
			From: of.Detail.From, To: of.Detail.To, Account: of.Detail.Account, Of: of.ID,
			Note: "applied by the provider after it was given back",
		},
	})
	if err != nil {
		return 0, fmt.Errorf("wallet: book a late transfer: %w", err)
	}
	return result.Transfer.Moved, nil
}
