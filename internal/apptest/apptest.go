// Package apptest boots the whole product in process for a test: a real store on either engine, a real sandbox and a real
// listener on loopback ports, the demo's content. Nothing is mocked.
package apptest

import (
	"context"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"testing"
	"time"

	"krapao/cmd/krapao/app"
	"krapao/cmd/krapao/demo"
	"krapao/internal/clock"
	"krapao/internal/config"
	"krapao/internal/content"
	"krapao/internal/memnet"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/internal/telemetry"
	"krapao/member"
	"krapao/sandbox/sandboxtest"
)

// Options are what a test wants to be different; the zero value is a demo node without limits on calls.
type Options struct {
	Engine store.Engine
	// Clock is the node's; nil is the machine's. The sandbox keeps the machine's, except on Net.
	Clock clock.Clock
	// Net has the node, its sandbox and its clients on a network without sockets, for a bubble of testing/synctest. The
	// node is alone on its store then.
	Net *memnet.Net
	// Limits switches the rate limits on.
	Limits bool
	// Node changes settings before the start.
	Node func(*config.Node)
	// Outside changes where the outside is before the start.
	Outside func(*config.Outside)
	// Content changes the demo's content before it is applied.
	Content func(content.Document)
	// Before changes the node before it runs.
	Before func(*app.App)
	// Random is where the wheel's seeds come from; nil is the machine's.
	Random io.Reader
	// Seed is what a bubble's Random begins with.
	Seed byte
	// Log sees what the node logs; nil shows warnings on standard error where KRAPAO_TEST_LOG is set.
	Log *slog.Logger
}

// App is a running node.
type App struct {
	*app.App
	// URL is the member listener's address, OperatorURL the operator's.
	URL, OperatorURL string
	Sandbox          *sandboxtest.Sandbox
	Store            *store.Store

	t       testing.TB
	options Options
	config  store.Config
	stop    func()
	// transport carries the clients' calls; nil is the machine's network.
	transport http.RoundTripper
}

// Start boots a node with a sandbox of its own; both end with the test.
func Start(t testing.TB, o Options) *App {
	t.Helper()
	box := sandboxtest.Options{Net: o.Net, Loopback: o.Net == nil}
	if o.Net != nil {
		box.Clock = o.Clock
	}
	return start(t, o, storetest.Config(t, o.Engine, o.Clock), sandboxtest.Start(t, box))
}

// Beside boots a second node on the same PostgreSQL and the same sandbox.
func (a *App) Beside() *App {
	a.t.Helper()
	return start(a.t, a.options, a.config, a.Sandbox)
}

// Each runs a test on both engines, in parallel.
func Each(t *testing.T, o Options, test func(t *testing.T, a *App)) {
	t.Helper()
	for _, engine := range storetest.Engines {
		t.Run(string(engine), func(t *testing.T) {
			t.Parallel()
			o := o
			o.Engine = engine
			test(t, Start(t, o))
		})
	}
}

func start(t testing.TB, o Options, c store.Config, box *sandboxtest.Sandbox) *App {
	t.Helper()
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
		if os.Getenv("KRAPAO_TEST_LOG") != "" {
			o.Log = telemetry.NewLogger(os.Stderr, slog.LevelInfo)
		}
	}
	a := &App{Sandbox: box, t: t, options: o, config: c}
	if o.Net != nil {
		transport := o.Net.Transport()
		t.Cleanup(transport.CloseIdleConnections)
		a.transport = transport
	}
	a.boot()
	t.Cleanup(func() { a.stop() })
	return a
}

// Restart stops the node in order and starts it again on the same store, on another port.
func (a *App) Restart() {
	a.t.Helper()
	a.stop()
	a.boot()
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
		Node: node, Outside: outside, Store: s, MasterKey: []byte("a test's master key, not random"[:31] + "."),
		PlainOutside: a.Sandbox.URL, Clock: a.options.Clock, Log: a.options.Log, Demo: true, Random: a.options.Random,
		Argon: member.Argon{Memory: 64, Passes: 1, Threads: 1},
	}
	if a.options.Net != nil {
		settings.Dial, settings.Alone = a.options.Net.Dial, true
	}
	running, err := app.Open(ctx, settings)
	if err != nil {
		a.t.Fatal(err)
	}
	if a.options.Before != nil {
		a.options.Before(running)
	}
	a.App, a.Store = running, s
	a.applyContent()
	a.listen()
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
}

func (a *App) listen() {
	a.t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() { defer close(done); a.Run(ctx) }()
	memberSide, stopMember := a.serve("wallet.test:80", a.Handler())
	operatorSide, stopOperator := a.serve("operator.test:80", a.OperatorHandler())
	a.URL, a.OperatorURL = memberSide, operatorSide
	a.Sandbox.SetWalletURL(a.URL)
	a.stop = func() {
		a.Server.Stopping()
		a.Live.Close()
		stopMember()
		stopOperator()
		cancel()
		<-done
		a.Close()
		_ = a.Store.Close()
		a.stop = func() {}
	}
}

// serve opens a listener: on loopback, or as a host of the network of its own.
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
