package operator //nolint:testpackage // it compares the table with the contract

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// The console has a text for each code of the contract, and the shell a sentence.
func TestEveryEvidenceIsInTheContract(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../docs/founding/OPERATOR-API.md")
	if err != nil {
		t.Fatal(err)
	}
	said := regexp.MustCompile("`params.what` is the code of what is asked for: ([^|]*)").FindSubmatch(page)
	if said == nil {
		t.Fatal("the contract does not list the codes")
	}
	listed := map[Evidence]bool{}
	for word := range strings.SplitSeq(string(said[1]), ",") {
		listed[Evidence(strings.Trim(word, " `"))] = true
	}
	for code, english := range evidences {
		if !listed[code] || english == "" {
			t.Errorf("%q is not in the contract, or has no English", code)
		}
	}
	if len(listed) != len(evidences) {
		t.Errorf("the contract lists %d codes, the program has %d", len(listed), len(evidences))
	}
}
