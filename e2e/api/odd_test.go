package api

import (
	"slices"
	"testing"

	"krapao/deposit/feed"
)

// TestEveryOddityHasWords: all that can be wrong with a line of a statement, or with a whole answer of a bank, has a code with words
// in the console, in each of its languages, and a place in the contract.
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
