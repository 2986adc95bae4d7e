package api

import (
	"bytes"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"krapao/internal/store"
	"krapao/internal/testkit/programtest"
)

// TestTheDemoStartsStopsAndGoesOn: starts from nothing, prints its addresses, stops in order, and picks its data up again.
func TestTheDemoStartsStopsAndGoesOn(t *testing.T) {
	t.Parallel()
	env := programtest.With(programtest.EmptyEnv(t), map[string]string{"KRAPAO_DEMO_OPERATORS": "true"})
	addr := env["KRAPAO_ADDR"]
	p := programtest.Start(t, env, "demo")
	p.Up(addr)
	_, consolePort, _ := strings.Cut(env["KRAPAO_OPERATOR_ADDR"], ":")
	for name, address := range map[string]string{
		"the app": addr, "the sandbox": env["KRAPAO_SANDBOX_ADDR"], "the console": "localhost:" + consolePort,
	} {
		programtest.Until(t, name+" is told", func() bool { return strings.Contains(p.Out.String(), "http://"+address) })
	}
	programtest.Until(t, "the console's operators are told", func() bool {
		return strings.Contains(p.Out.String(), "sign in by one press, as nok (chief) or mai (chief).")
	})
	asDemo(t, env, "mai").OK(http.StatusOK)
	lines := func(out string) int { return strings.Count(strings.TrimSpace(out), "\n") + 1 }
	beside := programtest.With(env, map[string]string{
		"KRAPAO_ADDR": programtest.Port(t), "KRAPAO_OPERATOR_ADDR": programtest.Port(t), "KRAPAO_SANDBOX_ADDR": programtest.Port(t),
	})
	if second, code := programtest.Run(t, beside, "demo"); code != 1 || lines(second) != 1 ||
		!strings.Contains(second, "another krapao process uses this data directory") {
		t.Errorf("a second node on one SQLite file: %d %s", code, second)
	}
	elsewhere := programtest.With(env, map[string]string{"KRAPAO_DATA_DIR": t.TempDir()})
	if taken, code := programtest.Run(t, elsewhere, "demo"); code != 1 || !strings.Contains(taken, addr+" is taken") ||
		lines(taken) != 1 {
		t.Errorf("a taken port: %d %s", code, taken)
	}
	programtest.Guest(t, addr).Get("/api/lookup/banks").OK(http.StatusOK)
	contentBesideANode(t, env)
	backup := filepath.Join(t.TempDir(), "krapao.backup")
	if out, code := programtest.Run(t, env, "backup", backup); code != 0 {
		t.Fatalf("backup beside a running node: %s", out)
	}
	if out, code := programtest.Run(t, env, "verify", "--sandbox-url", "http://"+env["KRAPAO_SANDBOX_ADDR"]); code != 0 ||
		!strings.Contains(out, "the books are whole") {
		t.Fatalf("verify beside a running node: %s", out)
	}
	p.Interrupt()
	if err := p.Wait(); err != nil {
		t.Fatalf("stopped with %v: %s", err, p.Out)
	}
	again := programtest.Start(t, programtest.With(env, map[string]string{"KRAPAO_SANDBOX_ADDR": programtest.Port(t)}), "demo")
	again.Up(addr)
	asDemo(t, env, "nok").OK(http.StatusOK)
	again.Interrupt()
	if err := again.Wait(); err != nil {
		t.Fatalf("stopped with %v: %s", err, again.Out)
	}
	restored := map[string]string{"KRAPAO_DATA_DIR": filepath.Join(t.TempDir(), "restored")}
	if out, code := programtest.Run(t, restored, "restore", backup); code != 0 {
		t.Fatalf("restore: %s", out)
	}
	if out, code := programtest.Run(t, restored, "verify"); code != 0 {
		t.Errorf("verify of what was restored: %s", out)
	}
	if out, code := programtest.Run(t, restored, "restore", backup); code != 1 || !strings.Contains(out, "not empty") {
		t.Errorf("restore into a full directory: %d %s", code, out)
	}
}

