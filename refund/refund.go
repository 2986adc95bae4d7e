// Package refund pays members a part of their losses (RULES.md section 8).
//
// Promises:
//   - C is a member's loss over its life: deposits less withdrawals less everything it has, by the ledger and a stable total.
//     House credits are not deposits.
//   - C*, the part of C that was paid for, only rises: by compare-and-set, in the commit that pays. A refusal does not change it.
//     So no loss is ever forgotten, and none is paid for twice.
//   - Strongly linked members share C: what one won reduces what another may be paid for.
//   - There is one receive in a week (Monday to Sunday in Bangkok), by a unique index. Its amount has a minimum and a maximum.
//   - A refund goes to a purse, and from there to the wallet only as a conditional credit.
package refund

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"krapao/bonus"
	"krapao/fault"
	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/money"
	"krapao/refund/internal/refunddb"
)

// Books is the part of the ledger that refunds need.
type Books interface {
	Balance(ctx context.Context, account ledger.Account) (ledger.Balance, error)
	BalanceTx(ctx context.Context, tx *store.Tx, account ledger.Account) (ledger.Balance, error)
	MoveTx(ctx context.Context, tx *store.Tx, order ledger.Order) (ledger.Result, error)
}

// Bonuses grants conditional credits.
type Bonuses interface {
	// GrantTx grants a credit inside Totals.Decide. Its errors are passed on as a refund's own.
	GrantTx(ctx context.Context, tx *store.Tx, c bonus.Credit, t bonus.Total) (bonus.Condition, error)
	// GrantedTx returns what a call was granted before; false if nothing.
	GrantedTx(ctx context.Context, tx *store.Tx, operation ledger.Key) (bonus.Condition, bool, error)
	// RemainingTx returns BONUS_REMAINING while a condition is not over.
	RemainingTx(ctx context.Context, tx *store.Tx, member string) error
}

// Lives sums what members put in and took out over their lives.
type Lives interface {
	// DepositedTx sums the member's deposits that were not taken back.
	DepositedTx(ctx context.Context, tx *store.Tx, member string) (money.Amount, error)
	// WithdrawnTx sums the withdrawals that were paid out or are under way.
	WithdrawnTx(ctx context.Context, tx *store.Tx, member string) (money.Amount, error)
}

// Links finds members that are strongly linked.
type Links interface {
	// Linked lists the members linked to a member, directly or through others, sorted and without itself. If there are more
	// than most, it may stop after one more.
	Linked(ctx context.Context, member string, most int) ([]string, error)
}

// Deps are the parts that the service needs.
type Deps struct {
	Store   *store.Store
	Books   Books
	Totals  bonus.Totals
	Known   bonus.Known
	Bonuses Bonuses
	Lives   Lives
	Links   Links
	Log     *slog.Logger
}

// Service keeps refunds of losses. It is safe for concurrent use.
type Service struct{ Deps }

// New makes the service.
func New(d Deps) *Service {
	if d.Log == nil {
		d.Log = slog.New(slog.DiscardHandler)
	}
	return &Service{Deps: d}
}

// week is the stored name of a time's week in Bangkok.
func week(at time.Time) string {
	year, number := at.In(clock.Bangkok).ISOWeek()
	return fmt.Sprintf("%04d-W%02d", year, number)
}

// nextWeek is when the week after a time's week begins.
func nextWeek(at time.Time) time.Time { return clock.Week(at).AddDate(0, 0, 7) }

func errInactive() error { return fault.New(fault.REFUND_INACTIVE, "there are no refunds now") }

func errReceived(now time.Time) error {
	return fault.New(fault.NO_REFUND, "received this week").With("next", nextWeek(now).UTC().Format(time.RFC3339))
}

// q returns the queries outside transactions.
func (s *Service) q() *refunddb.Queries { return refunddb.New(s.Store.DB()) }
