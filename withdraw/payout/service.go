// Package payout has the bank pay approved withdrawals, and finds out what became of each order.
//
// Promises (RULES.md sections 3 and 5):
//   - An order is sent under one reference for ever, after its intent was committed.
//   - Silence and "not found" never return money. Only a definitive rejection does, or two persons.
//   - An ended payout is asked about again: a paid one may bounce, a returned one may turn out to be paid.
package payout

import (
	"cmp"
	"context"
	"log/slog"
	"time"

	"krapao/internal/secret"
	"krapao/internal/store"
	"krapao/ledger"
)

// Books is what payouts need of the ledger.
type Books interface {
	MoveTx(ctx context.Context, tx *store.Tx, o ledger.Order) (ledger.Result, error)
	PostTx(ctx context.Context, tx *store.Tx, s ledger.Settlement) (ledger.Result, error)
	VoidTx(ctx context.Context, tx *store.Tx, s ledger.Settlement) (ledger.Result, error)
	LockTx(ctx context.Context, tx *store.Tx, accounts ...ledger.Account) error
	BalanceTx(ctx context.Context, tx *store.Tx, account ledger.Account) (ledger.Balance, error)
	Find(ctx context.Context, id ledger.ID) (ledger.Transfer, error)
}

// Brake knows whether automatic payouts of the whole house are stopped. Package withdraw/brake implements it.
type Brake interface {
	// StoppedTx returns since when automatic payouts are stopped. Zero: they are not stopped.
	StoppedTx(ctx context.Context, tx *store.Tx) (since time.Time, err error)
}

// Stops stop automatic payouts for what the bank says of one of them. The area brake implements it; where they are stopped
// already, nothing changes.
type Stops interface {
	// PaidAndRefusedTx: it paid it, and it refused it.
	PaidAndRefusedTx(ctx context.Context, tx *store.Tx, reference string) error
	// PaidAfterReturnTx: it paid it, and it was returned.
	PaidAfterReturnTx(ctx context.Context, tx *store.Tx, reference string) error
}

// Deps are what the service is made of.
type Deps struct {
	Store *store.Store
	Books Books
	Bank  Bank
	Brake Brake
	Stops Stops
	Box   *secret.Box
	Log   *slog.Logger
	// Timing may be zero: New fills in the product's own times.
	Timing Timing
}

// Timing are the times that payouts wait. In brackets: the defaults.
type Timing struct {
	// Send is how long after its intent was committed an order may still be sent (10 s). Call bounds one call (15 s).
	Send, Call time.Duration
	// Stopped is when the settle worker looks again at an order that is not sent because payouts are stopped (1 min).
	Stopped time.Duration
	// Recheck is when the bank is asked again about an ended withdrawal, counted from its end (1 h, 24 h, 72 h).
	Recheck []time.Duration
	// Round is how often Run looks for withdrawals to recheck (10 s).
	Round time.Duration
}

func (t Timing) withDefaults() Timing {
	t.Send = cmp.Or(max(t.Send, 0), 10*time.Second)
	t.Call = cmp.Or(max(t.Call, 0), 15*time.Second)
	t.Stopped = cmp.Or(max(t.Stopped, 0), time.Minute)
	t.Round = cmp.Or(max(t.Round, 0), 10*time.Second)
	if t.Recheck == nil {
		t.Recheck = []time.Duration{time.Hour, 24 * time.Hour, 72 * time.Hour}
	}
	return t
}

// Service pays withdrawals. It is safe for concurrent use.
type Service struct {
	Deps
}

// New makes the service. Its Pay is one step of withdraw.Settler; Run rechecks ended payouts.
func New(d Deps) *Service {
	if d.Log == nil {
		d.Log = slog.New(slog.DiscardHandler)
	}
	d.Timing = d.Timing.withDefaults()
	return &Service{Deps: d}
}
