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

// From makes the source of a kind from what its area answers. needs is the role that decides such a thing.
func From(
	kind string, needs operator.Role,
	page func(ctx context.Context, after waiting.Cursor, most int) ([]waiting.Row, error),
	count func(ctx context.Context) (n int64, oldest time.Time, err error),
) Source {
	return Source{
		Kind: kind, Count: count,
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
		Kind: Proposal, Count: a.CountWaiting,
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
