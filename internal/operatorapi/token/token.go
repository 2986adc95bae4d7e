// Package token is the operator API's part about tokens of systems (OPERATOR-API.md, section 13).
package token

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"krapao/internal/httpx"
	"krapao/internal/httpx/wire"
	"krapao/internal/operatorapi/decide"
	"krapao/internal/operatorapi/list"
	"krapao/operator"
	"krapao/operator/token"
)

// Room answers the calls about tokens.
type Room struct {
	tokens    *token.Service
	decisions *decide.Desk
	lists     *list.Desk
	now       func() time.Time
}

// New makes it.
func New(tokens *token.Service, decisions *decide.Desk, lists *list.Desk, now func() time.Time) *Room {
	return &Room{tokens, decisions, lists, now}
}

// endToken is the id of the call that ends one.
const endToken = "endToken"

// Register adds the calls.
func (c *Room) Register(f *httpx.Frame) {
	httpx.Register(f, httpx.Route{
		Method: http.MethodGet, Path: "/api/token", ID: "listTokens", Access: httpx.Operators, Needs: "chief+a",
		Scope: "token:read", CSV: true, Summary: "The tokens that systems of the house have had, the newest first",
	}, c.handleList)
	httpx.Register(f, decide.Route(httpx.Route{
		Path: "/api/token", ID: "addToken", Needs: "chief", Scope: "token:decide",
		Summary: "Two chiefs give a system a token, which counts 30 minutes later; it is shown to who asks, and to nobody again",
	}), c.handleAdd)
	httpx.Register(f, decide.Route(httpx.Route{
		Path: "/api/token/{id}/end", ID: endToken, Needs: "chief", Scope: "token:decide",
		Summary: "One chief ends a token at once, on every node",
	}), c.handleEnd)
}

// SystemToken is a token of a system, and never its secret.
type SystemToken struct {
	ID        string     `doc:"The system's name, and letters of its own: token:ID is who decided in the audit log" json:"id"`
	System    string     `json:"system"`
	Role      string     `enum:"support,cashier,auditor"                                                             json:"role"`
	Scopes    []string   `json:"scopes"`
	Addresses []string   `doc:"The networks that it counts from; none: all"                                          json:"addresses"`
	MadeBy    string     `json:"madeBy"`
	Second    string     `doc:"Who approved it"                                                                      json:"second"`
	MadeAt    wire.Time  `json:"madeAt"`
	EndsAt    wire.Time  `json:"endsAt"`
	SeenAt    *wire.Time `doc:"Its last use, to a minute; null: there was none"                                      json:"seenAt"    nullable:"true"`
	EndedAt   *wire.Time `doc:"When a chief ended it; null: nobody has"                                              json:"endedAt"   nullable:"true"`
	EndedBy   *string    `json:"endedBy"`
	State     string     `doc:"What seen is on ending it"                                                            json:"state"`
	May       []string   `doc:"What the caller may do with it now, by the ids of calls"                              json:"may"`
}

// Asked are the filters of the list.
type Asked struct {
	list.Query

	System string `maxLength:"24" query:"system"`
	Live   bool   `doc:"Only those that count now" query:"live"`
}

// handleList answers GET /api/token. Last uses go with no row of the audit log, so it is read on the primary.
func (c *Room) handleList(ctx context.Context, in *Asked) (*httpx.Reply[list.Page[SystemToken]], error) {
	all := list.List[token.Token, string, SystemToken]{
		Name: "token", Key: func(t token.Token) string { return t.ID }, Columns: columns, Primary: true, Show: c.shown,
	}
	filters := list.Filters{"system": in.System}
	if in.Live {
		filters["live"] = "true"
	}
	return all.Read(ctx, c.lists, in.Query, list.Rows[token.Token, string]{
		Filters: filters,
		Read:    c.after,
		Keep: func(t token.Token) bool {
			return (in.System == "" || t.System == in.System) && (!in.Live || t.Counts(c.now()))
		},
	})
}

// after are the tokens after one; nil: from the newest.
func (c *Room) after(ctx context.Context, after *string, most int) ([]token.Token, error) {
	rows, err := c.tokens.All(ctx)
	if err != nil {
		return nil, err
	}
	first := 0
	for after != nil && first < len(rows) && rows[first].ID != *after {
		first++
	}
	if after != nil {
		first = min(first+1, len(rows))
	}
	return rows[first:min(len(rows), first+most)], nil
}

