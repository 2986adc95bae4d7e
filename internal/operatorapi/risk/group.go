package risk

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"

	"krapao/fault"
	"krapao/internal/httpx"
	"krapao/internal/httpx/wire"
	"krapao/internal/operatorapi/list"
	"krapao/internal/tied"
	"krapao/ledger"
	"krapao/operator"
	"krapao/operator/risk"
)

// TiedGroup is what some members have in common.
type TiedGroup struct {
	By       string           `enum:"holder,payer,device,address"                                            json:"by"`
	Key      string           `doc:"Names it in other calls. Of an address it is the address, of IPv6 its first 64 bits" json:"key"`
	Strength string           `enum:"strong,medium,weak"                                                     json:"strength"`
	Members  int64            `doc:"How many they are; 1000: at least so many"                               json:"members"`
	Lately   *int64           `doc:"How many of them were new, 7 days and less, when it was counted; null in the order of keys" json:"lately" nullable:"true"`
	First    []list.MemberRef `doc:"Three of them"                                                           json:"first"`
}

// GroupsAsked are the filters of the groups.
type GroupsAsked struct {
	list.Query

	By     string `doc:"What ties them; required without a member" enum:"holder,payer,device,address" query:"by"`
	Size   int64  `default:"2" doc:"Only those of at least so many" maximum:"1000" minimum:"2" query:"size"`
	Member string `doc:"Only those that this member is in"          maxLength:"32" query:"member"`
	Order  string `default:"key" doc:"By size: the largest first, as they were within the last hours" enum:"key,size" query:"order"`
}

// place is where the list goes on.
type place struct {
	By risk.Way `json:"b,omitempty"`
	tied.Cursor

	Members int64 `json:"n,omitempty"`
}

// pair is a row of the list.
type pair struct {
	by risk.Way
	tied.Pair

	// lately is there in the order of sizes alone.
	lately *int64
}

// pairsAPage is how many pairs a page looks at. Most members have nothing in common with anybody, and the pair of a payer is
// found among all that it paid.
const pairsAPage = 5_000

// handleGroups answers GET /api/risk/group.
func (c *Room) handleGroups(ctx context.Context, in *GroupsAsked) (*httpx.Reply[list.Page[TiedGroup]], error) {
	by := risk.Way(in.By)
	rows := list.Rows[pair, place]{
		Filters: list.Filters{"by": in.By, "size": fmt.Sprint(in.Size), "member": in.Member, "order": in.Order},
		Keep:    func(p pair) bool { return p.Members >= in.Size && (by == "" || p.by == by) },
		Looks:   pairsAPage,
		Read: func(ctx context.Context, after *place, most int) ([]pair, error) {
			at := tied.Cursor{}
			if after != nil {
				at = after.Cursor
			}
			found, err := c.d.Groups.After(ctx, by, at, most)
			return tied.List("risk", found, err, func(p tied.Pair) pair { return pair{by: by, Pair: p} })
		},
	}
	switch {
	case in.Member != "":
		rows.Read = c.ofMember(in.Member)
	case by == "":
		return nil, fault.New(fault.INVALID_INPUT, "by is required: what ties the members")
	case in.Order == "size":
		rows.Read = c.bySize(by)
	}
	return groups(c).Read(ctx, c.d.Lists, in.Query, rows)
}

// bySize reads groups as the last look at all of them has them, the largest first.
func (c *Room) bySize(by risk.Way) func(ctx context.Context, after *place, most int) ([]pair, error) {
	return func(ctx context.Context, after *place, most int) ([]pair, error) {
		var at *risk.SizedPlace
		if after != nil {
			at = &risk.SizedPlace{Members: after.Members, Key: after.Key}
		}
		found, err := c.d.Passes.Largest(ctx, by, at, most)
		return tied.List("risk", found, err, func(g risk.Sized) pair {
			return pair{by: by, Pair: tied.Pair{Key: g.Key, Members: g.Members}, lately: &g.Lately}
		})
	}
}

// ofMember reads the groups that a member is in, which are few.
func (c *Room) ofMember(member string) func(ctx context.Context, after *place, most int) ([]pair, error) {
	return func(ctx context.Context, after *place, most int) ([]pair, error) {
		found, err := c.d.Groups.Of(ctx, member)
		rows, err := tied.List("risk", found, err, func(g risk.Group) pair {
			return pair{by: g.By, Pair: tied.Pair{Key: g.Key, Member: member, Members: g.Members}}
		})
		for n, row := range rows {
			if after != nil && row.place() == *after {
				rows = rows[n+1:]
				break
			}
		}
		return rows[:min(len(rows), most)], err
	}
}

func (p pair) place() place {
	at := place{By: p.by, Cursor: p.After()}
	if p.lately != nil {
		at.Members = p.Members
	}
	return at
}

