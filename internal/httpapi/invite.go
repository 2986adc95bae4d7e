package httpapi

import (
	"context"
	"net/http"

	"krapao/internal/httpx"
	"krapao/internal/httpx/wire"
	"krapao/invite"
	"krapao/ledger"
	"krapao/lookup"
)

// Invites is a part of the list of what a member's invitations earned.
type Invites struct {
	Total   int      `json:"total"`
	Invites []Earned `json:"invites"`
}

// Earned is what one invitee brought on one day.
type Earned struct {
	From      EarnedFrom `json:"from"`
	Amount    wire.Money `json:"amount"`
	CreatedAt wire.Time  `json:"createdAt"`
}

// EarnedFrom is the invitee.
type EarnedFrom struct {
	Name string `json:"name" doc:"Masked after 3 characters"`
}

type inviteCalls struct {
	invitations *invite.Service
	lookup      *lookup.Service
	purse       purse
}

func (c *inviteCalls) routes(f *httpx.Frame) {
	httpx.Register(f, httpx.Route{
		Method: http.MethodPost, Path: "/api/invite", ID: "listInvites",
		Summary: "What invitations earned", Access: httpx.Members,
	}, c.handleInvites)
	httpx.Register(f, httpx.Route{
		Method: http.MethodGet, Path: "/api/invite/bonus", ID: "receiveInviteBonus", Access: httpx.Members,
		Summary: "From the purse to the wallet, under a condition", Effect: true, Replay: true, Memory: httpx.Keyed,
		Stands: c.purse.stands(ledger.InvitePurse),
	}, c.handleReceiveInvite)
	httpx.Register(f, httpx.Route{
		Method: http.MethodGet, Path: "/api/invite/banners", ID: "listInviteBanners",
		Summary: "Banners of the invitation page", Access: httpx.Members,
	}, c.handleInviteBanners)
}

// handleInvites answers POST /api/invite: what invitations earned.
func (c *inviteCalls) handleInvites(ctx context.Context, in *httpx.Body[Page]) (*httpx.Reply[Invites], error) {
	found, total, err := c.invitations.List(ctx, httpx.StateOf(ctx).Member, in.Body.Page, in.Body.Limit)
	if err != nil {
		return nil, err
	}
	list := Invites{Total: total, Invites: make([]Earned, len(found))}
	for i, e := range found {
		list.Invites[i] = Earned{EarnedFrom{e.From}, wire.Money(e.Amount), wire.Time(e.At)}
	}
	return httpx.OK(list)
}

// handleReceiveInvite answers GET /api/invite/bonus: it moves the purse to the wallet, under a condition.
func (c *inviteCalls) handleReceiveInvite(ctx context.Context, _ *httpx.Empty) (*httpx.Reply[Paid], error) {
	state := httpx.StateOf(ctx)
	amount, err := c.invitations.Receive(ctx, state.Member, state.Operation())
	return httpx.Answer(Paid{invitePaid, wire.Money(amount)}, err)
}

// handleInviteBanners answers GET /api/invite/banners: the banners of the invitation page.
func (c *inviteCalls) handleInviteBanners(ctx context.Context, in *spoken) (*httpx.Reply[[]Banner], error) {
	found, err := c.invitations.Banners(ctx)
	return httpx.Answer(bannersOf(found, c.lookup.Language(in.Accept)), err)
}
