// Package offer is the operator API's part about offers and content (OPERATOR-API.md, section 10).
package offer

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"time"

	"krapao/internal/content"
	"krapao/internal/httpx"
	"krapao/internal/httpx/wire"
	"krapao/internal/operatorapi/decide"
	"krapao/internal/operatorapi/list"
	"krapao/operator"
	"krapao/operator/draft"
)

// mostContent is how many bytes a body with content may have: a house's texts in three languages are longer than what other
// calls take.
const mostContent = 1 << 20

// budgets is the section that is set once: then chiefs decide about each account (OPERATOR-API.md, section 9).
const budgets = "budgets"

// Room answers the calls about content.
type Room struct {
	drafts    *draft.Service
	decisions *decide.Desk
	lists     *list.Desk
}

// New makes it.
func New(drafts *draft.Service, decisions *decide.Desk, lists *list.Desk) *Room {
	return &Room{drafts, decisions, lists}
}

// Register adds the calls.
func (c *Room) Register(f *httpx.Frame) {
	read := func(path, id, summary string) httpx.Route {
		return httpx.Route{
			Method: http.MethodGet, Path: "/api/" + path, ID: id, Access: httpx.Operators, Needs: "support+a",
			Scope: "content:read", Summary: summary,
		}
	}
	httpx.Register(f, read("content", "listContent", "The sections of the content, in the order in which they are applied"),
		c.handleAll)
	httpx.Register(f, read("content/{section}", "getContent", "What is in force of a section, as a document has it"), c.handleOne)
	versions := read("content/{section}/history", "listContentVersions", "The versions of a section, newest first")
	versions.CSV = true
	httpx.Register(f, versions, c.handleHistory)
	httpx.Register(f, read("content/{section}/history/{version}", "getContentVersion",
		"A version, with what it changed, and what returning to it would"), c.handleVersion)
	httpx.Register(f, read("content-document", "getContentDocument", "All that is in force, as krapao content apply takes it"),
		c.handleDocument)
	httpx.Register(f, read("content-proposal/{id}", "getContentProposal",
		"All that a proposal that waits would change of what is in force; its facts are the first changes alone"), c.handleProposed)
	check := read("content-check", "checkContent", "What a document would change, and all that is wrong with it; nothing is kept")
	check.Method, check.Needs, check.MostBody = http.MethodPost, "support", mostContent
	httpx.Register(f, check, c.handleCheck)
	c.registerDrafts(f)
	c.registerPictures(f)
	c.decides(f)
}

// ContentSection is a section of the content.
type ContentSection struct {
	Section string     `json:"section"`
	Set     bool       `doc:"Something of it was ever set"                                                json:"set"`
	Version *int64     `doc:"Its version in force; null: nobody recorded it"                              json:"version"`
	Since   *wire.Time `json:"since"   nullable:"true"`
	By      *string    `doc:"Who proposed it; null: nobody, or nobody recorded it"                        json:"by"`
	Second  *string    `doc:"Who approved it"                                                             json:"second"`
	State   string     `doc:"What seen is on changing it"                                                 json:"state"`
	Needs   string     `doc:"The role that changes it"                       enum:"cashier,chief"         json:"needs"`
	May     []string   `doc:"What the caller may do with it, by the ids of calls"                         json:"may"`
}

func (c *Room) shown(ctx context.Context, x draft.Standing) ContentSection {
	s := ContentSection{
		Section: x.Section, Set: x.Body != nil, State: x.State, Needs: string(draft.Needs(x.Section)), May: []string{},
	}
	if x.Known {
		s.Version, s.Since = &x.Last.Number, wire.TimeOrNull(x.Last.At)
		s.By, s.Second = wire.TextOrNull(x.Last.By.ProposedBy), wire.TextOrNull(x.Last.By.ApprovedBy)
	}
	role := operator.Role(httpx.StateOf(ctx).Role)
	if role.MayCall(s.Needs) == nil {
		s.May = []string{"proposeContent", "returnContent"}
	}
	if c.drafts.Closes(x.Section) && role.MayCall(string(operator.Cashier)) == nil {
		s.May = append(s.May, "closeContent")
	}
	if x.Section == budgets && role.MayCall(string(operator.Chief)) == nil {
		s.May = append(s.May, "setBudget", "setBudgetAlarm")
	}
	return s
}

