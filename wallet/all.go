package wallet

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"krapao/fault"
	"krapao/game"
	"krapao/internal/patience"
	"krapao/ledger"
	"krapao/money"
	"krapao/wallet/internal/walletdb"
)

// Gathered is the result of moving everything to one place, source by source.
type Gathered struct {
	Answer
	Moved []Moved
	// Later: there was no time to begin all of it. The sweep does the rest.
	Later bool
}

// Moved is the part of one source. Code is SUCCESS, TRANSFER_PENDING or why it failed.
type Moved struct {
	From   string
	Amount money.Amount
	Status Status
	Code   fault.Code
}

// Failed names the games that could not be emptied.
func (g Gathered) Failed() []string {
	var names []string
	for _, m := range g.Moved {
		if m.Status != Success && m.From != ledger.LabelWallet {
			names = append(names, m.From)
		}
	}
	return names
}

// TransferAll moves all money of the wallet and the other games, in whole steps, to one place. Codes: NO_GAME,
// SLOT_NO_ACCOUNT, MONEY_NOT_ENOUGH where there is nothing to move, and those of a transfer into a game. The answer names
// each source that failed, hangs or is being played on; the others have moved.
func (s *Service) TransferAll(ctx context.Context, member string, key ledger.Key, to string) (Gathered, error) {
	request := requestText(movementAll, "", to, 0)
	if m, known, err := s.known(ctx, member, key, request); known || err != nil {
		if err != nil {
			return Gathered{}, err
		}
		return s.answerAll(m), nil
	}
	target, err := s.side(ctx, member, to)
	if err != nil {
		return Gathered{}, err
	}
	if !target.wallet {
		if err := takesMoney(target); err != nil {
			return Gathered{}, err
		}
		if err := s.enterable(ctx, target, Entering{Member: member, Game: target.game}); err != nil {
			return Gathered{}, err
		}
	}
	began := s.store.Now()
	legs, err := s.planAll(ctx, member, target)
	if err != nil {
		return Gathered{}, err
	}
	if err := s.allEnterable(ctx, member, target, legs); err != nil {
		return Gathered{}, err
	}
	m, err := s.plan(ctx, member, key, walletdb.Movement{Kind: movementAll, Target: to, Request: request}, legs)
	if err != nil {
		return Gathered{}, err
	}
	return s.answerAll(s.begin(ctx, m, began)), nil
}

// allEnterable checks the whole planned amount that goes into a game, now that it is known: checks come before anything
// moves.
func (s *Service) allEnterable(ctx context.Context, member string, target side, legs []walletdb.MovementLeg) error {
	if target.wallet {
		return nil
	}
	in := Entering{Member: member, Game: target.game}
	for _, l := range legs {
		in.Leaving += l.Amount // the last leg, into the target, has none yet
	}
	wallet, err := s.books.Balance(ctx, ledger.Wallet(member))
	if err != nil {
		return fmt.Errorf("wallet: read a balance: %w", err)
	}
	in.Amount = in.Leaving + wallet.Available()
	return s.enterable(ctx, target, in)
}

// Collect empties all games into the wallet, for a withdrawal of everything. Nothing to collect is no error; TRY_AGAIN if
// there was no time to begin with all games.
func (s *Service) Collect(ctx context.Context, member string, key ledger.Key) (Gathered, error) {
	g, err := s.TransferAll(ctx, member, key, ledger.LabelWallet)
	switch {
	case fault.Is(err, fault.MONEY_NOT_ENOUGH):
		return Gathered{Answer: Answer{Code: fault.SUCCESS, Status: Success}}, nil
	case err == nil && g.Later && patience.Waiting(ctx): // what the wallet holds now says nothing
		return g, busy("the games are still being emptied")
	}
	return g, err
}

