package api

import (
	"maps"
	"slices"
	"testing"

	"krapao/deposit/feed"
)

// TestEveryOddityHasWords: all that can be wrong with a line of a statement, or with a whole answer of a bank, has a code with
// words in the console, in each of its languages, and a place in the contract.
func TestEveryOddityHasWords(t *testing.T) {
	t.Parallel()
	want := []string{}
	for _, code := range feed.Odds() {
		want = append(want, string(code))
	}
	declared := newFacts(t).constants("../../deposit/feed", "Odd")
	if slices.Sort(declared); len(declared) < 20 || !slices.Equal(declared, want) {
		t.Errorf("the codes are %v, and those with English words %v", declared, want)
	}
	for language, known := range reasonsWithWords(t) {
		for _, code := range want {
			if !known[code] {
				t.Errorf("%s: %q has no words", language, code)
			}
		}
	}
	if named := codesInContract(t, "Odd", "Found"); !slices.Equal(named, want) {
		t.Errorf("the contract has %v, want %v", named, want)
	}
}

// TestAllThatIsWrongWithAListHasWords: a list of the outside that can't be imported is refused with a code of what is wrong, and
// each has words in the console, in each of its languages.
func TestAllThatIsWrongWithAListHasWords(t *testing.T) {
	t.Parallel()
	want := newFacts(t).constants("../../quarantine", "Invalid")
	if slices.Sort(want); len(want) < 11 {
		t.Errorf("the codes are %v", want)
	}
	for path, known := range wordsOf(t, "errors", `'error\.IMPORT_INVALID\.([^']+)':\s*'[^']`) {
		if named := slices.Sorted(maps.Keys(known)); !slices.Equal(named, want) {
			t.Errorf("%s has words for %v, want %v", path, named, want)
		}
	}
}
