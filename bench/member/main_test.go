package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"krapao/internal/store"
	"krapao/internal/store/storetest"
)

// TestEveryRatioIsThere runs the benchmark in its quick form, without the loaded ledger: every operation works on both engines,
// the books are whole afterwards, and each ratio has its line. The figures mean nothing.
func TestEveryRatioIsThere(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("long")
	}
	for _, engine := range storetest.Engines {
		t.Run(string(engine), func(t *testing.T) {
			t.Parallel()
			everyRatio(t, engine)
		})
	}
}

func everyRatio(t *testing.T, engine store.Engine) {
	t.Helper()
	o, err := read([]string{"-quick", "-engine", string(engine), "-dir", t.TempDir(), "-program", os.Getenv("KRAPAO_TEST_PROGRAM")})
	if err != nil {
		t.Fatal(err)
	}
	openTo(t, o.dir)
	r := &report{}
	if err := r.all(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	for _, m := range r.points {
		if m.done == 0 {
			t.Errorf("%s %s with %d: nothing was done: %v", m.engine, m.operation, m.callers, m.why)
		}
	}
	var text strings.Builder
	r.print(&text)
	for _, name := range wanted(engine) {
		if !regexp.MustCompile(`(?m)^ratio ` + name + ` [0-9.]+$`).MatchString(text.String()) {
			t.Errorf("there is no ratio %s", name)
		}
	}
	if t.Failed() {
		t.Log(text.String())
	}
}

// openTo opens a test's folder to PostgreSQL, which runs as another user when we are root.
func openTo(t *testing.T, dir string) {
	t.Helper()
	if err := errors.Join(os.Chmod(filepath.Dir(dir), 0o755), os.Chmod(dir, 0o755)); err != nil {
		t.Fatal(err)
	}
}

// wanted are the names of all ratios that a whole run on an engine prints.
func wanted(engine store.Engine) (names []string) {
	for _, form := range []string{
		"wallet_vs_info_%s", "statement_vs_info_%s", "members64_vs_1_deposit_%s", "members64_vs_1_transfer_%s",
		"members64_vs_1_withdraw_%s", "deposits_of_one_account_vs_spread_%s", "cpu_per_deposit_in_info_%s",
		"cpu_per_transfer_in_info_%s", "cpu_per_wallet_in_info_%s", "idle_processor_percent_%s",
		"idle_write_commits_per_second_%s", "transfer_p99_beside_logins_%s",
	} {
		names = append(names, fmt.Sprintf(form, short[engine]))
	}
	if engine == store.SQLite {
		return append(names, "deposit_vs_unbatched", "transfer_vs_unbatched", "withdraw_vs_unbatched")
	}
	return append(names, "idle_write_commits_per_second_two_nodes_pg", "deposit_vs_pgbench16", "transfer_vs_pgbench16",
		"withdraw_vs_pgbench16")
}

// TestProgramsAreComparedByTurns: a program with itself.
func TestProgramsAreComparedByTurns(t *testing.T) {
	program := os.Getenv("KRAPAO_TEST_PROGRAM")
	if testing.Short() || program == "" {
		t.Skip("long, and it needs a program")
	}
	t.Parallel()
	o, err := read([]string{"-quick", "-dir", t.TempDir(), "-program", program, "-against", program})
	if err != nil {
		t.Fatal(err)
	}
	openTo(t, o.dir)
	if err := pair(t.Context(), o); err != nil {
		t.Error(err)
	}
}

// TestNobodyPlaysBeforeATransfer: what moves a balance at a game is nobody's who transfers, who would wait for it.
func TestNobodyPlaysBeforeATransfer(t *testing.T) {
	t.Parallel()
	o, err := read([]string{"-quick"})
	if err != nil {
		t.Fatal(err)
	}
	i := &installation{options: o}
	for n := range o.members {
		i.people = append(i.people, &person{address: addressOf(n)})
	}
	if most := slices.Max(o.callers); len(i.players()) < most {
		t.Errorf("%d players for %d callers", len(i.players()), most)
	}
	for _, p := range i.visitors() {
		if slices.Contains(i.players(), p) {
			t.Fatal("a visitor is a player, too")
		}
	}
}
