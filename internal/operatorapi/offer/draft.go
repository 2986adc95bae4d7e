package offer

import (
	"context"
	"encoding/json"
	"net/http"
	"time"

	"krapao/internal/httpx"
	"krapao/internal/httpx/wire"
	"krapao/internal/operatorapi/decide"
	"krapao/operator"
	"krapao/operator/draft"
)

// registerDrafts adds the calls about drafts.
func (c *Room) registerDrafts(f *httpx.Frame) {
	route := func(method, path, id, needs, scope, summary string) httpx.Route {
		return httpx.Route{
			Method: method, Path: "/api/content-draft" + path, ID: id, Access: httpx.Operators, Needs: needs, Scope: scope,
			Summary: summary,
		}
	}
	httpx.Register(f, route(http.MethodGet, "", "listContentDrafts", "support+a", "content:read",
		"What operators are about to change: one draft of each of them and section"), c.handleDrafts)
	httpx.Register(f, route(http.MethodGet, "/{id}", "getContentDraft", "support+a", "content:read",
		"A draft, with what it would change, what others have changed since it began, and all that is wrong with it"), c.handleDraft)
	keep := route(http.MethodPut, "/{id}", "putContentDraft", "support", "content:decide",
		"Keep what the caller is about to change of a section; nothing is proposed")
	keep.MostBody = mostContent
	httpx.Register(f, keep, c.handleKeep)
	httpx.Register(f, route(http.MethodDelete, "/{id}", "deleteContentDraft", "support", "content:decide",
		"Throw a draft away: one's own, and a chief anybody's"), c.handleForget)
	httpx.Register(f, route(http.MethodGet, "/{id}/preview", "previewContentDraft", "support+a", "content:read",
		"A link to the member app as it is with a draft, for half an hour; what is typed meanwhile is in it"), c.handlePreview)
	propose := decide.Route(httpx.Route{
		Path: "/api/content-draft/{id}/propose", ID: "proposeContentDraft", Needs: "cashier", Scope: "content:decide",
		Summary: "Two put a draft into force. It stays until that is done, so that it can be corrected",
	})
	httpx.Register(f, propose, c.handleProposeDraft)
}

// ContentDraft is what an operator is about to change of a section.
type ContentDraft struct {
	ID       string                    `json:"id"`
	Section  string                    `json:"section"`
	By       string                    `doc:"Who began it, and alone changes it"                              json:"by"`
	Note     string                    `json:"note"`
	Revision int64                     `doc:"It counts the changes; who changes it says which one it has"     json:"revision"`
	State    string                    `doc:"What seen is on proposing it"                                    json:"state"`
	Base     *int64                    `doc:"The version that it began from; null: nobody recorded it"        json:"base"`
	InForce  bool                      `doc:"What it began from is in force still"                            json:"inForce"`
	Readable bool                      `doc:"All that was typed can be read, so it can be proposed"           json:"readable"`
	Proposal wire.Nullable[DraftAsked] `doc:"The proposal that it became; null: none since it was changed" json:"proposal"`
	Began    wire.Time                 `json:"began"`
	Changed  wire.Time                 `json:"changed"`
	May      []string                  `doc:"What the caller may do with it, by the ids of calls"             json:"may"`
}

// DraftAsked is what became of a draft's proposal.
type DraftAsked struct {
	ID    string `json:"id"`
	State string `enum:"open,scheduled,done,stale,rejected,withdrawn,expired,stopped" json:"state"`
	By    string `doc:"Who ended it; empty: nobody"                                   json:"by"`
	Why   string `doc:"Why it ended: a person's reason, or what had changed"          json:"why"`
}

// ContentDrafts are all drafts.
type ContentDrafts struct {
	Items []ContentDraft `json:"items"`
}

