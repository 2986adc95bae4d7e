package queue

import (
	"context"
	"time"

	"krapao/internal/waiting"
	"krapao/operator"
)

// The kinds of what waits.
const (
	Withdrawal = operator.ItemWithdrawal
	Payout     = operator.ItemPayout
	Slip       = operator.ItemSlip
	Declared   = operator.ItemDeclared
	Unmatched  = operator.ItemUnmatched
	Held       = operator.ItemHeld
	Link       = operator.ItemLink
	Line       = operator.ItemLine
	Unsettled  = operator.ItemUnsettled
	Case       = operator.ItemCase
	Receivable = operator.ItemReceivable
	Reversal   = operator.ItemReversal
	Holder     = operator.ItemHolder
	Import     = operator.ItemImport
	Chat       = operator.ItemChat
	Proposal   = operator.ItemProposal
)

// promises are how long things of a kind may wait. What is not here is promised nothing.
var promises = map[string]time.Duration{
	Withdrawal: 15 * time.Minute, Payout: time.Hour, Slip: 10 * time.Minute, Declared: 30 * time.Minute, Unmatched: 24 * time.Hour,
	Held: 4 * time.Hour, Link: time.Hour, Line: time.Hour, Unsettled: time.Hour, Case: 24 * time.Hour, Reversal: 24 * time.Hour,
	Holder: 7 * 24 * time.Hour, Chat: 3 * time.Minute, Proposal: 30 * time.Minute,
	Import: time.Hour,
}

// Promised is until when the house has promised to decide a thing of a kind that waits since a time. Zero: it has promised
// nothing.
func Promised(kind string, since time.Time) time.Time { return due(since, promises[kind]) }

// From makes the source of a kind from what its area answers. needs is the role that decides such a thing.
func From(
	kind string, needs operator.Role,
	page func(ctx context.Context, after waiting.Cursor, most int) ([]waiting.Row, error),
	count func(ctx context.Context) (n int64, oldest time.Time, err error),
) Source {
	return Source{
		Kind: kind, Promise: promises[kind], Count: count,
		Page: func(ctx context.Context, after waiting.Cursor, most int) ([]Item, error) {
			rows, err := page(ctx, after, most)
			items := make([]Item, len(rows))
			for i, row := range rows {
				items[i] = Item{Row: row, Needs: needs}
			}
			return items, err
		},
	}
}

// Proposals is the source of what waits for a second person.
func Proposals(a *operator.Approvals) Source {
	return Source{
		Kind: Proposal, Promise: promises[Proposal], Count: a.CountWaiting,
		Page: func(ctx context.Context, after waiting.Cursor, most int) ([]Item, error) {
			found, err := a.WaitingAfter(ctx, after, most)
			items := make([]Item, len(found))
			for i, one := range found {
				items[i] = Item{Row: one.Row, Needs: one.Needs, By: one.By}
			}
			return items, err
		},
	}
}
