// Package invite pays members a percentage of what their invitees lose (RULES.md section 9).
//
// Promises:
//   - A member is bound to its inviter at its registration, for good, in the commit that registers it. The inviter existed
//     before, so nobody can invite themselves, directly or in a ring.
//   - Only a rise of C, the invitee's loss, above its highest value so far earns. Winning money back and losing it again earns
//     nothing. House credits and commissions are not losses, and losses under a condition earn nothing.
//   - Losses count after the invitee's own verified deposit, and only if inviter and invitee are not strongly linked. That is
//     checked again when the money ripens.
//   - An earning of a day ripens and then goes to the inviter's purse, up to a maximum per month. A deposit that is taken back
//     reduces earnings that are not in the purse. The rest is netted, because the highest C stays.
//   - The purse goes to the wallet as a conditional credit, once a day.
package invite

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"krapao/bonus"
	"krapao/internal/clock"
	"krapao/internal/content"
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

// Bonuses grants conditional credits, and knows the earlier ones.
type Bonuses interface {
	GrantTx(ctx context.Context, tx *store.Tx, c bonus.Credit, t bonus.Total) (bonus.Condition, error)
	// GrantedTx returns what a call was granted before; false if nothing.
	GrantedTx(ctx context.Context, tx *store.Tx, operation ledger.Key) (bonus.Condition, bool, error)
	// RemainingTx returns BONUS_REMAINING while a condition is not over.
	RemainingTx(ctx context.Context, tx *store.Tx, member string) error
	// CreditsTx sums what a member was ever granted, less what went back.
	CreditsTx(ctx context.Context, tx *store.Tx, member string) (money.Amount, error)
	// LiveSinceTx reports whether a condition is active, or was after a time.
	LiveSinceTx(ctx context.Context, tx *store.Tx, member string, since time.Time) (bool, error)
}

// Deposits sums the deposits that a member ever made.
type Deposits struct {
	Total money.Amount
	// Undone is the part that was taken back.
	Undone money.Amount
	// ProvenAt is the time of the first deposit of at least the given amount whose payer is known to be the member; zero if
	// there is none.
	ProvenAt time.Time
}

// Lives sums over a member's life what it put in, took out and has now.
type Lives interface {
	DepositsTx(ctx context.Context, tx *store.Tx, member string, least money.Amount) (Deposits, error)
	// WithdrawnTx sums the withdrawals that were paid out or are under way.
	WithdrawnTx(ctx context.Context, tx *store.Tx, member string) (money.Amount, error)
	// StandingTx is the most that the member has, by the books alone. It returns false if they can't say, because a transfer is
	// under way or a game does not report open stakes. It locks the wallet.
	StandingTx(ctx context.Context, tx *store.Tx, member string) (money.Amount, bool, error)
}

// Play reads what was played.
type Play interface {
	// TurnedTx sums what a member turned over at all providers, by the time of its bets, from and to included.
	TurnedTx(ctx context.Context, tx *store.Tx, member string, from, to time.Time) ([]bonus.Turned, error)
}

// Members is the part of the members' area that invitations need.
type Members interface {
	// LockTx locks the member's state, and reports whether its total is being read.
	LockTx(ctx context.Context, tx *store.Tx, member string) (held bool, err error)
	// Name is the member's own name for itself.
	Name(ctx context.Context, member string) (string, error)
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
	Bonuses Bonuses
	Lives   Lives
	Play    Play
	Members Members
	Links   Links
	// Every is how often each invitee is looked at; 0: ten minutes.
	Every time.Duration
	Log   *slog.Logger
}

// Service keeps invitations. It is safe for concurrent use.
type Service struct {
	Deps
	kept content.Cache[Settings]
}

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
		return fmt.Errorf("invite: bind a member to its inviter: %w", err)
	}
	return nil
}

// day is the stored name of a time's day in Bangkok. The names sort by time.
func day(at time.Time) string { return at.In(clock.Bangkok).Format(time.DateOnly) }

func (s *Service) q() *invitedb.Queries { return invitedb.New(s.Store.DB()) }
