package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"krapao/internal/config"
)

// ours is the prefix of all settings.
const ours = "KRAPAO_"

// strays are the refusals of variables that are no settings.
type strays []error

// unknownNames refuses variables that look like settings and are none. With a mistyped KRAPAO_DATABASE_URL, a node would start on
// an empty file; with a mistyped KRAPAO_TRUSTED_PROXIES, all members would have one address. The demo and the commands that only
// print ignore them: they hold nobody's money, and our tests and tools set variables of their own.
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

// settingNames returns the variables of every command.
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

// flags are the settings that were given as flags, by their variables.
type flags []string

// flagsOf returns those of a command line.
func flagsOf(command *kong.Context) (given flags) {
	for _, part := range command.Path {
		if part.Flag != nil {
			given = append(given, part.Flag.Envs...)
		}
	}
	return given
}

// nearest returns the setting that name is most likely a typing mistake of; "" where none is near.
func nearest(name string, known map[string]bool) string {
	best, closest := "", (len(name)-len(ours))/3+1 // with more than a third of the letters wrong, it is another word
	for _, candidate := range slices.Sorted(maps.Keys(known)) {
		if d := distance(strings.ToUpper(name), candidate); d < closest {
			best, closest = candidate, d
		}
	}
	return best
}

// distance is the number of letters to add, remove or change to make one word the other (Levenshtein).
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
