// Package draft is how operators change the content: by proposals (docs/architecture/0024, section 13).
//
// Promises:
//   - A change of content takes two persons. It comes into force 30 minutes after the second one's word, where members pay into
//     2 hours after, or later if whoever proposed it said so.
//   - It is what both saw: of a section that has become another meanwhile, nothing is changed.
//   - Every version that was in force can be put into force again, which is a change like any other.
//   - One person closes a campaign, a game or an account at once. Two open it.
//   - What somebody is about to change is a draft, which is kept until it is in force or thrown away. It is never overwritten by
//     what was typed on another device.
//
// What a section is, and what it takes, is its area's matter (internal/content).
package draft

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"sync"
	"time"

	"krapao/fault"
	"krapao/internal/blob"
	"krapao/internal/bus"
	"krapao/internal/content"
	"krapao/internal/store"
	"krapao/operator"
)

// Deps are what the service is made of.
type Deps struct {
	Store     *store.Store
	Approvals *operator.Approvals
	// Tell tells operators' pages what is in force. It may be nil.
	Tell     bus.Teller
	Sections []content.Section
	// Blobs keep pictures.
	Blobs *blob.Blobs
	// Index is secret.Box's: links to previews are marked with the installation's key.
	Index func(kind, value string) string
	// Members is the address of the member app; empty: it is not known.
	Members string
}

// Service shows and changes the content. It is safe for concurrent use.
type Service struct {
	d Deps
	// decoding keeps pictures from being decoded at once.
	decoding sync.Mutex
}

// New makes the service, and registers its kinds of decision: one for each section, and one for a document of several.
func New(d Deps) *Service {
	s := &Service{d: d}
	for _, section := range d.Sections {
		d.Approvals.Register(operator.Kind{
			Name: Kind(section.Name), Needs: Needs(section.Name), Plan: s.plan, Life: aWeek, Wait: soonest,
		})
	}
	d.Approvals.Register(operator.Kind{Name: Kind(whole), Needs: operator.Chief, Plan: s.plan, Life: aWeek, Wait: soonest})
	d.Approvals.Register(operator.Kind{Name: Close, Needs: operator.Cashier, Plan: s.planClose})
	return s
}

// How long a proposal waits for a second person, and an approved one until it is in force.
const (
	aWeek   = 7 * 24 * time.Hour
	soonest = 30 * time.Minute
	// accountsWait is for the accounts that members pay into (RULES.md section 13).
	accountsWait = 2 * time.Hour
	// latest is how far ahead a change may be scheduled.
	latest = 90 * 24 * time.Hour
)

const (
	depositAccounts = "depositAccounts"
	// whole stands for a document of more than one section.
	whole = "document"
)

// Kind is the kind of decision that changes a section.
func Kind(section string) string { return "content." + section }

// pages are the sections that a cashier may change: what members read, and what they are offered. All others are accounts, rates
// and limits, or who may use the product, and take chiefs.
var pages = []string{
	"banks", "sources", "texts", "info", "contact", "howto", "bonus", "promotions", "wheel", "chat",
}

// Needs is the role that proposes and approves a change of a section.
func Needs(section string) operator.Role {
	if slices.Contains(pages, section) {
		return operator.Cashier
	}
	return operator.Chief
}

// Standing is what is in force of a section.
type Standing struct {
	Section string
	// Body is what is in force, as a document has it. Nil: nothing was ever set.
	Body json.RawMessage
	// State is the fingerprint of Body: who changes it says what it saw.
	State string
	// Last is the last version that is known. Known: it is what is in force.
	Last  content.Version
	Known bool
}

