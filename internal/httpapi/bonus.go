package httpapi

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"krapao/bonus"
	"krapao/bonus/campaign"
	"krapao/fault"
	"krapao/internal/httpx"
	"krapao/internal/httpx/wire"
	"krapao/ledger"
	"krapao/lookup"
)

// ActiveBonus is the condition of a member's conditional credit.
type ActiveBonus struct {
	Status         bool       `json:"status" doc:"Whether there is one"`
	Type           *string    `json:"type" enum:"bonus,promotion,invite,refund,luckydraw"`
	Code           string     `json:"code"`
	Name           string     `json:"name"`
	PercentSuccess int64      `json:"percentSuccess" doc:"Of the base"`
	PercentFail    int64      `json:"percentFail" doc:"Of the base"`
	Base           wire.Money `json:"base" doc:"The credit, and the deposit that it matched"`
	Own            wire.Money `json:"own" doc:"What is the member's own, whatever becomes of the condition"`
	Target         wire.Money `json:"target" doc:"The total at which it ends with success"`
	Floor          wire.Money `json:"floor" doc:"The total at which it is lost"`
	Total          wire.Money `json:"total" doc:"As the books have it; the games were last read at"`
	Turnover       *Turnover  `json:"turnover" doc:"Null where none is required"`
	End            *string    `json:"end" enum:"target,turnover,both" doc:"What brings success"`
	ExpiresAt      *wire.Time `json:"expiresAt" nullable:"true"`
	Games          []string   `json:"games" doc:"Codes of the games that money may go into"`
	GiveUp         GiveUp     `json:"giveUp" doc:"What giving up now would mean"`
	State          *string    `json:"state" enum:"active,ending" doc:"ending: it is decided, and what goes back is being brought from the games"`
	Reason         *string    `json:"reason" doc:"A code that says why it is ending"`
	At             *wire.Time `json:"at" nullable:"true" doc:"When the games were last read"`
}

// Turnover is how much has to be bet, and how much was.
type Turnover struct {
	Required wire.Money `json:"required"`
	Done     wire.Money `json:"done"`
}

// Schema documents that there may be none.
func (Turnover) Schema(r huma.Registry) *huma.Schema {
	type fields Turnover
	return wire.OrNull[fields](r)
}

// GiveUp is what giving up would return to the house, and what the member would keep.
type GiveUp struct {
	Returned wire.Money `json:"returned"`
	Kept     wire.Money `json:"kept"`
}

// BonusMinimum is a condition's position after its games were read.
type BonusMinimum struct {
	Result bool       `json:"result" doc:"The reading has ended the condition"`
	Floor  wire.Money `json:"floor"`
	Target wire.Money `json:"target"`
	Total  wire.Money `json:"total"`
}

// BonusCleared is the end of a condition.
type BonusCleared struct {
	Message  string     `json:"message" enum:"BONUS_CLEAR"`
	Status   string     `json:"status" enum:"SUCCESS,IN_PROGRESS" doc:"IN_PROGRESS: the games are still being emptied"`
	Outcome  string     `json:"outcome" enum:"SUCCESS,FAILED"`
	Returned wire.Money `json:"returned" doc:"What went back to the house; while in progress, at most this"`
}

// Terms are the terms of a conditional credit.
type Terms struct {
	MatchPercent int64      `json:"matchPercent" doc:"Of the deposit; 0: without a deposit"`
	Amount       wire.Money `json:"amount" doc:"Of a fixed credit; 0: it matches a deposit"`
	Cap          wire.Money `json:"cap"`
	Minimum      wire.Money `json:"minimum" doc:"The least deposit"`
	WindowHours  int64      `json:"windowHours" doc:"How long after the deposit"`
	End          string     `json:"end" enum:"target,turnover,both"`
	Turnover     int64      `json:"turnover" doc:"Times the base; 0: none"`
	ExpiresDays  int64      `json:"expiresDays"`
	KeepPercent  int64      `json:"keepPercent" doc:"Of the base, at most this is kept; 0: all"`
	Games        []string   `json:"games"`
}

// Bonus is an offer, and what the member took of it.
type Bonus struct {
	Code           string     `json:"code"`
	Type           string     `json:"type" enum:"limit,day,week"`
	MaxReceived    int64      `json:"maxReceived" doc:"Ever, a day or a week, by the type"`
	PercentFail    int64      `json:"percentFail"`
	PercentSuccess int64      `json:"percentSuccess"`
	Name           string     `json:"name"`
	Terms          Terms      `json:"terms"`
	Banners        []Banner   `json:"banners"`
	UserBonus      *UserBonus `json:"userBonus" doc:"Null where it was never taken"`
}

