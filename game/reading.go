package game

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"sync"
	"time"

	"krapao/game/internal/gamedb"
	"krapao/internal/clock"
	"krapao/internal/patience"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/money"
)

// KindResult is the ledger's kind of transfer for what a confirmed reading found beyond our transfers.
const KindResult ledger.Kind = "game_result"

// ErrMoving means that a transfer of the account is under way, so a reading of it can't be confirmed.
var ErrMoving = errors.New("game: a transfer of the account is under way")

// errStale: something moved between the request and the answer; the reading is repeated.
var errStale = errors.New("game: the account moved while it was read")

// Confirmed is a reading that the books agree with.
type Confirmed struct {
	Account Account
	Reading Reading
	// Memo is the account's balance in the ledger after the reading: the reading in whole satang.
	Memo money.Amount
}

// readAttempts limits how often an overtaken reading is repeated.
const readAttempts = 3

// Confirm reads an account and books what our transfers don't explain. It fails with ErrMoving while a transfer of the
// account is pending; any other error means that the balance is not known now.
func (s *Service) Confirm(ctx context.Context, a Account) (Confirmed, error) {
	for n := 1; ; n++ {
		c, err := s.confirmOnce(ctx, a)
		if !errors.Is(err, errStale) {
			return c, err
		}
		if n == readAttempts {
			return c, fmt.Errorf("%w: %w", ErrMoving, err)
		}
	}
}

func (s *Service) confirmOnce(ctx context.Context, a Account) (Confirmed, error) {
	p := s.connections[a.Provider].Provider
	if p == nil {
		return Confirmed{}, fmt.Errorf("game: no connection to provider %q is configured", a.Provider)
	}
	before, err := s.books.Balance(ctx, a.Ledger())
	if err != nil {
		return Confirmed{}, fmt.Errorf("game: read a memo balance: %w", err)
	}
	if moving(before) {
		return Confirmed{}, ErrMoving
	}
	asked := s.store.Now()
	reading, err := s.read(ctx, p, a)
	if err != nil {
		return Confirmed{}, err
	}
	return s.book(ctx, a, before.Version, asked, reading)
}

func (s *Service) read(ctx context.Context, p Provider, a Account) (Reading, error) {
	ctx, cancel := context.WithTimeout(ctx, s.settings.AskTimeout)
	defer cancel()
	player, err := s.Player(ctx, a)
	if err != nil {
		return Reading{}, err
	}
	reading, err := p.Balance(ctx, player)
	if err == nil && (reading.Credits < 0 || reading.Outstanding < 0) {
		err = errors.New("the provider says that the balance is negative")
	}
	if err != nil {
		return Reading{}, fmt.Errorf("game: read %s: %w", a.Provider, err)
	}
	return reading, nil
}

// book posts the change that our transfers don't explain. It is right because the ledger account is at the same version
// as before the request: nothing of ours moved in between. A transfer that is reserved after this check reaches the
// provider after the reading was taken, and the change is relative, so it is right then too. Two readings of one version
// can't both be booked: their key is the version.
func (s *Service) book(ctx context.Context, a Account, version int64, asked time.Time, reading Reading) (Confirmed, error) {
	var c Confirmed
	err := s.store.Write(ctx, func(tx *store.Tx) error {
		now, err := s.TakeTurnTx(ctx, tx, a)
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
		c = Confirmed{Account: now, Reading: reading, Memo: reading.Credits.Baht(a.Factor)}
		change := c.Memo - balance.Posted
		if change != 0 {
			if _, err := s.books.MoveTx(ctx, tx, resultOrder(a, version, change)); err != nil {
				return fmt.Errorf("game: book a reading: %w", err)
			}
			if s.onChanged != nil && s.ReportForm(a.Provider) == ReportNone {
				if err := s.onChanged(ctx, tx, now, change, asked); err != nil {
					return err
				}
			}
		}
		c.Account.noteReading(reading, c.Memo, change, asked)
		return s.keepReading(ctx, tx, c.Account)
	})
	return c, err
}

func (a *Account) noteReading(reading Reading, memo, change money.Amount, asked time.Time) {
	whole, _ := money.CreditsOf(memo, a.Factor)
	a.Residue, a.Outstanding, a.ReadAt = reading.Credits-whole, reading.Outstanding, asked
	a.Result += change
	if change != 0 {
		a.ChangedAt = asked
	}
	if change < 0 {
		a.FellAt = asked
	}
}

