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
		Kind: kind,
		Counter: &Counter{func(ctx context.Context) (map[string]operator.Waits, error) {
			n, oldest, err := count(ctx)
			return map[string]operator.Waits{kind: {N: n, Oldest: oldest}}, err
		}},
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

// Decisions are the sources of what waits for a second person: members' requests to be erased, and all other proposals.
func Decisions(a *operator.Approvals) []Source {
	both := &Counter{a.CountWaiting}
	return []Source{decisions(a, Erasure, both), decisions(a, Proposal, both)}
}

func decisions(a *operator.Approvals, kind string, both *Counter) Source {
	return Source{
		Kind: kind, Counter: both,
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
