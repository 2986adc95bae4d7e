// Package content reads the declarations of an operator about the product (banks, games, deposit accounts, texts, settings) and
// passes each section to the area that owns it.
//
// Promises: a document is applied completely or not at all. Applying it again changes nothing. A section without an owner, an
// unknown field and a repeated name are errors. A check lists what would change and all that is wrong, and changes nothing. What
// was in force is kept: each change of a section is a version of it, with who wanted it.
package content

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"

	"krapao/internal/content/internal/contentdb"
	"krapao/internal/store"
)

// Document holds the sections by name, as they were read.
type Document map[string]json.RawMessage

// Section is a part of a document, as its owner has it.
type Section struct {
	Name string
	// Doc says what it is about, for the list of settings.
	Doc string
	// Apply validates the section, puts it into force in the transaction, and returns one line for each change.
	Apply func(ctx context.Context, tx *store.Tx, section json.RawMessage) (changes []string, err error)
	// Current returns what is in force, as Apply takes it: to apply that changes nothing. Nil: nothing was ever set.
	Current Current
	// Close closes one of its entries at once. Nil: none is closed alone.
	Close Close
}

// Close closes the entry of a section that has a code: members get nothing new of it, and keep what they have. It reports whether
// there was an open one.
type Close func(ctx context.Context, tx *store.Tx, code string) (bool, error)

// Current returns what is in force of a section, within a transaction or outside of one.
type Current func(ctx context.Context, db DB) (json.RawMessage, error)

// DB reads: a transaction, or the store outside of one.
type DB interface{ contentdb.DBTX }

// ReadFile adds the sections of a file to the document, as Read does; "-" is standard input.
func (d Document) ReadFile(name string) error {
	var from io.Reader = os.Stdin
	if name != "-" {
		f, err := os.Open(name)
		if err != nil {
			return fmt.Errorf("content: %w", err)
		}
		defer func() { _ = f.Close() }()
		from = f
	}
	return d.Read(name, from)
}

// Read adds the sections of one file to the document. A section may come from one file only.
func (d Document) Read(name string, r io.Reader) error {
	raw, err := io.ReadAll(r)
	if err != nil {
		return fmt.Errorf("content: %s: %w", name, err)
	}
	if err := checkNames(raw); err != nil {
		return fmt.Errorf("content: %s: %w", name, err)
	}
	var sections map[string]json.RawMessage
	if err := Strict(raw, &sections); err != nil {
		return fmt.Errorf("content: %s: %w", name, err)
	}
	for section, body := range sections {
		if _, there := d[section]; there {
			return fmt.Errorf("content: %s: the section %q is also in another file", name, section)
		}
		d[section] = body
	}
	return nil
}

// Author is who changed content, and why. It is zero for the product itself, and for a house without operators.
type Author struct {
	// ProposedBy and ApprovedBy are operators' names, and Reason is why the first of them wanted it.
	ProposedBy, ApprovedBy string
	Reason                 string
	// Proposal is the ID of the proposal.
	Proposal string
}

// Apply puts a document into force in one transaction, in the order of sections (a later one may refer to an earlier one), and
// returns one line for each change. With dryRun it only returns the lines.
func Apply(ctx context.Context, s *store.Store, sections []Section, d Document, dryRun bool) (changes []string, err error) {
	if dryRun {
		checked, err := Check(ctx, s, sections, d)
		if err != nil {
			return nil, err
		}
		return checked.Lines(), checked.Err()
	}
	err = s.Write(ctx, func(tx *store.Tx) (err error) {
		changes, err = ApplyTx(ctx, tx, sections, d, Author{})
		return err
	})
	if err != nil {
		return nil, err
	}
	return changes, nil
}

// ApplyTx is Apply in a transaction. Each section that changes gets a new version in the history.
func ApplyTx(ctx context.Context, tx *store.Tx, sections []Section, d Document, by Author) (changes []string, err error) {
	if err := d.owned(sections); err != nil {
		return nil, err
	}
	for _, section := range sections {
		body, there := d[section.Name]
		if !there {
			continue
		}
		o, err := section.applyTx(ctx, tx, body)
		if err != nil {
			return nil, fmt.Errorf("content: section %q: %w", section.Name, err)
		}
		if o.Changed() {
			err = keepTx(ctx, tx, o, by)
		}
		if err != nil {
			return nil, err
		}
		changes = append(changes, o.Lines...)
	}
	return changes, nil
}

// applyTx applies a section and returns what became of it.
func (s Section) applyTx(ctx context.Context, tx *store.Tx, body json.RawMessage) (o Outlook, err error) {
	o.Section = s.Name
	if o.Before, err = s.Current(ctx, tx); err != nil {
		return o, err
	}
	if o.Lines, err = s.Apply(ctx, tx, body); err != nil {
		return o, err
	}
	o.After, err = s.Current(ctx, tx)
	return o, err
}

func (d Document) owned(sections []Section) error {
	var names []string
	for _, s := range sections {
		names = append(names, s.Name)
	}
	for _, name := range slices.Sorted(maps.Keys(d)) {
		if !slices.Contains(names, name) {
			return At(name, wrong(NoSection, "content: there is no section %q; there are %v", name, names))
		}
	}
	return nil
}
