package httpapi

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"reflect"

	"github.com/danielgtaylor/huma/v2"

	"krapao/bonus"
	"krapao/fault"
	"krapao/lookup"
)

// ActiveBonus is the condition that a member's credit is under.
type ActiveBonus struct {
	Status         bool      `json:"status" doc:"Whether there is one"`
	Type           *string   `json:"type" enum:"bonus,promotion,invite,refund,luckydraw"`
	Code           string    `json:"code"`
	Name           string    `json:"name"`
	PercentSuccess int64     `json:"percentSuccess" doc:"Of the base"`
	PercentFail    int64     `json:"percentFail" doc:"Of the base"`
	Base           Money     `json:"base" doc:"The credit, and the deposit that it matched"`
	Own            Money     `json:"own" doc:"What is the member's own, whatever becomes of the condition"`
	Target         Money     `json:"target" doc:"The total at which it ends with success"`
	Floor          Money     `json:"floor" doc:"The total at which it is lost"`
	Total          Money     `json:"total" doc:"As the books have it; the games were last read at"`
	Turnover       *Turnover `json:"turnover" doc:"Null where none is required"`
	End            *string   `json:"end" enum:"target,turnover,both" doc:"What brings success"`
	ExpiresAt      *Time     `json:"expiresAt" nullable:"true"`
	Games          []string  `json:"games" doc:"Codes of the games that money may go into"`
	GiveUp         GiveUp    `json:"giveUp" doc:"What giving up now would mean"`
	State          *string   `json:"state" enum:"active,ending" doc:"ending: it is decided, and what goes back is being brought from the games"`
	Reason         *string   `json:"reason" doc:"A code that says why it is ending"`
	At             *Time     `json:"at" nullable:"true" doc:"When the games were last read"`
}

// Turnover is what has to be bet, and was.
type Turnover struct {
	Required Money `json:"required"`
	Done     Money `json:"done"`
}

// Schema documents that there may be none.
func (Turnover) Schema(r huma.Registry) *huma.Schema {
	type fields Turnover
	return orNull(r, reflect.TypeFor[fields]())
}

// orNull is the schema of an object that may be missing: huma's tag allows null for plain values only.
func orNull(r huma.Registry, fields reflect.Type) *huma.Schema {
	schema := huma.SchemaFromType(r, fields)
	schema.Nullable = true
	return schema
}

// GiveUp is what goes back to the house and what stays the member's.
type GiveUp struct {
	Returned Money `json:"returned"`
	Kept     Money `json:"kept"`
}

// BonusMinimum tells where a condition stands after its games were read.
type BonusMinimum struct {
	Result bool  `json:"result" doc:"The reading has ended the condition"`
	Floor  Money `json:"floor"`
	Target Money `json:"target"`
	Total  Money `json:"total"`
}

// BonusCleared is the end of a condition.
type BonusCleared struct {
	Message  string `json:"message" enum:"BONUS_CLEAR"`
	Status   string `json:"status" enum:"SUCCESS,IN_PROGRESS" doc:"IN_PROGRESS: the games are still being emptied"`
	Outcome  string `json:"outcome" enum:"SUCCESS,FAILED"`
	Returned Money  `json:"returned" doc:"What went back to the house; while in progress, at most this"`
}

// Terms are what a conditional credit is granted under.
type Terms struct {
	MatchPercent int64    `json:"matchPercent" doc:"Of the deposit; 0: without a deposit"`
	Amount       Money    `json:"amount" doc:"Of a fixed credit; 0: it matches a deposit"`
	Cap          Money    `json:"cap"`
	Minimum      Money    `json:"minimum" doc:"The least deposit"`
	WindowHours  int64    `json:"windowHours" doc:"How long after the deposit"`
	End          string   `json:"end" enum:"target,turnover,both"`
	Turnover     int64    `json:"turnover" doc:"Times the base; 0: none"`
	ExpiresDays  int64    `json:"expiresDays"`
	KeepPercent  int64    `json:"keepPercent" doc:"Of the base, at most this is kept; 0: all"`
	Games        []string `json:"games"`
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
	return orNull(r, reflect.TypeFor[fields]())
}