// contentBesideANode: two operators set a game to maintenance while the node runs, as on a bad day, and give banks another name,
// also where the node has the database to itself. It is in force half an hour later.
func contentBesideANode(t *testing.T, env map[string]string) {
	t.Helper()
	games, err := os.ReadFile("../../cmd/krapao/demo/games.json")
	if err != nil {
		t.Fatal(err)
	}
	banks, err := os.ReadFile("../../cmd/krapao/demo/banks.json")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	file := func(name, text string) string {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return filepath.Join(dir, name)
	}
	shut := file("games.json", strings.Replace(string(games), `"code": "joker",`, `"code": "joker", "maintenance": true,`, 1))
	renamed := file("banks.json", strings.Replace(string(banks), `"nameEN": "`, `"nameEN": "The former `, 1))
	c := programtest.Guest(t, env["KRAPAO_ADDR"])
	told := func() bool {
		return strings.Contains(c.Get("/api/lookup/banks").OK(http.StatusOK).Text, "The former ")
	}
	carriedOut(t, env, "dry run: nothing was changed", "content", "apply", "--dry-run", shut, renamed)
	if told() {
		t.Error("a dry run changed a bank's name")
	}
	nok, mai := programtest.AtShell(t, env, "nok"), programtest.AtShell(t, env, "mai")
	carriedOut(t, nok, "proposed, not done yet", "content", "apply", "--reason", "a bad day", shut, renamed)
	carriedOut(t, mai, "approved, in force at", "content", "apply", "--reason", "a bad day", shut, renamed)
	if told() {
		t.Error("the bank has another name at once")
	}
	for _, wrong := range []string{`{"bank": []}`, `{"games": []} {}`, `{"games": [{"code": "x", "colour": "red"}]}`} {
		if out, code := programtest.Run(
			t, nok, "content", "apply", "--reason", "a mistake", file("wrong.json", wrong)); code != 1 ||
			strings.Count(strings.TrimSpace(out), "\n") != 0 {
			t.Errorf("%s: %d %s", wrong, code, out)
		}
	}
	elsewhere := programtest.With(env, map[string]string{
		"KRAPAO_DATABASE_URL": "sqlite:" + filepath.Join(env["KRAPAO_DATA_DIR"], store.File), "KRAPAO_DATA_DIR": dir,
	})
	if out, code := programtest.Run(t, elsewhere, "content", "apply", shut); code != 1 ||
		!strings.Contains(out, "no node takes content in "+dir) {
		t.Errorf("with another data directory: %d %s", code, out)
	}
}

// TestBadSettingsAreOneClearLine each.
func TestBadSettingsAreOneClearLine(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "a-file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	env := programtest.EmptyEnv(t)
	for name, tc := range map[string]struct {
		env  map[string]string
		want string
	}{
		"NotADirectory": {map[string]string{"KRAPAO_DATA_DIR": file}, "KRAPAO_DATA_DIR: the directory"},
		"NotAnAddress":  {map[string]string{"KRAPAO_ADDR": "nonsense"}, "KRAPAO_ADDR"},
		"Database":      {map[string]string{"KRAPAO_DATABASE_URL": "mysql://user:canary@x/y"}, "postgres://"},
		"NoPostgres":    {map[string]string{"KRAPAO_DATABASE_URL": "postgres://u:canary@127.0.0.1:1/x"}, "127.0.0.1"},
		"Proxies":       {map[string]string{"KRAPAO_TRUSTED_PROXIES": "everybody"}, "KRAPAO_TRUSTED_PROXIES"},
		"Sandbox":       {map[string]string{"KRAPAO_SANDBOX_URL": "nonsense"}, "KRAPAO_SANDBOX_URL"},
	} {
		out, code := programtest.Run(t, programtest.With(env, tc.env), "demo")
		text := strings.TrimSpace(out)
		if code != 1 || !strings.Contains(text, tc.want) || strings.Contains(text, "\n") || strings.Contains(text, "canary") {
			t.Errorf("%s: %d %s", name, code, text)
		}
	}
}

