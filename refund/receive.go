package refund

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"krapao/bonus"
	"krapao/fault"
	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/money"
	"krapao/refund/internal/refunddb"
)

// mostLinked is with how many others a member may share C. Who is linked to more is looked at by a person.
const mostLinked = 8

// Receive pays a member's refund into its purse and returns how much. The same key pays once and tells the same for ever.
// NO_REFUND (params next) where the week's was received, REFUND_MINIMUM, REFUND_CONDITION, REFUND_INACTIVE; TRY_AGAIN where
// what the member has can't be known now.
func (s *Service) Receive(ctx context.Context, member string, key ledger.Key) (money.Amount, error) {
	r := &receive{service: s, member: member, key: key}
	if done, err := r.known(ctx, s.q()); done || err != nil {
		return r.amount, err
	}
	if err := r.prepare(ctx); err != nil {
		return 0, err
	}
	err := s.Totals.Decide(ctx, member, []ledger.Account{ledger.Refund, ledger.RefundPurse(member)}, r.decideTx)
	if err != nil {
		return 0, err
	}
	return r.amount, nil
}

// receive is one Receive.
type receive struct {
	service  *Service
	member   string
	key      ledger.Key
	settings Settings
	// others are those who share C, sorted, with what they deposited and have; what they withdrew is read at the end.
	others []string
	lives  map[string]Life
	amount money.Amount
}

// known tells whether the key was answered before.
func (r *receive) known(ctx context.Context, q *refunddb.Queries) (bool, error) {
	row, err := q.ReceiveByOperation(ctx, r.key.String())
	if store.NotFound(err) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("refund: receive: %w", err)
	}
	r.amount = row.Amount
	return true, nil
}

// prepare refuses what can be refused without asking a game, and reads those who share C.
func (r *receive) prepare(ctx context.Context) (err error) {
	s := r.service
	if r.settings, err = settings(ctx, s.q()); err != nil {
		return err
	}
	if !r.settings.On {
		return errInactive()
	}
	err = s.Store.Write(ctx, func(tx *store.Tx) error { return r.openTx(ctx, tx) })
	if err != nil {
		return err
	}
	if r.others, err = s.Links.Linked(ctx, r.member, mostLinked); err != nil {
		return err
	}
	if len(r.others) > mostLinked {
		s.Log.Warn("refund: a member is linked to more than can be counted together; a person has to look", "member", r.member)
		return errInactive()
	}
	return r.readOthers(ctx)
}

// openTx refuses under a condition, and in a week that had its receive.
func (r *receive) openTx(ctx context.Context, tx *store.Tx) error {
	if err := r.service.freeTx(ctx, tx, r.member); err != nil {
		return err
	}
	n, err := refunddb.New(tx).CountInWeek(ctx, r.member, week(tx.Now))
	if err != nil {
		return fmt.Errorf("refund: receive: %w", err)
	}
	if n > 0 {
		return errReceived(tx.Now)
	}
	return nil
}

// freeTx refuses with REFUND_CONDITION while a condition is not over.
func (s *Service) freeTx(ctx context.Context, tx *store.Tx, member string) error {
	err := s.Bonuses.RemainingTx(ctx, tx, member)
	if fault.Is(err, fault.BONUS_REMAINING) {
		return fault.New(fault.REFUND_CONDITION, "a condition is active")
	}
	return err
}

// readOthers reads what those who share C have, one by one. Their deposits are read before it and their withdrawals after,
// so that money that moves meanwhile can only lessen the loss.
func (r *receive) readOthers(ctx context.Context) error {
	s := r.service
	r.lives = map[string]Life{}
	for _, other := range r.others {
		var life Life
		err := s.Store.Write(ctx, func(tx *store.Tx) (err error) {
			life.Deposits, err = s.Lives.DepositedTx(ctx, tx, other)
			return err
		})
		if err != nil {
			return err
		}
		t, err := s.Totals.StableTotal(ctx, other)
		if fault.Is(err, fault.TRY_AGAIN) || err == nil && !t.MostKnown {
			return fault.New(fault.TRY_AGAIN, "what a linked member has can't be known now")
		}
		if err != nil {
			return err
		}
		life.Total = t.Most
		r.lives[other] = life
	}
	return nil
}