// Received is one taking.
type Received struct {
	UpdatedAt Time `json:"updatedAt"`
}

type bonusCodeInput struct {
	spoken
	Code string `path:"code"`
}

type bonusClearInput struct {
	GiveUp bool `query:"giveUp" doc:"End it though neither end is reached"`
}

func (s *Server) bonusRoutes() {
	get := func(path, id, summary string) route {
		return route{method: http.MethodGet, path: "/api/bonus" + path, id: id, summary: summary, who: members}
	}
	once := func(path, id, summary string, stands stands) route {
		rt := get(path, id, summary)
		rt.effect, rt.replay, rt.memory, rt.stands = true, true, keyed, stands
		return rt
	}
	register(s, get("", "listBonuses", "Bonuses on offer"), s.bonuses)
	register(s, once("/activate/{code}", "activateBonus", "Take a bonus", s.Bonuses.GrantStands), s.activateBonus)
	register(s, get("/check/active", "getActiveBonus", "The condition that is active; asks no game"), s.activeBonus)
	minimum := get("/check/minimum", "checkBonusMinimum", "Read the games, and end a condition whose end that shows")
	minimum.effect = true
	register(s, minimum, s.bonusMinimum)
	register(s, once("/clear", "clearBonus", "End the active condition", s.Bonuses.EndStands), s.clearBonus)
	s.accepts("/api/bonus/clear", http.MethodGet, "The games are still being emptied")
}

func (s *Server) bonuses(ctx context.Context, _ *empty) (*reply[[]Bonus], error) {
	offers, err := s.Bonuses.Offers(ctx, exchangeOf(ctx).member)
	if err != nil {
		return nil, err
	}
	lang := s.language(ctx)
	list := make([]Bonus, len(offers))
	for i, o := range offers {
		list[i] = Bonus{
			Code: o.Code, Type: string(o.Type), MaxReceived: o.Max, PercentFail: o.Terms.PercentFail, PercentSuccess: o.Terms.PercentSuccess,
			Name: textIn(o.Name, lang), Terms: termsOf(o.Campaign), Banners: bannersOf(o.Banners, lang), UserBonus: userBonusOf(o),
		}
	}
	return ok(list)
}

func termsOf(c bonus.Campaign) Terms {
	t := Terms{
		Amount: Money(c.Amount), Cap: Money(c.Amount), End: string(c.Terms.End), ExpiresDays: c.Terms.ExpiresDays,
		KeepPercent: c.Terms.KeepPercent, Games: c.Terms.Games,
	}
	if c.Terms.End != bonus.EndTarget {
		t.Turnover = c.Terms.Turnover
	}
	if m := c.Match; m != nil {
		t.MatchPercent, t.Cap, t.Minimum, t.WindowHours = m.Percent, Money(m.Cap), Money(m.Minimum), int64(m.Window.Hours())
	}
	return t
}

func bannersOf(banners []bonus.Banner, lang lookup.Language) []Banner {
	list := make([]Banner, len(banners))
	for i, b := range banners {
		list[i] = Banner{b.Image, textIn(b.HTML, lang)}
	}
	return list
}

func userBonusOf(o bonus.Offer) *UserBonus {
	if o.Last == "" {
		return nil
	}
	u := &UserBonus{ID: o.Last, IsActive: o.Held, Received: make([]Received, len(o.Received))}
	for i, at := range o.Received {
		u.Received[i] = Received{Time(at)}
	}
	return u
}

func (s *Server) activateBonus(ctx context.Context, in *bonusCodeInput) (*reply[Message], error) {
	x := exchangeOf(ctx)
	_, err := s.Bonuses.Activate(ctx, x.member, in.Code, x.operation())
	return done(err)
}

