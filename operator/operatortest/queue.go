package operatortest

import (
	"context"
	"time"

	"krapao/chat"
	"krapao/deposit"
	"krapao/deposit/slip"
	"krapao/internal/store"
	"krapao/internal/waiting"
	"krapao/ledger"
	"krapao/member/holder"
	"krapao/operator"
	"krapao/operator/queue"
	"krapao/wallet/doubt"
)

// Waiting is the queue of the house on one node.
func (h *House) Waiting(node *store.Store) *queue.Service {
	return queue.New(queue.Deps{
		Sources: h.Sources(), Claims: queue.NewClaims(node), People: h.Approvals, Now: h.Now.Now,
	})
}

// Sources are all kinds of what waits in the house.
func (h *House) Sources() []queue.Source {
	doubts := doubt.New(h.Store, h.Ledger, doubt.Games{}, nil, doubt.Settings{})
	chats, holders := chat.New(chat.Deps{Store: h.Store}), holder.NewCases(h.Store)
	owing := func(ctx context.Context, after waiting.Cursor, most int) ([]waiting.Row, error) {
		found, err := h.Ledger.OwingAfter(ctx, after.ID, most)
		return waiting.List("owing", found, err, func(d ledger.Debt) waiting.Row { return waiting.Row{ID: d.Member, Amount: d.Amount} })
	}
	owed := func(ctx context.Context) (int64, time.Time, error) {
		found, err := h.Ledger.OwingAfter(ctx, "", 100)
		return int64(len(found)), time.Time{}, err
	}
	arrivals, slips := deposit.PendingIn(h.Deposits.Service), slip.PendingIn(h.Deposits.Slips)
	decisions := queue.Decisions(h.Approvals)
	return []queue.Source{
		queue.From(queue.Withdrawal, operator.Cashier, h.Requests.WaitingAfter, h.Requests.InReview),
		queue.From(queue.Payout, operator.Cashier, h.Requests.UnknownAfter, h.Requests.CountUnknown),
		queue.From(queue.Slip, operator.Cashier, slips.After, slips.Count),
		queue.From(queue.Declared, operator.Cashier, h.Deposits.Declared.WaitingAfter, h.Deposits.Declared.CountWaiting),
		queue.From(queue.Unmatched, operator.Cashier, arrivals.UnmatchedAfter, arrivals.CountUnmatched),
		queue.From(queue.Held, operator.Cashier, arrivals.HeldAfter, arrivals.CountHeld),
		queue.From(queue.Link, operator.Cashier, h.Deposits.Links.WaitingAfter, h.Deposits.Links.CountWaiting),
		queue.From(queue.Line, operator.Cashier, h.Deposits.Feeds.WaitingAfter, h.Deposits.Feeds.CountWaiting),
		queue.From(queue.Unsettled, operator.Cashier, doubts.WaitingAfter, doubts.CountWaiting),
		queue.From(queue.Case, operator.Cashier, doubts.Cases().WaitingAfter, doubts.Cases().CountWaiting),
		queue.From(queue.Receivable, operator.Cashier, owing, owed),
		queue.From(queue.Reversal, operator.Cashier, arrivals.ReversalsAfter, arrivals.CountReversals),
		queue.From(queue.Holder, operator.Cashier, holders.WaitingAfter, holders.CountOpen),
		decisions[0], decisions[1],
		queue.From(queue.Chat, operator.Support, chats.WaitingAfter, chats.Waits),
	}
}
