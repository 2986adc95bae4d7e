// Command slip measures how many slips the reader reads: it draws slips of no bank, distorts them as phones, chats and
// cameras do, decodes each as an upload is decoded, and prints a table, and last the line "ratio slip_decode_rate VALUE".
//
// The same seed makes the same pictures. Times are this machine's, of one picture at a time.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"text/tabwriter"
	"time"

	"krapao/internal/picture"
	"krapao/internal/scan"
)

type options struct {
	seed   uint64
	each   int           // pictures of each kind
	budget time.Duration // for each picture
	only   string        // kinds whose name has it
	save   string        // a folder for the pictures that could not be read
}

func main() {
	o := options{}
	flag.Uint64Var(&o.seed, "seed", 3, "what the pictures are drawn from")
	flag.IntVar(&o.each, "each", 10, "pictures of each kind")
	flag.DurationVar(&o.budget, "budget", 5*time.Second, "time for one picture")
	flag.StringVar(&o.only, "only", "", "only kinds with this in their name")
	flag.StringVar(&o.save, "save", "", "a folder for the pictures that could not be read")
	flag.Parse()
	all, err := measure(context.Background(), o)
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench/slip:", err)
		os.Exit(1)
	}
	report(os.Stdout, all)
}

// outcome is the result for one picture.
type outcome struct {
	kind string
	n    int
	read bool
	took time.Duration // of the time of one core, about: decoding and reading, while nothing else runs
}

// measure draws on all cores and then reads one picture after the other.
func measure(ctx context.Context, o options) ([]outcome, error) {
	reader := scan.New(1, o.budget)
	var all []outcome
	for k := range kinds {
		if !strings.Contains(kinds[k].name, o.only) {
			continue
		}
		for n, s := range drawn(o, k) {
			start := time.Now()
			img, _, err := picture.Decode(s.file, picture.Default())
			if err != nil {
				return nil, fmt.Errorf("%s: %w", s.kind, err)
			}
			texts, err := reader.Read(ctx, img)
			out := outcome{kind: s.kind, n: n, took: time.Since(start), read: err == nil && texts[0] == s.want}
			all = append(all, out)
			if !out.read && o.save != "" {
				name := filepath.Join(o.save, fmt.Sprintf("%s-%d.img", strings.ReplaceAll(s.kind, " ", "-"), n))
				if err := os.WriteFile(name, s.file, 0o600); err != nil {
					return nil, err
				}
			}
		}
	}
	return all, nil
}

func drawn(o options, k int) []sample {
	samples := make([]sample, o.each)
	var group sync.WaitGroup
	slots := make(chan struct{}, runtime.GOMAXPROCS(0))
	for n := range samples {
		group.Go(func() {
			slots <- struct{}{}
			samples[n] = paint(o.seed, k, n)
			<-slots
		})
	}
	group.Wait()
	return samples
}

// report prints the table and the ratio.
func report(w io.Writer, all []outcome) {
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	_, _ = fmt.Fprintln(table, "kind\tread\tof\tmedian\tp95\tnot read")
	for i := 0; i < len(all); {
		end := i
		for end < len(all) && all[end].kind == all[i].kind {
			end++
		}
		line(table, all[i].kind, all[i:end])
		i = end
	}
	line(table, "all", all)
	_ = table.Flush()
	_, _ = fmt.Fprintf(w, "ratio slip_decode_rate %.4f\n", rate(all))
}

func line(w io.Writer, name string, of []outcome) {
	times := make([]time.Duration, len(of))
	var missed []string
	for i, o := range of {
		times[i] = o.took
		if !o.read {
			missed = append(missed, fmt.Sprint(o.n))
		}
	}
	slices.Sort(times)
	at := func(q float64) time.Duration {
		return times[min(len(times)-1, int(q*float64(len(times))))].Round(time.Millisecond)
	}
	if name == "all" {
		missed = nil
	}
	_, _ = fmt.Fprintf(w, "%s\t%d\t%d\t%s\t%s\t%s\n",
		name, len(of)-failed(of), len(of), at(0.5), at(0.95), strings.Join(missed, " "))
}

func failed(of []outcome) int {
	n := 0
	for _, o := range of {
		if !o.read {
			n++
		}
	}
	return n
}

// rate is the part of the pictures that were read.
func rate(of []outcome) float64 {
	if len(of) == 0 {
		return 0
	}
	return float64(len(of)-failed(of)) / float64(len(of))
}
