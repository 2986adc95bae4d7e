package identity

import (
	"context"
	"fmt"
	"strings"
	"time"

	"krapao/fault"
	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/operator/internal/identitydb"
)

// Preferences are how operators like their console, and the filters that they keep. It is safe for concurrent use.
type Preferences struct{ store *store.Store }

// PreferencesOf are those of the operators of a service.
func PreferencesOf(s *Service) Preferences { return Preferences{s.store} }

// Preference is how an operator likes its console, in every browser.
type Preference struct {
	Locale, Theme string
	// Kinds are those of the queue that it decides; none: all.
	Kinds []string
}

// Of returns an operator's; nil: it has chosen nothing.
func (p Preferences) Of(ctx context.Context, name string) (*Preference, error) {
	row, err := identitydb.New(p.store.DB()).PreferenceOf(ctx, name)
	if store.NotFound(err) {
		return nil, nil //nolint:nilnil // it has none, and that is no mistake
	}
	if err != nil {
		return nil, fmt.Errorf("identity: preference: %w", err)
	}
	return &Preference{row.Locale, row.Theme, strings.Fields(row.Kinds)}, nil
}

// Keep keeps an operator's.
func (p Preferences) Keep(ctx context.Context, name string, x Preference) error {
	return p.store.Write(ctx, func(tx *store.Tx) error {
		if err := identitydb.New(tx).KeepPreference(ctx, identitydb.KeepPreferenceParams{
			Operator: name, Locale: x.Locale, Theme: x.Theme, Kinds: strings.Join(x.Kinds, " "), At: clock.MicrosOf(tx.Now),
		}); err != nil {
			return fmt.Errorf("identity: preference: %w", err)
		}
		return nil
	})
}

// mostViews is how many filters an operator keeps.
const mostViews = 50

// View is a filter of a list that an operator keeps.
type View struct {
	List, Name string
	// Query is the list's address behind the question mark, as the console writes it.
	Query string
	At    time.Time
}

// Views lists those of an operator, by list and name.
func (p Preferences) Views(ctx context.Context, name string) ([]View, error) {
	rows, err := identitydb.New(p.store.DB()).ViewsOf(ctx, name)
	if err != nil {
		return nil, fmt.Errorf("identity: views: %w", err)
	}
	list := make([]View, len(rows))
	for i, row := range rows {
		list[i] = View{row.List, row.Name, row.Query, row.At.Time()}
	}
	return list, nil
}

// KeepView keeps a filter, in place of the one of its name. INVALID_INPUT: there are fifty others.
func (p Preferences) KeepView(ctx context.Context, operator string, v View) error {
	return p.store.Write(ctx, func(tx *store.Tx) error {
		q := identitydb.New(tx)
		if err := q.LockOperator(ctx, operator); err != nil { // two browsers don't keep the last one at once
			return fmt.Errorf("identity: views: %w", err)
		}
		n, err := q.CountViews(ctx, operator, v.List, v.Name)
		if err != nil {
			return fmt.Errorf("identity: views: %w", err)
		}
		if n >= mostViews {
			return fault.New(fault.INVALID_INPUT, "an operator keeps %d filters", mostViews).With("most", mostViews)
		}
		if err := q.KeepView(ctx, identitydb.KeepViewParams{
			Operator: operator, List: v.List, Name: v.Name, Query: v.Query, At: clock.MicrosOf(tx.Now),
		}); err != nil {
			return fmt.Errorf("identity: views: %w", err)
		}
		return nil
	})
}

// DropView forgets a filter. NO_DATA: there is none with this name.
func (p Preferences) DropView(ctx context.Context, operator, list, name string) error {
	return p.store.Write(ctx, func(tx *store.Tx) error {
		n, err := identitydb.New(tx).DropView(ctx, operator, list, name)
		if err != nil {
			return fmt.Errorf("identity: views: %w", err)
		}
		if n == 0 {
			return fault.New(fault.NO_DATA, "no such view")
		}
		return nil
	})
}
