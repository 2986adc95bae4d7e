package api

import (
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"krapao/wallet/doubt/clue"
)

// TestEveryClueHasWords: all that the product finds about a transfer with a game has a code, and each code has words in the
// console, in each of its languages, and a place in the contract. Nothing else has.
func TestEveryClueHasWords(t *testing.T) {
	t.Parallel()
	want := []string{}
	for _, code := range clue.Codes() {
		want = append(want, string(code))
	}
	declared := newFacts(t).constants("../../wallet/doubt/clue", "Code")
	slices.Sort(declared)
	if len(declared) < 50 || !slices.Equal(declared, want) {
		t.Errorf("the codes are %v, and those with English words %v", declared, want)
	}
	for path, known := range wordsOf(t, "facts", `'found\.([^']+)':\s*'[^']`) {
		if named := slices.Sorted(maps.Keys(known)); !slices.Equal(named, want) {
			t.Errorf("%s has words for %v, want %v", path, named, want)
		}
	}
	contract, err := os.ReadFile("../../docs/founding/OPERATOR-API.md")
	if err != nil {
		t.Fatal(err)
	}
	_, of, _ := strings.Cut(string(contract), "\nFound ")
	of, _, _ = strings.Cut(of, "\nItem ")
	named := regexp.MustCompile(`"\w+"`).FindAllString(of, -1)
	for n := range named {
		named[n] = strings.Trim(named[n], `"`)
	}
	if slices.Sort(named); !slices.Equal(named, want) {
		t.Errorf("the contract has %v, want %v", named, want)
	}
}
