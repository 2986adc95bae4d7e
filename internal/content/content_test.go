package content_test

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"krapao/internal/content"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
)

// notes is the owner of a section for tests: it keeps the words of the section in a table.
func notes(t *testing.T, s *store.Store) content.Section {
	t.Helper()
	if err := s.Write(context.Background(), func(tx *store.Tx) error {
		_, err := tx.ExecContext(context.Background(), "CREATE TABLE note (word TEXT PRIMARY KEY)")
		return err
	}); err != nil {
		t.Fatal(err)
	}
	return content.Section{Name: "notes", Apply: func(ctx context.Context, tx *store.Tx, raw json.RawMessage) ([]string, error) {
		var words []string
		if err := content.Strict(raw, &words); err != nil {
			return nil, err
		}
		var changes []string
		for _, w := range words {
			if w == "bad" {
				return nil, errors.New("a bad word")
			}
			if _, err := tx.ExecContext(ctx, "INSERT INTO note (word) VALUES ($1)", w); err != nil {
				return nil, err
			}
			changes = append(changes, "+ notes."+w)
		}
		return changes, nil
	}}
}

func read(t *testing.T, text string) content.Document {
	t.Helper()
	d := content.Document{}
	if err := d.Read("test.json", strings.NewReader(text)); err != nil {
		t.Fatal(err)
	}
	return d
}

func count(t *testing.T, s *store.Store) (n int) {
	t.Helper()
	if err := s.DB().QueryRowContext(context.Background(), "SELECT count(*) FROM note").Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

func TestWholeOrNotAtAll(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		ctx := context.Background()
		sections := []content.Section{notes(t, s)}
		if _, err := content.Apply(ctx, s, sections, read(t, `{"notes": ["a", "bad"]}`), false); err == nil ||
			!strings.Contains(err.Error(), `section "notes"`) {
			t.Errorf("a bad section: %v", err)
		}
		if n := count(t, s); n != 0 {
			t.Errorf("%d words of a refused document", n)
		}
		changes, err := content.Apply(ctx, s, sections, read(t, `{"notes": ["a", "b"]}`), true)
		if err != nil || !slices.Equal(changes, []string{"+ notes.a", "+ notes.b"}) || count(t, s) != 0 {
			t.Errorf("dry run: %v, %v, %d words", changes, err, count(t, s))
		}
		if _, err := content.Apply(ctx, s, sections, read(t, `{"notes": ["a", "b"]}`), false); err != nil || count(t, s) != 2 {
			t.Errorf("%v, %d words", err, count(t, s))
		}
		if _, err := content.Apply(ctx, s, sections, read(t, `{"nots": []}`), false); err == nil ||
			!strings.Contains(err.Error(), `"nots"`) {
			t.Errorf("a section without an owner: %v", err)
		}
	})
}

func TestFilesAreReadStrictly(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"no object":        `[]`,
		"broken":           `{"a": `,
		"more after it":    `{"a": 1} {"b": 2}`,
		"a name twice":     `{"a": 1, "a": 2}`,
		"a name twice in":  `{"a": [{"b": 1, "b": 2}]}`,
		"not JSON at all":  `banks: []`,
		"nothing":          ``,
		"a comma too many": `{"a": [1,]}`,
	} {
		if err := (content.Document{}).Read("x.json", strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), "x.json") {
			t.Errorf("%s: %v", name, err)
		}
	}
	d := content.Document{}
	if err := d.Read("one.json", strings.NewReader(`{"a": 1}`)); err != nil {
		t.Fatal(err)
	}
	if err := d.Read("two.json", strings.NewReader(`{"a": 1}`)); err == nil || !strings.Contains(err.Error(), "two.json") {
		t.Errorf("a section from two files: %v", err)
	}
}

func TestDiffNamesEachChange(t *testing.T) {
	t.Parallel()
	got := content.Diff("banks",
		[]byte(`[{"code":"A","name":"x"},{"code":"B","name":"y"},{"code":"D"}]`),
		[]byte(`[{"code":"A","name":"z"},{"code":"C","name":"w"},{"code":"D"}]`))
	want := []string{"- banks.B", `~ banks.A.name: "x" -> "z"`, "+ banks.C"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := content.Diff("info", nil, []byte(`{"name":"x"}`)); !slices.Equal(got, []string{"+ info.name"}) {
		t.Errorf("first version: %q", got)
	}
	if got := content.Diff("info", []byte(`{"a":[1,2]}`), []byte(`{"a":[1,2]}`)); len(got) != 0 {
		t.Errorf("no change: %q", got)
	}
}
