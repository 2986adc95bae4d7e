package draft

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"krapao/fault"
	"krapao/internal/bus"
	"krapao/internal/clock"
	"krapao/internal/content"
	"krapao/internal/store"
	"krapao/operator"
	"krapao/operator/internal/draftdb"
)

// Draft is what an operator is about to change of a section. It changes nothing until it is proposed. An operator has one of each
// section, on all its devices.
type Draft struct {
	// ID is its writer's to choose.
	ID, Section string
	// By is the operator who began it. It alone changes it.
	By string
	// Base is what was in force when it began, nil if nothing was ever set. Version is its number, 0 if nobody recorded it.
	Base    json.RawMessage
	Version int64
	// Body is the section as it is to be. Typed is the text, while that can't be read: Body is what could be read last.
	Body  json.RawMessage
	Typed string
	// Note is for whoever reads it.
	Note string
	// Revision counts its changes.
	Revision int64
	// Proposal is the ID of the proposal that it became; empty: it was not proposed since it was changed.
	Proposal           string
	BeganAt, ChangedAt time.Time
}

// State is what whoever proposes a draft has seen of it.
func (d Draft) State() string { return operator.Fingerprint("draft", d.ID, d.Revision) }

// BaseState is the state of the section from which it began (Standing.State).
func (d Draft) BaseState() string { return state(d.Base) }

func draftOf(row draftdb.ContentDraft) Draft {
	d := Draft{
		ID: row.ID, Section: row.Section, By: row.Operator, Version: row.Version, Body: json.RawMessage(row.Body), Typed: row.Typed,
		Note: row.Note, Revision: row.Revision, Proposal: row.Proposal, BeganAt: row.BeganAt.Time(), ChangedAt: row.ChangedAt.Time(),
	}
	if row.Base != "" {
		d.Base = json.RawMessage(row.Base)
	}
	return d
}

// Drafts lists those of all operators, by section.
func (s *Service) Drafts(ctx context.Context) ([]Draft, error) {
	rows, err := draftdb.New(s.d.Store.DB()).Drafts(ctx)
	if err != nil {
		return nil, fmt.Errorf("draft: list: %w", err)
	}
	list := make([]Draft, len(rows))
	for i, row := range rows {
		list[i] = draftOf(row)
	}
	return list, nil
}

// Draft returns one. NO_DATA: there is none.
func (s *Service) Draft(ctx context.Context, id string) (Draft, error) {
	return find(ctx, s.d.Store.DB(), id)
}

func find(ctx context.Context, db content.DB, id string) (Draft, error) {
	row, err := draftdb.New(db).Draft(ctx, id)
	if store.NotFound(err) {
		return Draft{}, fault.New(fault.NO_DATA, "there is no draft %q", id)
	}
	if err != nil {
		return Draft{}, fmt.Errorf("draft: %s: %w", id, err)
	}
	return draftOf(row), nil
}

// Keep keeps what an operator has of a draft: its section, body, note and text. Revision is the one that it changes, 0 for a new
// one, and base the state of the section from which it goes on. The same again changes nothing.
// STATE_CHANGED: it is another by now, or the operator has another one of the section. CONTENT_CHANGED: base is neither what the
// draft began from nor in force. NO_DATA: there is no such section, or the draft is another's.
func (s *Service) Keep(ctx context.Context, d Draft, base string) (kept Draft, err error) {
	section, err := s.section(d.Section)
	if err != nil {
		return kept, err
	}
	err = s.d.Store.Write(ctx, func(tx *store.Tx) (err error) {
		now, err := find(ctx, tx, d.ID)
		switch {
		case fault.Is(err, fault.NO_DATA) && d.Revision == 0:
			kept, err = s.beginTx(ctx, tx, section, d, base)
		case fault.Is(err, fault.NO_DATA):
			err = fault.New(fault.STATE_CHANGED, "the draft was thrown away").With("state", "")
		case err == nil:
			kept, err = s.changeTx(ctx, tx, section, now, d, base)
		}
		return err
	})
	if errors.Is(err, store.ErrUnique) {
		err = fault.Wrap(err, fault.STATE_CHANGED, "%s has another draft of %s", d.By, d.Section)
	}
	return kept, err
}

// beginTx adds a draft.
func (s *Service) beginTx(
	ctx context.Context, tx *store.Tx, section content.Section, d Draft, base string,
) (Draft, error) {
	now, err := s.baseTx(ctx, tx, section, base)
	if err != nil {
		return Draft{}, err
	}
	err = draftdb.New(tx).AddDraft(ctx, draftdb.AddDraftParams{
		ID: d.ID, Section: d.Section, Operator: d.By, Base: string(now.Body), Version: now.version(), Body: string(d.Body),
		Typed: d.Typed, Note: d.Note, BeganAt: clock.MicrosOf(tx.Now),
	})
	if err != nil {
		return Draft{}, fmt.Errorf("draft: begin: %w", err)
	}
	s.tellTx(tx, d.ID, d.By)
	return find(ctx, tx, d.ID)
}

