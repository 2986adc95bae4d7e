package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestMain is the command itself where a test starts this program as one: it adopts, and waits for, all children there are.
func TestMain(m *testing.M) {
	if os.Getenv("MEASURED") != "" {
		main()
	}
	os.Exit(m.Run())
}

// measured runs a shell's script and returns what was kept of it: clock, programs, kernel, and the name.
func measured(t *testing.T, name, script string) (clock, programs, kernel float64, called string, code int) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "costs")
	command := exec.Command(os.Args[0], file, name, "sh", "-c", script)
	command.Env = append(os.Environ(), "MEASURED=1", "KRAPAO_ROOT="+filepath.Dir(filepath.Dir(here(t))))
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

// TestAnOrphanIsCounted: a browser's processes outlive the one that started them.
func TestAnOrphanIsCounted(t *testing.T) {
	t.Parallel()
	pipe := filepath.Join(t.TempDir(), "over")
	work := `i=0; while [ $i -lt 400000 ]; do i=$((i+1)); done; echo >` + pipe
	_, alone, _, _, _ := measured(t, "alone", `true`)
	_, programs, _, _, _ := measured(t, "orphan", `mkfifo `+pipe+`; sh -c '(`+work+`) & exit'; read done <`+pipe+`; true`)
	if programs < alone+0.05 {
		t.Errorf("%.3f s with an orphan that works, %.3f s without", programs, alone)
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
	if _, _, _, name, _ := measured(t, "-", `true`); !strings.HasSuffix(name, "internal/measured") || filepath.IsAbs(name) {
		t.Error(name)
	}
}
