package invite

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"krapao/bonus"
	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/invite/internal/invitedb"
	"krapao/ledger"
	"krapao/money"
)

// mostLinked is how many others a member may be linked to; with more it counts as linked to everybody.
const mostLinked = 8

// lookBatch is how many invitees one run looks at.
const lookBatch = 100

// Accrue looks at the invitees that were looked at longest ago, by the books alone, and returns how many it looked at. An
// invitee whose total is being read, or is not known, waits for its next turn. Each look is a transaction of its own. A look
// that found nothing new is rolled back, and the times of those looks are written together.
func (s *Service) Accrue(ctx context.Context) (n int, err error) {
	rows, err := s.q().InviteesToSee(ctx, clock.MicrosOf(s.Store.Now().Add(-s.Every)), lookBatch)
	if err != nil {
		return 0, fmt.Errorf("invite: read invitees: %w", err)
	}
	var failed error // one that fails does not stop the others
	var unchanged []look
	for _, row := range rows {
		seen, err := s.look(ctx, row.Invitee)
		switch {
		case errors.Is(err, errUnchanged):
			unchanged = append(unchanged, seen)
		case err != nil:
			failed = fmt.Errorf("invite: look at %s: %w", row.Invitee, err)
			continue
		}
		n++
	}
	return n, errors.Join(failed, s.noteUnchanged(ctx, unchanged))
}

// errUnchanged rolls back a look that found nothing new.
var errUnchanged = errors.New("invite: nothing has changed")

// look is the time of a look at an invitee, and of the look before it.
type look struct {
	invitee    string
	at, before clock.Micros
}

// look looks at an invitee and returns when. If it returns errUnchanged, nothing was written.
func (s *Service) look(ctx context.Context, invitee string) (seen look, err error) {
	err = s.Store.Write(ctx, func(tx *store.Tx) error {
		row, next, err := s.lookTx(ctx, tx, invitee)
		if err != nil {
			return err
		}
		seen = look{invitee: invitee, at: clock.MicrosOf(tx.Now), before: row.SeenAt}
		if next == row {
			return errUnchanged
		}
		return s.saveTx(ctx, tx, row, next)
	})
	return seen, err
}

