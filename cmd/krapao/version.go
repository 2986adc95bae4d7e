package main

import (
	"cmp"
	"fmt"
	"runtime/debug"
)

type versionCommand struct{}

// Run prints the version.
func (versionCommand) Run() error {
	_, err := fmt.Println("krapao", version())
	return err
}

// version is the tag and the commit that the program was built from, as "v1.2.0 (91ddd973cdbb)".
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	return versionOf(info)
}

// versionOf reads what the go command wrote into the program. Between two tags it makes a version of its own, which sorts
// after the former tag; "+dirty" says that the tree held changes which no commit has.
func versionOf(info *debug.BuildInfo) string {
	settings := map[string]string{}
	for _, s := range info.Settings {
		settings[s.Key] = s.Value
	}
	tag := cmp.Or(info.Main.Version, "(devel)")
	commit := settings["vcs.revision"]
	if commit == "" {
		return tag
	}
	return fmt.Sprintf("%s (%s)", tag, commit[:min(12, len(commit))])
}