// planAll reads every other game at once and plans a leg for each game that holds a whole step, then the last leg into
// the target. A game that can't be read is assumed to hold its last balance: its leg is tried, and the member is told.
// MONEY_NOT_ENOUGH where there is nothing to move.
func (s *Service) planAll(ctx context.Context, member string, target side) ([]walletdb.MovementLeg, error) {
	games, err := s.games.Catalogue.Games(ctx)
	if err != nil {
		return nil, err
	}
	holdings, err := s.games.Balances.Holdings(ctx, member)
	if err != nil {
		return nil, err
	}
	holdings = slices.DeleteFunc(holdings, func(h game.Holding) bool { return !target.wallet && h.Account.ID == target.account.ID })
	readings := s.confirmAll(ctx, holdings)
	var legs []walletdb.MovementLeg
	sum := money.Amount(0)
	for i, h := range holdings {
		code := codeAt(games, h.Account.Provider)
		amount := s.wholeSteps(h.Account, h.Credits())
		if c, err := readings[i].confirmed, readings[i].err; err == nil {
			amount = s.wholeSteps(c.Account, c.Reading.Credits)
		}
		if code == "" || amount <= 0 {
			continue
		}
		sum += amount
		legs = append(legs, walletdb.MovementLeg{Source: code, Target: ledger.LabelWallet, Amount: amount})
	}
	if !target.wallet {
		wallet, err := s.books.Balance(ctx, ledger.Wallet(member))
		if err != nil {
			return nil, fmt.Errorf("wallet: read a balance: %w", err)
		}
		if sum+wallet.Available() >= Minimum {
			return append(legs, walletdb.MovementLeg{Source: ledger.LabelWallet, Target: target.code()}), nil
		}
		legs = nil
	}
	if len(legs) == 0 {
		return nil, fault.New(fault.MONEY_NOT_ENOUGH, "there is nothing to move")
	}
	return legs, nil
}

type reading struct {
	confirmed game.Confirmed
	err       error
}

// gatherTime limits the reading of all games, however often a reading is overtaken. When it is over nothing is refused:
// the legs are tried with the last amounts, in the rest of the request's time.
const gatherTime = 10 * time.Second

func (s *Service) confirmAll(ctx context.Context, holdings []game.Holding) []reading {
	ctx, cancel := context.WithTimeout(ctx, gatherTime)
	defer cancel()
	ctx, end := patience.But(ctx, reserveShare+longestAfter)
	defer end()
	readings := make([]reading, len(holdings))
	var wait sync.WaitGroup
	for i, h := range holdings {
		wait.Go(func() { readings[i].confirmed, readings[i].err = s.games.Balances.Confirm(ctx, h.Account) })
	}
	wait.Wait()
	return readings
}

// codeAt returns the code of the first game in the catalogue that uses the account and is not closed.
func codeAt(games []game.Game, provider string) string {
	for _, g := range games {
		if g.Provider == provider && g.State != game.Closed {
			return g.Code
		}
	}
	return ""
}

// advanceAll empties the games side by side; then the wallet's money goes on to the target. A game with an unknown
// outcome delays nobody: its money stays in the wallet when it arrives.
func (s *Service) advanceAll(ctx context.Context, m movement, before time.Time) (movement, error) {
	var wait sync.WaitGroup
	errs := make([]error, len(m.legs))
	for i, l := range m.legs {
		if l.Source == ledger.LabelWallet {
			continue
		}
		wait.Go(func() { m.legs[i], errs[i] = s.runLeg(ctx, m, l, l.Amount, l.transfer == nil) })
	}
	wait.Wait()
	if err := errors.Join(errs...); err != nil {
		return m, err
	}
	last := len(m.legs) - 1
	if m.legs[last].Source == ledger.LabelWallet && m.legs[last].transfer == nil && m.legs[last].State != legFailed {
		wallet, err := s.books.Balance(ctx, ledger.Wallet(m.Member))
		if err != nil {
			return m, fmt.Errorf("wallet: read a balance: %w", err)
		}
		if m.legs[last], err = s.lastLeg(ctx, m, m.legs[last], s.wholeIn(ctx, m, wallet.Available()), before); err != nil {
			return m, err
		}
	}
	return m, s.finish(ctx, m)
}

// answerAll returns what moved, source by source. The wallet's own part is what the last leg took beyond the money from
// the games.
func (s *Service) answerAll(m movement) Gathered {
	g := Gathered{Answer: Answer{Code: fault.SUCCESS, Status: Success, Reference: m.ID}}
	var fromGames money.Amount
	failed, moved := 0, 0
	for _, l := range m.legs {
		row := Moved{From: l.Source, Amount: l.Amount, Status: l.status(), Code: fault.SUCCESS}
		if l.transfer != nil {
			g.Reference = s.books.Reference(l.transfer.ID)
		}
		switch row.Status {
		case Failed:
			row.Code = l.fails().Code
			failed++
		case InProgress:
			g.Later = g.Later || l.transfer == nil
			row.Code = fault.TRANSFER_PENDING
			g.Code, g.Status = fault.TRANSFER_PENDING, InProgress
		case Success:
			row.Amount = l.transfer.Moved
			moved++
		}
		if l.Source == ledger.LabelWallet {
			row.Amount = max(0, row.Amount-fromGames)
		} else if row.Status == Success {
			fromGames += row.Amount
		}
		g.Moved = append(g.Moved, row)
	}
	if failed > 0 && moved == 0 && g.Status == Success {
		g.Code, g.Status = fault.TRANSFER_FAIL, Failed
	}
	return g
}
