package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"path/filepath"
	"strings"
	"time"

	"krapao/internal/app"
	"krapao/internal/config"
	"krapao/internal/store"
	"krapao/internal/telemetry"
	"krapao/operator/identity"
	"krapao/sandbox"
	"krapao/web"
)

type demoCommand struct {
	config.Node
	SandboxAddr string `name:"sandbox-addr" env:"KRAPAO_SANDBOX_ADDR" default:"127.0.0.1:8090" placeholder:"HOST:PORT" help:"Where the demo's own sandbox listens."`
	SandboxURL  string `name:"sandbox-url" env:"KRAPAO_SANDBOX_URL" placeholder:"URL" help:"Use the sandbox at this address instead of an own one."`
	Operators   bool   `name:"demo-operators" env:"KRAPAO_DEMO_OPERATORS" default:"true" negatable:"" help:"Two chiefs, nok and mai, who sign in to the console by one press."`
}

// Run is the whole product on this machine.
func (c demoCommand) Run(ctx context.Context, given flags) error {
	logTo(c.LogLevel, "warn")
	if err := free(ctx, "member listener", "KRAPAO_ADDR", c.Addr); err != nil {
		return err
	}
	if err := writable(c.DataDir); err != nil {
		return fmt.Errorf("KRAPAO_DATA_DIR: %w", err)
	}
	if c.BlobDir != "" {
		if err := writable(c.BlobDir); err != nil {
			return fmt.Errorf("KRAPAO_BLOB_DIR: %w", err)
		}
	}
	s, err := openStore(ctx, c.Database)
	if err != nil {
		return err
	}
	defer closing("store", s.Close)
	box, err := c.startSandbox(ctx)
	if err != nil {
		return err
	}
	defer box.stop()
	a, err := c.open(ctx, s, box, given)
	if err != nil {
		return err
	}
	defer a.Close()
	stopTraces, err := telemetry.StartTraces(ctx, version())
	if err != nil {
		return err
	}
	defer closing("traces", func() error { return stopTraces(context.WithoutCancel(ctx)) })
	n, err := start(ctx, a)
	if err != nil {
		return err
	}
	defer n.stop()
	wallet := config.Browse(n.member.Addr())
	stopAnnouncing := box.announce(ctx, wallet)
	defer stopAnnouncing()
	if err := c.welcome(ctx, a, wallet, n.console(), box); err != nil {
		return err
	}
	return n.wait(ctx)
}

func closing(what string, f func() error) {
	if err := f(); err != nil {
		slog.Warn("not closed in order", "part", what, "error", err)
	}
}

func (c demoCommand) open(ctx context.Context, s *store.Store, box *outsideWorld, given flags) (*app.App, error) {
	known, err := c.masters(ctx, s)
	if err != nil {
		return nil, err
	}
	places, err := witnesses(c.Witness, c.Database, true)
	if err != nil {
		return nil, err
	}
	outside := app.Sandboxed(box.url)
	outside.OIDC = app.SandboxedSignIn(box.url)
	if box.mail != nil {
		outside.Notices["duty"] = app.SandboxedMail(box.mail.Addr().String(), box.own.Mail().Certificate)
	}
	outside.Callout = config.Callout{URL: box.url + "/callout", Secret: sandbox.DemoCredentials().Callout.Secret}
	a, err := app.Build(ctx, app.Config{
		Node: c.Node, Outside: outside, Store: s, Masters: known, Witnesses: places,
		Demo: true, DemoOperators: c.operators(), Version: version(), Flags: given,
		PlainOutside: config.Origin(box.url), Site: web.Dist(), Console: web.Console(),
	})
	if err != nil {
		return nil, err
	}
	if err := errors.Join(applyDemoContent(ctx, a), identity.DemoOf(a.Operators().Identity).Open(ctx)); err != nil {
		a.Close()
		return nil, err
	}
	return a, nil
}

// operators are those who sign in by one press. There are two, so that what takes two persons can be tried.
func (c demoCommand) operators() []string {
	if !c.Operators {
		return nil
	}
	return []string{"nok", "mai"}
}

// masters returns the configured master keys, or the demo's own, which is made once.
func (c demoCommand) masters(ctx context.Context, s *store.Store) (config.Masters, error) {
	known, err := masters(ctx, c.Database, s)
	if err != nil || len(known) > 0 {
		return known, err
	}
	if err := keepDemoKey(ctx, c.Database, s); err != nil {
		return nil, err
	}
	return masters(ctx, c.Database, s)
}

