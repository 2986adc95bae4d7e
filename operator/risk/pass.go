package risk

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"time"

	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/internal/tied"
	"krapao/ledger"
	"krapao/money"
	"krapao/operator/internal/riskdb"
)

// Deepest is of how many steps the invitations of a ring are at most.
const Deepest = 4

const (
	// pairsAPage is how many pairs a pass reads at once, and rowsACommit how many rows it writes or removes in one commit.
	pairsAPage  = 500
	rowsACommit = 500
	// newFor is for how long a member is a new one.
	newFor = 7 * 24 * time.Hour
	// restsFor is the time from the end of a pass to the next.
	restsFor = time.Hour
)

// Books are what members' wallets got.
type Books interface {
	Moved(ctx context.Context, member string, since time.Time, kinds ...ledger.Kind) (map[ledger.Kind]ledger.Moved, error)
}

// Passes look at all that members have in common. They keep how large the groups are, and which members of a group are below one
// inviter. What a pass found is shown when it is whole; one that died is begun anew.
type Passes struct {
	store  *store.Store
	groups *Groups
	books  Books
}

// NewPasses makes them.
func NewPasses(s *store.Store, groups *Groups, books Books) *Passes { return &Passes{s, groups, books} }

// pass is one look at everything.
type pass struct {
	*Passes

	number int64
	// since is when the oldest of the new members registered.
	since time.Time
	// write is what has been found and is not written yet.
	write []func(ctx context.Context, q *riskdb.Queries) error
}

// Run makes a pass if the last one ended an hour ago, and returns how many groups it found.
func (p *Passes) Run(ctx context.Context) (groups int, err error) {
	now := p.store.Now()
	switch ended, err := p.endedAt(ctx); {
	case err != nil:
		return 0, err
	case now.Before(ended.Add(restsFor)):
		return 0, nil
	}
	at := &pass{Passes: p, since: now.Add(-newFor)}
	if err := p.writes(ctx, func(ctx context.Context, q *riskdb.Queries) (err error) {
		at.number, err = q.BeginPass(ctx)
		return err
	}); err != nil {
		return 0, fmt.Errorf("risk: begin a pass: %w", err)
	}
	for _, way := range Ways {
		n, err := at.look(ctx, way)
		if err != nil {
			return groups, fmt.Errorf("risk: pass over %s: %w", way, err)
		}
		groups += n
	}
	if err := at.rings(ctx); err != nil {
		return groups, fmt.Errorf("risk: rings: %w", err)
	}
	if err := p.writes(ctx, func(ctx context.Context, q *riskdb.Queries) error {
		_, err := q.ShowPass(ctx, at.number, clock.MicrosOf(p.store.Now()))
		return err
	}); err != nil {
		return groups, fmt.Errorf("risk: end a pass: %w", err)
	}
	return groups, at.drop(ctx)
}

// look finds the groups of one way.
func (p *pass) look(ctx context.Context, way Way) (groups int, err error) {
	key, members, place := "", []string(nil), tied.Cursor{}
	end := func() error {
		if len(members) < 2 {
			return nil
		}
		groups++
		return p.group(ctx, way, key, members)
	}
	for {
		pairs, err := p.groups.After(ctx, way, place, pairsAPage)
		if err != nil {
			return groups, err
		}
		for _, pair := range pairs {
			if pair.Key != key {
				if err := end(); err != nil {
					return groups, err
				}
				key, members = pair.Key, nil
			}
			if len(members) < tied.Counted {
				members = append(members, pair.Member)
			}
		}
		if len(pairs) < pairsAPage {
			break
		}
		place = pairs[len(pairs)-1].After()
	}
	if err := end(); err != nil {
		return groups, err
	}
	return groups, p.flush(ctx)
}

// group notes how large a group is, and which of its members are below one inviter.
func (p *pass) group(ctx context.Context, way Way, key string, members []string) error {
	q, lately := riskdb.New(p.store.DB()), int64(0)
	for _, member := range members {
		at, err := q.RegisteredAt(ctx, member)
		if err != nil && !errors.Is(err, sql.ErrNoRows) {
			return err
		}
		if !at.Time().Before(p.since) {
			lately++
		}
	}
	row := riskdb.AddGroupParams{Pass: p.number, Way: string(way), Key: key, Members: int64(len(members)), Lately: lately}
	if err := p.add(ctx, func(ctx context.Context, q *riskdb.Queries) error { return q.AddGroup(ctx, row) }); err != nil {
		return err
	}
	if way.Strength() == "weak" { // many share an address who do not know each other
		return nil
	}
	return p.invited(ctx, members)
}

// under is a member below an inviter, or the inviter itself at depth 0.
type under struct {
	member string
	depth  int64
}

