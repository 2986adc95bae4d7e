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

// mostLinked is how many others a member may share C with. A member with more gets no refund; an operator has to look.
const mostLinked = 8

// Receive pays a member's refund into its purse and returns the amount. The same key pays once and gets the same answer for
// ever. It returns NO_REFUND (params next) if this week's was received, REFUND_MINIMUM, REFUND_CONDITION, REFUND_INACTIVE, or
// TRY_AGAIN if the member's total can't be known now.
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

// receive is one call of Receive.
type receive struct {
	service  *Service
	member   string
	key      ledger.Key
	settings Settings
	// others are the members who share C, sorted. lives holds what they deposited and have; their withdrawals are read last.
	others []string
	lives  map[string]Life
	amount money.Amount
}

// known reports whether the key was used before, and takes its answer.
func (r *receive) known(ctx context.Context, q *refunddb.Queries) (bool, error) {
	row, err := q.ReceiveByOperation(ctx, r.key.String())
	if store.NotFound(err) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("refund: receive a refund: %w", err)
	}
	r.amount = row.Amount
	return true, nil
}

// prepare refuses everything that can be refused without asking a game, and reads the members who share C.
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
		s.Log.Warn("refund: a member is linked to too many others; an operator has to look", "member", r.member)
		return errInactive()
	}
	return r.readOthers(ctx)
}

// openTx refuses under a condition, and if this week's refund was received.
func (r *receive) openTx(ctx context.Context, tx *store.Tx) error {
	if err := r.service.freeTx(ctx, tx, r.member); err != nil {
		return err
	}
	n, err := refunddb.New(tx).CountInWeek(ctx, r.member, week(tx.Now))
	if err != nil {
		return fmt.Errorf("refund: receive a refund: %w", err)
	}
	if n > 0 {
		return errReceived(tx.Now)
	}
	return nil
}

// freeTx returns REFUND_CONDITION while a condition is not over.
func (s *Service) freeTx(ctx context.Context, tx *store.Tx, member string) error {
	err := s.Bonuses.RemainingTx(ctx, tx, member)
	if fault.Is(err, fault.BONUS_REMAINING) {
		return fault.New(fault.REFUND_CONDITION, "a condition is active")
	}
	return err
}

// readOthers reads the totals of the members who share C, one by one. It reads their deposits first, and livesTx reads their
// withdrawals last, so that money that moves meanwhile can only reduce the loss.
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
			return fault.New(fault.TRY_AGAIN, "the total of a linked member can't be known now")
		}
		if err != nil {
			return err
		}
		life.Total = t.Most
		r.lives[other] = life
	}
	return nil
}

// decideTx decides and pays the refund. t is the member's own total, with nothing under way.
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

// livesTx locks the rows of all who share C, always in the same order, and reads the values that are still missing.
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

// payTx raises C* by the whole loss, even if the cap reduced the refund, and pays in the same commit.
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
		return r.service.hideShortfall(err)
	}
	err = q.AddReceive(ctx, refunddb.AddReceiveParams{
		Member: r.member, Number: number, Operation: r.key.String(), Amount: refund, Loss: int64(loss),
		Deposits: int64(own.Deposits), Withdrawals: int64(own.Withdrawals), Total: int64(own.Total), Star: star,
		Transfer: int64(moved.Transfer.ID), ReceivedWeek: week(tx.Now), ReceivedAt: clock.MicrosOf(tx.Now),
	})
	r.amount = refund
	return err
}

// hideShortfall hides an empty house account from the member: it gets TRY_AGAIN, and the log has an error for the operator.
func (s *Service) hideShortfall(err error) error {
	if refused := (*fault.Error)(nil); errors.As(err, &refused) && refused.Code == fault.MONEY_NOT_ENOUGH {
		s.Log.Error("refund: the budget is used up", "account", string(ledger.Refund))
		return fault.New(fault.TRY_AGAIN, "not possible now")
	}
	return err
}
