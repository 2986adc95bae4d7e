package privacy

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"krapao/internal/clock"
	"krapao/internal/personal"
	"krapao/internal/testkit/kept"
)

// TestEveryTableAndColumnHasANameInThreeLanguages: all that docs/privacy.md has in an export.
func TestEveryTableAndColumnHasANameInThreeLanguages(t *testing.T) {
	t.Parallel()
	for table, columns := range kept.Read(t).Exported() {
		for _, language := range Languages {
			if said(language, table) == "" {
				t.Errorf("%s: %s has no name", language, table)
			}
			for _, column := range columns {
				if columnSaid(language, table, column) == "" {
					t.Errorf("%s: %s.%s has no name", language, table, column)
				}
			}
		}
	}
}

// message is a row with every kind of value that a page shows.
type message struct {
	Number    int64
	Payload   string
	Active    bool
	CreatedAt clock.Micros
	EndedAt   clock.Micros
	PageAt    int64
}

var at = time.Date(2026, 1, 2, 20, 4, 5, 0, time.UTC)

// messages is a table of so many rows, which are read by pages; it counts the pages.
func messages(many int64, pages *int) personal.Source {
	return personal.Rows("chat_message", func(_ context.Context, p personal.Page) (rows []message, err error) {
		*pages++
		for n := min(many, int64(p.At)-1); n > 0 && len(rows) < int(p.Most); n-- {
			rows = append(rows, message{n, fmt.Sprintf("<script>%d", n), n%2 == 0, clock.MicrosOf(at), 0, n})
		}
		return rows, nil
	})
}

func documentOf(t *testing.T, d Deps) document {
	t.Helper()
	d.Now = func() time.Time { return at }
	d.House = func(context.Context) (string, error) { return "Kaew & Sons", nil }
	made, err := New(d).document(t.Context(), "MEMBER000001")
	if err != nil {
		t.Fatal(err)
	}
	return made
}

func sourceOf(from ...personal.Source) []Source {
	return []Source{func(_ context.Context, member string) ([]personal.Table, error) {
		return personal.Read(member, from...), nil
	}}
}

// TestAPageIsWrittenAsItIsRead: in each language, what a member wrote is text on it, and a table without rows says so.
func TestAPageIsWrittenAsItIsRead(t *testing.T) {
	t.Parallel()
	pages, written := 0, map[string]bool{}
	none := personal.All("slip", func(context.Context, string) ([]message, error) { return nil, nil })
	d := documentOf(t, Deps{Sources: sourceOf(messages(5, &pages), none), PageRows: 2})
	for _, language := range Languages {
		var page bytes.Buffer
		if err := d.writePage(t.Context(), language, &page); err != nil {
			t.Fatal(err)
		}
		text := page.String()
		for _, wrong := range []string{"<h2></h2>", "<p></p>", "<script>", "{house}", "{time}"} {
			if strings.Contains(text, wrong) {
				t.Errorf("%s: the page has %q", language, wrong)
			}
		}
		for _, right := range []string{
			`lang="` + language + `"`, "Kaew &amp; Sons", "&lt;script&gt;1", "03/01/2026 03:04:05", said(language, "page.none"), "</html>",
		} {
			if !strings.Contains(text, right) {
				t.Errorf("%s: the page lacks %q", language, right)
			}
		}
		if n := strings.Count(text, "<tr>"); n != 6 {
			t.Errorf("%s: %d rows with the head's", language, n)
		}
		written[text] = true
	}
	if len(written) != len(Languages) || pages != 3*len(Languages) {
		t.Errorf("%d pages, read in %d", len(written), pages)
	}
}

// TestTheDataIsCompleteAndInOrder: the JSON has every row once, newest first, whatever the size of a page.
func TestTheDataIsCompleteAndInOrder(t *testing.T) {
	t.Parallel()
	for _, most := range []int{1, 2, 7, 8, 1000} {
		pages := 0
		var text bytes.Buffer
		d := documentOf(t, Deps{Sources: sourceOf(messages(7, &pages)), PageRows: most})
		if err := d.writeData(t.Context(), &text); err != nil {
			t.Fatal(err)
		}
		var got struct {
			House, Member string
			MadeAt        time.Time
			Tables        []struct {
				Name    string
				Columns []string
				Rows    []map[string]any
			}
		}
		if err := json.Unmarshal(text.Bytes(), &got); err != nil {
			t.Fatalf("%v: %s", err, text.String())
		}
		if got.House != "Kaew & Sons" || got.Member != "MEMBER000001" || !got.MadeAt.Equal(at) || len(got.Tables) != 1 {
			t.Fatalf("%+v", got)
		}
		var numbers []float64
		for _, row := range got.Tables[0].Rows {
			numbers = append(numbers, row["number"].(float64))
		}
		if !slices.Equal(numbers, []float64{7, 6, 5, 4, 3, 2, 1}) || !slices.Equal(got.Tables[0].Columns,
			[]string{"number", "payload", "active", "created_at", "ended_at"}) {
			t.Errorf("by %d: %v of %v", most, numbers, got.Tables[0].Columns)
		}
		if row := got.Tables[0].Rows[0]; len(row) != 5 || row["payload"] != "<script>7" || row["ended_at"] != nil {
			t.Errorf("a row is %v", row)
		}
	}
}

// TestAnExportIsWholeOrNone: if one area can't be read, or the house has no name, nothing says that it is whole.
func TestAnExportIsWholeOrNone(t *testing.T) {
	t.Parallel()
	down := errors.New("down")
	broken := personal.Rows("slip", func(context.Context, personal.Page) ([]message, error) { return nil, down })
	d, pages := documentOf(t, Deps{Sources: sourceOf(broken)}), 0
	if err := d.writeData(t.Context(), &bytes.Buffer{}); !errors.Is(err, down) {
		t.Errorf("%v", err)
	}
	if err := d.writePage(t.Context(), "en", &bytes.Buffer{}); !errors.Is(err, down) {
		t.Errorf("%v", err)
	}
	nameless := New(Deps{
		Now: time.Now, House: func(context.Context) (string, error) { return "", down }, Sources: sourceOf(messages(1, &pages)),
	})
	if _, err := nameless.document(t.Context(), "M"); !errors.Is(err, down) {
		t.Errorf("%v", err)
	}
}
