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
	Erasure    = operator.ItemErasure
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

// Proposals is the source of what waits for a second person, but for erasures.
func Proposals(a *operator.Approvals) Source { return proposals(a, Proposal) }

// Erasures is the source of members' requests to be erased that wait for a second person.
func Erasures(a *operator.Approvals) Source { return proposals(a, Erasure) }

func proposals(a *operator.Approvals, kind string) Source {
	return Source{
		Kind: kind,
		Count: func(ctx context.Context) (n int64, oldest time.Time, err error) {
			return a.CountWaiting(ctx, kind)
		},
		Page: func(ctx context.Context, after waiting.Cursor, most int) ([]Item, error) {
			found, err := a.WaitingAfter(ctx, kind, after, most)
			items := make([]Item, len(found))
			for i, one := range found {
				items[i] = Item{Row: one.Row, Needs: one.Needs, By: one.By}
			}
			return items, err
		},
	}
}
