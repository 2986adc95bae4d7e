package main

import (
	"fmt"
	"os"
	"runtime/debug"

	"krapao/internal/httpapi"
)

type openAPICommand struct{}

// Run prints the document.
func (openAPICommand) Run() error {
	doc, err := httpapi.OpenAPI()
	if err != nil {
		return err
	}
	_, err = os.Stdout.Write(doc)
	return err
}

type versionCommand struct{}

// Run prints the version.
func (versionCommand) Run() error {
	_, err := fmt.Println("krapao", version())
	return err
}

// version is the commit that the program was built from.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	for _, setting := range info.Settings {
		if setting.Key == "vcs.revision" {
			return setting.Value[:min(12, len(setting.Value))]
		}
	}
	return "development"
}
