// Package programtest runs the real krapao program as separate processes, to be killed in the middle of their work.
package programtest

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"

	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/internal/testkit/port"
)

// built is the variable that names the program if it is built already, for a run over many packages.
const built = "KRAPAO_TEST_PROGRAM"

// binary builds the real program once.
var binary = sync.OnceValues(func() (string, error) {
	if path := os.Getenv(built); path != "" {
		return path, nil
	}
	dir, err := os.MkdirTemp("", "krapao-e2e-*")
	if err != nil {
		return "", err
	}
	path := filepath.Join(dir, "krapao")
	out, err := exec.CommandContext(context.Background(), "go", "build", "-o", path, "krapao/cmd/krapao").CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("%w: %s", err, out)
	}
	return path, nil
})

// Program is a running krapao process. It is killed when its test ends.
type Program struct {
	// Out is its output so far.
	Out *Output

	t   testing.TB
	cmd *exec.Cmd
	// ended is closed once the process is gone; how, is in end.
	ended chan struct{}
	end   error
}

// Start starts the program with these variables only. If the test fails, its output stays in a file.
func Start(t testing.TB, env map[string]string, args ...string) *Program {
	t.Helper()
	return launch(t, keptOutput(t, args), env, args)
}

func launch(t testing.TB, out *Output, env map[string]string, args []string) *Program {
	t.Helper()
	path, err := binary()
	if err != nil {
		t.Fatal(err)
	}
	p := &Program{Out: out, t: t, cmd: exec.CommandContext(context.Background(), path, args...), ended: make(chan struct{})}
	p.cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + t.TempDir()}
	for name, value := range env {
		p.cmd.Env = append(p.cmd.Env, name+"="+value)
	}
	p.cmd.Stdout, p.cmd.Stderr = p.Out, p.Out
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() { defer close(p.ended); p.end = p.cmd.Wait() }()
	t.Cleanup(func() {
		_ = p.cmd.Process.Kill()
		<-p.ended // so that it uses nothing any more that goes with the test, and what it computed is the test's
	})
	return p
}

// Run runs the program to its end and returns its output and its exit code.
func Run(t testing.TB, env map[string]string, args ...string) (string, int) {
	t.Helper()
	p := launch(t, &Output{}, env, args)
	err := p.Wait()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return p.Out.String(), exit.ExitCode()
	}
	return p.Out.String(), 0
}

// PID is the process's number.
func (p *Program) PID() int { return p.cmd.Process.Pid }

// Interrupt asks the program to stop in order.
func (p *Program) Interrupt() { _ = p.cmd.Process.Signal(os.Interrupt) }

// Wait waits for the program's end, without a time limit except the run's.
func (p *Program) Wait() error {
	p.t.Helper()
	select {
	case <-p.ended:
		return p.end
	case <-runEnds(p.t):
		_ = p.cmd.Process.Kill()
		p.t.Fatalf("still running at the end of the run: %s", p.Out)
		return nil
	}
}

// Kill kills the program (-9) and waits until it is gone.
func (p *Program) Kill() {
	p.t.Helper()
	_ = p.cmd.Process.Kill()
	_ = p.Wait()
}

// Killed kills a demo's node (-9) and starts the next one with its data.
func (p *Program) Killed(env map[string]string) *Program {
	p.t.Helper()
	p.Kill()
	next := Start(p.t, env, "demo")
	next.Up(env["KRAPAO_ADDR"])
	return next
}

// Up waits until the member listener answers.
func (p *Program) Up(addr string) {
	p.t.Helper()
	Until(p.t, "the program is up at "+addr, func() bool {
		select {
		case <-p.ended:
			p.t.Fatalf("the program ended: %v: %s", p.end, p.Out)
		default:
		}
		return ready(addr)
	})
}

// ready asks a node's member listener whether it is ready.
func ready(addr string) bool {
	r, err := http.NewRequestWithContext(context.Background(), http.MethodGet, "http://"+addr+"/readyz", nil)
	if err != nil {
		return false
	}
	w, err := http.DefaultTransport.RoundTrip(r)
	if err != nil {
		return false
	}
	_ = w.Body.Close()
	return w.StatusCode == http.StatusOK
}

// Port returns a free address on loopback, which no other program is given.
func Port(t testing.TB) string {
	t.Helper()
	address, err := port.Free()
	if err != nil {
		t.Fatal(err)
	}
	return address
}

// DemoEnv returns a demo's environment on free ports, with a database that has the schema already, as most starts find it:
// creating it takes nearly half of a start's work.
func DemoEnv(t testing.TB, engine store.Engine) map[string]string {
	t.Helper()
	env := EmptyEnv(t)
	if engine == store.Postgres {
		// Each connection costs the server a process, and most programs here live for seconds.
		env["KRAPAO_DATABASE_URL"], env["KRAPAO_DATABASE_CONNECTIONS"] = storetest.Postgres(t), "6"
	} else {
		env["KRAPAO_DATA_DIR"] = storetest.Config(t, store.SQLite, nil).Dir
	}
	return env
}

// EmptyEnv returns a demo's environment on free ports without anything from before, not even the data directory.
func EmptyEnv(t testing.TB) map[string]string {
	t.Helper()
	return map[string]string{
		"KRAPAO_ADDR": Port(t), "KRAPAO_OPERATOR_ADDR": Port(t), "KRAPAO_SANDBOX_ADDR": Port(t),
		"KRAPAO_DATA_DIR": filepath.Join(t.TempDir(), "data"), "KRAPAO_HEADS_DIR": filepath.Join(t.TempDir(), "heads"),
		"KRAPAO_LIMITS": "off", "KRAPAO_DEMO_OPERATORS": "false",
	}
}

// With returns an environment with changes.
func With(env, changes map[string]string) map[string]string {
	out := maps.Clone(env)
	maps.Copy(out, changes)
	return out
}

// AtShell is the environment of an operator of a demo (nok, mai) at a shell of its own, signed in there by a press.
func AtShell(t testing.TB, env map[string]string, name string) map[string]string {
	t.Helper()
	at := With(env, map[string]string{"KRAPAO_OPERATOR_SESSION": filepath.Join(t.TempDir(), name+".session")})
	if out, code := Run(t, at, "operator", "login", name, "--demo"); code != 0 {
		t.Fatalf("%s signs in: %d %s", name, code, out)
	}
	return at
}
