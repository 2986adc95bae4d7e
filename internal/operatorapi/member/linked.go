package member

import (
	"context"

	"krapao/internal/httpx"
	"krapao/internal/httpx/wire"
	"krapao/internal/operatorapi/list"
)

// LinkedMember is another member that may be the same person.
type LinkedMember struct {
	Member   list.MemberRef `json:"member"`
	Strength string         `json:"strength" enum:"strong"`
	By       string         `json:"by" enum:"holder,payer" doc:"The holder's name, or an account that paid for both"`
}

// handleLinks answers GET /api/member/{id}/link: who is linked to it directly. It is no file: it has names.
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
		refs, err := c.Refs.Refs(ctx, others)
		if err != nil {
			return nil, err
		}
		for _, other := range others {
			if ref, known := refs[other]; known {
				page.Items = append(page.Items, LinkedMember{ref, "strong", way.by})
			}
		}
	}
	return httpx.OK(page)
}
