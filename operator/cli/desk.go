package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// SessionName is the name of the file in a node's data directory that keeps the session of who uses the shell, unless it names
// another.
const SessionName = "operator.session"

// Desk is where an operator gives commands: where it types, and where its session is kept.
type Desk struct {
	// Socket is that of the node.
	Socket string
	// Session is the file of the session. Nobody but its owner can read it.
	Session string
	// Ask asks for a line. A hidden one is not shown while it is typed.
	Ask func(prompt string, hidden bool) (string, error)
	Out io.Writer
}

// Call has the node carry out a command, in the session of whoever is signed in here. For login it asks for the secrets, so
// that they are not among the words of a command.
func (d Desk) Call(ctx context.Context, args []string) error {
	if len(args) > 0 && args[0] == "login" && !slices.Contains(args, "--help") {
		return d.login(ctx, args)
	}
	kept, err := os.ReadFile(d.Session)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("operator: the session's file: %w", err)
	}
	r, err := callWith(ctx, d.Socket, call{Args: args, Session: strings.TrimSpace(string(kept))}, d.Out)
	if r.Ended {
		err = errors.Join(err, os.Remove(d.Session))
	}
	return err
}

// login signs an operator in, in two steps, and keeps its session.
func (d Desk) login(ctx context.Context, args []string) error {
	var first, second typed
	asked := []question{{"Password", true, &first.Password}}
	then := []question{{"Code of your telephone, or a recovery code", false, &second.Code}}
	if slices.Contains(args, "--invited") {
		asked = []question{{"Invitation", true, &first.Invitation}}
		then = []question{
			{"New password, 12 characters or more", true, &second.Password},
			{"The code that your telephone shows now", false, &second.Code},
		}
	}
	if err := d.ask(asked); err != nil {
		return err
	}
	r, err := callWith(ctx, d.Socket, call{Args: args, Typed: first}, d.Out)
	if err != nil || r.Ticket == "" {
		return err
	}
	if err := d.ask(then); err != nil {
		return err
	}
	second.Ticket = r.Ticket
	if r, err = callWith(ctx, d.Socket, call{Args: args, Typed: second}, d.Out); err != nil {
		return err
	}
	return d.keep(r.Session)
}

// question is what an operator is asked.
type question struct {
	prompt string
	hidden bool
	into   *string
}

func (d Desk) ask(all []question) (err error) {
	for _, q := range all {
		if *q.into, err = d.Ask(q.prompt, q.hidden); err != nil {
			return fmt.Errorf("operator: %s: %w", strings.ToLower(q.prompt), err)
		}
	}
	return nil
}

// keep writes the session's file anew: one that is there may be readable by others.
func (d Desk) keep(token string) error {
	f, err := os.CreateTemp(filepath.Dir(d.Session), ".session-*") // 0600
	if err != nil {
		return fmt.Errorf("operator: the session's file: %w", err)
	}
	_, err = io.WriteString(f, token+"\n")
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Rename(f.Name(), d.Session)
	}
	if err != nil {
		return fmt.Errorf("operator: the session's file: %w", errors.Join(err, os.Remove(f.Name())))
	}
	return nil
}