// noteUnchanged writes when the unchanged invitees were looked at, so that others have their turn.
func (s *Service) noteUnchanged(ctx context.Context, unchanged []look) error {
	if len(unchanged) == 0 {
		return nil
	}
	err := s.Store.Write(ctx, func(tx *store.Tx) error {
		q := invitedb.New(tx)
		for _, seen := range unchanged {
			if err := q.SetSeen(ctx, seen.at, seen.invitee, seen.before); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("invite: note looks: %w", err)
	}
	return nil
}

// lookTx returns an invitee's row as it is, and as it is to be saved.
func (s *Service) lookTx(ctx context.Context, tx *store.Tx, invitee string) (row, next invitedb.InviteInvitee, err error) {
	held, err := s.Members.LockTx(ctx, tx, invitee)
	if err != nil {
		return row, next, err
	}
	if row, err = invitedb.New(tx).InviteeOf(ctx, invitee); err != nil {
		return row, next, err
	}
	total, sure := money.Amount(0), false
	if !held {
		if total, sure, err = s.Lives.StandingTx(ctx, tx, invitee); err != nil {
			return row, next, err
		}
	}
	if sure {
		next, err = s.accrueTx(ctx, tx, row, total)
		return row, next, err
	}
	next = row
	next.Shadow, err = s.shadowTx(ctx, tx, row)
	return row, next, err
}

// Accounts returns no accounts: observing a total moves no money here.
func (s *Service) Accounts(context.Context, *store.Tx, string) ([]ledger.Account, error) {
	return nil, nil
}

// ObserveTx observes a stable total of a member, before anything is granted or ended by it.
func (s *Service) ObserveTx(ctx context.Context, tx *store.Tx, member string, t bonus.Total) (changed bool, err error) {
	row, err := invitedb.New(tx).InviteeOf(ctx, member)
	if store.NotFound(err) || err == nil && !t.MostKnown {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	next, err := s.accrueTx(ctx, tx, row, t.Most)
	if err != nil {
		return false, err
	}
	return false, s.saveTx(ctx, tx, row, next)
}

// accrueTx finds what an invitee lost, books what that earns, and returns the row to save with saveTx. If it booked anything,
// that row differs from row. The invitee's state and wallet must be locked.
func (s *Service) accrueTx(
	ctx context.Context, tx *store.Tx, row invitedb.InviteInvitee, total money.Amount,
) (next invitedb.InviteInvitee, err error) {
	q := invitedb.New(tx)
	now, err := settings(ctx, q)
	if err != nil {
		return next, err
	}
	deposits, err := s.Lives.DepositsTx(ctx, tx, row.Invitee, now.FirstDeposit)
	if err != nil {
		return next, err
	}
	next = row
	if err := s.undoTx(ctx, q, &next, now, deposits.Undone); err != nil {
		return next, err
	}
	lost, err := s.lostTx(ctx, tx, q, next, deposits.Total, total)
	if err != nil {
		return next, err
	}
	if next.Shadow, err = s.shadowTx(ctx, tx, row); err != nil {
		return next, err
	}
	next.QualifiedAt = clock.MicrosOf(deposits.ProvenAt)
	if err := s.earnTx(ctx, tx, q, &next, now, lost); err != nil {
		return next, err
	}
	next.Shadow = false
	return next, nil
}

// shadowTx reports whether losses since C was last known may have been made under a condition.
func (s *Service) shadowTx(ctx context.Context, tx *store.Tx, row invitedb.InviteInvitee) (bool, error) {
	if row.Shadow {
		return true, nil
	}
	return s.Bonuses.LiveSinceTx(ctx, tx, row.Invitee, row.SeenAt.Time())
}

// lostTx is an invitee's C now.
func (s *Service) lostTx(
	ctx context.Context, tx *store.Tx, q *invitedb.Queries, row invitedb.InviteInvitee, deposits, total money.Amount,
) (money.Amount, error) {
	l := life{deposits: deposits, total: total}
	var err error
	if l.withdrawals, err = s.Lives.WithdrawnTx(ctx, tx, row.Invitee); err != nil {
		return 0, err
	}
	if l.credits, err = s.Bonuses.CreditsTx(ctx, tx, row.Invitee); err != nil {
		return 0, err
	}
	earned, err := q.EarnedBy(ctx, row.Invitee)
	if err != nil {
		return 0, err
	}
	l.commissions = money.Amount(earned)
	return l.lost(), nil
}

// earnTx turns the rise of C into an earning of today, or into nothing. The highest C rises either way, so a loss that does not
// count now never counts later. A rise too small to earn a satang waits.
func (s *Service) earnTx(
	ctx context.Context, tx *store.Tx, q *invitedb.Queries, next *invitedb.InviteInvitee, now Settings, lost money.Amount,
) error {
	rise := lost - money.Amount(next.High)
	if rise <= 0 {
		return nil
	}
	counts := now.On && next.QualifiedAt > 0 && !next.Shadow
	if counts {
		linked, err := s.linked(ctx, next.Inviter, next.Invitee)
		if err != nil {
			return err
		}
		counts = !linked
	}
	earned, err := s.earnedTx(ctx, tx, *next, now, rise)
	if err != nil || counts && earned == 0 {
		return err
	}
	next.High, next.TurnoverAt = int64(lost), clock.MicrosOf(tx.Now)
	if !counts {
		return nil
	}
	return q.Earn(ctx, invitedb.EarnParams{
		Inviter: next.Inviter, Invitee: next.Invitee, Day: day(tx.Now), Amount: earned,
		RipeAt: clock.MicrosOf(now.ripeAt(tx.Now)), CreatedAt: clock.MicrosOf(tx.Now),
	})
}

// earnedTx is the amount that a rise of C earns.
func (s *Service) earnedTx(
	ctx context.Context, tx *store.Tx, row invitedb.InviteInvitee, now Settings, rise money.Amount,
) (money.Amount, error) {
	if now.Basis == BasisNetLoss {
		return part(rise, now.Rate), nil
	}
	turned, err := s.Play.TurnedTx(ctx, tx, row.Invitee, row.TurnoverAt.Time(), tx.Now)
	if err != nil {
		return 0, err
	}
	var weighted money.Amount
	for _, t := range turned {
		weighted += part(t.Amount, now.Weights[t.Play])
	}
	return min(part(weighted, now.Rate), part(rise, mostOfRise)), nil
}

// ripeAt is when the earnings of now's day ripen: RipenDays after the day's end, or at once if there are none.
func (s Settings) ripeAt(now time.Time) time.Time {
	if s.RipenDays == 0 {
		return now
	}
	return clock.Day(now).AddDate(0, 0, int(s.RipenDays)+1)
}

// linked reports whether an inviter and its invitee are strongly linked.
func (s *Service) linked(ctx context.Context, inviter, invitee string) (bool, error) {
	others, err := s.Links.Linked(ctx, invitee, mostLinked)
	if err != nil {
		return false, err
	}
	return len(others) > mostLinked || slices.Contains(others, inviter), nil
}

// undoTx reduces the earnings that are not in the purse, newest first, by what the deposits that were taken back had earned.
// The amount by which they were reduced may be earned again, so the highest C falls accordingly. For the rest the highest C
// stays, which nets it against later losses.
func (s *Service) undoTx(
	ctx context.Context, q *invitedb.Queries, next *invitedb.InviteInvitee, now Settings, undone money.Amount,
) error {
	more := undone - money.Amount(next.Undone)
	if more <= 0 {
		return nil
	}
	next.Undone = int64(undone)
	rows, err := q.Unripe(ctx, next.Invitee)
	if err != nil {
		return err
	}
	left := part(more, now.Rate)
	for _, e := range rows {
		less := min(left, e.Amount-money.Amount(e.Moved))
		if less <= 0 {
			continue
		}
		n, err := q.LessenEarning(ctx, invitedb.LessenEarningParams{
			Lessened: e.Amount - less, Inviter: e.Inviter, Invitee: e.Invitee, Day: e.Day, SeenAmount: e.Amount,
		})
		if err := changed(n, err); err != nil {
			return err
		}
		left -= less
		next.High -= int64(less) * 100 / now.Rate
	}
	return nil
}

// saveTx saves what a look found.
func (s *Service) saveTx(ctx context.Context, tx *store.Tx, row, next invitedb.InviteInvitee) error {
	return changed(invitedb.New(tx).SetInvitee(ctx, invitedb.SetInviteeParams{
		High: next.High, QualifiedAt: next.QualifiedAt, Shadow: next.Shadow, TurnoverAt: next.TurnoverAt,
		SeenAt: clock.MicrosOf(tx.Now), Undone: next.Undone,
		Invitee: row.Invitee, LastSeenAt: row.SeenAt, LastHigh: row.High,
	}))
}

var errChanged = errors.New("invite: the row has changed since it was read")

// changed turns an update that found no row into a conflict, so that the store runs the transaction again.
func changed(n int64, err error) error {
	if err == nil && n == 0 {
		return fmt.Errorf("%w: %w", store.ErrConflict, errChanged)
	}
	return err
}
