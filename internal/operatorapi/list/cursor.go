package list

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"

	"krapao/fault"
)

// cursor is a place in a list. Its mark is of the list and its filters, so that it is taken for no place in another one.
type cursor[K any] struct {
	Mark  string `json:"m"`
	After *K     `json:"a"`
}

func markOf(name string, f Filters) string {
	sum := sha256.Sum256([]byte(name + "?" + f.String()))
	return base64.RawURLEncoding.EncodeToString(sum[:9])
}

func encode[K any](after *K, name string, f Filters) string {
	text, err := json.Marshal(cursor[K]{markOf(name, f), after})
	if err != nil {
		panic(err) // keys are texts, numbers and structs of these
	}
	return base64.RawURLEncoding.EncodeToString(text)
}

// decode reads a cursor; "" is the beginning. INVALID_INPUT: it is none of this list with these filters.
func decode[K any](text, name string, f Filters) (*K, error) {
	if text == "" {
		return nil, nil //nolint:nilnil // no cursor is the beginning
	}
	var c cursor[K]
	raw, err := base64.RawURLEncoding.DecodeString(text)
	if err == nil {
		err = json.Unmarshal(raw, &c)
	}
	if err != nil || c.Mark != markOf(name, f) || c.After == nil {
		return nil, fault.New(fault.INVALID_INPUT, "after is no cursor of this list with these filters")
	}
	return c.After, nil
}
