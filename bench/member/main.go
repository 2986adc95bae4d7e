// Command member is the benchmark of record: what members do, through the real program and the real sandbox, each a process of
// its own, on both engines. Beside it, in the same run, it measures what the figures are compared with, and its last lines are
// "ratio NAME VALUE". docs/operating.md says how to read them.
//
// Absolute figures are the machine's; the ratios carry over.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"krapao/bench/program"
	"krapao/internal/store"
)

// options are what the flags say.
type options struct {
	engines []store.Engine
	only    []string
	// length is that of one point, after warmUp.
	length, warmUp time.Duration
	// atLeast are the operations that a point waits for, however long they take.
	atLeast int64
	// callers are how many members act at once in the points of the closed loop.
	callers []int
	// members is how many there are. Each makes the same call rarely, as the product's limits want it.
	members int
	// loaded are the entries that the ledger holds in a further part of the run, a hundred for each member; 0: there is none.
	loaded int
	// program is built if it is empty.
	program, dir string
	// against is another program: then what members do most is measured, at both by turns.
	against string
	quick   bool
	// brief leaves out what takes long: the open loop, and all numbers of callers but 1 and 64.
	brief bool
	// profiles is the folder for a profile of the node's processor in each point; empty: none is made.
	profiles string
	// outside is the program whose sandbox is used; empty: the node's own.
	outside string
	// unlimited: the product's limits are off.
	unlimited bool
}

func read(args []string) (options, error) {
	o := options{callers: []int{1, 16, 64, 512}, warmUp: time.Second, atLeast: 1}
	f := flag.NewFlagSet("member", flag.ContinueOnError)
	engine := f.String("engine", "sqlite,postgres", "the databases, comma-separated")
	only := f.String("only", "", "comma-separated operations; only these, with the references")
	seconds := f.Float64("seconds", 4, "length of one point, after one second of warming up")
	f.IntVar(&o.members, "members", 4096, "members of each installation, at least as many as act at once")
	f.IntVar(&o.loaded, "entries", 0, "measure again with so many entries in the ledger, a hundred for each of its members")
	long := f.Bool("long", false, "measure again with 10 million entries in the ledger, of 100,000 members")
	load := f.Bool("load", false, "measure again with the full load: 100 million entries, of a million members")
	f.BoolVar(&o.brief, "brief", false, "within minutes for one engine: 1 and 64 callers, points of 2 s, no open loop")
	f.BoolVar(&o.quick, "quick", false, "show that it works, within seconds a point: the figures mean nothing")
	f.StringVar(&o.program, "program", "", "the krapao program (default: it is built)")
	f.StringVar(&o.against, "against", "", "another krapao program: by turns, measure what members do most")
	f.StringVar(&o.profiles, "profiles", "", "a folder for a profile of the node's processor in each point of the closed loop")
	f.StringVar(&o.dir, "dir", "", "where the databases go (default: a folder under the temporary directory, removed after)")
	if err := f.Parse(args); err != nil {
		return o, err
	}
	for _, name := range strings.Split(*engine, ",") {
		o.engines = append(o.engines, store.Engine(name))
		if e := store.Engine(name); e != store.SQLite && e != store.Postgres {
			return o, fmt.Errorf("-engine %s: it is sqlite or postgres", name)
		}
	}
	if *only != "" {
		o.only = strings.Split(*only, ",")
	}
	o.length = time.Duration(*seconds * float64(time.Second))
	if *long {
		o.loaded = 10_000_000
	}
	if *load {
		o.loaded = 100_000_000
	}
	if o.brief {
		o.callers, o.members = []int{1, 64}, min(o.members, 2048)
		if o.profiles == "" { // a profile needs its time
			o.length = 2 * time.Second
		}
	}
	if o.quick {
		o.hurry()
	}
	return o, nil
}

// hurry makes everything small.
func (o *options) hurry() {
	o.length, o.warmUp, o.callers, o.members = 20*time.Millisecond, 0, []int{1, 64}, 128
	if o.loaded > 0 {
		o.loaded = 20_000
	}
}

// wants reports whether an operation is measured.
func (o options) wants(name string) bool {
	for _, one := range o.only {
		if one == name {
			return true
		}
	}
	return len(o.only) == 0
}

func main() {
	if err := do(); err != nil {
		fmt.Fprintln(os.Stderr, "bench/member:", err)
		os.Exit(1)
	}
}

// do measures what the arguments ask for, until it is interrupted.
func do() error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	o, err := read(os.Args[1:])
	if errors.Is(err, flag.ErrHelp) {
		return nil
	}
	if err != nil {
		return err
	}
	if o.against != "" {
		return pair(ctx, o)
	}
	return run(ctx, o)
}

// run measures everything and prints it.
func run(ctx context.Context, o options) error {
	r := &report{}
	if err := r.all(ctx, o); err != nil {
		return err
	}
	r.print(os.Stdout)
	return nil
}

// all measures everything, in a folder that is removed afterwards.
func (r *report) all(ctx context.Context, o options) (err error) {
	dir, err := os.MkdirTemp(o.dir, "krapao-bench-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	if err := os.Chmod(dir, 0o755); err != nil { // PostgreSQL runs as another user when we are root
		return err
	}
	if o.program == "" {
		if o.program, err = program.Build(ctx, dir); err != nil {
			return err
		}
	}
	for _, engine := range o.engines {
		if err := r.measure(ctx, o, engine, dir); err != nil {
			return fmt.Errorf("%s: %w", engine, err)
		}
	}
	return nil
}
