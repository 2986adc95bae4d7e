package httpapi

import (
	"context"
	"net/http"
	"reflect"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"krapao/money"
	"krapao/protection"
	"krapao/session"
)

// Protection is what keeps a member within its own bounds.
type Protection struct {
	Limits        []ProtectionLimit `json:"limits"`
	BreakUntil    *Time             `json:"breakUntil" nullable:"true"`
	ExcludedUntil *Time             `json:"excludedUntil" nullable:"true"`
	ComingHome    bool              `json:"comingHome" doc:"Shut out, and money may still be in games"`
	Net           NetPosition       `json:"net"`
	LastLogin     *Time             `json:"lastLogin" nullable:"true" doc:"The login before this one"`
	LoginAt       Time              `json:"loginAt" doc:"When this session began"`
	ResetAt       *Time             `json:"resetAt" nullable:"true" doc:"When the password was last set anew by a code to the phone"`
	Agreement     *Acceptance       `json:"agreement" doc:"What was accepted last; null: nothing yet"`
}

// Acceptance is a version of the agreements that a member accepted.
type Acceptance struct {
	Version    string `json:"version"`
	AcceptedAt Time   `json:"acceptedAt"`
}

// Schema documents that there may be none: huma allows null for plain values only.
func (Acceptance) Schema(r huma.Registry) *huma.Schema {
	type fields Acceptance
	schema := huma.SchemaFromType(r, reflect.TypeFor[fields]())
	schema.Nullable = true
	return schema
}

// Break asks to be shut out of play for days.
type Break struct {
	Days int `json:"days" minimum:"1" maximum:"42"`
}

// Exclusion asks to be shut out of play for months.
type Exclusion struct {
	Months int `json:"months" minimum:"6" maximum:"120"`
}

// ShutOut tells until when a member is shut out of play.
type ShutOut struct {
	Message string `json:"message" enum:"SUCCESS"`
	Until   Time   `json:"until" doc:"The later of this end and of one that stood before"`
}

// ProtectionLimit is a limit in force.
type ProtectionLimit struct {
	Kind   string     `json:"kind" enum:"deposit,loss"`
	Period string     `json:"period" enum:"day,week,month"`
	Amount Money      `json:"amount" doc:"The stricter of the member's and the operator's"`
	Used   Money      `json:"used" doc:"Of a loss limit: what was lost in the period, never below 0"`
	Left   Money      `json:"left" doc:"What may still be deposited, or taken into games"`
	Next   *NextLimit `json:"next" doc:"A looser one that waits for its time and for a confirmation"`
}

// NextLimit is a looser limit that waits.
type NextLimit struct {
	Amount *OptionalMoney `json:"amount" doc:"null: none any more"`
	From   Time           `json:"from"`
}

// OptionalMoney is Money whose pointer may be null on the wire.
type OptionalMoney Money

// UnmarshalJSON reads the number's own text, as Money does.
func (m *OptionalMoney) UnmarshalJSON(text []byte) error { return (*Money)(m).UnmarshalJSON(text) }

// MarshalJSON writes the shortest exact number.
func (m OptionalMoney) MarshalJSON() ([]byte, error) { return Money(m).MarshalJSON() }

// Schema documents the number, or null.
func (OptionalMoney) Schema(r huma.Registry) *huma.Schema {
	schema := Money(0).Schema(r)
	schema.Extensions["type"] = []string{"number", "null"}
	return schema
}

// Schema documents that there may be none: huma allows null for plain values only.
func (NextLimit) Schema(r huma.Registry) *huma.Schema {
	type fields NextLimit
	schema := huma.SchemaFromType(r, reflect.TypeFor[fields]())
	schema.Nullable = true
	return schema
}

// NetPosition is what a member put in and took out over its life.
type NetPosition struct {
	Deposits    Money `json:"deposits" doc:"Less what was taken back"`
	Withdrawals Money `json:"withdrawals"`
}

// LimitChange sets or lifts a limit.
type LimitChange struct {
	Kind   string         `json:"kind" enum:"deposit,loss"`
	Period string         `json:"period" enum:"day,week,month"`
	Amount *OptionalMoney `json:"amount" doc:"null lifts it"`
}

// LimitConfirmation names the looser limit that is confirmed.
type LimitConfirmation struct {
	Kind   string `json:"kind" enum:"deposit,loss"`
	Period string `json:"period" enum:"day,week,month"`
}

