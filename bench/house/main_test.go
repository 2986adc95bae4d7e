package main

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"
)

// TestEveryListIsMeasured runs it with a small house: each list answers, and no list of the contract is left out. e2e/api
// asks them on both engines.
func TestEveryListIsMeasured(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("long")
	}
	o, err := read([]string{
		"-engine", "sqlite", "-members", "60", "-known", "20", "-transfers", "2000", "-calls", "1", "-callers", "1",
		"-dir", t.TempDir(), "-program", os.Getenv("KRAPAO_TEST_PROGRAM"),
	})
	if err != nil {
		t.Fatal(err)
	}
	var r report
	if err := r.all(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	r.print(&text)
	for _, id := range contract(t) {
		if !slices.ContainsFunc(r.measured, func(f figure) bool { return f.id == id }) ||
			!strings.Contains(text.String(), "ratio "+id+"_") {
			t.Errorf("%s is not measured", id)
		}
	}
}

// contract are the ids of the calls whose answers are files, too: they are lists.
func contract(t *testing.T) (ids []string) {
	t.Helper()
	raw, err := os.ReadFile("../../api/operator.json")
	if err != nil {
		t.Fatal(err)
	}
	var is struct {
		Paths map[string]map[string]struct {
			ID         string `json:"operationId"`
			Parameters []struct{ Name string }
		}
	}
	if err := json.Unmarshal(raw, &is); err != nil {
		t.Fatal(err)
	}
	for _, calls := range is.Paths {
		for _, p := range calls["get"].Parameters {
			if p.Name == "format" {
				ids = append(ids, calls["get"].ID)
			}
		}
	}
	if len(ids) < 20 {
		t.Fatalf("the contract has %d lists", len(ids))
	}
	return ids
}
