package link

import (
	"context"
	"errors"
	"fmt"
	"time"

	"krapao/deposit"
	"krapao/deposit/internal/depositdb"
	"krapao/fault"
	"krapao/internal/clock"
	"krapao/internal/store"
)

// errTaken says that another node works on the link now.
var errTaken = errors.New("deposit: another node works on this link")

// pursue takes a link as far as the issuer lets it. The caller holds the link's turn. It returns the link in its new
// state. An error says why the link has not ended.
func (s *Service) pursue(ctx context.Context, l depositdb.WalletLink) (depositdb.WalletLink, error) {
	code, err := s.box.Open(sealedRow(l.Reference), l.CodeSealed)
	if err != nil {
		return l, fmt.Errorf("deposit: link %s: %w", l.Reference, err)
	}
	if l.State == stateAsking {
		l, err = s.ask(ctx, l, code)
	} else {
		l, err = s.recall(ctx, l, code)
	}
	if err != nil || l.EndedAt != 0 {
		return l, err
	}
	return s.take(ctx, l, code)
}

// ask looks at a voucher for the first time, before anything is sent. It returns a refused link, or one whose
// redemption is committed as about to be sent.
func (s *Service) ask(ctx context.Context, l depositdb.WalletLink, code string) (depositdb.WalletLink, error) {
	v, err := s.verifyVoucher(ctx, code)
	var no *VoucherError
	switch {
	case errors.As(err, &no) && no.Refusal == VoucherTaken, err == nil && v.Ours != nil:
		// Our wallet has it, but not by a link in our database: no member handed it in to us.
		s.log.Warn("deposit: a wallet link names a voucher that our wallet has already", "reference", l.Reference, "member", l.Member)
		return s.refuseGuess(ctx, l, fault.TRUELINK_DUPLICATE, "our wallet has a share already")
	case no != nil:
		return s.refuseGuess(ctx, l, fault.TRUELINK_INVALID, no.Code)
	case err != nil:
		return s.postpone(ctx, l, err)
	case v.State != VoucherOpen:
		return s.refuseGuess(ctx, l, fault.TRUELINK_INVALID, string(v.State))
	case v.Amount < minimum, v.Share > 0 && v.Share < minimum:
		return s.refuse(ctx, l, fault.TRUELINK_INVALID, "under the minimum")
	}
	err = s.store.Write(ctx, func(tx *store.Tx) error { return s.readyTx(ctx, tx, l, v) })
	limit := (*fault.Error)(nil)
	switch {
	case errors.Is(err, store.ErrUnique):
		// Two spellings of the same voucher: the issuer's number shows it.
		return s.refuse(ctx, l, fault.TRUELINK_DUPLICATE, "voucher "+v.ID+" is claimed by another link")
	case errors.As(err, &limit) && (limit.Code == fault.LIMIT_REACHED || limit.Code == fault.SELF_EXCLUDED):
		// A limit is not a failure of the link: the claim is free, and the form stays open.
		l, err = s.refuse(ctx, l, limit.Code, "")
		return l, errors.Join(limit, err)
	case err != nil:
		return l, err
	}
	return depositdb.New(s.store.DB()).Link(ctx, l.Reference)
}

// readyTx commits that a redemption is about to be sent. The limits are checked again, because the amount is known
// now.
func (s *Service) readyTx(ctx context.Context, tx *store.Tx, l depositdb.WalletLink, v Voucher) error {
	if err := depositdb.New(store.Lock{Tx: tx}).LockMember(ctx, l.Member); err != nil {
		return err
	}
	expected := v.Share
	if expected == 0 {
		expected = v.Amount // random shares: ours may be all of it
	}
	if err := s.allowedTx(ctx, tx, l.Member, expected); err != nil {
		return err
	}
	n, err := depositdb.New(tx).TakeLink(ctx, depositdb.TakeLinkParams{
		Voucher: v.ID, Amount: expected, Clean: v.Told, SendBy: clock.MicrosOf(tx.Now.Add(s.timing.Send)),
		DueAt: clock.MicrosOf(tx.Now.Add(s.timing.Request)), Reference: l.Reference, Turn: l.Turn,
	})
	if err == nil && n == 0 {
		err = errTaken
	}
	return err
}

