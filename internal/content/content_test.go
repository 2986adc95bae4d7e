package content_test

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

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
	current := func(ctx context.Context, db content.DB) (json.RawMessage, error) {
		var words sql.NullString
		err := db.QueryRowContext(ctx, "SELECT string_agg(word, ',' ORDER BY word) FROM note").Scan(&words)
		if err != nil || !words.Valid {
			return nil, err
		}
		return json.Marshal(strings.Split(words.String, ","))
	}
	return content.Section{Name: "notes", Current: current, Apply: func(
		ctx context.Context, tx *store.Tx, raw json.RawMessage,
	) ([]string, error) {
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

// A file is read without waiting for standard input, where nobody types anything.
func TestAFileIsReadByItsName(t *testing.T) { //nolint:paralleltest // standard input is the process's own
	typed, keyboard, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer func(own *os.File) { os.Stdin = own }(os.Stdin)
	os.Stdin = typed
	file := filepath.Join(t.TempDir(), "a.json")
	if err := os.WriteFile(file, []byte(`{"a": 1}`), 0o600); err != nil {
		t.Fatal(err)
	}
	d := content.Document{}
	if err := d.ReadFile(file); err != nil || string(d["a"]) != "1" {
		t.Errorf("%s, %v", d["a"], err)
	}
	if err := d.ReadFile(file + "x"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a file that is not there: %v", err)
	}
	if _, err := keyboard.WriteString(`{"b": 2}`); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(keyboard.Close(), d.ReadFile("-")); err != nil || string(d["b"]) != "2" {
		t.Errorf("standard input: %s, %v", d["b"], err)
	}
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
	if got := content.Diff("list", []byte(`[{"id":"a"},{"id":"b"},{"id":"c"}]`), []byte(`[{"id":"c"},{"id":"a"}]`)); !slices.Equal(
		got, []string{"- list.b", "~ list: another order"}) {
		t.Errorf("another order: %q", got)
	}
	if got := content.Diff("info", nil, []byte(`{"name":"x"}`)); !slices.Equal(got, []string{"+ info.name"}) {
		t.Errorf("first version: %q", got)
	}
	if got := content.Diff("info", []byte(`{"a":[1,2]}`), []byte(`{"a":[1,2]}`)); len(got) != 0 {
		t.Errorf("no change: %q", got)
	}
}

// TestACheckFindsAllThatIsWrong: with its place, as exact as the owner says. It changes nothing.
func TestACheckFindsAllThatIsWrong(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		type entry struct {
			Code string `json:"code"`
			N    int    `json:"n"`
		}
		listed := content.Section{
			Name:    "listed",
			Current: func(context.Context, content.DB) (json.RawMessage, error) { return nil, nil },
			Apply: func(_ context.Context, _ *store.Tx, raw json.RawMessage) ([]string, error) {
				var all []entry
				if err := content.Strict(raw, &all); err != nil {
					return nil, fmt.Errorf("listed: %w", err)
				}
				var wrong error
				for _, e := range all {
					if e.N > 9 {
						wrong = errors.Join(wrong, content.At(e.Code, errors.New("n is too much")))
					}
				}
				return nil, wrong
			},
		}
		sections := []content.Section{notes(t, s), listed}
		for text, want := range map[string][]content.Wrong{
			`[{"code":"a","n":10},{"code":"b"},{"code":"c","n":11}]`: {
				{Path: "listed.a", Code: content.Refused, Text: "n is too much"},
				{Path: "listed.c", Code: content.Refused, Text: "n is too much"},
			},
			`[{"code":"a","m":1}]`:      {{Path: "listed.a.m", Code: content.UnknownName}},
			`[{"code":"a","n":"x"}]`:    {{Path: "listed.n", Code: content.WrongType}},
			`[{"code":"a","code":"b"}]`: {{Path: "listed", Code: content.Repeated}},
			`[{"code":"a",}]`:           {{Path: "listed", Code: content.NotJSON}},
		} {
			doc := content.Document{"listed": json.RawMessage(text), "notes": json.RawMessage(`["bad"]`), "nots": json.RawMessage(`1`)}
			c, err := content.Check(t.Context(), s, sections, doc)
			if err != nil || c.Err() == nil || len(c.Wrong) != len(want)+2 || c.Wrong[0].Code != content.NoSection ||
				c.Wrong[0].Path != "nots" || c.Wrong[1].Path != "notes" {
				t.Errorf("%s: %+v, %v", text, c, err)
				continue
			}
			for i, w := range want {
				if got := c.Wrong[i+2]; got.Path != w.Path || got.Code != w.Code || w.Text != "" && got.Text != w.Text {
					t.Errorf("%s: %+v, want %+v", text, got, w)
				}
			}
		}
		c, err := content.Check(t.Context(), s, sections, content.Document{"notes": json.RawMessage(`["a"]`)})
		if err != nil || len(c.Wrong) != 0 || len(c.Outlooks) != 1 || count(t, s) != 0 ||
			!slices.Equal(c.Outlooks[0].Changes(), []content.Change{{Path: "notes.01", After: `"a"`}}) {
			t.Errorf("%+v, %v", c, err)
		}
	})
}

