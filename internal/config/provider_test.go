package config

import (
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// A field that is not in fields would be accepted for every family and do nothing.
func TestValidKnowsEveryField(t *testing.T) {
	t.Parallel()
	var known []string
	for _, f := range (Provider{}).fields() {
		known = append(known, f.name)
	}
	for f := range reflect.TypeFor[Provider]().Fields() {
		if name := f.Tag.Get("json"); name != "family" && !slices.Contains(known, name) {
			t.Errorf("%s is not looked at", name)
		}
	}
	p := Provider{Family: FamilyAMB, BaseURL: "https://p.example.com", ID: "us", Secret: "s", NotFoundID: 4601}
	if err := p.Valid(); err == nil || !strings.Contains(err.Error(), "no use for notFoundID") {
		t.Errorf("%v", err)
	}
}

var quoted = regexp.MustCompile("`([A-Za-z]+)(?:: [a-z]+)?`")

// The table of a family's fields in the documents is the one that the start checks.
func TestTheTableOfFamiliesHolds(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../docs/adapters.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := map[string][]string{}
	for _, line := range strings.Split(string(text), "\n") {
		cells := strings.Split(line, "|")
		if len(cells) != 6 || !strings.HasPrefix(cells[1], " `") {
			continue
		}
		rows[strings.Trim(cells[1], " `")] = cells
	}
	fields := func(cell string) (names []string) {
		for _, found := range quoted.FindAllStringSubmatch(cell, -1) {
			names = append(names, found[1])
		}
		slices.Sort(names)
		return names
	}
	for name, f := range families {
		row := rows[name]
		if row == nil {
			t.Errorf("%s has no row", name)
			continue
		}
		for cell, want := range map[int][]string{3: f.needs, 4: f.takes} {
			if got := fields(row[cell]); !slices.Equal(got, slices.Sorted(slices.Values(want))) {
				t.Errorf("%s: the table says %v, the start %v", name, got, want)
			}
		}
	}
	all := string(text)
	for _, field := range everyFamily {
		if !strings.Contains(all, "`"+field+"`") {
			t.Errorf("%s is not told", field)
		}
	}
}