// take sends the committed redemption.
func (s *Service) take(ctx context.Context, l depositdb.WalletLink, code string) (depositdb.WalletLink, error) {
	called, cancel := context.WithTimeout(ctx, min(s.timing.Call, longestCall))
	got, err := s.issuer.Redeem(called, code, l.SendBy.Time())
	cancel()
	var no *VoucherError
	switch {
	case err == nil:
		return s.credit(ctx, l, got)
	case errors.As(err, &no) && no.Refusal == VoucherTaken:
		return s.found(ctx, l, code) // taken by us since this link: the issuer knows the amount
	case no != nil && l.Sends == 1:
		return s.refuseGuess(ctx, l, fault.TRUELINK_INVALID, no.Code)
	}
	// After an attempt without an answer, a voucher that is spent or expired may have been taken by us.
	return s.postpone(ctx, l, err)
}

// recall asks about a redemption that got no answer. It returns the link at its end, or one whose redemption is
// committed as about to be sent again. Repeating it is safe, because a wallet takes a voucher only once.
func (s *Service) recall(ctx context.Context, l depositdb.WalletLink, code string) (depositdb.WalletLink, error) {
	v, err := s.verifyVoucher(ctx, code)
	switch {
	case err != nil:
		return s.postpone(ctx, l, err) // also a refusal: it does not say who took what
	case v.Ours != nil:
		return s.ours(ctx, l, v)
	case v.State != VoucherOpen && v.Told:
		return s.refuseGuess(ctx, l, fault.TRUELINK_INVALID, "no share is ours, and none is left: "+string(v.State))
	case v.State != VoucherOpen:
		return s.postpone(ctx, l, fmt.Errorf("the voucher is %s, and the issuer does not say by whom", v.State))
	}
	err = s.store.Write(ctx, func(tx *store.Tx) error {
		n, err := depositdb.New(tx).ResendLink(ctx, depositdb.ResendLinkParams{
			SendBy: clock.MicrosOf(tx.Now.Add(s.timing.Send)), DueAt: clock.MicrosOf(tx.Now.Add(s.timing.Request)),
			Reference: l.Reference, Turn: l.Turn,
		})
		if err == nil && n == 0 {
			err = errTaken
		}
		return err
	})
	if err != nil {
		return l, err
	}
	return depositdb.New(s.store.DB()).Link(ctx, l.Reference)
}

// found asks how much our wallet got, after the issuer said that our wallet has taken the voucher.
func (s *Service) found(ctx context.Context, l depositdb.WalletLink, code string) (depositdb.WalletLink, error) {
	v, err := s.verifyVoucher(ctx, code)
	switch {
	case err != nil:
		return s.postpone(ctx, l, err)
	case v.Ours == nil:
		return s.postpone(ctx, l, errors.New("the issuer says that we have a share, and shows none"))
	}
	return s.ours(ctx, l, v)
}

// ours credits a share that our wallet has but that no answer reported. It is this member's only if it is certain
// that our wallet did not have it before.
func (s *Service) ours(ctx context.Context, l depositdb.WalletLink, v Voucher) (depositdb.WalletLink, error) {
	if !l.Clean {
		return s.postpone(ctx, l, fmt.Errorf("our wallet has %s of the voucher, and perhaps had it before this link", v.Ours.Amount))
	}
	return s.credit(ctx, l, *v.Ours)
}

// credit books the amount that we got, once, and ends the link.
func (s *Service) credit(ctx context.Context, l depositdb.WalletLink, got Redemption) (depositdb.WalletLink, error) {
	if _, err := s.arrivals.Book(ctx, s.arrival(l, got)); err != nil {
		return s.postpone(ctx, l, err)
	}
	row, err := depositdb.New(s.store.DB()).InflowBySource(ctx, l.Account, l.Code)
	switch {
	case store.NotFound(err), err == nil && row.Reference != l.Reference:
		s.log.Error("deposit: a voucher was booked by another link", "reference", l.Reference, "voucher", got.Voucher)
		return s.refuse(ctx, l, fault.TRUELINK_DUPLICATE, "voucher "+got.Voucher+" is booked already")
	case err != nil:
		return s.postpone(ctx, l, err)
	}
	return s.end(ctx, l, depositdb.EndLinkParams{State: stateCredited, Amount: row.Amount, Reason: row.Reason, Said: l.Said})
}

