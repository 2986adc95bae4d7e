package api

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"krapao/internal/testkit/apptest"
	"krapao/internal/testkit/kept"
	"krapao/privacy"
)

const exportPath = "/api/account/export"

// fetched is what a path of a listener answers to anybody who has it.
func fetched(t *testing.T, a *apptest.App, url string, header ...string) (status int, kind, text string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	for n := 0; n < len(header); n += 2 {
		r.Header.Set(header[n], header[n+1])
	}
	got, err := a.HTTP().Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = got.Body.Close() }()
	all, err := io.ReadAll(got.Body)
	if err != nil {
		t.Fatal(err)
	}
	return got.StatusCode, got.Header.Get("Content-Type") + " " + got.Header.Get("Content-Disposition"), string(all)
}

// columnsOf are the columns of the tables of an export's JSON.
func columnsOf(t *testing.T, text string) map[string][]string {
	t.Helper()
	var data struct {
		Tables []struct {
			Name    string
			Columns []string
		}
	}
	if err := json.Unmarshal([]byte(text), &data); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	has := map[string][]string{}
	for _, table := range data.Tables {
		slices.Sort(table.Columns)
		has[table.Name] = table.Columns
	}
	return has
}

// TestAMemberTakesACopyOfItsData: after its password, made by a job, once a day; as JSON and as a page in its language, by paths
// that are good for five minutes. It has all that docs/privacy.md says and nothing of another member, and is gone after three
// days.
func TestAMemberTakesACopyOfItsData(t *testing.T) {
	t.Parallel()
	apptest.Each(t, asksWhoOneIs(false), func(t *testing.T, a *apptest.App) {
		c, other := rich(t, a), a.Member()
		id, phone, account, holder := memberOf(c)
		if none := c.Get(exportPath).OK(http.StatusOK); none.At("state") != "none" || none.Value("again") != nil {
			t.Errorf("before, there is %s", none.Text)
		}
		asked := map[string]any{"language": "lo"}
		c.Post(exportPath, asked).Refused(http.StatusForbidden, "CONFIRM_IDENTITY")
		c.Post(confirmPath, map[string]any{"password": c.Registered.Password}).OK(http.StatusOK)
		c.Post(exportPath, map[string]any{"language": "de"}).Refused(http.StatusBadRequest, "INVALID_INPUT")
		c.Post(exportPath+"/open", nil).Refused(http.StatusNotFound, "NO_DATA")
		if first := c.Post(exportPath, asked).OK(http.StatusOK); first.At("language") != "lo" || first.Value("again") == nil {
			t.Errorf("asked for: %s", first.Text)
		}
		made := exportReady(t, c)
		if kept := instant(t, made.At("until")).Sub(instant(t, made.At("readyAt"))); kept != privacy.KeptFor {
			t.Errorf("it is kept for %v", kept)
		}
		if got := c.Post(exportPath, asked); got.Refused(http.StatusTooManyRequests, "REQUEST_LIMIT").Header.Get("Retry-After") == "" {
			t.Errorf("again: %s", got.Text)
		}
		link := c.Post(exportPath+"/open", nil).OK(http.StatusOK)
		status, kind, data := fetched(t, a, a.URL+link.At("data"))
		if status != http.StatusOK || !strings.HasPrefix(kind, "application/json attachment; filename=") {
			t.Fatalf("%d %s: %s", status, kind, data)
		}
		status, kind, page := fetched(t, a, a.URL+link.At("page"))
		if status != http.StatusOK || !strings.HasPrefix(kind, "text/html; charset=utf-8 attachment; filename=") ||
			!strings.Contains(page, `lang="lo"`) {
			t.Fatalf("%d %s: %s", status, kind, page)
		}
		if fmt.Sprint(len(data), len(page)) != made.At("dataSize")+" "+made.At("pageSize") {
			t.Errorf("%d and %d bytes are taken of %s", len(data), len(page), made.Text)
		}
		if has, want := columnsOf(t, data), kept.Read(t).Exported(); !maps.EqualFunc(has, want, slices.Equal) {
			t.Errorf("docs/privacy.md has in an export\n%v\nand it has\n%v", want, has)
		}
		otherID, otherPhone, otherAccount, _ := memberOf(other)
		for _, file := range []string{data, page} {
			for _, text := range []string{id, phone[1:], account, holder, "1000.00", "joker"} {
				if !strings.Contains(file, text) {
					t.Errorf("the export lacks %q", text)
				}
			}
			for _, text := range []string{otherID, otherPhone, otherAccount, "argon2id", "k1:", c.Registered.Password} {
				if strings.Contains(file, text) {
					t.Errorf("the export has %q", text)
				}
			}
		}
		exportEnds(t, a, c, link.At("data"))
	})
}

// exportReady waits until the member's export is there.
func exportReady(t *testing.T, c *apptest.Client) (made apptest.Answer) {
	t.Helper()
	apptest.Eventually(t, "the export is made", func() bool {
		made = c.Get(exportPath).OK(http.StatusOK)
		return made.At("state") == "ready"
	})
	return made
}

// exportEnds: no other path opens it, the link ends after five minutes, the files after three days.
func exportEnds(t *testing.T, a *apptest.App, c *apptest.Client, path string) {
	t.Helper()
	_, rest, _ := strings.Cut(path, ".")
	for _, wrong := range []string{
		path[:len(path)-len("data.json")], path + "x", "/export/now." + rest, "/export/", "/export/x/data.json",
		strings.Replace(path, ".lo.", ".en.", 1),
	} {
		if status, _, text := fetched(t, a, a.URL+wrong); status != http.StatusNotFound || !strings.Contains(text, "NO_DATA") {
			t.Errorf("%s answers %d %s", wrong, status, text)
		}
	}
	a.Leap(5 * time.Minute)
	if status, _, _ := fetched(t, a, a.URL+path); status != http.StatusNotFound {
		t.Errorf("after five minutes the link answers %d", status)
	}
	c.Post(exportPath+"/open", nil).Refused(http.StatusForbidden, "CONFIRM_IDENTITY")
	c.Post(confirmPath, map[string]any{"password": c.Registered.Password}).OK(http.StatusOK)
	before := c.Get(exportPath).OK(http.StatusOK)
	a.Leap(24 * time.Hour)
	c.Post(confirmPath, map[string]any{"password": c.Registered.Password}).OK(http.StatusOK)
	if files := column(t, a.Store, "SELECT id FROM blob"); len(files) != 2 {
		t.Errorf("%d files are kept of an export", len(files))
	}
	c.Post(exportPath, map[string]any{"language": "en"}).OK(http.StatusOK)
	if again := exportReady(t, c); again.At("askedAt") == before.At("askedAt") || again.At("language") != "en" {
		t.Errorf("a day later it is %s", again.Text)
	}
	if files := column(t, a.Store, "SELECT id FROM blob"); len(files) != 2 {
		t.Errorf("%d files are kept, and only the new export's are needed", len(files))
	}
	a.Leap(privacy.KeptFor + time.Hour)
	c.Again()
	if gone := c.Get(exportPath).OK(http.StatusOK); gone.At("state") != "none" {
		t.Errorf("after its time it is %s", gone.Text)
	}
	apptest.Eventually(t, "its row and its files are gone", func() bool {
		return len(column(t, a.Store, "SELECT member FROM member_export")) == 0 && len(column(t, a.Store, "SELECT id FROM blob")) == 0
	})
}
