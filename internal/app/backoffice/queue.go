package backoffice

import (
	"context"
	"time"

	"krapao/deposit"
	"krapao/deposit/slip"
	"krapao/internal/operatorapi/list"
	"krapao/internal/operatorapi/sight"
	waitingcalls "krapao/internal/operatorapi/waiting"
	"krapao/internal/waiting"
	"krapao/ledger"
	"krapao/operator"
	"krapao/operator/cli"
	"krapao/operator/notify"
	"krapao/operator/queue"
	"krapao/operator/restoration"
)

// queue is everything that waits for a person.
func (d Deps) queue(approvals *operator.Approvals, claims *queue.Claims) *queue.Service {
	differences, arrivals, slips := d.Doubts.Cases(), deposit.PendingIn(d.Deposits), slip.PendingIn(d.Slips)
	sources := []queue.Source{
		queue.From(queue.Withdrawal, operator.Cashier, d.Withdrawals.WaitingAfter, d.Withdrawals.InReview),
		queue.From(queue.Payout, operator.Cashier, d.Withdrawals.UnknownAfter, d.Withdrawals.CountUnknown),
		queue.From(queue.Slip, operator.Cashier, slips.After, slips.Count),
		queue.From(queue.Declared, operator.Cashier, d.Declared.WaitingAfter, d.Declared.CountWaiting),
		queue.From(queue.Unmatched, operator.Cashier, arrivals.UnmatchedAfter, arrivals.CountUnmatched),
		queue.From(queue.Held, operator.Cashier, arrivals.HeldAfter, arrivals.CountHeld),
		queue.From(queue.Link, operator.Cashier, d.Links.WaitingAfter, d.Links.CountWaiting),
		queue.From(queue.Line, operator.Cashier, d.Feeds.WaitingAfter, d.Feeds.CountWaiting),
		queue.From(queue.Unsettled, operator.Cashier, d.Doubts.WaitingAfter, d.Doubts.CountWaiting),
		queue.From(queue.Case, operator.Cashier, differences.WaitingAfter, differences.CountWaiting),
		queue.From(queue.Receivable, operator.Cashier, debts{d.Ledger}.after, debts{d.Ledger}.count),
		queue.From(queue.Reversal, operator.Cashier, arrivals.ReversalsAfter, arrivals.CountReversals),
		queue.From(queue.Holder, operator.Cashier, d.HolderCases.WaitingAfter, d.HolderCases.CountOpen),
		queue.From(queue.Import, operator.Cashier, d.Quarantine.WaitingAfter, d.Quarantine.CountWaiting),
	}
	sources = append(sources, queue.Decisions(approvals)...)
	if d.Chats != nil {
		sources = append(sources, queue.From(queue.Chat, operator.Support, d.Chats.WaitingAfter, d.Chats.Waits))
	}
	return queue.New(queue.Deps{Sources: sources, Claims: claims, People: approvals, Promises: d.promises, Now: d.Store.Now})
}

// promises are how long things may wait now. What is due is the primary's to say: a promise holds since its commit.
func (d Deps) promises(ctx context.Context) (queue.Promises, error) {
	return queue.PromisesIn(ctx, d.Store.DB())
}

// items are how what waits is shown, and opened.
func (d Deps) items(
	s *cli.Services, restored *restoration.Service, claims *queue.Claims, members list.Members,
) *sight.Desk {
	return sight.NewDesk(sight.Deps{
		Queue: s.Queue, Claims: claims, People: s.Approvals, Members: members, Calls: waitingcalls.Calls(),
		Open: map[string]func(context.Context, operator.Person, string) (operator.Sight, error){
			queue.Withdrawal: s.Withdrawals.Open, queue.Payout: s.Withdrawals.Open, queue.Proposal: s.Approvals.Open,
			queue.Erasure:   s.Approvals.Open,
			queue.Unmatched: s.Arrivals.OpenArrival, queue.Held: s.Arrivals.OpenArrival, queue.Slip: s.Arrivals.OpenSlip,
			queue.Declared: s.Arrivals.OpenDeclaration, queue.Link: s.Arrivals.OpenLink, queue.Line: s.Arrivals.OpenLine,
			queue.Unsettled: s.Cases.Open, queue.Case: s.Cases.Open, queue.Receivable: s.Receivables.Open,
			queue.Import: restored.Open, queue.Holder: s.Care.OpenHolder, queue.Reversal: s.Arrivals.OpenReversal,
		},
		About: sight.Surroundings{
			Books: d.Ledger, Members: d.Members, Conditions: d.Bonuses, Linked: d.Linked, Devices: d.Logins,
			Now: d.Store.Now,
		},
	})
}

// debts are what members owe. Since when is not known, so a debt is never due.
type debts struct{ books *ledger.Ledger }

func (d debts) after(ctx context.Context, after waiting.Cursor, most int) ([]waiting.Row, error) {
	found, err := d.books.OwingAfter(ctx, after.ID, most)
	return waiting.List("owing", found, err, func(one ledger.Debt) waiting.Row {
		return waiting.Row{ID: one.Member, Member: one.Member, Amount: one.Amount}
	})
}

// mostDebts bounds what a count looks at.
const mostDebts = 10_000

func (d debts) count(ctx context.Context) (n int64, oldest time.Time, err error) {
	found, err := d.books.OwingAfter(ctx, "", mostDebts)
	return int64(len(found)), time.Time{}, err
}

// notify tells the house what its people may not overlook.
func (d Deps) notify(office *cli.Services) *notify.Service {
	return notify.New(notify.Deps{
		Store: d.Store, Approvals: office.Approvals, Outbox: d.Notices, Stopped: office.Brakes.List,
		Restored: d.Quarantine.Since,
		Waiting: func(ctx context.Context) ([]notify.Waits, error) {
			counts, err := office.Queue.Counts(ctx, nil)
			list := make([]notify.Waits, len(counts))
			for n, c := range counts {
				list[n] = notify.Waits{Kind: c.Kind, Count: c.N, Oldest: c.Oldest, Due: c.Due}
			}
			return list, err
		},
	})
}