func (s *Server) protectionRoutes() {
	register(s, route{
		method: http.MethodGet, path: "/api/account/protection", id: "getProtection", summary: "Limits, breaks and the net position",
		who: members,
	}, s.protection)
	register(s, route{
		method: http.MethodPut, path: "/api/account/protection/limit", id: "setLimit",
		summary: "Set a limit: tighter at once, looser after 24 hours and a confirmation", who: members, memory: keyed,
	}, s.setLimit)
	register(s, route{
		method: http.MethodPost, path: "/api/account/protection/limit/confirm", id: "confirmLimit",
		summary: "Put the looser limit that waits into force", who: members, memory: keyed,
	}, s.confirmLimit)
	register(s, route{
		method: http.MethodPost, path: "/api/account/protection/break", id: "takeBreak",
		summary: "Be shut out of play for days, at once and not to be shortened", who: members, memory: keyed,
	}, s.takeBreak)
	register(s, route{
		method: http.MethodPost, path: "/api/account/protection/exclude", id: "excludeSelf",
		summary: "Be shut out of play for months, at once and not to be shortened", who: members, memory: keyed,
	}, s.excludeSelf)
}

func (s *Server) protection(ctx context.Context, _ *empty) (*reply[Protection], error) {
	x := exchangeOf(ctx)
	p, err := s.bounds(ctx, x.member)
	if err != nil {
		return nil, err
	}
	m, err := s.Members.ByID(ctx, x.member)
	if err != nil {
		return nil, err
	}
	owner, err := s.Sessions.Owner(ctx, session.Member, x.member, x.session)
	if err != nil {
		return nil, err
	}
	accepted, err := s.Members.Agreements(ctx, x.member)
	if err != nil {
		return nil, err
	}
	if len(accepted) > 0 {
		p.Agreement = &Acceptance{accepted[0].Version, Time(accepted[0].AcceptedAt)}
	}
	p.LastLogin, p.LoginAt, p.ResetAt = moment(m.LastLogin), Time(owner.Began), moment(m.ResetAt)
	return ok(p)
}

// bounds are a member's limits, its breaks and its net position.
func (s *Server) bounds(ctx context.Context, member string) (p Protection, err error) {
	limits, err := s.Protection.Limits(ctx, member)
	if err != nil {
		return p, err
	}
	state, err := s.Members.State(ctx, member)
	if err != nil {
		return p, err
	}
	if p.ComingHome, err = s.Protection.ComingHome(ctx, member); err != nil {
		return p, err
	}
	deposits, err := s.Deposits.CreditedSince(ctx, member, time.Time{})
	if err != nil {
		return p, err
	}
	withdrawals, err := s.Withdrawals.PaidTo(ctx, member)
	p.Limits, p.BreakUntil, p.ExcludedUntil = limitsOf(limits), moment(state.BreakUntil), moment(state.ExcludedUntil)
	p.Net = NetPosition{Money(deposits), Money(withdrawals)}
	return p, err
}

func limitsOf(found []protection.Limit) []ProtectionLimit {
	list := make([]ProtectionLimit, len(found))
	for i, l := range found {
		list[i] = ProtectionLimit{Kind: string(l.Kind), Period: string(l.Period), Amount: Money(l.Amount), Used: Money(l.Used), Left: Money(l.Left)}
		if l.Next != nil {
			list[i].Next = &NextLimit{Amount: (*OptionalMoney)(l.Next.Amount), From: Time(l.Next.From)}
		}
	}
	return list
}

func (s *Server) setLimit(ctx context.Context, in *body[LimitChange]) (*reply[Message], error) {
	b := in.Body
	return done(s.Protection.Set(ctx, exchangeOf(ctx).member, protection.Kind(b.Kind), protection.Period(b.Period), (*money.Amount)(b.Amount)))
}

func (s *Server) confirmLimit(ctx context.Context, in *body[LimitConfirmation]) (*reply[Message], error) {
	return done(s.Protection.Confirm(ctx, exchangeOf(ctx).member, protection.Kind(in.Body.Kind), protection.Period(in.Body.Period)))
}

func (s *Server) takeBreak(ctx context.Context, in *body[Break]) (*reply[ShutOut], error) {
	until, err := s.Protection.Break(ctx, exchangeOf(ctx).member, in.Body.Days)
	return answered(ShutOut{"SUCCESS", Time(until)}, err)
}

func (s *Server) excludeSelf(ctx context.Context, in *body[Exclusion]) (*reply[ShutOut], error) {
	until, err := s.Protection.Exclude(ctx, exchangeOf(ctx).member, in.Body.Months)
	return answered(ShutOut{"SUCCESS", Time(until)}, err)
}