// arrival returns the money of a link. Its source is the blind index of the voucher's code, because anybody who reads
// the code itself can take the remaining shares.
func (s *Service) arrival(l depositdb.WalletLink, got Redemption) deposit.Arrival {
	at := got.At
	if at.IsZero() {
		at = s.store.Now()
	}
	a := deposit.Arrival{
		Account: l.Account, Channel: deposit.ChannelLink, Reference: l.Reference, Member: l.Member,
		Payment: deposit.Payment{Source: l.Code, Amount: got.Amount, PaidAt: at},
	}
	if number := got.Voucher; number != "" {
		a.Payment.Also = []deposit.Identifier{{Kind: "voucher:" + l.Account, Value: number}}
	}
	return a
}

func (s *Service) verifyVoucher(ctx context.Context, code string) (Voucher, error) {
	ctx, cancel := context.WithTimeout(ctx, min(s.timing.Call, longestCall))
	defer cancel()
	return s.issuer.Verify(ctx, code)
}

// refuseGuess ends a link that its issuer refused. It may have been a guess and counts as a failure of the hour.
func (s *Service) refuseGuess(
	ctx context.Context, l depositdb.WalletLink, reason fault.Code, said string,
) (depositdb.WalletLink, error) {
	return s.end(ctx, l, depositdb.EndLinkParams{State: stateRefused, Reason: string(reason), Said: said, Guess: true})
}

// refuse ends a link that certainly redeemed nothing and was no guess.
func (s *Service) refuse(
	ctx context.Context, l depositdb.WalletLink, reason fault.Code, said string,
) (depositdb.WalletLink, error) {
	return s.end(ctx, l, depositdb.EndLinkParams{State: stateRefused, Reason: string(reason), Said: said})
}

func (s *Service) end(ctx context.Context, l depositdb.WalletLink, end depositdb.EndLinkParams) (depositdb.WalletLink, error) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), s.timing.Call)
	defer cancel()
	end.Reference, end.Turn = l.Reference, l.Turn
	err := s.store.Write(ctx, func(tx *store.Tx) error {
		end.EndedAt = clock.MicrosOf(tx.Now)
		s.arrivals.ChangedTx(tx, l.Member)
		_, err := depositdb.New(tx).EndLink(ctx, end)
		return err
	})
	if err != nil {
		return l, err
	}
	return depositdb.New(s.store.DB()).Link(ctx, l.Reference) // if the turn was lost, this is the state that the other one left
}

// postpone leaves a link to the job and stores the reason for operators.
func (s *Service) postpone(ctx context.Context, l depositdb.WalletLink, why error) (depositdb.WalletLink, error) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), s.timing.Call)
	defer cancel()
	err := s.store.Write(ctx, func(tx *store.Tx) error {
		_, err := depositdb.New(tx).PostponeLink(ctx, depositdb.PostponeLinkParams{
			Said: cut(why.Error()), DueAt: clock.MicrosOf(tx.Now.Add(s.pause(l))), Reference: l.Reference, Turn: l.Turn,
		})
		return err
	})
	if err != nil {
		return l, errors.Join(why, err)
	}
	now, err := depositdb.New(s.store.DB()).Link(ctx, l.Reference)
	if err != nil {
		return l, errors.Join(why, err)
	}
	if now.EndedAt != 0 {
		return now, nil // another one has ended it
	}
	return now, why
}

// pause grows from a few seconds to ten minutes. An operator's case is asked about every hour.
func (s *Service) pause(l depositdb.WalletLink) time.Duration {
	if s.old(l) {
		return time.Hour
	}
	const longest = 10 * time.Minute
	pause := s.timing.Retry
	for n := int64(0); n < l.Tries && pause < longest; n++ {
		pause *= 2
	}
	return min(pause, longest)
}

// cut shortens a text for operators to what the column should hold.
func cut(text string) string {
	const most = 300
	if r := []rune(text); len(r) > most {
		return string(r[:most])
	}
	return text
}
