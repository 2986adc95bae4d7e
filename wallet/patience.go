package wallet

import (
	"context"
	"errors"
	"time"

	"krapao/game"
	"krapao/internal/patience"
	"krapao/ledger"
	"krapao/wallet/doubt"
)

// How a request's time is shared out among the steps of a transfer (internal/patience has the whole, 24 s):
//
//	before        until 16 s (11 s)  waiting for the member's hold and for another transfer of the account, reading, idling
//	reserve       until 17 s (12 s)  the commit that takes the money out of what the member can spend
//	reading again until 17 s         only where the balance is the only witness, and never beyond SendBy: at least 5 s
//	call          until 22 s         the provider's; at least 5 s, at most game.Settings.CallTimeout
//	booking       until 24 s         post or void; then the member is told that it is under way, and it is booked all the same
//
// In brackets: where the account is read again. Each step has what the steps before it did not use.
//
// None of these numbers guards money; that is what the following do, which are counted from the intent's commit and never
// stretched: SendBy, after which nothing goes on the wire; the lease (intentLease), after which the settle worker may take the
// transfer up, and which is longer than the last moment of sending and the call's time; the provider's window, which counts from
// the same moment; and the fence, which keeps a request that was overtaken from settling. A request that is slow at any step
// loses against them and not the other way round: it sends nothing any more, or it finds the transfer settled.
const (
	// reserveShare is the reserving commit's, stillShare the reading's under the lock, callShare the least that a call gets.
	reserveShare = time.Second
	stillShare   = 5 * time.Second
	callShare    = 5 * time.Second
	// longestAfter is afterReserve of a provider of either kind.
	longestAfter = stillShare + callShare + patience.Book
	// readShare is the least that reading a total gets.
	readShare = 2 * time.Second
	// decideShare is the deciding transaction's, of a hold.
	decideShare = 3 * time.Second
)

// afterReserve is the time that a request needs from the reserve on.
func afterReserve(p game.Provider) time.Duration {
	if !doubt.CanVerify(p) {
		return longestAfter
	}
	return callShare + patience.Book
}

// callTime is what the provider's call may take.
func (x sending) callTime(ctx context.Context) time.Duration {
	left := time.Until(patience.By(ctx)) - patience.Book
	return min(x.s.games.CallTimeout(), max(left, callShare))
}

// stillTime is what the reading under the lock may take, for a move that leaves by sendBy or not at all.
func (x sending) stillTime(ctx context.Context, sendBy time.Time) time.Duration {
	left := time.Until(patience.By(ctx)) - patience.Book - callShare
	return min(x.s.games.AskTimeout(), max(left, stillShare), sendBy.Sub(x.s.store.Now()))
}

// intentLease is how long after its commit an intent is the request's own: the settle worker takes it up when nothing can be on
// its way any more.
func (s *Service) intentLease() time.Duration {
	return s.settings.SendBy + s.games.CallTimeout() + time.Second
}

// errUnderWay is the cause of a refusal because another transfer is under way.
var errUnderWay = errors.New("wallet: a transfer is under way")

// passes tells a refusal that passes by itself, within the time that a member waits: the member's total is being read, or
// another transfer of an account (empty: of any) is on its way. One whose outcome is not known may take minutes, and nobody
// waits for it.
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
				return false // it is asked about, see settleRequest
			}
		}
		return true
	}
}
