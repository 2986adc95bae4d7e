package signin

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"krapao/internal/httpx"
	"krapao/internal/httpx/wire"
	"krapao/operator/identity"
)

// preferences adds the calls about what an operator keeps of its own: how it likes the console, and filters of lists.
func (c *Calls) preferences(f *httpx.Frame, own func(method, path, id, summary string) httpx.Route) {
	httpx.Register(f, own(http.MethodPut, "/preference", "keepPreference", "How the caller likes its console, in every browser"),
		c.handleKeepPreference)
	httpx.Register(f, own(http.MethodGet, "/view", "listViews", "The filters that the caller keeps, by list and name"),
		c.handleViews)
	httpx.Register(f, own(http.MethodPut, "/view/{list}/{name}", "keepView", "Keep a filter, in place of the one of its name"),
		c.handleKeepView)
	httpx.Register(f, own(http.MethodDelete, "/view/{list}/{name}", "dropView", "Forget a filter"), c.handleDropView)
}

// SignPreference is how an operator likes its console.
type SignPreference struct {
	Locale string   `enum:"th,lo,en"            json:"locale"`
	Theme  string   `enum:"dark,light,system"   json:"theme"`
	Kinds  []string `doc:"Of the queue; none: all" json:"kinds" maxItems:"30"`
}

type signPreference SignPreference

// Schema allows null.
func (SignPreference) Schema(r huma.Registry) *huma.Schema { return wire.OrNull[signPreference](r) }

// SignPreferred is a preference to keep.
type SignPreferred struct {
	Locale string     `enum:"th,lo,en"               json:"locale"`
	Theme  string     `enum:"dark,light,system"      json:"theme"`
	Kinds  []SignKind `doc:"Of the queue; none: all" json:"kinds"  maxItems:"30"`
}

// SignKind is a kind of the queue. One that a newer version has is kept, too.
type SignKind string

// Schema says its form.
func (SignKind) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{Type: huma.TypeString, Pattern: "^[a-z]{1,32}$"}
}

func preferenceOf(p *identity.Preference) *SignPreference {
	if p == nil {
		return nil
	}
	return &SignPreference{p.Locale, p.Theme, append([]string{}, p.Kinds...)}
}

// handleKeepPreference answers PUT /api/me/preference.
func (c *Calls) handleKeepPreference(ctx context.Context, in *httpx.Body[SignPreferred]) (*httpx.Success, error) {
	p := identity.Preference{Locale: in.Body.Locale, Theme: in.Body.Theme}
	for _, kind := range in.Body.Kinds {
		p.Kinds = append(p.Kinds, string(kind))
	}
	return httpx.Done(identity.PreferencesOf(c.Identity).Keep(ctx, httpx.StateOf(ctx).Operator, p))
}

// SignViews are the filters that the caller keeps.
type SignViews struct {
	Items []SignView `json:"items"`
}

// SignView is one of them.
type SignView struct {
	List  string    `json:"list"`
	Name  string    `json:"name"`
	Query string    `doc:"The list's address behind the question mark" json:"query"`
	At    wire.Time `json:"at"`
}

// handleViews answers GET /api/me/view.
func (c *Calls) handleViews(ctx context.Context, _ *httpx.Empty) (*httpx.Reply[SignViews], error) {
	views, err := identity.PreferencesOf(c.Identity).Views(ctx, httpx.StateOf(ctx).Operator)
	items := make([]SignView, len(views))
	for i, v := range views {
		items[i] = SignView{v.List, v.Name, v.Query, wire.Time(v.At)}
	}
	return httpx.Answer(SignViews{items}, err)
}

// OfView names a filter of a list.
type OfView struct {
	List string `path:"list" pattern:"^[a-z][a-z-]{0,31}$"`
	Name string `maxLength:"40"                            minLength:"1" path:"name"`
}

// SignFilter is a filter.
type SignFilter struct {
	Query string `doc:"The list's address behind the question mark" json:"query" maxLength:"2000"`
}

// handleKeepView answers PUT /api/me/view/{list}/{name}.
func (c *Calls) handleKeepView(ctx context.Context, in *struct {
	OfView

	Body SignFilter
},
) (*httpx.Success, error) {
	return httpx.Done(identity.PreferencesOf(c.Identity).KeepView(ctx, httpx.StateOf(ctx).Operator, identity.View{
		List: in.List, Name: in.Name, Query: in.Body.Query,
	}))
}

// handleDropView answers DELETE /api/me/view/{list}/{name}.
func (c *Calls) handleDropView(ctx context.Context, in *OfView) (*httpx.Success, error) {
	return httpx.Done(identity.PreferencesOf(c.Identity).DropView(ctx, httpx.StateOf(ctx).Operator, in.List, in.Name))
}
