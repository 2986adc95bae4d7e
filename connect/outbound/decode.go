package outbound

import (
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
// encoding/json would silently take the last: {"balance":9,"Balance":900}. After an error nothing of into is to be used.
func Decode(raw []byte, into any) error {
	if err := json.Unmarshal(raw, into); err != nil {
		return err
	}
	return (&names{raw: string(raw)}).once()
}

// names goes through the names of fields of a valid JSON text. It is not for any other text.
type names struct {
	raw string
	at  int
	// seen has the names of all objects that are open; from says where those of each open object or list begin.
	seen []string
	from []int
	// many has the folded names of the open objects that have many, by where they begin.
	many map[int]map[string]bool
}

// few is how many names are compared one by one. More are looked up: an answer may have a hundred thousand.
const few = 16

// once returns errTwice if an object has a field twice.
func (n *names) once() error {
	for n.at < len(n.raw) {
		switch n.raw[n.at] {
		case '{', '[':
			if len(n.from) == deepest {
				return errDeep
			}
			n.from = append(n.from, len(n.seen))
		case '}', ']':
			last := len(n.from) - 1
			delete(n.many, n.from[last])
			n.seen, n.from = n.seen[:n.from[last]], n.from[:last]
		case '"':
			if err := n.text(); err != nil {
				return err
			}
			continue
		}
		n.at++
	}
	return nil
}

// text goes over a text, which is a name if a colon follows.
func (n *names) text() error {
	begin, escaped := n.at, false
	for n.at++; n.raw[n.at] != '"'; n.at++ {
		if n.raw[n.at] == '\\' {
			n.at, escaped = n.at+1, true
		}
	}
	n.at++
	if !strings.HasPrefix(strings.TrimLeft(n.raw[n.at:], " \t\r\n"), ":") {
		return nil
	}
	name := n.raw[begin+1 : n.at-1]
	if escaped {
		if err := json.Unmarshal([]byte(n.raw[begin:n.at]), &name); err != nil {
			return err
		}
	}
	return n.add(name)
}

// add adds a name of the object that was opened last.
func (n *names) add(name string) error {
	from := n.from[len(n.from)-1]
	here := n.seen[from:]
	if len(here) >= few {
		return n.addToMany(from, name)
	}
	for _, other := range here {
		if strings.EqualFold(other, name) {
			return errTwice
		}
	}
	n.seen = append(n.seen, name)
	return nil
}

// addToMany adds a name to an object that has few already.
func (n *names) addToMany(from int, name string) error {
	all := n.many[from]
	if all == nil {
		if n.many == nil {
			n.many = map[int]map[string]bool{}
		}
		all = make(map[string]bool, 4*few)
		for _, other := range n.seen[from:] {
			all[folded(other)] = true
		}
		n.many[from] = all
	}
	if all[folded(name)] {
		return errTwice
	}
	all[folded(name)] = true
	return nil
}

// folded is the same for names that encoding/json takes for one.
func folded(name string) string { return strings.ToLower(strings.ToUpper(name)) }
