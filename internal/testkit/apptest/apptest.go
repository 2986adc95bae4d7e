// Package apptest starts the whole product in process for a test: a real store on either engine, a real sandbox, the demo's
// content. Nothing is mocked. Each and On run it in a bubble of testing/synctest, where time is virtual and the network has
// no sockets. Start is for tests that need the machine's network.
package apptest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"testing"
	"time"

	"krapao/cmd/krapao/demo"
	"krapao/cmd/krapao/preview"
	"krapao/internal/app"
	"krapao/internal/argon"
	"krapao/internal/bus"
	"krapao/internal/clock"
	"krapao/internal/config"
	"krapao/internal/content"
	"krapao/internal/store"
	"krapao/internal/telemetry"
	"krapao/internal/testkit/memnet"
	"krapao/sandbox/sandboxtest"
)

// Options are a test's differences from the default. The zero value is a demo node without limits on calls.
type Options struct {
	Engine store.Engine
	// Clock is the node's clock; nil: the machine's. The sandbox uses the machine's, except on Net.
	Clock clock.Clock
	// Net puts the nodes, their sandbox and their clients on a network without sockets, for a bubble of testing/synctest. Then
	// all nodes of the store are in this process: they learn of each other by one bus, not by PostgreSQL.
	Net *memnet.Net
	// Apart cuts the bus between the nodes of a bubble: each hears only its own hints.
	Apart bool
	// Limits switches the rate limits on.
	Limits bool
	// Masters are the master keys; nil: the key that all tests share.
	Masters config.Masters
	// DemoOperators sign in by one press.
	DemoOperators []string
	// Node changes settings before the start.
	Node func(*config.Node)
	// Outside changes the addresses of the outside before the start.
	Outside func(*config.Outside)
	// Content changes the demo's content before it is applied.
	Content func(content.Document)
	// Database changes how the node reaches its database.
	Database func(*store.Config)
	// Before changes the node before it runs.
	Before func(*app.App)
	// Random is the source of the wheel's seeds; nil: the machine's.
	Random io.Reader
	// Seed starts a bubble's Random.
	Seed byte
	// Log receives the node's log; nil shows warnings on standard error where KRAPAO_TEST_LOG is set.
	Log *slog.Logger
}

// App is a running node.
type App struct {
	*app.App
	// URL is the member listener's address, OperatorURL the operator listener's.
	URL, OperatorURL string
	Sandbox          *sandboxtest.Sandbox
	Store            *store.Store

	t       testing.TB
	options Options
	config  store.Config
	stop    func()
	// transport carries the clients' calls; nil: the machine's network.
	transport http.RoundTripper
	family    *family
	// host is the name of the node on the network without sockets.
	host string
	// shells are the operators who have signed in at a shell.
	shells []*Shell
	// filled: the demo's content is in the store.
	filled bool
}

// family is what the nodes of one store share in a bubble; nil outside of a bubble.
type family struct {
	hints *bus.Bus
	quiet quiet
	nodes int
}

// Start starts a node with a sandbox of its own. Both end with the test.
func Start(t testing.TB, o Options) *App {
	t.Helper()
	box := sandboxtest.Options{Net: o.Net, Loopback: o.Net == nil}
	if o.Net != nil {
		box.Clock = o.Clock
	}
	var f *family
	if o.Net != nil {
		f = &family{quiet: make(quiet, 1)}
		bubbles.Store(t, true)
		t.Cleanup(func() { bubbles.Delete(t) })
	}
	c, filled := fresh(t, o)
	return start(t, o, c, filled, sandboxtest.Start(t, box), f)
}

// Beside starts a second node on the same PostgreSQL and the same sandbox.
func (a *App) Beside() *App {
	a.t.Helper()
	return start(a.t, a.options, a.config, a.filled, a.Sandbox, a.family)
}

// BesideAt is Beside with a clock of its own.
func (a *App) BesideAt(c clock.Clock) *App {
	a.t.Helper()
	o, config := a.options, a.config
	o.Clock, config.Clock = c, c
	return start(a.t, o, config, a.filled, a.Sandbox, a.family)
}

// BesideBy is Beside where the second node reaches the database in another way.
func (a *App) BesideBy(change func(*store.Config)) *App {
	a.t.Helper()
	config := a.config
	change(&config)
	return start(a.t, a.options, config, a.filled, a.Sandbox, a.family)
}

func start(t testing.TB, o Options, c store.Config, filled bool, box *sandboxtest.Sandbox, f *family) *App {
	t.Helper()
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
		if os.Getenv("KRAPAO_TEST_LOG") != "" {
			o.Log = telemetry.NewLogger(os.Stderr, slog.LevelInfo)
		}
	}
	a := &App{Sandbox: box, t: t, options: o, config: c, filled: filled, family: f}
	if o.Net != nil {
		f.nodes++
		a.host = fmt.Sprintf("wallet%d.test", f.nodes)
		transport := o.Net.Transport()
		t.Cleanup(transport.CloseIdleConnections)
		a.transport = transport
	}
	a.boot()
	t.Cleanup(func() { a.stop() })
	return a
}

