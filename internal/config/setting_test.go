package config

import (
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// filled sets everything in a struct to values of their own: texts are v1, v2, ...
func filled(v reflect.Value, next *int) {
	*next++
	switch v.Kind() {
	case reflect.String:
		v.SetString(fmt.Sprintf("v%d.", *next))
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int, reflect.Int64:
		v.SetInt(int64(*next))
	case reflect.Uint16:
		v.SetUint(uint64(*next))
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		filled(v.Elem(), next)
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		filled(v.Index(0), next)
	case reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
		one := reflect.New(v.Type().Elem()).Elem()
		filled(one, next)
		v.SetMapIndex(reflect.ValueOf("one"), one)
	case reflect.Struct:
		for i := range v.NumField() {
			filled(v.Field(i), next)
		}
	default:
		panic(v.Kind().String())
	}
}

// everything is a node with every setting set, each to another value.
func everything() Running {
	r, next := Running{OutsideFile: "outside.json", Masters: Masters{1: []byte("0123456789abcdef")}}, 0
	filled(reflect.ValueOf(&r.Node).Elem(), &next)
	filled(reflect.ValueOf(&r.Outside).Elem(), &next)
	return r
}

// TestEverySettingSaysWhatItIs, once.
func TestEverySettingSaysWhatItIs(t *testing.T) {
	t.Parallel()
	all, names := everything().Settings(), map[string]bool{}
	for _, s := range all {
		if s.Name == "" || strings.HasSuffix(s.Name, ".") || len(s.Doc) < 8 {
			t.Errorf("%q has no name, or no words in its tag: %q", s.Name, s.Doc)
		}
		if names[s.Name] {
			t.Errorf("%s is there twice", s.Name)
		}
		names[s.Name] = true
	}
	for _, name := range SecretNames() {
		if name != MasterKeys && !strings.HasSuffix(name, fromFile) && !names[name] {
			t.Errorf("the secret %s is no setting", name)
		}
	}
	if len(all) < 100 || !names["KRAPAO_ADDR"] || !names["providers.one.secret"] || !names["slipChecks[0].key"] {
		t.Errorf("the settings are %v", names)
	}
}

// open are settings that sound like secrets and are none: an ID, the name of a field, a number that members see.
var open = []string{"KRAPAO_BLOB_KEY", "providers.one.form.password"}

// TestNoSecretIsShown: what a node must not run without as a secret, and whatever sounds like one, is marked as one. Nothing that
// is shown has any of it.
func TestNoSecretIsShown(t *testing.T) {
	t.Setenv(HeadsURL, "https://user:heads-password@heads.house.co.th")
	r := everything()
	all, shown := r.Settings(), strings.Builder{}
	sounds := regexp.MustCompile(`(?i)secret|key$|token|password`)
	for _, s := range all {
		shown.WriteString(s.Shown() + "\n")
		if sounds.MatchString(s.Name) && !s.Secret && !slices.Contains(open, s.Name) {
			t.Errorf("%s sounds like a secret, and is none", s.Name)
		}
		if s.Secret && s.Shown() != "set" {
			t.Errorf("%s is shown as %q", s.Name, s.Shown())
		}
	}
	secret := 0
	for _, s := range all {
		if s.Secret {
			secret++
			if strings.Contains(shown.String(), s.value) {
				t.Errorf("%s is shown: %s", s.Name, s.value)
			}
		}
	}
	needed := []string{"mobile", "bank", "to", "branch", "client", "name"} // no secrets, but needed (systems)
	for _, system := range r.Outside.systems() {
		for _, x := range system.secrets {
			if !slices.Contains(needed, x.name) && x.value != "" && strings.Contains(shown.String(), x.value) {
				t.Errorf("%s of %s is shown", x.name, system.name)
			}
		}
	}
	if secret < 20 {
		t.Errorf("%d secrets", secret)
	}
}

// TestWhereASettingComesFrom.
func TestWhereASettingComesFrom(t *testing.T) {
	t.Setenv("KRAPAO_LAOS", "true")
	t.Setenv("KRAPAO_CHAT", "true")
	t.Setenv("KRAPAO_DATABASE_URL_FILE", "/run/secrets/database")
	r := Running{Flags: []string{"KRAPAO_CHAT"}, Outside: Outside{SMS: SMS{BaseURL: "https://u:p@sms.house.co.th/a?k=1"}}}
	at := func(name string) Setting {
		for _, s := range r.Settings() {
			if s.Name == name {
				return s
			}
		}
		t.Fatalf("there is no %s", name)
		return Setting{}
	}
	for name, want := range map[string]Source{
		"KRAPAO_LAOS": FromEnvironment, "KRAPAO_CHAT": FromFlag, "KRAPAO_ADDR": FromDefault, DatabaseURL: FromFile,
		"sms.baseURL": FromDefault,
	} {
		if got := at(name).From; got != want {
			t.Errorf("%s comes from %s, not %s", name, got, want)
		}
	}
	r.OutsideFile = "outside.json"
	if got := at("sms.baseURL"); got.From != FromFile || got.Shown() != "https://sms.house.co.th/a" {
		t.Errorf("%+v is shown as %s", got, got.Shown())
	}
	if got := at("sms.secret"); got.From != FromDefault || got.Shown() != "not set" {
		t.Errorf("%+v is shown as %s", got, got.Shown())
	}
	keyed := func(kind, value string) string { return kind + "/" + value }
	if at("sms.baseURL").Digest(keyed) == (Setting{Name: "sms.baseURL"}).Digest(keyed) {
		t.Error("a digest does not depend on its value")
	}
}
