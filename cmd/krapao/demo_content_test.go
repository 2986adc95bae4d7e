package main

import (
	"encoding/json"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"testing"

	"krapao/cmd/krapao/demo"
	"krapao/cmd/krapao/internal/demodb"
	"krapao/internal/app"
	"krapao/internal/bus"
	"krapao/internal/config"
	"krapao/internal/content"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
)

func demoApp(t *testing.T, s *store.Store) *app.App {
	t.Helper()
	hints := bus.Open(s, slog.New(slog.DiscardHandler), true)
	t.Cleanup(hints.Close)
	a, err := app.Build(t.Context(), app.Config{
		Outside: app.Sandboxed("http://127.0.0.1:1"), Store: s, Masters: config.Masters{1: make([]byte, 32)},
		Demo: true, Hints: hints,
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(a.Close)
	return a
}

// TestAnOlderDirectoryGetsWhatCameSince: the demo adds the sections that the database has no version of, and no others.
func TestAnOlderDirectoryGetsWhatCameSince(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		a := demoApp(t, s)
		start := func() { // two nodes at once
			t.Helper()
			done := make(chan error)
			for range 2 {
				go func() { done <- applyDemoContent(t.Context(), a) }()
			}
			if err := errors.Join(<-done, <-done); err != nil {
				t.Fatal(err)
			}
		}
		do := func(statement string) {
			t.Helper()
			if err := s.Write(t.Context(), func(tx *store.Tx) error {
				_, err := tx.ExecContext(t.Context(), statement)
				return err
			}); err != nil {
				t.Fatal(err)
			}
		}
		apply := func(section, body string) {
			t.Helper()
			doc := content.Document{section: json.RawMessage(body)}
			if _, err := content.Apply(t.Context(), s, a.Sections(), doc, false); err != nil {
				t.Fatal(err)
			}
		}
		value := func(query string) (text string) {
			t.Helper()
			if err := s.DB().QueryRowContext(t.Context(), query).Scan(&text); err != nil {
				t.Fatalf("%s: %v", query, err)
			}
			return text
		}
		sections := func() []string {
			t.Helper()
			there, err := demodb.New(s.DB()).DemoSections(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			return there
		}
		if there := sections(); len(there) != 0 {
			t.Fatalf("a fresh database has %v", there)
		}
		start()
		doc, err := demo.Document()
		if err != nil {
			t.Fatal(err)
		}
		for name := range doc {
			if !slices.Contains(sections(), name) {
				t.Errorf("DemoSections does not look for the section %q", name)
			}
		}

		const rules, info = "SELECT body FROM chat_setting", "SELECT body FROM content WHERE section = 'info' AND valid_to = 0"
		const promotions = "SELECT COUNT(*) FROM campaign WHERE source = 'promotion' AND open"
		first := value(rules)
		apply("info", `{"name": "My own"}`)
		apply("promotions", `[]`)
		own := value(info)
		do("DELETE FROM chat_setting")
		start()
		if value(rules) != first || value(info) != own || value(promotions) != "0" {
			t.Errorf("rules %.40q, info %q, %s promotions", value(rules), value(info), value(promotions))
		}
		apply("chat", `{}`)
		start()
		if now := value(rules); now != "{}" {
			t.Errorf("an operator's rules became %.40q", now)
		}

		// A section that no longer fits is left out, and stops nothing else.
		do("DELETE FROM chat_setting")
		do("DELETE FROM bonus_setting")
		do("DELETE FROM campaign")
		do("DELETE FROM game WHERE code = 'joker'") // a bonus of the demo is for it
		start()
		if value(rules) != first || slices.Contains(sections(), "bonus") {
			t.Errorf("rules %.40q, sections %v", value(rules), sections())
		}
	})
}

// TestWhatIsInForceIsWhatContentTakes: applying what is in force changes nothing, for every section of the demo and for sections
// that were never set. So an export is a document, and a former version can be put into force again.
func TestWhatIsInForceIsWhatContentTakes(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		a := demoApp(t, s)
		whole := func() content.Document {
			t.Helper()
			doc := content.Document{}
			for _, section := range a.Sections() {
				body, err := section.Current(t.Context(), s.DB())
				if err != nil {
					t.Fatalf("%s: %v", section.Name, err)
				}
				if body != nil {
					doc[section.Name] = body
				}
			}
			return doc
		}
		if doc := whole(); len(doc) != 0 {
			t.Errorf("a fresh database has %v in force", doc)
		}
		given, err := demo.Document()
		if err != nil {
			t.Fatal(err)
		}
		if err := applyDemoContent(t.Context(), a); err != nil {
			t.Fatal(err)
		}
		again := func(what string) {
			t.Helper()
			doc := whole()
			for name := range given {
				if doc[name] == nil {
					t.Errorf("%s: nothing of %s is in force", what, name)
				}
			}
			checked, err := content.Check(t.Context(), s, a.Sections(), doc)
			if err != nil || checked.Err() != nil || len(checked.Outlooks) != 0 {
				t.Errorf("%s: %v, %v: %q", what, err, checked.Err(), checked.Lines())
			}
		}
		again("the demo's")
		var games []json.RawMessage
		if err := json.Unmarshal(given["games"], &games); err != nil {
			t.Fatal(err)
		}
		games = slices.DeleteFunc(games, func(g json.RawMessage) bool { return strings.Contains(string(g), `"circus"`) })
		slices.Reverse(games)
		fewer, err := json.Marshal(games)
		if err != nil {
			t.Fatal(err)
		}
		for _, other := range []content.Document{
			{"wheel": json.RawMessage(`{"on": false}`), "promotions": json.RawMessage(`[]`)},
			{"games": fewer},
			given,
		} {
			if _, err := content.Apply(t.Context(), s, a.Sections(), other, false); err != nil {
				t.Fatal(err)
			}
			again("after another one")
		}
		latest, err := content.Latest(t.Context(), s.DB())
		if err != nil {
			t.Fatal(err)
		}
		for name, body := range whole() {
			if string(latest[name].Body) != string(body) && name != "budgets" {
				t.Errorf("%s: %s is in force, and %s is its last version", name, body, latest[name].Body)
			}
		}
	})
}
