package qr

import (
	"context"
	"errors"
	"fmt"
	"time"

	"krapao/deposit"
	"krapao/deposit/internal/depositdb"
	"krapao/fault"
	"krapao/internal/clock"
	"krapao/internal/patience"
	"krapao/internal/qr"
	"krapao/internal/store"
	"krapao/money"
)

// States of our QR codes (qr_order.state). Payments are booked in every state: none of them says "not paid".
const (
	stateCreating  = "creating"  // committed; the gateway's answer is not known
	stateOpen      = "open"      // shown to the member
	statePaid      = "paid"      // booked at least once
	stateCancelled = "cancelled" // by the member, or by a newer code
	stateExpired   = "expired"
	stateReview    = "review"   // it was paid, and the gateway has not decided about the payment yet
	stateRejected  = "rejected" // it was paid, and the gateway rejected the payment
	stateRefused   = "refused"  // the gateway rejected the request
	stateFailed    = "failed"   // the gateway's answer was lost; if there is a code, nobody saw it
)

// Ask is a member's request for a code.
type Ask struct {
	Member string
	// Code is that of the panel.
	Code   string
	Amount money.Amount
	// Operation is the key of the request. Empty: it has none.
	Operation string
}

// Create makes a code without a key.
func (s *Service) Create(ctx context.Context, member, code string, amount money.Amount) (View, error) {
	return s.CreateNew(ctx, Ask{Member: member, Code: code, Amount: amount})
}

// CreateNew makes a code for a member at one bank, under a key that Replay has just not known. A member has one code at a
// time: one that is open elsewhere is cancelled. A rejection by the gateway is an answer (Shown is false, with its reason). An
// unknown outcome is QR_FAIL, and is settled by asking again.
func (s *Service) CreateNew(ctx context.Context, ask Ask) (View, error) {
	member, code, amount := ask.Member, ask.Code, ask.Amount
	to, err := s.members.Recipient(ctx, member)
	if err != nil {
		return View{}, err
	}
	account, err := s.arrivals.AccountInForceAt(ctx, code, to.Content)
	if err != nil {
		return View{}, err
	}
	gateway, err := s.gatewayOf(account)
	if err != nil {
		return View{}, err
	}
	if err := account.Checked(); err != nil {
		return View{}, err
	}
	if amount < max(account.Minimum, 1) {
		return View{}, fault.New(fault.QR_MINIMUM, "a code at %s is for at least %s baht", code, account.Minimum).
			With("minimum", account.Minimum.Number())
	}
	if most := account.MostQR(); amount > most {
		return View{}, fault.New(fault.QR_MAXIMUM, "a code at %s is for at most %s baht", code, most).With("maximum", most.Number())
	}
	if to.Playing != nil {
		return View{}, to.Playing
	}
	intent, fresh, err := s.intend(ctx, ask)
	if err != nil {
		return View{}, err
	}
	if !fresh {
		view, err := s.awaitFirst(ctx, intent)
		view.Other = ask.Operation != intent.Operation
		return view, err
	}
	// From here on the work goes on even if the member disconnects: the gateway's answer must be stored.
	ctx = context.WithoutCancel(ctx)
	made, err := s.askGateway(ctx, gateway, Order{
		Reference: intent.Reference, Amount: amount, Payer: to.Account,
		SendBy: intent.CreatedAt.Time().Add(s.timing.Send),
	})
	ctx, cancel := context.WithTimeout(ctx, s.timing.Call)
	defer cancel()
	return s.created(ctx, intent, made, err)
}

// askGateway gives the call all the time that the request can wait, because a code whose text does not come is lost
// for the member. Some gateways need two calls. SendBy is not extended: after it the poll job may have asked about
// the code.
func (s *Service) askGateway(ctx context.Context, gateway Gateway, order Order) (Code, error) {
	ctx, cancel := context.WithTimeout(ctx, s.creatingTime())
	defer cancel()
	ctx, end := patience.But(ctx, patience.Book)
	defer end()
	return gateway.Create(ctx, order)
}

