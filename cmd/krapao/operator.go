package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"krapao/internal/operatorapi/client"
	"krapao/internal/operatorcli"
	"krapao/operator/cli"
)

// operatorCommand calls the operator API: of the node that runs on the data directory, or of a house at an address.
type operatorCommand struct {
	DataDir string   `name:"data-dir" env:"KRAPAO_DATA_DIR" default:"./data" placeholder:"DIR" help:"Data directory of the running node; also behind the command."`
	Session string   `name:"session" env:"KRAPAO_OPERATOR_SESSION" placeholder:"FILE" help:"File that keeps the session of whoever is signed in here; by default in the data directory."`
	URL     string   `name:"url" placeholder:"URL" help:"Address of a house's console, to run it from anywhere; also behind the command. By default that of the session, or the node's own socket."`
	Console string   `name:"operator-url" env:"KRAPAO_OPERATOR_URL" hidden:""`
	Words   []string `arg:"" optional:"" passthrough:"" name:"COMMAND" help:"login, logout, queue, proposals, withdrawals, held, cases, payouts, chat, members, unlock, password, init, recover, invite, add, disable, list or audit; each has --help."`
}

// Run carries out one command.
func (c operatorCommand) Run(ctx context.Context) error {
	said, words, err := placed(c.Words, "--data-dir", "--url")
	if err != nil {
		return err
	}
	c.DataDir, c.URL = cmp.Or(said["--data-dir"], c.DataDir), cmp.Or(said["--url"], c.URL)
	if c.Session == "" {
		if c.Session, err = sessionFile(c.DataDir); err != nil {
			return err
		}
	}
	desk, err := c.desk()
	if err != nil {
		return err
	}
	return desk.Call(ctx, words)
}

// desk is the desk of whoever uses this terminal. Where no node is on this machine, the house is at the console's address.
func (c operatorCommand) desk() (*operatorcli.Desk, error) {
	socket := cli.Socket(c.DataDir)
	if _, err := os.Stat(socket); err != nil && c.URL == "" {
		c.URL = c.Console
	}
	desk := &operatorcli.Desk{
		URL: cmp.Or(c.URL, operatorcli.Kept(c.Session)), Session: c.Session, Ask: terminal(os.Stdin, os.Stderr), Out: os.Stdout,
	}
	desk.Node = func(ctx context.Context, args []string) error { return cli.Call(ctx, socket, args, os.Stdout) }
	if desk.URL == "" {
		desk.Client = client.Over(socket)
		return desk, nil
	}
	var err error
	desk.Client, err = client.At(desk.URL, nil)
	return desk, err
}

// confirmable is the node's error as the desk knows it.
func confirmable(err error) error {
	asks, is := errors.AsType[cli.ConfirmError](err)
	if !is {
		return err
	}
	ways := make([]string, len(asks.Ways))
	for i, way := range asks.Ways {
		ways[i] = string(way)
	}
	return operatorcli.NotConfirmedError{Decision: asks.Decision, Ways: ways}
}

// sessionFile is where a session is kept: beside the node's data, or where this machine keeps the settings of its user.
func sessionFile(dataDir string) (string, error) {
	if _, err := os.Stat(dataDir); err == nil {
		return filepath.Join(dataDir, operatorcli.SessionName), nil
	}
	dir, err := os.UserConfigDir()
	if err != nil {
		return "", fmt.Errorf("where is the session kept? --session FILE: %w", err)
	}
	dir = filepath.Join(dir, "krapao")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", fmt.Errorf("the session's directory %s cannot be made: %w", dir, reason(err))
	}
	return filepath.Join(dir, operatorcli.SessionName), nil
}

// placed takes flags of this program out of the words of a command, at any position. After -- there are no flags.
func placed(words []string, flags ...string) (said map[string]string, rest []string, err error) {
	said = map[string]string{}
	for i := 0; i < len(words); i++ {
		name, value, joined := strings.Cut(words[i], "=")
		switch {
		case words[i] == "--":
			return said, slices.Concat(rest, words[i:]), nil
		case !slices.Contains(flags, name):
			rest = append(rest, words[i])
		case joined:
			said[name] = value
		case i+1 < len(words):
			i++
			said[name] = words[i]
		default:
			return nil, nil, errors.New(name + ": expected a value")
		}
	}
	return said, rest, nil
}
