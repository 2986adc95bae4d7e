package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"krapao/internal/config"
)

// ours is what the names of all settings begin with.
const ours = "KRAPAO_"

// strays are refusals of variables that are no settings.
type strays []error

// unknownNames refuses variables that look like settings and are none: a mistyped KRAPAO_DATABASE_URL would be an empty house in
// a file, and a mistyped KRAPAO_TRUSTED_PROXIES one address for all members. The demo and what only prints take any: they hold
// nobody's money, and run where the house's own tests and tools leave variables of theirs.
func unknownNames(model *kong.Application, command *kong.Node, environ []string) strays {
	if command == nil || slices.Contains([]string{"demo", "sandbox", "openapi", "version"}, command.Name) {
		return nil
	}
	known := settingNames(model)
	var wrong strays
	for _, entry := range slices.Sorted(slices.Values(environ)) {
		name, _, _ := strings.Cut(entry, "=")
		if !strings.HasPrefix(strings.ToUpper(name), ours) || known[name] {
			continue
		}
		hint := ""
		if near := nearest(name, known); near != "" {
			hint = "; did you mean " + near + "?"
		}
		wrong = append(wrong, fmt.Errorf("refused: %s is no setting of this program%s", name, hint))
	}
	return wrong
}

// settingNames are the variables of every command.
func settingNames(model *kong.Application) map[string]bool {
	known := map[string]bool{}
	for _, name := range config.SecretNames() {
		known[name] = true
	}
	_ = kong.Visit(model, func(node kong.Visitable, next kong.Next) error {
		if flag, ok := node.(*kong.Flag); ok {
			for _, name := range flag.Envs {
				known[name] = true
			}
		}
		return next(nil)
	})
	return known
}

// nearest is the setting that somebody who wrote name most likely meant, or nothing where none is near.
func nearest(name string, known map[string]bool) string {
	best, closest := "", (len(name)-len(ours))/3+1 // a third of the letters off is another word
	for _, candidate := range slices.Sorted(maps.Keys(known)) {
		if d := distance(strings.ToUpper(name), candidate); d < closest {
			best, closest = candidate, d
		}
	}
	return best
}

// distance is how many letters have to be added, left out or changed to make one word the other (Levenshtein).
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			change := diagonal
			if a[i] != b[j] {
				change++
			}
			diagonal = row[j+1]
			row[j+1] = min(change, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
