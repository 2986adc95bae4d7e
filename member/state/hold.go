package state

import (
	"context"
	"fmt"
	"sync"
	"time"

	"krapao/fault"
	"krapao/internal/clock"
	"krapao/internal/id"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/member/state/internal/statedb"
)

// HoldLife is how long a member's total may be held for reading (RULES.md section 1).
const HoldLife = 15 * time.Second

// OnHold reports whether the member's total is being read.
func (s State) OnHold(now time.Time) bool { return s.hold != "" && now.Before(s.holdUntil) }

// Free refuses with TRY_AGAIN while the member's total is being read.
func (s State) Free(now time.Time) error {
	if s.OnHold(now) {
		return fault.Wrap(ledger.ErrHeld, fault.TRY_AGAIN, "another movement of this member is being decided")
	}
	return nil
}

// Hold is the right to read a member's stable total, for at most HoldLife.
type Hold struct {
	Member string
	Until  time.Time
	token  string
}

const tokenLength = 16

// Hold takes the hold. Until it is released, orders that obey GateHeld are refused with TRY_AGAIN; deposits are not. TRY_AGAIN:
// somebody else has the hold.
func (s *Service) Hold(ctx context.Context, memberID string) (h Hold, err error) {
	err = s.store.Write(ctx, func(tx *store.Tx) error {
		h, err = s.HoldTx(ctx, tx, memberID)
		return err
	})
	return h, err
}

// HoldTx is Hold inside the caller's transaction.
func (s *Service) HoldTx(ctx context.Context, tx *store.Tx, memberID string) (Hold, error) {
	locked, err := LockTx(ctx, tx, memberID)
	if err != nil {
		return Hold{}, err
	}
	if err := locked.Free(tx.Now); err != nil {
		return Hold{}, err
	}
	h := Hold{Member: memberID, Until: tx.Now.Add(HoldLife), token: id.Text(tokenLength)}
	if err := statedb.New(tx).SetHold(ctx, h.token, clock.MicrosOf(h.Until), memberID); err != nil {
		return Hold{}, fmt.Errorf("state: hold: %w", err)
	}
	return h, s.ledger.SetGatesTx(ctx, tx, ledger.Wallet(memberID), ledger.GateHeld, 0)
}

// HoldStillTx locks the member's state and reports whether h is still the hold and has not lapsed. Otherwise data read under
// it no longer counts, and the caller must not decide by it.
func HoldStillTx(ctx context.Context, tx *store.Tx, h Hold) (still bool, err error) {
	locked, err := LockTx(ctx, tx, h.Member)
	return err == nil && locked.hold == h.token && locked.OnHold(tx.Now), err
}

// Release releases the hold. It does nothing to a hold that has lapsed or was taken over since.
func (s *Service) Release(ctx context.Context, h Hold) error {
	return s.store.Write(ctx, func(tx *store.Tx) error {
		_, err := s.ReleaseTx(ctx, tx, h)
		return err
	})
}

// ReleaseTx releases the hold in the transaction that decides by the data read under it. It reports whether the hold still
// counted: if it had lapsed before, the data no longer counts, and the caller must not decide by it.
func (s *Service) ReleaseTx(ctx context.Context, tx *store.Tx, h Hold) (still bool, err error) {
	locked, err := LockTx(ctx, tx, h.Member)
	if err != nil || locked.hold != h.token {
		return false, err
	}
	return locked.OnHold(tx.Now), s.lower(ctx, tx, h.Member)
}

func (s *Service) lower(ctx context.Context, tx *store.Tx, memberID string) error {
	if err := statedb.New(tx).SetHold(ctx, "", 0, memberID); err != nil {
		return fmt.Errorf("state: release: %w", err)
	}
	return s.ledger.SetGatesTx(ctx, tx, ledger.Wallet(memberID), 0, ledger.GateHeld)
}

// ReleaseLapsed lowers the gates of holds whose holder died, and returns how many. Run it about every second. A hold with
// more time left than a hold can last was taken by another clock. This clock can't read it, so it counts as lapsed once this
// node has seen it for as long as a hold lasts.
func (s *Service) ReleaseLapsed(ctx context.Context) (released int, err error) {
	now := s.store.Now()
	beyond := clock.MicrosOf(now.Add(HoldLife + clock.Skew))
	rows, err := statedb.New(s.store.DB()).ExpiredHolds(ctx, clock.MicrosOf(now), beyond)
	if err != nil {
		return 0, fmt.Errorf("state: lapsed holds: %w", err)
	}
	ahead := map[string]time.Time{}
	for _, row := range rows {
		if row.HoldUntil > beyond {
			first := s.ahead.since(row.Hold)
			if time.Since(first) < HoldLife {
				ahead[row.Hold] = first
				continue
			}
		}
		lapsed := Hold{Member: row.Member, token: row.Hold}
		if err := s.Release(ctx, lapsed); err != nil {
			return released, err
		}
		released++
	}
	s.ahead.keep(ahead)
	return released, nil
}

// aheadHolds are holds that another clock took, by their tokens, with the time when this node first saw them.
type aheadHolds struct {
	mu   sync.Mutex
	seen map[string]time.Time
}

func (a *aheadHolds) since(hold string) time.Time {
	a.mu.Lock()
	defer a.mu.Unlock()
	if first, known := a.seen[hold]; known {
		return first
	}
	return time.Now()
}

func (a *aheadHolds) keep(seen map[string]time.Time) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.seen = seen
}