// Restart stops the node in order and starts it again with the same store, on another port.
func (a *App) Restart() { a.RestartAfter(func() {}) }

// RestartAfter is Restart that calls a function while the node is down.
func (a *App) RestartAfter(happens func()) {
	a.t.Helper()
	a.stop()
	happens()
	a.boot()
}

// RestartOn is Restart that changes the store while no node has it open.
func (a *App) RestartOn(change func(s *store.Store) error) {
	a.t.Helper()
	a.RestartAfter(func() {
		s, err := store.Open(context.Background(), a.config)
		if err != nil {
			a.t.Fatal(err)
		}
		if err := errors.Join(change(s), s.Close()); err != nil {
			a.t.Fatal(err)
		}
	})
}

func (a *App) boot() {
	a.t.Helper()
	ctx := context.Background()
	s, err := store.Open(ctx, a.config)
	if err != nil {
		a.t.Fatal(err)
	}
	if _, err := s.Migrate(ctx); err != nil {
		a.t.Fatal(err)
	}
	node := config.Node{RegisterOTP: true, Chat: true, Limits: "off"}
	if a.options.Limits {
		node.Limits = "on"
	}
	if a.options.Node != nil {
		a.options.Node(&node)
	}
	outside := app.Sandboxed(a.Sandbox.URL)
	if a.options.Outside != nil {
		a.options.Outside(&outside)
	}
	settings := app.Config{
		Node: node, Outside: outside, Store: s, Masters: a.masters(),
		PlainOutside: a.Sandbox.URL, Log: a.options.Log, Demo: true, DemoOperators: a.options.DemoOperators, Random: a.options.Random,
		Argon: argon.Cost{Memory: 64, Passes: 1, Threads: 1},
	}
	if a.options.Net != nil {
		settings.Dial, settings.Hints = a.options.Net.Dial, a.hints(s)
	}
	running, err := app.Build(ctx, settings)
	if err != nil {
		a.t.Fatal(err)
	}
	if a.options.Before != nil {
		a.options.Before(running)
	}
	a.App, a.Store = running, s
	if !a.filled {
		a.applyContent()
	}
	a.listen()
}

// masters are the node's master keys.
func (a *App) masters() config.Masters {
	if a.options.Masters != nil {
		return a.options.Masters
	}
	return config.Masters{1: []byte("a test's master key, not random.")}
}

// Rekey gives the node other master keys from its next start.
func (a *App) Rekey(m config.Masters) { a.options.Masters = m }

// hints is the bus of the nodes in the bubble.
func (a *App) hints(s *store.Store) *bus.Bus {
	a.t.Helper()
	if a.family.hints == nil || a.options.Apart {
		a.family.hints = bus.Open(s, a.options.Log, true)
	}
	return a.family.hints
}

func (a *App) applyContent() {
	a.t.Helper()
	doc, err := demo.Document()
	if err != nil {
		a.t.Fatal(err)
	}
	if a.options.Content != nil {
		a.options.Content(doc)
	}
	if _, err := content.Apply(context.Background(), a.Store, a.Sections(), doc, false); err != nil {
		a.t.Fatal(err)
	}
	a.filled = true
	keepFilled(a)
}

// Apply puts content into force as the command does: by a process of its own on PostgreSQL, and through the node on SQLite, which
// has the database to itself.
func (a *App) Apply(d content.Document) (changes []string, err error) {
	a.t.Helper()
	s, sections := a.Store, a.Sections()
	if s.Engine() == store.Postgres {
		if s, err = store.Open(context.Background(), a.config); err != nil {
			return nil, err
		}
		defer func() { _ = s.Close() }()
		sections = app.Sections(s, app.Sandboxed(a.Sandbox.URL).Providers)
	}
	return content.Apply(context.Background(), s, sections, d, false)
}

func (a *App) listen() {
	a.t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() { defer close(done); a.Run(ctx, nil) }()
	previews := preview.Over(a.App)
	memberSide, stopMember := a.serve(a.host+":80", previews)
	operatorSide, stopOperator := a.serve("operator."+a.host+":80", a.OperatorHandler())
	a.URL, a.OperatorURL = memberSide, operatorSide
	a.Sandbox.SetWalletURL(a.URL)
	a.stop = func() {
		a.Server.Stopping()
		a.Live.Close()
		stopMember()
		previews.Close()
		stopOperator()
		cancel()
		<-done
		a.Close()
		_ = a.Store.Close()
		a.stop = func() {}
	}
}

// serve opens a listener: on loopback, or as a host of the network without sockets.
func (a *App) serve(host string, h http.Handler) (url string, stop func()) {
	a.t.Helper()
	var l net.Listener
	if a.options.Net != nil {
		l = a.options.Net.Listen(host)
	} else {
		var err error
		if l, err = net.Listen("tcp", "127.0.0.1:0"); err != nil {
			a.t.Fatal(err)
		}
	}
	server := &http.Server{Handler: h, ReadHeaderTimeout: 10 * time.Second}
	go func() { _ = server.Serve(l) }()
	return "http://" + l.Addr().String(), func() {
		ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
		defer cancel()
		if server.Shutdown(ctx) != nil {
			_ = server.Close()
		}
	}
}