// ContentSections are all sections.
type ContentSections struct {
	Items []ContentSection `json:"items"`
}

func (c *Room) handleAll(ctx context.Context, _ *struct{}) (*httpx.Reply[ContentSections], error) {
	all, err := c.drafts.All(ctx)
	if err != nil {
		return nil, err
	}
	page := ContentSections{Items: make([]ContentSection, len(all))}
	for i, x := range all {
		page.Items[i] = c.shown(ctx, x)
	}
	return httpx.OK(page)
}

// Section names a section.
type Section struct {
	Section string `maxLength:"40" path:"section"`
}

// ContentDetail is a section with what is in force.
type ContentDetail struct {
	ContentSection

	Body json.RawMessage `doc:"As a document has it; null: nothing was ever set" json:"body"`
}

// SectionAt names a section as it is, or as it was.
type SectionAt struct {
	Section

	At time.Time `doc:"As it was at this moment, as far as that is known" query:"at"`
}

func (c *Room) handleOne(ctx context.Context, in *SectionAt) (*httpx.Reply[ContentDetail], error) {
	section := in.Section.Section
	x, err := c.drafts.One(ctx, section)
	if err != nil {
		return nil, err
	}
	if in.At.IsZero() {
		return httpx.OK(ContentDetail{c.shown(ctx, x), orNull(x.Body)})
	}
	was, err := c.drafts.At(ctx, section, in.At)
	if err != nil {
		return nil, err
	}
	x.Last, x.Known, x.Body = was, true, was.Body
	shown := c.shown(ctx, x)
	shown.May = []string{} // what was is changed by nobody
	return httpx.OK(ContentDetail{shown, orNull(was.Body)})
}

func orNull(body json.RawMessage) json.RawMessage {
	if body == nil {
		return json.RawMessage("null")
	}
	return body
}

// ContentVersion is a version of a section.
type ContentVersion struct {
	Version  int64     `json:"version"`
	Since    wire.Time `doc:"For one without a name: when it was found in force" json:"since"`
	By       *string   `doc:"Who proposed it; null: nobody recorded it"          json:"by"`
	Second   *string   `json:"second"`
	Reason   string    `json:"reason"`
	Proposal *string   `json:"proposal"`
}

func versionOf(v content.Version) ContentVersion {
	return ContentVersion{
		Version: v.Number, Since: wire.Time(v.At), By: wire.TextOrNull(v.By.ProposedBy), Second: wire.TextOrNull(v.By.ApprovedBy),
		Reason: v.By.Reason, Proposal: wire.TextOrNull(v.By.Proposal),
	}
}

// AskedVersions are the filters of the list.
type AskedVersions struct {
	Section
	list.Query
}

func (c *Room) handleHistory(ctx context.Context, in *AskedVersions) (*httpx.Reply[list.Page[ContentVersion]], error) {
	all := list.List[content.Version, int64, ContentVersion]{
		Name: "content/history", Key: func(v content.Version) int64 { return v.Number }, Primary: true, Columns: columns,
		Show: func(_ context.Context, rows []content.Version) ([]ContentVersion, error) {
			items := make([]ContentVersion, len(rows))
			for i, v := range rows {
				items[i] = versionOf(v)
			}
			return items, nil
		},
	}
	return all.Read(ctx, c.lists, in.Query, list.Rows[content.Version, int64]{
		Filters: list.Filters{"section": in.Section.Section},
		Read: func(ctx context.Context, after *int64, most int) ([]content.Version, error) {
			before := int64(0)
			if after != nil {
				if before = *after; before == 1 {
					return nil, nil
				}
			}
			return c.drafts.History(ctx, in.Section.Section, before, most)
		},
	})
}

var columns = []list.Column[content.Version]{
	{Name: "version", Cell: func(v content.Version) any { return v.Number }},
	{Name: "since", Cell: func(v content.Version) any { return v.At }},
	{Name: "by", Cell: func(v content.Version) any { return v.By.ProposedBy }},
	{Name: "second", Cell: func(v content.Version) any { return v.By.ApprovedBy }},
	{Name: "reason", Cell: func(v content.Version) any { return v.By.Reason }},
	{Name: "proposal", Cell: func(v content.Version) any { return v.By.Proposal }},
}

// OneVersion names a version.
type OneVersion struct {
	Section

	Version int64 `minimum:"1" path:"version"`
}

