// Package note is what operators note about a member for each other. The member never reads it.
//
// A note is never changed. Who wrote it may delete it within a day; then it stays with the member. The audit log has who wrote
// and deleted one, and not the text: what somebody wrote about a person can be deleted, and a row of the log can't.
package note

import (
	"context"
	"fmt"
	"math"
	"strings"
	"time"
	"unicode/utf8"

	"krapao/fault"
	"krapao/internal/clock"
	"krapao/internal/id"
	"krapao/internal/store"
	"krapao/operator"
	"krapao/operator/internal/notedb"
)

// Longest is how many characters a note has at most.
const Longest = 2_000

const (
	idLength = 16
	// mayDelete is for how long who wrote a note may delete it.
	mayDelete = 24 * time.Hour
)

// Note is one.
type Note struct {
	ID, Member string
	// By is the operator who wrote it.
	By, Text string
	Pinned   bool
	At       time.Time
}

// Place is where a list of notes goes on.
type Place struct {
	Pinned bool         `json:"p"`
	At     clock.Micros `json:"t"`
	ID     string       `json:"i"`
}

// Place is where a list goes on after a note.
func (n Note) Place() Place { return Place{n.Pinned, clock.MicrosOf(n.At), n.ID} }

// Notes keep them. They are safe for concurrent use.
type Notes struct {
	store     *store.Store
	approvals *operator.Approvals
}

// New makes them.
func New(s *store.Store, approvals *operator.Approvals) *Notes { return &Notes{s, approvals} }

// Add notes something about a member. INVALID_INPUT: it says nothing, or too much. Nobody notes anything about itself.
func (n *Notes) Add(ctx context.Context, by operator.Decision, member, text string, pinned bool) (Note, error) {
	text = strings.TrimSpace(text)
	if length := utf8.RuneCountInString(text); length == 0 || length > Longest {
		return Note{}, fault.New(fault.INVALID_INPUT, "a note has 1 to %d characters", Longest)
	}
	made := Note{ID: id.Lower(idLength), Member: member, By: by.By, Text: text, Pinned: pinned}
	_, err := n.approvals.Decide(ctx, saying(by, member, "wrote a note"), operator.Action{
		Name: "member.note", Needs: operator.Support, Member: member,
		Does: func(tx *store.Tx) error {
			made.At = tx.Now
			return notedb.New(tx).AddNote(ctx, notedb.AddNoteParams{
				ID: made.ID, Member: member, Operator: by.By, Text: text, Pinned: pinned, CreatedAt: clock.MicrosOf(tx.Now),
			})
		},
	})
	return made, err
}

// saying is a decision about a member with a reason: what was noted is in no audit log.
func saying(d operator.Decision, member, reason string) operator.Decision {
	d.Subject, d.Reason = member, reason
	return d
}

// Delete deletes one that the operator wrote within a day. NO_DATA: there is no such one.
func (n *Notes) Delete(ctx context.Context, by operator.Decision, member, note string) error {
	_, err := n.approvals.Decide(ctx, saying(by, member, "deleted its note"), operator.Action{
		Name: "member.note.delete", Needs: operator.Support, Member: member,
		Does: func(tx *store.Tx) error {
			deleted, err := notedb.New(tx).DeleteNote(ctx, notedb.DeleteNoteParams{
				ID: note, Member: member, Operator: by.By, Since: clock.MicrosOf(tx.Now.Add(-mayDelete)),
			})
			if err == nil && deleted == 0 {
				err = fault.New(fault.NO_DATA, "no note %q of yours that is younger than a day", note)
			}
			return err
		},
	})
	return err
}

// Deletes reports whether an operator may delete a note now.
func (n *Notes) Deletes(by string, note Note) bool {
	return note.By == by && n.store.Now().Before(note.At.Add(mayDelete))
}

// Of lists the notes about a member after a place (nil: from the first), at most so many: pinned ones, then the newest.
func (n *Notes) Of(ctx context.Context, member string, after *Place, most int) ([]Note, error) {
	from := Place{Pinned: true, At: math.MaxInt64}
	if after != nil {
		from = *after
	}
	rows, err := notedb.New(n.store.DB()).NotesOf(ctx, notedb.NotesOfParams{
		Member: member, Pinned: from.Pinned, At: from.At, ID: from.ID, Most: int32(most),
	})
	if err != nil {
		return nil, fmt.Errorf("note: of a member: %w", err)
	}
	list := make([]Note, len(rows))
	for i, row := range rows {
		list[i] = Note{row.ID, row.Member, row.Operator, row.Text, row.Pinned, row.CreatedAt.Time()}
	}
	return list, nil
}
