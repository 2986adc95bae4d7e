package api

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"krapao/internal/store"
	"krapao/internal/testkit/programtest"
)

// The program tells where its chains end to a file in another directory, and finds by that what was cut off the database: verify
// beside a node that stands still, and the running node itself. A restored backup is accepted by who has the master key.
func TestTheProgramFindsWhatWasCutOff(t *testing.T) {
	t.Parallel()
	for _, engine := range []store.Engine{store.SQLite, store.Postgres} {
		t.Run(string(engine), func(t *testing.T) {
			t.Parallel()
			env := programtest.With(programtest.DemoEnv(t, engine), map[string]string{"KRAPAO_DEMO_OPERATORS": "true"})
			run := func(want string, args ...string) {
				t.Helper()
				out, code := programtest.Run(t, env, args...)
				if (code == 0) != !strings.HasPrefix(want, "!") || !strings.Contains(out, strings.TrimPrefix(want, "!")) {
					t.Fatalf("%q: %d %s, want %s", args, code, out, want)
				}
			}
			p := programtest.Start(t, env, "demo")
			p.Up(env["KRAPAO_ADDR"])
			nok := programtest.AtShell(t, env, "nok")
			if out, code := programtest.Run(t, nok, "operator", "brakes", "stop", "slips", "--reason", "a third row"); code != 0 {
				t.Fatalf("%d %s", code, out)
			}
			run("the audit log is whole: 3 rows", "operator", "audit", "verify")
			p.Interrupt()
			if err := p.Wait(); err != nil {
				t.Fatal(err)
			}
			heads, err := os.ReadFile(filepath.Join(env["KRAPAO_HEADS_DIR"], "heads.jsonl"))
			if err != nil || !strings.Contains(string(heads), `"chain":"audit","number":3`) {
				t.Fatalf("%v: %s", err, heads)
			}
			run("the books are whole", "verify")
			backup := filepath.Join(t.TempDir(), "backup")
			run("", "backup", backup)
			cut(t, env)
			run("!BREAK the audit log ends at row 2, and "+env["KRAPAO_HEADS_DIR"], "verify")
			p = programtest.Start(t, env, "demo")
			p.Up(env["KRAPAO_ADDR"])
			programtest.Until(t, "the node finds it", func() bool {
				return strings.Contains(p.Out.String(), "history is not what it was; automatic payouts stop")
			})
			programtest.Until(t, "the payouts are stopped for it", func() bool {
				out, _ := programtest.Run(t, env, "operator", "payouts", "state")
				return strings.Contains(out, "history is not what it was: the audit log ends at row 2")
			})
			run("!the audit log ends at row 2", "operator", "audit", "verify")
			run("the heads are accepted", "secrets", "accept-heads", "--reason", "the test's own doing")
			run("the audit log is whole: 2 rows", "operator", "audit", "verify")
		})
	}
}

// cut takes the last row off the audit log, and makes the head fit.
func cut(t *testing.T, env map[string]string) {
	t.Helper()
	s, err := store.Open(t.Context(), store.Config{Dir: env["KRAPAO_DATA_DIR"], URL: env["KRAPAO_DATABASE_URL"], Connections: 4})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	if err := s.Write(t.Context(), func(tx *store.Tx) error {
		_, err := tx.ExecContext(t.Context(), "DELETE FROM audit WHERE number = 3")
		if err == nil {
			_, err = tx.ExecContext(t.Context(), "UPDATE audit_head SET number = 2, hash = (SELECT hash FROM audit WHERE number = 2)")
		}
		return err
	}); err != nil {
		t.Fatal(err)
	}
}
