// Package risk is where operators see what members have in common (RULES.md section 1): groups by the holder's name, by who paid,
// by device and by address.
//
// Promises:
//   - It only reads: nobody is refused anything because of a group.
//   - A page of a list looks at a bounded number of rows, however many members the house has.
package risk

import (
	"context"

	"krapao/internal/tied"
)

// Way is what ties members.
type Way string

// The ways, the strongest first.
const (
	Holder  Way = "holder"
	Payer   Way = "payer"
	Device  Way = "device"
	Address Way = "address"
)

// Ways are all of them.
var Ways = []Way{Holder, Payer, Device, Address}

// Strength is that of a link, as RULES.md section 1 has it.
func (w Way) Strength() string {
	switch w {
	case Holder, Payer:
		return "strong"
	case Device:
		return "medium"
	case Address:
	}
	return "weak"
}

// Ties are what an area knows of one way.
type Ties interface {
	// TiesAfter lists pairs of a key and a member after a place in the list.
	TiesAfter(ctx context.Context, after tied.Cursor, most int) ([]tied.Pair, error)
	// TiesOf lists the keys of a member, each with how many have it.
	TiesOf(ctx context.Context, member string, most int) ([]tied.Pair, error)
	// TiedBy lists the members of a key after one of them.
	TiedBy(ctx context.Context, key, after string, most int) ([]tied.One, error)
}

// Groups finds members that have something in common. It is safe for concurrent use.
type Groups struct{ ways map[Way]Ties }

// New makes it.
func New(ways map[Way]Ties) *Groups { return &Groups{ways} }

// After lists pairs of one way after a place in the list.
func (g *Groups) After(ctx context.Context, by Way, after tied.Cursor, most int) ([]tied.Pair, error) {
	return g.ways[by].TiesAfter(ctx, after, most)
}

// Members lists the members of a group after one of them, by their IDs.
func (g *Groups) Members(ctx context.Context, by Way, key, after string, most int) ([]tied.One, error) {
	return g.ways[by].TiedBy(ctx, key, after, most)
}

// Group is what some members have in common.
type Group struct {
	By  Way
	Key string
	// Members is how many they are, at most tied.Counted.
	Members int64
}

// mostKeys is how many keys of one way a member is looked at for.
const mostKeys = 50

// Of lists the groups that a member is in, the strongest first.
func (g *Groups) Of(ctx context.Context, member string) ([]Group, error) {
	var groups []Group
	for _, by := range Ways {
		pairs, err := g.ways[by].TiesOf(ctx, member, mostKeys)
		if err != nil {
			return nil, err
		}
		for _, p := range pairs {
			if p.Members > 1 {
				groups = append(groups, Group{by, p.Key, p.Members})
			}
		}
	}
	return groups, nil
}
