package queue

import (
	"context"
	"fmt"
	"time"

	"krapao/internal/bus"
	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/operator"
	"krapao/operator/internal/queuedb"
)

// claimedFor is how long a claim stands after the last call about its item.
const claimedFor = 10 * time.Minute

// Claim says who has an item for now.
type Claim struct {
	By    string
	Until time.Time
}

// Claims are who has which item. A claim is a row with the item as its key, so of two nodes that claim one item at the same
// moment one gets it.
type Claims struct {
	store *store.Store
	tell  bus.Teller
}

// NewClaims makes them.
func NewClaims(s *store.Store) *Claims { return &Claims{store: s} }

// Tell sets how operators' pages are told of claims, before they are used.
func (c *Claims) Tell(tell bus.Teller) { c.tell = tell }

// What the pages are told of an item.
const (
	claimed  = "claimed"
	released = "released"
	gone     = "gone"
)

// toldTx tells operators' pages what became of an item.
func (c *Claims) toldTx(tx *store.Tx, item operator.Ref, is, by string) {
	c.tell.AfterTx(tx, bus.Change{Event: "queue", Kind: item.Kind, ID: item.ID, Is: is, By: by})
	if item.Kind == Chat {
		c.tell.AfterTx(tx, bus.Change{Event: Chat, ID: item.ID, Is: is, By: by})
	}
}

// HoldTx implements operator.Claims. A disabled operator's claim keeps nobody away.
func (c *Claims) HoldTx(ctx context.Context, tx *store.Tx, item operator.Ref, by string) error {
	q, until := queuedb.New(tx), tx.Now.Add(claimedFor)
	n, err := q.HoldClaim(ctx, queuedb.HoldClaimParams{
		Kind: item.Kind, Subject: item.ID, Operator: by, ClaimedAt: clock.MicrosOf(tx.Now), Until: clock.MicrosOf(until),
	})
	if err == nil && n > 0 {
		c.toldTx(tx, item, claimed, by)
	}
	if err != nil || n > 0 {
		return err
	}
	has, err := q.ClaimOf(ctx, item.Kind, item.ID)
	if err != nil {
		return fmt.Errorf("queue: claim: %w", err)
	}
	return operator.ClaimedError{By: has.Operator, Until: has.Until.Time()}
}

// EndTx implements operator.Claims: the item is decided. Another operator's claim stays.
func (c *Claims) EndTx(ctx context.Context, tx *store.Tx, item operator.Ref, by string) error {
	c.toldTx(tx, item, gone, by)
	return queuedb.New(tx).EndClaim(ctx, item.Kind, item.ID, by)
}

// hold gives an item to an operator. take: also one that another operator has.
func (c *Claims) hold(ctx context.Context, item operator.Ref, by string, take bool) error {
	return c.store.Write(ctx, func(tx *store.Tx) error {
		if take {
			return c.TakeTx(ctx, tx, item, by)
		}
		return c.HoldTx(ctx, tx, item, by)
	})
}

func (c *Claims) end(ctx context.Context, item operator.Ref, by string) error {
	return c.store.Write(ctx, func(tx *store.Tx) error {
		c.toldTx(tx, item, released, by)
		return queuedb.New(tx).EndClaim(ctx, item.Kind, item.ID, by)
	})
}

// TakeTx gives an item to an operator, whoever has it.
func (c *Claims) TakeTx(ctx context.Context, tx *store.Tx, item operator.Ref, by string) error {
	if err := queuedb.New(tx).DropClaim(ctx, item.Kind, item.ID); err != nil {
		return err
	}
	return c.HoldTx(ctx, tx, item, by)
}

// Live are the claims that stand now.
func (c *Claims) Live(ctx context.Context) (map[operator.Ref]Claim, error) {
	rows, err := queuedb.New(c.store.DB()).LiveClaims(ctx, clock.MicrosOf(c.store.Now()))
	if err != nil {
		return nil, fmt.Errorf("queue: claims: %w", err)
	}
	claims := map[operator.Ref]Claim{}
	for _, row := range rows {
		claims[operator.Ref{Kind: row.Kind, ID: row.Subject}] = Claim{By: row.Operator, Until: row.Until.Time()}
	}
	return claims, nil
}

// Of returns who has an item for now; nil: nobody.
func (c *Claims) Of(ctx context.Context, item operator.Ref) (*Claim, error) {
	claims, err := c.Live(ctx)
	if has, is := claims[item]; is {
		return &has, err
	}
	return nil, err
}

// Has counts the items that an operator has, by kind.
func (s *Service) Has(ctx context.Context, name string) (map[string]int, error) {
	claims, err := s.d.Claims.Live(ctx)
	has := map[string]int{}
	for item, c := range claims {
		if c.By == name {
			has[item.Kind]++
		}
	}
	return has, err
}

// Sweep deletes the claims that have ended, and returns how many.
func (c *Claims) Sweep(ctx context.Context) (ended int, err error) {
	err = c.store.Write(ctx, func(tx *store.Tx) error {
		n, err := queuedb.New(tx).SweepClaims(ctx, clock.MicrosOf(tx.Now))
		ended = int(n)
		return err
	})
	return ended, err
}