// ContentDraftDetail is a draft with what it says.
type ContentDraftDetail struct {
	ContentDraft

	Body    json.RawMessage `doc:"The section as it is to be"                                          json:"body"`
	Typed   string          `doc:"The text, while it can't be read; empty: body is all of it"         json:"typed"`
	Before  json.RawMessage `doc:"What was in force when it began; null: nothing was ever set"        json:"before"`
	From    string          `doc:"The state of that, which base is on changing the draft"             json:"from"`
	Changes []ContentChange `doc:"What it would change of what is in force"                           json:"changes"`
	Under   []ContentChange `doc:"What others have changed since it began"                            json:"under"`
	Wrong   []ContentWrong  `json:"wrong"`
}

// OneDraft names a draft.
type OneDraft struct {
	ID string `maxLength:"40" minLength:"8" path:"id" pattern:"^[A-Za-z0-9-]+$"`
}

// handleDrafts answers GET /api/content-draft.
func (c *Room) handleDrafts(ctx context.Context, _ *struct{}) (*httpx.Reply[ContentDrafts], error) {
	all, err := c.drafts.Drafts(ctx)
	if err != nil {
		return nil, err
	}
	page := ContentDrafts{Items: make([]ContentDraft, len(all))}
	for i, d := range all {
		now, err := c.drafts.One(ctx, d.Section)
		if err != nil {
			return nil, err
		}
		if page.Items[i], err = c.draftOf(ctx, d, now); err != nil {
			return nil, err
		}
	}
	return httpx.OK(page)
}

// draftOf shows a draft beside what is in force of its section.
func (c *Room) draftOf(ctx context.Context, d draft.Draft, now draft.Standing) (ContentDraft, error) {
	shown := ContentDraft{
		ID: d.ID, Section: d.Section, By: d.By, Note: d.Note, Revision: d.Revision, State: d.State(), Readable: d.Typed == "",
		InForce: d.BaseState() == now.State, Began: wire.Time(d.BeganAt), Changed: wire.Time(d.ChangedAt), May: mayOf(ctx, d),
	}
	if d.Version > 0 {
		shown.Base = &d.Version
	}
	if d.Proposal == "" {
		return shown, nil
	}
	p, err := c.decisions.Proposal(ctx, d.Proposal)
	if err != nil {
		return shown, err
	}
	shown.Proposal = wire.NullableOf(DraftAsked{ID: p.ID, State: string(p.State), By: p.EndedBy, Why: p.Why})
	return shown, nil
}

// mayOf is what the caller may do with a draft.
func mayOf(ctx context.Context, d draft.Draft) []string {
	state, may := httpx.StateOf(ctx), []string{}
	role := operator.Role(state.Role)
	own := d.By == state.Operator && role.MayCall(string(operator.Support)) == nil
	if own {
		may = append(may, "putContentDraft")
	}
	if own || role == operator.Chief {
		may = append(may, "deleteContentDraft")
	}
	if role.MayCall(string(draft.Needs(d.Section))) == nil {
		may = append(may, "proposeContentDraft")
	}
	if d.Typed == "" {
		may = append(may, "previewContentDraft")
	}
	return may
}

