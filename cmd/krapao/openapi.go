package main

import (
	"os"

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