// creatingTime is how long a code may be in creation: until the call may no longer be sent, plus the time of the call.
func (s *Service) creatingTime() time.Duration { return s.timing.Send + s.timing.Call }

// intend commits the intent before the gateway is asked. fresh is false if the same request of the same member is
// under way or was made a moment ago (a double tap, two tabs). Then both get the same code.
func (s *Service) intend(ctx context.Context, ask Ask) (o depositdb.QrOrder, fresh bool, err error) {
	member, code, amount := ask.Member, ask.Code, ask.Amount
	err = s.store.WriteTogether(ctx, together(member), func(tx *store.Tx) error {
		q := depositdb.New(tx)
		fresh = false
		// One at a time. Of many at once, each would find the row of a quicker one, again and again.
		if err := depositdb.New(store.Lock{Tx: tx}).LockMember(ctx, member); err != nil {
			return err
		}
		if err := s.arrivals.WithinTx(ctx, tx, member, amount); err != nil {
			return err
		}
		o, err = q.OpenQR(ctx, member)
		switch {
		case store.NotFound(err):
		case err != nil:
			return err
		case o.Account == code && o.Amount == amount && s.repeats(o, tx.Now):
			return nil
		default:
			if err := s.endTx(ctx, tx, o, endedBy(o, tx.Now), ""); err != nil {
				return err
			}
		}
		fresh = true
		o = depositdb.QrOrder{
			Reference: s.arrivals.NewReference(), Member: member, Account: code, Amount: amount, State: stateCreating,
			CreatedAt: clock.MicrosOf(tx.Now),
			// Until the gateway says when the code ends, it lives as long as a call may take.
			ExpiresAt: clock.MicrosOf(tx.Now.Add(s.creatingTime())),
			PollAt:    clock.MicrosOf(tx.Now.Add(s.creatingTime())),
			Operation: ask.Operation,
		}
		return depositdb.New(store.Absent{Tx: tx}).AddQR(ctx, depositdb.AddQRParams{
			Reference: o.Reference, Member: o.Member, Account: o.Account, Amount: o.Amount,
			CreatedAt: o.CreatedAt, ExpiresAt: o.ExpiresAt, PollAt: o.PollAt, Operation: o.Operation,
		})
	})
	return o, fresh, err
}

// together: the codes of many members that are made at the same time share their commits.
func together(member string) store.Together { return store.Together{Row: "codes", Of: member} }

// repeats reports whether a request equal to the one that made o is a repetition of it. A second tap may come after
// the answer to the first. A new code would then replace the one that the member is about to pay.
func (s *Service) repeats(o depositdb.QrOrder, now time.Time) bool {
	age := now.Sub(o.CreatedAt.Time())
	if o.State == stateCreating {
		return age < s.creatingTime()
	}
	return age < s.timing.DuplicateWindow && now.Before(o.ExpiresAt.Time())
}

// endedBy returns the end state of a code that makes room for a new one.
func endedBy(o depositdb.QrOrder, now time.Time) string {
	if o.State == stateOpen && !now.Before(o.ExpiresAt.Time()) {
		return stateExpired
	}
	return stateCancelled
}

// endTx marks a code as ended in our database and makes it due for the poll job. The job cancels it at the gateway, and finds
// payments made in the meantime.
func (s *Service) endTx(ctx context.Context, tx *store.Tx, o depositdb.QrOrder, state, reason string) error {
	end := depositdb.EndQRParams{
		State: state, Reason: reason, EndedAt: clock.MicrosOf(tx.Now), PollAt: clock.MicrosOf(tx.Now), Reference: o.Reference,
	}
	if state == stateRefused {
		end.PollAt = 0 // a definitive rejection: there is nothing to ask about
	}
	return depositdb.New(tx).EndQR(ctx, end)
}