// handleDraft answers GET /api/content-draft/{id}.
func (c *Room) handleDraft(ctx context.Context, in *OneDraft) (*httpx.Reply[ContentDraftDetail], error) {
	d, err := c.drafts.Draft(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	around, err := c.drafts.Around(ctx, d)
	if err != nil {
		return nil, err
	}
	shown, err := c.draftOf(ctx, d, around.Now)
	return httpx.Answer(ContentDraftDetail{
		ContentDraft: shown, Body: d.Body, Typed: d.Typed, Before: orNull(d.Base), From: d.BaseState(),
		Changes: changesOf(around.Changes), Under: changesOf(around.Under), Wrong: wrongOf(around.Wrong),
	}, err)
}

// DraftPreview is a link to the preview of a draft.
type DraftPreview struct {
	Address string    `doc:"The member app's; empty: the node does not know it (KRAPAO_MEMBER_URL)" json:"address"`
	Path    string    `doc:"What comes after the address; it is a secret"                           json:"path"`
	Until   wire.Time `doc:"When the link ends"                                                     json:"until"`
}

// handlePreview answers GET /api/content-draft/{id}/preview.
func (c *Room) handlePreview(ctx context.Context, in *OneDraft) (*httpx.Reply[DraftPreview], error) {
	link, err := c.drafts.Link(ctx, in.ID)
	return httpx.Answer(DraftPreview{Address: link.Address, Path: link.Path, Until: wire.Time(link.Until)}, err)
}

// KeptDraft is what a draft becomes.
type KeptDraft struct {
	Section  string          `json:"section"         maxLength:"40"`
	Revision int64           `doc:"The one that is changed; 0: it is new" json:"revision" minimum:"0"`
	Base     string          `doc:"The state of the section from which it goes on, which is in force or what it began from" json:"base" maxLength:"64"`
	Body     json.RawMessage `doc:"The whole section, as a document has it" json:"body"`
	Typed    string          `doc:"The text, while it can't be read: body is what could be read last" json:"typed,omitempty" maxLength:"500000"`
	Note     string          `doc:"For whoever reads it" json:"note,omitempty" maxLength:"500"`
}

// handleKeep answers PUT /api/content-draft/{id}. The same request again changes nothing. It is called while somebody types,
// so it checks nothing.
func (c *Room) handleKeep(ctx context.Context, in *struct {
	OneDraft

	Body KeptDraft
},
) (*httpx.Reply[ContentDraft], error) {
	b := in.Body
	kept, err := c.drafts.Keep(ctx, draft.Draft{
		ID: in.ID, Section: b.Section, By: httpx.StateOf(ctx).Operator, Body: b.Body, Typed: b.Typed, Note: b.Note,
		Revision: b.Revision,
	}, b.Base)
	if err != nil {
		return nil, err
	}
	now, err := c.drafts.One(ctx, kept.Section)
	if err != nil {
		return nil, err
	}
	shown, err := c.draftOf(ctx, kept, now)
	return httpx.Answer(shown, err)
}

// DraftForgotten is the outcome of throwing a draft away.
type DraftForgotten struct {
	Message string `enum:"SUCCESS" json:"message"`
}

// handleForget answers DELETE /api/content-draft/{id}.
func (c *Room) handleForget(ctx context.Context, in *OneDraft) (*httpx.Reply[DraftForgotten], error) {
	state := httpx.StateOf(ctx)
	return httpx.Answer(DraftForgotten{"SUCCESS"}, c.drafts.Forget(ctx, in.ID, state.Operator, operator.Role(state.Role)))
}

// ProposedDraft is a draft that is to be in force.
type ProposedDraft struct {
	decide.Body

	At time.Time `doc:"When it is to come into force, if that is later; at most 90 days ahead" json:"at,omitzero"`
}

// handleProposeDraft answers POST /api/content-draft/{id}/propose. seen is the draft's state.
func (c *Room) handleProposeDraft(ctx context.Context, in *struct {
	OneDraft

	Body ProposedDraft
},
) (*httpx.Reply[decide.Outcome], error) {
	b := in.Body.Body
	if _, err := decide.By(ctx, in.ID, b); err != nil { // a reason, before anything is looked up
		return nil, err
	}
	change, err := c.drafts.Asks(ctx, in.ID, b.Seen)
	if err != nil {
		return nil, err
	}
	b.Seen, change.From = "", in.Body.At
	kind, asked, err := c.drafts.Asked(ctx, change)
	if err != nil {
		return nil, err
	}
	reply, err := c.decisions.Call(ctx, kind, draft.Subject(kind), b, asked)
	if err == nil && reply.Body.Proposal != nil {
		err = c.drafts.Became(ctx, asked, reply.Body.Proposal.ID)
	}
	return reply, err
}
