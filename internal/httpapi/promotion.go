package httpapi

import (
	"context"
	"net/http"
	"reflect"

	"github.com/danielgtaylor/huma/v2"
)

// Promotion is what a code gives.
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

// HeldPromotion is one that was taken.
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
	return orNull(r, reflect.TypeFor[fields]())
}

func (s *Server) promotionRoutes() {
	get := func(path, id, summary string) route {
		return route{method: http.MethodGet, path: "/api/promotion/" + path, id: id, summary: summary, who: members}
	}
	activate := get("activate/{code}", "activatePromotion", "Take a promotion")
	activate.effect, activate.replay, activate.memory, activate.stands = true, true, keyed, s.Bonuses.GrantStands
	register(s, get("current", "getCurrentPromotion", "The promotion whose condition is active"), s.currentPromotion)
	register(s, get("find/{code}", "findPromotion", "A promotion by its code, in any case"), s.findPromotion)
	register(s, activate, s.activatePromotion)
}

func (s *Server) currentPromotion(ctx context.Context, _ *empty) (*reply[CurrentPromotion], error) {
	c, held, err := s.Bonuses.Current(ctx, exchangeOf(ctx).member)
	if err != nil {
		return nil, err
	}
	if !held {
		return ok(CurrentPromotion{})
	}
	terms := termsOf(c)
	return ok(CurrentPromotion{&HeldPromotion{
		c.Code, c.Terms.PercentFail, textIn(c.Description, s.language(ctx)), terms.Turnover, terms,
	}})
}

func (s *Server) findPromotion(ctx context.Context, in *bonusCodeInput) (*reply[Promotion], error) {
	c, err := s.Bonuses.Find(ctx, in.Code)
	if err != nil {
		return nil, err
	}
	return ok(Promotion{c.Code, c.Terms.PercentFail, c.Terms.PercentSuccess, textIn(c.Description, s.language(ctx)), termsOf(c)})
}

func (s *Server) activatePromotion(ctx context.Context, in *bonusCodeInput) (*reply[Message], error) {
	x := exchangeOf(ctx)
	_, err := s.Bonuses.Redeem(ctx, x.member, in.Code, x.operation())
	return done(err)
}
