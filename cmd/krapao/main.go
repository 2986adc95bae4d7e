// Command krapao is the whole product in one program: the member wallet, the sandbox around it, and what an operator
// needs to run both.
package main

import (
	"os"

	"github.com/alecthomas/kong"

	"krapao/internal/httpapi"
)

type program struct {
	OpenAPI openAPICommand `cmd:"" name:"openapi" help:"Print the member API's contract (OpenAPI 3.1)."`
}

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

func main() {
	var p program
	ctx := kong.Parse(&p, kong.Name("krapao"), kong.Description("A member wallet for an online gaming service."))
	ctx.FatalIfErrorf(ctx.Run())
}
