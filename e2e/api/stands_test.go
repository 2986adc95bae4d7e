package api

import "testing"

// TestAllThatStandsAgainstASystemHasWords in the console, in each of its languages.
func TestAllThatStandsAgainstASystemHasWords(t *testing.T) {
	t.Parallel()
	kinds := newFacts(t).constants("../../brake", "AgainstKind")
	if len(kinds) < 4 {
		t.Fatalf("only %d kinds: %v", len(kinds), kinds)
	}
	for path, known := range wordsOf(t, "today", `'stands\.([^']+)'`) {
		for _, kind := range kinds {
			if !known[kind] {
				t.Errorf("%s has no %q", path, "stands."+kind)
			}
		}
	}
}
