package main

import (
	"context"
	"os"

	"krapao/operator/cli"
)

// operatorCommand hands its words to the node that runs on the data directory: it has the keys and the database.
type operatorCommand struct {
	DataDir string   `name:"data-dir" env:"KRAPAO_DATA_DIR" default:"./data" placeholder:"DIR" help:"Data directory of the running node."`
	Words   []string `arg:"" optional:"" passthrough:"" name:"COMMAND" help:"withdrawals, held, unsettled, cases, providers, payouts, chat, proposals, members, unlock, password, token, add, disable, list or audit; each has --help."`
}

// Run carries out one command.
func (c operatorCommand) Run(ctx context.Context) error {
	return cli.Call(ctx, cli.Socket(c.DataDir), c.Words, os.Stdout)
}
