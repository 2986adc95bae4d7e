package api

import (
	"fmt"
	"maps"
	"net/http"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"krapao/internal/testkit/apptest"
	"krapao/sandbox/sandboxtest"
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
	if named := codesInContract(t, "Found", "Item"); !slices.Equal(named, want) {
		t.Errorf("the contract has %v, want %v", named, want)
	}
}

// codesInContract are the codes that the operators' contract has of a type, by name. The next type ends them.
func codesInContract(t *testing.T, of, next string) []string {
	t.Helper()
	contract, err := os.ReadFile("../../docs/founding/OPERATOR-API.md")
	if err != nil {
		t.Fatal(err)
	}
	_, text, _ := strings.Cut(string(contract), "\n"+of+" ")
	text, _, _ = strings.Cut(text, "\n"+next+" ")
	named := regexp.MustCompile(`"\w+"`).FindAllString(text, -1)
	for n := range named {
		named[n] = strings.Trim(named[n], `"`)
	}
	slices.Sort(named)
	return named
}

// TestWhyATransferWasNotMade is told to operators as a code, with the provider's words. The member gets a code of its own, and
// never one of these.
func TestWhyATransferWasNotMade(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		dao, _ := desks(t, a)
		c := a.Member()
		a.Deposit(c, "500")
		c.Get("/api/wallet/activate/joker").OK(http.StatusOK)
		a.Sandbox.AddFault(sandboxtest.Fault{Target: "game:joker", Op: "move", Mode: "refuse", Count: 1})
		moved := c.Post("/api/wallet/transfer", map[string]any{"from": "WALLET", "to": "joker", "amount": 100})
		told := moved.Text + c.Post("/api/statement", map[string]any{"page": 1, "limit": 10}).OK(http.StatusOK).Text
		for _, code := range clue.Codes() {
			if strings.Contains(told, string(code)) || strings.Contains(told, clue.English(string(code))) {
				t.Errorf("the member is told %q: %s", code, told)
			}
		}
		if !strings.Contains(told, "TRANSFER_FAIL") {
			t.Errorf("the member is told %s", told)
		}
		for _, path := range []string{"/api/transfer?kind=game_in&member=%s", "/api/member/%s/statement?kind=game_in"} {
			got := dao.Get(fmt.Sprintf(path, memberID(t, a, c))).OK(http.StatusOK)
			if note := got.At("items.0.note"); got.At("items.0.found") != string(clue.ProviderRefused) || note == "" ||
				strings.Contains(note, string(clue.ProviderRefused)) {
				t.Errorf("%s: %s", path, got.Text)
			}
		}
	})
}
