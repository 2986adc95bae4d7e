package config

import (
	"fmt"
	"reflect"
	"strings"
)

// Digest stands for what a file says, among the nodes of one database. keyed is a keyed hash: nobody finds a secret by trying. It
// is of all that is set, so a setting that a later version adds changes no digest until a house sets it. Empty: nothing is set.
func (o Outside) Digest(keyed func(kind, value string) string, kind string) string {
	t := &table{}
	t.outside("", reflect.ValueOf(o), true)
	var text strings.Builder
	for _, s := range t.all {
		fmt.Fprintf(&text, "%q=%q\n", s.Name, s.value)
	}
	if text.Len() == 0 {
		return ""
	}
	return keyed(kind, text.String())
}
