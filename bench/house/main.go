// Command house measures the lists of the operator API in a house that has many members and a long past: the real program
// with the sandbox, on either engine, asked over HTTP by an operator's session. It prints the latencies of each list, and how
// its 99th percentile stands against the promise of 200 ms (issue 21).
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"

	"krapao/bench/program"
	"krapao/internal/store"
)

// options are what the flags say.
type options struct {
	engines []store.Engine
	// members are all of them, known those who registered by the product's own code: lists about one member are about these.
	members, known int
	// transfers is how many there are; each has two entries.
	transfers int
	// calls is how many each list is asked, callers by how many at once.
	calls, callers int
	// program is built if it is empty.
	program, dir string
	// keep is a folder in which filled houses stay, and are asked again; empty: they are removed.
	keep string
	// only are the lists that are asked, by their names; nil: all.
	only *regexp.Regexp
}

func read(args []string) (options, error) {
	o := options{}
	f := flag.NewFlagSet("house", flag.ContinueOnError)
	engine := f.String("engine", "sqlite,postgres", "the databases, comma-separated")
	f.IntVar(&o.members, "members", 10_000, "members of the house")
	f.IntVar(&o.known, "known", 500, "members whom lists are asked about; they are registered one by one")
	f.IntVar(&o.transfers, "transfers", 500_000, "transfers in the books")
	f.IntVar(&o.calls, "calls", 300, "how often each list is asked")
	f.IntVar(&o.callers, "callers", 4, "by how many operators at once")
	load := f.Bool("load", false, "the full load: a million members and 50 million transfers")
	f.StringVar(&o.program, "program", "", "the krapao program (default: it is built)")
	f.StringVar(&o.dir, "dir", "", "where the databases go (default: a folder under the temporary directory, removed after)")
	f.StringVar(&o.keep, "keep", "", "a folder in which the filled house stays; a second run asks it again, without filling it")
	f.Func("lists", "only the lists whose names match this regular expression", func(text string) (err error) {
		o.only, err = regexp.Compile(text)
		return err
	})
	if err := f.Parse(args); err != nil {
		return o, err
	}
	if *load {
		o.members, o.transfers = 1_000_000, 50_000_000
	}
	for _, name := range strings.Split(*engine, ",") {
		o.engines = append(o.engines, store.Engine(name))
		if e := store.Engine(name); e != store.SQLite && e != store.Postgres {
			return o, fmt.Errorf("-engine %s: it is sqlite or postgres", name)
		}
	}
	return o, nil
}

func main() {
	if err := do(); err != nil && !errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(os.Stderr, "bench/house:", err)
		os.Exit(1)
	}
}

// do measures what the arguments ask for, until it is interrupted.
func do() error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	o, err := read(os.Args[1:])
	if err != nil {
		return err
	}
	var r report
	if err := r.all(ctx, o); err != nil {
		return err
	}
	r.print(os.Stdout)
	return nil
}

// mostSaid is how much of a node's log is repeated when something fails: its last bytes.
const mostSaid = 4000

// all measures everything, in a folder that is removed afterwards unless it is to be kept.
func (r *report) all(ctx context.Context, o options) (err error) {
	dir, leave, err := o.folder()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, leave()) }()
	if o.program == "" {
		if o.program, err = program.Build(ctx, dir); err != nil {
			return err
		}
	}
	for _, engine := range o.engines {
		if err := r.measure(ctx, o, engine, dir); err != nil {
			said, _ := os.ReadFile(filepath.Join(dir, string(engine), "node.log")) // none: the node was not started
			return fmt.Errorf("%s: %w\n%s", engine, err, said[max(0, len(said)-mostSaid):])
		}
	}
	return nil
}

// folder is where the databases are, and how it is left.
func (o options) folder() (dir string, leave func() error, err error) {
	dir, leave = o.keep, func() error { return nil }
	if dir == "" {
		if dir, err = os.MkdirTemp(o.dir, "krapao-house-"); err != nil {
			return "", nil, err
		}
		leave = func() error { return os.RemoveAll(dir) }
	}
	if dir, err = filepath.Abs(dir); err != nil {
		return "", nil, err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", nil, err
	}
	return dir, leave, os.Chmod(dir, 0o755) // PostgreSQL runs as another user when we are root
}
