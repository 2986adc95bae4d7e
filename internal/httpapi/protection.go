package httpapi

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"krapao/deposit"
	"krapao/internal/httpx"
	"krapao/internal/httpx/wire"
	"krapao/member"
	"krapao/member/state"
	"krapao/money"
	"krapao/protection"
	"krapao/session"
	"krapao/withdraw"
)

// Protection is the page of the limits and breaks that a member set for itself.
type Protection struct {
	Limits        []ProtectionLimit `json:"limits"`
	BreakUntil    *wire.Time        `json:"breakUntil" nullable:"true"`
	ExcludedUntil *wire.Time        `json:"excludedUntil" nullable:"true"`
	ComingHome    bool              `json:"comingHome" doc:"Shut out, and money may still be in games"`
	Net           NetPosition       `json:"net"`
	LastLogin     *wire.Time        `json:"lastLogin" nullable:"true" doc:"The login before this one"`
	LoginAt       wire.Time         `json:"loginAt" doc:"When this session began"`
	ResetAt       *wire.Time        `json:"resetAt" nullable:"true" doc:"When the password was last set anew by a code to the phone"`
	Agreement     *Acceptance       `json:"agreement" doc:"What was accepted last; null: nothing yet"`
}

// Acceptance is a version of the agreements that a member accepted.
type Acceptance struct {
	Version    string    `json:"version"`
	AcceptedAt wire.Time `json:"acceptedAt"`
}

// Schema documents that there may be none.
func (Acceptance) Schema(r huma.Registry) *huma.Schema {
	type fields Acceptance
	return wire.OrNull[fields](r)
}

// Break asks to be shut out of play for days.
type Break struct {
	Days int `json:"days" minimum:"1" maximum:"42"`
}

// Exclusion asks to be shut out of play for months.
type Exclusion struct {
	Months int `json:"months" minimum:"6" maximum:"120"`
}

// ShutOut says until when a member is shut out of play.
type ShutOut struct {
	Message string    `json:"message" enum:"SUCCESS"`
	Until   wire.Time `json:"until" doc:"The later of this end and of one that stood before"`
}

// ProtectionLimit is a limit in force.
type ProtectionLimit struct {
	Kind   string     `json:"kind" enum:"deposit,loss"`
	Period string     `json:"period" enum:"day,week,month"`
	Amount wire.Money `json:"amount" doc:"The stricter of the member's and the operator's"`
	Used   wire.Money `json:"used" doc:"Of a loss limit: what was lost in the period, never below 0"`
	Left   wire.Money `json:"left" doc:"What may still be deposited, or taken into games"`
	Next   *NextLimit `json:"next" doc:"A looser one that waits for its time and for a confirmation"`
}

// NextLimit is a looser limit that waits.
type NextLimit struct {
	Amount *wire.OptionalMoney `json:"amount" doc:"null: none any more"`
	From   wire.Time           `json:"from"`
}

// Schema documents that there may be none.
func (NextLimit) Schema(r huma.Registry) *huma.Schema {
	type fields NextLimit
	return wire.OrNull[fields](r)
}

// NetPosition is the money that a member put in and took out over its life.
type NetPosition struct {
	Deposits    wire.Money `json:"deposits" doc:"Less what was taken back"`
	Withdrawals wire.Money `json:"withdrawals"`
}

// LimitChange sets or lifts a limit.
type LimitChange struct {
	Kind   string              `json:"kind" enum:"deposit,loss"`
	Period string              `json:"period" enum:"day,week,month"`
	Amount *wire.OptionalMoney `json:"amount" doc:"null lifts it"`
}

// LimitConfirmation names the looser limit that is confirmed.
type LimitConfirmation struct {
	Kind   string `json:"kind" enum:"deposit,loss"`
	Period string `json:"period" enum:"day,week,month"`
}

type protectionCalls struct {
	protection  *protection.Service
	members     *member.Service
	states      *state.Service
	sessions    *session.Service
	deposits    *deposit.Service
	withdrawals *withdraw.Service
}

func (c *protectionCalls) routes(f *httpx.Frame) {
	httpx.Register(f, httpx.Route{
		Method: http.MethodGet, Path: "/api/account/protection", ID: "getProtection",
		Summary: "Limits, breaks and the net position", Access: httpx.Members,
	}, c.handleProtection)
	httpx.Register(f, httpx.Route{
		Method: http.MethodPut, Path: "/api/account/protection/limit", ID: "setLimit",
		Summary: "Set a limit: tighter at once, looser after 24 hours and a confirmation", Access: httpx.Members, Memory: httpx.Keyed,
	}, c.handleSetLimit)
	httpx.Register(f, httpx.Route{
		Method: http.MethodPost, Path: "/api/account/protection/limit/confirm", ID: "confirmLimit",
		Summary: "Put the looser limit that waits into force", Access: httpx.Members, Memory: httpx.Keyed,
	}, c.handleConfirmLimit)
	httpx.Register(f, httpx.Route{
		Method: http.MethodPost, Path: "/api/account/protection/break", ID: "takeBreak",
		Summary: "Be shut out of play for days, at once and not to be shortened", Access: httpx.Members, Memory: httpx.Keyed,
	}, c.handleTakeBreak)
	httpx.Register(f, httpx.Route{
		Method: http.MethodPost, Path: "/api/account/protection/exclude", ID: "excludeSelf",
		Summary: "Be shut out of play for months, at once and not to be shortened", Access: httpx.Members, Memory: httpx.Keyed,
	}, c.handleExcludeSelf)
}

