package queue_test

import (
	"context"
	"encoding/json"
	"testing"
	"time"

	"krapao/internal/content"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/internal/waiting"
	"krapao/operator"
	"krapao/operator/queue"
)

func promises() content.Section {
	return content.Section{Name: "promises", Apply: queue.ApplyPromises, Current: queue.CurrentPromises}
}

func promise(t *testing.T, s *store.Store, text string) []string {
	t.Helper()
	doc := content.Document{"promises": json.RawMessage(text)}
	lines, err := content.Apply(t.Context(), s, []content.Section{promises()}, doc, false)
	if err != nil {
		t.Fatal(err)
	}
	return lines
}

// TestTheHouseMakesItsOwnPromises: they hold from their commit on, for the kinds that they name. The others stay as they are.
func TestTheHouseMakesItsOwnPromises(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		since := began.Add(-12 * time.Minute)
		one := pile{"a": waiting.Row{ID: "a", Since: since}}
		var sources []queue.Source
		for _, kind := range []string{queue.Chat, queue.Slip, queue.Withdrawal} {
			sources = append(sources, queue.From(kind, operator.Cashier, one.after, one.count))
		}
		q := queue.New(queue.Deps{
			Sources: sources, Claims: queue.NewClaims(s), Now: func() time.Time { return began },
			Promises: func(ctx context.Context) (queue.Promises, error) { return queue.PromisesIn(ctx, s.DB()) },
		})
		listed := func(want ...string) {
			t.Helper()
			items, err := q.List(t.Context(), queue.Filter{Most: 10})
			if err != nil || len(items) != len(want) {
				t.Fatal(items, err)
			}
			counts, err := q.Counts(t.Context(), nil)
			if err != nil {
				t.Fatal(err)
			}
			now, err := queue.PromisesIn(t.Context(), s.DB())
			if err != nil {
				t.Fatal(err)
			}
			for i, x := range items {
				if x.Kind != want[i] || !x.Due.Equal(now.Until(x.Kind, since)) {
					t.Errorf("%d: %s until %s, want %s until %s", i, x.Kind, x.Due, want[i], now.Until(x.Kind, since))
				}
			}
			for _, c := range counts {
				if !c.Due.Equal(now.Until(c.Kind, since)) || c.Late != (!c.Due.IsZero() && c.Due.Before(began)) {
					t.Errorf("%+v", c)
				}
			}
		}
		listed(queue.Chat, queue.Slip, queue.Withdrawal)
		if lines := promise(t, s, `{"withdrawal":5,"slip":0,"chat":20}`); len(lines) != 3 {
			t.Error(lines)
		}
		listed(queue.Withdrawal, queue.Chat, queue.Slip)
		if lines := promise(t, s, `{"withdrawal":5,"slip":0,"chat":20}`); len(lines) != 0 {
			t.Errorf("the same again: %v", lines)
		}
		promise(t, s, `{}`)
		listed(queue.Chat, queue.Slip, queue.Withdrawal)
	})
}

// TestAPromiseIsRefused that nobody could keep, that is of no kind, and one about a debt.
func TestAPromiseIsRefused(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		for text, want := range map[string]content.Wrong{
			`{"withdrawal":-1}`:       {Path: "promises.withdrawal", Code: content.Refused},
			`{"holder":129601}`:       {Path: "promises.holder", Code: content.Refused},
			`{"slip":1.5}`:            {Path: "promises.slip", Code: content.WrongType},
			`{"chat":"3 min"}`:        {Path: "promises.chat", Code: content.WrongType},
			`{"receivable":60}`:       {Path: "promises.receivable", Code: content.UnknownName},
			`{"slip":-1,"slip":2}`:    {Path: "promises", Code: content.Repeated},
			`{"holder":129600,"x":1}`: {Path: "promises.x", Code: content.UnknownName},
		} {
			doc := content.Document{"promises": json.RawMessage(text)}
			c, err := content.Check(t.Context(), s, []content.Section{promises()}, doc)
			if err != nil || len(c.Wrong) != 1 || c.Wrong[0].Path != want.Path || c.Wrong[0].Code != want.Code {
				t.Errorf("%s: %+v, %v", text, c.Wrong, err)
			}
		}
		doc := content.Document{"promises": json.RawMessage(`{"slip":-1,"chat":-1}`)}
		if c, err := content.Check(t.Context(), s, []content.Section{promises()}, doc); err != nil || len(c.Wrong) != 2 {
			t.Errorf("two at once: %+v, %v", c.Wrong, err)
		}
	})
}
