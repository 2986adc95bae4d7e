package content

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"krapao/internal/store"
)

// Outlook is what applying does to one section.
type Outlook struct {
	Section string
	// Before and After are what was in force and what is then, as Apply takes them. Before is nil if nothing was ever set.
	Before, After json.RawMessage
	// Lines are the changes as the owner puts them.
	Lines []string
}

// Changed reports whether anything changes.
func (o Outlook) Changed() bool { return !bytes.Equal(o.Before, o.After) || len(o.Lines) > 0 }

// Changes are the differences, by path.
func (o Outlook) Changes() []Change { return Changes(o.Section, o.Before, o.After) }

// Checked is what a document would do.
type Checked struct {
	// Outlooks are of the sections that would change, in the order in which they are applied.
	Outlooks []Outlook
	// Wrong is all that keeps the document from being applied.
	Wrong []Wrong
	err   error
}

// Lines are all changes, a line each.
func (c Checked) Lines() (all []string) {
	for _, o := range c.Outlooks {
		all = append(all, o.Lines...)
	}
	return all
}

// Err is why the document can't be applied; nil: it can.
func (c Checked) Err() error { return c.err }

// errDryRun rolls a check back.
var errDryRun = errors.New("content: dry run")

// Check returns what a document would change if it were applied now, and all that is wrong with it. It changes nothing. An error
// is none of the document's.
func Check(ctx context.Context, s *store.Store, sections []Section, d Document) (c Checked, err error) {
	err = s.Write(ctx, func(tx *store.Tx) error {
		c = Checked{}
		if err := d.owned(sections); err != nil {
			c.refuse("", nil, err)
		}
		for _, section := range sections {
			body, there := d[section.Name]
			if !there {
				continue
			}
			o, err := section.checkTx(ctx, tx, body)
			switch {
			case err != nil && failed(err):
				return err
			case err != nil:
				c.refuse(section.Name, body, err)
			case o.Changed():
				c.Outlooks = append(c.Outlooks, o)
			}
		}
		return errDryRun
	})
	if errors.Is(err, errDryRun) {
		err = nil
	}
	return c, err
}

// checkTx is applyTx for a body of which nothing is known: it may not be JSON, or have a name twice.
func (s Section) checkTx(ctx context.Context, tx *store.Tx, body json.RawMessage) (Outlook, error) {
	if err := checkNames(body); err != nil {
		return Outlook{}, err
	}
	return s.applyTx(ctx, tx, body)
}

// refuse notes what is wrong with a section.
func (c *Checked) refuse(section string, body json.RawMessage, err error) {
	c.Wrong = append(c.Wrong, wrongs(section, body, err)...)
	if section != "" {
		err = fmt.Errorf("content: section %q: %w", section, err)
	}
	c.err = errors.Join(c.err, err)
}