// decideTx is the receive: T is the member's own, with nothing under way.
func (r *receive) decideTx(ctx context.Context, tx *store.Tx, t bonus.Total) error {
	q := refunddb.New(tx)
	if done, err := r.known(ctx, q); done || err != nil {
		return err
	}
	if err := r.openTx(ctx, tx); err != nil {
		return err
	}
	if !t.MostKnown {
		_, err := t.Exact()
		return err
	}
	own, seen, err := r.livesTx(ctx, tx, q, t)
	if err != nil {
		return err
	}
	linked := make([]Life, 0, len(r.others))
	for _, other := range r.others {
		linked = append(linked, r.lives[other])
	}
	loss := Refundable(own, linked...)
	refund := Refund(loss, r.settings.Percent, r.settings.WeekCap)
	if refund < r.settings.Minimum {
		return fault.New(fault.REFUND_MINIMUM, "the refund is below the minimum").
			With("minimum", r.settings.Minimum.Number()).With("loss", max(0, loss).Number()).With("next", nil)
	}
	return r.payTx(ctx, tx, q, own, seen, loss, refund)
}

// livesTx locks C* of all who share C, in one order, and reads what was left to read.
func (r *receive) livesTx(
	ctx context.Context, tx *store.Tx, q *refunddb.Queries, t bonus.Total,
) (own Life, seen refunddb.RefundMember, err error) {
	all := append([]string{r.member}, r.others...)
	slices.Sort(all)
	for _, m := range all {
		row, err := q.LockMember(ctx, m)
		if err != nil {
			return own, seen, err
		}
		life := r.lives[m]
		life.Star = money.Amount(row.Star)
		if life.Withdrawals, err = r.service.Lives.WithdrawnTx(ctx, tx, m); err != nil {
			return own, seen, err
		}
		if m != r.member {
			r.lives[m] = life
			continue
		}
		if life.Deposits, err = r.service.Lives.DepositedTx(ctx, tx, m); err != nil {
			return own, seen, err
		}
		life.Total = t.Most
		own, seen = life, row
	}
	return own, seen, nil
}

// payTx raises C* by the whole loss, also where the cap cut the refund, and pays in the same commit.
func (r *receive) payTx(
	ctx context.Context, tx *store.Tx, q *refunddb.Queries, own Life, seen refunddb.RefundMember, loss, refund money.Amount,
) error {
	star, number := seen.Star+int64(loss), seen.Number+1
	n, err := q.RaiseStar(ctx, refunddb.RaiseStarParams{
		Star: star, Now: clock.MicrosOf(tx.Now), Member: r.member, SeenStar: seen.Star, SeenNumber: seen.Number,
	})
	if err != nil {
		return err
	}
	if n == 0 {
		return store.ErrConflict
	}
	moved, err := r.service.Books.MoveTx(ctx, tx, ledger.Order{
		Key: ledger.InternalKey("refund", r.member, strconv.FormatInt(number, 10)), Kind: ledger.KindRefund,
		Debit: ledger.Refund, Credit: ledger.RefundPurse(r.member), Amount: refund, Member: r.member,
	})
	if err != nil {
		return r.service.short(err)
	}
	err = q.AddReceive(ctx, refunddb.AddReceiveParams{
		Member: r.member, Number: number, Operation: r.key.String(), Amount: refund, Loss: int64(loss),
		Deposits: int64(own.Deposits), Withdrawals: int64(own.Withdrawals), Total: int64(own.Total), Star: star,
		Transfer: int64(moved.Transfer.ID), ReceivedWeek: week(tx.Now), ReceivedAt: clock.MicrosOf(tx.Now),
	})
	r.amount = refund
	return err
}

// short: that the house's account is empty is no member's business; it is asked to try again, and an operator is told.
func (s *Service) short(err error) error {
	if refused := (*fault.Error)(nil); errors.As(err, &refused) && refused.Code == fault.MONEY_NOT_ENOUGH {
		s.Log.Error("refund: the budget is used up", "account", string(ledger.Refund))
		return fault.New(fault.TRY_AGAIN, "not possible now")
	}
	return err
}