func groups(c *Room) *list.List[pair, place, TiedGroup] {
	return &list.List[pair, place, TiedGroup]{
		Name: "risk/group", Key: pair.place, Show: c.shown,
		Columns: []list.Column[pair]{
			{Name: "by", Cell: func(p pair) any { return string(p.by) }},
			{Name: "key", Cell: func(p pair) any { return p.Key }},
			{Name: "strength", Cell: func(p pair) any { return p.by.Strength() }},
			{Name: "members", Cell: func(p pair) any { return p.Members }},
			{Name: "lately", Cell: func(p pair) any {
				if p.lately == nil {
					return ""
				}
				return *p.lately
			}},
			{Name: "first", Cell: func(p pair) any { return p.Member }},
		},
	}
}

// mostNamed is how many members of a group its line names.
const mostNamed = 3

func (c *Room) shown(ctx context.Context, rows []pair) ([]TiedGroup, error) {
	first, all := make([][]tied.One, len(rows)), []tied.One(nil)
	for n, p := range rows {
		var err error
		if first[n], err = c.d.Groups.Members(ctx, p.by, p.Key, "", mostNamed); err != nil {
			return nil, err
		}
		all = append(all, first[n]...)
	}
	refs, err := list.Named(ctx, c.d.Refs, all, func(one tied.One) string { return one.Member })
	if err != nil {
		return nil, err
	}
	shown := make([]TiedGroup, len(rows))
	for n, p := range rows {
		shown[n] = TiedGroup{
			By: string(p.by), Key: p.Key, Strength: p.by.Strength(), Members: p.Members, Lately: p.lately, First: []list.MemberRef{},
		}
		for _, one := range first[n] {
			if ref, known := refs[one.Member]; known {
				shown[n].First = append(shown[n].First, ref)
			}
		}
	}
	return shown, nil
}

// OfGroup names the group of a call.
type OfGroup struct {
	list.Query

	By  string `enum:"holder,payer,device,address" path:"by"`
	Key string `maxLength:"128"                    path:"key"`
}

// TiedMember is a member of a group.
type TiedMember struct {
	Member      list.MemberRef `json:"member"`
	Times       int64          `json:"times" doc:"How often: deposits by the payer, logins from the address; 0 where nobody counts"`
	Amount      wire.Money     `json:"amount" doc:"What the payer paid for it"`
	Since       *wire.Time     `json:"since" nullable:"true" doc:"When it was so first; null where nobody keeps that"`
	Last        *wire.Time     `json:"last" nullable:"true"`
	Deposits    wire.Money     `json:"deposits" doc:"Over its life, less what was taken back"`
	Withdrawals wire.Money     `json:"withdrawals"`
	Bonus       wire.Money     `json:"bonus" doc:"What the house gave it: bonuses, refunds, commissions, prizes"`
}

// handleGroup answers GET /api/risk/group/{by}/{key}.
func (c *Room) handleGroup(ctx context.Context, in *OfGroup) (*httpx.Reply[list.Page[TiedMember]], error) {
	sum := sha256.Sum256([]byte(in.Key)) // the key may be somebody's address
	look := operator.Glance{
		By: httpx.StateOf(ctx).Operator, Action: "risk.group", Subject: in.By + ":" + hex.EncodeToString(sum[:8]),
	}
	if err := c.d.Looks.Look(ctx, look); err != nil {
		return nil, err
	}
	of := list.List[tied.One, string, TiedMember]{
		Name: "risk/group/members", Key: func(one tied.One) string { return one.Member }, Show: c.members, Columns: memberColumns,
	}
	return of.Read(ctx, c.d.Lists, in.Query, list.Rows[tied.One, string]{
		Filters: list.Filters{"by": in.By, "key": in.Key},
		Read: func(ctx context.Context, after *string, most int) ([]tied.One, error) {
			at := ""
			if after != nil {
				at = *after
			}
			return c.d.Groups.Members(ctx, risk.Way(in.By), in.Key, at, most)
		},
	})
}

var memberColumns = []list.Column[tied.One]{
	{Name: "member", Cell: func(one tied.One) any { return one.Member }},
	{Name: "times", Cell: func(one tied.One) any { return one.Times }},
	{Name: "amount", Cell: func(one tied.One) any { return one.Amount }},
	{Name: "since", Cell: func(one tied.One) any { return one.Since }},
	{Name: "last", Cell: func(one tied.One) any { return one.Last }},
}

// given are the books' kinds of what the house gave a member.
var given = []ledger.Kind{"bonus", "refund", "invite", "prize"}

// members shows those of a group, with what their books say.
func (c *Room) members(ctx context.Context, rows []tied.One) ([]TiedMember, error) {
	refs, err := list.Named(ctx, c.d.Refs, rows, func(one tied.One) string { return one.Member })
	if err != nil {
		return nil, err
	}
	shown := make([]TiedMember, 0, len(rows))
	for _, one := range rows {
		ref, known := refs[one.Member]
		if !known {
			continue
		}
		moved, err := c.lifeOf(ctx, one.Member)
		if err != nil {
			return nil, err
		}
		shown = append(shown, TiedMember{
			Member: ref, Times: one.Times, Amount: wire.Money(one.Amount), Since: wire.TimeOrNull(one.Since),
			Last: wire.TimeOrNull(one.Last), Deposits: moved.deposits, Withdrawals: moved.withdrawals, Bonus: moved.bonus,
		})
	}
	return shown, nil
}
