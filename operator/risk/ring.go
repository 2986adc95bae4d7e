package risk

import (
	"context"
	"fmt"
	"math"
	"time"

	"krapao/money"
	"krapao/operator/internal/riskdb"
)

// Ring is an inviter below whom members are linked: to each other, or to the inviter.
type Ring struct {
	Inviter string
	// Invitees are how many are below it, at most tied.Counted; Linked is how many of them are linked.
	Invitees, Linked int64
	// Earned is what the inviter got for its invitees, and Deposits what those linked deposited, over their lives.
	Earned, Deposits money.Amount
}

// RingPlace is where a list of rings goes on.
type RingPlace struct {
	Linked  int64  `json:"l"`
	Inviter string `json:"i"`
}

// Place is where a list goes on after a ring.
func (r Ring) Place() RingPlace { return RingPlace{r.Linked, r.Inviter} }

// Rings lists those of the last whole pass after a place (nil: from the first), the most linked first. They are of invitations of
// at most so many steps, and of inviters who earned at least so much.
func (p *Passes) Rings(ctx context.Context, depth int64, over money.Amount, after *RingPlace, most int) ([]Ring, error) {
	from := RingPlace{Linked: math.MaxInt64}
	if after != nil {
		from = *after
	}
	rows, err := riskdb.New(p.store.DB()).RingsShown(ctx, riskdb.RingsShownParams{
		Depth: depth, Over: over, Before: from.Linked, After: from.Inviter, Most: int32(most),
	})
	if err != nil {
		return nil, fmt.Errorf("risk: rings: %w", err)
	}
	list := make([]Ring, len(rows))
	for n, r := range rows {
		list[n] = Ring{r.Inviter, r.Invitees, r.Linked, r.Earned, r.Deposits}
	}
	return list, nil
}

// Invitee is a linked member of a ring.
type Invitee struct {
	Member string
	// Depth is of how many steps the invitations are that have it and another one.
	Depth int64
}

// Invitees lists the linked members of a ring after one of them, by their IDs.
func (p *Passes) Invitees(ctx context.Context, inviter string, depth int64, after string, most int) ([]Invitee, error) {
	rows, err := riskdb.New(p.store.DB()).InviteesShown(ctx, riskdb.InviteesShownParams{
		Inviter: inviter, Depth: depth, After: after, Most: int32(most),
	})
	if err != nil {
		return nil, fmt.Errorf("risk: members of a ring: %w", err)
	}
	list := make([]Invitee, len(rows))
	for n, r := range rows {
		list[n] = Invitee{r.Invitee, r.Depth}
	}
	return list, nil
}

// Sized is a group with how large it was at the last whole pass.
type Sized struct {
	Group

	// Lately is how many of its members registered within the 7 days before.
	Lately int64
}

// SizedPlace is where a list of groups by size goes on.
type SizedPlace struct {
	Members int64  `json:"n"`
	Key     string `json:"k"`
}

// Largest lists the groups of one way after a place (nil: from the first), the largest first.
func (p *Passes) Largest(ctx context.Context, by Way, after *SizedPlace, most int) ([]Sized, error) {
	from := SizedPlace{Members: math.MaxInt64}
	if after != nil {
		from = *after
	}
	rows, err := riskdb.New(p.store.DB()).GroupsShown(ctx, riskdb.GroupsShownParams{
		Way: string(by), Before: from.Members, After: from.Key, Most: int32(most),
	})
	if err != nil {
		return nil, fmt.Errorf("risk: largest groups: %w", err)
	}
	list := make([]Sized, len(rows))
	for n, r := range rows {
		list[n] = Sized{Group{by, r.Key, r.Members}, r.Lately}
	}
	return list, nil
}

// endedAt is when the last whole pass ended; zero: there was none yet.
func (p *Passes) endedAt(ctx context.Context) (time.Time, error) {
	row, err := riskdb.New(p.store.DB()).PassShown(ctx)
	if err != nil {
		return time.Time{}, fmt.Errorf("risk: last pass: %w", err)
	}
	return row.EndedAt.Time(), nil
}