// TestWhatWasInForceIsKept: each change is a version with who wanted it. What nobody recorded is one, too.
func TestWhatWasInForceIsKept(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		ctx := t.Context()
		sections := []content.Section{notes(t, s)}
		apply := func(text string, by content.Author) {
			t.Helper()
			if err := s.Write(ctx, func(tx *store.Tx) error {
				_, err := content.ApplyTx(ctx, tx, sections, read(t, text), by)
				return err
			}); err != nil {
				t.Fatal(err)
			}
		}
		mai := content.Author{ProposedBy: "mai", ApprovedBy: "nok", Reason: "more words", Proposal: "p1"}
		apply(`{"notes": ["a"]}`, content.Author{})
		apply(`{"notes": []}`, mai)
		apply(`{"notes": ["b"]}`, mai)
		if err := s.Write(ctx, func(tx *store.Tx) error {
			_, err := tx.ExecContext(ctx, "INSERT INTO note (word) VALUES ('c')")
			return err
		}); err != nil {
			t.Fatal(err)
		}
		apply(`{"notes": ["d"]}`, mai)
		all, err := content.History(ctx, s.DB(), "notes", 0, 10)
		if err != nil || len(all) != 4 {
			t.Fatal(all, err)
		}
		for i, want := range []string{`["a","b","c","d"]`, `["a","b","c"]`, `["a","b"]`, `["a"]`} {
			if v := all[i]; string(v.Body) != want || v.Number != int64(4-i) || (v.By == mai) != (i == 0 || i == 2) || v.At.IsZero() {
				t.Errorf("%d: %+v, want %s", i, v, want)
			}
		}
		if page, err := content.History(ctx, s.DB(), "notes", 3, 1); err != nil || len(page) != 1 || page[0].Number != 2 {
			t.Error(page, err)
		}
		latest, err := content.Latest(ctx, s.DB())
		if err != nil || latest["notes"].Number != 4 {
			t.Error(latest, err)
		}
		if v, there, err := content.Find(ctx, s.DB(), "notes", 2); err != nil || !there || string(v.Body) != `["a","b"]` {
			t.Error(v, there, err)
		}
		if _, there, err := content.Find(ctx, s.DB(), "notes", 5); err != nil || there {
			t.Error(there, err)
		}
		// What was found in force had been so until then. Of a section that nothing was set of, nothing is known.
		for at, want := range map[time.Time]string{all[3].At.Add(-time.Hour): `["a"]`, all[0].At: `["a","b","c","d"]`} {
			if v, there, err := content.FindAt(ctx, s.DB(), "notes", at); err != nil || !there || string(v.Body) != want {
				t.Errorf("at %s: %+v, %v, %v, want %s", at, v, there, err, want)
			}
		}
		if v, there, err := content.FindAt(ctx, s.DB(), "others", all[0].At); err != nil || there {
			t.Error(v, there, err)
		}
	})
}
