package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"golang.org/x/sync/errgroup"

	"krapao/bench/program"
	"krapao/bench/reference"
	"krapao/internal/store"
	"krapao/internal/testkit/pgtest"
)

// installation is the product as a house runs it, on one machine: a database, a node and the outside world, each a process of its
// own.
type installation struct {
	options
	engine store.Engine
	dir    string
	env    map[string]string
	// node and world are the running programs; the addresses are theirs.
	node, world           *program.Program
	address, box, figures string
	// server is the PostgreSQL; nil on SQLite.
	server *pgtest.Server
	people []*person
	// withLoad: the ledger holds many members' past.
	withLoad bool
	closers  []func()
}

// found makes a database with members, and starts the programs. server is nil on SQLite. prepare fills the database further
// before the first node runs; nil: not at all.
func found(
	ctx context.Context, o options, engine store.Engine, dir string, server *pgtest.Server,
	prepare func(context.Context, store.Config) error,
) (_ *installation, err error) {
	i := &installation{options: o, engine: engine, dir: dir, server: server}
	defer func() {
		if err != nil {
			i.close()
		}
	}()
	if err := os.MkdirAll(filepath.Join(dir, "data"), 0o700); err != nil {
		return nil, err
	}
	config := store.Config{Dir: filepath.Join(dir, "data")}
	if server != nil {
		if config.URL, err = reference.CreateDatabase(ctx, server, "member_"+filepath.Base(dir)); err != nil {
			return nil, err
		}
	}
	if i.people, err = settle(ctx, config, o.members); err != nil {
		return nil, fmt.Errorf("members: %w", err)
	}
	if prepare != nil {
		if err := prepare(ctx, config); err != nil {
			return nil, err
		}
	}
	if err := i.open(ctx, config); err != nil {
		return nil, err
	}
	return i, errors.Join(i.activate(ctx), i.strengthen())
}

// open starts the sandbox, and the node that uses it. A node of `krapao serve` refuses a sandbox, which has no TLS and published
// secrets; `krapao demo` with KRAPAO_SANDBOX_URL builds the same product. It logs as serve does, and its limits are on.
func (i *installation) open(ctx context.Context, c store.Config) (err error) {
	i.env = map[string]string{
		"KRAPAO_DATA_DIR": c.Dir, "KRAPAO_HEADS_DIR": filepath.Join(i.dir, "heads"), "KRAPAO_MASTER_KEY": program.MasterKey(),
		"KRAPAO_LOG_LEVEL": "info", "KRAPAO_TRUSTED_PROXIES": "127.0.0.0/8",
	}
	if c.URL != "" {
		i.env["KRAPAO_DATABASE_URL"] = c.URL
	}
	if i.unlimited {
		i.env["KRAPAO_LIMITS"] = "off"
	}
	for _, at := range []*string{&i.address, &i.figures, &i.box} {
		if *at, err = program.Port(); err != nil {
			return err
		}
	}
	i.world, err = program.Start(cmp.Or(i.outside, i.program), i.dir, "sandbox", map[string]string{
		"KRAPAO_DATA_DIR": filepath.Join(i.dir, "world"), "KRAPAO_SANDBOX_ADDR": i.box, "KRAPAO_WALLET_URL": "http://" + i.address,
	}, "sandbox")
	if err != nil {
		return err
	}
	i.closers = append(i.closers, i.world.Stop)
	if err := i.world.Up(ctx, "http://"+i.box+"/sandbox/faults"); err != nil {
		return err
	}
	i.env["KRAPAO_SANDBOX_URL"], i.env["KRAPAO_ADDR"], i.env["KRAPAO_OPERATOR_ADDR"] = "http://"+i.box, i.address, i.figures
	i.node, err = i.startNode(ctx, "node", i.env)
	return err
}

func (i *installation) startNode(ctx context.Context, name string, env map[string]string) (*program.Program, error) {
	p, err := program.Start(i.program, i.dir, name, env, "demo")
	if err != nil {
		return nil, err
	}
	i.closers = append(i.closers, p.Stop)
	return p, p.Up(ctx, "http://"+env["KRAPAO_ADDR"]+"/readyz")
}

// second starts another node on the same database.
func (i *installation) second(ctx context.Context) (*program.Program, error) {
	env := maps.Clone(i.env)
	env["KRAPAO_DATA_DIR"] = filepath.Join(i.dir, "data2")
	var err error
	for _, name := range []string{"KRAPAO_ADDR", "KRAPAO_OPERATOR_ADDR"} {
		if env[name], err = program.Port(); err != nil {
			return nil, err
		}
	}
	return i.startNode(ctx, "node2", env)
}

// visiting is how many members have an account at a game and never transfer. Two programs are compared without them.
func (i *installation) visiting() int {
	if i.unlimited {
		return 0
	}
	return 64
}

// players are those who transfer: as many as act at once at most.
func (i *installation) players() []*person { return i.people[:min(512, len(i.people)-i.visiting())] }

// visitors have accounts at games whose balances the sandbox alone moves. To the node that is play, so none of them is a player:
// at a provider that can't confirm a transfer, the next one would wait until the account has been quiet (RULES.md section 6).
func (i *installation) visitors() []*person { return i.people[len(i.people)-i.visiting():] }

// families are the games of transfers, of three families of providers.
var families = []string{"joker", "pgslot", "areaslot"}

// activate opens an account for each player and each visitor.
func (i *installation) activate(ctx context.Context) error {
	everybody := slices.Concat(i.players(), i.visitors())
	for n, p := range everybody {
		p.game = families[n%len(families)]
	}
	var doing errgroup.Group
	for _, h := range i.hands(8, everybody) {
		doing.Go(func() error {
			defer h.close()
			for range h.people {
				p := h.next()
				if err := h.get(p, "/api/wallet/activate/"+p.game, nil); err != nil {
					return err
				}
				var account struct{ Username string }
				if err := h.get(p, "/api/wallet/account/"+p.game, &account); err != nil {
					return err
				}
				p.username = account.Username
			}
			return ctx.Err()
		})
	}
	return doing.Wait()
}

// verify stops the nodes and checks that the books are whole.
func (i *installation) verify(ctx context.Context) error {
	i.close()
	env := maps.Clone(i.env)
	for _, name := range []string{
		"KRAPAO_ADDR", "KRAPAO_OPERATOR_ADDR", "KRAPAO_SANDBOX_URL", "KRAPAO_LOG_LEVEL", "KRAPAO_TRUSTED_PROXIES",
	} {
		delete(env, name)
	}
	return program.Once(ctx, i.program, i.dir, env, "verify")
}

func (i *installation) close() {
	for n := len(i.closers) - 1; n >= 0; n-- {
		i.closers[n]()
	}
	i.closers = nil
}
