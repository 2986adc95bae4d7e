package httpapi

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"krapao/bonus"
	"krapao/bonus/campaign"
	"krapao/internal/httpx"
	"krapao/internal/httpx/wire"
	"krapao/lookup"
)

// Promotion is a promotion that a code gives.
type Promotion struct {
	Code           string `json:"code"`
	PercentFail    int64  `json:"percentFail"`
	PercentSuccess int64  `json:"percentSuccess"`
	Description    string `json:"description"`
	Terms          Terms  `json:"terms"`
}

// CurrentPromotion is the promotion whose condition a member is under.
type CurrentPromotion struct {
	Promotion *HeldPromotion `json:"promotion"`
}

// HeldPromotion is a promotion that was taken.
type HeldPromotion struct {
	Code        string `json:"code"`
	PercentFail int64  `json:"percentFail"`
	Description string `json:"description"`
	Turnover    int64  `json:"turnover" doc:"Times the base; 0: none"`
	Terms       Terms  `json:"terms"`
}

// Schema documents that there may be none.
func (HeldPromotion) Schema(r huma.Registry) *huma.Schema {
	type fields HeldPromotion
	return wire.OrNull[fields](r)
}

type promotionCalls struct {
	bonuses   *bonus.Service
	campaigns *campaign.Service
	lookup    *lookup.Service
}

func (c *promotionCalls) routes(f *httpx.Frame) {
	get := func(path, id, summary string) httpx.Route {
		return httpx.Route{Method: http.MethodGet, Path: "/api/promotion/" + path, ID: id, Summary: summary, Access: httpx.Members}
	}
	activate := get("activate/{code}", "activatePromotion", "Take a promotion")
	activate.Effect, activate.Replay, activate.Memory = true, true, httpx.Keyed
	activate.Stands = whether(c.bonuses, bonus.Records.GrantStands)
	httpx.Register(f, get("current", "getCurrentPromotion", "The promotion whose condition is active"), c.handleCurrentPromotion)
	httpx.Register(f, get("find/{code}", "findPromotion", "A promotion by its code, in any case"), c.handleFindPromotion)
	httpx.Register(f, activate, c.handleActivatePromotion)
}

// handleCurrentPromotion answers GET /api/promotion/current: the promotion whose condition is active.
func (c *promotionCalls) handleCurrentPromotion(ctx context.Context, _ *httpx.Empty) (*httpx.Reply[CurrentPromotion], error) {
	p, active, err := c.campaigns.Current(ctx, httpx.StateOf(ctx).Member)
	if err != nil {
		return nil, err
	}
	if !active {
		return httpx.OK(CurrentPromotion{})
	}
	terms := termsOf(p)
	return httpx.OK(CurrentPromotion{&HeldPromotion{
		p.Code, p.Terms.PercentFail, textIn(p.Description, languageOf(ctx, c.lookup)), terms.Turnover, terms,
	}})
}

// handleFindPromotion answers GET /api/promotion/find/{code}: a promotion by its code, in any case.
func (c *promotionCalls) handleFindPromotion(ctx context.Context, in *bonusCodeInput) (*httpx.Reply[Promotion], error) {
	p, err := c.campaigns.Find(ctx, in.Code)
	if err != nil {
		return nil, err
	}
	return httpx.OK(Promotion{
		p.Code, p.Terms.PercentFail, p.Terms.PercentSuccess, textIn(p.Description, languageOf(ctx, c.lookup)), termsOf(p),
	})
}

// handleActivatePromotion answers GET /api/promotion/activate/{code}: it grants a promotion.
func (c *promotionCalls) handleActivatePromotion(ctx context.Context, in *bonusCodeInput) (*httpx.Success, error) {
	state := httpx.StateOf(ctx)
	_, err := c.campaigns.Redeem(ctx, state.Member, in.Code, state.Operation())
	return httpx.Done(err)
}
