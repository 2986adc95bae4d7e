package member

import (
	"context"
	"slices"

	"krapao/internal/httpx"
	"krapao/internal/httpx/wire"
	"krapao/internal/operatorapi/list"
	"krapao/internal/tied"
	"krapao/operator/risk"
)

// LinkedMember is another member that may be the same person.
type LinkedMember struct {
	Member   list.MemberRef `json:"member"`
	Strength string         `enum:"strong,medium,weak" json:"strength"`
	By       string         `doc:"The holder's name, an account that paid for both, a browser, an address" enum:"holder,payer,device,address" json:"by"`
	Since    *wire.Time     `doc:"Since when the other one has it; null where nobody keeps that" json:"since" nullable:"true"`
}

// mostTied is how many of one group are named. The group itself has them all.
const mostTied = 50

// handleLinks answers GET /api/member/{id}/link: who is linked to it directly, as a decision's own affairs know it, the strongest
// first. It is no file: it has names.
func (c *Room) handleLinks(ctx context.Context, in *OfMember) (*httpx.Reply[list.Page[LinkedMember]], error) {
	if _, err := c.Members.ByID(ctx, in.ID); err != nil {
		return nil, err
	}
	page := list.Page[LinkedMember]{Items: []LinkedMember{}, AsOf: wire.Time(c.Now()), From: "primary"}
	for _, way := range []struct {
		by   string
		find func(context.Context, string) ([]string, error)
	}{{"holder", c.Holders.Same}, {"payer", c.Deposits.SharedPayers}} {
		others, err := way.find(ctx, in.ID)
		if err != nil {
			return nil, err
		}
		if err := c.link(ctx, &page, risk.Way(way.by), ones(others)); err != nil {
			return nil, err
		}
	}
	groups, err := c.Groups.Of(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	for _, g := range groups {
		if g.By != risk.Device && g.By != risk.Address {
			continue
		}
		others, err := c.Groups.Members(ctx, g.By, g.Key, "", mostTied)
		if err == nil {
			err = c.link(ctx, &page, g.By, slices.DeleteFunc(others, func(o tied.One) bool {
				return o.Member == in.ID || has(page.Items, o.Member, g.By)
			}))
		}
		if err != nil {
			return nil, err
		}
	}
	return httpx.OK(page)
}

func ones(members []string) []tied.One {
	list := make([]tied.One, len(members))
	for n, member := range members {
		list[n].Member = member
	}
	return list
}

// has reports whether a member is among the links of one way already: two browsers link it once.
func has(links []LinkedMember, member string, by risk.Way) bool {
	return slices.ContainsFunc(links, func(l LinkedMember) bool { return l.Member.ID == member && l.By == string(by) })
}

// link adds others that a member is linked to in one way.
func (c *Room) link(ctx context.Context, page *list.Page[LinkedMember], by risk.Way, others []tied.One) error {
	refs, err := list.Named(ctx, c.Refs, others, func(o tied.One) string { return o.Member })
	if err != nil {
		return err
	}
	for _, o := range others {
		if ref, known := refs[o.Member]; known {
			page.Items = append(page.Items, LinkedMember{ref, by.Strength(), string(by), wire.TimeOrNull(o.Since)})
		}
	}
	return nil
}
