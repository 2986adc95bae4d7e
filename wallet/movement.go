package wallet

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"krapao/fault"
	"krapao/internal/id"
	"krapao/internal/store"
	walletq "krapao/internal/store/q/wallet"
	"krapao/ledger"
	"krapao/money"
)

// The kinds of an operation of several legs.
const (
	kindBetween = "between" // out of one game, then into another
	kindAll     = "all"     // out of every game, then into one where the target is a game
)

// The states of an operation. Stopped: a leg failed or time was up, and what had moved is in the wallet.
const (
	movementDone    = "done"
	movementStopped = "stopped"
)

// A leg that failed before it was reserved has no transfer; every other's state is its transfer's.
const legFailed = "failed"

// movement is an operation of several legs as it stands.
type movement struct {
	walletq.Movement
	legs []step
}

// step is one leg of a movement, with its transfer once it is reserved.
type step struct {
	walletq.MovementLeg
	transfer *ledger.Transfer
}

func (l step) key() ledger.Key {
	return ledger.InternalKey("leg", l.Movement, strconv.FormatInt(l.Number, 10))
}

func (l step) status() Status {
	switch {
	case l.transfer != nil && l.transfer.State == ledger.Posted:
		return Success
	case l.transfer != nil && l.transfer.State == ledger.Pending:
		return InProgress
	case l.transfer != nil || l.State == legFailed:
		return Failed
	}
	return InProgress
}

// fails is why the leg failed.
func (l step) fails() *fault.Error {
	if l.transfer != nil {
		return failure(*l.transfer)
	}
	return fault.New(fault.Code(l.Reason), "nothing was moved")
}

// requestText is what makes two calls under one key the same.
func requestText(kind, from, to string, amount money.Amount) string {
	return kind + " " + from + " " + to + " " + amount.String()
}

