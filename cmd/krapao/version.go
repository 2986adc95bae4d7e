package main

import (
	"cmp"
	"fmt"
	"runtime/debug"
	"strings"
)

type versionCommand struct{}

// Run prints the version.
func (versionCommand) Run() error {
	_, err := fmt.Println("krapao", version())
	return err
}

// version returns the tag and the commit of the program in one word, as "v1.2.0+91ddd973cdbb".
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	return versionOf(info)
}

// versionOf reads what the go command wrote into the program. Between two tags, the go command makes a version that sorts after
// the former tag and names the commit; "+dirty" says that the tree had changes that are not committed.
func versionOf(info *debug.BuildInfo) string {
	settings := map[string]string{}
	for _, s := range info.Settings {
		settings[s.Key] = s.Value
	}
	tag := cmp.Or(info.Main.Version, "(devel)")
	commit := settings["vcs.revision"]
	commit = commit[:min(12, len(commit))]
	if strings.Contains(tag, commit) { // also where there is no commit
		return tag
	}
	return tag + "+" + commit
}
