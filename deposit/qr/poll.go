package qr

import (
	"context"
	"errors"
	"fmt"
	"time"

	"golang.org/x/sync/errgroup"

	"krapao/deposit"
	"krapao/deposit/internal/depositdb"
	"krapao/internal/clock"
	"krapao/internal/store"
)

// Run asks gateways about codes until the context ends: while a code is open, once after its end, and again after 24
// hours and 7 days (RULES.md section 4). Any number of nodes may run it. A code is leased to one node at a time.
func (s *Service) Run(ctx context.Context) {
	for ctx.Err() == nil {
		n, err := deposit.OneRound(ctx, s.Poll)
		if err != nil && ctx.Err() == nil {
			s.log.Warn("deposit: poll", "error", err)
		}
		if n == pollBatch && err == nil {
			continue // there may be more
		}
		s.store.Rest(ctx, s.timing.Round, quiet, nil)
	}
}

const (
	// quiet is how often due codes are looked for while nothing is written on any node.
	quiet = 10 * time.Second

	pollBatch       = 64
	pollConcurrency = 8
)

// Poll asks once about the codes that are due, and returns their number. It writes nothing if there are none.
func (s *Service) Poll(ctx context.Context) (int, error) {
	n, err := depositdb.New(s.store.DB()).DueQR(ctx, clock.MicrosOf(s.store.Now()))
	if err != nil {
		return 0, fmt.Errorf("deposit: due codes: %w", err)
	}
	if n == 0 {
		return 0, nil
	}
	var due []depositdb.QrOrder
	err = s.store.Write(ctx, func(tx *store.Tx) (err error) {
		due, err = depositdb.New(tx).ClaimDueQR(ctx, clock.MicrosOf(tx.Now.Add(2*s.timing.Call)), clock.MicrosOf(tx.Now), pollBatch)
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("deposit: due codes: %w", err)
	}
	var g errgroup.Group
	g.SetLimit(pollConcurrency)
	for _, o := range due {
		g.Go(func() error {
			if err := s.inquire(ctx, o); err != nil {
				s.log.Info("deposit: inquiry", "gateway", o.Account, "reference", o.Reference, "error", err)
			}
			return nil
		})
	}
	return len(due), g.Wait()
}

// inquire asks the gateway about a code, books what was paid or taken back, and sets the time of the next inquiry.
func (s *Service) inquire(ctx context.Context, o depositdb.QrOrder) error {
	gateway := s.gateways[o.Account]
	if gateway == nil {
		return s.pollAfter(ctx, o, s.timing.Late[0]) // the operator disconnected it; the code stays known
	}
	state, err := s.ask(ctx, gateway, refOf(o))
	if err != nil {
		return errors.Join(fmt.Errorf("deposit: inquiry: %w", err), s.pollAfter(ctx, o, s.retryPause(o)))
	}
	done, err := s.bookFor(ctx, o, state)
	if done {
		return nil
	}
	if err != nil {
		return errors.Join(err, s.pollAfter(ctx, o, s.timing.Retry))
	}
	if state.Unread != nil { // what is the code's state depends on it
		return errors.Join(fmt.Errorf("deposit: inquiry: %w", state.Unread), s.pollAfter(ctx, o, s.retryPause(o)))
	}
	if state.Status == Open && o.State != stateOpen {
		// It ended for us, or nobody saw the code: it should not stay payable.
		if err := s.cancelOutside(ctx, gateway, refOf(o)); err != nil {
			return errors.Join(fmt.Errorf("deposit: cancel: %w", err), s.pollAfter(ctx, o, s.retryPause(o)))
		}
	}
	return s.advance(ctx, o, state)
}

// bookFor books what an answer says about a code. done: its only payment is booked now, and the next inquiry is set in the same
// commit.
func (s *Service) bookFor(ctx context.Context, o depositdb.QrOrder, state State) (done bool, err error) {
	code := deposit.Arrival{
		Account: o.Account, Channel: deposit.ChannelQR, Reference: o.Reference, Member: o.Member, Expected: o.Amount, EndedAt: endOf(o),
	}
	plain := len(state.Payments) == 1 && len(state.Reversed) == 0 && state.Unread == nil && !state.Undecided && state.Status != Open
	if o.State != stateOpen || !plain {
		return false, s.book(ctx, state, code)
	}
	code.Payment, code.Marked = state.Payments[0], true
	code.Payment.PaidAt = plausible(code.Payment.PaidAt, s.store.Now())
	return s.arrivals.BookWith(ctx, code, func(ctx context.Context, tx *store.Tx, _ depositdb.AddInflowParams) error {
		paid := o
		paid.State = statePaid
		return depositdb.New(tx).PayAskedQR(ctx, depositdb.PayAskedQRParams{
			EndedAt: clock.MicrosOf(tx.Now), PollAt: clock.MicrosOf(s.nextPoll(paid, tx.Now)), Outside: state.Outside,
			Reference: o.Reference, ExpiresAt: o.ExpiresAt,
		})
	})
}

// book books every payment in an answer, and takes back those that the gateway took back. Each is done once, and one that fails
// stops none of the others.
func (s *Service) book(ctx context.Context, state State, code deposit.Arrival) (failed error) {
	now := s.store.Now()
	for _, p := range state.Payments {
		a := code
		a.Payment = p
		a.Payment.PaidAt = plausible(p.PaidAt, now)
		failed = errors.Join(failed, s.bookNew(ctx, a))
	}
	for _, r := range state.Reversed {
		failed = errors.Join(failed, s.arrivals.Reverse(ctx, deposit.ReverseRequest{
			Account: code.Account, Source: r.Source, Reference: r.Source, At: plausible(r.At, now),
		}))
	}
	return failed
}

// bookNew books a payment that is not known yet: a code is asked about again long after it was paid.
func (s *Service) bookNew(ctx context.Context, a deposit.Arrival) error {
	known, err := s.arrivals.Known(ctx, a.Account, a.Payment.Source)
	if err != nil || known {
		return err
	}
	_, err = s.arrivals.Book(ctx, a)
	return err
}

// A gateway's time may differ from ours: no code is asked about for longer than a year, and clocks differ by less than two days.
const (
	oddBefore = 400 * 24 * time.Hour
	oddAfter  = 48 * time.Hour
)

// plausible returns a gateway's time, or now where no payment can be of that time (the year 1 or 2568). The money is the member's
// whatever the time says.
func plausible(at, now time.Time) time.Time {
	if at.Before(now.Add(-oddBefore)) || at.After(now.Add(oddAfter)) {
		return now
	}
	return at
}

// longestRetry is the longest pause between two inquiries that failed.
const longestRetry = 10 * time.Minute

// retryPause is the pause after a failed inquiry. It grows with the age of the code. A gateway that is down for a day
// is then not asked about each code of the day every few seconds.
func (s *Service) retryPause(o depositdb.QrOrder) time.Duration {
	age := s.store.Now().Sub(s.store.CountFrom(o.CreatedAt.Time()))
	return min(max(age/20, s.timing.Retry), max(longestRetry, s.timing.Retry))
}

func refOf(o depositdb.QrOrder) Ref {
	return Ref{Reference: o.Reference, Outside: o.Outside, AskedAt: o.CreatedAt.Time()}
}

func (s *Service) ask(ctx context.Context, gateway Gateway, q Ref) (State, error) {
	ctx, cancel := context.WithTimeout(ctx, s.timing.Call)
	defer cancel()
	return gateway.Inquire(ctx, q)
}

func (s *Service) cancelOutside(ctx context.Context, gateway Gateway, q Ref) error {
	ctx, cancel := context.WithTimeout(ctx, s.timing.Call)
	defer cancel()
	return gateway.Cancel(ctx, q)
}

// advance ends the code if it is over, and sets the time of the next inquiry. It works on the row as it is now,
// because the member may have ended the code during the inquiry.
func (s *Service) advance(ctx context.Context, seen depositdb.QrOrder, state State) error {
	return s.store.Write(ctx, func(tx *store.Tx) error {
		q := depositdb.New(tx)
		o, err := q.QR(ctx, seen.Reference)
		if err != nil {
			return err
		}
		if o.Outside == "" && state.Outside != "" {
			if err := depositdb.New(tx).KeepOutside(ctx, state.Outside, o.Reference); err != nil {
				return err
			}
		}
		held, err := s.reviewTx(ctx, tx, o, state)
		if err != nil {
			return err
		}
		if held != "" {
			o.State = held
		} else if end := s.endBy(o, state, tx.Now); end != "" {
			ended := depositdb.EndQRParams{State: end, EndedAt: clock.MicrosOf(tx.Now), PollAt: o.PollAt, Reference: o.Reference}
			if err := q.EndQR(ctx, ended); err != nil {
				return err
			}
			o.State = end
		} else if o.State != seen.State && o.State != statePaid {
			return q.PollQRAt(ctx, clock.MicrosOf(tx.Now), o.Reference) // it changed during the inquiry: ask again
		}
		next := s.nextPoll(o, tx.Now)
		if soon := tx.Now.Add(s.timing.Undecided); state.Undecided && (next.IsZero() || next.After(soon)) {
			next = soon
		}
		return q.PollQRAt(ctx, clock.MicrosOf(next), o.Reference)
	})
}

// endBy returns the state in which a code that is creating or open ends now, or "" if it does not.
func (s *Service) endBy(o depositdb.QrOrder, state State, now time.Time) string {
	switch {
	case o.State == stateCreating && state.Status == Open:
		return stateFailed // the gateway made it, but its text was lost: the member never saw it
	case o.State == stateCreating && state.Status == NotFound && now.Sub(s.store.CountFrom(o.CreatedAt.Time())) < s.timing.Lost:
		return "" // the create call may still be under way
	case o.State == stateCreating:
		return stateFailed
	case o.State != stateOpen:
		return ""
	case state.Status == Cancelled:
		return stateCancelled
	case state.Status == Expired, !now.Before(o.ExpiresAt.Time()):
		return stateExpired
	}
	return ""
}

// nextPoll returns when a code is asked about again after now. Zero means never.
func (s *Service) nextPoll(o depositdb.QrOrder, now time.Time) time.Time {
	end := o.ExpiresAt.Time()
	if life := end.Sub(o.CreatedAt.Time()); end.After(now.Add(life + clock.Skew)) {
		end = s.store.CountFrom(o.CreatedAt.Time()).Add(life) // it was created by a clock that was ahead
	}
	last := end.Add(s.timing.AfterEnd)
	switch {
	case o.State == stateCreating:
		return now.Add(s.timing.Open)
	case o.State == stateOpen && now.Before(end):
		return minTime(now.Add(s.timing.Open), last)
	case now.Before(last):
		return last
	}
	for _, late := range s.timing.Late {
		if at := end.Add(late); now.Before(at) {
			return at
		}
	}
	return time.Time{}
}

// pollAfter makes a code due again after a pause.
func (s *Service) pollAfter(ctx context.Context, o depositdb.QrOrder, pause time.Duration) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), s.timing.Call)
	defer cancel()
	return s.store.Write(ctx, func(tx *store.Tx) error {
		return depositdb.New(tx).PollQRAt(ctx, clock.MicrosOf(tx.Now.Add(pause)), o.Reference)
	})
}

// endOf returns the instant from which a payment of the code is late.
func endOf(o depositdb.QrOrder) time.Time {
	if o.EndedAt != 0 && o.State != statePaid {
		return o.EndedAt.Time()
	}
	return o.ExpiresAt.Time()
}

func minTime(a, b time.Time) time.Time {
	if b.Before(a) {
		return b
	}
	return a
}
