package invite

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"krapao/fault"
	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/invite/internal/invitedb"
	"krapao/ledger"
	"krapao/money"
)

const ripeBatch = 100

// Ripen moves ripe earnings into the inviters' purses and returns how many rows it moved. Each has its own transaction. When
// the house's budget is used up, the other rows wait.
func (s *Service) Ripen(ctx context.Context) (n int, err error) {
	rows, err := s.q().Ripe(ctx, clock.MicrosOf(s.Store.Now()), ripeBatch)
	if err != nil {
		return 0, fmt.Errorf("invite: read ripe earnings: %w", err)
	}
	var failed error // one that fails does not stop the others
	for _, row := range rows {
		linked, err := s.linked(ctx, row.Inviter, row.Invitee)
		if err != nil {
			failed = err
			continue
		}
		err = s.Store.Write(ctx, func(tx *store.Tx) error { return s.ripenTx(ctx, tx, row, linked) })
		if refused := (*fault.Error)(nil); errors.As(err, &refused) && refused.Code == fault.MONEY_NOT_ENOUGH {
			s.Log.Error("invite: the budget is used up; ripe earnings wait", "account", string(ledger.Invite))
			return n, failed
		}
		if err != nil {
			failed = fmt.Errorf("invite: ripen %s of %s: %w", row.Day, row.Invitee, err)
			continue
		}
		n++
	}
	return n, failed
}

// ripenTx moves one row, up to what the month's cap allows. The part above the cap is forfeited; so is the whole row if inviter
// and invitee turned out to be linked.
func (s *Service) ripenTx(ctx context.Context, tx *store.Tx, row invitedb.InviteEarning, linked bool) error {
	if _, err := s.Members.LockTx(ctx, tx, row.Inviter); err != nil {
		return err
	}
	purse := ledger.InvitePurse(row.Inviter)
	if err := s.Books.LockTx(ctx, tx, ledger.Invite, purse); err != nil {
		return err
	}
	q := invitedb.New(tx)
	now, err := settings(ctx, q)
	if err != nil {
		return err
	}
	row, err = q.Earning(ctx, row.Inviter, row.Invitee, row.Day)
	if err != nil {
		return err
	}
	ripe := row.Amount - money.Amount(row.Moved)
	allowed, err := leftOfMonth(ctx, q, row, now.MonthCap)
	if err != nil {
		return err
	}
	if linked {
		allowed = 0
	}
	pays := min(ripe, allowed)
	if pays < ripe {
		row.Amount -= ripe - pays
		err := changed(q.LessenEarning(ctx, invitedb.LessenEarningParams{
			Lessened: row.Amount, Inviter: row.Inviter, Invitee: row.Invitee, Day: row.Day, SeenAmount: row.Amount + ripe - pays,
		}))
		if err != nil {
			return err
		}
	}
	if pays <= 0 {
		return nil
	}
	err = changed(q.MoveEarning(ctx, invitedb.MoveEarningParams{
		Moved: row.Moved + int64(pays), Inviter: row.Inviter, Invitee: row.Invitee, Day: row.Day, SeenMoved: row.Moved,
	}))
	if err != nil {
		return err
	}
	_, err = s.Books.MoveTx(ctx, tx, ledger.Order{
		Key:  ledger.InternalKey("invite", row.Inviter, row.Invitee, row.Day, strconv.FormatInt(row.Moved, 10)),
		Kind: ledger.KindInvite, Debit: ledger.Invite, Credit: purse, Amount: pays, Member: row.Inviter,
	})
	return err
}

// leftOfMonth is how much more an inviter's earnings of the row's month may put into the purse.
func leftOfMonth(ctx context.Context, q *invitedb.Queries, row invitedb.InviteEarning, most money.Amount) (money.Amount, error) {
	at, err := time.ParseInLocation(time.DateOnly, row.Day, clock.Bangkok)
	if err != nil {
		return 0, fmt.Errorf("invite: day of an earning: %w", err)
	}
	from := clock.Month(at)
	moved, err := q.MovedBetween(ctx, row.Inviter, day(from), day(from.AddDate(0, 1, 0)))
	return max(0, most-money.Amount(moved)), err
}