// TestServeRefusesUnsafeSettings and names each.
func TestServeRefusesUnsafeSettings(t *testing.T) {
	t.Parallel()
	outside := filepath.Join(t.TempDir(), "outside.json")
	if err := os.WriteFile(outside, []byte(`{
		"sms": {"baseURL": "http://127.0.0.1:8090/sms", "key": "sandbox-sms-key", "secret": "sandbox-sms-secret"},
		"kbank": {"baseURL": "http://example.com", "consumerSecret": "a", "partnerSecret": "b"},
		"payonex": {"baseURL": "https://payonex.example.com", "accessKey": "sandbox-payonex-access"},
		"ww": {"baseURL": "https://ww.example.com", "merchantNo": "M", "scheme": "sorted-sha1", "secret": "sandbox-ww-secret"},
		"fp": {"merchantNo": "M", "scheme": "sorted-md5"},
		"truemoney": {"baseURL": "http://gift.truemoney.com", "mobile": "0918765432"},
		"payout": {"baseURL": "https://example.com", "secret": "x"}}`), 0o644); err != nil {
		t.Fatal(err)
	}
	env := map[string]string{
		"KRAPAO_DATA_DIR": t.TempDir(), "KRAPAO_DATABASE_URL": "host=db user=krapao password='a canary' dbname=x",
		"KRAPAO_SPARE":        "canary",
		"KRAPAO_REGISTER_OTP": "false", "KRAPAO_OPERATOR_ADDR": ":8081", "KRAPAO_TRUSTED_PROXIES": "10.0.0.0/8,::/0",
		"KRAPAO_LIMITS": "off", "KRAPAO_RECHECKS": "5s,20s", "KRAPAO_OUTSIDE": outside,
		"KRAPAO_DEMO_OPERATORS": "true",
		"KRAPAO_SANDBOX_URL":    "http://127.0.0.1:8090", "KRAPAO_MASTER_KEY": "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=",
	}
	out, code := programtest.Run(t, env, "serve")
	if code != 1 {
		t.Fatalf("serve ran: %s", out)
	}
	for _, named := range []string{
		"KRAPAO_LIMITS=off", "KRAPAO_RECHECKS is set", "KRAPAO_SANDBOX_URL", "KRAPAO_DEMO_OPERATORS is set",
		"KRAPAO_MASTER_KEY is not random",
		"sms: its address is this machine's",
		"sms: secret is a default secret", "kbank: its address is without TLS",
		"payonex: accessKey is a default secret", "payonex: secretKey is missing",
		"ww: secret is a default secret", "ww: scheme is not", "fp: its address is missing", "fp: secret is missing",
		"truemoney: mobile is a default secret", "truemoney: its address is without TLS",
		"KRAPAO_SPARE is no setting", "KRAPAO_REGISTER_OTP=false", "KRAPAO_OPERATOR_ADDR: :8081", "KRAPAO_TRUSTED_PROXIES: ::/0",
		"KRAPAO_DATABASE_URL: money and phones may go to db without TLS", "has mode 0644",
	} {
		found := false
		for line := range strings.Lines(out) {
			found = found || strings.HasPrefix(line, "krapao: refused: "+named) || strings.HasPrefix(line, "krapao: refused: KRAPAO_") &&
				strings.Contains(line, named)
			if strings.Count(line, "refused") != 1 {
				t.Errorf("not a line of its own: %s", line)
			}
		}
		if !found {
			t.Errorf("not named: %s in %s", named, out)
		}
	}
	if strings.Contains(out, "canary") {
		t.Errorf("a secret is told: %s", out)
	}
	if out, code := programtest.Run(t, map[string]string{"KRAPAO_DATA_DIR": t.TempDir()}, "serve"); code != 1 ||
		!strings.Contains(out, "KRAPAO_DATABASE_URL is missing") || !strings.Contains(out, "KRAPAO_OUTSIDE is missing") ||
		!strings.Contains(out, "payout: secret is missing") || !strings.Contains(out, "KRAPAO_MASTER_KEY is missing") {
		t.Errorf("serve with nothing: %d %s", code, out)
	}
	if bytes.Contains([]byte(out), []byte("sandbox-sms-secret")) {
		t.Error("a secret is in the message")
	}
}