// plan writes a movement and its legs down before anything moves. Where the key is known already, nothing is written.
func (s *Service) plan(ctx context.Context, member string, key ledger.Key, m walletq.Movement, legs []walletq.MovementLeg) (movement, error) {
	m.ID, m.Operation, m.Member = id.Lower(20), key.String(), member
	err := s.store.Write(ctx, func(tx *store.Tx) error {
		q := walletq.New(tx)
		n, err := q.AddMovement(ctx, walletq.AddMovementParams{
			ID: m.ID, Operation: m.Operation, Request: m.Request, Member: member, Kind: m.Kind, Target: m.Target,
			Amount: m.Amount, DueAt: tx.Now.Add(s.lease()).UnixMicro(), CreatedAt: tx.Now.UnixMicro(),
		})
		if err != nil || n == 0 {
			return err
		}
		for i, l := range legs {
			_, err := q.AddLeg(ctx, walletq.AddLegParams{
				Movement: m.ID, Number: int64(i + 1), Source: l.Source, Target: l.Target, Amount: l.Amount,
			})
			if err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return movement{}, fmt.Errorf("wallet: plan: %w", err)
	}
	known, _, err := s.known(ctx, member, key, m.Request)
	return known, err
}

// lease is how long whoever works on a movement has it alone. Two that work on one do no harm: each leg's key makes it
// happen once.
func (s *Service) lease() time.Duration {
	return s.settings.SendBy + 2*s.games.CallTimeout() + 5*time.Second
}

// known finds the movement of a key.
func (s *Service) known(ctx context.Context, member string, key ledger.Key, request string) (movement, bool, error) {
	row, err := walletq.New(s.store.DB()).MovementByOperation(ctx, key.String())
	switch {
	case store.NotFound(err):
		return movement{}, false, nil
	case err != nil:
		return movement{}, false, fmt.Errorf("wallet: movement: %w", err)
	case row.Member != member || row.Request != request:
		return movement{}, true, fault.New(fault.IDEMPOTENCY_MISMATCH, "the key belongs to another request")
	}
	m, err := s.load(ctx, row)
	return m, true, err
}

// load reads the legs and, by their keys, their transfers: what the ledger has is the truth about a leg.
func (s *Service) load(ctx context.Context, row walletq.Movement) (movement, error) {
	rows, err := walletq.New(s.store.DB()).Legs(ctx, row.ID)
	if err != nil {
		return movement{}, fmt.Errorf("wallet: legs: %w", err)
	}
	m := movement{Movement: row}
	for _, r := range rows {
		l := step{MovementLeg: r}
		t, found, err := s.books.FindByKey(ctx, l.key())
		var refused *fault.Error
		switch {
		case errors.As(err, &refused):
			l.State, l.Reason = legFailed, string(refused.Code)
		case err != nil:
			return movement{}, fmt.Errorf("wallet: leg: %w", err)
		case found:
			l.transfer, l.Amount = &t, t.Amount
		}
		m.legs = append(m.legs, l)
	}
	return m, nil
}

// runLeg makes one leg's transfer, unless it was made before. A refusal before the reserve is written down, so that the
// leg is not tried again under other circumstances.
func (s *Service) runLeg(ctx context.Context, m movement, l step, amount money.Amount, read bool) (step, error) {
	if l.transfer != nil || l.State == legFailed {
		return l, nil
	}
	end, in := l.Source, false
	if l.Source == Place {
		end, in = l.Target, true
	}
	side, err := s.side(ctx, m.Member, end)
	if err != nil {
		return s.failLeg(ctx, l, err)
	}
	t, err := s.run(ctx, leg{
		member: m.Member, key: l.key(), amount: amount, in: in, game: side.game, account: side.account,
		parent: m.ID, read: read,
	})
	if err != nil {
		return s.failLeg(ctx, l, err)
	}
	l.transfer, l.Amount = &t, t.Amount
	return l, nil
}

// failLeg: a refusal ends the leg; any other error leaves it as it was, for the sweep.
func (s *Service) failLeg(ctx context.Context, l step, cause error) (step, error) {
	var refused *fault.Error
	if !errors.As(cause, &refused) {
		return l, cause
	}
	l.State, l.Reason = legFailed, string(refused.Code)
	err := s.store.Write(ctx, func(tx *store.Tx) error {
		return walletq.New(tx).NoteLeg(ctx, walletq.NoteLegParams{
			Movement: l.Movement, Number: l.Number, Amount: l.Amount, State: l.State, Reason: l.Reason,
		})
	})
	if err != nil {
		return l, fmt.Errorf("wallet: note a leg: %w", err)
	}
	return l, nil
}

func (s *Service) end(ctx context.Context, m movement, state string) error {
	err := s.store.Write(ctx, func(tx *store.Tx) error {
		_, err := walletq.New(tx).EndMovement(ctx, m.ID, state, tx.Now.UnixMicro())
		return err
	})
	if err != nil {
		return fmt.Errorf("wallet: end of a movement: %w", err)
	}
	return nil
}

// between moves money from one game into another: out into the wallet, then in. All checks come before anything moves.
func (s *Service) between(ctx context.Context, member string, key ledger.Key, r Request, from, to side) (Answer, error) {
	if err := s.enterable(ctx, member, to, r.Amount); err != nil {
		return Answer{}, err
	}
	c, err := s.games.Confirm(ctx, from.account)
	if err != nil {
		return Answer{}, unreadable(err, from.code())
	}
	if c.Memo < r.Amount {
		return Answer{}, fault.New(fault.MONEY_NOT_ENOUGH, "the game holds less").With("game", from.code())
	}
	m, err := s.plan(ctx, member, key,
		walletq.Movement{Kind: kindBetween, Target: r.To, Amount: r.Amount, Request: requestText(kindBetween, r.From, r.To, r.Amount)},
		[]walletq.MovementLeg{
			{Source: r.From, Target: Place, Amount: r.Amount},
			{Source: Place, Target: r.To, Amount: r.Amount},
		})
	if err != nil {
		return Answer{}, err
	}
	ctx = context.WithoutCancel(ctx)
	if m, err = s.advance(ctx, m); err != nil {
		s.settings.Log.Warn("wallet: movement left to the sweep", "movement", m.ID, "error", err)
	}
	return s.answerBetween(m)
}

// enterable asks beforehand what would refuse the leg into the game: another transfer there, or another area's rule.
func (s *Service) enterable(ctx context.Context, member string, to side, amount money.Amount) error {
	names := []ledger.Account{to.account.Ledger(), ledger.Wallet(member)}
	balances, err := s.books.Balances(ctx, names...)
	if err != nil {
		return fmt.Errorf("wallet: balances: %w", err)
	}
	memo, gates := balances[names[0]], balances[names[1]].Gates
	switch {
	case memo.Reserved != 0 || memo.Incoming != 0:
		return busy("another transfer of the account is under way")
	case gates&ledger.GateIntoGames != 0:
		return fault.New(fault.SELF_EXCLUDED, "transfers into games are shut")
	case s.rules == nil:
		return nil
	}
	return s.store.Write(ctx, func(tx *store.Tx) error {
		return s.rules.IntoGameTx(ctx, tx, member, to.game, amount)
	})
}

func (s *Service) replayBetween(ctx context.Context, member string, key ledger.Key, r Request) (Answer, bool, error) {
	m, known, err := s.known(ctx, member, key, requestText(kindBetween, r.From, r.To, r.Amount))
	if err != nil || !known {
		return Answer{}, known, err
	}
	answer, err := s.answerBetween(m)
	return answer, true, err
}

// answerBetween says what a transfer from game to game came to, with the reference of the last leg that began.
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
		return Answer{}, in.fails().With("in", Place).With("reference", reference)
	case in.status() == Success:
		return Answer{fault.SUCCESS, Success, reference}, nil
	}
	return Answer{fault.TRANSFER_PENDING, InProgress, reference}, nil
}

