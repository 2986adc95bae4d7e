package app

import (
	"context"
	"errors"
	"net"
	"os"

	"krapao/internal/config"
	"krapao/internal/node"
	"krapao/internal/secret"
	"krapao/internal/settle"
	"krapao/ledger"
)

// openNode opens what this node says of itself.
func openNode(c Config, box *secret.Box, books *ledger.Ledger) *node.Register {
	running := config.Running{Node: c.Node, Outside: c.Outside, OutsideFile: c.OutsideFile, Masters: c.Masters, Flags: c.Flags}
	return node.New(node.Deps{
		Store: c.Store, Keyed: box.Index, Number: books.Node(), Version: c.Version, Settings: running.Settings(),
		Addresses: []string{reached(c.Node.Addr), reached(c.Node.OperatorAddr)},
	})
}

// reached is the address of a listener with the machine's name, where it listens on all of the machine's addresses.
func reached(address string) string {
	host, port, err := net.SplitHostPort(address)
	if ip := net.ParseIP(host); err != nil || host != "" && (ip == nil || !ip.IsUnspecified()) {
		return address
	}
	if name, err := os.Hostname(); err == nil {
		host = name
	}
	return net.JoinHostPort(host, port)
}

// keepNode says that this node runs, until the context ends.
func (a *App) keepNode(ctx context.Context) {
	a.node.Keep(ctx, func(err error) { a.Log.Warn("this node cannot say that it runs", "error", err) })
}

// told is a task that notes its runs.
func (a *App) told(t settle.Task) settle.Task {
	run := t.Run
	t.Run = func(ctx context.Context) error {
		err := run(ctx)
		if ctx.Err() != nil && err != nil {
			err = errors.Join(err, ctx.Err())
		}
		a.node.Ran(t.Name, err)
		return err
	}
	return t
}
