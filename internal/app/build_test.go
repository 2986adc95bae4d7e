package app

import (
	"log/slog"
	"strings"
	"testing"

	"krapao/internal/argon"
	"krapao/internal/config"
	"krapao/internal/secret"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/privacy"
)

// A product with a missing wire between two areas does not start, and the error names the setter.
func TestBuildNamesAMissingWire(t *testing.T) {
	t.Parallel()
	s := storetest.Open(t, store.SQLite)
	c := Config{
		Store: s, Masters: config.Masters{1: make([]byte, secret.KeySize)}, Log: slog.New(slog.DiscardHandler),
		Argon: argon.Cost{Memory: 64, Passes: 1, Threads: 1},
	}
	a, err := Build(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	all := wires(a.base, a.areas)
	a.Close()
	if len(all) < 11 {
		t.Errorf("only %d wires seen", len(all))
	}
	for _, w := range all {
		a, err := build(t.Context(), c, w.name)
		if err == nil {
			a.Close()
		}
		if err == nil || !strings.HasSuffix(err.Error(), ": "+w.name+" was not called") {
			t.Errorf("without %s: %v", w.name, err)
		}
	}
}

// Jobs of one name would take each other's turns.
func TestJobsHaveNamesOfTheirOwn(t *testing.T) {
	t.Parallel()
	a, err := Build(t.Context(), Config{
		Store: storetest.Open(t, store.SQLite), Masters: config.Masters{1: make([]byte, secret.KeySize)},
		Outside: Sandboxed("http://127.0.0.1:1"), Demo: true, Log: slog.New(slog.DiscardHandler),
		Argon: argon.Cost{Memory: 64, Passes: 1, Threads: 1},
	})
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	seen := map[string]bool{}
	for _, j := range a.jobs(t.Context()) {
		if j.Name == "" || j.Run == nil || seen[j.Name] {
			t.Errorf("%q: a job without a name of its own, or without work", j.Name)
		}
		seen[j.Name] = true
	}
	for _, rule := range privacy.Rules() {
		for _, name := range rule.Jobs {
			if !seen[name] {
				t.Errorf("%q is said to end what the rule %q keeps, and is no job", name, rule.Name)
			}
		}
	}
}
