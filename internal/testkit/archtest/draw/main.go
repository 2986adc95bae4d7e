// Draw updates the diagram of the areas in README.md from the imports. Run it in the repository's root (make generate).
package main

import (
	"fmt"
	"os"

	"krapao/internal/testkit/archtest"
)

func main() {
	if err := write("README.md"); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func write(path string) error {
	packages, err := archtest.Packages(".")
	if err != nil {
		return err
	}
	readme, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	text, err := archtest.WithDiagram(string(readme), archtest.Diagram(packages))
	if err != nil {
		return err
	}
	return os.WriteFile(path, []byte(text), 0o644)
}