// All returns what is in force of every section, in the order in which they are applied.
func (s *Service) All(ctx context.Context) ([]Standing, error) {
	latest, err := content.Latest(ctx, s.d.Store.DB())
	if err != nil {
		return nil, err
	}
	all := make([]Standing, len(s.d.Sections))
	for i, section := range s.d.Sections {
		if all[i], err = standing(ctx, s.d.Store.DB(), section, latest[section.Name]); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// One returns what is in force of a section. NO_DATA: there is no such section.
func (s *Service) One(ctx context.Context, name string) (Standing, error) {
	section, err := s.section(name)
	if err != nil {
		return Standing{}, err
	}
	versions, err := content.History(ctx, s.d.Store.DB(), name, 0, 1)
	if err != nil {
		return Standing{}, err
	}
	return standing(ctx, s.d.Store.DB(), section, append(versions, content.Version{})[0])
}

func standing(ctx context.Context, db content.DB, section content.Section, last content.Version) (Standing, error) {
	body, err := section.Current(ctx, db)
	if err != nil {
		return Standing{}, err
	}
	return Standing{
		Section: section.Name, Body: body, State: state(body), Last: last, Known: body != nil && string(last.Body) == string(body),
	}, nil
}

// Export returns what is in force of sections as a document, of all that were ever set if none is named. NO_DATA: there is no
// such section, or nothing of it was set.
func (s *Service) Export(ctx context.Context, sections ...string) (content.Document, error) {
	doc := content.Document{}
	for _, section := range s.d.Sections {
		if len(sections) > 0 && !slices.Contains(sections, section.Name) {
			continue
		}
		body, err := section.Current(ctx, s.d.Store.DB())
		if err != nil {
			return nil, err
		}
		if body != nil {
			doc[section.Name] = body
		}
	}
	for _, name := range sections {
		if doc[name] == nil {
			return nil, fault.New(fault.NO_DATA, "nothing of %q is in force", name)
		}
	}
	return doc, nil
}

// state is the fingerprint of what is in force of a section.
func state(body json.RawMessage) string { return operator.Fingerprint("content", string(body)) }

func (s *Service) section(name string) (content.Section, error) {
	n := slices.IndexFunc(s.d.Sections, func(c content.Section) bool { return c.Name == name })
	if n < 0 {
		return content.Section{}, fault.New(fault.NO_DATA, "there is no section %q", name)
	}
	return s.d.Sections[n], nil
}

// History lists the versions of a section before a number, newest first, at most so many; 0: from the newest on. NO_DATA: there
// is no such section.
func (s *Service) History(ctx context.Context, section string, before int64, most int) ([]content.Version, error) {
	if _, err := s.section(section); err != nil {
		return nil, err
	}
	return content.History(ctx, s.d.Store.DB(), section, before, most)
}

// Version returns a version of a section. NO_DATA: there is none.
func (s *Service) Version(ctx context.Context, section string, number int64) (content.Version, error) {
	v, there, err := content.Find(ctx, s.d.Store.DB(), section, number)
	if err == nil && !there {
		err = fault.New(fault.NO_DATA, "there is no version %d of %q", number, section)
	}
	return v, err
}

// At returns the version of a section that was in force at a moment. NO_DATA: there is no such section, or it is not known.
func (s *Service) At(ctx context.Context, section string, at time.Time) (content.Version, error) {
	if _, err := s.section(section); err != nil {
		return content.Version{}, err
	}
	v, there, err := content.FindAt(ctx, s.d.Store.DB(), section, at)
	if err == nil && !there {
		err = fault.New(fault.NO_DATA, "what was in force of %q at %s is not known", section, at.UTC().Format(time.RFC3339))
	}
	return v, err
}

// Check returns what a document would change, and all that is wrong with it.
func (s *Service) Check(ctx context.Context, doc content.Document) (content.Checked, error) {
	return content.Check(ctx, s.d.Store, s.d.Sections, doc)
}

// Proposed reports whether content is changed by proposals alone: once the house has operators.
func (s *Service) Proposed(ctx context.Context) (bool, error) { return operator.Any(ctx, s.d.Store) }

// Apply puts a document into force, in a house that has no operators yet. It returns the changes, a line each.
func (s *Service) Apply(ctx context.Context, doc content.Document) ([]string, error) {
	has, err := s.Proposed(ctx)
	if err == nil && has {
		err = fmt.Errorf("content: %w", ErrProposed)
	}
	if err != nil {
		return nil, err
	}
	return content.Apply(ctx, s.d.Store, s.d.Sections, doc, false)
}
