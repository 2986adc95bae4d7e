package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/kong"
)

// Joined errors are one line each, however often a library wrapped them. Errors inside another error are not.
func TestCausesAreALineEach(t *testing.T) {
	t.Parallel()
	one, two := errors.New("one"), errors.New("two\n\tand more")
	for name, tc := range map[string]struct {
		err  error
		want []string
	}{
		"alone":            {one, []string{"one"}},
		"joined":           {errors.Join(one, two), []string{"one", "two and more"}},
		"joined again":     {errors.Join(errors.Join(one, two), nil), []string{"one", "two and more"}},
		"a list in a list": {errors.Join(errors.Join(one, two), errors.New("three")), []string{"one", "two and more", "three"}},
		"wrapped alone":    {fmt.Errorf("%w", errors.Join(one, two)), []string{"one", "two and more"}},
		"inside":           {fmt.Errorf("both: %w", errors.Join(one, two)), []string{"both: one two and more"}},
		"two wrapped":      {fmt.Errorf("%w: %w", one, two), []string{"one: two and more"}},
	} {
		if got := causes(tc.err); !slices.Equal(got, tc.want) {
			t.Errorf("%s: %q, want %q", name, got, tc.want)
		}
	}
}

func TestNamesThatAreNoSettings(t *testing.T) {
	t.Parallel()
	var p program
	parser := kong.Must(&p, kong.Vars{"version": ""})
	refused := func(command string, environ ...string) string {
		parsed, err := parser.Parse(strings.Fields(command))
		if err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(unknownNames(parser.Model, parsed.Selected(), environ)...); err != nil {
			return err.Error()
		}
		return ""
	}
	for entry, want := range map[string]string{
		"KRAPAO_DATABSE_URL=x":   "KRAPAO_DATABSE_URL is no setting of this program; did you mean KRAPAO_DATABASE_URL?",
		"KRAPAO_DATABASEURL=x":   "did you mean KRAPAO_DATABASE_URL?",
		"KRAPAO_TRUSTED_PROXY=x": "did you mean KRAPAO_TRUSTED_PROXIES?",
		"krapao_master_key=x":    "krapao_master_key is no setting of this program; did you mean KRAPAO_MASTER_KEY?",
		"KRAPAO_OPERATOR_ADR=":   "did you mean KRAPAO_OPERATOR_ADDR?",
		"KRAPAO_FOO=secret":      "KRAPAO_FOO is no setting of this program",
		"KRAPAO_SANDBOX_URL=x":   "", // the demo's, in an environment that both use
		"KRAPAO_DATABASE_URL=x":  "",
		"KRAPAOLA=x":             "",
		"PATH=KRAPAO_FOO":        "",
	} {
		for _, command := range []string{"serve", "migrate", "verify", "backup x", "content apply x", "operator list"} {
			got := refused(command, "HOME=/", entry)
			if (got == "") != (want == "") || !strings.HasSuffix(got, want) || strings.Contains(got, "secret") {
				t.Errorf("%s with %s: %q, want %q", command, entry, got, want)
			}
		}
		if got := refused("demo", entry); got != "" {
			t.Errorf("demo with %s: %q", entry, got)
		}
	}
	if got := refused("serve", "KRAPAO_B=1", "KRAPAO_A=1"); strings.Count(got, "\n") != 1 {
		t.Errorf("not a line each: %q", got)
	}
}
