package soak

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"

	"krapao/cmd/krapao/demo"
	"krapao/internal/store"
	"krapao/internal/testkit/programtest"
)

// node is one place where a wallet node runs, and the one that runs there now.
type node struct {
	env     map[string]string
	running *programtest.Program
	up      atomic.Bool
	pid     atomic.Int64
}

// boot starts the nodes on a database that has the demo's content and a second game on one provider's accounts.
func (s *soak) boot(engine store.Engine) {
	s.t.Helper()
	env := programtest.DemoEnv(s.t, engine)
	env["KRAPAO_SANDBOX_URL"], env["KRAPAO_REGISTER_OTP"], env["KRAPAO_RECHECKS"] = s.box.URL, "false", rechecks
	env["KRAPAO_DEMO_OPERATORS"] = "true"
	if out, code := programtest.Run(s.t, env, "migrate"); code != 0 {
		s.t.Fatalf("migrate: %s", out)
	}
	if out, code := programtest.Run(s.t, env, append([]string{"content", "apply"}, s.content()...)...); code != 0 {
		s.t.Fatalf("content: %s", out)
	}
	s.nodes = []*node{{env: env}}
	if engine == store.Postgres {
		s.nodes = append(s.nodes, &node{env: programtest.With(env, map[string]string{
			"KRAPAO_ADDR": programtest.Port(s.t), "KRAPAO_OPERATOR_ADDR": programtest.Port(s.t),
			"KRAPAO_DATA_DIR": filepath.Join(s.t.TempDir(), "data"),
		})})
	}
	for _, n := range s.nodes {
		s.start(n)
	}
}

func (s *soak) start(n *node) {
	n.running = programtest.Start(s.t, n.env, "demo")
	s.logs = append(s.logs, n.running.Out)
	n.running.Up(n.env["KRAPAO_ADDR"])
	n.pid.Store(int64(n.running.PID()))
	n.up.Store(true)
}

// content writes the demo's content with the game twin, which uses joker2's accounts, and returns the files.
func (s *soak) content() []string {
	s.t.Helper()
	doc, err := demo.Document()
	if err != nil {
		s.t.Fatal(err)
	}
	var games []map[string]any
	if err := json.Unmarshal(doc["games"], &games); err != nil {
		s.t.Fatal(err)
	}
	for _, g := range games {
		if g["code"] == "joker2" {
			games = append(games, map[string]any{
				"code": "twin", "name": "Twin", "provider": "joker2", "category": g["category"], "family": g["family"],
			})
			break
		}
	}
	if doc["games"], err = json.Marshal(games); err != nil {
		s.t.Fatal(err)
	}
	text, err := json.Marshal(doc)
	if err != nil {
		s.t.Fatal(err)
	}
	file := filepath.Join(s.t.TempDir(), "content.json")
	if err := os.WriteFile(file, text, 0o600); err != nil {
		s.t.Fatal(err)
	}
	return []string{file}
}

// kill kills a node now and then, sometimes twice in a row, as long as the weather lasts.
func (s *soak) kill() {
	r := rand.New(rand.NewPCG(s.seed, 1<<32))
	for {
		if !s.passed(s.made.Load() + s.killAfter + r.Int64N(s.killBefore-s.killAfter)) {
			return
		}
		n := s.nodes[r.IntN(len(s.nodes))]
		for range 1 + r.IntN(4)/3 {
			n.up.Store(false)
			n.running.Kill()
			s.tally.add("kills")
			s.start(n)
		}
	}
}

// passed waits until members have made so many calls in the weather; false where it is over first.
func (s *soak) passed(calls int64) bool {
	s.t.Helper()
	programtest.Until(s.t, fmt.Sprintf("%d calls in the weather", calls),
		func() bool { return s.made.Load() >= calls || s.over.Load() })
	return !s.over.Load()
}

// anyUp reports whether a node is.
func (s *soak) anyUp() bool {
	return slices.ContainsFunc(s.nodes, func(n *node) bool { return n.up.Load() })
}

// address is a node that should be up.
func (s *soak) address() string {
	first := rand.IntN(len(s.nodes))
	for i := range s.nodes {
		if n := s.nodes[(first+i)%len(s.nodes)]; n.up.Load() {
			return "http://" + n.env["KRAPAO_ADDR"]
		}
	}
	return "http://" + s.nodes[first].env["KRAPAO_ADDR"]
}

// stop ends the nodes in order, so that the books can be read by another process.
func (s *soak) stop() {
	for _, n := range s.nodes {
		n.running.Interrupt()
	}
	for _, n := range s.nodes {
		if err := n.running.Wait(); err != nil {
			s.t.Errorf("stopped with %v: %s", err, tail(n.running.Out.String()))
		}
	}
}

func tail(text string) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	return strings.Join(lines[max(0, len(lines)-20):], "\n")
}
