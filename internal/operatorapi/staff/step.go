package staff

import (
	"context"
	"net/http"

	"krapao/internal/httpx"
	"krapao/internal/httpx/wire"
	"krapao/internal/operatorapi/decide"
	"krapao/internal/operatorapi/sight"
	"krapao/operator"
	"krapao/operator/identity"
)

// steps adds what is decided about operators.
func (c *Room) steps(f *httpx.Frame) {
	call := func(method, path, id, summary string) httpx.Route {
		rt := decide.Route(httpx.Route{
			Path: "/api/operator" + path, ID: id, Needs: "chief", Scope: "operator:decide", Summary: summary,
		})
		rt.Method = method
		return rt
	}
	httpx.Register(f, call(http.MethodPost, "", "addOperator",
		"Two chiefs add an operator, who may act 30 minutes later"), c.handleAdd)
	httpx.Register(f, call(http.MethodPut, "/{name}/role", "putOperatorRole",
		"Less at once, by one chief; more by two, 30 minutes later"), c.handleRole)
	httpx.Register(f, call(http.MethodPut, "/{name}/member", "putOperatorMember",
		"Two chiefs say which member account is its own, 30 minutes later"), c.handleMember)
	httpx.Register(f, call(http.MethodPut, "/{name}/oidc", "putOperatorOidc",
		"Two chiefs tie it to somebody at the OpenID provider, 30 minutes later; one unties it at once"), c.handleSubject)
	httpx.Register(f, call(http.MethodPost, "/{name}/disable", "disableOperator",
		"One chief takes all its rights away at once, and ends its sessions, claims and proposals"), c.handleDisable)
	// The answer is a secret, so no memory of answers keeps it. Asking again makes another, in place of the first.
	invite := call(http.MethodPost, "/{name}/invitation", "inviteOperator",
		"A link by which it sets its secrets, once within 24 hours; shown to who asks, and to nobody again. Two chiefs replace secrets")
	invite.Memory, invite.KeyRequired = httpx.Forgetful, false
	httpx.Register(f, invite, c.handleInvite)
}

// NewOperator is an operator to add.
type NewOperator struct {
	decide.Body

	Name   string `json:"name"             maxLength:"32"                        doc:"Lower-case letters, digits, dots and dashes"`
	Role   string `json:"role"             enum:"support,cashier,chief,auditor"`
	Member string `json:"member,omitempty" maxLength:"32"                        doc:"The id of its own member account"`

	OIDC *OperatorSubject `json:"oidc,omitempty" doc:"Whom it is at the house's OpenID provider"`
}

func (c *Room) handleAdd(ctx context.Context, in *httpx.Body[NewOperator]) (*httpx.Reply[decide.Outcome], error) {
	b := in.Body
	return c.decisions.Call(ctx, operator.KindAdd, b.Name, b.Body, operator.Newcomer{
		Role: operator.Role(b.Role), Member: b.Member, Subject: c.subject(b.OIDC),
	})
}

type decides[T any] struct {
	Named

	Body T
}

// OperatorRole is the role that an operator is to have.
type OperatorRole struct {
	decide.Body

	Role string `json:"role" enum:"support,cashier,chief,auditor"`
}

func (c *Room) handleRole(ctx context.Context, in *decides[OperatorRole]) (*httpx.Reply[decide.Outcome], error) {
	role := operator.Role(in.Body.Role)
	kind, err := c.staff.RoleKind(ctx, in.Name, role)
	if err != nil {
		return nil, err
	}
	return c.decisions.Call(ctx, kind, in.Name, in.Body.Body, operator.NewRole{Role: role})
}

// OperatorOwn is the member account that is an operator's own.
type OperatorOwn struct {
	decide.Body

	Member string `json:"member" maxLength:"32" doc:"Its id; empty: the operator has none"`
}

func (c *Room) handleMember(ctx context.Context, in *decides[OperatorOwn]) (*httpx.Reply[decide.Outcome], error) {
	return c.decisions.Call(ctx, operator.KindMember, in.Name, in.Body.Body, operator.OwnMember{Member: in.Body.Member})
}

func (c *Room) handleDisable(ctx context.Context, in *decides[decide.Body]) (*httpx.Reply[decide.Outcome], error) {
	return c.decisions.Call(ctx, operator.KindDisable, in.Name, in.Body, nil)
}

// OperatorInvited is an invitation, as it is shown once.
type OperatorInvited struct {
	decide.Outcome

	Invitation string     `json:"invitation" doc:"Its secret: the link is the console's address with /invitation#it"`
	EndsAt     *wire.Time `json:"endsAt"     doc:"null: it is proposed, and counts for 24 hours from when the proposal is in force" nullable:"true"`
}

// handleInvite answers POST /api/operator/{name}/invitation. New secrets in place of some are proposed to a second chief.
func (c *Room) handleInvite(ctx context.Context, in *decides[decide.Body]) (*httpx.Reply[OperatorInvited], error) {
	by, err := decide.By(ctx, in.Name, in.Body)
	if err != nil {
		return nil, err
	}
	o, err := c.staff.Active(ctx, in.Name)
	if err != nil {
		return nil, err
	}
	held, err := c.identity.Held(ctx, o.Name)
	if err != nil {
		return nil, err
	}
	if held.Any() {
		secret, asked := identity.DraftReset()
		made, err := c.decisions.Call(ctx, identity.KindReset, o.Name, in.Body, asked)
		if err != nil {
			return nil, err
		}
		return &httpx.Reply[OperatorInvited]{Status: made.Status, Body: OperatorInvited{made.Body, secret, nil}}, nil
	}
	invited, err := c.identity.Invite(ctx, by)
	until := wire.Time(invited.EndsAt)
	return httpx.Answer(OperatorInvited{decide.Outcome{
		Message: "SUCCESS", Says: o.Name + " is invited", Facts: []sight.Fact{}, Subject: o.Name,
	}, invited.Secret, &until}, err)
}
