// Package staff is the operator API's part about operators (OPERATOR-API.md, section 13).
package staff

import (
	"context"
	"net/http"
	"strings"

	"krapao/internal/httpx"
	"krapao/internal/httpx/wire"
	"krapao/internal/operatorapi/decide"
	"krapao/internal/operatorapi/list"
	"krapao/operator"
	"krapao/operator/identity"
)

// Room answers the calls about operators.
type Room struct {
	staff     *operator.Staff
	identity  *identity.Service
	decisions *decide.Desk
	lists     *list.Desk
}

// New makes it.
func New(staff *operator.Staff, secrets *identity.Service, decisions *decide.Desk, lists *list.Desk) *Room {
	return &Room{staff, secrets, decisions, lists}
}

// Register adds the calls.
func (c *Room) Register(f *httpx.Frame) {
	httpx.Register(f, httpx.Route{
		Method: http.MethodGet, Path: "/api/operator", ID: "listOperators", Access: httpx.Operators, Needs: "support+a",
		Scope: "operator:read", CSV: true, Summary: "All operators the house has had, by name",
	}, c.handleList)
	httpx.Register(f, httpx.Route{
		Method: http.MethodGet, Path: "/api/operator/{name}", ID: "getOperator", Access: httpx.Operators, Needs: "support+a",
		Scope: "operator:read", Summary: "An operator, and which secrets it has",
	}, c.handleOne)
	c.steps(f)
}

// OperatorItem is an operator of the house.
type OperatorItem struct {
	Name        string    `json:"name"`
	Role        string    `json:"role"        enum:"support,cashier,chief,auditor"`
	Active      bool      `json:"active"      doc:"Nobody has disabled it"`
	EffectiveAt wire.Time `json:"effectiveAt" doc:"From when on it may act"`
	Member      *string   `json:"member"      doc:"The id of its own member account, about which it decides nothing"`
}

func shown(o operator.Operator) OperatorItem {
	return OperatorItem{
		Name: o.Name, Role: string(o.Role), Active: o.Active, EffectiveAt: wire.Time(o.From), Member: wire.TextOrNull(o.Member),
	}
}

// Asked are the filters of the list.
type Asked struct {
	list.Query

	Role   string `enum:"support,cashier,chief,auditor" query:"role"`
	Active bool   `doc:"Only those that nobody has disabled" query:"active"`
}

func (c *Room) handleList(ctx context.Context, in *Asked) (*httpx.Reply[list.Page[OperatorItem]], error) {
	all := list.List[operator.Operator, string, OperatorItem]{
		Name: "operator", Key: func(o operator.Operator) string { return o.Name }, Columns: columns,
		Show: func(_ context.Context, rows []operator.Operator) ([]OperatorItem, error) {
			items := make([]OperatorItem, len(rows))
			for n, o := range rows {
				items[n] = shown(o)
			}
			return items, nil
		},
	}
	filters := list.Filters{"role": in.Role}
	if in.Active {
		filters["active"] = "true"
	}
	return all.Read(ctx, c.lists, in.Query, list.Rows[operator.Operator, string]{
		Filters: filters,
		Read: func(ctx context.Context, after *string, most int) ([]operator.Operator, error) {
			rows, err := c.staff.List(ctx)
			if err != nil || after == nil {
				return rows[:min(len(rows), most)], err
			}
			first := 0
			for first < len(rows) && rows[first].Name <= *after {
				first++
			}
			return rows[first:min(len(rows), first+most)], nil
		},
		Keep: func(o operator.Operator) bool {
			return (in.Role == "" || string(o.Role) == in.Role) && (!in.Active || o.Active)
		},
	})
}

var columns = []list.Column[operator.Operator]{
	{Name: "name", Cell: func(o operator.Operator) any { return o.Name }},
	{Name: "role", Cell: func(o operator.Operator) any { return string(o.Role) }},
	{Name: "state", Cell: func(o operator.Operator) any {
		if o.Active {
			return "active"
		}
		return "disabled"
	}},
	{Name: "effective_at", Cell: func(o operator.Operator) any { return o.From }},
	{Name: "member", Cell: func(o operator.Operator) any { return o.Member }},
}

// OperatorDetail is an operator with what it signs in by.
type OperatorDetail struct {
	OperatorItem

	Secrets      OperatorSecrets `json:"secrets"`
	SeenAt       *wire.Time      `json:"seenAt"       nullable:"true" doc:"Its last call; null: none of the last weeks"`
	Decisions    int64           `json:"decisions"    doc:"How much it has decided in 30 days"`
	InvitedUntil *wire.Time      `json:"invitedUntil" nullable:"true" doc:"The end of an invitation that nobody has used; null: there is none"`
	State        string          `json:"state"        doc:"What seen is on deciding about it"`
	May          []string        `json:"may"          doc:"What the caller may do with it now, by the ids of calls"`
}

// OperatorSecrets says which secrets an operator has, and never what they are.
type OperatorSecrets struct {
	Passkeys     int   `json:"passkeys"`
	Password     bool  `json:"password"`
	TOTP         bool  `json:"totp"`
	RecoveryLeft int64 `json:"recoveryLeft"`
	OIDC         bool  `json:"oidc" doc:"It signs in by the house's OpenID provider"`
}

// Named names an operator.
type Named struct {
	Name string `maxLength:"32" path:"name"`
}

func (c *Room) handleOne(ctx context.Context, in *Named) (*httpx.Reply[OperatorDetail], error) {
	o, err := c.staff.Find(ctx, strings.ToLower(in.Name))
	if err != nil {
		return nil, err
	}
	line, err := c.identity.Line(ctx, o.Name)
	if err != nil {
		return nil, err
	}
	return httpx.OK(OperatorDetail{
		OperatorItem: shown(o),
		Secrets: OperatorSecrets{
			Passkeys: len(line.Passkeys), Password: !line.PasswordAt.IsZero(), TOTP: !line.TOTPSince.IsZero(),
			RecoveryLeft: line.RecoveryLeft, OIDC: line.OIDC,
		},
		SeenAt: wire.TimeOrNull(line.SeenAt), Decisions: line.Decisions, InvitedUntil: wire.TimeOrNull(line.InvitedUntil),
		State: o.State(), May: c.may(operator.Role(httpx.StateOf(ctx).Role), o),
	})
}

// may are the calls that a role may make about an operator.
func (c *Room) may(by operator.Role, o operator.Operator) []string {
	if by != operator.Chief || !o.Active {
		return []string{}
	}
	calls := []string{"disableOperator", "putOperatorRole", "putOperatorMember", "inviteOperator"}
	if c.identity.ByProvider().Issuer() != "" {
		calls = append(calls, "putOperatorOidc")
	}
	return calls
}
