package outbound_test

import (
	"fmt"
	"strings"
	"testing"

	"krapao/connect/outbound"
)

// many is an object with so many fields, and another one.
func many(fields int, another string) string {
	var text strings.Builder
	text.WriteByte('{')
	for n := range fields {
		fmt.Fprintf(&text, `"field %d":{"balance":1},`, n)
	}
	fmt.Fprintf(&text, `%q:0}`, another)
	return text.String()
}

func TestDecode(t *testing.T) {
	t.Parallel()
	for raw, want := range map[string]bool{
		`{"balance":9}`:                                                   true,
		`{"data":[{"balance":9},{"balance":9}]}`:                          true,
		`{"a":{"balance":9},"balance":1}`:                                 true,
		`{"balance":"9"}`:                                                 true,
		`{"balance":9,"balance":9}`:                                       false,
		`{"balance":9,"Balance":900}`:                                     false,
		`{"data":[{"balance":9,"balance":1}]}`:                            false,
		`{"balance":9,"\u0062alance":900}`:                                false, // the same name
		`{"balance":9,"\u212Aey":1,"key":2}`:                              false, // Kelvin, a k to encoding/json
		`{"balance":9,"a\"b":1,"a\"c":2}`:                                 true,
		`{"balance":"}{\"a\":1,\"a\":2"}`:                                 true, // what looks like an object within a text
		`{"balance" : 9, "data" :[], "balance" :9}`:                       false,
		`{"x":{"a":1},"y":{"a":1},"z":[{"a":1}]}`:                         true,
		`{"balance":9}{"balance":1}`:                                      false,
		many(1000, "field 1000"):                                          true,
		many(1000, "FIELD 7"):                                             false,
		many(1000, "field 999"):                                           false,
		`[` + many(20, "x") + `,` + many(20, "x") + `]`:                   false, // not what is asked for
		`{"balance":9`:                                                    false,
		`{"x":` + strings.Repeat("[", 300_000):                            false,
		`{"x":` + strings.Repeat("[", 64) + strings.Repeat("]", 64) + `}`: false,
		`{"x":` + strings.Repeat("[", 63) + strings.Repeat("]", 63) + `}`: true,
		`<html>`: false,
		``:       false,
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

// TestNamesOfOneObjectAreNotAnothers: those of an object with many fields are forgotten at its end.
func TestNamesOfOneObjectAreNotAnothers(t *testing.T) {
	t.Parallel()
	var into []map[string]any
	if err := outbound.Decode([]byte(`[`+many(20, "x")+`,`+many(20, "x")+`]`), &into); err != nil || len(into) != 2 {
		t.Error(len(into), err)
	}
}
