// Package operatorcli is the operators' shell, krapao operator ...: a client of the operator API (OPERATOR-API.md), over the
// socket of a node or over HTTPS from anywhere.
//
// Promises:
//   - No command decides in anybody's name: it is made in the session of whoever has signed in (login), or refused.
//   - A command is a call of the contract, which commands.go names beside it. The server alone says who may do what.
//   - A decision that has to be confirmed is confirmed by a code, and sent again under its key.
//   - What the owner of a machine does to the node on it (init, recover, ...) goes over the node's own socket alone.
package operatorcli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/alecthomas/kong"

	"krapao/fault"
	"krapao/internal/id"
	"krapao/internal/operatorapi/client"
)

// Desk is where an operator gives commands: where it types, and where its session is kept.
type Desk struct {
	// Client calls the house that the session is of, or that login signs in to.
	Client *client.Client
	// URL is the house's address; empty: the node on this machine.
	URL string
	// Session is the file of the session. Nobody but its owner can read it.
	Session string
	// Ask asks for a line. A hidden one is not shown while it is typed.
	Ask func(prompt string, hidden bool) (string, error)
	Out io.Writer
	// Wait lets time pass; nil: the machine's own.
	Wait func(ctx context.Context, d time.Duration) error
	// Node has the node on this machine carry out a command of its owner.
	Node func(ctx context.Context, args []string) error
}

// Caller is who has the node do something: by a session's token, and with the confirmation of its decision.
type Caller struct{ Session, Confirmation string }

// NotConfirmedError is a decision of the node's that has to be confirmed, by one of some ways.
type NotConfirmedError struct {
	Decision string
	Ways     []string
}

// Error implements error.
func (NotConfirmedError) Error() string { return "this has to be confirmed" }

// InNode has the node do something in the session that is kept here. What has to be confirmed is confirmed, and done again.
func (d *Desk) InNode(ctx context.Context, does func(by Caller) error) error {
	if err := d.remember(); err != nil {
		return err
	}
	by := Caller{Session: d.Client.Token}
	err := does(by)
	asks, is := errors.AsType[NotConfirmedError](err)
	if !is {
		return err
	}
	ways := make([]any, len(asks.Ways))
	for i, way := range asks.Ways {
		ways[i] = way
	}
	if by.Confirmation, err = d.confirm(ctx, client.RefusedError{
		Code: fault.CONFIRM_IDENTITY, Params: map[string]any{"decision": asks.Decision, "ways": ways},
	}); err != nil {
		return err
	}
	return does(by)
}

// Token is the session's that is kept here; empty: nobody is signed in.
func (d *Desk) Token() string {
	_ = d.remember() // what is wrong with the file is said by the command
	return d.Client.Token
}

// Call carries out a command. What the owner of the machine does is the node's, and so is a list where nobody is signed in: that
// is for the owner, too.
func (d *Desk) Call(ctx context.Context, args []string) error {
	command, err := parse(args, d.Out)
	if err != nil || command == nil {
		return err
	}
	selected := command.Selected()
	tag, line := selected.Tag, selected.Tag.Get("call")
	_, runs := selected.Target.Interface().(interface {
		Run(ctx context.Context, d *Desk) error
	})
	switch {
	case tag.Has("node") && d.URL != "":
		return fmt.Errorf("%s is not to be had from here: on the machine of a node, without --url", command.Command())
	case tag.Has("node"):
		return d.Node(ctx, args)
	case strings.HasPrefix(line, http.MethodGet) && d.URL == "" && d.Token() == "":
		return d.Node(ctx, args)
	case !runs:
		return d.carryOut(ctx, selected, line)
	}
	command.BindTo(ctx, (*context.Context)(nil))
	return command.Run(d)
}

// parse reads a command. It returns nil after it has written help to out, where kong would exit.
func parse(args []string, out io.Writer) (command *kong.Context, err error) {
	stop := errors.New("stop")
	parser, err := kong.New(new(commands), kong.Name("krapao operator"),
		kong.Description("Decisions of operators, each in a session and with a reason, in the audit log."), kong.Writers(out, out),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true}), kong.Exit(func(int) { panic(stop) }))
	if err != nil {
		return nil, fmt.Errorf("operator: %w", err)
	}
	defer func() {
		if p := recover(); p != nil {
			if p != any(stop) {
				panic(p)
			}
			command, err = nil, nil
		}
	}()
	if len(args) == 0 {
		args = []string{"--help"}
	}
	if slices.ContainsFunc(args, func(word string) bool { return word == "--as" || strings.HasPrefix(word, "--as=") }) {
		return nil, errors.New("--as is gone: nobody is taken at its word. Sign in first: krapao operator login NAME")
	}
	return parser.Parse(args)
}

// call makes a call in the session that is kept here. A decision that has to be confirmed is confirmed, and sent again.
func (d *Desk) call(ctx context.Context, r client.Request) ([]byte, error) {
	if err := d.remember(); err != nil {
		return nil, err
	}
	if r.Key == "" && r.Method != http.MethodGet {
		r.Key = id.Secret()
	}
	answer, err := d.Client.Call(ctx, r)
	refused, is := errors.AsType[client.RefusedError](err)
	switch {
	case is && refused.Status == http.StatusUnauthorized && d.Client.Token != "":
		return nil, errors.Join(err, d.forget())
	case !is || refused.Code != fault.CONFIRM_IDENTITY || d.Client.Token == "":
		return answer, err
	}
	if r.Confirmation, err = d.confirm(ctx, refused); err != nil {
		return nil, err
	}
	return d.Client.Call(ctx, r)
}
