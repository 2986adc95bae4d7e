package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"time"

	"krapao/cmd/krapao/preview"
	"krapao/internal/app"
	"krapao/internal/config"
	"krapao/internal/steady"
	"krapao/internal/store"
	"krapao/internal/telemetry"
	"krapao/operator/cli"
	"krapao/operator/cli/local"
)

// stopWithin is how long a stopping node goes on with its requests: each is answered within 25 s.
const stopWithin = 27 * time.Second

// logTo sets the program's logger: JSON lines on standard error, redacted.
func logTo(level, otherwise string) {
	if level == "" {
		level = otherwise
	}
	var l slog.Level
	if err := l.UnmarshalText([]byte(level)); err != nil {
		l = slog.LevelInfo // cannot happen: kong has checked the word
	}
	slog.SetDefault(telemetry.NewLogger(os.Stderr, l))
}

// writable makes a directory and tries to write in it, so that a wrong one is one clear line at the start.
func writable(dir string) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return fmt.Errorf("the directory %s cannot be made: %w", dir, reason(err))
	}
	probe, err := os.CreateTemp(dir, ".probe-*")
	if err != nil {
		return fmt.Errorf("the directory %s cannot be written: %w", dir, reason(err))
	}
	return errors.Join(probe.Close(), os.Remove(probe.Name()))
}

// reason returns the system's error without the path, which the line names already.
func reason(err error) error {
	var number syscall.Errno
	if errors.As(err, &number) {
		return number
	}
	return err
}

// listen opens a listener; a taken port is one clear line.
func listen(ctx context.Context, name, variable, addr string) (net.Listener, error) {
	l, err := new(net.ListenConfig).Listen(ctx, "tcp", addr)
	if errors.Is(err, syscall.EADDRINUSE) {
		return nil, fmt.Errorf("%s: %s is taken by another program; choose another with %s", name, addr, variable)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: cannot listen on %s (%s): %w", name, addr, variable, reason(err))
	}
	return l, nil
}

// free fails early where a listener, which opens last, will not be able to open.
func free(ctx context.Context, name, variable, addr string) error {
	l, err := listen(ctx, name, variable, addr)
	if err != nil {
		return err
	}
	return l.Close()
}

// serveOn answers on a listener until stop is called. failed gets the error of a listener that ends before.
func serveOn(l net.Listener, h http.Handler, failed chan<- error) (stop func(context.Context) error) {
	server := &http.Server{
		Handler: h, ReadHeaderTimeout: 10 * time.Second, ReadTimeout: 60 * time.Second, IdleTimeout: 120 * time.Second,
		MaxHeaderBytes: 32 << 10, ErrorLog: slog.NewLogLogger(slog.Default().Handler(), slog.LevelDebug),
	}
	go func() {
		if err := steady.Serve(server, l); !errors.Is(err, http.ErrServerClosed) {
			failed <- err
		}
	}()
	return func(ctx context.Context) error {
		if err := server.Shutdown(ctx); err != nil {
			return errors.Join(err, server.Close())
		}
		return nil
	}
}

// openStore opens and migrates.
func openStore(ctx context.Context, db config.Database) (*store.Store, error) {
	if file, yes := where(db).SQLite(); yes {
		if err := writable(filepath.Dir(file)); err != nil {
			return nil, err
		}
	}
	s, err := store.Open(ctx, where(db))
	if err != nil {
		return nil, err
	}
	if _, err := s.Migrate(ctx); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

// node is a running wallet node: its app and its two listeners.
type node struct {
	app      *app.App
	member   net.Listener
	operator net.Listener
	stops    []func(context.Context) error
	failed   chan error
	cancel   context.CancelFunc
	finished sync.WaitGroup
}

// start opens the operator listener and the operators' socket, starts the background work, and opens the member listener
// last.
func start(ctx context.Context, a *app.App) (*node, error) {
	n := &node{app: a, failed: make(chan error, 2)}
	err := a.OpenOperator()
	if err != nil {
		return nil, err
	}
	if n.operator, err = listen(ctx, "operator listener", "KRAPAO_OPERATOR_ADDR", a.Node.OperatorAddr); err != nil {
		return nil, err
	}
	commands, err := local.Listen(ctx, cli.Socket(a.Node.DataDir))
	if err != nil {
		return nil, errors.Join(err, n.operator.Close())
	}
	n.stops = append(n.stops, serveOn(n.operator, a.OperatorHandler(), n.failed))
	background, cancel := context.WithCancel(context.WithoutCancel(ctx))
	n.cancel = cancel
	n.finished.Go(func() { a.Run(background, commands) })
	if n.member, err = listen(ctx, "member listener", "KRAPAO_ADDR", a.Node.Addr); err != nil {
		n.stop()
		return nil, err
	}
	previews := preview.Over(a)
	n.stops = append(n.stops, func(context.Context) error { previews.Close(); return nil }, serveOn(n.member, previews, n.failed))
	return n, nil
}

// console is the address of the console. Without a setting it is by this machine's name: a passkey's site is a name, and never a
// number.
func (n *node) console() string {
	if n.app.Node.OperatorURL != "" {
		return n.app.Node.OperatorURL
	}
	return strings.Replace(config.Browse(n.operator.Addr()), "//127.0.0.1:", "//localhost:", 1)
}

// wait returns when the program is asked to stop, or a listener fails.
func (n *node) wait(ctx context.Context) error {
	select {
	case <-ctx.Done():
		return nil
	case err := <-n.failed:
		return fmt.Errorf("a listener failed: %w", err)
	}
}

// stop takes no new requests, finishes those under way, and then stops the background work.
func (n *node) stop() {
	ctx, cancel := context.WithTimeout(context.Background(), stopWithin)
	defer cancel()
	n.app.Server.Stopping()
	n.app.Live.Close()
	var stopping sync.WaitGroup
	for _, stop := range n.stops {
		stopping.Go(func() {
			if err := stop(ctx); err != nil {
				slog.Warn("a listener was not stopped in order", "error", err)
			}
		})
	}
	stopping.Wait()
	n.cancel()
	n.finished.Wait()
}

// where says which database to open.
func where(db config.Database) store.Config {
	return store.Config{URL: db.DatabaseURL, Dir: db.DataDir, Standby: db.Standby, Connections: int(db.Connections)}
}
