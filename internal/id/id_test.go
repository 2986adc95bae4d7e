package id_test

import (
	"regexp"
	"testing"

	"krapao/internal/id"
)

func TestShapes(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for range 1000 {
		m := id.Member()
		if !regexp.MustCompile(`^[0-9A-HJKMNP-TV-Z]{12}$`).MatchString(m) {
			t.Fatalf("member id %q", m)
		}
		if seen[m] {
			t.Fatalf("member id %q twice", m)
		}
		seen[m] = true
	}
	if got := id.Lower(15); !regexp.MustCompile(`^[0-9a-hjkmnp-tv-z]{15}$`).MatchString(got) {
		t.Errorf("reference %q", got)
	}
	if len(id.Secret()) != 52 {
		t.Errorf("secret of %d characters", len(id.Secret()))
	}
}
