package wallet

import (
	"context"
	"time"

	"krapao/fault"
	"krapao/game"
	"krapao/internal/patience"
	"krapao/ledger"
	"krapao/wallet/doubt/clue"
)

// sending is the one call to the provider for a leg.
type sending struct {
	s      *Service
	p      game.Provider
	l      leg
	player game.Player
}

// send calls the provider once and settles by its answer. Any failure here leaves the transfer pending.
func (x sending) send(ctx context.Context, t ledger.Transfer) ledger.Transfer {
	m, err := x.s.doubts.Move(x.l.account, x.player, t)
	if err != nil {
		return x.settleForRequest(ctx, t, game.Outcome{Kind: game.Rejected}, clue.NotSent.With(err.Error()))
	}
	if !x.p.Capabilities().CanVerify() && !x.balanceUnchanged(ctx, m) {
		return x.settleForRequest(ctx, t, game.Outcome{Kind: game.Rejected, Reason: game.ReasonInPlay}, string(clue.InPlay))
	}
	call, cancel := context.WithTimeout(ctx, x.callTime(ctx))
	defer cancel()
	return x.settleInTime(ctx, t, x.p.Move(call, m))
}

// settleInTime settles by an outcome, and returns the transfer as it is when the member has to be answered. If the ledger
// takes longer, the transfer is still pending for the member, and the provider's answer is booked all the same.
func (x sending) settleInTime(ctx context.Context, t ledger.Transfer, o game.Outcome) ledger.Transfer {
	if !patience.Waiting(ctx) {
		return x.settleForRequest(ctx, t, o, clue.Answer(o))
	}
	settled := make(chan ledger.Transfer, 1)
	go func() { settled <- x.settleForRequest(ctx, t, o, clue.Answer(o)) }()
	late := time.NewTimer(time.Until(patience.By(ctx)))
	defer late.Stop()
	select {
	case now := <-settled:
		return now
	case <-late.C:
		return t
	}
}

// balanceUnchanged reads the account once more under the lock, at a provider that can't verify a transfer. Only a balance
// that equals the books before the move can later show whether it happened. The books are as they were at the reserve: a pending
// transfer lets nothing else move there.
func (x sending) balanceUnchanged(ctx context.Context, m game.Move) bool {
	ctx, cancel := context.WithTimeout(ctx, x.stillTime(ctx, m.SendBy))
	defer cancel()
	reading, err := x.p.Balance(ctx, m.Player)
	return err == nil && reading.Credits == game.Holding{Account: x.l.account, Memo: x.l.reserved}.Credits()
}

// settleForRequest settles by an outcome for the request that made the transfer, and returns the transfer as it
// is then. why is what is stored of it.
func (x sending) settleForRequest(ctx context.Context, t ledger.Transfer, o game.Outcome, why string) ledger.Transfer {
	settled, err := x.s.doubts.SettleBy(ctx, x.l.account, t, o, why)
	if err != nil {
		x.s.settings.Log.Warn("wallet: transfer left to the settle worker", "transfer", t.ID, "error", err)
	}
	if settled.State != ledger.Pending {
		return settled
	}
	// The move was sent, so the balance before it was read after the transfer was made, and equalled the books.
	if err := x.s.doubts.Note(ctx, x.l.account, t, t.CreatedAt, why); err != nil {
		x.s.settings.Log.Warn("wallet: note an unknown outcome", "transfer", t.ID, "error", err)
	}
	detail := ledger.Detail{Reason: fault.TRANSFER_PENDING, Outside: o.Outside}
	if err := x.s.books.Postpone(ctx, t.ID, 0, x.s.store.Now().Add(x.s.settings.FirstAsk), detail); err != nil {
		x.s.settings.Log.Info("wallet: bring the first question forward", "transfer", t.ID, "error", err)
	}
	return settled
}
