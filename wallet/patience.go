package wallet

import (
	"context"
	"errors"
	"time"

	"krapao/game"
	"krapao/internal/patience"
	"krapao/ledger"
)

// How the steps of a transfer share a request's time (internal/patience has the whole, 24 s):
//
//	before        until 16 s (11 s)  waiting for the member's hold and for another transfer of the account, reading
//	reserve       until 17 s (12 s)  the commit that takes the money out of what the member can spend
//	reading again until 17 s         only where the balance is the only evidence, and never beyond SendBy: at least 5 s
//	call          until 22 s         the provider's; at least 5 s, at most game.Timeouts.Call
//	booking       until 24 s         post or void; then the member is told "in progress", and it is booked all the same
//
// In brackets: where the account is read again. Each step may use what the steps before it left.
//
// None of these numbers protects money. The following do; they count from the commit of the intent and are never
// extended: SendBy, after which nothing is sent; the lease (intentLease), after which the settle worker may take the
// transfer, and which is longer than the last moment of sending and the call; the provider's window, from the same
// moment; and the fence, which stops an overtaken request from settling. A slow request always loses against them: it
// sends nothing any more, or finds the transfer settled.
const (
	// reserveShare is for the commit that reserves, stillShare for the reading under the lock, callShare the least for a
	// call.
	reserveShare = time.Second
	stillShare   = 5 * time.Second
	callShare    = 5 * time.Second
	// longestAfter is the longest afterReserve of any provider.
	longestAfter = stillShare + callShare + patience.Book
	// readShare is the least for reading a total.
	readShare = 2 * time.Second
	// decideShare is for the transaction that decides, out of the hold's time.
	decideShare = 3 * time.Second
)

// afterReserve returns the time that a request needs from the reserve on.
func afterReserve(p game.Provider) time.Duration {
	if !p.Capabilities().CanVerify() {
		return longestAfter
	}
	return callShare + patience.Book
}

// callTime returns how long the provider's call may take.
func (x sending) callTime(ctx context.Context) time.Duration {
	left := time.Until(patience.By(ctx)) - patience.Book
	return min(x.s.games.CallTimeout(), max(left, callShare))
}

// stillTime returns how long the reading under the lock may take, for a move that is sent by sendBy or not at all.
func (x sending) stillTime(ctx context.Context, sendBy time.Time) time.Duration {
	left := time.Until(patience.By(ctx)) - patience.Book - callShare
	return min(x.s.games.AskTimeout(), max(left, stillShare), sendBy.Sub(x.s.store.Now()))
}

// intentLease is how long an intent belongs to its request after the commit. The settle worker takes it when nothing can
// be on its way any more. call is how long a provider's call may take.
func (s Settings) intentLease(call time.Duration) time.Duration { return s.SendBy + call + time.Second }

// errUnderWay is the cause of a refusal because another transfer is under way.
var errUnderWay = errors.New("wallet: a transfer is under way")

// passes reports whether a refusal will pass by itself while the member waits: the member's total is being read, or
// another transfer of an account (empty: of any account) is on its way. It does not for a transfer with an unknown
// outcome, which may take minutes.
func (s *Service) passes(ctx context.Context, member string, account ledger.Account) func(error) bool {
	return func(err error) bool {
		switch {
		case errors.Is(err, ledger.ErrHeld):
			return true
		case !errors.Is(err, errUnderWay) && !errors.Is(err, game.ErrMoving):
			return false
		}
		pending, err := s.books.Pending(ctx, member)
		if err != nil {
			return false
		}
		for _, t := range pending {
			ours := t.Kind == game.KindIn || t.Kind == game.KindOut
			if ours && (account == "" || t.Debit == account || t.Credit == account) && t.Detail.Reason != "" {
				return false // it is asked about, see settleForRequest
			}
		}
		return true
	}
}
