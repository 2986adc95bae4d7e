package operatorcli

import (
	"context"
	"encoding/json"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/kong"
)

// contract is api/operator.json, as far as the test reads it.
type contract struct {
	Paths map[string]map[string]struct {
		Parameters []struct{ Name, In string }
		Body       struct {
			Content map[string]struct {
				Schema struct {
					Ref string `json:"$ref"`
				}
			}
		} `json:"requestBody"`
	}
	Components struct {
		Schemas map[string]struct {
			Properties map[string]any
			Required   []string
		}
	}
}

// TestEveryCommandIsACall: what the tags of commands say is in the contract: method and path, the fields of the body, none
// missing that it asks for, and the filters of lists.
func TestEveryCommandIsACall(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../api/operator.json")
	if err != nil {
		t.Fatal(err)
	}
	var is contract
	if err := json.Unmarshal(text, &is); err != nil {
		t.Fatal(err)
	}
	calls := map[string]string{} // by method and path with nameless places, the path
	for path, methods := range is.Paths {
		for method := range methods {
			calls[strings.ToUpper(method)+" "+nameless(path)] = path
		}
	}
	parser := kong.Must(new(commands))
	checked := 0
	for _, leaf := range parser.Model.Leaves(false) {
		line, _, _ := strings.Cut(leaf.Tag.Get("call"), "?")
		if line == "" {
			if _, runs := leaf.Target.Interface().(interface {
				Run(ctx context.Context, d *Desk) error
			}); runs == leaf.Tag.Has("node") {
				t.Errorf("%s is no call, and the node's: %v", leaf.Path(), !runs)
			}
			continue
		}
		checked++
		method, path, _ := strings.Cut(line, " ")
		known, found := calls[nameless(line)]
		if !found {
			t.Errorf("%s: there is no call %s", leaf.Path(), line)
			continue
		}
		call := is.Paths[known][strings.ToLower(method)]
		var query []string
		for _, p := range call.Parameters {
			query = append(query, p.Name)
		}
		places := 0
		for _, v := range append(slices.Clone(leaf.Positional), values(leaf.Flags)...) {
			if name := v.Tag.Get("query"); name != "" && !slices.Contains(query, name) {
				t.Errorf("%s: %s can't be narrowed by %s", leaf.Path(), line, name)
			}
			if v.Tag.Get("json") == "-" && slices.Contains(leaf.Positional, v) {
				places++
			}
		}
		if want := strings.Count(path, "{"); places != want {
			t.Errorf("%s: %d words for the %d places of %s", leaf.Path(), places, want, path)
		}
		if method == "GET" {
			continue
		}
		_, name, _ := strings.Cut(call.Body.Content["application/json"].Schema.Ref, "schemas/")
		body, fields := is.Components.Schemas[name], fieldsOf(leaf.Target.Type())
		for _, field := range fields {
			if _, has := body.Properties[field]; !has {
				t.Errorf("%s: %s takes no %s", leaf.Path(), line, field)
			}
		}
		for _, field := range body.Required {
			if !slices.Contains(fields, field) {
				t.Errorf("%s: %s asks for %s", leaf.Path(), line, field)
			}
		}
	}
	if checked < 70 {
		t.Errorf("%d commands are calls", checked)
	}
}

func nameless(line string) string {
	return place.ReplaceAllString(strings.ReplaceAll(line, "/payouts/", "/{x}/"), "{}")
}

func values(flags []*kong.Flag) (all []*kong.Value) {
	for _, f := range flags {
		all = append(all, f.Value)
	}
	return all
}

// fieldsOf are the names of a struct's fields in JSON.
func fieldsOf(s reflect.Type) (names []string) {
	for n := range s.NumField() {
		f := s.Field(n)
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case f.Anonymous:
			names = append(names, fieldsOf(f.Type)...)
		case name != "-" && name != "":
			names = append(names, name)
		}
	}
	return names
}
