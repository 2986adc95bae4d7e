// Package queue is the one list of everything that waits for a person, sorted by the house's own promise.
//
// It keeps no copy of what waits. Each kind is a Source, which an area answers by an index of its own, and the list is their
// merge by due time: since when a thing waits, and the promise of its kind.
//
// Promise: a thing that waits all the while is on exactly one page of the list, whatever is added and decided between two pages,
// unless the house's promises change between them.
package queue

import (
	"context"
	"slices"
	"strings"
	"time"

	"krapao/fault"
	"krapao/internal/waiting"
	"krapao/operator"
)

// Item is a thing that waits for a person.
type Item struct {
	Kind string
	waiting.Row
	// Needs is the role that decides it. By began it, and does not decide it; empty: nobody of the house did.
	Needs operator.Role
	By    string
	// Due is until when the house has promised to decide it. Zero: it has promised nothing.
	Due time.Time
	// Claim is who has it for now; nil: nobody.
	Claim *Claim
}

// Ref names the item.
func (i Item) Ref() operator.Ref { return operator.Ref{Kind: i.Kind, ID: i.ID} }

// Late reports whether the promise is broken.
func (i Item) Late(now time.Time) bool { return !i.Due.IsZero() && now.After(i.Due) }

// Standing is what the list says of an item beside its due time: whether it is late, and who has it.
func (s *Service) Standing(i Item) string {
	says := ""
	if i.Late(s.d.Now()) {
		says = "late"
	}
	if i.Claim != nil {
		says += " " + i.Claim.By
	}
	return strings.TrimSpace(says)
}

// Place is the place behind the item. The next page begins there.
func (i Item) Place() Place { return Place{Kind: i.Kind, Due: i.Due, After: i.After()} }

// Place is a place in the list: behind an item of a kind. The zero value is before the first.
type Place struct {
	Kind  string
	Due   time.Time
	After waiting.Cursor
}

// Source lists what waits of one kind.
type Source struct {
	Kind string
	// Page lists what waits behind a place, the longest waiting first.
	Page func(ctx context.Context, after waiting.Cursor, most int) ([]Item, error)
	// Counter counts what waits. Sources that share one are counted by one question.
	Counter *Counter
}

// Counter counts what waits, by the kinds. A kind that is missing has nothing.
type Counter struct {
	Count func(ctx context.Context) (map[string]operator.Waits, error)
}

// Deps are what the queue is made of.
type Deps struct {
	// Sources are the kinds. Of two things that are due at one moment, the one of the first source comes first.
	Sources []Source
	// Claims are who has which item, and People who asks.
	Claims *Claims
	People People
	// Promises returns how long things may wait, as it is in force now. Nil: the product's own promises.
	Promises func(context.Context) (Promises, error)
	// Now is the clock that says what is late.
	Now func() time.Time
}

// promised is a source with how long its things may wait. 0: the house has promised nothing.
type promised struct {
	Source
	promise time.Duration
}

// People are the operators.
type People interface {
	// Person returns an operator. operator.ErrUnknownOperator: there is none of this name who may act now.
	Person(ctx context.Context, name string) (operator.Person, error)
	// Self reports whether something about a member is about the person itself.
	Self(ctx context.Context, person operator.Person, member string) (bool, error)
	// Proposed returns the IDs of what waits for a second person only.
	Proposed(ctx context.Context) (map[string]bool, error)
	// Decide makes a decision of one person, with a row in the audit log.
	Decide(ctx context.Context, d operator.Decision, a operator.Action) (operator.Outcome, error)
}

// Service is the queue. It is safe for concurrent use.
type Service struct{ d Deps }

// New makes the queue.
func New(d Deps) *Service { return &Service{d} }

// Now is the clock that says what is late.
func (s *Service) Now() time.Time { return s.d.Now() }

// Kinds are the names of the kinds.
func (s *Service) Kinds() []string {
	names := make([]string, len(s.d.Sources))
	for i, one := range s.d.Sources {
		names[i] = one.Kind
	}
	return names
}

// Filter chooses items.
type Filter struct {
	// Kinds: only these. Empty: all.
	Kinds []string
	// Late: only those whose promise is broken.
	Late bool
	// After: only those behind this place.
	After Place
	Most  int
}

// known refuses a kind that there is none of: INVALID_INPUT.
func (s *Service) known(kinds []string) error {
	for _, kind := range kinds {
		if !slices.Contains(s.Kinds(), kind) {
			return fault.New(fault.INVALID_INPUT, "nothing of the kind %q waits in the queue", kind)
		}
	}
	return nil
}

// sources are those of the named kinds, or all, with what is promised now. INVALID_INPUT: there is no such kind.
func (s *Service) sources(ctx context.Context, kinds []string) ([]promised, error) {
	if err := s.known(kinds); err != nil {
		return nil, err
	}
	promises, err := s.promises(ctx)
	var all []promised
	for _, one := range s.d.Sources {
		if len(kinds) == 0 || slices.Contains(kinds, one.Kind) {
			all = append(all, promised{one, promises[one.Kind]})
		}
	}
	return all, err
}

