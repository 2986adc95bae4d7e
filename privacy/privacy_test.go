package privacy_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"krapao/internal/personal"
	"krapao/internal/testkit/kept"
	"krapao/privacy"
)

// TestAPageNamesEverythingInThreeLanguages: every table and column that docs/privacy.md has in an export has a name in Thai, Lao
// and English, and what a member wrote is text on its page.
func TestAPageNamesEverythingInThreeLanguages(t *testing.T) {
	t.Parallel()
	all := func(_ context.Context, member string) (tables []personal.Table, err error) {
		for name, columns := range kept.Read(t).Exported() {
			row := personal.Row{}
			for n, column := range columns {
				row[column] = []any{nil, true, int64(7), "<script>", time.Date(2026, 1, 2, 20, 4, 5, 0, time.UTC)}[n%5]
			}
			tables = append(tables, personal.Table{Name: name, Columns: columns, Rows: []personal.Row{row}, Cut: true})
		}
		return append(tables, personal.Table{Name: "slip", Columns: []string{"id"}, Rows: []personal.Row{}}), nil
	}
	kept := privacy.New(privacy.Deps{Now: time.Now, House: house, Sources: []privacy.Source{all}})
	made, err := kept.Export(t.Context(), "MEMBER000001")
	if err != nil {
		t.Fatal(err)
	}
	pages := map[string]bool{}
	for _, language := range privacy.Languages {
		page, err := made.Page(language)
		if err != nil {
			t.Fatal(err)
		}
		for _, wrong := range []string{"<h2></h2>", `<th scope="col"></th>`, "<p></p>", "<script>", "{house}", "{time}", "{count}"} {
			if strings.Contains(page, wrong) {
				t.Errorf("%s: the page has %q", language, wrong)
			}
		}
		for _, right := range []string{`lang="` + language + `"`, "Kaew &amp; Sons", "&lt;script&gt;", "03/01/2026 03:04:05"} {
			if !strings.Contains(page, right) {
				t.Errorf("%s: the page lacks %q", language, right)
			}
		}
		pages[page] = true
	}
	if len(pages) != len(privacy.Languages) {
		t.Error("two languages have the same page")
	}
}

func house(context.Context) (string, error) { return "Kaew & Sons", nil }

// TestAnExportIsWholeOrNone: if one area can't be read, there is no document.
func TestAnExportIsWholeOrNone(t *testing.T) {
	t.Parallel()
	down := errors.New("down")
	broken := func(context.Context, string) ([]personal.Table, error) { return nil, down }
	kept := privacy.New(privacy.Deps{Now: time.Now, House: house, Sources: []privacy.Source{broken}})
	if _, err := kept.Export(t.Context(), "M"); !errors.Is(err, down) {
		t.Errorf("%v", err)
	}
	nameless := func(context.Context) (string, error) { return "", down }
	if _, err := privacy.New(privacy.Deps{Now: time.Now, House: nameless}).Export(t.Context(), "M"); !errors.Is(err, down) {
		t.Errorf("%v", err)
	}
}
