package wallet

import (
	"context"
	"fmt"

	"krapao/fault"
	"krapao/game"
	"krapao/internal/patience"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/wallet/internal/walletdb"
)

// between moves money from one game into another: first into the wallet, then on. All checks come before anything moves.
func (s *Service) between(ctx context.Context, member string, key ledger.Key, r Request, from, to side) (Answer, error) {
	if err := s.enterable(ctx, to, Entering{Member: member, Game: to.game, Amount: r.Amount, Leaving: r.Amount}); err != nil {
		return Answer{}, err
	}
	began := s.store.Now()
	c, err := s.readSource(ctx, from)
	if err != nil {
		return Answer{}, err
	}
	if c.Memo < r.Amount {
		return Answer{}, fault.New(fault.MONEY_NOT_ENOUGH, "the game holds less").With("game", from.code())
	}
	request := requestText(movementBetween, r.From, r.To, r.Amount)
	m, err := s.plan(ctx, member, key,
		walletdb.Movement{Kind: movementBetween, Target: r.To, Amount: r.Amount, Request: request},
		[]walletdb.MovementLeg{
			{Source: r.From, Target: ledger.LabelWallet, Amount: r.Amount},
			{Source: ledger.LabelWallet, Target: r.To, Amount: r.Amount},
		})
	if err != nil {
		return Answer{}, err
	}
	return s.answerBetween(s.begin(ctx, m, began))
}

// readSource reads the game that the money comes from. It leaves time for the leg out of it.
func (s *Service) readSource(ctx context.Context, from side) (c game.Confirmed, err error) {
	p := s.games.Provider(from.account.Provider)
	if p == nil {
		return c, unreadable(errNoConnection, from.game)
	}
	ctx, cancel := patience.But(ctx, reserveShare+afterReserve(p))
	defer cancel()
	err = patience.Again(ctx, 0, func() (err error) {
		if c, err = s.games.Balances.Confirm(ctx, from.account); err != nil {
			err = unreadable(err, from.game)
		}
		return err
	}, s.passes(ctx, from.account.Member, from.account.Ledger()))
	return c, err
}

// enterable checks beforehand what would refuse the leg into the game, and waits for short obstacles.
func (s *Service) enterable(ctx context.Context, to side, in Entering) error {
	return patience.Again(ctx, reserveShare+longestAfter, func() error { return s.entersNow(ctx, to, in) },
		s.passes(ctx, in.Member, to.account.Ledger()))
}

// entersNow checks what would refuse the leg into the game now: another transfer there, or another area's rule.
func (s *Service) entersNow(ctx context.Context, to side, in Entering) error {
	names := []ledger.Account{to.account.Ledger(), ledger.Wallet(in.Member)}
	balances, err := s.books.Balances(ctx, names...)
	if err != nil {
		return fmt.Errorf("wallet: read balances: %w", err)
	}
	memo, gates := balances[names[0]], balances[names[1]].Gates
	switch {
	case memo.Reserved != 0 || memo.Incoming != 0:
		return underWay("another transfer of the account is under way")
	case s.rules == nil && gates&ledger.GateIntoGames != 0:
		return fault.New(fault.SELF_EXCLUDED, "transfers into games are stopped")
	case s.rules == nil:
		return nil
	}
	return s.store.Write(ctx, func(tx *store.Tx) error { return s.rules.IntoGameTx(ctx, tx, in) })
}

func (s *Service) replayBetween(ctx context.Context, member string, key ledger.Key, r Request) (Answer, bool, error) {
	m, known, err := s.known(ctx, member, key, requestText(movementBetween, r.From, r.To, r.Amount))
	if err != nil || !known {
		return Answer{}, known, err
	}
	answer, err := s.answerBetween(m)
	return answer, true, err
}

// answerBetween returns the result of a transfer from game to game, with the reference of the last leg that began.
func (s *Service) answerBetween(m movement) (Answer, error) {
	out, in := m.legs[0], m.legs[1]
	reference := m.ID
	for _, l := range m.legs {
		if l.transfer != nil {
			reference = s.books.Reference(l.transfer.ID)
		}
	}
	switch {
	case out.status() == Failed:
		return Answer{}, out.fails()
	case in.status() == Failed:
		return Answer{}, in.fails().With("in", ledger.LabelWallet).With("reference", reference)
	case in.status() == Success:
		return Answer{Code: fault.SUCCESS, Status: Success, Reference: reference}, nil
	}
	return Answer{Code: fault.TRANSFER_PENDING, Status: InProgress, Reference: reference}, nil
}
