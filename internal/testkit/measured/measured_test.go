package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestMain is the command itself where a test starts this program as a child: it adopts, and waits for, all its children.
func TestMain(m *testing.M) {
	if os.Getenv("MEASURED") != "" {
		main()
	}
	os.Exit(m.Run())
}

// measured runs a shell script and returns what was written about it: clock, programs, kernel, and the name.
func measured(t *testing.T, name, script string) (clock, programs, kernel float64, called string, code int) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "costs")
	command := exec.Command(os.Args[0], file, name, "sh", "-c", script)
	command.Env = append(os.Environ(), "MEASURED=1", "KRAPAO_ROOT="+filepath.Join(here(t), "../../.."))
	out, err := command.CombinedOutput()
	if ended := (*exec.ExitError)(nil); err != nil && !errors.As(err, &ended) {
		t.Fatal(err)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if _, err := fmt.Sscan(string(text), &clock, &programs, &kernel, &called); err != nil {
		t.Fatalf("%q: %v", text, err)
	}
	return clock, programs, kernel, called, command.ProcessState.ExitCode()
}

func here(t *testing.T) string {
	t.Helper()
	folder, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	return folder
}

// TestAnOrphanIsCounted: a browser's processes outlive the one that started them. The command ends after its orphan was
// reaped. The orphan's own figure is the least that may be written.
func TestAnOrphanIsCounted(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	_, programs, _, _, _ := measured(t, "orphan", `cd `+dir+`
		sh -c '(i=0; while [ $i -lt 400000 ]; do i=$((i+1)); done; times >told) & echo $! >orphan'
		while kill -0 $(cat orphan) 2>/dev/null; do sleep 0.1; done`)
	told, err := os.ReadFile(filepath.Join(dir, "told"))
	if err != nil {
		t.Fatal(err)
	}
	took, err := time.ParseDuration(strings.Fields(string(told))[0]) // "0m0.31s": the programs' part of its own
	if err != nil {
		t.Fatal(err)
	}
	if took < 20*time.Millisecond || programs < took.Seconds()-0.01 {
		t.Errorf("%.3f s are kept, the orphan alone took %s", programs, took)
	}
}

func TestTheCommandsCodeIsItsOwn(t *testing.T) {
	t.Parallel()
	for script, want := range map[string]int{`exit 0`: 0, `exit 3`: 3, `kill -9 $$`: 137} {
		if _, _, _, _, code := measured(t, "x", script); code != want {
			t.Errorf("%s: %d, want %d", script, code, want)
		}
	}
}

func TestAFoldersNameStandsForADash(t *testing.T) {
	t.Parallel()
	if _, _, _, name, _ := measured(t, "-", `true`); !strings.HasSuffix(name, "internal/testkit/measured") || filepath.IsAbs(name) {
		t.Error(name)
	}
}