// invited notes which members of a group are below one inviter. Of how many steps the ring is, is told by the nearest other one.
func (p *pass) invited(ctx context.Context, members []string) error {
	below := map[string][]under{}
	for _, member := range members {
		above, err := riskdb.New(p.store.DB()).Above(ctx, member, Deepest)
		if err != nil {
			return err
		}
		for _, a := range above {
			below[a.Member] = append(below[a.Member], under{member, a.Depth})
		}
	}
	for inviter, those := range below {
		if len(those) < 2 {
			continue
		}
		slices.SortFunc(those, func(a, b under) int { return cmp.Compare(a.depth, b.depth) })
		for n, one := range those {
			nearest := those[0].depth
			if n == 0 {
				nearest = those[1].depth
			}
			if one.depth == 0 {
				continue
			}
			row := riskdb.AddInviteeParams{Pass: p.number, Inviter: inviter, Invitee: one.member, Depth: max(one.depth, nearest)}
			if err := p.add(ctx, func(ctx context.Context, q *riskdb.Queries) error { return q.AddInvitee(ctx, row) }); err != nil {
				return err
			}
		}
	}
	return nil
}

// rings adds up by inviter what was found.
func (p *pass) rings(ctx context.Context) error {
	q, after := riskdb.New(p.store.DB()), ""
	for {
		inviters, err := q.InvitersAfter(ctx, p.number, after, pairsAPage)
		if err != nil {
			return err
		}
		for _, inviter := range inviters {
			if err := p.ring(ctx, q, inviter); err != nil {
				return err
			}
			after = inviter
		}
		if len(inviters) < pairsAPage {
			return p.flush(ctx)
		}
	}
}

// ring adds up those linked below one inviter, at each depth.
func (p *pass) ring(ctx context.Context, q *riskdb.Queries, inviter string) error {
	invitees, err := q.InviteesOf(ctx, p.number, inviter)
	if err != nil {
		return err
	}
	got, err := p.books.Moved(ctx, inviter, time.Time{}, "invite")
	if err != nil {
		return err
	}
	linked, deposits := [Deepest + 1]int64{}, [Deepest + 1]money.Amount{}
	for _, one := range invitees {
		moved, err := p.books.Moved(ctx, one.Invitee, time.Time{}, "deposit", "deposit_reversed")
		if err != nil {
			return err
		}
		for depth := one.Depth; depth <= Deepest; depth++ {
			linked[depth]++
			deposits[depth] += moved["deposit"].Posted - moved["deposit_reversed"].Posted
		}
	}
	for depth := int64(1); depth <= Deepest; depth++ {
		if linked[depth] == 0 {
			continue
		}
		all, err := q.Below(ctx, tied.Counted, inviter, depth)
		if err != nil {
			return err
		}
		row := riskdb.AddRingParams{
			Pass: p.number, Depth: depth, Inviter: inviter, Invitees: all, Linked: linked[depth], Earned: got["invite"].Posted,
			Deposits: deposits[depth],
		}
		if err := p.add(ctx, func(ctx context.Context, q *riskdb.Queries) error { return q.AddRing(ctx, row) }); err != nil {
			return err
		}
	}
	return nil
}

// add writes a row with the next others.
func (p *pass) add(ctx context.Context, write func(context.Context, *riskdb.Queries) error) error {
	if p.write = append(p.write, write); len(p.write) < rowsACommit {
		return nil
	}
	return p.flush(ctx)
}

// flush writes what is not written yet.
func (p *pass) flush(ctx context.Context) error {
	if len(p.write) == 0 {
		return nil
	}
	err := p.writes(ctx, p.write...)
	p.write = p.write[:0]
	return err
}

// writes does it all in one commit.
func (p *Passes) writes(ctx context.Context, all ...func(context.Context, *riskdb.Queries) error) error {
	return p.store.Write(ctx, func(tx *store.Tx) error {
		for _, write := range all {
			if err := write(ctx, riskdb.New(tx)); err != nil {
				return err
			}
		}
		return nil
	})
}

// drop removes what passes before this one found, whole or not.
func (p *pass) drop(ctx context.Context) error {
	for _, drop := range []func(*riskdb.Queries, context.Context, int64, int32) (int64, error){
		(*riskdb.Queries).DropGroups, (*riskdb.Queries).DropInvitees, (*riskdb.Queries).DropRings,
	} {
		for gone := int64(rowsACommit); gone == rowsACommit; {
			if err := p.writes(ctx, func(ctx context.Context, q *riskdb.Queries) (err error) {
				gone, err = drop(q, ctx, p.number, rowsACommit)
				return err
			}); err != nil {
				return fmt.Errorf("risk: what a pass before found: %w", err)
			}
		}
	}
	return nil
}
