// Package core is what all protocols of the sandbox share: the store, the faults, the handling of calls and callbacks,
// the workers and the totals. It knows no protocol by name. Each registers a Protocol: its routes, the targets of its
// faults, its tables, its part of the totals, and its worker.
//
// Serve in call.go is the only place where a fault's mode is applied to a call; Notify in callback.go is that for a
// callback.
package core

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"time"

	"krapao/internal/clock"
)

// Config configures a frame. Addresses come from here at each start, never from stored data.
type Config struct {
	// DataDir is the directory of sandbox.db; it is created if it is missing.
	DataDir string
	// PublicURL is the sandbox's address for members' browsers; empty: the address of the request.
	PublicURL string
	// Clock is the sandbox's clock; nil: the system's.
	Clock clock.Clock
	// Logger receives the log; nil: slog's default.
	Logger *slog.Logger
	// Callbacks sends callbacks; nil: over the machine's network.
	Callbacks http.RoundTripper
}

// Frame is what all protocols of the sandbox share: the store, the faults, the handling of calls and callbacks, and the
// workers. It knows no protocol by name; they register themselves.
type Frame struct {
	*store
	Faults Faults
	Log    *slog.Logger
	// Protocols are the registered ones, in their order.
	Protocols []Protocol

	wallets   wallets
	traffic   traffic
	publicURL string
	clock     clock.Clock
	client    *http.Client

	closing context.Context // done when the frame closes
	stop    context.CancelFunc
	mu      sync.Mutex // guards closed and the start of running goroutines
	closed  bool
	running sync.WaitGroup
}

// Open opens the store in the data directory. Stored data survive a restart, faults don't. Protocols register with it,
// then Start serves them.
func Open(ctx context.Context, config Config) (*Frame, error) {
	store, err := openStore(ctx, config.DataDir)
	if err != nil {
		return nil, err
	}
	f := &Frame{
		store: store, publicURL: strings.TrimRight(config.PublicURL, "/"), clock: config.Clock, Log: config.Logger,
		client: callbackClient(config.Callbacks),
	}
	if f.clock == nil {
		f.clock = clock.System{}
	}
	if f.Log == nil {
		f.Log = slog.Default()
	}
	// A fault's delay is real time, and so is the time during which it denies a reference.
	f.Faults.now = time.Now
	f.closing, f.stop = context.WithCancel(context.Background())
	return f, nil
}

// Register adds a protocol; all are registered before Start.
func (f *Frame) Register(p Protocol) {
	f.Protocols = append(f.Protocols, p)
	f.Faults.targets = append(f.Faults.targets, p.Targets...)
}

// Start creates the tables of all protocols, starts their workers and returns the handler of their calls.
func (f *Frame) Start(ctx context.Context) (http.Handler, error) {
	var columns []Column
	var tables strings.Builder
	for _, p := range f.Protocols {
		columns = append(columns, p.Columns...)
		tables.WriteString(p.Tables)
	}
	if err := f.prepare(ctx, columns, tables.String()); err != nil {
		return nil, err
	}
	mux := http.NewServeMux()
	woken := map[string]<-chan struct{}{}
	for _, p := range f.Protocols {
		for _, one := range p.Routes {
			mux.Handle(one.pattern, one.handler)
		}
		if p.Settle != nil {
			woken[p.Name] = f.wakes()
		}
	}
	for _, p := range f.Protocols { // all channels exist now: from here on workers write
		if p.Settle != nil {
			f.background(func(ctx context.Context) { f.keepSettling(ctx, p.Name, woken[p.Name], p.Settle) })
		}
	}
	return mux, nil
}

// Menu returns the menu of all pages.
func (f *Frame) Menu() (all []MenuEntry) {
	for _, p := range f.Protocols {
		all = append(all, p.Menu...)
	}
	return all
}

// Close ends everything that runs, also hanging calls, and closes the store.
func (f *Frame) Close() error {
	f.mu.Lock()
	if f.closed {
		f.mu.Unlock()
		return nil
	}
	f.closed = true
	f.mu.Unlock()
	f.stop()
	f.running.Wait()
	f.client.CloseIdleConnections()
	if err := f.DB.Close(); err != nil {
		return fmt.Errorf("sandbox: close: %w", err)
	}
	return nil
}

// background runs do until it ends; Close cancels do's context and waits for it.
func (f *Frame) background(do func(ctx context.Context)) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.closed {
		return
	}
	f.running.Go(func() { do(f.closing) })
}

// wait returns after d, or earlier when ctx or the frame ends.
func (f *Frame) wait(ctx context.Context, d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	case <-f.closing.Done():
	}
}

// later runs do after d, unless the frame is closed first.
func (f *Frame) later(d time.Duration, do func()) {
	f.background(func(ctx context.Context) {
		f.wait(ctx, d)
		if ctx.Err() == nil {
			do()
		}
	})
}

// settleTick is how often a worker looks for due work.
const settleTick = 100 * time.Millisecond

// keepSettling runs a protocol's worker until the context ends. While nothing is open, the worker runs again only after
// a write: an unused sandbox costs nothing.
func (f *Frame) keepSettling(
	ctx context.Context, name string, wrote <-chan struct{}, settle func(context.Context) (open bool, err error),
) {
	for ctx.Err() == nil {
		open, err := settle(ctx)
		if err != nil && ctx.Err() == nil {
			f.Log.Error("sandbox: settle "+name, "err", err)
		}
		if !open && err == nil {
			select {
			case <-wrote:
			case <-ctx.Done():
			}
		}
		f.wait(ctx, settleTick)
	}
}

// Now is the sandbox's time.
func (f *Frame) Now() time.Time { return f.clock.Now() }

// PublicAddress is the sandbox's address for a browser.
func (f *Frame) PublicAddress(r *http.Request) string {
	if f.publicURL != "" {
		return f.publicURL
	}
	return "http://" + r.Host
}
