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

// The final states of an operation. Stopped: a leg failed or time was up, and the money that had moved is in the wallet.
const (
	movementDone    = "done"
	movementStopped = "stopped"
)

// A leg that failed before it was reserved has no transfer. The state of every other leg is that of its transfer.
const legFailed = "failed"

// movement is the current state of an operation of several legs.
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

// keyOf returns the key of a leg. The first leg from game to game has the key of the call itself, so that the ledger
// knows that this key was used.
func keyOf(m walletdb.Movement, number int64) (ledger.Key, error) {
	if m.Kind != movementBetween || number != 1 {
		return ledger.InternalKey("leg", m.ID, strconv.FormatInt(number, 10)), nil
	}
	raw, err := base64.RawURLEncoding.DecodeString(m.Operation)
	if err != nil || len(raw) != len(ledger.Key{}) {
		return ledger.Key{}, fmt.Errorf("wallet: the key of movement %s is malformed", m.ID)
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

// fails returns why the leg failed.
func (l step) fails() *fault.Error {
	if l.transfer != nil {
		return failure(*l.transfer)
	}
	return fault.New(fault.Code(l.Reason), "nothing was moved")
}

// requestText identifies the request: two calls under one key must have the same.
func requestText(kind, from, to string, amount money.Amount) string {
	return kind + " " + from + " " + to + " " + amount.String()
}

// plan stores a movement and its legs before anything moves. If the key is known already, it stores nothing.
func (s *Service) plan(
	ctx context.Context, member string, key ledger.Key, m walletdb.Movement, legs []walletdb.MovementLeg,
) (movement, error) {
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
		return movement{}, fmt.Errorf("wallet: store a movement: %w", err)
	}
	known, _, err := s.known(ctx, member, key, m.Request)
	return known, err
}

// lease is how long a worker has a movement to itself. Two workers on one movement do no harm: the key of each leg makes
// it happen once.
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
		return movement{}, false, fmt.Errorf("wallet: read a movement: %w", err)
	case row.Member != member || row.Request != request:
		return movement{}, true, fault.New(fault.IDEMPOTENCY_MISMATCH, "the key belongs to another request")
	}
	m, err := s.load(ctx, row)
	return m, true, err
}

// load reads the legs and, by their keys, their transfers. What the ledger has is the truth about a leg.
func (s *Service) load(ctx context.Context, row walletdb.Movement) (movement, error) {
	rows, err := walletdb.New(s.store.DB()).Legs(ctx, row.ID)
	if err != nil {
		return movement{}, fmt.Errorf("wallet: read the legs of a movement: %w", err)
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
			return movement{}, fmt.Errorf("wallet: read the transfer of a leg: %w", err)
		case found:
			l.transfer, l.Amount = &t, t.Amount
		}
		m.legs = append(m.legs, l)
	}
	return m, nil
}

// runLeg makes the transfer of one leg, unless it was made before. A refusal before the reserve is stored, so that the
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
	if err == nil {
		err = side.game.Checked()
	}
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

// failLeg ends the leg on a refusal. Any other error leaves the leg to the sweep; so does a request that ran out of time
// before the provider could refuse.
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
		return fmt.Errorf("wallet: end a movement: %w", err)
	}
	return nil
}

// begin does as much as the request has time for. The sweep does the rest, and retries failures.
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

// errLater: the request has no time left for this leg.
var errLater = errors.New("wallet: no time left to begin the leg")

// advance continues a movement, but begins the last leg only before a time; zero is no limit. It stops at a pending leg:
// the settle worker calls it again.
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

// lastLeg moves the money into the target. An old operation leaves it in the wallet, because the member has moved on.
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

// wholeIn returns the largest amount of the target's whole steps within the amount that arrived: a provider may have
// moved less than ordered.
func (s *Service) wholeIn(ctx context.Context, m movement, amount money.Amount) money.Amount {
	to, err := s.side(ctx, m.Member, m.Target)
	if err != nil || to.wallet {
		return amount // the leg itself will fail with the reason
	}
	credits, _ := money.CreditsOf(amount, to.account.Factor)
	return wholeSteps(s.games.Step(to.account.Provider), to.account, credits)
}

// finish stores the end of the movement once every leg has ended.
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
