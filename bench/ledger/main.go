// Command ledger measures the ledger on this machine beside what it is compared with, in one run: pgbench's TPC-B on the
// same PostgreSQL server, and an unbatched loop on the same schema. Everything is durable. It prints a table, and last
// the lines "ratio NAME VALUE".
//
// Absolute figures are the machine's; the ratios carry over. The runs that a ratio compares are interleaved, and every
// figure is the median of its rounds.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"runtime/pprof"
	"strings"
	"syscall"
	"time"
)

type options struct {
	long    bool
	seconds int
	rounds  int
	rows    int
	only    []string
	dir     string
}

func main() {
	o := options{}
	var only string
	flag.BoolVar(&o.long, "long", false, "also measure with 10 million transfers in the table")
	flag.IntVar(&o.seconds, "seconds", 4, "length of one run, after one second of warming up")
	flag.IntVar(&o.rounds, "rounds", 3, "rounds; figures are medians over them")
	flag.IntVar(&o.rows, "rows", 10_000_000, "transfers that -long loads first")
	flag.StringVar(&only, "only", "", "comma-separated parts of names; only the runs that have one of them")
	flag.StringVar(&o.dir, "dir", "", "where the databases go (default: a folder under the temporary directory, removed after)")
	profile := flag.String("cpuprofile", "", "write a CPU profile of this program's own part to the file")
	flag.Parse()
	if only != "" {
		o.only = strings.Split(only, ",")
	}
	if err := profiled(*profile, func() error { return run(context.Background(), o) }); err != nil {
		fmt.Fprintln(os.Stderr, "bench/ledger:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, o options) (err error) {
	dir, err := os.MkdirTemp(o.dir, "krapao-bench-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	site, err := build(ctx, dir, o)
	if err != nil {
		return err
	}
	defer site.close()
	site.describe()
	r := newReport()
	for round := range o.rounds {
		for _, c := range site.cells {
			if !o.wants(c.name) {
				continue
			}
			syscall.Sync() // what the run before left to be written would be written during this one
			f, err := c.run(ctx, time.Duration(o.seconds)*time.Second)
			if err != nil {
				return fmt.Errorf("%s: %w", c.name, err)
			}
			r.add(c.name, f)
			fmt.Fprintf(os.Stderr, "round %d  %-24s %s\n", round+1, c.name, f)
		}
	}
	r.print(os.Stdout, site.cells)
	return nil
}

func (o options) wants(name string) bool {
	for _, part := range o.only {
		if strings.Contains(name, part) {
			return true
		}
	}
	return len(o.only) == 0
}

// profiled runs f, and writes a CPU profile if a path is given.
func profiled(path string, f func() error) error {
	if path == "" {
		return f()
	}
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	if err := pprof.StartCPUProfile(file); err != nil {
		return err
	}
	err = f()
	pprof.StopCPUProfile()
	return errors.Join(err, file.Close())
}
