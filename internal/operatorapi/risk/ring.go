package risk

import (
	"context"
	"fmt"
	"time"

	"krapao/internal/httpx"
	"krapao/internal/httpx/wire"
	"krapao/internal/operatorapi/list"
	"krapao/ledger"
	"krapao/money"
	"krapao/operator"
	"krapao/operator/risk"
)

// InviteRing is an inviter below whom members are linked.
type InviteRing struct {
	Inviter  list.MemberRef `json:"inviter"`
	Invitees int64          `doc:"How many it invited, and those invited; 1000: at least so many"                   json:"invitees"`
	Linked   int64          `doc:"How many of them have something in common with it or with another one of them" json:"linked"`
	Earned   wire.Money     `doc:"What it got for its invitees, over its life"                                   json:"earned"`
	Deposits wire.Money     `doc:"What those linked deposited over their lives, less what was taken back"        json:"deposits"`
}

// RingsAsked are the bounds of a ring.
type RingsAsked struct {
	list.Query

	Depth int64  `default:"4" doc:"Of how many steps the invitations are at most" maximum:"4" minimum:"1" query:"depth"`
	Over  string `doc:"In baht: inviters who earned at least so much" maxLength:"20" query:"over"`
}

// handleRings answers GET /api/risk/ring.
func (c *Room) handleRings(ctx context.Context, in *RingsAsked) (*httpx.Reply[list.Page[InviteRing]], error) {
	asked, err := list.Amount(in.Over)
	if err != nil {
		return nil, err
	}
	over := money.Amount(0)
	if asked != nil {
		over = *asked
	}
	of := list.List[risk.Ring, risk.RingPlace, InviteRing]{
		Name: "risk/ring", Key: risk.Ring.Place, Show: c.ringsShown, Columns: ringColumns,
	}
	return of.Read(ctx, c.d.Lists, in.Query, list.Rows[risk.Ring, risk.RingPlace]{
		Filters: list.Filters{"depth": fmt.Sprint(in.Depth), "over": in.Over},
		Read: func(ctx context.Context, after *risk.RingPlace, most int) ([]risk.Ring, error) {
			return c.d.Passes.Rings(ctx, in.Depth, over, after, most)
		},
	})
}

var ringColumns = []list.Column[risk.Ring]{
	{Name: "inviter", Cell: func(r risk.Ring) any { return r.Inviter }},
	{Name: "invitees", Cell: func(r risk.Ring) any { return r.Invitees }},
	{Name: "linked", Cell: func(r risk.Ring) any { return r.Linked }},
	{Name: "earned", Cell: func(r risk.Ring) any { return r.Earned }},
	{Name: "deposits", Cell: func(r risk.Ring) any { return r.Deposits }},
}

func (c *Room) ringsShown(ctx context.Context, rows []risk.Ring) ([]InviteRing, error) {
	refs, err := list.Named(ctx, c.d.Refs, rows, func(r risk.Ring) string { return r.Inviter })
	if err != nil {
		return nil, err
	}
	shown := make([]InviteRing, 0, len(rows))
	for _, r := range rows {
		if ref, known := refs[r.Inviter]; known {
			shown = append(shown, InviteRing{ref, r.Invitees, r.Linked, wire.Money(r.Earned), wire.Money(r.Deposits)})
		}
	}
	return shown, nil
}

// OfRing names the inviter of a ring.
type OfRing struct {
	list.Query

	Inviter string `maxLength:"32" path:"inviter"`
	Depth   int64  `default:"4" maximum:"4" minimum:"1" query:"depth"`
}

// RingMember is a linked member of a ring.
type RingMember struct {
	Member      list.MemberRef `json:"member"`
	Depth       int64          `doc:"Of how many steps the invitations are that have it and the nearest one that it is linked to" json:"depth"`
	Deposits    wire.Money     `doc:"Over its life, less what was taken back" json:"deposits"`
	Withdrawals wire.Money     `json:"withdrawals"`
	Bonus       wire.Money     `doc:"What the house gave it: bonuses, refunds, commissions, prizes" json:"bonus"`
}

// handleRing answers GET /api/risk/ring/{inviter}.
func (c *Room) handleRing(ctx context.Context, in *OfRing) (*httpx.Reply[list.Page[RingMember]], error) {
	look := operator.Glance{
		By: httpx.StateOf(ctx).Operator, Action: "risk.ring", Subject: "member:" + in.Inviter, Member: in.Inviter,
	}
	if err := c.d.Looks.Look(ctx, look); err != nil {
		return nil, err
	}
	of := list.List[risk.Invitee, string, RingMember]{
		Name: "risk/ring/members", Key: func(one risk.Invitee) string { return one.Member }, Show: c.ringShown,
		Columns: []list.Column[risk.Invitee]{
			{Name: "member", Cell: func(one risk.Invitee) any { return one.Member }},
			{Name: "depth", Cell: func(one risk.Invitee) any { return one.Depth }},
		},
	}
	return of.Read(ctx, c.d.Lists, in.Query, list.Rows[risk.Invitee, string]{
		Filters: list.Filters{"inviter": in.Inviter, "depth": fmt.Sprint(in.Depth)},
		Read: func(ctx context.Context, after *string, most int) ([]risk.Invitee, error) {
			at := ""
			if after != nil {
				at = *after
			}
			return c.d.Passes.Invitees(ctx, in.Inviter, in.Depth, at, most)
		},
	})
}

func (c *Room) ringShown(ctx context.Context, rows []risk.Invitee) ([]RingMember, error) {
	refs, err := list.Named(ctx, c.d.Refs, rows, func(one risk.Invitee) string { return one.Member })
	if err != nil {
		return nil, err
	}
	shown := make([]RingMember, 0, len(rows))
	for _, one := range rows {
		ref, known := refs[one.Member]
		if !known {
			continue
		}
		moved, err := c.lifeOf(ctx, one.Member)
		if err != nil {
			return nil, err
		}
		shown = append(shown, RingMember{ref, one.Depth, moved.deposits, moved.withdrawals, moved.bonus})
	}
	return shown, nil
}

// life is what a member's books say of it.
type life struct{ deposits, withdrawals, bonus wire.Money }

// lifeOf adds up what a member deposited and withdrew, and what the house gave it.
func (c *Room) lifeOf(ctx context.Context, member string) (life, error) {
	moved, err := c.d.Books.Moved(ctx, member, time.Time{},
		append([]ledger.Kind{"deposit", "deposit_reversed", "withdraw"}, given...)...)
	if err != nil {
		return life{}, err
	}
	all := life{
		deposits:    wire.Money(moved["deposit"].Posted - moved["deposit_reversed"].Posted),
		withdrawals: wire.Money(moved["withdraw"].Posted),
	}
	for _, kind := range given {
		all.bonus += wire.Money(moved[kind].Posted)
	}
	return all, nil
}
