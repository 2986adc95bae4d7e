package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"krapao/internal/config"
	"krapao/internal/keyring"
	"krapao/internal/store"
	"krapao/operator/cli"
)

type secretsCommand struct {
	Rotate secretsRotateCommand `cmd:"" help:"Make new keys under the newest version of the master key, and seal everything anew with them, while nodes run."`
	Status secretsStatusCommand `cmd:"" help:"Which versions there are, and what is left to seal anew."`
	Accept secretsAcceptCommand `cmd:"" name:"accept-heads" help:"After a restore without the master key: what the signed heads say of before counts no more."`
}

type secretsRotateCommand struct{ config.Database }

// Run rotates to the end. What was done stays done where it is interrupted: given again, it goes on.
func (c secretsRotateCommand) Run(ctx context.Context) error {
	turn, done, err := c.turner(ctx)
	if err != nil {
		return err
	}
	defer done()
	for said := ""; ; {
		line, wait, err := turn(ctx)
		if err != nil {
			return err
		}
		if line != said {
			fmt.Println(line)
			said = line
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

// turner does one turn after another: by itself, or on SQLite, which one program at a time may write, by the node that runs.
func (c secretsRotateCommand) turner(ctx context.Context) (turn func(context.Context) (string, time.Duration, error), done func(), err error) {
	file, lite := where(c.Database).SQLite()
	if lite {
		if err := there(file); err != nil {
			return nil, nil, err
		}
	}
	s, err := store.Open(ctx, where(c.Database))
	if errors.Is(err, store.ErrSecondNode) {
		return c.byNode, func() {}, nil
	}
	if err != nil {
		return nil, nil, err
	}
	done = func() { closing("store", s.Close) }
	ring, err := ringOf(ctx, c.Database, s)
	if err != nil {
		done()
		return nil, nil, err
	}
	rotation := ring.Rotate()
	return func(ctx context.Context) (string, time.Duration, error) {
		p, err := rotation.Turn(ctx)
		return p.Says(), p.Next(), err
	}, done, nil
}

// byNode has the running node do a turn; its answer's first word is how long to wait for the next.
func (c secretsRotateCommand) byNode(ctx context.Context) (string, time.Duration, error) {
	var out strings.Builder
	if err := cli.Call(ctx, cli.Socket(c.DataDir), []string{"secrets", "turn"}, &out); err != nil {
		return "", 0, err
	}
	next, line, _ := strings.Cut(strings.TrimSpace(out.String()), " ")
	wait, err := time.ParseDuration(next)
	if err != nil {
		return "", 0, fmt.Errorf("the node answers %q", out.String())
	}
	return line, wait, nil
}

// ringOf are the keys of a database that is open.
func ringOf(ctx context.Context, db config.Database, s *store.Store) (*keyring.Ring, error) {
	var keys int
	if s.DB().QueryRowContext(ctx, "SELECT count(*) FROM key_ring").Scan(&keys) != nil {
		return nil, keyring.ErrNone // its schema is of a version before
	}
	known, err := masters(ctx, db, s)
	if err != nil {
		return nil, err
	}
	if len(known) == 0 {
		return nil, errNoMaster
	}
	return keyring.Read(ctx, s, known)
}

// errNoMaster: what needs a master key was not given one.
var errNoMaster = errors.New(config.MasterKey + " is missing")

type secretsStatusCommand struct{ config.Database }

// Run tells how far a rotation is.
func (c secretsStatusCommand) Run(ctx context.Context) error {
	s, done, err := reader(ctx, c.Database)
	if err != nil {
		return err
	}
	defer done()
	ring, err := ringOf(ctx, c.Database, s)
	if err != nil {
		return err
	}
	lines, err := ring.Status(ctx)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(os.Stdout, strings.Join(lines, "\n"))
	return err
}
