package api

import (
	"context"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"krapao/internal/id"
	"krapao/internal/store"
	"krapao/internal/testkit/programtest"
)

const safeOutside = `{
	"sms": {"baseURL": "https://sms.example.com", "key": "k-1f0c9a", "secret": "s-77ab01"},
	"kbank": {"baseURL": "https://kbank.example.com", "consumerID": "c", "consumerSecret": "s-8812cd",
		"partnerID": "P", "partnerSecret": "s-31fe90", "merchantID": "M", "terminalID": "T"},
	"payout": {"baseURL": "https://payout.example.com", "key": "payer", "secret": "s-0aa217"},
	"providers": {"joker": {"family": "joker", "baseURL": "https://joker.example.com", "launchURL": "https://play.example.com",
		"id": "APP", "secret": "s-44dd02"}}}`

// TestServeRunsAndTakesContent: a production node starts on safe settings, and content is applied beside it.
func TestServeRunsAndTakesContent(t *testing.T) {
	t.Parallel()
	outside := filepath.Join(t.TempDir(), "outside.json")
	if err := os.WriteFile(outside, []byte(safeOutside), 0o600); err != nil {
		t.Fatal(err)
	}
	env := programtest.DemoEnv(t, store.Postgres)
	delete(env, "KRAPAO_LIMITS")
	env["KRAPAO_OUTSIDE"], env["KRAPAO_MASTER_KEY"] = outside, "q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJA="
	if out, code := programtest.Run(t, env, "migrate"); code != 0 {
		t.Fatalf("migrate: %s", out)
	}
	if out, code := programtest.Run(t, env, "serve"); code != 1 ||
		!strings.Contains(out, "krapao: refused: the database role krapao is a superuser") {
		t.Errorf("as a superuser: %d %s", code, out)
	}
	env["KRAPAO_DATABASE_URL"] = nodeRole(t, env["KRAPAO_DATABASE_URL"])
	node := programtest.Start(t, env, "serve")
	node.Up(env["KRAPAO_ADDR"])
	started := regexp.MustCompile(`(?m)^krapao \S+ listens on \S+: node \d+ on PostgreSQL \d\S+ at 127\.0\.0\.1:\d+, ` +
		`database \S+, schema public, schema version \d+$`)
	programtest.Until(t, "it says what it is", func() bool { return started.MatchString(node.Out.String()) })
	programtest.Until(t, "it warns", func() bool { return len(node.Out.Lines("no synchronous standby")) == 1 })
	if lines := node.Out.Lines("could rewrite"); len(lines) > 0 {
		t.Errorf("the role can rewrite the books: %s", lines)
	}
	c := programtest.Guest(t, env["KRAPAO_ADDR"])
	if got := c.Get("/api/lookup/banks").OK(http.StatusOK); strings.TrimSpace(got.Text) != "[]" {
		t.Errorf("a production node starts with content: %s", got.Text)
	}
	files, err := filepath.Glob("../../cmd/krapao/demo/*.json")
	if err != nil || len(files) == 0 {
		t.Fatal("no demo content", err)
	}
	if out, code := programtest.Run(t, env, append([]string{"content", "apply", "--dry-run"}, files...)...); code != 0 ||
		!strings.Contains(out, "banks.KBANK") || !strings.Contains(out, "dry run") {
		t.Errorf("dry run: %d %s", code, out)
	}
	if got := c.Get("/api/lookup/banks"); strings.TrimSpace(got.Text) != "[]" {
		t.Errorf("a dry run changed something: %s", got.Text)
	}
	if out, code := programtest.Run(t, env, append([]string{"content", "apply"}, files...)...); code != 0 {
		t.Fatalf("apply: %s", out)
	}
	programtest.Until(t, "the content is seen", func() bool {
		return strings.Contains(c.Get("/api/lookup/banks").Text, "KBANK") && c.Get("/config.json").At("version") != ""
	})
	if out, code := programtest.Run(t, env, append([]string{"content", "apply"}, files...)...); code != 0 ||
		!strings.Contains(out, "nothing changes") {
		t.Errorf("applied again: %d %s", code, out)
	}
	wrong := filepath.Join(t.TempDir(), "wrong.json")
	if err := os.WriteFile(wrong, []byte(`{"bank": []}`), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, code := programtest.Run(t, env, "content", "apply", wrong); code != 1 || !strings.Contains(out, `"bank"`) {
		t.Errorf("an unknown section: %d %s", code, out)
	}
	if out, code := programtest.Run(t, env, "operator", "init", "nok"); code != 0 {
		t.Errorf("a row of the audit log by a role that can only add: %s", out)
	}
	asDemo(t, env, "nok").Refused(http.StatusNotFound, "NO_DATA")
	if err := os.WriteFile(wrong, []byte(`{"info": {"name": "Another"}}`), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, code := programtest.Run(t, env, "content", "apply", wrong, "--reason", "Another name"); code != 1 ||
		!strings.Contains(out, "nobody is signed in") {
		t.Errorf("applied by nobody in a house with operators: %d %s", code, out)
	}
	node.Interrupt()
	if err := node.Wait(); err != nil {
		t.Errorf("stopped with %v: %s", err, node.Out)
	}
	if log := node.Out.String(); strings.Contains(log, "s-77ab01") || strings.Contains(log, env["KRAPAO_MASTER_KEY"]) ||
		!strings.Contains(log, `"route":"/api/lookup/banks"`) {
		t.Errorf("the log: %s", log)
	}
}

// nodeRole makes a role as operating.md says, which can't rewrite the books, and returns the database's address for it.
func nodeRole(t *testing.T, database string) string {
	t.Helper()
	text, err := os.ReadFile("../../docs/operating.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(text), "### A role that can't rewrite")
	_, rest, _ = strings.Cut(rest, "```sql\n")
	grants, _, found := strings.Cut(rest, "```")
	if !found {
		t.Fatal("operating.md has no statements for the role")
	}
	role := "node_" + id.Lower(12)
	conn, err := pgx.Connect(t.Context(), database)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_, _ = conn.Exec(context.Background(), "DROP OWNED BY "+role+"; DROP ROLE "+role)
		_ = conn.Close(context.Background())
	})
	if _, err := conn.Exec(t.Context(), "CREATE ROLE "+role+" LOGIN; "+strings.ReplaceAll(grants, "krapao_node", role)); err != nil {
		t.Fatal(err)
	}
	u, err := url.Parse(database)
	if err != nil {
		t.Fatal(err)
	}
	u.User = url.User(role)
	return u.String()
}
