package outbound

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
)

// deepest is how deeply the objects and lists of an answer may be nested.
const deepest = 64

var errDeep = errors.New("it is nested too deeply")

// errTwice: an object has a field twice. Programs read one or the other, so nobody knows what is meant.
var errTwice = errors.New("a field is there twice")

// Decode reads an answer like json.Unmarshal. It refuses one that has a field twice in an object, also in another case, for which
// encoding/json would silently take the last: {"balance":9,"Balance":900}.
func Decode(raw []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	if err := once(d, 0); err != nil {
		return err
	}
	return json.Unmarshal(raw, into)
}

// once reads a value, and returns errTwice if an object in it has a field twice.
func once(d *json.Decoder, depth int) error {
	token, err := d.Token()
	if err != nil {
		return err
	}
	begin, ok := token.(json.Delim)
	if !ok {
		return nil
	}
	if depth == deepest {
		return errDeep
	}
	seen := map[string]bool{}
	for d.More() {
		if begin == '{' {
			token, err := d.Token()
			if err != nil {
				return err
			}
			name, _ := token.(string) // nothing else can name a field
			folded := strings.ToLower(name)
			if seen[folded] {
				return errTwice
			}
			seen[folded] = true
		}
		if err := once(d, depth+1); err != nil {
			return err
		}
	}
	_, err = d.Token()
	return err
}