// ContentVersionDetail is a version with its body.
type ContentVersionDetail struct {
	ContentVersion

	Body    json.RawMessage `json:"body"`
	Changes []ContentChange `doc:"What it changed of the version before"  json:"changes"`
	Back    []ContentChange `doc:"What returning to it would change now"  json:"back"`
}

func (c *Room) handleVersion(ctx context.Context, in *OneVersion) (*httpx.Reply[ContentVersionDetail], error) {
	section := in.Section.Section
	v, err := c.drafts.Version(ctx, section, in.Version)
	if err != nil {
		return nil, err
	}
	var before content.Version
	if in.Version > 1 {
		if before, err = c.drafts.Version(ctx, section, in.Version-1); err != nil {
			return nil, err
		}
	}
	now, err := c.drafts.One(ctx, section)
	if err != nil {
		return nil, err
	}
	return httpx.OK(ContentVersionDetail{
		ContentVersion: versionOf(v), Body: v.Body, Changes: changesOf(content.Changes(section, before.Body, v.Body)),
		Back: changesOf(content.Changes(section, now.Body, v.Body)),
	})
}

// ContentChange is one difference.
type ContentChange struct {
	Path   string          `doc:"Entries of a list are named by their code or id, or by their position" json:"path"`
	Before json.RawMessage `doc:"null: there was none"                                                   json:"before"`
	After  json.RawMessage `doc:"null: there is none any more"                                           json:"after"`
	Order  bool            `doc:"A list is in another order: before and after name its entries"          json:"order"`
}

func changesOf(all []content.Change) []ContentChange {
	shown := make([]ContentChange, len(all))
	for i, x := range all {
		shown[i] = ContentChange{x.Path, value(x.Before), value(x.After), x.Order}
	}
	return shown
}

func value(text string) json.RawMessage {
	if text == "" {
		return json.RawMessage("null")
	}
	return json.RawMessage(text)
}

// ContentDocument is a document of sections.
type ContentDocument struct {
	Document map[string]json.RawMessage `doc:"Sections by name" json:"document"`
}

func (c *Room) handleDocument(ctx context.Context, _ *struct{}) (*httpx.Reply[ContentDocument], error) {
	doc, err := c.drafts.Export(ctx)
	return httpx.Answer(ContentDocument{doc}, err)
}

// ContentWrong is one thing that is wrong with a document.
type ContentWrong struct {
	Path string `json:"path"`
	Code string `enum:"NOT_JSON,WRONG_TYPE,UNKNOWN_NAME,REPEATED,NO_SECTION,REFUSED" json:"code"`
	Text string `doc:"In English"                                                    json:"text"`
}

// ContentChecked is what a document would do.
type ContentChecked struct {
	Sections []string        `doc:"Those that would change, in the order in which they are applied" json:"sections"`
	Changes  []ContentChange `json:"changes"`
	Wrong    []ContentWrong  `doc:"All that keeps it from being proposed"                           json:"wrong"`
}

func (c *Room) handleCheck(ctx context.Context, in *httpx.Body[ContentDocument]) (*httpx.Reply[ContentChecked], error) {
	checked, err := c.drafts.Check(ctx, in.Body.Document)
	if err != nil {
		return nil, err
	}
	return httpx.OK(checkedOf(checked))
}

// OneProposal names a proposal.
type OneProposal struct {
	ID string `maxLength:"40" path:"id"`
}

// handleProposed answers GET /api/content-proposal/{id}.
func (c *Room) handleProposed(ctx context.Context, in *OneProposal) (*httpx.Reply[ContentChecked], error) {
	checked, err := c.drafts.OfProposal(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	return httpx.OK(checkedOf(checked))
}

func checkedOf(checked content.Checked) ContentChecked {
	shown := ContentChecked{Sections: []string{}, Changes: []ContentChange{}, Wrong: wrongOf(checked.Wrong)}
	for _, o := range checked.Outlooks {
		shown.Sections = append(shown.Sections, o.Section)
		shown.Changes = slices.Concat(shown.Changes, changesOf(o.Changes()))
	}
	return shown
}

func wrongOf(all []content.Wrong) []ContentWrong {
	shown := make([]ContentWrong, len(all))
	for i, w := range all {
		shown[i] = ContentWrong{w.Path, string(w.Code), w.Text}
	}
	return shown
}
