package qr

import (
	"context"

	"krapao/deposit/internal/depositdb"
	"krapao/fault"
	"krapao/internal/clock"
	"krapao/internal/store"
)

// reviewTx stores what a gateway says about a payment that it holds: first that it holds it, later its decision. The
// member sees both (Transfers). It returns the new state of the code, or "" if it stays.
func (s *Service) reviewTx(ctx context.Context, tx *store.Tx, o depositdb.QrOrder, state State) (string, error) {
	q := depositdb.New(tx)
	next, reason := reviewed(o.State, state)
	var n int64
	var err error
	switch next {
	case "":
		return "", nil
	case stateReview:
		n, err = q.HoldQR(ctx, clock.MicrosOf(tx.Now), o.Reference)
	default:
		n, err = q.DecideQR(ctx, depositdb.DecideQRParams{
			State: next, Reason: string(reason), EndedAt: clock.MicrosOf(tx.Now), Reference: o.Reference,
		})
	}
	if err != nil || n == 0 {
		return "", err
	}
	s.arrivals.ChangedTx(tx, o.Member)
	return next, nil
}

// reviewed returns the state that follows from a gateway's answer about a payment that it holds or held. An answer
// that does not mention a payment decides nothing.
func reviewed(now string, state State) (next string, reason fault.Code) {
	switch {
	case state.Undecided && now != statePaid && now != stateReview:
		return stateReview, ""
	case state.Undecided || now != stateReview:
		return "", ""
	case len(state.Payments) > 0:
		return statePaid, ""
	case len(state.Reversed) > 0:
		return stateRejected, fault.DEPOSIT_RETURNED
	case state.Status == Cancelled || state.Status == Expired:
		return stateRejected, fault.DEPOSIT_REFUSED
	}
	return "", ""
}
