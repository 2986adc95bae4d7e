// Package strictjson reads JSON without the leniency of encoding/json, and recognises the same body in another spelling.
package strictjson

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"math/big"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// maxDepth is how deeply objects and arrays may be nested.
const maxDepth = 32

// Error says in a developer's words what is wrong with a body.
type Error string

func (e Error) Error() string { return string(e) }

// Decode reads one JSON value. It refuses what a lenient reader would let through: invalid UTF-8, half a surrogate pair,
// a field twice (`{"amount":1,"amount":1000}`), nesting deeper than maxDepth, anything after the value, and NUL characters,
// which PostgreSQL does not store. Unknown and differently cased fields are refused later, against the contract.
func Decode(raw []byte) (any, error) {
	if !utf8.Valid(raw) {
		return nil, Error("not UTF-8")
	}
	if loneSurrogate(raw) {
		return nil, Error("half a surrogate pair")
	}
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	v, err := readValue(dec, 0)
	if err != nil {
		return nil, err
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return nil, Error("something follows the JSON value")
	}
	return v, nil
}

func readValue(dec *json.Decoder, depth int) (any, error) {
	token, err := dec.Token()
	if err != nil {
		return nil, Error("not JSON")
	}
	switch t := token.(type) {
	case json.Delim:
		if depth == maxDepth {
			return nil, Error("nested deeper than " + strconv.Itoa(maxDepth))
		}
		if t == '{' {
			return readObject(dec, depth+1)
		}
		return readArray(dec, depth+1)
	case string:
		return checkText(t)
	default:
		return t, nil
	}
}

// loneSurrogate reports whether there is an escape such as \ud800 that is no character. The decoder would put the same
// replacement for each of them, so two passwords, or two bodies under one key, would be equal. In JSON a backslash is always
// an escape.
func loneSurrogate(raw []byte) bool {
	for i := 0; i < len(raw); i++ {
		if raw[i] != '\\' {
			continue
		}
		i++ // skip the escaped character, which may be a backslash
		first, isUnit := codeUnit(raw, i-1)
		if !isUnit || !utf16.IsSurrogate(first) {
			continue
		}
		second, isUnit := codeUnit(raw, i+5)
		if !isUnit || utf16.DecodeRune(first, second) == utf8.RuneError {
			return true
		}
		i += 10
	}
	return false
}

// codeUnit reads the escape \uXXXX that starts at an offset.
func codeUnit(raw []byte, at int) (rune, bool) {
	if at+6 > len(raw) || raw[at] != '\\' || raw[at+1] != 'u' {
		return 0, false
	}
	n, err := strconv.ParseUint(string(raw[at+2:at+6]), 16, 16)
	return rune(n), err == nil
}

func checkText(text string) (string, error) {
	if strings.ContainsRune(text, 0) {
		return "", Error("a text holds a NUL character")
	}
	return text, nil
}

func readObject(dec *json.Decoder, depth int) (any, error) {
	object := map[string]any{}
	for dec.More() {
		token, err := dec.Token()
		name, isText := token.(string)
		if err != nil || !isText {
			return nil, Error("not JSON")
		}
		if _, err := checkText(name); err != nil {
			return nil, err
		}
		if _, twice := object[name]; twice {
			return nil, Error("a field stands twice")
		}
		if object[name], err = readValue(dec, depth); err != nil {
			return nil, err
		}
	}
	return object, readEnd(dec)
}

func readArray(dec *json.Decoder, depth int) (any, error) {
	array := []any{}
	for dec.More() {
		v, err := readValue(dec, depth)
		if err != nil {
			return nil, err
		}
		array = append(array, v)
	}
	return array, readEnd(dec)
}

func readEnd(dec *json.Decoder) error {
	if _, err := dec.Token(); err != nil {
		return Error("not JSON")
	}
	return nil
}

// Fingerprint hashes a decoded body. The same body in another spelling (order of fields, 1.10 for 1.1, escapes) has the
// same fingerprint.
func Fingerprint(v any) string {
	canonical, err := json.Marshal(normal(v))
	if err != nil {
		panic(err) // v came out of Decode: cannot happen
	}
	sum := sha256.Sum256(canonical)
	return hex.EncodeToString(sum[:])
}

func normal(v any) any {
	switch v := v.(type) {
	case map[string]any:
		out := make(map[string]any, len(v))
		for name, field := range v {
			out[name] = normal(field)
		}
		return out
	case []any:
		out := make([]any, len(v))
		for i, item := range v {
			out[i] = normal(item)
		}
		return out
	case json.Number:
		// No name of a body holds a NUL, so no body can be mistaken for a number.
		return map[string]any{"\x00": normalNumber(v.String())}
	default:
		return v
	}
}

// normalNumber writes a number by its value. Powers of ten beyond any amount stay as they are spelled: a short text must
// not become a number of a million digits.
func normalNumber(text string) string {
	if at := strings.IndexAny(text, "eE"); at >= 0 {
		if power, err := strconv.Atoi(text[at+1:]); err != nil || power > 400 || power < -400 {
			return text
		}
	}
	r, isNumber := new(big.Rat).SetString(text)
	if !isNumber {
		return text
	}
	return r.RatString()
}
