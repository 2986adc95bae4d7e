// Package content reads the declarations of an operator about the product (banks, games, deposit accounts, texts, settings) and
// passes each section to the area that owns it.
//
// Promises: a document is applied completely or not at all. Applying it again changes nothing. A section without an owner, an
// unknown field and a repeated name are errors. A dry run lists what would change, and changes nothing.
package content

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"

	"krapao/internal/store"
)

// Document holds the sections by name, as they were read.
type Document map[string]json.RawMessage

// Section is a part of a document, with its owner's Apply: it validates the section, puts it into force in the transaction, and
// returns one line for each change.
type Section struct {
	Name  string
	Apply func(ctx context.Context, tx *store.Tx, section json.RawMessage) (changes []string, err error)
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

// errDryRun rolls a dry run back.
var errDryRun = errors.New("content: dry run")

// Apply puts a document into force in one transaction, in the order of sections (a later one may refer to an earlier one), and
// returns one line for each change. With dryRun it only returns the lines.
func Apply(ctx context.Context, s *store.Store, sections []Section, d Document, dryRun bool) (changes []string, err error) {
	if err := d.owned(sections); err != nil {
		return nil, err
	}
	err = s.Write(ctx, func(tx *store.Tx) error {
		changes = nil
		for _, section := range sections {
			body, there := d[section.Name]
			if !there {
				continue
			}
			lines, err := section.Apply(ctx, tx, body)
			if err != nil {
				return fmt.Errorf("content: section %q: %w", section.Name, err)
			}
			changes = append(changes, lines...)
		}
		if dryRun {
			return errDryRun
		}
		return nil
	})
	if err != nil && !errors.Is(err, errDryRun) {
		return nil, err
	}
	return changes, nil
}

func (d Document) owned(sections []Section) error {
	var names []string
	for _, s := range sections {
		names = append(names, s.Name)
	}
	for _, name := range slices.Sorted(maps.Keys(d)) {
		if !slices.Contains(names, name) {
			return fmt.Errorf("content: there is no section %q; there are %v", name, names)
		}
	}
	return nil
}

// Strict decodes a section. An unknown field is an error, so that a typing error never becomes a default.
func Strict(raw []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(raw))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		return err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return errors.New("there is more after the end")
	}
	return nil
}

// checkNames refuses a repeated name in an object, at any depth: encoding/json would take the last one.
func checkNames(raw []byte) error {
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	return checkValue(d)
}

func checkValue(d *json.Decoder) error {
	token, err := d.Token()
	if err != nil {
		return err
	}
	switch token {
	case json.Delim('['):
		for d.More() {
			if err := checkValue(d); err != nil {
				return err
			}
		}
		_, err = d.Token()
	case json.Delim('{'):
		err = checkObject(d)
	}
	return err
}

func checkObject(d *json.Decoder) error {
	seen := map[json.Token]bool{}
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return err
		}
		if seen[name] {
			return fmt.Errorf("the name %q is repeated in one object", name)
		}
		seen[name] = true
		if err := checkValue(d); err != nil {
			return err
		}
	}
	_, err := d.Token()
	return err
}
