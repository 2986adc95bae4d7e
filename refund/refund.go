// Package refund pays members a part of what they lost (RULES.md section 8).
//
// Promises:
//   - What a member lost, C, is over its life: deposits less withdrawals less all that it has, by the ledger and a total
//     that nothing moved. What the house gave is no deposit.
//   - C*, what of it was paid for, only rises: by compare-and-set in the commit that pays. A refusal leaves it alone, so
//     nothing lost is ever forgotten, and nothing is paid for twice.
//   - Strongly linked members share C: what one won lessens what another may be paid for.
//   - One receive in a week (Monday to Sunday in Bangkok), by a unique index; at most so much, and never less than the minimum.
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
	// GrantTx grants inside Totals.Decide; its refusals are a refund's own.
	GrantTx(ctx context.Context, tx *store.Tx, c bonus.Credit, t bonus.Total) (bonus.Condition, error)
	// GrantedTx returns what a call was granted before; false where it was not.
	GrantedTx(ctx context.Context, tx *store.Tx, operation ledger.Key) (bonus.Condition, bool, error)
	// RemainingTx refuses while a condition is not over.
	RemainingTx(ctx context.Context, tx *store.Tx, member string) error
}

// Lives tell what members put in and took out, over their lives.
type Lives interface {
	// DepositedTx is what became the member's and was not taken back.
	DepositedTx(ctx context.Context, tx *store.Tx, member string) (money.Amount, error)
	// WithdrawnTx is what was paid out or is under way.
	WithdrawnTx(ctx context.Context, tx *store.Tx, member string) (money.Amount, error)
}

// Links tells who is strongly linked.
type Links interface {
	// Linked lists those linked to a member, directly or through others, sorted, without itself. Where there are more than
	// most it may stop after one more.
	Linked(ctx context.Context, member string, most int) ([]string, error)
}

// Deps are what the service is made of.
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

// week names the week of an instant, as receives are counted.
func week(at time.Time) string {
	year, number := at.In(clock.Bangkok).ISOWeek()
	return fmt.Sprintf("%04d-W%02d", year, number)
}

// nextWeek is when the week after an instant's begins.
func nextWeek(at time.Time) time.Time { return clock.Week(at).AddDate(0, 0, 7) }

func errInactive() error { return fault.New(fault.REFUND_INACTIVE, "there are no refunds now") }

func errReceived(now time.Time) error {
	return fault.New(fault.NO_REFUND, "received this week").With("next", nextWeek(now).UTC().Format(time.RFC3339))
}

// q reads outside transactions.
func (s *Service) q() *refunddb.Queries { return refunddb.New(s.Store.DB()) }
