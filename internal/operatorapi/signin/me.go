package signin

import (
	"context"

	"krapao/fault"
	"krapao/internal/httpx"
	"krapao/internal/httpx/wire"
	"krapao/operator"
	"krapao/operator/identity"
	"krapao/session"
)

// SignMe is the caller, and what it may do.
type SignMe struct {
	Operator SignOperator `json:"operator"`
	May      []string     `json:"may" doc:"The calls that it may make, by their ids"`
	Session  SignSession  `json:"session"`
	Waiting  SignWaiting  `json:"waiting"`
	Limits   SignLimits   `json:"limits"`

	Preference     *SignPreference `doc:"null: it has chosen nothing" json:"preference"`
	ConfirmedUntil *wire.Time      `doc:"When a confirmation ends that was made in this session and not used; null: there is none" json:"confirmedUntil" nullable:"true"`
}

// SignWaiting counts what waits for the caller.
type SignWaiting struct {
	Mine      int `json:"mine" doc:"Items of the queue that it has"`
	Proposals int `json:"proposals" doc:"That it could approve; counted up to 100"`
}

// SignLimits are the amounts above which the caller confirms, or a second person is asked.
type SignLimits struct {
	ConfirmOver   wire.Money `json:"confirmOver"`
	AssignOver    wire.Money `json:"assignOver"`
	UnsettledOver wire.Money `json:"unsettledOver"`
	WithdrawOver  wire.Money `json:"withdrawOver"`
}

// handleMe answers GET /api/me.
func (c *Calls) handleMe(ctx context.Context, _ *httpx.Empty) (*httpx.Reply[SignMe], error) {
	state := httpx.StateOf(ctx)
	o, err := c.Find(ctx, state.Operator)
	if err != nil {
		return nil, err
	}
	views, err := c.Sessions.List(ctx, session.Operator, state.Operator)
	if err != nil {
		return nil, err
	}
	me, err := c.me(ctx, o, state.Session)
	if err != nil {
		return nil, err
	}
	for _, v := range views {
		if v.ID == state.Session {
			me.Session = SignSession{v.ID, wire.Time(v.ExpiresAt), wire.Time(v.EndsAt)}
			return httpx.OK(me)
		}
	}
	return nil, fault.New(fault.INVALID_TOKEN, "the session has just ended")
}

// me is the caller without its session.
func (c *Calls) me(ctx context.Context, o operator.Operator, session string) (me SignMe, err error) {
	me = SignMe{Operator: operatorOf(o), May: c.frame.Permitted(httpx.Caller{Operator: o.Name, Role: string(o.Role)})}
	if me.Waiting.Proposals, err = c.Waiting(ctx, o.Name); err != nil {
		return me, err
	}
	if me.Waiting.Mine, err = c.Mine(ctx, o.Name); err != nil {
		return me, err
	}
	over, err := c.WithdrawOver(ctx)
	if err != nil {
		return me, err
	}
	me.Limits = SignLimits{
		wire.Money(operator.ConfirmBound), wire.Money(operator.AssignBound), wire.Money(operator.UnsettledBound), wire.Money(over),
	}
	preference, err := identity.PreferencesOf(c.Identity).Of(ctx, o.Name)
	if err != nil {
		return me, err
	}
	me.Preference = preferenceOf(preference)
	until, err := c.Identity.ConfirmedUntil(ctx, session)
	me.ConfirmedUntil = wire.TimeOrNull(until)
	return me, err
}

// signedOut is the answer that takes the cookie away.
type signedOut struct {
	SetCookie string `header:"Set-Cookie"`
	Body      httpx.Message
}

// handleSignOut answers POST /api/me/signout.
func (c *Calls) handleSignOut(ctx context.Context, _ *httpx.Empty) (*signedOut, error) {
	state := httpx.StateOf(ctx)
	err := c.Sessions.Close(ctx, session.Operator, state.Operator, state.Session)
	if err != nil && !fault.Is(err, fault.NO_DATA) { // it had just ended
		return nil, err
	}
	return &signedOut{c.Cookie.End(), httpx.Message{Message: "SUCCESS"}}, nil
}

// SignSessions are the caller's sessions.
type SignSessions struct {
	Items []SignSessionItem `json:"items" doc:"The last used first"`
}

// SignSessionItem is one of them.
type SignSessionItem struct {
	ID        string    `json:"id"`
	Current   bool      `json:"current" doc:"The one that asks"`
	Address   string    `json:"address" doc:"node: the shell on the machine"`
	Agent     string    `json:"agent"`
	Way       string    `json:"way" enum:"passkey,password,recovery,oidc,invitation,shell,demo," doc:"What it was signed in by; empty: not known"`
	CreatedAt wire.Time `json:"createdAt"`
	SeenAt    wire.Time `json:"seenAt"`
	EndsAt    wire.Time `json:"endsAt"`
}

// handleSessions answers GET /api/me/session.
func (c *Calls) handleSessions(ctx context.Context, _ *httpx.Empty) (*httpx.Reply[SignSessions], error) {
	state := httpx.StateOf(ctx)
	views, err := c.Sessions.List(ctx, session.Operator, state.Operator)
	if err != nil {
		return nil, err
	}
	list := make([]SignSessionItem, len(views))
	for i, v := range views {
		list[i] = SignSessionItem{
			ID: v.ID, Current: v.ID == state.Session, Address: v.Address, Agent: v.Agent, Way: v.Way,
			CreatedAt: wire.Time(v.CreatedAt), SeenAt: wire.Time(v.SeenAt), EndsAt: wire.Time(v.EndsAt),
		}
	}
	return httpx.OK(SignSessions{list})
}

// OfSession names a session.
type OfSession struct {
	ID string `path:"id"`
}

// handleEnd answers DELETE /api/me/session/{id}.
func (c *Calls) handleEnd(ctx context.Context, in *OfSession) (*httpx.Success, error) {
	return httpx.Done(c.Sessions.Close(ctx, session.Operator, httpx.StateOf(ctx).Operator, in.ID))
}
