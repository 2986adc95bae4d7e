package wallet

import (
	"context"
	"errors"
	"fmt"
	"time"

	"krapao/internal/patience"
	"krapao/internal/store"
	"krapao/ledger"
)

// Decisions by what a member has (RULES.md section 1). The total that was read under the hold decides in one transaction,
// and only if nothing has changed since: the hold is still the same, and the wallet is at the version that was counted.
// The hold ends in that transaction, so nothing gets in between. Everything that ends, grants or pays by T does so here.

// holdTime is how long a decision may take: a hold ends after 15 s, and later readings don't count.
const holdTime = 14 * time.Second

// decideAttempts limits how often T is read again because a deposit arrived in between, and how often because an observer
// ended something.
const decideAttempts = 3

// AddTotalObservers adds observers of every stable total, in this order. Call it before the first decision.
func (s *Service) AddTotalObservers(observers ...TotalObserver) {
	s.observers = append(s.observers, observers...)
}

// StableTotal reads all that the member has while nothing moves, and calls the observers. It is Decide without a
// decision.
func (s *Service) StableTotal(ctx context.Context, member string) (total Total, err error) {
	err = s.Decide(ctx, member, nil, func(_ context.Context, _ *store.Tx, t Total) error {
		total = t
		return nil
	})
	return total, err
}

// Decide reads T and calls body in the transaction that ends the hold, with the member's state, the wallet and the
// accounts of lock locked. body may run again from its start, so it must set its results anew and call nothing outside;
// its error rolls the transaction back. TRY_AGAIN if another decision holds the member, a transfer between wallet and
// games is under way, or money keeps arriving.
func (s *Service) Decide(
	ctx context.Context, member string, lock []ledger.Account, body func(ctx context.Context, tx *store.Tx, t Total) error,
) error {
	hold, err := s.hold(ctx, member)
	if err != nil {
		return err
	}
	d := decision{wallet: s, member: member, lock: lock, body: body, hold: hold}
	defer func() {
		if !d.released {
			hold.Release(context.WithoutCancel(ctx))
		}
	}()
	within, cancel := context.WithTimeout(ctx, holdTime)
	defer cancel()
	within, end := patience.But(within, patience.Book)
	defer end()
	arrived, changed := 0, 0
	for arrived < decideAttempts && changed < decideAttempts {
		end, err := d.turn(within)
		switch {
		case err != nil && within.Err() != nil && ctx.Err() == nil && !errors.Is(err, store.ErrUnknown):
			return busy("reading the total took too long")
		case err != nil:
			return err
		case end == decided:
			return nil
		case end == moneyArrived:
			arrived++
		case end == somethingEnded:
			changed++
		}
	}
	return busy("money keeps arriving")
}

// hold takes the member's hold. It waits for the hold of another decision while there is time left to read and decide.
func (s *Service) hold(ctx context.Context, member string) (hold Hold, err error) {
	err = patience.Again(ctx, readShare+decideShare+patience.Book, func() (err error) {
		hold, err = s.holder.Hold(ctx, member)
		return err
	}, func(err error) bool { return errors.Is(err, ledger.ErrHeld) })
	return hold, err
}

// decision is one Decide under its hold.
type decision struct {
	wallet *Service
	member string
	lock   []ledger.Account
	body   func(ctx context.Context, tx *store.Tx, t Total) error
	hold   Hold
	// released: the hold ended in the deciding transaction.
	released bool
}

// ending is how one attempt to decide ended.
type ending int

const (
	decided ending = iota
	moneyArrived
	somethingEnded
)

// turn reads T once and decides by it.
func (d *decision) turn(ctx context.Context) (ending, error) {
	if err := d.wallet.awaitTransfers(ctx, d.member); err != nil {
		return 0, err
	}
	before, err := d.wallet.books.Balance(ctx, ledger.Wallet(d.member))
	if err != nil {
		return 0, fmt.Errorf("wallet: read the wallet: %w", err)
	}
	if err := d.wallet.nothingUnderWay(ctx, d.member); err != nil {
		return 0, err
	}
	total, err := d.readTotal(ctx, before)
	if err != nil {
		return 0, err
	}
	var end ending
	err = d.wallet.store.Write(ctx, func(tx *store.Tx) (err error) {
		end, err = d.decideTx(ctx, tx, before.Version, total)
		return err
	})
	d.released = err == nil && end == decided
	return end, err
}

// readTotal leaves the deciding transaction its share of the hold's time. A game that does not answer until then is
// unread, and the decision is made without it.
func (d *decision) readTotal(ctx context.Context, before ledger.Balance) (Total, error) {
	if end, ends := ctx.Deadline(); ends {
		var cancel context.CancelFunc
		ctx, cancel = context.WithDeadline(ctx, end.Add(-decideShare))
		defer cancel()
	}
	return d.wallet.readTotal(ctx, d.member, before)
}

func (d *decision) decideTx(ctx context.Context, tx *store.Tx, version int64, t Total) (ending, error) {
	still, err := d.hold.LockTx(ctx, tx)
	if err != nil {
		return 0, err
	}
	if !still {
		return 0, busy("reading the total took too long")
	}
	if err := d.lockTx(ctx, tx); err != nil {
		return 0, err
	}
	now, err := d.wallet.books.BalanceTx(ctx, tx, ledger.Wallet(d.member))
	if err != nil {
		return 0, fmt.Errorf("wallet: read the wallet: %w", err)
	}
	if now.Version != version {
		return moneyArrived, nil
	}
	if err := d.wallet.addDoubtful(ctx, tx, d.member, &t); err != nil {
		return 0, err
	}
	for _, observer := range d.wallet.observers {
		if changed, err := observer.ObserveTx(ctx, tx, d.member, t); changed && err == nil {
			return somethingEnded, nil
		} else if err != nil {
			return 0, err
		}
	}
	if err := d.body(ctx, tx, t); err != nil {
		return 0, err
	}
	return decided, d.hold.ReleaseTx(ctx, tx)
}

// lockTx locks all accounts of the decision at once: they are sorted, so two decisions don't deadlock.
func (d *decision) lockTx(ctx context.Context, tx *store.Tx) error {
	accounts := append([]ledger.Account{ledger.Wallet(d.member)}, d.lock...)
	for _, observer := range d.wallet.observers {
		more, err := observer.Accounts(ctx, tx, d.member)
		if err != nil {
			return err
		}
		accounts = append(accounts, more...)
	}
	return d.wallet.books.LockTx(ctx, tx, accounts...)
}
