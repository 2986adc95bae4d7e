package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"krapao/bench/reference"
	"krapao/internal/store"
	"krapao/internal/testkit/pgtest"
	"krapao/ledger"
)

// The names of what operations are compared with, beside info.
const (
	pgbench16  = "pgbench TPC-B 16"
	unbatched  = "unbatched SQLite"
	boxMove    = "sandbox: move at a game"
	boxPayment = "sandbox: bank transfer"
)

// pgbench runs PostgreSQL's own benchmark with 16 clients on the installation's server.
func (r *report) pgbench(ctx context.Context, o options, server *pgtest.Server, dir string) error {
	scale := reference.Scale
	if o.quick {
		scale = 1
	}
	b, err := reference.NewPgbench(ctx, server, dir, scale)
	if err != nil {
		return err
	}
	length := o.length
	if o.quick {
		length = 0
	}
	f, err := b.Run(ctx, 16, length)
	if err != nil {
		return fmt.Errorf("pgbench: %w", err)
	}
	r.reference(store.Postgres, pgbench16, f)
	return nil
}

// unbatched runs a loop that commits each transfer by itself, on a SQLite file with the ledger's own schema.
func (r *report) unbatched(ctx context.Context, o options, dir string) (err error) {
	s, err := store.Open(ctx, store.Config{Dir: filepath.Join(dir, "alone")})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	if _, err := s.Migrate(ctx); err != nil {
		return err
	}
	l, err := ledger.Open(ctx, s)
	if err != nil {
		return err
	}
	if err := errors.Join(reference.Fund(ctx, s, l), l.Close()); err != nil {
		return err
	}
	f, err := reference.Unbatched(s, 16)(ctx, o.length)
	if err != nil {
		return fmt.Errorf("unbatched: %w", err)
	}
	r.reference(store.SQLite, unbatched, f)
	return nil
}

// world measures the sandbox's own calls alone, each of which is one commit: no node has a part in them.
func (r *report) world(ctx context.Context, i *installation) error {
	for _, op := range []operation{
		{name: boxPayment, do: func(_ context.Context, h *hand) error {
			_, err := h.bankTransfer(h.next(), "KBANK", "0123456789")
			return err
		}},
		{name: boxMove, who: (*installation).visitors, do: func(_ context.Context, h *hand) error {
			p := h.next()
			return h.outside("POST", "/sandbox/games/"+p.game+"/"+p.username+"/move", map[string]any{"amount": 1, "ref": ""}, nil)
		}},
	} {
		p, err := i.closed(ctx, op, 64)
		if err != nil {
			return err
		}
		r.reference(i.engine, op.name, p.Figures)
	}
	return nil
}