// changeTx changes one.
func (s *Service) changeTx(
	ctx context.Context, tx *store.Tx, section content.Section, now, d Draft, base string,
) (Draft, error) {
	switch {
	case now.By != d.By || now.Section != d.Section:
		return Draft{}, fault.New(fault.NO_DATA, "%s has no draft %q of %s", d.By, d.ID, d.Section)
	case now.Revision == d.Revision+1 && now.same(d) && base == now.BaseState():
		return now, nil // the same again: its answer was lost
	case now.Revision != d.Revision:
		return Draft{}, fault.New(fault.STATE_CHANGED, "the draft has changed since").With("state", now.State())
	}
	began := Standing{Body: now.Base, Known: now.Version > 0, Last: content.Version{Number: now.Version}}
	if base != now.BaseState() {
		var err error
		if began, err = s.baseTx(ctx, tx, section, base); err != nil {
			return Draft{}, err
		}
	}
	n, err := draftdb.New(tx).ChangeDraft(ctx, draftdb.ChangeDraftParams{
		ID: d.ID, Revision: d.Revision, Base: string(began.Body), Version: began.version(), Body: string(d.Body), Typed: d.Typed,
		Note: d.Note, ChangedAt: clock.MicrosOf(tx.Now),
	})
	if err == nil && n == 0 {
		return Draft{}, fault.New(fault.STATE_CHANGED, "the draft has changed since")
	}
	if err != nil {
		return Draft{}, fmt.Errorf("draft: change: %w", err)
	}
	s.tellTx(tx, d.ID, d.By)
	return find(ctx, tx, d.ID)
}

// same reports whether two drafts say the same.
func (d Draft) same(other Draft) bool {
	return string(d.Body) == string(other.Body) && d.Typed == other.Typed && d.Note == other.Note
}

// version is the number of what is in force; 0: nobody recorded it.
func (x Standing) version() int64 {
	if x.Known {
		return x.Last.Number
	}
	return 0
}

// baseTx returns what is in force of a section. CONTENT_CHANGED: its state is another.
func (s *Service) baseTx(ctx context.Context, tx *store.Tx, section content.Section, state string) (Standing, error) {
	versions, err := content.History(ctx, tx, section.Name, 0, 1)
	if err != nil {
		return Standing{}, err
	}
	now, err := standing(ctx, tx, section, append(versions, content.Version{})[0])
	if err == nil && now.State != state {
		err = fault.New(fault.CONTENT_CHANGED, "%s has changed since it was looked at", section.Name).With("section", section.Name)
	}
	return now, err
}

// Forget throws a draft away. Who began it does, or a chief. NO_DATA: there is none of it.
func (s *Service) Forget(ctx context.Context, id, by string, role operator.Role) error {
	return s.d.Store.Write(ctx, func(tx *store.Tx) error {
		now, err := find(ctx, tx, id)
		if err != nil {
			return err
		}
		if now.By != by && role != operator.Chief {
			return fault.New(fault.NO_DATA, "%s has no draft %q", by, id)
		}
		if _, err := draftdb.New(tx).DeleteDraft(ctx, id); err != nil {
			return fmt.Errorf("draft: throw away: %w", err)
		}
		s.tellTx(tx, id, by)
		return nil
	})
}

// Asks is the change that a draft is. seen is its state as whoever proposes it saw it; empty: it did not look.
// STATE_CHANGED: the draft is another by now. CONTENT_INVALID: it can't be read yet.
func (s *Service) Asks(ctx context.Context, id, seen string) (Change, error) {
	d, err := s.Draft(ctx, id)
	switch {
	case err != nil:
		return Change{}, err
	case seen != "" && seen != d.State():
		return Change{}, fault.New(fault.STATE_CHANGED, "the draft has changed since").With("state", d.State())
	case d.Typed != "":
		return Change{}, fault.New(fault.CONTENT_INVALID, "%s: what was typed can't be read", d.Section).
			With("path", d.Section).With("why", "what was typed can't be read").With("count", 1)
	}
	return Change{
		Document: content.Document{d.Section: d.Body}, Seen: map[string]string{d.Section: d.BaseState()},
		Draft: d.ID, Revision: d.Revision,
	}, nil
}

// Became notes the proposal that a draft became. Once that is in force, the draft ends with it. Otherwise it stays, so that it is
// corrected and proposed again.
func (s *Service) Became(ctx context.Context, asked Change, proposal string) error {
	return s.d.Store.Write(ctx, func(tx *store.Tx) error {
		s.tellTx(tx, asked.Draft, "")
		return draftdb.New(tx).DraftProposed(ctx, proposal, asked.Draft, asked.Revision)
	})
}

// endTx ends the draft that has come into force, if nobody has changed it since.
func (c Change) endTx(ctx context.Context, tx *store.Tx) error {
	if c.Draft == "" {
		return nil
	}
	return draftdb.New(tx).DeleteRevision(ctx, c.Draft, c.Revision)
}

func (s *Service) tellTx(tx *store.Tx, id, by string) {
	s.d.Tell.AfterTx(tx, bus.Change{Event: "content", Kind: "draft", ID: id, By: by})
}

// Around is what a draft means as things are.
type Around struct {
	// Now is what is in force of its section.
	Now Standing
	// Changes are what it would change of that, and Under what others have changed since it began.
	Changes, Under []content.Change
	// Wrong is all that keeps it from being proposed.
	Wrong []content.Wrong
}

// Around compares a draft with what is in force, and checks it.
func (s *Service) Around(ctx context.Context, d Draft) (a Around, err error) {
	if a.Now, err = s.One(ctx, d.Section); err != nil {
		return a, err
	}
	checked, err := s.Check(ctx, content.Document{d.Section: d.Body})
	if err != nil {
		return a, err
	}
	a.Wrong = checked.Wrong
	for _, o := range checked.Outlooks {
		a.Changes = o.Changes()
	}
	if string(d.Base) != string(a.Now.Body) {
		a.Under = content.Changes(d.Section, d.Base, a.Now.Body)
	}
	return a, nil
}
