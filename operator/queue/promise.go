package queue

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"krapao/internal/content"
	"krapao/internal/store"
	"krapao/operator/internal/queuedb"
)

// Promises are how long things of a kind may wait. What is not in it is promised nothing.
type Promises map[string]time.Duration

// standard are the product's own. They hold for the kinds about which the house says nothing.
var standard = Promises{
	Withdrawal: 15 * time.Minute, Payout: time.Hour, Slip: 10 * time.Minute, Declared: 30 * time.Minute, Unmatched: 24 * time.Hour,
	Held: 4 * time.Hour, Link: time.Hour, Line: time.Hour, Unsettled: time.Hour, Case: 24 * time.Hour, Reversal: 24 * time.Hour,
	Holder: 7 * 24 * time.Hour, Chat: 3 * time.Minute, Proposal: 30 * time.Minute,
	Import: time.Hour, Erasure: 7 * 24 * time.Hour,
}

// Until is until when the house has promised to decide a thing of a kind that waits since a time. Zero: it has promised nothing.
func (p Promises) Until(kind string, since time.Time) time.Time { return due(since, p[kind]) }

// longest bounds a promise.
const longest = 90 * 24 * time.Hour

// minutes is the section "promises" of a content file: whole minutes by kind. Nil: the product's own promise. 0: none.
// A debt is promised nothing, because nobody knows since when it waits.
type minutes struct {
	Withdrawal *int64 `json:"withdrawal,omitempty"`
	Payout     *int64 `json:"payout,omitempty"`
	Slip       *int64 `json:"slip,omitempty"`
	Declared   *int64 `json:"declared,omitempty"`
	Unmatched  *int64 `json:"unmatched,omitempty"`
	Held       *int64 `json:"held,omitempty"`
	Link       *int64 `json:"link,omitempty"`
	Line       *int64 `json:"line,omitempty"`
	Unsettled  *int64 `json:"unsettled,omitempty"`
	Case       *int64 `json:"case,omitempty"`
	Reversal   *int64 `json:"reversal,omitempty"`
	Holder     *int64 `json:"holder,omitempty"`
	Import     *int64 `json:"import,omitempty"`
	Erasure    *int64 `json:"erasure,omitempty"`
	Chat       *int64 `json:"chat,omitempty"`
	Proposal   *int64 `json:"proposal,omitempty"`
}

func (m minutes) byKind() map[string]*int64 {
	return map[string]*int64{
		Withdrawal: m.Withdrawal, Payout: m.Payout, Slip: m.Slip, Declared: m.Declared, Unmatched: m.Unmatched, Held: m.Held,
		Link: m.Link, Line: m.Line, Unsettled: m.Unsettled, Case: m.Case, Reversal: m.Reversal, Holder: m.Holder,
		Import: m.Import, Erasure: m.Erasure, Chat: m.Chat, Proposal: m.Proposal,
	}
}

// promises are the house's own, and for the other kinds the product's.
func (m minutes) promises() Promises {
	all := maps.Clone(standard)
	for kind, of := range m.byKind() {
		if of != nil {
			all[kind] = time.Duration(*of) * time.Minute
		}
	}
	return all
}

// section is the section "promises".
var section = content.Setting[minutes]{
	Name: "promises",
	Check: func(_ context.Context, _ *store.Tx, m *minutes) error {
		var wrong error
		of := m.byKind()
		for _, kind := range slices.Sorted(maps.Keys(of)) {
			if n := of[kind]; n != nil && (*n < 0 || *n > int64(longest/time.Minute)) {
				wrong = errors.Join(wrong, content.At(kind, fmt.Errorf(
					"promises: a promise is 0 (none) to %d whole minutes, not %d", longest/time.Minute, *n)))
			}
		}
		return wrong
	},
}

// PromisesIn returns the promises in force.
func PromisesIn(ctx context.Context, db content.DB) (Promises, error) {
	m, err := section.InForce(ctx, queuedb.New(db))
	return m.promises(), err
}

// ApplyPromises puts the section "promises" of a content file into force and returns what it changed, a line each.
func ApplyPromises(ctx context.Context, tx *store.Tx, raw json.RawMessage) (changes []string, err error) {
	return section.Apply(ctx, tx, queuedb.New(tx), raw)
}

// CurrentPromises returns what is in force of the section "promises".
func CurrentPromises(ctx context.Context, db content.DB) (json.RawMessage, error) {
	return section.Current(ctx, queuedb.New(db))
}
