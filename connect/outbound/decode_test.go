package outbound_test

import (
	"strings"
	"testing"

	"krapao/connect/outbound"
)

func TestDecode(t *testing.T) {
	t.Parallel()
	for raw, want := range map[string]bool{
		`{"balance":9}`:                          true,
		`{"data":[{"balance":9},{"balance":9}]}`: true,
		`{"a":{"balance":9},"balance":1}`:        true,
		`{"balance":"9"}`:                        true,
		`{"balance":9,"balance":9}`:              false,
		`{"balance":9,"Balance":900}`:            false,
		`{"data":[{"balance":9,"balance":1}]}`:   false,
		`{"balance":9,"\u0062alance":900}`:       false, // the same name
		`{"balance":9}{"balance":1}`:             false,
		`{"balance":9`:                           false,
		`{"x":` + strings.Repeat("[", 300_000):   false,
		`<html>`:                                 false,
		``:                                       false,
	} {
		var into struct {
			Balance any   `json:"balance"`
			Data    []any `json:"data"`
		}
		if err := outbound.Decode([]byte(raw), &into); (err == nil) != want {
			t.Errorf("%.40s: %v", raw, err)
		}
	}
}