// advance does what is left of a movement. Legs that are pending are the settle worker's; it comes back here.
func (s *Service) advance(ctx context.Context, m movement) (movement, error) {
	if m.Kind == kindAll {
		return s.advanceAll(ctx, m)
	}
	var err error
	if m.legs[0], err = s.runLeg(ctx, m, m.legs[0], m.Amount, true); err != nil {
		return m, err
	}
	out := m.legs[0]
	switch {
	case out.status() == InProgress:
		return m, nil
	case out.status() == Failed:
		m.legs[1].State, m.legs[1].Reason = legFailed, string(out.fails().Code)
		return m, s.end(ctx, m, movementStopped)
	}
	if m.legs[1], err = s.lastLeg(ctx, m, m.legs[1], s.wholeIn(ctx, m, out.transfer.Moved)); err != nil {
		return m, err
	}
	return m, s.finish(ctx, m)
}

// lastLeg brings the money into the target, unless the operation is so old that the member has moved on: then it stays
// in the wallet.
func (s *Service) lastLeg(ctx context.Context, m movement, l step, amount money.Amount) (step, error) {
	old := s.store.Now().Sub(time.UnixMicro(m.CreatedAt)) > s.settings.FinishWithin
	switch {
	case l.transfer != nil || l.State == legFailed:
		return l, nil
	case old:
		return s.failLeg(ctx, l, busy("too late to go on"))
	case amount < Minimum:
		return s.failLeg(ctx, l, fault.New(fault.MONEY_NOT_ENOUGH, "nothing to move"))
	}
	l.Amount = amount
	return s.runLeg(ctx, m, l, amount, false)
}

// wholeIn is the largest amount of whole steps of the target within what arrived: a provider may have moved less than
// it was asked for.
func (s *Service) wholeIn(ctx context.Context, m movement, amount money.Amount) money.Amount {
	to, err := s.side(ctx, m.Member, m.Target)
	if err != nil || to.wallet {
		return amount // the leg itself will say what is wrong
	}
	credits, _ := money.CreditsOf(amount, to.account.Factor)
	return s.wholeSteps(to.account, credits)
}

// finish writes the end down once every leg has one.
func (s *Service) finish(ctx context.Context, m movement) error {
	state := movementDone
	for _, l := range m.legs {
		switch l.status() {
		case InProgress:
			return nil
		case Failed:
			state = movementStopped
		case Success:
		}
	}
	return s.end(ctx, m, state)
}

// follow goes on with the movement that a settled transfer is a leg of.
func (s *Service) follow(ctx context.Context, t ledger.Transfer) {
	if t.Detail.Parent == "" {
		return
	}
	if err := s.resume(ctx, t.Detail.Parent); err != nil {
		s.settings.Log.Warn("wallet: movement left to the sweep", "movement", t.Detail.Parent, "error", err)
	}
}

func (s *Service) resume(ctx context.Context, parent string) error {
	row, err := walletq.New(s.store.DB()).Movement(ctx, parent)
	if err != nil {
		return fmt.Errorf("wallet: movement: %w", err)
	}
	if row.EndedAt != 0 {
		return nil
	}
	m, err := s.load(ctx, row)
	if err != nil {
		return err
	}
	_, err = s.advance(ctx, m)
	return err
}

// sweepLimit bounds what one sweep takes up.
const sweepLimit = 50

// Sweep takes up movements whose worker went away, and asks again about transfers that were given back on "no such
// reference". It returns how much it did. Call it every few seconds, on every node.
func (s *Service) Sweep(ctx context.Context) (int, error) {
	rows, err := walletq.New(s.store.DB()).DueMovements(ctx, s.store.Now().UnixMicro(), sweepLimit)
	if err != nil {
		return 0, fmt.Errorf("wallet: sweep: %w", err)
	}
	done := 0
	for _, row := range rows {
		if mine, err := s.takeMovement(ctx, row); err != nil || !mine {
			continue
		}
		done++
		if err := s.resume(ctx, row.ID); err != nil {
			s.settings.Log.Warn("wallet: movement waits for the next sweep", "movement", row.ID, "error", err)
		}
	}
	n, err := s.recheck(ctx)
	return done + n, err
}

func (s *Service) takeMovement(ctx context.Context, row walletq.Movement) (bool, error) {
	var n int64
	err := s.store.Write(ctx, func(tx *store.Tx) (err error) {
		n, err = walletq.New(tx).TakeMovement(ctx, row.ID, row.DueAt, tx.Now.Add(s.lease()).UnixMicro())
		return err
	})
	return n == 1, err
}
