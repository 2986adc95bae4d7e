package queue

import (
	"context"
	"errors"
	"slices"

	"krapao/fault"
	"krapao/internal/waiting"
	"krapao/operator"
)

const (
	// page is how many items are read at once, and mostLooked how many Next looks at.
	page       = 100
	mostLooked = 1_000
)

// Next claims the most urgent item that the operator may decide, that no other operator has claimed and that no proposal is
// about, and returns it. found is false if there is none among the first thousand. skip are IDs to leave out. What the operator
// has claimed itself and not decided comes again, so that nobody collects items.
func (s *Service) Next(ctx context.Context, by string, kinds, skip []string) (item Item, found bool, err error) {
	person, err := s.d.People.Person(ctx, by)
	if err != nil {
		return Item{}, false, err
	}
	proposed, err := s.d.People.Proposed(ctx)
	if err != nil {
		return Item{}, false, err
	}
	f := Filter{Kinds: kinds, Most: page}
	for range mostLooked / page {
		items, err := s.List(ctx, f)
		if err != nil {
			return Item{}, false, err
		}
		for _, x := range items {
			f.After = x.Place()
			if slices.Contains(skip, x.ID) || proposed[x.ID] || x.Claim != nil && x.Claim.By != by {
				continue
			}
			if mine, err := s.take(ctx, person, &x); mine || err != nil {
				return x, mine, err
			}
		}
		if len(items) < page {
			break
		}
	}
	return Item{}, false, nil
}

// take claims an item if the person may decide it, nobody was quicker, and it still waits.
func (s *Service) take(ctx context.Context, person operator.Person, x *Item) (bool, error) {
	if !person.Has(x.Needs) || x.By == person.Name {
		return false, nil
	}
	if self, err := s.d.People.Self(ctx, person, x.Member); self || err != nil {
		return false, err
	}
	err := s.d.Claims.hold(ctx, x.Ref(), person.Name, false)
	if errors.Is(err, operator.ErrClaimed) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	now, err := s.find(ctx, x.Kind, x.ID)
	if fault.Is(err, fault.NO_DATA) { // decided a moment ago
		return false, s.d.Claims.end(ctx, x.Ref(), person.Name)
	}
	*x = now
	return err == nil, err
}

// Claim claims an item for an operator, or prolongs its claim. ErrClaimed: another operator has it. take: a chief takes it from
// that one. NO_DATA: no such item waits.
func (s *Service) Claim(ctx context.Context, by, kind, id string, take bool) (Item, error) {
	person, err := s.d.People.Person(ctx, by)
	if err != nil {
		return Item{}, err
	}
	if err := mayTake(person, take); err != nil {
		return Item{}, err
	}
	x, err := s.find(ctx, kind, id)
	if err != nil {
		return Item{}, err
	}
	switch self, err := s.d.People.Self(ctx, person, x.Member); {
	case err != nil:
		return Item{}, err
	case self:
		return Item{}, operator.ErrSelfDecision
	}
	if err := s.d.Claims.hold(ctx, x.Ref(), by, take); err != nil {
		return Item{}, err
	}
	return s.find(ctx, kind, id)
}

// Release gives an item back that an operator has claimed. Where it has not, nothing happens.
func (s *Service) Release(ctx context.Context, by, kind, id string) error {
	return s.d.Claims.end(ctx, operator.Ref{Kind: kind, ID: id}, by)
}

// find returns an item that waits. It reads its kind's pages, which are of what waits alone.
func (s *Service) find(ctx context.Context, kind, id string) (Item, error) {
	sources, err := s.sources(ctx, []string{kind})
	if err != nil {
		return Item{}, err
	}
	for after := (waiting.Cursor{}); ; {
		items, err := sources[0].Page(ctx, after, page)
		if err != nil {
			return Item{}, err
		}
		for _, x := range items {
			if x.ID == id {
				found := []Item{s.of(sources[0], x)}
				err := s.claimed(ctx, found)
				return found[0], err
			}
			after = x.After()
		}
		if len(items) < page {
			return Item{}, fault.New(fault.NO_DATA, "no %s %q waits", kind, id)
		}
	}
}
