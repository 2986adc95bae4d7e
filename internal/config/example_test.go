package config

import (
	"reflect"
	"slices"
	"strings"
	"testing"
)

const example = "../../docs/outside.example.json"

// The sample for operators has every system, and every family of providers, in the form that a start accepts.
func TestTheExampleOfTheOutsideIsWhole(t *testing.T) {
	t.Parallel()
	o, err := ReadOutside(example)
	if err != nil {
		t.Fatal(err)
	}
	all := reflect.ValueOf(o)
	for i := range all.NumField() {
		if all.Field(i).IsZero() {
			t.Errorf("%s is not in it", all.Type().Field(i).Tag.Get("json"))
		}
	}
	var families []string
	for name, p := range o.Providers {
		families = append(families, p.Family)
		if err := p.Valid(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	if slices.Sort(families); !slices.Equal(families, Families()) {
		t.Errorf("families %v, want %v", families, Families())
	}
}

// A node never starts with the unchanged sample; but nothing except its addresses is refused.
func TestTheExampleIsRefusedForItsAddressesAlone(t *testing.T) {
	t.Parallel()
	o, err := ReadOutside(example)
	if err != nil {
		t.Fatal(err)
	}
	wrong := Serving{
		Outside: o, Masters: Masters{1: []byte("0123456789abcdef0123456789abcdef")},
	}.Unsafe(func(string) bool { return false })
	for _, why := range wrong {
		if !strings.HasSuffix(why, ": its address is an example's") {
			t.Error(why)
		}
	}
	if systems := len(o.systems()); len(wrong) != systems || systems < 20 {
		t.Errorf("%d of %d systems are refused", len(wrong), systems)
	}
}
