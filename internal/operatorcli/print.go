package operatorcli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"krapao/operator/cli/sheet"
)

// listed is a page of a list.
type listed struct {
	Items            []json.RawMessage
	Next, From, AsOf string
}

// page reads a page. Some lists are their rows alone.
func page(answer []byte) (p listed) {
	if json.Unmarshal(answer, &p.Items) != nil {
		_ = json.Unmarshal(answer, &p) // another form has no rows
	}
	return p
}

// table prints rows by columns: the paths of fields. asOf is that of the standby that they are from.
func table(out io.Writer, rows []json.RawMessage, columns, asOf string) error {
	paths := strings.Fields(columns)
	head := make([]string, len(paths))
	for i, path := range paths {
		head[i] = strings.TrimSuffix(strings.TrimSuffix(path, ".id"), ".by")
	}
	cells := make([][]string, len(rows))
	for i, row := range rows {
		values := map[string]string{}
		for _, f := range flat("", row) {
			values[f[0]] = f[1]
		}
		for _, path := range paths {
			cells[i] = append(cells[i], values[path])
		}
	}
	err := sheet.Table(out, strings.Join(head, " "), cells)
	if err == nil && asOf != "" {
		_, err = fmt.Fprintf(out, "as of %s, from the standby\n", shown(asOf))
	}
	return err
}

// show prints an answer: what a decision says, and a field that is shown besides; what says is in its place; or all of it.
func show(out io.Writer, answer []byte, shows, says string) error {
	var o struct {
		Says, Message string
		Done          *bool
	}
	_ = json.Unmarshal(answer, &o) // another form says nothing
	if decided := o.Message != "" || o.Done != nil; decided && says == "" {
		says = o.Says
	}
	fields := flat("", answer)
	if says == "" && shows == "" {
		return all(out, fields)
	}
	lines := []string{}
	if says != "" {
		lines = append(lines, says)
	}
	for _, f := range fields {
		if shows != "" && f[0] == shows {
			lines = append(lines, f[1])
		}
	}
	for _, line := range lines {
		if _, err := fmt.Fprintln(out, sheet.Plain(line)); err != nil {
			return err
		}
	}
	return nil
}

// all prints fields, one a line.
func all(out io.Writer, fields [][2]string) error {
	rows := make([][]string, len(fields))
	for i, f := range fields {
		rows[i] = f[:]
	}
	return sheet.Table(out, "what is", rows)
}

// flat are the fields of an answer by their paths, in its own order. What is null is none. A fact is named by its own name.
func flat(path string, raw json.RawMessage) (fields [][2]string) {
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	token, err := d.Token()
	switch {
	case err != nil || token == nil:
		return nil
	case token == json.Delim('{'):
		for d.More() {
			name, err := d.Token()
			var value json.RawMessage
			if err != nil || d.Decode(&value) != nil {
				return fields
			}
			fields = append(fields, flat(join(path, fmt.Sprint(name)), value)...)
		}
		return fields
	case token == json.Delim('['):
		var texts []string
		for n := 0; d.More(); n++ {
			var value json.RawMessage
			if d.Decode(&value) != nil {
				return fields
			}
			if fact, is := factOf(value); is {
				fields = append(fields, [2]string{join(path, fact[0]), fact[1]})
				continue
			}
			if value[0] != '{' && value[0] != '[' {
				texts = append(texts, text(value))
				continue
			}
			fields = append(fields, flat(join(path, strconv.Itoa(n)), value)...)
		}
		if len(texts) > 0 {
			fields = append(fields, [2]string{path, strings.Join(texts, ", ")})
		}
		return fields
	}
	return [][2]string{{path, text(raw)}}
}

func join(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}

// factOf is a fact's name, and what it was and is.
func factOf(raw json.RawMessage) (fact [2]string, is bool) {
	var f struct {
		Name, Kind string
		Before     *string
		After      *string
	}
	if json.Unmarshal(raw, &f) != nil || f.After == nil || f.Name == "" {
		return fact, false
	}
	if f.Before != nil {
		return [2]string{f.Name, shown(*f.Before) + " > " + shown(*f.After)}, true
	}
	return [2]string{f.Name, shown(*f.After)}, true
}

// text is a plain value as it is printed.
func text(raw json.RawMessage) string {
	var s string
	if json.Unmarshal(raw, &s) == nil {
		return shown(s)
	}
	return string(bytes.TrimSpace(raw))
}

// shown is a text as it is printed: a time as everywhere in the shell, in UTC.
func shown(s string) string {
	if t, err := time.Parse(time.RFC3339, s); err == nil {
		return sheet.Stamp(t)
	}
	return s
}
