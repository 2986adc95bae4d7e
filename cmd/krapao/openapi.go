package main

import (
	"os"

	"krapao/internal/httpapi"
	"krapao/internal/operatorapi"
)

type openAPICommand struct {
	Operators bool `help:"The operator API's contract instead of the members'."`
}

// Run prints the document.
func (c openAPICommand) Run() error {
	contract := httpapi.OpenAPI
	if c.Operators {
		contract = operatorapi.OpenAPI
	}
	doc, err := contract()
	if err != nil {
		return err
	}
	_, err = os.Stdout.Write(doc)
	return err
}
