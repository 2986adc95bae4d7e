package config

import (
	"fmt"
	"maps"
	"net/url"
	"os"
	"reflect"
	"slices"
	"strings"
	"time"
)

// Source is where the value of a setting comes from.
type Source string

// The sources.
const (
	FromDefault     Source = "default"
	FromFlag        Source = "flag"
	FromEnvironment Source = "environment"
	FromFile        Source = "file"
	FromContent     Source = "content"
)

// Setting is one setting as a node runs with it. Its value can't be read as such: a secret never leaves it.
type Setting struct {
	Name, Doc string
	From      Source
	Secret    bool

	value string
}

// Shown is the value as people may read it. Of a secret it is only whether it is set; an address has no user and no query.
func (s Setting) Shown() string {
	switch {
	case !s.Secret:
		return addressWithoutUser(s.value)
	case s.value == "":
		return "not set"
	}
	return "set"
}

// Digest stands for the value among the nodes of one database. keyed is a keyed hash: nobody finds a secret by trying.
func (s Setting) Digest(keyed func(kind, value string) string) string {
	return keyed("setting "+s.Name, s.value)
}

// addressWithoutUser is an address without what may be a secret in it; another text stays as it is.
func addressWithoutUser(text string) string {
	u, err := url.Parse(text)
	if err != nil || u.Host == "" || u.User == nil && u.RawQuery == "" {
		return text
	}
	u.User, u.RawQuery = nil, ""
	return u.String()
}

// Running is all that a node runs with.
type Running struct {
	Node    Node
	Outside Outside
	// OutsideFile is where Outside was read from; empty: it is the demo's own.
	OutsideFile string
	Masters     Masters
	// Flags are the names of the variables whose settings were given as flags.
	Flags []string
}

// Settings are all of them in order, each with what it says. The structs of this package are the one table of them: a field has
// its words as help (a flag) or doc.
func (r Running) Settings() []Setting {
	t := &table{flags: r.Flags}
	t.node(reflect.ValueOf(r.Node))
	t.secret(MasterKey, "The master key, base64 of 32 random bytes, under which the database's own keys are sealed",
		mastersText(r.Masters))
	heads, _ := Secret(HeadsURL) // who opens the witnesses refuses what can't be read
	t.secret(HeadsURL, "An address that records the ends of the hash chains, too", heads)
	t.add(Setting{
		Name: "KRAPAO_OUTSIDE", Doc: "The file of the outside systems: addresses and secrets", From: t.from("KRAPAO_OUTSIDE"),
		value: r.OutsideFile,
	})
	t.file = r.OutsideFile != ""
	t.outside("", reflect.ValueOf(r.Outside), false)
	return t.all
}

// mastersText stands for the master keys.
func mastersText(masters Masters) string {
	var text strings.Builder
	for _, version := range slices.Sorted(maps.Keys(masters)) {
		fmt.Fprintf(&text, "%d:%x ", version, masters[version])
	}
	return text.String()
}

// table collects settings.
type table struct {
	all   []Setting
	flags []string
	file  bool
}

func (t *table) add(s Setting) { t.all = append(t.all, s) }

// from is where the setting of a variable comes from.
func (t *table) from(variable string) Source {
	_, set := os.LookupEnv(variable)
	switch {
	case slices.Contains(t.flags, variable):
		return FromFlag
	case set:
		return FromEnvironment
	case os.Getenv(variable+fromFile) != "":
		return FromFile
	}
	return FromDefault
}

func (t *table) secret(name, doc, value string) {
	from := t.from(name)
	if name == MasterKey && from == FromDefault {
		from = t.from(MasterKeys)
	}
	t.add(Setting{Name: name, Doc: doc, From: from, Secret: true, value: value})
}

// node adds the fields of the node's struct: a variable each.
func (t *table) node(v reflect.Value) {
	for _, field := range reflect.VisibleFields(v.Type()) {
		if field.Anonymous {
			continue
		}
		tag, value := field.Tag, textOf(v.FieldByIndex(field.Index))
		if name := tag.Get("secret"); name != "" {
			t.secret(name, tag.Get("doc"), value)
			continue
		}
		name := tag.Get("env")
		t.add(Setting{Name: name, Doc: tag.Get("help"), From: t.from(name), value: value})
	}
}

// outside adds the fields of a struct of the file by their names there. sparse leaves out what is not set: one of several
// systems of a kind has few of the fields.
func (t *table) outside(path string, v reflect.Value, sparse bool) {
	for i := range v.NumField() {
		field := v.Type().Field(i)
		name := strings.TrimPrefix(path+"."+field.Tag.Get("json"), ".")
		switch at := v.Field(i); {
		case at.Kind() == reflect.Struct:
			t.outside(name, at, sparse)
		case at.Kind() == reflect.Pointer && at.Type().Elem().Kind() == reflect.Struct:
			if !at.IsNil() {
				t.outside(name, at.Elem(), true)
			}
		case at.Kind() == reflect.Map && at.Type().Elem().Kind() == reflect.Struct:
			for _, key := range sortedKeys(at) {
				t.outside(name+"."+key, at.MapIndex(reflect.ValueOf(key)), true)
			}
		case at.Kind() == reflect.Slice && at.Type().Elem().Kind() == reflect.Struct:
			for n := range at.Len() {
				t.outside(fmt.Sprintf("%s[%d]", name, n), at.Index(n), true)
			}
		default:
			t.leaf(name, field, at, sparse)
		}
	}
}

// leaf adds one field of the file.
func (t *table) leaf(name string, field reflect.StructField, v reflect.Value, sparse bool) {
	if v.IsZero() && sparse {
		return
	}
	from := FromDefault
	if t.file && !v.IsZero() {
		from = FromFile
	}
	t.add(Setting{
		Name: name, Doc: field.Tag.Get("doc"), From: from, Secret: field.Tag.Get("secret") != "", value: textOf(v),
	})
}

func sortedKeys(m reflect.Value) []string {
	keys := make([]string, 0, m.Len())
	for _, key := range m.MapKeys() {
		keys = append(keys, key.String())
	}
	slices.Sort(keys)
	return keys
}

// textOf is a value as text; empty: it is not set.
func textOf(v reflect.Value) string {
	switch v.Kind() { //nolint:exhaustive // no setting is of another kind
	case reflect.Pointer:
		if v.IsNil() {
			return ""
		}
		return textOf(v.Elem())
	case reflect.Slice:
		parts := make([]string, v.Len())
		for n := range parts {
			parts[n] = textOf(v.Index(n))
		}
		return strings.Join(parts, ", ")
	case reflect.Map:
		parts := make([]string, 0, v.Len())
		for _, key := range sortedKeys(v) {
			parts = append(parts, key+"="+textOf(v.MapIndex(reflect.ValueOf(key))))
		}
		return strings.Join(parts, ", ")
	case reflect.Int64:
		if d, is := reflect.TypeAssert[time.Duration](v); is {
			return d.String()
		}
	case reflect.Uint16: // 0: the product's own number, as its help says
		if v.Uint() == 0 {
			return ""
		}
	}
	return fmt.Sprint(v.Interface())
}
