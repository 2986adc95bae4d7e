package queue_test

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/internal/waiting"
	"krapao/operator"
	"krapao/operator/queue"
)

var began = time.Date(2026, 11, 20, 10, 0, 0, 0, time.UTC)

// pile is what waits of one kind, by ID.
type pile map[string]waiting.Row

func (p pile) after(_ context.Context, after waiting.Cursor, most int) ([]waiting.Row, error) {
	order := func(a, b waiting.Row) int { return cmp.Or(a.Since.Compare(b.Since), strings.Compare(a.ID, b.ID)) }
	behind := waiting.Row{ID: after.ID, Since: after.Since}
	rows := slices.SortedFunc(maps.Values(p), order)
	rows = slices.DeleteFunc(rows, func(r waiting.Row) bool { return order(r, behind) <= 0 })
	return rows[:min(len(rows), most)], nil
}

func (p pile) count(context.Context) (n int64, oldest time.Time, err error) {
	for _, r := range p {
		if oldest.IsZero() || r.Since.Before(oldest) {
			oldest = r.Since
		}
	}
	return int64(len(p)), oldest, nil
}

// piles are kinds with different promises, two of which have none.
func piles(s *store.Store) (map[string]pile, *queue.Service) {
	all := map[string]pile{}
	var sources []queue.Source
	for _, kind := range []string{queue.Withdrawal, queue.Receivable, queue.Slip, queue.Chat, "nothing promised"} {
		all[kind] = pile{}
		sources = append(sources, queue.From(kind, operator.Cashier, all[kind].after, all[kind].count))
	}
	return all, queue.New(queue.Deps{
		Sources: sources, Claims: queue.NewClaims(s), Now: func() time.Time { return began },
	})
}

// TestEachThingIsListedOnce: whatever is added and decided between two pages, what waits all the while is on one page, nothing is
// on two, and the pages together are sorted by what the house promised.
func TestEachThingIsListedOnce(t *testing.T) {
	t.Parallel()
	db := storetest.Open(t, store.SQLite)
	rapid.Check(t, func(r *rapid.T) {
		all, q := piles(db)
		number := 0
		add := func() {
			kind := rapid.SampledFrom(q.Kinds()).Draw(r, "kind")
			row := waiting.Row{ID: fmt.Sprintf("%03d", number)}
			if number++; kind != queue.Receivable {
				row.Since = began.Add(time.Duration(rapid.IntRange(0, 20).Draw(r, "minute")) * time.Minute)
			}
			all[kind][row.ID] = row
		}
		for range rapid.IntRange(0, 30).Draw(r, "at first") {
			add()
		}
		throughout := map[string]bool{}
		for _, p := range all {
			for id := range p {
				throughout[id] = true
			}
		}
		seen, last := map[string]bool{}, queue.Item{}
		f := queue.Filter{Most: rapid.IntRange(1, 7).Draw(r, "page")}
		for {
			page, err := q.List(t.Context(), f)
			if err != nil {
				r.Fatal(err)
			}
			for _, x := range page {
				if seen[x.ID] {
					r.Errorf("%s %s is listed twice", x.Kind, x.ID)
				}
				if late := last.Due.IsZero() && !x.Due.IsZero() || x.Due.Before(last.Due) && !x.Due.IsZero(); late && len(seen) > 0 {
					r.Errorf("%s is due at %s, and comes after %s", x.ID, x.Due, last.Due)
				}
				seen[x.ID], last = true, x
			}
			if len(page) == 0 {
				break
			}
			f.After = last.Place()
			for range rapid.IntRange(0, 3).Draw(r, "added") {
				add()
			}
			for range rapid.IntRange(0, 3).Draw(r, "decided") {
				gone := fmt.Sprintf("%03d", rapid.IntRange(0, number).Draw(r, "gone"))
				delete(throughout, gone)
				for _, p := range all {
					delete(p, gone)
				}
			}
			if number > 200 {
				break
			}
		}
		for id := range throughout {
			if !seen[id] && number <= 200 {
				r.Errorf("%s waited all the while, and was on no page", id)
			}
		}
	})
}

// TestWhatIsLate: what waits for longer than promised is late; what nothing is promised about never is.
func TestWhatIsLate(t *testing.T) {
	t.Parallel()
	all, q := piles(storetest.Open(t, store.SQLite))
	all[queue.Slip]["just"] = waiting.Row{ID: "just", Since: began.Add(-10 * time.Minute)}
	all[queue.Slip]["late"] = waiting.Row{ID: "late", Since: began.Add(-10*time.Minute - time.Microsecond)}
	all[queue.Receivable]["debt"] = waiting.Row{ID: "debt"}
	items, err := q.List(t.Context(), queue.Filter{Late: true, Most: 10})
	if err != nil || len(items) != 1 || items[0].ID != "late" || q.Standing(items[0]) != "late" {
		t.Errorf("%+v, %v", items, err)
	}
	counts, err := q.Counts(t.Context(), []string{queue.Slip, queue.Receivable})
	if err != nil || len(counts) != 2 || counts[1] != (queue.Count{
		Kind: queue.Slip, N: 2, Oldest: items[0].Since, Due: items[0].Since.Add(10 * time.Minute), Late: true,
	}) || counts[0].N != 1 || counts[0].Late || !counts[0].Due.IsZero() {
		t.Errorf("%+v, %v", counts, err)
	}
	if _, err := q.List(t.Context(), queue.Filter{Kinds: []string{"slips"}, Most: 1}); err == nil {
		t.Error("a kind that there is not")
	}
}
