package content

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
)

// Diff lists the differences between two JSON documents, one line for each value: "+ banks.KBANK", "- sources.FRIEND",
// "~ texts.notice.th: before -> after". Entries of a list are identified by their code or id, or else by their position.
func Diff(path string, before, after []byte) []string {
	var b, a any
	if len(before) > 0 {
		if err := json.Unmarshal(before, &b); err != nil {
			return []string{"~ " + path}
		}
	}
	if err := json.Unmarshal(after, &a); err != nil {
		return []string{"~ " + path}
	}
	return diff(nil, path, b, a)
}

func diff(lines []string, path string, before, after any) []string {
	b, bNested := nested(before)
	a, aNested := nested(after)
	switch {
	case bNested && aNested, before == nil && aNested:
		for _, name := range slices.Sorted(maps.Keys(b)) {
			if _, stays := a[name]; !stays {
				lines = append(lines, "- "+path+"."+name)
			}
		}
		for _, name := range slices.Sorted(maps.Keys(a)) {
			if _, was := b[name]; !was {
				lines = append(lines, "+ "+path+"."+name)
				continue
			}
			lines = diff(lines, path+"."+name, b[name], a[name])
		}
	case text(before) != text(after):
		lines = append(lines, "~ "+path+": "+text(before)+" -> "+text(after))
	}
	return lines
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

const longestValue = 80

// text shows a value in one short line.
func text(v any) string {
	if v == nil {
		return "nothing"
	}
	raw, err := json.Marshal(v)
	if err != nil {
		return "?"
	}
	runes := []rune(string(raw))
	if len(runes) > longestValue {
		return string(runes[:longestValue]) + "..."
	}
	return string(runes)
}
