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
)

type secretsCommand struct {
	Rotate secretsRotateCommand `cmd:"" help:"Make new keys under the newest version of the master key, and seal everything anew with them, while nodes run."`
	Status secretsStatusCommand `cmd:"" help:"Which versions there are, and what is left to seal anew."`
	Accept secretsAcceptCommand `cmd:"" name:"accept-heads" help:"After a restore without the master key: what the signed heads say of before counts no more."`
}

type secretsRotateCommand struct{ config.Database }

// Run rotates to the end. Where it is interrupted, the same command goes on.
func (c secretsRotateCommand) Run(ctx context.Context) error {
	turn, done, err := c.turner(ctx)
	if err != nil {
		return err
	}
	defer done()
	return takeTurns(ctx, turn)
}

// turner returns what does the turns: this program, or the running node where the database is SQLite, which one program at a
// time may write.
func (c secretsRotateCommand) turner(ctx context.Context) (turn turnFunc, done func(), err error) {
	file, lite := where(c.Database).SQLite()
	if lite {
		if err := there(file); err != nil {
			return nil, nil, err
		}
	}
	s, err := store.Open(ctx, where(c.Database))
	if errors.Is(err, store.ErrSecondNode) {
		return turnByNode(c.Database, "secrets"), func() {}, nil
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

// ringOf returns the keys of an open database.
func ringOf(ctx context.Context, db config.Database, s *store.Store) (*keyring.Ring, error) {
	var keys int
	if s.DB().QueryRowContext(ctx, "SELECT count(*) FROM key_ring").Scan(&keys) != nil {
		return nil, keyring.ErrNone // its schema is of an earlier version
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

// errNoMaster: a command that needs the master key has none.
var errNoMaster = errors.New(config.MasterKey + " is missing")

type secretsStatusCommand struct{ config.Database }

// Run prints how far a rotation is.
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