func (c *Room) shown(ctx context.Context, rows []token.Token) ([]SystemToken, error) {
	items := make([]SystemToken, len(rows))
	for n, t := range rows {
		may := []string{}
		if operator.Role(httpx.StateOf(ctx).Role) == operator.Chief && t.EndedAt.IsZero() {
			may = []string{endToken}
		}
		items[n] = SystemToken{
			ID: t.ID, System: t.System, Role: string(t.Role), Scopes: t.Scopes, Addresses: t.Addresses, MadeBy: t.MadeBy,
			Second: t.Second, MadeAt: wire.Time(t.MadeAt), EndsAt: wire.Time(t.EndsAt), SeenAt: wire.TimeOrNull(t.SeenAt),
			EndedAt: wire.TimeOrNull(t.EndedAt), EndedBy: wire.TextOrNull(t.EndedBy), State: t.State(), May: may,
		}
	}
	return items, nil
}

var columns = []list.Column[token.Token]{
	{Name: "id", Cell: func(t token.Token) any { return t.ID }},
	{Name: "system", Cell: func(t token.Token) any { return t.System }},
	{Name: "role", Cell: func(t token.Token) any { return string(t.Role) }},
	{Name: "scopes", Cell: func(t token.Token) any { return strings.Join(t.Scopes, " ") }},
	{Name: "addresses", Cell: func(t token.Token) any { return strings.Join(t.Addresses, " ") }},
	{Name: "made_by", Cell: func(t token.Token) any { return t.MadeBy }},
	{Name: "second", Cell: func(t token.Token) any { return t.Second }},
	{Name: "made_at", Cell: func(t token.Token) any { return t.MadeAt }},
	{Name: "ends_at", Cell: func(t token.Token) any { return t.EndsAt }},
	{Name: "seen_at", Cell: func(t token.Token) any { return t.SeenAt }},
	{Name: "ended_at", Cell: func(t token.Token) any { return t.EndedAt }},
	{Name: "ended_by", Cell: func(t token.Token) any { return t.EndedBy }},
}

// NewToken is a token that is asked for.
type NewToken struct {
	decide.Body

	System    string    `json:"system"              maxLength:"24"                               doc:"Lower-case letters, digits and dashes"`
	Role      string    `json:"role"                enum:"support,cashier,auditor"`
	Scopes    []Scope   `json:"scopes"              maxItems:"40"                                doc:"The parts that it may call: part:read, part:decide"        minItems:"1"`
	EndsAt    time.Time `json:"endsAt"              doc:"Within 400 days"`
	Addresses []string  `json:"addresses,omitempty" doc:"Networks that it counts from; none: all" maxItems:"20"`
}

// Scope is a part of the API that a token may call, and whether it reads there or decides.
type Scope string

// Schema lists them.
func (Scope) Schema(huma.Registry) *huma.Schema {
	s := &huma.Schema{Type: huma.TypeString}
	for _, scope := range token.Scopes() {
		s.Enum = append(s.Enum, scope)
	}
	return s
}

// ProposedToken is a proposed token with its secret.
type ProposedToken struct {
	decide.Outcome

	Token string `json:"token,omitempty" doc:"Shown this once; it counts 30 minutes after the approval. It is not remembered under the call's key"`
}

// handleAdd answers POST /api/token.
func (c *Room) handleAdd(ctx context.Context, in *httpx.Body[NewToken]) (*httpx.Reply[ProposedToken], error) {
	b := in.Body
	wanted := token.Asked{Role: operator.Role(b.Role), EndsAt: b.EndsAt, Addresses: b.Addresses}
	for _, scope := range b.Scopes {
		wanted.Scopes = append(wanted.Scopes, string(scope))
	}
	secret, asked := token.Draft(wanted, b.System)
	made, err := c.decisions.Call(ctx, token.KindAdd, b.System, b.Body, asked)
	if err != nil {
		return nil, err
	}
	kept, err := json.Marshal(made.Body)
	if err != nil {
		return nil, fmt.Errorf("token: %w", err)
	}
	httpx.StateOf(ctx).Kept = kept
	return &httpx.Reply[ProposedToken]{Status: made.Status, Body: ProposedToken{made.Body, secret}}, nil
}

type ends struct {
	ID   string `maxLength:"40" path:"id"`
	Body decide.Body
}

// handleEnd answers POST /api/token/{id}/end.
func (c *Room) handleEnd(ctx context.Context, in *ends) (*httpx.Reply[decide.Outcome], error) {
	return c.decisions.Call(ctx, token.KindEnd, in.ID, in.Body, nil)
}
