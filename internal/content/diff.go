package content

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
)

// Change is one difference between two JSON documents.
type Change struct {
	// Path names the value: "banks.KBANK.name". Entries of a list are named by their code or id, or else by their position.
	Path string
	// Before and After are the values as JSON. Empty: there was none, or there is none any more. For a list in another order they
	// are the names of its entries.
	Before, After string
	// Order: entries of the list are in another order.
	Order bool
}

// line is a change in one short line: "+ banks.KBANK", "- sources.FRIEND", "~ texts.notice.th: before -> after".
func (c Change) line() string {
	switch {
	case c.Order:
		return "~ " + c.Path + ": another order"
	case c.Before == "":
		return "+ " + c.Path
	case c.After == "":
		return "- " + c.Path
	}
	return "~ " + c.Path + ": " + short(c.Before) + " -> " + short(c.After)
}

// Changes lists the differences between two JSON documents. Nil for one of them: there is none.
func Changes(path string, before, after []byte) []Change {
	var b, a any
	if len(before) > 0 && json.Unmarshal(before, &b) != nil || len(after) > 0 && json.Unmarshal(after, &a) != nil {
		return []Change{{Path: path, Before: string(before), After: string(after)}}
	}
	return differ(nil, path, b, a)
}

// Diff lists the differences between two JSON documents, a line each.
func Diff(path string, before, after []byte) []string {
	var lines []string
	for _, c := range Changes(path, before, after) {
		lines = append(lines, c.line())
	}
	return lines
}

func differ(all []Change, path string, before, after any) []Change {
	b, bNested := nested(before)
	a, aNested := nested(after)
	switch {
	case bNested && aNested, before == nil && aNested, bNested && after == nil:
		for _, name := range slices.Sorted(maps.Keys(b)) {
			if _, stays := a[name]; !stays {
				all = append(all, Change{Path: path + "." + name, Before: text(b[name])})
			}
		}
		for _, name := range slices.Sorted(maps.Keys(a)) {
			if _, was := b[name]; !was {
				all = append(all, Change{Path: path + "." + name, After: text(a[name])})
				continue
			}
			all = differ(all, path+"."+name, b[name], a[name])
		}
		return reordered(all, path, before, after)
	case text(before) != text(after):
		all = append(all, Change{Path: path, Before: text(before), After: text(after)})
	}
	return all
}

// reordered adds a list whose entries that stay are in another order.
func reordered(all []Change, path string, before, after any) []Change {
	was, is := names(before), names(after)
	stay := func(of []string) (both []string) {
		for _, name := range of {
			if slices.Contains(was, name) && slices.Contains(is, name) {
				both = append(both, name)
			}
		}
		return both
	}
	if slices.Equal(stay(was), stay(is)) {
		return all
	}
	return append(all, Change{Path: path, Before: text(was), After: text(is), Order: true})
}

// names are those of a list's entries, in its order.
func names(v any) (all []string) {
	list, _ := v.([]any)
	for i, part := range list {
		all = append(all, partName(i, part))
	}
	return all
}

// nested returns the parts of an object or a list by name.
func nested(v any) (map[string]any, bool) {
	switch v := v.(type) {
	case map[string]any:
		return v, true
	case []any:
		parts := make(map[string]any, len(v))
		for i, part := range v {
			parts[partName(i, part)] = part
		}
		return parts, true
	}
	return nil, false
}

func partName(place int, part any) string {
	if object, ok := part.(map[string]any); ok {
		for _, key := range []string{"code", "id"} {
			if name, ok := object[key].(string); ok && name != "" {
				return name
			}
		}
	}
	return fmt.Sprintf("%02d", place+1)
}

// text is a value as JSON.
func text(v any) string {
	if v == nil {
		return "null"
	}
	raw, err := json.Marshal(v)
	if err != nil {
		return "?"
	}
	return string(raw)
}

const longestValue = 80

// short shows a value in one short line.
func short(value string) string {
	if value == "null" {
		return "nothing"
	}
	runes := []rune(value)
	if len(runes) > longestValue {
		return string(runes[:longestValue]) + "..."
	}
	return value
}
