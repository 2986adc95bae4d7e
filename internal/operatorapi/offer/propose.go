package offer

import (
	"context"
	"encoding/json"
	"net/http"
	"time"

	"krapao/internal/content"
	"krapao/internal/httpx"
	"krapao/internal/operatorapi/decide"
	"krapao/operator/draft"
)

// decides adds what operators change.
func (c *Room) decides(f *httpx.Frame) {
	route := func(method, path, id, summary string) httpx.Route {
		rt := decide.Route(httpx.Route{Path: "/api/" + path, ID: id, Needs: "cashier", Scope: "content:decide", Summary: summary})
		rt.Method, rt.MostBody = method, mostContent
		return rt
	}
	httpx.Register(f, route(http.MethodPost, "content/{section}/propose", "proposeContent",
		"Two change a section, which is in force 30 minutes later, accounts that members pay into 2 hours later"), c.handlePropose)
	httpx.Register(f, route(http.MethodPost, "content/{section}/roll-back", "returnContent",
		"Two put a former version of a section into force again"), c.handleReturn)
	closes := route(http.MethodPost, "content/{section}/close", "closeContent",
		"One closes a campaign, a game, all games of a provider, an account that members pay into, or the wheel, at once")
	closes.MostBody = 0
	httpx.Register(f, closes, c.handleClose)
	httpx.Register(f, route(http.MethodPut, "content-document", "proposeContentDocument",
		"Two chiefs change several sections together; what is in force already is left out"), c.handleProposeDocument)
}

type decides[T any] struct {
	Section

	Body T
}

// NewContent is a section as it is to be.
type NewContent struct {
	decide.Body

	Content json.RawMessage `doc:"The whole section, as a document has it"                                    json:"content"`
	At      time.Time       `doc:"When it is to come into force, if that is later; at most 90 days ahead" json:"at,omitzero"`
}

func (c *Room) handlePropose(ctx context.Context, in *decides[NewContent]) (*httpx.Reply[decide.Outcome], error) {
	b := in.Body
	return c.propose(ctx, in.Section.Section, b.Body, draft.Change{
		Document: content.Document{in.Section.Section: b.Content}, From: b.At,
	})
}

// FormerContent names the version to return to.
type FormerContent struct {
	decide.Body

	Version int64     `json:"version"     minimum:"1"`
	At      time.Time `json:"at,omitzero"`
}

func (c *Room) handleReturn(ctx context.Context, in *decides[FormerContent]) (*httpx.Reply[decide.Outcome], error) {
	change, err := c.drafts.Back(ctx, in.Section.Section, in.Body.Version)
	if err != nil {
		return nil, err
	}
	change.From = in.Body.At
	return c.propose(ctx, in.Section.Section, in.Body.Body, change)
}

// ClosedContent names what is to be closed.
type ClosedContent struct {
	decide.Body

	Code string `doc:"Of games also provider:{code}; of the wheel: wheel" json:"code" maxLength:"80" minLength:"1"`
}

// handleClose answers POST /api/content/{section}/close.
func (c *Room) handleClose(ctx context.Context, in *decides[ClosedContent]) (*httpx.Reply[decide.Outcome], error) {
	closing := draft.Closing{Section: in.Section.Section, Code: in.Body.Code}
	return c.decisions.Call(ctx, draft.Close, closing.Subject(), in.Body.Body, closing)
}

// NewContentDocument are several sections as they are to be.
type NewContentDocument struct {
	decide.Body

	Document map[string]json.RawMessage `json:"document"`
	At       time.Time                  `json:"at,omitzero"`
}

func (c *Room) handleProposeDocument(
	ctx context.Context, in *httpx.Body[NewContentDocument],
) (*httpx.Reply[decide.Outcome], error) {
	return c.propose(ctx, "", in.Body.Body, draft.Change{Document: in.Body.Document, From: in.Body.At})
}

// propose proposes a change. What a person saw of a section is of what is in force of it (CONTENT_CHANGED), and no fingerprint of
// what it asks for.
func (c *Room) propose(
	ctx context.Context, section string, b decide.Body, change draft.Change,
) (*httpx.Reply[decide.Outcome], error) {
	if b.Seen != "" && section != "" {
		change.Seen = map[string]string{section: b.Seen}
	}
	b.Seen = ""
	if _, err := decide.By(ctx, section, b); err != nil { // a reason, before anything is looked up
		return nil, err
	}
	kind, asked, err := c.drafts.Asked(ctx, change)
	if err != nil {
		return nil, err
	}
	return c.decisions.Call(ctx, kind, draft.Subject(kind), b, asked)
}
