package wallet

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"strconv"
	"time"

	"krapao/fault"
	"krapao/internal/clock"
	"krapao/internal/id"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/money"
	"krapao/wallet/internal/walletdb"
)

// The kinds of an operation of several legs.
const (
	movementBetween = "between" // out of one game, then into another
	movementAll     = "all"     // out of every game, then into one where the target is a game
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
	walletdb.Movement
	legs []step
}

// step is one leg of a movement, with its transfer once it is reserved.
type step struct {
	walletdb.MovementLeg
	key      ledger.Key
	transfer *ledger.Transfer
}

// keyOf is the key of a leg. The first of a transfer from game to game has the call's own, so that whoever asks the
// ledger about the call's key learns that it was used.
func keyOf(m walletdb.Movement, number int64) (ledger.Key, error) {
	if m.Kind != movementBetween || number != 1 {
		return ledger.InternalKey("leg", m.ID, strconv.FormatInt(number, 10)), nil
	}
	raw, err := base64.RawURLEncoding.DecodeString(m.Operation)
	if err != nil || len(raw) != len(ledger.Key{}) {
		return ledger.Key{}, fmt.Errorf("wallet: the key of movement %s is not whole", m.ID)
	}
	return ledger.Key(raw), nil
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
func (s *Service) plan(ctx context.Context, member string, key ledger.Key, m walletdb.Movement, legs []walletdb.MovementLeg) (movement, error) {
	m.ID, m.Operation, m.Member = id.Lower(20), key.String(), member
	err := s.store.Write(ctx, func(tx *store.Tx) error {
		q := walletdb.New(tx)
		n, err := q.AddMovement(ctx, walletdb.AddMovementParams{
			ID: m.ID, Operation: m.Operation, Request: m.Request, Member: member, Kind: m.Kind, Target: m.Target,
			Amount: m.Amount, DueAt: clock.MicrosOf(tx.Now.Add(s.lease())), CreatedAt: clock.MicrosOf(tx.Now),
		})
		if err != nil || n == 0 {
			return err
		}
		for i, l := range legs {
			_, err := q.AddLeg(ctx, walletdb.AddLegParams{
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
	row, err := walletdb.New(s.store.DB()).MovementByOperation(ctx, key.String())
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
func (s *Service) load(ctx context.Context, row walletdb.Movement) (movement, error) {
	rows, err := walletdb.New(s.store.DB()).Legs(ctx, row.ID)
	if err != nil {
		return movement{}, fmt.Errorf("wallet: legs: %w", err)
	}
	m := movement{Movement: row}
	for _, r := range rows {
		l := step{MovementLeg: r}
		if l.key, err = keyOf(row, r.Number); err != nil {
			return movement{}, err
		}
		t, found, err := s.books.FindByKey(ctx, l.key)
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
	if l.Source == ledger.LabelWallet {
		end, in = l.Target, true
	}
	side, err := s.side(ctx, m.Member, end)
	if err != nil {
		return s.failLeg(ctx, l, err)
	}
	t, err := s.run(ctx, leg{
		member: m.Member, key: l.key, amount: amount, in: in, game: side.game, account: side.account,
		parent: m.ID, read: read,
	})
	if err != nil {
		return s.failLeg(ctx, l, err)
	}
	l.transfer, l.Amount = &t, t.Amount
	return l, nil
}

// failLeg: a refusal ends the leg; any other error leaves it as it was, for the sweep, and so does a request whose time was over
// before the refusal was one of the provider's.
func (s *Service) failLeg(ctx context.Context, l step, cause error) (step, error) {
	var refused *fault.Error
	if errors.Is(cause, errLater) || !errors.As(cause, &refused) {
		return l, cause
	}
	l.State, l.Reason = legFailed, string(refused.Code)
	err := s.store.Write(ctx, func(tx *store.Tx) error {
		return walletdb.New(tx).NoteLeg(ctx, walletdb.NoteLegParams{
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
		_, err := walletdb.New(tx).EndMovement(ctx, m.ID, state, clock.MicrosOf(tx.Now))
		return err
	})
	if err != nil {
		return fmt.Errorf("wallet: end of a movement: %w", err)
	}
	return nil
}

// begin does what the request has time for. The sweep does the rest, and tries again what went wrong.
func (s *Service) begin(ctx context.Context, m movement, began time.Time) movement {
	m, err := s.advance(context.WithoutCancel(ctx), m, began.Add(s.settings.BeginBy))
	switch {
	case errors.Is(err, errLater):
		err = s.store.Write(ctx, func(tx *store.Tx) error {
			_, err := walletdb.New(tx).TakeMovement(ctx, m.ID, m.DueAt, clock.MicrosOf(tx.Now))
			return err
		})
	case err != nil:
		s.settings.Log.Warn("wallet: movement left to the sweep", "movement", m.ID, "error", err)
	}
	if err != nil {
		s.settings.Log.Info("wallet: movement goes on when its lease ends", "movement", m.ID, "error", err)
	}
	return m
}

// errLater: the request has no time for a leg any more.
var errLater = errors.New("wallet: the leg is begun later")

// advance does what is left of a movement, but begins the last leg only before a time; zero is no limit. Legs that are
// pending are the settle worker's; it comes back here.
func (s *Service) advance(ctx context.Context, m movement, before time.Time) (movement, error) {
	if m.Kind == movementAll {
		return s.advanceAll(ctx, m, before)
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
	if m.legs[1], err = s.lastLeg(ctx, m, m.legs[1], s.wholeIn(ctx, m, out.transfer.Moved), before); err != nil {
		return m, err
	}
	return m, s.finish(ctx, m)
}

// lastLeg brings the money into the target, unless the operation is so old that the member has moved on: then it stays
// in the wallet.
func (s *Service) lastLeg(ctx context.Context, m movement, l step, amount money.Amount, before time.Time) (step, error) {
	old := s.store.Now().Sub(m.CreatedAt.Time()) > s.settings.FinishWithin
	switch {
	case l.transfer != nil || l.State == legFailed:
		return l, nil
	case old:
		return s.failLeg(ctx, l, busy("too late to go on"))
	case !before.IsZero() && s.store.Now().After(before):
		return l, errLater
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
