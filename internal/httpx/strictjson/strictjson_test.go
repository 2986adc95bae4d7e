package strictjson

import (
	"strings"
	"testing"
)

func TestStrictJSON(t *testing.T) {
	t.Parallel()
	for name, body := range map[string]string{
		"Trailing":        `{"a":1} {}`,
		"TrailingGarbage": `{"a":1}x`,
		"Twice":           `{"amount":1,"amount":1000}`,
		"TwiceByEscape":   `{"amount":1,"\u0061mount":1000}`,
		"TwiceInside":     `{"a":[{"b":1,"b":2}]}`,
		"Deep":            strings.Repeat("[", 33) + strings.Repeat("]", 33),
		"VeryDeep":        strings.Repeat(`{"a":`, 20000),
		"NotUTF8":         "{\"a\":\"\xff\"}",
		"HighSurrogate":   `{"a":"x\ud83d"}`,
		"LowSurrogate":    `{"a":"\ude00"}`,
		"Swapped":         `{"a":"\ude00\ud83d"}`,
		"SurrogateName":   `{"\ud800":1}`,
		"HalfThenEscape":  `{"a":"\ud83d\n"}`,
		"NUL":             `{"a":"x\u0000y"}`,
		"NULName":         `{"a":{"b":["\u0000"]}}`,
		"Unfinished":      `{"a":`,
		"Empty":           ` `,
		"Comment":         `{"a":1}//x`,
		"NaN":             `{"a":NaN}`,
		"LeadingZero":     `{"a":01}`,
		"Plus":            `{"a":+1}`,
		"SingleQuotes":    `{'a':1}`,
		"TrailingComma":   `{"a":1,}`,
	} {
		if _, err := Decode([]byte(body)); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
	for _, body := range []string{
		`{}`, `{"a":{"b":[1,2,{"c":null}]}}`, strings.Repeat("[", 32) + strings.Repeat("]", 32), ` {"a":"ไทย ລາວ"} `,
		`{"a":"\ud83d\ude00\ud83d\ude00 \\ud800 \\\ud83d\ude00"}`,
	} {
		if _, err := Decode([]byte(body)); err != nil {
			t.Errorf("%s: %v", body, err)
		}
	}
}

func TestFingerprintIsByValue(t *testing.T) {
	t.Parallel()
	of := func(body string) string {
		t.Helper()
		v, err := Decode([]byte(body))
		if err != nil {
			t.Fatalf("%s: %v", body, err)
		}
		return Fingerprint(v)
	}
	same := []string{`{"from":"a","amount":1.1}`, `{"amount":1.10,"from":"a"}`, `{"amount":11e-1,"from":"\u0061"}`}
	for _, body := range same[1:] {
		if of(body) != of(same[0]) {
			t.Errorf("%s differs from %s", body, same[0])
		}
	}
	seen := map[string]string{}
	for _, body := range []string{
		`{"amount":1}`, `{"amount":"1"}`, `{"amount":2}`, `{"amount":1,"x":null}`, `[1]`, `1`, `"1"`, `null`, `{}`, `[]`,
		`{"amount":1e999999999}`, `{"amount":{"number":"1"}}`,
	} {
		f := of(body)
		if other, twice := seen[f]; twice {
			t.Errorf("%s and %s are one request", body, other)
		}
		seen[f] = body
	}
}
