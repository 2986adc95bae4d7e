package api

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"krapao/internal/apptest"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
)

// binary builds the real program once.
var binary = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "krapao-e2e-*")
	if err != nil {
		return "", err
	}
	path := filepath.Join(dir, "krapao")
	out, err := exec.Command("go", "build", "-o", path, "krapao/cmd/krapao").CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("%w: %s", err, out)
	}
	return path, nil
})

// program is a running krapao process.
type program struct {
	t    testing.TB
	cmd  *exec.Cmd
	out  *sink
	done chan error
}

// krapao starts the program with nothing but these variables.
func krapao(t testing.TB, env map[string]string, args ...string) *program {
	t.Helper()
	path, err := binary()
	if err != nil {
		t.Fatal(err)
	}
	p := &program{t: t, cmd: exec.Command(path, args...), out: &sink{}, done: make(chan error, 1)}
	p.cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + t.TempDir()}
	for name, value := range env {
		p.cmd.Env = append(p.cmd.Env, name+"="+value)
	}
	p.cmd.Stdout, p.cmd.Stderr = p.out, p.out
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() { p.done <- p.cmd.Wait() }()
	t.Cleanup(func() { _ = p.cmd.Process.Kill() })
	return p
}

// run waits for the program's end and returns what it said and its exit code.
func run(t testing.TB, env map[string]string, args ...string) (string, int) {
	t.Helper()
	p := krapao(t, env, args...)
	err := p.wait(60 * time.Second)
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return p.out.String(), exit.ExitCode()
	}
	return p.out.String(), 0
}

func (p *program) wait(longest time.Duration) error {
	p.t.Helper()
	select {
	case err := <-p.done:
		return err
	case <-time.After(longest):
		_ = p.cmd.Process.Kill()
		p.t.Fatalf("still running after %s: %s", longest, p.out)
		return nil
	}
}

// killed kills a node (-9) and starts the next one on its data.
func (p *program) killed(env map[string]string) *program {
	p.t.Helper()
	_ = p.cmd.Process.Kill()
	_ = p.wait(10 * time.Second)
	next := krapao(p.t, env, "demo")
	next.up(env["KRAPAO_ADDR"])
	return next
}

// port is a free one on loopback.
func port(t testing.TB) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = l.Close() }()
	return l.Addr().String()
}

// demoEnv is a demo's environment on free ports.
func demoEnv(t testing.TB, engine store.Engine) map[string]string {
	t.Helper()
	env := map[string]string{
		"KRAPAO_ADDR": port(t), "KRAPAO_OPERATOR_ADDR": port(t), "KRAPAO_SANDBOX_ADDR": port(t),
		"KRAPAO_DATA_DIR": filepath.Join(t.TempDir(), "data"), "KRAPAO_LIMITS": "off",
	}
	if engine == store.Postgres {
		env["KRAPAO_DATABASE_URL"] = storetest.Postgres(t)
	}
	return env
}

// up waits until the member listener answers.
func (p *program) up(addr string) {
	p.t.Helper()
	deadline := time.Now().Add(30 * time.Second)
	for {
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		r, _ := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+addr+"/readyz", nil)
		w, err := http.DefaultTransport.RoundTrip(r)
		cancel()
		if err == nil {
			_ = w.Body.Close()
			if w.StatusCode == http.StatusOK {
				return
			}
		}
		select {
		case err := <-p.done:
			p.t.Fatalf("the program ended: %v: %s", err, p.out)
		default:
		}
		if time.Now().After(deadline) {
			p.t.Fatalf("not up within 30 s: %s", p.out)
		}
		time.Sleep(20 * time.Millisecond)
	}
}

func guest(t testing.TB, addr string) *apptest.Client {
	return &apptest.Client{T: t, URL: func() string { return "http://" + addr }, Header: http.Header{"X-Requested-With": {"wallet-user"}}}
}

