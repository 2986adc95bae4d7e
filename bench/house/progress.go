package main

import (
	"fmt"
	"os"
	"sync/atomic"
	"time"
)

func progress(format string, values ...any) {
	fmt.Fprintf(os.Stderr, "%s %s\n", time.Now().Format(time.TimeOnly), fmt.Sprintf(format, values...))
}

// often is how often a long work says how far it is.
const often = 30 * time.Second

// follow prints what a long work is at, every half a minute until end is called. The work tells it with tell.
func follow(of string) (tell func(what string), end func()) {
	var last atomic.Pointer[string]
	began, ended := time.Now(), make(chan struct{})
	go func() {
		turn := time.NewTicker(often)
		defer turn.Stop()
		for {
			select {
			case <-turn.C:
				if what := last.Load(); what != nil {
					progress("%s: %s, after %s", of, *what, time.Since(began).Round(time.Second))
				}
			case <-ended:
				return
			}
		}
	}()
	return func(what string) { last.Store(&what) }, func() {
		close(ended)
		progress("%s: after %s", of, time.Since(began).Round(time.Second))
	}
}
