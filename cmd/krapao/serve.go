package main

import (
	"context"
	"errors"
	"fmt"

	"krapao/internal/app"
	"krapao/internal/config"
	"krapao/internal/telemetry"
	"krapao/web"
)

type serveCommand struct {
	config.Node
	Outside    string `env:"KRAPAO_OUTSIDE" placeholder:"FILE" help:"JSON file of the outside systems: addresses and secrets."`
	SandboxURL string `name:"sandbox-url" env:"KRAPAO_SANDBOX_URL" hidden:""`
	Demo       bool   `name:"demo-operators" env:"KRAPAO_DEMO_OPERATORS" hidden:""`
}

// Run is a production node.
func (c serveCommand) Run(ctx context.Context, unknown strays, given flags) error {
	logTo(c.LogLevel, "info")
	masters, mastersWrong := config.ReadMasters()
	outside, err := c.settings(unknown, masters, mastersWrong)
	if err != nil {
		return err
	}
	places, err := witnesses(c.Witness, c.Database, true)
	if err != nil {
		return err
	}
	s, described, err := openServed(ctx, c.Database)
	if err != nil {
		return err
	}
	defer closing("store", s.Close)
	stopTraces, err := telemetry.StartTraces(ctx, version())
	if err != nil {
		return err
	}
	defer closing("traces", func() error { return stopTraces(context.WithoutCancel(ctx)) })
	a, err := app.Build(ctx, app.Config{
		Node: c.Node, Outside: outside, Store: s, Masters: masters, Witnesses: places, Site: web.Dist(), Console: web.Console(),
		Version: version(), OutsideFile: c.Outside, Flags: given,
	})
	if err != nil {
		return err
	}
	defer a.Close()
	n, err := start(ctx, a)
	if err != nil {
		return err
	}
	defer n.stop()
	if err := announce(ctx, n, s, described); err != nil {
		return err
	}
	return n.wait(ctx)
}

// settings reads the file of outside systems. Its error names everything unsafe at once, one line each.
func (c serveCommand) settings(unknown strays, masters config.Masters, mastersWrong error) (config.Outside, error) {
	wrong := unknown
	var outside config.Outside
	var err error
	if c.Outside == "" {
		wrong = append(wrong, errors.New("refused: KRAPAO_OUTSIDE is missing: the file of outside systems"))
	} else if outside, err = config.ReadOutside(c.Outside); err != nil {
		wrong = append(wrong, fmt.Errorf("refused: %w", err))
	}
	serving := config.Serving{Node: c.Node, Outside: outside, Masters: masters, MastersWrong: mastersWrong, SandboxURL: c.SandboxURL}
	if c.Outside != "" && err == nil || c.Outside == "" {
		for _, why := range serving.Unsafe(app.Published) {
			wrong = append(wrong, errors.New("refused: "+why))
		}
	}
	for _, why := range c.unsafe() {
		wrong = append(wrong, errors.New("refused: "+why))
	}
	return outside, errors.Join(wrong...)
}

type sandboxCommand struct {
	DataDir     string `name:"data-dir" env:"KRAPAO_DATA_DIR" default:"./data" placeholder:"DIR" help:"Its own data lie in DIR/sandbox."`
	SandboxAddr string `name:"sandbox-addr" env:"KRAPAO_SANDBOX_ADDR" default:"127.0.0.1:8090" placeholder:"HOST:PORT" help:"Where it listens."`
	WalletURL   string `name:"wallet-url" env:"KRAPAO_WALLET_URL" default:"http://127.0.0.1:8080" placeholder:"URL" help:"Where callbacks go until a node announces itself."`
	LogLevel    string `name:"log-level" env:"KRAPAO_LOG_LEVEL" default:"" enum:",debug,info,warn,error" placeholder:"LEVEL" help:"What is logged."`
}

// Run is the sandbox alone.
func (c sandboxCommand) Run(ctx context.Context) error {
	logTo(c.LogLevel, "warn")
	dir := c.DataDir + "/sandbox"
	if err := writable(dir); err != nil {
		return err
	}
	box, err := runSandbox(ctx, c.SandboxAddr, dir, c.WalletURL)
	if err != nil {
		return err
	}
	defer box.stop()
	fmt.Printf("The sandbox is at %s. Everything in it is play money.\n", box.url)
	<-ctx.Done()
	return nil
}