// promises are those in force.
func (s *Service) promises(ctx context.Context) (Promises, error) {
	if s.d.Promises == nil {
		return standard, nil
	}
	return s.d.Promises(ctx)
}

// List lists what waits, by due time. What the house has promised nothing about comes last.
func (s *Service) List(ctx context.Context, f Filter) ([]Item, error) {
	sources, err := s.sources(ctx, f.Kinds)
	if err != nil {
		return nil, err
	}
	pages := make([][]Item, 0, len(sources))
	for _, one := range sources {
		from, more := s.begins(one, f.After)
		if !more {
			continue
		}
		page, err := one.Page(ctx, from, f.Most)
		if err != nil {
			return nil, err
		}
		for i := range page {
			page[i] = s.of(one, page[i])
		}
		pages = append(pages, page)
	}
	list, now := merge(pages, f.Most), s.d.Now()
	if f.Late {
		list = slices.DeleteFunc(list, func(i Item) bool { return !i.Late(now) })
	}
	return list, s.claimed(ctx, list)
}

// of completes an item of a source.
func (s *Service) of(source promised, i Item) Item {
	i.Kind, i.Due = source.Kind, due(i.Since, source.promise)
	return i
}

// claimed says of items who has them.
func (s *Service) claimed(ctx context.Context, items []Item) error {
	if len(items) == 0 {
		return nil
	}
	claims, err := s.d.Claims.Live(ctx)
	for i, x := range items {
		if c, has := claims[x.Ref()]; has {
			items[i].Claim = &c
		}
	}
	return err
}

// due is until when a thing that waits since a moment is to be decided.
func due(since time.Time, promise time.Duration) time.Time {
	if promise == 0 || since.IsZero() {
		return time.Time{}
	}
	return since.Add(promise)
}

// begins returns where the part of a source begins that is behind a place of the list. more is false if nothing of it is.
func (s *Service) begins(of promised, p Place) (from waiting.Cursor, more bool) {
	before := slices.Index(s.Kinds(), of.Kind) < slices.Index(s.Kinds(), p.Kind)
	switch {
	case p == Place{}:
		return waiting.Cursor{}, true
	case of.Kind == p.Kind:
		return p.After, true
	case p.Due.IsZero(): // among those without a promise, kind after kind
		return waiting.Cursor{}, of.promise == 0 && !before
	case of.promise == 0:
		return waiting.Cursor{}, true
	}
	from.Since = p.Due.Add(-of.promise)
	if before { // what is due at that very moment has been listed
		from.Since = from.Since.Add(time.Microsecond)
	}
	return from, true
}

// merge makes one page of the pages of all sources. It never compares two IDs: how they are sorted is the database's matter.
func merge(pages [][]Item, most int) []Item {
	list := []Item{}
	for len(list) < most {
		first := -1
		for i, page := range pages {
			if len(page) > 0 && (first < 0 || sooner(page[0].Due, pages[first][0].Due)) {
				first = i
			}
		}
		if first < 0 {
			break
		}
		list, pages[first] = append(list, pages[first][0]), pages[first][1:]
	}
	return list
}

// sooner reports whether one due time comes before another. Zero is never.
func sooner(a, b time.Time) bool {
	return !a.IsZero() && (b.IsZero() || a.Before(b))
}

// Count is how many things of a kind wait.
type Count struct {
	Kind string
	N    int64
	// Oldest is since when the oldest waits, and Due until when it is promised. Zero: nothing waits, or nothing is promised.
	Oldest, Due time.Time
	Late        bool
}

// Counts counts what waits of the named kinds, or of all. Where nothing waits, no promise is read.
func (s *Service) Counts(ctx context.Context, kinds []string) ([]Count, error) {
	if err := s.known(kinds); err != nil {
		return nil, err
	}
	var list []Count
	waits, counted := false, map[*Counter]map[string]operator.Waits{}
	for _, one := range s.d.Sources {
		if len(kinds) > 0 && !slices.Contains(kinds, one.Kind) {
			continue
		}
		if _, is := counted[one.Counter]; !is {
			all, err := one.Counter.Count(ctx)
			if err != nil {
				return nil, err
			}
			counted[one.Counter] = all
		}
		found := counted[one.Counter][one.Kind]
		list, waits = append(list, Count{Kind: one.Kind, N: found.N, Oldest: found.Oldest}), waits || found.N > 0
	}
	if !waits {
		return list, nil
	}
	promises, err := s.promises(ctx)
	now := s.d.Now()
	for i, one := range list {
		list[i].Due = due(one.Oldest, promises[one.Kind])
		list[i].Late = Item{Due: list[i].Due}.Late(now)
	}
	return list, err
}
