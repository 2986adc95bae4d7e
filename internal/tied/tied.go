// Package tied is how an area lists members that have something in common: a holder's name, a device, a payer, an address.
//
// Promise: a pair that is there all the while is on exactly one page, whatever is added between two pages.
package tied

import (
	"fmt"
	"time"

	"krapao/money"
)

// Counted is how many members of a group are counted. A larger group has at least so many.
const Counted = 1_000

// Pair is a member and what it may have in common with others, by a key of which nobody reads what it is made of.
type Pair struct {
	Key, Member string
	// Members is how many have the key, on the first pair of each key; 0 on the others.
	Members int64
}

// Cursor is a place in the list of pairs, which is in the order of keys and then of members. The zero value is its beginning.
type Cursor struct {
	Key    string `json:"k"`
	Member string `json:"m"`
}

// After is the place behind a pair.
func (p Pair) After() Cursor { return Cursor{p.Key, p.Member} }

// Counts fills in how many members each key has. The pairs are what was read after a place, at most so many. Only the key of the
// last one may have members on the next page: those are counted by count. what names it in an error.
func Counts(what string, pairs []Pair, after Cursor, most int, count func(key string) (int64, error)) ([]Pair, error) {
	var end int
	for first := 0; first < len(pairs); first = end {
		key := pairs[first].Key
		for end = first; end < len(pairs) && pairs[end].Key == key; {
			end++
		}
		switch {
		case first == 0 && key == after.Key && after.Member != "": // the key's first pair was on the page before
		case end < len(pairs) || len(pairs) < most:
			pairs[first].Members = min(int64(end-first), Counted)
		default:
			n, err := count(key)
			if err != nil {
				return nil, fmt.Errorf("%s: members of one: %w", what, err)
			}
			pairs[first].Members = n
		}
	}
	return pairs, nil
}

// One is a member of a group, with what ties it to the others.
type One struct {
	Member string
	// Times is how often, and Amount of what money; 0 where nobody counts.
	Times  int64
	Amount money.Amount
	// Since and Last are when it was so first and last; zero where nobody keeps that.
	Since, Last time.Time
}

// List makes what a query found. what names the query in an error.
func List[T, R any](what string, found []T, err error, row func(T) R) ([]R, error) {
	if err != nil {
		return nil, fmt.Errorf("%s: %w", what, err)
	}
	rows := make([]R, len(found))
	for i, one := range found {
		rows[i] = row(one)
	}
	return rows, nil
}
