package api

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"krapao/internal/programtest"
	"krapao/internal/store"
)

const safeOutside = `{
	"sms": {"baseURL": "https://sms.example.com", "key": "k-1f0c9a", "secret": "s-77ab01"},
	"kbank": {"baseURL": "https://kbank.example.com", "consumerID": "c", "consumerSecret": "s-8812cd", "partnerID": "P", "partnerSecret": "s-31fe90", "merchantID": "M", "terminalID": "T"},
	"payout": {"baseURL": "https://payout.example.com", "key": "payer", "secret": "s-0aa217"},
	"providers": {"joker": {"family": "joker", "baseURL": "https://joker.example.com", "launchURL": "https://play.example.com", "id": "APP", "secret": "s-44dd02"}}}`

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
	node := programtest.Start(t, env, "serve")
	node.Up(env["KRAPAO_ADDR"])
	c := programtest.Guest(t, env["KRAPAO_ADDR"])
	if got := c.Get("/api/lookup/banks").OK(http.StatusOK); strings.TrimSpace(got.Text) != "[]" {
		t.Errorf("a production node starts with content: %s", got.Text)
	}
	files, err := filepath.Glob("../../cmd/krapao/demo/*.json")
	if err != nil || len(files) == 0 {
		t.Fatal("no demo content", err)
	}
	if out, code := programtest.Run(t, env, append([]string{"content", "apply", "--dry-run"}, files...)...); code != 0 || !strings.Contains(out, "banks.KBANK") || !strings.Contains(out, "dry run") {
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
	if out, code := programtest.Run(t, env, append([]string{"content", "apply"}, files...)...); code != 0 || !strings.Contains(out, "nothing changes") {
		t.Errorf("applied again: %d %s", code, out)
	}
	wrong := filepath.Join(t.TempDir(), "wrong.json")
	if err := os.WriteFile(wrong, []byte(`{"bank": []}`), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, code := programtest.Run(t, env, "content", "apply", wrong); code != 1 || !strings.Contains(out, `"bank"`) {
		t.Errorf("an unknown section: %d %s", code, out)
	}
	node.Interrupt()
	if err := node.Wait(); err != nil {
		t.Errorf("stopped with %v: %s", err, node.Out)
	}
	if log := node.Out.String(); strings.Contains(log, "s-77ab01") || strings.Contains(log, env["KRAPAO_MASTER_KEY"]) || !strings.Contains(log, `"route":"/api/lookup/banks"`) {
		t.Errorf("the log: %s", log)
	}
}
