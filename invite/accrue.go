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

// mostLinked is how many a member may be linked to before it counts as linked to everybody.
const mostLinked = 8

// lookBatch is how many invitees are looked at in one turn of the chore.
const lookBatch = 100

// Accrue looks at the invitees that were looked at longest ago, by the books alone, and returns how many. One whose total
// is being read, or can't be told, is left for the next turn. Each is a transaction of its own, and one that found nothing new
// is taken back: that they were looked at is then written once for all of them.
func (s *Service) Accrue(ctx context.Context) (n int, err error) {
	rows, err := s.q().InviteesToSee(ctx, clock.MicrosOf(s.Store.Now().Add(-s.Every)), lookBatch)
	if err != nil {
		return 0, fmt.Errorf("invite: invitees: %w", err)
	}
	var failed error // one that fails does not keep the others from being looked at
	var same []look
	for _, row := range rows {
		seen, err := s.look(ctx, row.Invitee)
		switch {
		case errors.Is(err, errSame):
			same = append(same, seen)
		case err != nil:
			failed = fmt.Errorf("invite: look at %s: %w", row.Invitee, err)
			continue
		}
		n++
	}
	return n, errors.Join(failed, s.noteSame(ctx, same))
}

// errSame takes a look back that found nothing new.
var errSame = errors.New("invite: nothing has changed")

// look is when an invitee was looked at, and when before.
type look struct {
	invitee    string
	at, before clock.Micros
}

// look looks at an invitee and returns when it did; with errSame nothing was written.
func (s *Service) look(ctx context.Context, invitee string) (seen look, err error) {
	err = s.Store.Write(ctx, func(tx *store.Tx) error {
		row, next, err := s.lookTx(ctx, tx, invitee)
		if err != nil {
			return err
		}
		seen = look{invitee: invitee, at: clock.MicrosOf(tx.Now), before: row.SeenAt}
		if next == row {
			return errSame
		}
		return s.seenTx(ctx, tx, row, next)
	})
	return seen, err
}

// noteSame keeps when those were looked at of whom nothing has changed, so that others have their turn.
func (s *Service) noteSame(ctx context.Context, same []look) error {
	if len(same) == 0 {
		return nil
	}
	err := s.Store.Write(ctx, func(tx *store.Tx) error {
		q := invitedb.New(tx)
		for _, seen := range same {
			if err := q.SetSeen(ctx, seen.at, seen.invitee, seen.before); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("invite: looked at: %w", err)
	}
	return nil
}

// lookTx returns an invitee as it was and as it is to be kept.
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

// Accounts are none: seeing a total moves nothing here.
func (s *Service) Accounts(context.Context, *store.Tx, string) ([]ledger.Account, error) {
	return nil, nil
}

// ObserveTx is told of a stable total of a member, before anything is granted or ended by it.
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
	return false, s.seenTx(ctx, tx, row, next)
}

// accrueTx finds what an invitee lost, books what that earns, and returns what is to be kept of it (seenTx). Whatever it
// books changes that. Its state and its wallet are locked.
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

// shadowTx tells whether what was lost since C was last known may have been lost under a condition.
func (s *Service) shadowTx(ctx context.Context, tx *store.Tx, row invitedb.InviteInvitee) (bool, error) {
	if row.Shadow {
		return true, nil
	}
	return s.Bonuses.LiveSinceTx(ctx, tx, row.Invitee, row.SeenAt.Time())
}

// lostTx is C of an invitee now.
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

// earnTx turns the rise of C into a row of today, or into nothing: the highest C rises either way, so what did not count
// never counts later. A rise too small to earn a satang waits.
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

// earnedTx is what a rise of C earns.
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

// ripeAt is when a day's earnings ripen: so many days after the day's end, and where none is asked for, at once.
func (s Settings) ripeAt(now time.Time) time.Time {
	if s.RipenDays == 0 {
		return now
	}
	return clock.Day(now).AddDate(0, 0, int(s.RipenDays)+1)
}

// linked tells whether an inviter and its invitee are strongly linked.
func (s *Service) linked(ctx context.Context, inviter, invitee string) (bool, error) {
	others, err := s.Links.Linked(ctx, invitee, mostLinked)
	if err != nil {
		return false, err
	}
	return len(others) > mostLinked || slices.Contains(others, inviter), nil
}

// undoTx lessens what is not ripe, newest first, by what deposits that were taken back had earned. What was lessened may be
// earned again, so the highest C falls by as much; the rest is netted by a highest C that stays.
func (s *Service) undoTx(ctx context.Context, q *invitedb.Queries, next *invitedb.InviteInvitee, now Settings, undone money.Amount) error {
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

// seenTx keeps what a look found.
func (s *Service) seenTx(ctx context.Context, tx *store.Tx, row, next invitedb.InviteInvitee) error {
	return changed(invitedb.New(tx).SetInvitee(ctx, invitedb.SetInviteeParams{
		High: next.High, QualifiedAt: next.QualifiedAt, Shadow: next.Shadow, TurnoverAt: next.TurnoverAt, SeenAt: clock.MicrosOf(tx.Now),
		Undone: next.Undone, Invitee: row.Invitee, LastSeenAt: row.SeenAt, LastHigh: row.High,
	}))
}

var errChanged = errors.New("invite: it has changed since it was seen")

// changed makes a conflict, which the store runs again, of an update that found nothing.
func changed(n int64, err error) error {
	if err == nil && n == 0 {
		return fmt.Errorf("%w: %w", store.ErrConflict, errChanged)
	}
	return err
}