// UserBonus is what a member took of a bonus.
type UserBonus struct {
	ID       string     `json:"_id"`
	IsActive bool       `json:"isActive"`
	Received []Received `json:"received" doc:"Newest first"`
}

// Schema documents that there may be none.
func (UserBonus) Schema(r huma.Registry) *huma.Schema {
	type fields UserBonus
	return wire.OrNull[fields](r)
}

// Received is one time that the bonus was taken.
type Received struct {
	UpdatedAt wire.Time `json:"updatedAt"`
}

type bonusCodeInput struct {
	spoken
	Code string `path:"code"`
}

type bonusClearInput struct {
	GiveUp bool `query:"giveUp" doc:"End it though neither end is reached"`
}

type bonusCalls struct {
	bonuses   *bonus.Service
	campaigns *campaign.Service
	lookup    *lookup.Service
}

// whether takes a method of the bonuses' records at the call, since the contract is made without any service.
func whether(
	b *bonus.Service, stands func(bonus.Records, context.Context, string, ledger.Key) (bool, error),
) httpx.Stands {
	return func(ctx context.Context, member string, key ledger.Key) (bool, error) {
		return stands(b.Records, ctx, member, key)
	}
}

func (c *bonusCalls) routes(f *httpx.Frame) {
	get := func(path, id, summary string) httpx.Route {
		return httpx.Route{Method: http.MethodGet, Path: "/api/bonus" + path, ID: id, Summary: summary, Access: httpx.Members}
	}
	once := func(path, id, summary string, stands httpx.Stands) httpx.Route {
		rt := get(path, id, summary)
		rt.Effect, rt.Replay, rt.Memory, rt.Stands = true, true, httpx.Keyed, stands
		return rt
	}
	granted, ended := whether(c.bonuses, bonus.Records.GrantStands), whether(c.bonuses, bonus.Records.EndStands)
	httpx.Register(f, get("", "listBonuses", "Bonuses on offer"), c.handleBonuses)
	httpx.Register(f, once("/activate/{code}", "activateBonus", "Take a bonus", granted), c.handleActivateBonus)
	httpx.Register(f, get("/check/active", "getActiveBonus", "The condition that is active; asks no game"), c.handleActiveBonus)
	minimum := get("/check/minimum", "checkBonusMinimum", "Read the games, and end a condition whose end that shows")
	minimum.Effect = true
	httpx.Register(f, minimum, c.handleBonusMinimum)
	httpx.Register(f, once("/clear", "clearBonus", "End the active condition", ended), c.handleClearBonus)
	f.Accepts("/api/bonus/clear", http.MethodGet, "The games are still being emptied")
}

// handleBonuses answers GET /api/bonus: the bonuses on offer, and what the member took of them.
func (c *bonusCalls) handleBonuses(ctx context.Context, _ *httpx.Empty) (*httpx.Reply[[]Bonus], error) {
	offers, err := c.campaigns.Offers(ctx, httpx.StateOf(ctx).Member)
	if err != nil {
		return nil, err
	}
	lang := languageOf(ctx, c.lookup)
	list := make([]Bonus, len(offers))
	for i, o := range offers {
		list[i] = Bonus{
			Code: o.Code, Type: string(o.Type), MaxReceived: o.Max,
			PercentFail: o.Terms.PercentFail, PercentSuccess: o.Terms.PercentSuccess,
			Name: textIn(o.Name, lang), Terms: termsOf(o.Campaign), Banners: bannersOf(o.Banners, lang), UserBonus: userBonusOf(o),
		}
	}
	return httpx.OK(list)
}

func termsOf(c campaign.Campaign) Terms {
	t := Terms{
		Amount: wire.Money(c.Amount), Cap: wire.Money(c.Amount), End: string(c.Terms.End), ExpiresDays: c.Terms.ExpiresDays,
		KeepPercent: c.Terms.KeepPercent, Games: c.Terms.Games,
	}
	if c.Terms.End != bonus.EndTarget {
		t.Turnover = c.Terms.Turnover
	}
	if m := c.Match; m != nil {
		t.MatchPercent, t.WindowHours = m.Percent, int64(m.Window.Hours())
		t.Cap, t.Minimum = wire.Money(m.Cap), wire.Money(m.Minimum)
	}
	return t
}

func userBonusOf(o campaign.Offer) *UserBonus {
	if o.Last == "" {
		return nil
	}
	u := &UserBonus{ID: o.Last, IsActive: o.Held, Received: make([]Received, len(o.Received))}
	for i, at := range o.Received {
		u.Received[i] = Received{wire.Time(at)}
	}
	return u
}