// TestTheDemoStartsStopsAndGoesOn: prints its addresses, stops in order, and picks its data up again.
func TestTheDemoStartsStopsAndGoesOn(t *testing.T) {
	t.Parallel()
	env := demoEnv(t, store.SQLite)
	addr := env["KRAPAO_ADDR"]
	p := krapao(t, env, "demo")
	p.up(addr)
	for _, name := range []string{"KRAPAO_ADDR", "KRAPAO_SANDBOX_ADDR", "KRAPAO_OPERATOR_ADDR"} {
		if !strings.Contains(p.out.String(), "http://"+env[name]) {
			t.Errorf("%s is not told: %s", name, p.out)
		}
	}
	if second, code := run(t, demoOn(env, map[string]string{"KRAPAO_ADDR": port(t), "KRAPAO_OPERATOR_ADDR": port(t), "KRAPAO_SANDBOX_ADDR": port(t)}), "demo"); code != 1 || !strings.Contains(second, "another krapao process uses this data directory") || strings.Count(strings.TrimSpace(second), "\n") != 0 {
		t.Errorf("a second node on one SQLite file: %d %s", code, second)
	}
	if taken, code := run(t, demoOn(env, map[string]string{"KRAPAO_DATA_DIR": t.TempDir()}), "demo"); code != 1 || !strings.Contains(taken, addr+" is taken") || strings.Count(strings.TrimSpace(taken), "\n") != 0 {
		t.Errorf("a taken port: %d %s", code, taken)
	}
	guest(t, addr).Get("/api/lookup/banks").OK(http.StatusOK)
	backup := filepath.Join(t.TempDir(), "krapao.backup")
	if out, code := run(t, env, "backup", backup); code != 0 {
		t.Fatalf("backup beside a running node: %s", out)
	}
	if out, code := run(t, env, "verify", "--sandbox-url", "http://"+env["KRAPAO_SANDBOX_ADDR"]); code != 0 || !strings.Contains(out, "the books are whole") {
		t.Fatalf("verify beside a running node: %s", out)
	}
	_ = p.cmd.Process.Signal(os.Interrupt)
	if err := p.wait(30 * time.Second); err != nil {
		t.Fatalf("stopped with %v: %s", err, p.out)
	}
	again := krapao(t, demoOn(env, map[string]string{"KRAPAO_SANDBOX_ADDR": port(t)}), "demo")
	again.up(addr)
	_ = again.cmd.Process.Signal(os.Interrupt)
	if err := again.wait(30 * time.Second); err != nil {
		t.Fatalf("stopped with %v: %s", err, again.out)
	}
	restored := map[string]string{"KRAPAO_DATA_DIR": filepath.Join(t.TempDir(), "restored")}
	if out, code := run(t, restored, "restore", backup); code != 0 {
		t.Fatalf("restore: %s", out)
	}
	if out, code := run(t, restored, "verify"); code != 0 {
		t.Errorf("verify of what was restored: %s", out)
	}
	if out, code := run(t, restored, "restore", backup); code != 1 || !strings.Contains(out, "not empty") {
		t.Errorf("restore into a full directory: %d %s", code, out)
	}
}

func demoOn(env, changes map[string]string) map[string]string {
	out := map[string]string{}
	for name, value := range env {
		out[name] = value
	}
	for name, value := range changes {
		out[name] = value
	}
	return out
}

// TestBadSettingsAreOneClearLine each.
func TestBadSettingsAreOneClearLine(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "a-file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	env := demoEnv(t, store.SQLite)
	for name, tc := range map[string]struct {
		env  map[string]string
		want string
	}{
		"NotADirectory": {map[string]string{"KRAPAO_DATA_DIR": file}, "data directory"},
		"NotAnAddress":  {map[string]string{"KRAPAO_ADDR": "nonsense"}, "KRAPAO_ADDR"},
		"Database":      {map[string]string{"KRAPAO_DATABASE_URL": "mysql://user:canary@x/y"}, "postgres://"},
		"NoPostgres":    {map[string]string{"KRAPAO_DATABASE_URL": "postgres://u:canary@127.0.0.1:1/x"}, "127.0.0.1"},
		"Proxies":       {map[string]string{"KRAPAO_TRUSTED_PROXIES": "everybody"}, "KRAPAO_TRUSTED_PROXIES"},
		"Sandbox":       {map[string]string{"KRAPAO_SANDBOX_URL": "nonsense"}, "KRAPAO_SANDBOX_URL"},
	} {
		out, code := run(t, demoOn(env, tc.env), "demo")
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
		"payout": {"baseURL": "https://example.com", "secret": "x"}}`), 0o600); err != nil {
		t.Fatal(err)
	}
	env := map[string]string{
		"KRAPAO_DATA_DIR": t.TempDir(), "KRAPAO_LIMITS": "off", "KRAPAO_OUTSIDE": outside,
		"KRAPAO_SANDBOX_URL": "http://127.0.0.1:8090", "KRAPAO_MASTER_KEY": "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=",
	}
	out, code := run(t, env, "serve")
	if code != 1 {
		t.Fatalf("serve ran: %s", out)
	}
	for _, named := range []string{
		"KRAPAO_LIMITS=off", "KRAPAO_SANDBOX_URL", "KRAPAO_MASTER_KEY is not random", "sms: its address is this machine's",
		"sms: secret is a default secret", "kbank: its address is without TLS",
		"payonex: accessKey is a default secret", "payonex: secretKey is missing",
		"ww: secret is a default secret", "ww: scheme is not", "fp: its address is missing", "fp: secret is missing",
		"truemoney: mobile is a default secret", "truemoney: its address is without TLS",
	} {
		if !strings.Contains(out, named) {
			t.Errorf("not named: %s in %s", named, out)
		}
	}
	if out, code := run(t, map[string]string{"KRAPAO_DATA_DIR": t.TempDir()}, "serve"); code != 1 || !strings.Contains(out, "KRAPAO_OUTSIDE is missing") || !strings.Contains(out, "payout: secret is missing") || !strings.Contains(out, "KRAPAO_MASTER_KEY is missing") {
		t.Errorf("serve with nothing: %d %s", code, out)
	}
	if bytes.Contains([]byte(out), []byte("sandbox-sms-secret")) {
		t.Error("a secret is in the message")
	}
}