func (s *Service) keepReading(ctx context.Context, tx *store.Tx, a Account) error {
	n, err := gamedb.New(tx).NoteReading(ctx, gamedb.NoteReadingParams{
		ID: a.ID, Residue: int64(a.Residue), Outstanding: int64(a.Outstanding),
		ReadAt: clock.MicrosOf(a.ReadAt), ChangedAt: clock.MicrosOf(a.ChangedAt), FellAt: clock.MicrosOf(a.FellAt),
		Result: int64(a.Result),
	})
	if err == nil && n == 0 {
		return errStale
	}
	return err
}

func resultOrder(a Account, version int64, change money.Amount) ledger.Order {
	order := ledger.Order{
		Key:    ledger.InternalKey("reading", a.Provider, a.Username, strconv.FormatInt(version, 10)),
		Kind:   KindResult,
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

// Refreshed is the answer to a member's refresh.
type Refreshed struct {
	Slots []Slot
	// Failed has the games that could not be read; they keep their last amount.
	Failed []string
	// At is when the refresh was made.
	At time.Time
}

// refreshTime limits how long a refresh waits for one game, over all its attempts. It leaves the rest of the request's
// time to later steps.
const refreshTime = patience.Call

// Refresh reads every open account of the member at once, each with its own deadline. A failed reading keeps its last
// amount and the time of it.
func (s *Service) Refresh(ctx context.Context, member string) (Refreshed, error) {
	at := s.store.Now()
	holdings, err := s.Holdings(ctx, member)
	if err != nil {
		return Refreshed{}, err
	}
	failed := s.confirmAll(ctx, holdings)
	err = s.store.Write(ctx, func(tx *store.Tx) error {
		return gamedb.New(tx).PutRefresh(ctx, member, clock.MicrosOf(at))
	})
	if err != nil {
		return Refreshed{}, fmt.Errorf("game: store a refresh: %w", err)
	}
	slots, err := s.Slots(ctx, member)
	if err != nil {
		return Refreshed{}, err
	}
	r := Refreshed{Slots: slots, Failed: []string{}, At: at}
	for _, slot := range slots {
		if slot.Active && failed[slot.Game.Provider] {
			r.Failed = append(r.Failed, slot.Game.Code)
		}
	}
	return r, nil
}

// LastRefreshed returns what is known without calling a provider: the last reading of each amount.
func (s *Service) LastRefreshed(ctx context.Context, member string) (Refreshed, error) {
	at, err := s.RefreshedAt(ctx, member)
	if err != nil {
		return Refreshed{}, err
	}
	slots, err := s.Slots(ctx, member)
	if err != nil {
		return Refreshed{}, err
	}
	r := Refreshed{Slots: slots, Failed: []string{}, At: at}
	for _, slot := range slots {
		if slot.Active && slot.ReadAt.Before(at) {
			r.Failed = append(r.Failed, slot.Game.Code)
		}
	}
	return r, nil
}

// RefreshedAt is when the member last refreshed; zero: never.
func (s *Service) RefreshedAt(ctx context.Context, member string) (time.Time, error) {
	at, err := gamedb.New(s.store.DB()).RefreshOf(ctx, member)
	if err != nil && !store.NotFound(err) {
		return time.Time{}, fmt.Errorf("game: read the last refresh: %w", err)
	}
	return at.Time(), nil
}

// confirmAll reads the accounts side by side and returns the providers whose reading failed.
func (s *Service) confirmAll(ctx context.Context, holdings []Holding) map[string]bool {
	var wait sync.WaitGroup
	var mu sync.Mutex
	failed := map[string]bool{}
	for _, h := range holdings {
		wait.Go(func() {
			ctx, cancel := context.WithTimeout(ctx, refreshTime)
			defer cancel()
			ctx, end := patience.But(ctx, 2*patience.Book)
			defer end()
			if _, err := s.Confirm(ctx, h.Account); err != nil {
				s.settings.Log.Info("game: refresh failed", "provider", h.Account.Provider, "error", err)
				mu.Lock()
				failed[h.Account.Provider] = true
				mu.Unlock()
			}
		})
	}
	wait.Wait()
	return failed
}
