// Command krapao is the whole product in one program: the member wallet, the sandbox around it, and the commands of an
// operator. It reads flags and the environment, and prints; internal/app builds what runs.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/alecthomas/kong"

	"krapao/internal/config"
	"krapao/internal/headroom"
	"krapao/internal/telemetry"
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
	Secrets  secretsCommand  `cmd:"" help:"The keys under which the database is sealed."`
	Blobs    blobsCommand    `cmd:"" help:"Uploaded files: pictures and films."`
	Operator operatorCommand `cmd:"" help:"What an operator decides, named and audited; a node must be running."`
	OpenAPI  openAPICommand  `cmd:"" name:"openapi" help:"Print the contract of the member API, or of the operator API (OpenAPI 3.1)."`
	Version  versionCommand  `cmd:"" help:"Print the version."`

	ShowVersion kong.VersionFlag `name:"version" help:"Print the version."`
}

// spare is how much memory the program may take for garbage that is not collected yet, whatever it has in use.
const spare = 128 << 20

func main() {
	// Only the owner may read what a command makes, a database, a backup or a key, from the first byte on.
	syscall.Umask(0o077)
	headroom.Keep(spare)
	var p program
	parser := kong.Must(&p, kong.Name("krapao"), kong.Description("A member wallet for an online gaming service.\n\n"+secretsHelp),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true}), kong.Vars{"version": "krapao " + version()})
	if err := config.RefuseSecretFlags(os.Args[1:]); err != nil {
		fail(err)
	}
	command, err := parser.Parse(os.Args[1:])
	if err != nil {
		fail(fmt.Errorf("error: %w", err))
	}
	unknown := unknownNames(parser.Model, command.Selected(), os.Environ())
	if len(unknown) > 0 && command.Selected().Name != "serve" { // serve names these with all else that it refuses
		fail(errors.Join(unknown...))
	}
	command.Bind(unknown, flagsOf(command))
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	command.BindTo(ctx, (*context.Context)(nil))
	err = command.Run()
	stop()
	if err != nil {
		fail(err)
	}
}

// fail ends the program with its reasons, one line each.
func fail(err error) {
	for _, line := range causes(err) {
		fmt.Fprintln(os.Stderr, "krapao: "+telemetry.WithoutPassword(line))
	}
	var wrongUse kong.ExitCoder
	if errors.As(err, &wrongUse) {
		os.Exit(wrongUse.ExitCode())
	}
	os.Exit(1)
}

// causes returns one line per cause. Only joined errors without a text around them are a list; what one of them wraps
// belongs to its own line.
func causes(err error) []string {
	switch e := err.(type) { //nolint:errorlint // looks at each layer by itself
	case interface{ Unwrap() []error }:
		var lines []string
		var texts []string
		for _, one := range e.Unwrap() {
			lines = append(lines, causes(one)...)
			texts = append(texts, one.Error())
		}
		if strings.Join(texts, "\n") == err.Error() {
			return lines
		}
	case interface{ Unwrap() error }:
		if inner := e.Unwrap(); inner != nil && inner.Error() == err.Error() {
			return causes(inner)
		}
	}
	return []string{flat(err.Error())}
}

// flat puts a text of several lines, as some libraries make, on one line.
func flat(text string) string { return strings.Join(strings.Fields(text), " ") }
