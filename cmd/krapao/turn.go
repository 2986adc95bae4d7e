package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"krapao/internal/config"
	"krapao/operator/cli"
)

// turnFunc does one turn of work that takes long. It returns a line to print, and how long to wait for the next turn; 0: it is
// done.
type turnFunc = func(context.Context) (line string, wait time.Duration, err error)

// takeTurns goes on to the end, and prints what is new. Where it is interrupted, the same command goes on.
func takeTurns(ctx context.Context, turn turnFunc) error {
	for printed := ""; ; {
		line, wait, err := turn(ctx)
		if err != nil {
			return err
		}
		if line != printed {
			fmt.Println(line)
			printed = line
		}
		if wait == 0 {
			return nil
		}
		select {
		case <-ctx.Done():
			return errors.New("interrupted; the same command goes on where it stopped")
		case <-time.After(wait):
		}
	}
}

// turnByNode makes the running node do the turns: it has an SQLite database to itself. The first word of its answer is how long
// to wait for the next turn.
func turnByNode(db config.Database, command string) turnFunc {
	return func(ctx context.Context) (string, time.Duration, error) {
		var out strings.Builder
		if err := cli.Call(ctx, cli.Socket(db.DataDir), []string{command, "turn"}, &out); err != nil {
			return "", 0, err
		}
		next, line, _ := strings.Cut(strings.TrimSpace(out.String()), " ")
		wait, err := time.ParseDuration(next)
		if err != nil {
			return "", 0, fmt.Errorf("the node answers %q", out.String())
		}
		return line, wait, nil
	}
}
