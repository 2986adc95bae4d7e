package main

import (
	"cmp"
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"krapao/operator/cli"
)

// operatorCommand sends its words to the node that runs on the data directory, which has the keys and the database.
type operatorCommand struct {
	DataDir string   `name:"data-dir" env:"KRAPAO_DATA_DIR" default:"./data" placeholder:"DIR" help:"Data directory of the running node; also behind the command."`
	Session string   `name:"session" env:"KRAPAO_OPERATOR_SESSION" placeholder:"FILE" help:"File that keeps the session of whoever is signed in here; by default in the data directory."`
	Words   []string `arg:"" optional:"" passthrough:"" name:"COMMAND" help:"withdrawals, held, unsettled, cases, providers, payouts, chat, proposals, members, unlock, password, init, login, logout, invite, recover, token, add, disable, list or audit; each has --help."`
}

// Run sends one command.
func (c operatorCommand) Run(ctx context.Context) error {
	dir, words, err := placed(c.Words)
	if err != nil {
		return err
	}
	if dir == "" {
		dir = c.DataDir
	}
	return cli.Desk{
		Socket: cli.Socket(dir), Session: cmp.Or(c.Session, filepath.Join(dir, cli.SessionName)),
		Ask: terminal(os.Stdin, os.Stderr), Out: os.Stdout,
	}.Call(ctx, words)
}

// placed takes the flag of the data directory out of the words for the node, at any position. After -- there are no flags.
func placed(words []string) (dir string, rest []string, err error) {
	const flag = "--data-dir"
	for i := 0; i < len(words); i++ {
		value, joined := strings.CutPrefix(words[i], flag+"=")
		switch {
		case words[i] == "--":
			return dir, slices.Concat(rest, words[i:]), nil
		case joined:
			dir = value
		case words[i] == flag && i+1 < len(words):
			i++
			dir = words[i]
		case words[i] == flag:
			return "", nil, errors.New("--data-dir: expected a directory")
		default:
			rest = append(rest, words[i])
		}
	}
	return dir, rest, nil
}
