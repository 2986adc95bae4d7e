package api

import (
	"encoding/json"
	"os"
	"slices"
	"testing"
)

// TestAllThatStandsAgainstASystemHasWords in the console, in each of its languages, and so has all that is found when a system is
// stopped. The contract names each kind.
func TestAllThatStandsAgainstASystemHasWords(t *testing.T) {
	t.Parallel()
	kinds := newFacts(t).constants("../../brake", "AgainstKind")
	if len(kinds) < 10 {
		t.Fatalf("only %d kinds: %v", len(kinds), kinds)
	}
	for path, known := range wordsOf(t, "today", `'stands\.([^']+)'`) {
		for _, kind := range kinds {
			if !known[kind] {
				t.Errorf("%s has no %q", path, "stands."+kind)
			}
		}
	}
	var contract struct {
		Components struct {
			Schemas map[string]struct {
				Properties map[string]struct{ Enum []string }
			}
		}
	}
	file, err := os.ReadFile("../../api/operator.json")
	if err == nil {
		err = json.Unmarshal(file, &contract)
	}
	named := contract.Components.Schemas["Against"].Properties["kind"].Enum
	if err != nil || !slices.Equal(slices.Sorted(slices.Values(named)), slices.Sorted(slices.Values(kinds))) {
		t.Errorf("the contract has %v, want %v: %v", named, kinds, err)
	}
}