func (s *Server) activeBonus(ctx context.Context, _ *empty) (*reply[ActiveBonus], error) {
	v, err := s.Bonuses.Active(ctx, exchangeOf(ctx).member)
	if err != nil {
		return nil, err
	}
	return ok(activeBonusOf(v, s.language(ctx)))
}

// activeBonusOf is the object of check/active; v is nil where no condition is active.
func activeBonusOf(v *bonus.View, lang lookup.Language) ActiveBonus {
	if v == nil {
		return ActiveBonus{Games: []string{}}
	}
	c, p := v.Condition, v.Position
	a := ActiveBonus{
		Status: true, Type: optional(string(c.Source)), Code: c.Campaign, Name: textIn(c.Terms.Name, lang),
		PercentSuccess: c.Terms.PercentSuccess, PercentFail: c.Terms.PercentFail,
		Base: Money(c.Base), Own: Money(p.Own), Target: Money(p.Target), Floor: Money(p.Floor), Total: Money(p.Total),
		End: optional(string(p.End)), ExpiresAt: moment(v.ExpiresAt), Games: c.Terms.Games, GiveUp: GiveUp{Money(v.GiveUp.Returned), Money(v.GiveUp.Kept)},
		State: optional(string(c.State)), Reason: optional(string(v.Reason)), At: moment(v.At),
	}
	if p.Required > 0 {
		a.Turnover = &Turnover{Money(p.Required), Money(p.Turned)}
	}
	return a
}

// language is what the caller's app is set to.
func (s *Server) language(ctx context.Context) lookup.Language {
	return s.Lookup.Language(exchangeOf(ctx).accept)
}

// textIn is the operator's text in a language; Thai stands for one that it left out.
func textIn(t bonus.Text, lang lookup.Language) string {
	text := map[lookup.Language]string{lookup.Thai: t.TH, lookup.Lao: t.LO, lookup.English: t.EN}[lang]
	if text == "" {
		return t.TH
	}
	return text
}

func (s *Server) bonusMinimum(ctx context.Context, _ *empty) (*reply[BonusMinimum], error) {
	ended, p, err := s.Bonuses.Minimum(ctx, exchangeOf(ctx).member)
	return answered(BonusMinimum{ended, Money(p.Floor), Money(p.Target), Money(p.Total)}, err)
}

func (s *Server) clearBonus(ctx context.Context, in *bonusClearInput) (*reply[BonusCleared], error) {
	x := exchangeOf(ctx)
	ended, err := s.Bonuses.Clear(ctx, x.member, in.GiveUp, x.operation())
	if err != nil {
		return nil, err
	}
	answer := BonusCleared{string(fault.BONUS_CLEAR), "SUCCESS", outcomeOf(ended.Outcome()), Money(ended.Condition.Returned)}
	if !ended.InProgress {
		return ok(answer)
	}
	answer.Status, answer.Returned = "IN_PROGRESS", Money(ended.Condition.Due)
	return &reply[BonusCleared]{Status: http.StatusAccepted, Body: answer}, nil
}

// outcomeOf: giving up, expiry and a deposit that was taken back are no success.
func outcomeOf(state bonus.State) string {
	if state == bonus.Success {
		return "SUCCESS"
	}
	return "FAILED"
}

// told completes a refusal: BONUS_REMAINING carries what the condition asks for, the object of check/active.
func (s *Server) told(ctx context.Context, err error) error {
	x := exchangeOf(ctx)
	if !fault.Is(err, fault.BONUS_REMAINING) || s.Bonuses == nil || x.member == "" {
		return err
	}
	v, failed := s.Bonuses.Active(ctx, x.member)
	if failed != nil || v == nil {
		return err // it has ended meanwhile, or can't be read: the code alone is true enough
	}
	refused := fault.New(fault.BONUS_REMAINING, "a condition is active")
	for name, value := range paramsOf(activeBonusOf(v, s.language(ctx))) {
		refused = refused.With(name, value)
	}
	return refused
}

// paramsOf is an object of the contract as a refusal's parameters.
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