// handleActivateBonus answers GET /api/bonus/activate/{code}: it grants a bonus.
func (c *bonusCalls) handleActivateBonus(ctx context.Context, in *bonusCodeInput) (*httpx.Success, error) {
	state := httpx.StateOf(ctx)
	_, err := c.campaigns.Activate(ctx, state.Member, in.Code, state.Operation())
	return httpx.Done(err)
}

// handleActiveBonus answers GET /api/bonus/check/active: the active condition. It asks no game.
func (c *bonusCalls) handleActiveBonus(ctx context.Context, _ *httpx.Empty) (*httpx.Reply[ActiveBonus], error) {
	v, err := c.bonuses.Active(ctx, httpx.StateOf(ctx).Member)
	if err != nil {
		return nil, err
	}
	return httpx.OK(activeBonusOf(v, languageOf(ctx, c.lookup)))
}

// activeBonusOf is the object of check/active. V is nil where no condition is active.
func activeBonusOf(v *bonus.View, lang lookup.Language) ActiveBonus {
	if v == nil {
		return ActiveBonus{Games: []string{}}
	}
	c, p := v.Condition, v.Position
	a := ActiveBonus{
		Status: true, Type: wire.TextOrNull(string(c.Source)), Code: c.Campaign, Name: textIn(c.Terms.Name, lang),
		PercentSuccess: c.Terms.PercentSuccess, PercentFail: c.Terms.PercentFail,
		Base: wire.Money(c.Base), Own: wire.Money(p.Own),
		Target: wire.Money(p.Target), Floor: wire.Money(p.Floor), Total: wire.Money(p.Total),
		End: wire.TextOrNull(string(p.End)), ExpiresAt: wire.TimeOrNull(v.ExpiresAt), Games: c.Terms.Games,
		GiveUp: GiveUp{wire.Money(v.GiveUp.Returned), wire.Money(v.GiveUp.Kept)},
		State:  wire.TextOrNull(string(c.State)), Reason: wire.TextOrNull(string(v.Reason)), At: wire.TimeOrNull(v.At),
	}
	if p.Required > 0 {
		a.Turnover = &Turnover{wire.Money(p.Required), wire.Money(p.Turned)}
	}
	return a
}

// handleBonusMinimum answers GET /api/bonus/check/minimum: it reads the games, and ends the condition if its end is reached.
func (c *bonusCalls) handleBonusMinimum(ctx context.Context, _ *httpx.Empty) (*httpx.Reply[BonusMinimum], error) {
	ended, p, err := c.bonuses.Minimum(ctx, httpx.StateOf(ctx).Member)
	return httpx.Answer(BonusMinimum{ended, wire.Money(p.Floor), wire.Money(p.Target), wire.Money(p.Total)}, err)
}

// handleClearBonus answers GET /api/bonus/clear: it ends the active condition.
func (c *bonusCalls) handleClearBonus(ctx context.Context, in *bonusClearInput) (*httpx.Reply[BonusCleared], error) {
	state := httpx.StateOf(ctx)
	ended, err := c.bonuses.Clear(ctx, state.Member, in.GiveUp, state.Operation())
	if err != nil {
		return nil, err
	}
	answer := BonusCleared{string(fault.BONUS_CLEAR), "SUCCESS", outcomeOf(ended.Outcome()), wire.Money(ended.Condition.Returned)}
	if !ended.InProgress {
		return httpx.OK(answer)
	}
	answer.Status, answer.Returned = "IN_PROGRESS", wire.Money(ended.Condition.Due)
	return &httpx.Reply[BonusCleared]{Status: http.StatusAccepted, Body: answer}, nil
}

// outcomeOf is FAILED also for giving up, expiry, and a deposit that was taken back.
func outcomeOf(state bonus.State) string {
	if state == bonus.Success {
		return "SUCCESS"
	}
	return "FAILED"
}

// complete adds the active condition to BONUS_REMAINING, as check/active shows it.
func (c *bonusCalls) complete(ctx context.Context, err error) error {
	state := httpx.StateOf(ctx)
	if !fault.Is(err, fault.BONUS_REMAINING) || c.bonuses == nil || state.Member == "" {
		return err
	}
	v, failed := c.bonuses.Active(ctx, state.Member)
	if failed != nil || v == nil {
		return err // the condition has ended meanwhile, or can't be read: the code alone will do
	}
	refused := fault.New(fault.BONUS_REMAINING, "a condition is active")
	for name, value := range paramsOf(activeBonusOf(v, languageOf(ctx, c.lookup))) {
		refused = refused.With(name, value)
	}
	return refused
}

// paramsOf turns an object of the contract into a refusal's parameters.
func paramsOf(object any) map[string]any {
	text, err := json.Marshal(object)
	if err != nil {
		return nil
	}
	var params map[string]any
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	if decoder.Decode(&params) != nil {
		return nil
	}
	return params
}
