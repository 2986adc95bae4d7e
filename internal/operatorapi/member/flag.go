package member

import (
	"context"
	"net/http"

	"krapao/internal/httpx"
	"krapao/internal/httpx/wire"
	"krapao/internal/operatorapi/decide"
	"krapao/internal/operatorapi/list"
	"krapao/operator/care"
	"krapao/operator/flag"
)

// The ids of the calls about flags.
const (
	setFlag = "flagMember"
	endFlag = "unflagMember"
)

// KeptFlag is what the house has marked a member with.
type KeptFlag struct {
	Code   string    `enum:"watch,review,verified"                        json:"code"`
	By     string    `doc:"The operator who set it"                       json:"by"`
	Reason string    `json:"reason"`
	Since  wire.Time `json:"since"`
}

// FlagSet is what is asked of a flag that is set.
type FlagSet struct {
	OfMember

	Body struct {
		decide.Body

		Code string `doc:"review: no automatic payout" enum:"watch,review,verified" json:"code"`
	}
}

// FlagEnded names the flag to end.
type FlagEnded struct {
	OfMember

	Code string `enum:"watch,review,verified" path:"code"`
	Body decide.Body
}

// registerFlags adds the calls about flags (section 11 of the contract).
func (c *Room) registerFlags(f *httpx.Frame) {
	kept := reads("/{id}/flag", "listMemberFlags", "What the house has marked it with")
	httpx.Register(f, list.Confirmed(kept), c.handleFlags)
	set := decide.Route(httpx.Route{
		Path: "/api/member/{id}/flag", ID: setFlag, Needs: "cashier", Scope: "member:decide",
		Summary: "Mark a member for all operators; under review, no withdrawal of it is paid automatically",
	})
	httpx.Register(f, set, func(ctx context.Context, in *FlagSet) (*httpx.Reply[decide.Outcome], error) {
		return c.Decisions.Call(ctx, care.SetFlag, in.ID, in.Body.Body, care.OneFlag{Code: flag.Code(in.Body.Code)})
	})
	end := decide.Route(httpx.Route{
		Path: "/api/member/{id}/flag/{code}", ID: endFlag, Needs: "cashier", Scope: "member:decide", Summary: "End a flag",
	})
	end.Method = http.MethodDelete
	httpx.Register(f, end, func(ctx context.Context, in *FlagEnded) (*httpx.Reply[decide.Outcome], error) {
		return c.Decisions.Call(ctx, care.EndFlag, in.ID, in.Body, care.OneFlag{Code: flag.Code(in.Code)})
	})
}

// handleFlags answers GET /api/member/{id}/flag.
func (c *Room) handleFlags(ctx context.Context, in *ListAsked) (*httpx.Reply[list.Page[KeptFlag]], error) {
	code := func(f flag.Flag) string { return string(f.Code) }
	return ofMember(ctx, c, in, list.List[flag.Flag, string, KeptFlag]{
		Name: "member/flag", Key: code, Primary: true,
		Show: shownBy(func(f flag.Flag) KeptFlag { return KeptFlag{code(f), f.By, f.Reason, wire.Time(f.Since)} }),
		Columns: []list.Column[flag.Flag]{
			{Name: "code", Cell: func(f flag.Flag) any { return code(f) }},
			{Name: "by", Cell: func(f flag.Flag) any { return f.By }},
			{Name: "reason", Cell: func(f flag.Flag) any { return f.Reason }, Named: true},
			{Name: "since", Cell: func(f flag.Flag) any { return f.Since }},
		},
	}, few(func(ctx context.Context) ([]flag.Flag, error) { return c.Flags.Of(ctx, in.ID) }, code))
}
