package httpapi

import (
	"context"
	"net/http"
	"reflect"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"krapao/money"
	"krapao/protection"
)

// Protection is what keeps a member within its own bounds.
type Protection struct {
	Limits        []ProtectionLimit `json:"limits"`
	BreakUntil    *Time             `json:"breakUntil" nullable:"true"`
	ExcludedUntil *Time             `json:"excludedUntil" nullable:"true"`
	Net           NetPosition       `json:"net"`
	LastLogin     *Time             `json:"lastLogin" nullable:"true" doc:"The login before this one"`
}

// ProtectionLimit is a limit in force.
type ProtectionLimit struct {
	Kind   string     `json:"kind" enum:"deposit,loss"`
	Period string     `json:"period" enum:"day,week,month"`
	Amount Money      `json:"amount" doc:"The stricter of the member's and the operator's"`
	Used   Money      `json:"used"`
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
	Kind   string         `json:"kind" enum:"deposit,loss" doc:"loss is not offered yet: INVALID_INPUT"`
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
}

func (s *Server) protection(ctx context.Context, _ *empty) (*reply[Protection], error) {
	id := exchangeOf(ctx).member
	limits, err := s.Protection.Limits(ctx, id, s.Deposits.CreditedSince)
	if err != nil {
		return nil, err
	}
	m, err := s.Members.ByID(ctx, id)
	if err != nil {
		return nil, err
	}
	state, err := s.Members.State(ctx, id)
	if err != nil {
		return nil, err
	}
	deposits, err := s.Deposits.CreditedSince(ctx, id, time.Time{})
	if err != nil {
		return nil, err
	}
	withdrawals, err := s.Withdrawals.PaidTo(ctx, id)
	if err != nil {
		return nil, err
	}
	return ok(Protection{
		Limits: limitsOf(limits), BreakUntil: moment(state.BreakUntil), ExcludedUntil: moment(state.ExcludedUntil),
		Net: NetPosition{Money(deposits), Money(withdrawals)}, LastLogin: moment(m.LastLogin),
	})
}

func limitsOf(found []protection.Limit) []ProtectionLimit {
	list := make([]ProtectionLimit, len(found))
	for i, l := range found {
		list[i] = ProtectionLimit{Kind: string(l.Kind), Period: string(l.Period), Amount: Money(l.Amount), Used: Money(l.Used)}
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
