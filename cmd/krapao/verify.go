package main

import (
	"context"
	"errors"

	"krapao/internal/config"
)

type verifyCommand struct {
	config.Database
	SandboxURL string `name:"sandbox-url" env:"KRAPAO_SANDBOX_URL" placeholder:"URL" help:"Compare with what this sandbox holds, too."`
}

// Run checks the books.
func (c verifyCommand) Run(ctx context.Context) error {
	logTo("", "warn")
	_, done, err := reader(ctx, c.Database)
	if err != nil {
		return err
	}
	defer done()
	return errors.New("verify is not wired")
}
