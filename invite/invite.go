// Package invite pays members a part of what those they invited lose (RULES.md section 9).
//
// Promises:
//   - A member is bound to its inviter at its registration, for good, in the commit that registers it. The inviter was there
//     before, so nobody invites itself and no ring can be.
//   - Only the rise of what an invitee lost, C, above its highest so far earns: winning it back and losing it again earns
//     nothing. House credits and commissions are no loss, and what is lost under a condition earns nothing.
//   - It counts from the invitee's own verified deposit on, and not where the two are strongly linked, which is looked at
//     again when the money ripens.
//   - What is earned of an invitee on a day ripens, then it goes to the inviter's purse, so much a month at most. A deposit
//     that is taken back lessens what is not ripe; the rest is netted, because the highest C stays.
//   - From the purse to the wallet: once a day, as a conditional credit.
package invite

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"krapao/bonus"
	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/invite/internal/invitedb"
	"krapao/ledger"
	"krapao/money"
)

// Books is the part of the ledger that invitations need.
type Books interface {
	LockTx(ctx context.Context, tx *store.Tx, accounts ...ledger.Account) error
	BalanceTx(ctx context.Context, tx *store.Tx, account ledger.Account) (ledger.Balance, error)
	MoveTx(ctx context.Context, tx *store.Tx, order ledger.Order) (ledger.Result, error)
}

// Bonuses grants conditional credits, and knows which there were.
type Bonuses interface {
	GrantTx(ctx context.Context, tx *store.Tx, c bonus.Credit, t bonus.Total) (bonus.Condition, error)
	// GrantedTx returns what a call was granted before; false where it was not.
	GrantedTx(ctx context.Context, tx *store.Tx, operation ledger.Key) (bonus.Condition, bool, error)
	// RemainingTx refuses with BONUS_REMAINING while a condition is not over.
	RemainingTx(ctx context.Context, tx *store.Tx, member string) error
	// CreditsTx is what a member was granted over its life, less what went back.
	CreditsTx(ctx context.Context, tx *store.Tx, member string) (money.Amount, error)
	// LiveSinceTx tells whether a condition is active, or was after an instant.
	LiveSinceTx(ctx context.Context, tx *store.Tx, member string, since time.Time) (bool, error)
}

// Deposits are what became a member's over its life.
type Deposits struct {
	Total money.Amount
	// Undone was taken back.
	Undone money.Amount
	// ProvenAt is when the first deposit of at least the amount asked about came whose payer is known to be the member;
	// zero where none did.
	ProvenAt time.Time
}

// Lives tell what members put in, took out and have.
type Lives interface {
	DepositsTx(ctx context.Context, tx *store.Tx, member string, least money.Amount) (Deposits, error)
	// WithdrawnTx is what was paid out or is under way.
	WithdrawnTx(ctx context.Context, tx *store.Tx, member string) (money.Amount, error)
	// StandingTx is what the member has at most, by the books alone; false where they can't tell, because something is under
	// way or a game tells no open stakes. It locks the wallet.
	StandingTx(ctx context.Context, tx *store.Tx, member string) (money.Amount, bool, error)
}

// Play tells what was played.
type Play interface {
	// TurnedTx sums what a member turned over at all providers, by the time of its bets, from and to included.
	TurnedTx(ctx context.Context, tx *store.Tx, member string, from, to time.Time) ([]bonus.Turned, error)
}

// Members are who is invited.
type Members interface {
	// LockTx locks the member's state, and tells whether its total is being read.
	LockTx(ctx context.Context, tx *store.Tx, member string) (held bool, err error)
	// Name is what the member calls itself.
	Name(ctx context.Context, member string) (string, error)
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
	Bonuses Bonuses
	Lives   Lives
	Play    Play
	Members Members
	Links   Links
	// Every is how often an invitee is looked at; 0: ten minutes.
	Every time.Duration
	Log   *slog.Logger
}

// Service keeps invitations. It is safe for concurrent use.
type Service struct{ Deps }

// New makes the service.
func New(d Deps) *Service {
	if d.Log == nil {
		d.Log = slog.New(slog.DiscardHandler)
	}
	if d.Every <= 0 {
		d.Every = 10 * time.Minute
	}
	return &Service{Deps: d}
}

// BindTx binds a member to its inviter, in the transaction that registers it.
func BindTx(ctx context.Context, tx *store.Tx, invitee, inviter string) error {
	if err := invitedb.New(tx).AddInvitee(ctx, invitee, inviter, clock.MicrosOf(tx.Now)); err != nil {
		return fmt.Errorf("invite: bind: %w", err)
	}
	return nil
}

// day names the day of an instant, as it is kept; a month's days sort between its first and the next month's.
func day(at time.Time) string { return at.In(clock.Bangkok).Format(time.DateOnly) }

func (s *Service) q() *invitedb.Queries { return invitedb.New(s.Store.DB()) }
