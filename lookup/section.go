package lookup

import (
	"context"
	"encoding/json"
	"fmt"

	"krapao/internal/clock"
	"krapao/internal/content"
	"krapao/internal/store"
	"krapao/lookup/internal/lookupdb"
)

// The sections of a content document that this area owns.
const (
	sectionBanks    = "banks"
	sectionSources  = "sources"
	sectionTexts    = "texts"
	sectionInfo     = "info"
	sectionContact  = "contact"
	sectionHowTo    = "howto"
	sectionSettings = "settings"
	sectionLinks    = "links"
)

// sections are the values of all sections.
type sections struct {
	banks    []Bank
	sources  []source
	texts    texts
	info     Info
	contact  contact
	howto    []HowTo
	settings Settings
	links    links
}

// part is the value of a section.
type part interface {
	// check refuses a value that can't be shown.
	check() error
	// clean brings the value to the form in which it is stored.
	clean()
}

// part returns the value of a section; false: there is no such section.
func (c *sections) part(section string) (part, bool) {
	p, ok := map[string]part{
		sectionBanks:    (*banks)(&c.banks),
		sectionSources:  (*sources)(&c.sources),
		sectionTexts:    &c.texts,
		sectionInfo:     &c.info,
		sectionContact:  &c.contact,
		sectionHowTo:    (*howtos)(&c.howto),
		sectionSettings: &c.settings,
		sectionLinks:    &c.links,
	}[section]
	return p, ok
}

// decode reads a stored section. It ignores sections and fields of other releases, so that two releases can run side by
// side.
func (c *sections) decode(section string, body []byte) error {
	p, ok := c.part(section)
	if !ok {
		return nil
	}
	return json.Unmarshal(body, p)
}

// Sections are this area's sections of a content document, in the order in which they are applied.
func (s *Service) Sections() []content.Section {
	var all []content.Section
	for _, name := range []string{
		sectionBanks, sectionSources, sectionTexts, sectionInfo, sectionContact, sectionHowTo, sectionSettings,
		sectionLinks,
	} {
		all = append(all, content.Section{
			Name: name,
			Apply: func(ctx context.Context, tx *store.Tx, body json.RawMessage) ([]string, error) {
				return s.apply(ctx, tx, name, body)
			},
			Current: func(ctx context.Context, db content.DB) (json.RawMessage, error) { return current(ctx, db, name) },
		})
	}
	return all
}

// apply puts a section into force as a new version, unless the version in force is equal.
func (s *Service) apply(ctx context.Context, tx *store.Tx, section string, raw json.RawMessage) ([]string, error) {
	body, err := canonical(section, raw)
	if err != nil {
		return nil, err
	}
	q := lookupdb.New(tx)
	former, err := q.CurrentSection(ctx, section)
	if err != nil && !store.NotFound(err) {
		return nil, fmt.Errorf("lookup: %w", err)
	}
	if former.Body == string(body) {
		return nil, nil
	}
	if err := q.CloseSection(ctx, clock.MicrosOf(tx.Now), section); err != nil {
		return nil, fmt.Errorf("lookup: %w", err)
	}
	if err := q.InsertSection(ctx, lookupdb.InsertSectionParams{
		Section: section, Version: former.Version + 1, Body: string(body), ValidFrom: clock.MicrosOf(tx.Now),
	}); err != nil {
		return nil, fmt.Errorf("lookup: %w", err)
	}
	tx.AfterCommit(s.forget)
	changes := content.Diff(section, []byte(former.Body), body)
	if len(changes) == 0 {
		changes = []string{"~ " + section + ": another order"}
	}
	return changes, content.ChangedTx(ctx, tx)
}

// current returns what is in force of a section.
func current(ctx context.Context, db content.DB, section string) (json.RawMessage, error) {
	row, err := lookupdb.New(db).CurrentSection(ctx, section)
	if store.NotFound(err) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("lookup: %w", err)
	}
	return json.RawMessage(row.Body), nil
}

// canonical returns the stored form of a section: equal sections are equal texts.
func canonical(section string, raw json.RawMessage) ([]byte, error) {
	var c sections
	p, ok := c.part(section)
	if !ok {
		return nil, fmt.Errorf("lookup: there is no section %q", section)
	}
	if err := content.Strict(raw, p); err != nil {
		return nil, err
	}
	p.clean()
	if err := p.check(); err != nil {
		return nil, err
	}
	return json.Marshal(p)
}