// handleProtection answers GET /api/account/protection: limits, breaks and the net position.
func (c *protectionCalls) handleProtection(ctx context.Context, _ *httpx.Empty) (*httpx.Reply[Protection], error) {
	state := httpx.StateOf(ctx)
	p, err := c.bounds(ctx, state.Member)
	if err != nil {
		return nil, err
	}
	m, err := c.members.ByID(ctx, state.Member)
	if err != nil {
		return nil, err
	}
	owner, err := c.sessions.Owner(ctx, session.Member, state.Member, state.Session)
	if err != nil {
		return nil, err
	}
	accepted, err := c.members.Agreements(ctx, state.Member)
	if err != nil {
		return nil, err
	}
	if len(accepted) > 0 {
		p.Agreement = &Acceptance{accepted[0].Version, wire.Time(accepted[0].AcceptedAt)}
	}
	p.LastLogin, p.LoginAt, p.ResetAt = wire.TimeOrNull(m.LastLogin), wire.Time(owner.Began), wire.TimeOrNull(m.ResetAt)
	return httpx.OK(p)
}

// bounds returns a member's limits, its breaks and its net position.
func (c *protectionCalls) bounds(ctx context.Context, member string) (p Protection, err error) {
	limits, err := c.protection.Limits(ctx, member)
	if err != nil {
		return p, err
	}
	shut, err := c.states.Read(ctx, member)
	if err != nil {
		return p, err
	}
	if p.ComingHome, err = c.protection.ComingHome(ctx, member); err != nil {
		return p, err
	}
	deposits, err := c.deposits.CreditedSince(ctx, member, time.Time{})
	if err != nil {
		return p, err
	}
	withdrawals, err := c.withdrawals.PaidTo(ctx, member)
	p.Limits = limitsOf(limits)
	p.BreakUntil, p.ExcludedUntil = wire.TimeOrNull(shut.BreakUntil), wire.TimeOrNull(shut.ExcludedUntil)
	p.Net = NetPosition{wire.Money(deposits), wire.Money(withdrawals)}
	return p, err
}

func limitsOf(found []protection.Limit) []ProtectionLimit {
	list := make([]ProtectionLimit, len(found))
	for i, l := range found {
		list[i] = ProtectionLimit{
			Kind: string(l.Kind), Period: string(l.Period),
			Amount: wire.Money(l.Amount), Used: wire.Money(l.Used), Left: wire.Money(l.Left),
		}
		if l.Next != nil {
			list[i].Next = &NextLimit{Amount: (*wire.OptionalMoney)(l.Next.Amount), From: wire.Time(l.Next.From)}
		}
	}
	return list
}

// handleSetLimit answers PUT /api/account/protection/limit: a tighter limit counts at once, a looser one waits.
func (c *protectionCalls) handleSetLimit(ctx context.Context, in *httpx.Body[LimitChange]) (*httpx.Success, error) {
	kind, period := protection.Kind(in.Body.Kind), protection.Period(in.Body.Period)
	return httpx.Done(c.protection.Set(ctx, httpx.StateOf(ctx).Member, kind, period, (*money.Amount)(in.Body.Amount)))
}

// handleConfirmLimit answers POST /api/account/protection/limit/confirm: it puts the looser limit that waits into force.
func (c *protectionCalls) handleConfirmLimit(ctx context.Context, in *httpx.Body[LimitConfirmation]) (*httpx.Success, error) {
	kind, period := protection.Kind(in.Body.Kind), protection.Period(in.Body.Period)
	return httpx.Done(c.protection.Confirm(ctx, httpx.StateOf(ctx).Member, kind, period))
}

// handleTakeBreak answers POST /api/account/protection/break: it shuts the member out of play for days.
func (c *protectionCalls) handleTakeBreak(ctx context.Context, in *httpx.Body[Break]) (*httpx.Reply[ShutOut], error) {
	until, err := c.protection.Break(ctx, httpx.StateOf(ctx).Member, in.Body.Days)
	return httpx.Answer(ShutOut{"SUCCESS", wire.Time(until)}, err)
}

// handleExcludeSelf answers POST /api/account/protection/exclude: it shuts the member out of play for months.
func (c *protectionCalls) handleExcludeSelf(ctx context.Context, in *httpx.Body[Exclusion]) (*httpx.Reply[ShutOut], error) {
	until, err := c.protection.Exclude(ctx, httpx.StateOf(ctx).Member, in.Body.Months)
	return httpx.Answer(ShutOut{"SUCCESS", wire.Time(until)}, err)
}