// created stores the gateway's answer and returns it to the member.
func (s *Service) created(ctx context.Context, intent depositdb.QrOrder, made Code, callErr error) (View, error) {
	var refusal *RefusedError
	switch {
	case errors.As(callErr, &refusal):
		err := s.store.Write(ctx, func(tx *store.Tx) error {
			return s.endTx(ctx, tx, intent, stateRefused, refusal.Reason)
		})
		return View{Message: refusedWords(refusal.Reason)}, err
	case callErr != nil:
		return View{}, s.lost(ctx, intent, fault.Wrap(callErr, fault.QR_FAIL, "the gateway's answer is not known"))
	}
	if err := agrees(made, intent); err != nil {
		return View{}, s.lost(ctx, intent, fault.Wrap(err, fault.QR_FAIL, "the gateway's answer is not usable"))
	}
	var o depositdb.QrOrder
	ended := false
	err := s.store.WriteTogether(ctx, together(intent.Member), func(tx *store.Tx) (err error) {
		o, err = depositdb.New(tx).OpenedQR(ctx, depositdb.OpenedQRParams{
			Payload: made.Payload, Outside: made.Outside, ExpiresAt: clock.MicrosOf(made.ExpiresAt),
			PollAt: clock.MicrosOf(tx.Now.Add(s.timing.Open)), Reference: intent.Reference,
		})
		if ended = store.NotFound(err); ended {
			return nil
		}
		return err
	})
	switch {
	case err != nil:
		return View{}, err
	case ended: // in the meantime
		return s.show(ctx, intent.Reference)
	}
	return s.viewOf(o)
}

// lost ends a code whose text never reached us, so that the member can ask for another one at once. The poll job asks
// about the code, cancels it if it exists, and books any payment of it.
func (s *Service) lost(ctx context.Context, intent depositdb.QrOrder, told *fault.Error) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), s.timing.Call)
	defer cancel()
	err := s.store.Write(ctx, func(tx *store.Tx) error { return s.endTx(ctx, tx, intent, stateFailed, "") })
	if err != nil {
		s.log.Warn("deposit: a lost code stays open until the poll job ends it", "reference", intent.Reference, "error", err)
	}
	return told
}

// agrees checks that a code asks for the right amount. Otherwise it is not shown.
func agrees(made Code, intent depositdb.QrOrder) error {
	payload, err := qr.Parse(made.Payload)
	if err != nil {
		return err
	}
	if payload.Amount != intent.Amount {
		return fmt.Errorf("deposit: code %s asks for %s instead of %s", intent.Reference, payload.Amount, intent.Amount)
	}
	return nil
}

// Cancel ends a member's own code. NO_DATA for any other code. A code that has ended stays as it is. Money that still
// arrives for it is credited.
func (s *Service) Cancel(ctx context.Context, member, reference string) error {
	return s.store.Write(ctx, func(tx *store.Tx) error {
		o, err := depositdb.New(tx).QR(ctx, reference)
		if store.NotFound(err) || err == nil && o.Member != member {
			return fault.New(fault.NO_DATA, "no such code")
		}
		if err != nil {
			return err
		}
		return s.endTx(ctx, tx, o, stateCancelled, "")
	})
}

// gatewayOf returns the gateway of a panel. NO_BANK if the account is no panel, or its gateway is not connected.
func (s *Service) gatewayOf(a deposit.Account) (Gateway, error) {
	gateway := s.gateways[a.Code]
	if !a.QR || gateway == nil {
		return nil, fault.New(fault.NO_BANK, "deposit account %q takes no QR codes now", a.Code)
	}
	return gateway, nil
}

// PaidTx implements deposit.Codes.
func (s *Service) PaidTx(ctx context.Context, tx *store.Tx, reference string) error {
	return depositdb.New(tx).PayQR(ctx, clock.MicrosOf(tx.Now), reference)
}
