// Package history is how an area lists what it has kept, whether it still waits for a person or not: page after page, the newest
// first.
//
// Promise: a row is on exactly one page, whatever is added between two pages.
package history

import (
	"fmt"
	"math"
	"time"

	"krapao/internal/clock"
)

// Place is where a list goes on: behind the row of this time and ID.
type Place struct {
	At clock.Micros `json:"t"`
	ID string       `json:"i"`
}

// PlaceOf is the place of a row.
func PlaceOf(at time.Time, id string) Place { return Place{clock.MicrosOf(at), id} }

// Asked narrows a list by what an index serves: at most one of a subject and a state is looked up, the subject first. Whoever
// asks leaves out the rows that differ in the rest.
type Asked struct {
	// Member is whose rows are listed, by ID. Account is ours, or a provider. State is the row's.
	Member, Account, State string
	// From is inclusive, To exclusive. Zero is no bound.
	From, To time.Time
	// Open lists only what still waits, in lists that have an index of that.
	Open bool
}

// Page is a part of a list, as queries take it.
type Page struct {
	Since, At clock.Micros
	Before    string
	Most      int32
}

// Part is a part of a list that is narrowed by one thing, as queries take it.
type Part struct {
	Of        string
	Since, At clock.Micros
	Before    string
	Most      int32
}

// Page returns the part behind a place; nil: from the newest on.
func (a Asked) Page(after *Place, most int) Page {
	p := Page{At: math.MaxInt64, Most: int32(most)}
	if !a.From.IsZero() {
		p.Since = clock.MicrosOf(a.From)
	}
	if !a.To.IsZero() {
		p.At = clock.MicrosOf(a.To)
	}
	if after != nil {
		p.At, p.Before = after.At, after.ID
	}
	return p
}

// Of narrows a part by one thing.
func (p Page) Of(what string) Part { return Part{what, p.Since, p.At, p.Before, p.Most} }

// List makes the rows of a page of what a query found. what names the query in an error.
func List[R, T any](what string, found []R, err error, row func(R) (T, error)) ([]T, error) {
	if err != nil {
		return nil, fmt.Errorf("%s: %w", what, err)
	}
	rows := make([]T, len(found))
	for n, one := range found {
		if rows[n], err = row(one); err != nil {
			return nil, fmt.Errorf("%s: %w", what, err)
		}
	}
	return rows, nil
}
