// Command krapao is the whole product in one program: the member wallet, the sandbox around it, and what an operator
// needs to run both.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/alecthomas/kong"
)

type program struct {
	Demo     demoCommand     `cmd:"" help:"The whole product on this machine: app, operator side, sandbox, demo content."`
	Serve    serveCommand    `cmd:"" help:"A production node. Refuses to start on unsafe settings."`
	Sandbox  sandboxCommand  `cmd:"" help:"The outside world on one machine, alone."`
	Migrate  migrateCommand  `cmd:"" help:"Bring the database to this program's schema."`
	Backup   backupCommand   `cmd:"" help:"Copy the database to a file while nodes run."`
	Restore  restoreCommand  `cmd:"" help:"Fill an empty database from a backup."`
	Content  contentCommand  `cmd:"" help:"Declarative content: banks, games, deposit accounts, texts, limits."`
	Verify   verifyCommand   `cmd:"" help:"Recompute every balance and check every invariant; exit 1 and name what is off."`
	Operator operatorCommand `cmd:"" help:"What an operator decides, named and audited; a node must be running."`
	OpenAPI  openAPICommand  `cmd:"" name:"openapi" help:"Print the member API's contract (OpenAPI 3.1)."`
	Version  versionCommand  `cmd:"" help:"Print the version."`
}

func main() {
	var p program
	parser := kong.Must(&p, kong.Name("krapao"), kong.Description("A member wallet for an online gaming service."),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true}))
	command, err := parser.Parse(os.Args[1:])
	parser.FatalIfErrorf(err)
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	command.BindTo(ctx, (*context.Context)(nil))
	if err := command.Run(); err != nil {
		stop()
		fmt.Fprintln(os.Stderr, "krapao: "+oneLine(err))
		os.Exit(1) //nolint:gocritic // stop has run
	}
}

// oneLine says what went wrong, one clear line per cause.
func oneLine(err error) string {
	var lines []string
	// Only what was joined at the top is a list; errors.As would look inside.
	if several, ok := err.(interface{ Unwrap() []error }); ok {
		for _, one := range several.Unwrap() {
			lines = append(lines, flat(one.Error()))
		}
		if strings.Join(lines, "\n") == err.Error() {
			return strings.Join(lines, "\nkrapao: ")
		}
	}
	return flat(err.Error())
}

// flat puts a text of several lines, as some libraries make, on one.
func flat(text string) string { return strings.Join(strings.Fields(text), " ") }
