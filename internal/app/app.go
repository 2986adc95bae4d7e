// Package app builds the product: the one place that knows the concrete engine, every adapter and every area.
//
// Promises:
//   - Build makes everything in the order of dependencies. It fails where a wire between two areas is missing.
//   - What was opened is closed in the opposite order.
//   - Background work stops when the context of Run ends, and Run waits for it.
//   - The listeners are the caller's. The member listener opens last.
package app

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"log/slog"
	"net"
	"net/http"

	"krapao/internal/argon"
	"krapao/internal/bus"
	"krapao/internal/config"
	"krapao/internal/content"
	"krapao/internal/keyring"
	"krapao/internal/store"
	"krapao/internal/witness"
	"krapao/operator/cli"
)

// Config is what an app is built from. Its store is open and migrated.
type Config struct {
	Node    config.Node
	Outside config.Outside
	// OutsideFile is where that was read from; empty: it is the demo's own. Flags are the settings that were given as flags, by
	// their variables. Both are for the list of settings.
	OutsideFile string
	Flags       []string
	Store       *store.Store
	// Masters are the master keys by their versions. The database's own keys are sealed under the highest.
	Masters keyring.Masters
	// Witnesses are the places outside the database that record every minute where the audit log and the ledger end;
	// empty: there are none.
	Witnesses []witness.Place
	// PlainOutside is an origin without TLS that games come from: the sandbox's.
	PlainOutside string
	// Site is the built web app, and Console the house's own; nil serves the API alone.
	Site, Console fs.FS
	// Log is nil for the program's own logger.
	Log *slog.Logger
	// Dial makes the connections to the outside; nil is the machine's network.
	Dial func(ctx context.Context, network, address string) (net.Conn, error)
	// Hints is the bus of all nodes on the store, where all of them are in this process. With nil, hints go over the store.
	Hints *bus.Bus
	// Version is the program's, for the figures.
	Version string
	// Demo shortens the waits as RULES.md section 15 says of the demo profile.
	Demo bool
	// DemoOperators are the names of those who sign in to a demo's console by one press; empty: nobody.
	DemoOperators []string
	// Random is where the wheel's seeds come from; nil is the machine's.
	Random io.Reader
	// Argon is the cost of password hashes; zero is the product's. Tests make it cheap.
	Argon argon.Cost
}

// App is the built product, without its listeners.
type App struct {
	base
	areas
	face
	opened closers
}

// Sections are all sections of a content document. The app's own caches know at once what is applied.
func (a *App) Sections() []content.Section { return a.sections() }

// Operators are the use cases of operators.
func (a *App) Operators() *cli.Services { return a.office.Services() }

// Handler is the member listener's.
func (a *App) Handler() http.Handler { return a.Server.Handler() }

// OperatorHandler is the operator listener's.
func (a *App) OperatorHandler() http.Handler { return a.operator }

// OpenOperator makes the operator API, so that a mistake in it ends the start of a node and not somebody's call.
func (a *App) OpenOperator() error { return a.operator.Open() }

// Close ends what Build opened, in the opposite order. The store stays the caller's.
func (a *App) Close() { a.opened.close() }

// closers end what was opened.
type closers struct{ list []func() }

func (c *closers) add(f func()) { c.list = append(c.list, f) }

// close calls them, the last one first. It does nothing the second time.
func (c *closers) close() {
	for i := len(c.list) - 1; i >= 0; i-- {
		c.list[i]()
	}
	c.list = nil
}

// warn logs that a part was not closed in order.
func warn(log *slog.Logger, part string, err error) {
	if err != nil && !errors.Is(err, context.Canceled) {
		log.Warn("not closed in order", "part", part, "error", err)
	}
}
