package httpapi

import (
	"context"
	"net/http"

	"krapao/ledger"
)

// Invites is a part of what a member's invitations earned.
type Invites struct {
	Total   int      `json:"total"`
	Invites []Earned `json:"invites"`
}

// Earned is what one invitee brought on one day.
type Earned struct {
	From      EarnedFrom `json:"from"`
	Amount    Money      `json:"amount"`
	CreatedAt Time       `json:"createdAt"`
}

// EarnedFrom is the invitee.
type EarnedFrom struct {
	Name string `json:"name" doc:"Masked after 3 characters"`
}

func (s *Server) inviteRoutes() {
	register(s, route{
		method: http.MethodPost, path: "/api/invite", id: "listInvites", summary: "What invitations earned", who: members,
	}, s.invites)
	register(s, route{
		method: http.MethodGet, path: "/api/invite/bonus", id: "receiveInviteBonus", who: members,
		summary: "From the purse to the wallet, under a condition", effect: true, replay: true, memory: keyed,
		stands: s.purseStands(ledger.InvitePurse),
	}, s.receiveInvite)
	register(s, route{
		method: http.MethodGet, path: "/api/invite/banners", id: "listInviteBanners", summary: "Banners of the invitation page", who: members,
	}, s.inviteBanners)
}

func (s *Server) invites(ctx context.Context, in *body[Page]) (*reply[Invites], error) {
	found, total, err := s.Invitations.List(ctx, exchangeOf(ctx).member, in.Body.Page, in.Body.Limit)
	if err != nil {
		return nil, err
	}
	list := Invites{Total: total, Invites: make([]Earned, len(found))}
	for i, e := range found {
		list.Invites[i] = Earned{EarnedFrom{e.From}, Money(e.Amount), Time(e.At)}
	}
	return ok(list)
}

func (s *Server) receiveInvite(ctx context.Context, _ *empty) (*reply[Paid], error) {
	x := exchangeOf(ctx)
	amount, err := s.Invitations.Receive(ctx, x.member, x.operation())
	return answered(Paid{invitePaid, Money(amount)}, err)
}

func (s *Server) inviteBanners(ctx context.Context, in *spoken) (*reply[[]Banner], error) {
	found, err := s.Invitations.Banners(ctx)
	return answered(bannersOf(found, s.Lookup.Language(in.Accept)), err)
}
