// Package waiting is how an area lists what waits in it for a person: page after page, the longest waiting first.
//
// Promise: a row that waits all the while is on exactly one page, whatever is added and decided between two pages.
package waiting

import (
	"fmt"
	"time"

	"krapao/internal/clock"
	"krapao/money"
)

// Row is one thing that waits.
type Row struct {
	// ID is what commands call it.
	ID string
	// Member is whom it is about, by ID; empty: nobody, or nobody knows.
	Member string
	Amount money.Amount
	// Since is when it began to wait. Zero: that is not known.
	Since time.Time
	// Says is one line about it, without anything of a person but the member's ID.
	Says string
}

// Cursor is a place in the list. The next page begins behind it. The zero value is before the first row.
type Cursor struct {
	Since time.Time
	ID    string
}

// After is the place behind a row.
func (r Row) After() Cursor { return Cursor{r.Since, r.ID} }

// List makes the rows of a page of what a query found. what names the query in an error.
func List[T any](what string, found []T, err error, row func(T) Row) ([]Row, error) {
	if err != nil {
		return nil, fmt.Errorf("%s: %w", what, err)
	}
	rows := make([]Row, len(found))
	for i, one := range found {
		rows[i] = row(one)
	}
	return rows, nil
}

// Count makes the answer of a query that counts. oldest is in microseconds, 0 where nothing waits.
func Count(what string, n, oldest int64, err error) (int64, time.Time, error) {
	if err != nil {
		return 0, time.Time{}, fmt.Errorf("%s: %w", what, err)
	}
	return n, clock.Micros(oldest).Time(), nil
}