// outsideWorld is the sandbox that a demo node uses: its own, or another process.
type outsideWorld struct {
	url  string
	own  *sandbox.Server
	stop func()
	// mail is where its own one takes mail; nil: it does not.
	mail net.Listener
}

func (c demoCommand) startSandbox(ctx context.Context) (*outsideWorld, error) {
	if c.SandboxURL != "" {
		if config.Origin(c.SandboxURL) == "" {
			return nil, fmt.Errorf("KRAPAO_SANDBOX_URL is not an address: %q", c.SandboxURL)
		}
		return &outsideWorld{url: strings.TrimRight(c.SandboxURL, "/"), stop: func() {}}, nil
	}
	box, err := runSandbox(ctx, c.SandboxAddr, filepath.Join(c.DataDir, "sandbox"), "")
	if err != nil {
		return nil, err
	}
	if err := box.takeMail(ctx); err != nil {
		box.stop()
		return nil, err
	}
	return box, nil
}

// takeMail opens the sandbox's server of mail, at a free port of this machine.
func (o *outsideWorld) takeMail(ctx context.Context) (err error) {
	if o.mail, err = listen(ctx, "the sandbox's mail", "KRAPAO_SANDBOX_ADDR", "127.0.0.1:0"); err != nil {
		return err
	}
	go func() {
		if err := o.own.Mail().Serve(o.mail, false); err != nil {
			slog.Warn("the sandbox takes no mail", "error", err)
		}
	}()
	return nil
}

// runSandbox opens a sandbox and its listener.
func runSandbox(ctx context.Context, addr, dir, wallet string) (*outsideWorld, error) {
	l, err := listen(ctx, "sandbox", "KRAPAO_SANDBOX_ADDR", addr)
	if err != nil {
		return nil, err
	}
	own, err := sandbox.Open(ctx, sandbox.Config{DataDir: dir, WalletURL: wallet, Logger: slog.Default()})
	if err != nil {
		return nil, errors.Join(err, l.Close())
	}
	failed := make(chan error, 1)
	stopListening := serveOn(l, own.Handler(), failed)
	return &outsideWorld{url: config.Browse(l.Addr()), own: own, stop: func() {
		closing("sandbox", own.Close) // first: it ends the calls that hang by design
		ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
		defer cancel()
		closing("sandbox listener", func() error { return stopListening(ctx) })
	}}, nil
}

// announceEvery is how often a node tells a sandbox in another process where it listens. A sandbox forgets the address when it
// restarts.
const announceEvery = 10 * time.Second

// announce tells the sandbox the node's address, until stop is called.
func (o *outsideWorld) announce(ctx context.Context, wallet string) (stop func()) {
	if o.own != nil {
		o.own.SetWalletURL(wallet)
		return func() {}
	}
	ctx, cancel := context.WithCancel(ctx)
	done := make(chan struct{})
	go func() {
		defer close(done)
		for {
			if err := sandbox.Announce(ctx, o.url, wallet); err != nil && ctx.Err() == nil {
				slog.WarnContext(ctx, "the sandbox does not answer", "sandbox", o.url, "error", err)
			}
			select {
			case <-ctx.Done():
				return
			case <-time.After(announceEvery):
			}
		}
	}()
	return func() { cancel(); <-done }
}

func (c demoCommand) welcome(ctx context.Context, a *app.App, wallet, console string, box *outsideWorld) error {
	signIn := "Whoever runs the house signs in to the console: krapao operator init NAME, then krapao operator login --invited."
	demo, err := identity.DemoOf(a.Operators().Identity).Operators(ctx)
	if err != nil {
		return fmt.Errorf("the demo's operators: %w", err)
	}
	if len(demo) > 0 {
		names := make([]string, len(demo))
		for i, o := range demo {
			names[i] = o.Name + " (" + string(o.Role) + ")"
		}
		signIn = "Then run the house: open the console and sign in by one press, as " + strings.Join(names, " or ") + "."
	}
	data := "PostgreSQL"
	if file, yes := where(c.Database).SQLite(); yes {
		data = filepath.Dir(file)
	}
	fmt.Printf(`
  Krapao is running. Everything here is play money.

    Member app      %s
    Sandbox         %s   (phone, bank, vouchers, games)
    Console         %s   (the house's own side; /metrics)
    Data            %s

  First: open the member app and register with any phone number of 10 digits, e.g. 0812345678.
  The one-time code arrives on the sandbox's phone page: %s/phone?phone=0812345678
  Then deposit 500 baht by KBANK QR; the sandbox's bank page pays it.
  %s

  Stop with Ctrl-C. The data stays.
`, wallet, box.url, console, data, box.url, signIn)
	return nil
}
