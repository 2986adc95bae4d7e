package invite

import (
	"context"
	"time"

	"krapao/bonus"
	"krapao/fault"
	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/invite/internal/invitedb"
	"krapao/ledger"
	"krapao/money"
)

// Receive moves a member's whole purse to its wallet, as one conditional credit, once a day. The same key moves it once and gets
// the same answer for ever. It returns INVITE_INACTIVE, BONUS_REMAINING, INVITE_COLLECT (params next) if the member has
// received today, NO_INVITEE_PLAY_INFO if no invitee's play counts yet, or NO_INVITE_BONUS if the purse is empty.
func (s *Service) Receive(ctx context.Context, member string, key ledger.Key) (money.Amount, error) {
	now, err := settings(ctx, s.q())
	if err != nil {
		return 0, err
	}
	r := &receive{Service: s, settings: now, member: member, key: key}
	err = s.Store.Write(ctx, func(tx *store.Tx) error {
		_, err := r.purseTx(ctx, tx)
		return err
	})
	if r.done || err != nil {
		return r.amount, err
	}
	lock := []ledger.Account{ledger.InvitePurse(member), ledger.Owed(member)}
	if err := s.Totals.Decide(ctx, member, lock, r.decideTx); err != nil {
		return 0, err
	}
	return r.amount, nil
}

// receive is one call of Receive.
type receive struct {
	*Service
	settings Settings
	member   string
	key      ledger.Key
	// done: the key was used before, and its answer was amount.
	done   bool
	amount money.Amount
}

// purseTx returns the amount to receive, or why there is none.
func (r *receive) purseTx(ctx context.Context, tx *store.Tx) (money.Amount, error) {
	granted, known, err := r.Bonuses.GrantedTx(ctx, tx, r.key)
	if known || err != nil {
		r.done, r.amount = known, granted.Credit
		return 0, err
	}
	if !r.settings.On {
		return 0, fault.New(fault.INVITE_INACTIVE, "there are no invite bonuses now")
	}
	if err := r.Bonuses.RemainingTx(ctx, tx, r.member); err != nil {
		return 0, err
	}
	q := invitedb.New(tx)
	_, err = q.ReceiveOfDay(ctx, r.member, day(tx.Now))
	if err == nil {
		next := clock.Day(tx.Now).AddDate(0, 0, 1).UTC()
		return 0, fault.New(fault.INVITE_COLLECT, "received today").With("next", next.Format(time.RFC3339))
	}
	if !store.NotFound(err) {
		return 0, err
	}
	b, err := r.Books.BalanceTx(ctx, tx, ledger.InvitePurse(r.member))
	if err != nil || b.Available() > 0 {
		return b.Available(), err
	}
	n, err := q.CountQualified(ctx, r.member)
	switch {
	case err != nil:
		return 0, err
	case n == 0:
		return 0, fault.New(fault.NO_INVITEE_PLAY_INFO, "nobody who was invited has play that counts")
	}
	return 0, fault.New(fault.NO_INVITE_BONUS, "nothing is ripe")
}

// decideTx grants the purse, by the member's stable total.
func (r *receive) decideTx(ctx context.Context, tx *store.Tx, t bonus.Total) error {
	amount, err := r.purseTx(ctx, tx)
	if r.done || err != nil {
		return err
	}
	c, err := r.Bonuses.GrantTx(ctx, tx, bonus.Credit{
		Member: r.member, Operation: r.key, Source: bonus.SourceInvite, From: ledger.InvitePurse(r.member), Amount: amount,
		Terms: r.settings.Terms,
	}, t)
	if fault.Is(err, fault.BONUS_CONDITION_DEPOSIT) {
		return fault.New(fault.INVITE_BONUS_FAIL, "its condition would be at an end at once")
	}
	if err != nil {
		return err
	}
	r.amount = c.Credit
	return invitedb.New(tx).AddReceive(ctx, invitedb.AddReceiveParams{
		Member: r.member, Day: day(tx.Now), Operation: r.key.String(), Amount: c.Credit, At: clock.MicrosOf(tx.Now),
	})
}
