// Package soak moves the money of many members between their wallets and every game provider of the demo, through the
// real program, while a quarter of the calls meet a fault and the nodes are killed (-9) now and then, on both engines. Then
// it compares everything that can be compared, and says how often each kind of fault was really hit: one that never
// happened fails the run, because nothing would have been shown.
package soak

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"krapao/cmd/krapao/demo"
	"krapao/internal/programtest"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/sandbox"
	"krapao/sandbox/sandboxtest"
)

// size is how large a soak is: a short form for every run, a long one for `make soak`.
type size struct {
	members, callers int
	// weather is how long faults strike at least; it lasts on, at most to longest, until each row of the table was hit.
	weather, longest time.Duration
	// A node is killed after every pause between these two.
	killAfter, killBefore time.Duration
	// outage is how long a whole provider is away; hang how long, in the end, one hangs while others are timed.
	outage, hang time.Duration
	// whole demands every mode of every operation; else those of movements, and one of each other operation.
	whole bool
}

func sizeOf() size {
	if os.Getenv("KRAPAO_SOAK") != "" {
		return size{
			members: 1000, callers: 64, weather: 20 * time.Minute, longest: 40 * time.Minute,
			killAfter: 20 * time.Second, killBefore: 60 * time.Second, outage: time.Minute, hang: time.Minute, whole: true,
		}
	}
	return size{
		members: 30, callers: 40, weather: 40 * time.Second, longest: 150 * time.Second,
		killAfter: 8 * time.Second, killBefore: 12 * time.Second, outage: 6 * time.Second, hang: 8 * time.Second,
	}
}

// rechecks are when a transfer that was given back is asked about again: the product's days, in seconds.
const rechecks = "5s,15s,30s"

// settleWithin is how long after the end of all faults no outcome may be unknown any more.
const settleWithin = 60 * time.Second

// TestSoak: conserved to the satang, nothing given back on a guess, each reference applied once, and every unknown settled
// within a minute of the end of the faults.
func TestSoak(t *testing.T) {
	if testing.Short() {
		t.Skip("long")
	}
	for _, engine := range storetest.Engines { // one after the other: each has the machine to itself
		t.Run(string(engine), func(t *testing.T) { run(t, engine) })
	}
}

// soak is one run.
type soak struct {
	size
	t     *testing.T
	seed  uint64
	box   *sandboxtest.Sandbox
	nodes []*node
	games []playedGame
	crowd []*person
	books books
	tally tally
	over  atomic.Bool
	began time.Time
	// struck is what the calls of the weather met.
	struck map[[2]string]*met
	// secrets are what no log may hold: passwords at games, as the API told them to their owners.
	secrets secrets
	// logs is what nodes that are gone have said.
	logs []*programtest.Output
	// hired: there are operators.
	hired bool
}

// playedGame is a code of the catalogue: whose accounts it uses, and what protocol that is.
type playedGame struct{ code, provider, family string }

// blind: nobody can be asked what became of a movement there.
func (g playedGame) blind() bool {
	return g.family == sandbox.FamilyAMB || g.provider == "slotxo" && g.family == sandbox.FamilyGSC
}

func run(t *testing.T, engine store.Engine) {
	t.Helper()
	s := &soak{t: t, size: sizeOf(), seed: rand.Uint64(), box: sandboxtest.Start(t, sandboxtest.Options{})}
	t.Logf("seed %d", s.seed)
	s.tally.counts = map[string]int{}
	for _, g := range sandbox.Games() {
		s.games = append(s.games, playedGame{g.Code, g.Code, g.Family})
		if g.Code == "joker2" {
			s.games = append(s.games, playedGame{"twin", g.Code, g.Family})
		}
	}
	s.boot(engine)
	s.books = s.openBooks(engine)
	s.gather()

	s.began = time.Now()
	var all sync.WaitGroup
	all.Go(s.strike)
	all.Go(s.kill)
	all.Go(s.fail)
	places := make(chan struct{}, s.callers)
	for i, p := range s.crowd {
		for hand := range 2 { // two callers per member
			all.Go(func() { p.work(rand.New(rand.NewPCG(s.seed, uint64(2*i+hand))), places) })
		}
	}
	all.Wait()
	s.struck = s.look()
	t.Logf("weather: %s", time.Since(s.began).Round(time.Second))
	s.box.ClearFaults()
	s.dead()
	s.settled()
	s.rechecked()
	s.compared()
	s.check()
	s.report()
}

// node is one place where a wallet node runs, and the one that runs there now.
type node struct {
	env     map[string]string
	running *programtest.Program
	up      atomic.Bool
}

// boot starts the nodes on a database that has the demo's content and a second game on one provider's accounts.
func (s *soak) boot(engine store.Engine) {
	s.t.Helper()
	env := programtest.DemoEnv(s.t, engine)
	env["KRAPAO_SANDBOX_URL"], env["KRAPAO_REGISTER_OTP"], env["KRAPAO_RECHECKS"] = s.box.URL, "false", rechecks
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

// gather registers the members and gives each money.
func (s *soak) gather() {
	s.t.Helper()
	s.crowd = make([]*person, s.members)
	var all sync.WaitGroup
	places := make(chan struct{}, 8)
	for i := range s.crowd {
		all.Go(func() {
			places <- struct{}{}
			defer func() { <-places }()
			s.crowd[i] = s.join()
		})
	}
	all.Wait()
	for _, p := range s.crowd {
		if p == nil {
			s.t.Fatal("somebody could not join")
		}
	}
}

// kill kills a node now and then, sometimes twice in a row, until the weather is over.
func (s *soak) kill() {
	r := rand.New(rand.NewPCG(s.seed, 1<<32))
	for !s.over.Load() {
		s.nap(s.killAfter + rand.N(s.killBefore-s.killAfter))
		if s.over.Load() {
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

// nap sleeps, but not beyond the weather's end.
func (s *soak) nap(d time.Duration) {
	for end := time.Now().Add(d); time.Now().Before(end) && !s.over.Load(); {
		time.Sleep(50 * time.Millisecond)
	}
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

// tally counts what happened.
type tally struct {
	mu     sync.Mutex
	counts map[string]int
}

func (t *tally) add(what string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.counts[what]++
}

// secrets collects what must stay secret.
type secrets struct {
	mu   sync.Mutex
	list map[string]bool
}

func (s *secrets) add(secret string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.list == nil {
		s.list = map[string]bool{}
	}
	if secret != "" {
		s.list[secret] = true
	}
}

// stop ends the nodes in order, so that the books can be read by another process.
func (s *soak) stop() {
	for _, n := range s.nodes {
		n.running.Interrupt()
	}
	for _, n := range s.nodes {
		if err := n.running.Wait(30 * time.Second); err != nil {
			s.t.Errorf("stopped with %v: %s", err, tail(n.running.Out.String()))
		}
	}
}

func tail(text string) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	return strings.Join(lines[max(0, len(lines)-20):], "\n")
}

func (g playedGame) String() string { return fmt.Sprintf("%s (%s)", g.code, g.family) }
