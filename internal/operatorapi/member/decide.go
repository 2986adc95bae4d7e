package member

import (
	"context"
	"net/http"

	"krapao/internal/httpx"
	"krapao/internal/operatorapi/decide"
	"krapao/operator"
	"krapao/operator/care"
)

// decisions are what one person decides about a member at once. Each is a kind of operator/care, and a call.
var decisions = []struct {
	// path follows the member's, and id is the call's.
	path, id, kind, needs, summary string
	// where reports whether it makes sense for an account that stands so.
	where func(care.Standing) bool
}{
	{"/unlock", "unlockMember", care.Unlock, "support", "May log in again after wrong passwords", active},
	{"/signout", "signOutMember", care.EndSessions, "support", "All its sessions end, and its passwords at games change", active},
	{"/deactivate", "deactivateMember", care.Deactivate, "support", "Can't log in, and its money comes home", active},
	{"/reactivate", "reactivateMember", care.Reactivate, "support", "May log in again", inactive},
	{"/close", "closeMember", care.Close, "cashier", "Everything comes home, and is paid out", always},
}

func active(s care.Standing) bool   { return s.Active }
func inactive(s care.Standing) bool { return !s.Active }
func always(care.Standing) bool     { return true }

// The ids of the calls that have a body of their own.
const (
	givePassword  = "setMemberPassword"
	endSession    = "endMemberSession"
	takeBreak     = "breakMember"
	excludeMember = "excludeMember"
	// Those about a member that may take two.
	renameMember = "renameMember"
	limitMember  = "limitMember"
	endCondition = "endMemberCondition"
	// Those of part 16: a copy of what is kept of the member, and that it is erased.
	exportMember = "exportMember"
	eraseMember  = "eraseMember"
)

// OneDecision is a decision about a member that asks for nothing besides.
type OneDecision struct {
	OfMember

	Body decide.Body
}

// BreakAsked is what a break is asked.
type BreakAsked struct {
	OfMember

	Body struct {
		decide.Body

		Days int `json:"days" maximum:"42" minimum:"1"`
	}
}

// ExclusionAsked is what a self-exclusion is asked.
type ExclusionAsked struct {
	OfMember

	Body struct {
		decide.Body

		Months int `json:"months" maximum:"120" minimum:"6"`
	}
}

// SessionEnded names the session to end.
type SessionEnded struct {
	OfMember

	Session string `maxLength:"64" path:"session"`
	Body    decide.Body
}

// GivenPassword is the answer of the call that gives one. It is shown once, and remembered nowhere.
type GivenPassword struct {
	decide.Outcome

	Password string `doc:"To log in with and change" json:"password"`
}

// registerDecisions adds the calls that decide.
func (c *Room) registerDecisions(f *httpx.Frame) {
	route := func(path, id, needs, summary string) httpx.Route {
		return decide.Route(httpx.Route{
			Path: "/api/member/{id}" + path, ID: id, Needs: needs, Scope: "member:decide", Summary: summary,
		})
	}
	for _, of := range decisions {
		httpx.Register(f, route(of.path, of.id, of.needs, of.summary),
			func(ctx context.Context, in *OneDecision) (*httpx.Reply[decide.Outcome], error) {
				return c.Decisions.Call(ctx, of.kind, in.ID, in.Body, nil)
			})
	}
	httpx.Register(f, route("/break", takeBreak, "support", "Shut out of play for days; nobody shortens it"), c.handleBreak)
	httpx.Register(f, route("/exclude", excludeMember, "support", "Shut out of play for months; nobody shortens it"),
		c.handleExclude)
	one := route("/session/{session}", endSession, "support", "One of its sessions ends, and its passwords at games change")
	one.Method = http.MethodDelete
	httpx.Register(f, one, c.handleEndSession)
	c.registerTwo(f, route)
	given := route("/password", givePassword, "support", "A password to log in with and change; all its sessions end")
	// The answer has a password, so it is remembered nowhere. The same request again is refused if it says what it has seen.
	given.Memory, given.KeyRequired = httpx.Forgetful, false
	httpx.Register(f, given, c.handlePassword)
}

// handleBreak answers POST /api/member/{id}/break.
func (c *Room) handleBreak(ctx context.Context, in *BreakAsked) (*httpx.Reply[decide.Outcome], error) {
	return c.Decisions.Call(ctx, care.Break, in.ID, in.Body.Body, care.Span{Days: in.Body.Days})
}

// handleExclude answers POST /api/member/{id}/exclude.
func (c *Room) handleExclude(ctx context.Context, in *ExclusionAsked) (*httpx.Reply[decide.Outcome], error) {
	return c.Decisions.Call(ctx, care.Exclude, in.ID, in.Body.Body, care.Span{Months: in.Body.Months})
}

// handleEndSession answers DELETE /api/member/{id}/session/{session}.
func (c *Room) handleEndSession(ctx context.Context, in *SessionEnded) (*httpx.Reply[decide.Outcome], error) {
	return c.Decisions.Call(ctx, care.EndSession, in.ID, in.Body, care.OneSession{Session: in.Session})
}

// handlePassword answers POST /api/member/{id}/password.
func (c *Room) handlePassword(ctx context.Context, in *OneDecision) (*httpx.Reply[GivenPassword], error) {
	given := care.NewGiven()
	done, err := c.Decisions.Call(ctx, care.Password, in.ID, in.Body, given)
	if err != nil {
		return nil, err
	}
	return httpx.OK(GivenPassword{done.Body, given.Password})
}

// may are the calls that the caller may make about a member now, by its role and by how the account stands; none about itself.
func (c *Room) may(ctx context.Context, id string, now care.Standing) ([]string, error) {
	calls, me := []string{}, httpx.StateOf(ctx)
	role := operator.Role(me.Role)
	if role == operator.Auditor {
		return calls, nil
	}
	person, err := c.Approvals.Person(ctx, me.Operator)
	if err != nil {
		return calls, err
	}
	if self, err := c.Approvals.Self(ctx, person, id); self || err != nil {
		return calls, err
	}
	for _, of := range decisions {
		if of.where(now) && role.MayCall(of.needs) == nil {
			calls = append(calls, of.id)
		}
	}
	calls = append(calls, takeBreak, excludeMember, limitMember)
	if role.MayCall("cashier") == nil {
		calls = append(calls, setFlag, endFlag, adjustMember, renameMember, endCondition, exportMember)
		if !now.Active {
			calls = append(calls, eraseMember)
		}
	}
	if now.Active {
		calls = append(calls, givePassword, endSession)
	}
	return calls, nil
}
