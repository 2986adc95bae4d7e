package main

import (
	"runtime/debug"
	"testing"
)

// TestVersionNamesTheTagAndTheCommit: whoever reports a fault can say exactly which program it was.
func TestVersionNamesTheTagAndTheCommit(t *testing.T) {
	commit := []debug.BuildSetting{{Key: "vcs.revision", Value: "91ddd973cdbbbd65bcc6fec77086cc4cf56607bf"}}
	const dirty = "v1.2.1-0.20261125233523-91ddd973cdbb+dirty"
	for _, tt := range []struct {
		name, tag string
		settings  []debug.BuildSetting
		want      string
	}{
		{"a release", "v1.2.0", commit, "v1.2.0+91ddd973cdbb"},
		{"between two releases, with changes", dirty, commit, dirty},
		{"built outside a repository", "(devel)", nil, "(devel)"},
		{"an old go command", "", commit, "(devel)+91ddd973cdbb"},
	} {
		info := &debug.BuildInfo{Main: debug.Module{Version: tt.tag}, Settings: tt.settings}
		if got := versionOf(info); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}
