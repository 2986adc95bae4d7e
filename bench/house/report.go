package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"time"

	"golang.org/x/sync/errgroup"

	"krapao/bench/reference"
	"krapao/internal/store"
)

// promise is how long a list may take, at the 99th percentile.
const promise = 200 * time.Millisecond

// report is what was measured.
type report struct{ measured []figure }

// figure is one list's.
type figure struct {
	engine store.Engine
	list
	reference.Figures
}

// measure measures all lists on one engine.
func (r *report) measure(ctx context.Context, o options, engine store.Engine, dir string) error {
	i, known, err := found(ctx, o, engine, dir)
	if err != nil {
		return err
	}
	defer i.close()
	s, err := i.look(ctx, o, known)
	if err != nil {
		return err
	}
	for _, l := range lists {
		if o.only != nil && !o.only.MatchString(l.id+" "+l.by) {
			continue
		}
		progress("%s: %s %s", engine, l.id, l.by)
		f, err := i.ask(ctx, o, s, l)
		if err != nil {
			return fmt.Errorf("%s: %w", l.id, err)
		}
		r.measured = append(r.measured, figure{engine, l, f})
	}
	return nil
}

// ask asks one list again and again. The first answer, which fills caches, is not counted.
func (i *site) ask(ctx context.Context, o options, s *scene, l list) (reference.Figures, error) {
	if _, err := i.call(ctx, http.MethodGet, "/api"+l.path(s), nil); err != nil {
		return reference.Figures{}, err
	}
	all := reference.NewLatencies()
	each := make([]reference.Latencies, o.callers)
	began := time.Now()
	var doing errgroup.Group
	for n := range each {
		each[n] = reference.NewLatencies()
		doing.Go(func() error {
			for range max(o.calls/o.callers, 1) {
				sent := time.Now()
				if _, err := i.call(ctx, http.MethodGet, "/api"+l.path(s), nil); err != nil {
					return err
				}
				each[n].Add(time.Since(sent))
			}
			return nil
		})
	}
	if err := doing.Wait(); err != nil {
		return reference.Figures{}, err
	}
	for _, one := range each {
		all.Merge(one.Histogram)
	}
	return all.Figures(time.Since(began)), nil
}

func (r *report) print(out io.Writer) {
	_, _ = fmt.Fprintln(out, "Lists of the operator API: answers a second, and their latencies.")
	for _, f := range r.measured {
		_, _ = fmt.Fprintf(out, "%-8s %-20s %-14s %s\n", f.engine, f.id, f.by, f.Figures)
	}
	_, _ = fmt.Fprintln(out, "\nThe 99th percentile, as a part of the promised 200 ms: at most 1.")
	for _, f := range r.measured {
		name := f.id
		if f.by != "" {
			name += "_by_" + word(f.by)
		}
		_, _ = fmt.Fprintf(out, "ratio %s_%s %.3f\n", name, f.engine, float64(f.P99)/float64(promise))
	}
}

// word is a text as the name of a ratio has it.
func word(text string) string {
	name := []byte(text)
	for n, c := range name {
		if c == ' ' || c == ',' {
			name[n] = '_'
		}
	}
	return string(name)
}
