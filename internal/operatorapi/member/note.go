package member

import (
	"context"
	"net/http"

	"krapao/internal/httpx"
	"krapao/internal/httpx/wire"
	"krapao/internal/operatorapi/decide"
	"krapao/internal/operatorapi/list"
	"krapao/operator/note"
)

// KeptNote is what an operator noted about a member.
type KeptNote struct {
	ID     string    `json:"id"`
	By     string    `json:"by" doc:"The operator who wrote it"`
	Text   string    `json:"text"`
	Pinned bool      `json:"pinned"`
	At     wire.Time `json:"at"`
	May    []string  `json:"may" doc:"What the caller may do with it now"`
}

// NotesAsked is what the list is asked. It is no file: a note may say anything about a person.
type NotesAsked struct {
	OfMember

	Limit int    `default:"50" doc:"The most rows of a page" maximum:"200"    minimum:"1" query:"limit"`
	After string `doc:"The next of the page before"          maxLength:"1000" query:"after"`
}

// NoteWritten is what is noted. The text is its own reason.
type NoteWritten struct {
	OfMember

	Body struct {
		Text   string `json:"text" maxLength:"2000" minLength:"1"`
		Pinned bool   `json:"pinned" doc:"Before the others"`
	}
}

// OfNote names a note of a member.
type OfNote struct {
	OfMember

	Note string `maxLength:"32" path:"note"`
}

const deleteNote = "deleteMemberNote"

// registerNotes adds the calls about notes.
func (c *Room) registerNotes(f *httpx.Frame) {
	httpx.Register(f, reads("/{id}/note", "listMemberNotes", "What operators noted about it: pinned ones, then the newest"),
		c.handleNotes)
	httpx.Register(f, httpx.Route{
		Method: http.MethodPost, Path: "/api/member/{id}/note", ID: "addMemberNote", Access: httpx.Operators, Needs: "support",
		Scope: "member:decide", Memory: httpx.Keyed, KeyRequired: true, Summary: "Note something about it, for operators",
	}, c.handleAddNote)
	httpx.Register(f, httpx.Route{
		Method: http.MethodDelete, Path: "/api/member/{id}/note/{note}", ID: deleteNote, Access: httpx.Operators, Needs: "support",
		Scope: "member:decide", Summary: "Delete an own note of the last day",
	}, c.handleDeleteNote)
}

func (c *Room) noteOf(ctx context.Context, n note.Note) KeptNote {
	may := []string{}
	if c.Notes.Deletes(httpx.StateOf(ctx).Operator, n) {
		may = append(may, deleteNote)
	}
	return KeptNote{n.ID, n.By, n.Text, n.Pinned, wire.Time(n.At), may}
}

// handleNotes answers GET /api/member/{id}/note.
func (c *Room) handleNotes(ctx context.Context, in *NotesAsked) (*httpx.Reply[list.Page[KeptNote]], error) {
	asked := &ListAsked{OfMember: in.OfMember, Query: list.Query{Limit: in.Limit, After: in.After}}
	return ofMember(ctx, c, asked, list.List[note.Note, note.Place, KeptNote]{
		Name: "member/note", Key: note.Note.Place, Primary: true,
		Show: shownBy(func(n note.Note) KeptNote { return c.noteOf(ctx, n) }),
	}, func(ctx context.Context, after *note.Place, most int) ([]note.Note, error) {
		return c.Notes.Of(ctx, in.ID, after, most)
	})
}

// handleAddNote answers POST /api/member/{id}/note.
func (c *Room) handleAddNote(ctx context.Context, in *NoteWritten) (*httpx.Reply[KeptNote], error) {
	if _, err := c.Members.ByID(ctx, in.ID); err != nil {
		return nil, err
	}
	n, err := c.Notes.Add(ctx, decide.Caller(ctx), in.ID, in.Body.Text, in.Body.Pinned)
	if err != nil {
		return nil, err
	}
	return httpx.OK(c.noteOf(ctx, n))
}

// handleDeleteNote answers DELETE /api/member/{id}/note/{note}.
func (c *Room) handleDeleteNote(ctx context.Context, in *OfNote) (*httpx.Success, error) {
	return httpx.Done(c.Notes.Delete(ctx, decide.Caller(ctx), in.ID, in.Note))
}
