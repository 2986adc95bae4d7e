package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	"krapao/cmd/krapao/verify"
	"krapao/internal/config"
	"krapao/internal/keyring"
	"krapao/internal/secret"
	"krapao/internal/store"
	"krapao/internal/witness"
	"krapao/operator/audit"
)

type verifyCommand struct {
	config.Database
	config.Witness
	config.Blobs
	SandboxURL string `name:"sandbox-url" env:"KRAPAO_SANDBOX_URL" placeholder:"URL" help:"Compare with what this sandbox holds, too."`
}

// Run checks the files of the database, and then the books. A node may run meanwhile.
func (c verifyCommand) Run(ctx context.Context) error {
	logTo("", "warn")
	file, err := checkFile(ctx, c.Database)
	if err != nil {
		return err
	}
	s, done, err := reader(ctx, c.Database)
	if err != nil {
		return errors.Join(file.err(), err)
	}
	defer done()
	if !hasSchema(ctx, s) {
		return errors.New("the database has no books yet: no node ran on it, and it was not migrated")
	}
	ring, locked := ringOf(ctx, c.Database, s)
	if locked != nil && !errors.Is(locked, errNoMaster) && !errors.Is(locked, keyring.ErrNone) {
		return locked // nothing can be said of a database with another master key
	}
	found, err := verify.Check(ctx, s, c.SandboxURL)
	if err != nil {
		return errors.Join(file.err(), err)
	}
	found.Breaks = append(file.broken, found.Breaks...)
	if err := checkFiles(ctx, c.Blobs, s, &found); err != nil {
		return err
	}
	if locked != nil {
		found.Skipped = append(found.Skipped, "signatures and heads: "+locked.Error())
	} else if err := c.history(ctx, s, ring.Box, &found); err != nil {
		return err
	}
	r := found.Report
	fmt.Printf("%d accounts, %d entries, %d batches, %d refusals, %d seals\n", r.Accounts, r.Entries, r.Batches, r.Refusals, r.Seals)
	if len(found.Compared) > 0 {
		fmt.Printf("compared with the outside: %d systems\n", len(found.Compared))
	}
	for _, why := range found.Skipped {
		fmt.Println("not compared:", why)
	}
	for _, what := range file.checked {
		fmt.Println(what)
	}
	for _, what := range found.Behind {
		fmt.Println("not reported yet:", what)
	}
	for _, what := range found.Breaks {
		fmt.Fprintln(os.Stderr, "BREAK", what)
	}
	if !found.OK() {
		return errors.New("the books are not whole")
	}
	if r.Entries+r.Batches+r.Refusals == 0 {
		fmt.Println("the books are whole: nothing is booked yet")
		return nil
	}
	fmt.Println("the books are whole")
	return nil
}

// history checks the chains, their signatures, and what the witnesses know of them.
func (c verifyCommand) history(ctx context.Context, s *store.Store, box *secret.Box, found *verify.Result) error {
	if _, err := audit.New(s, nil).Verify(ctx); err != nil {
		found.Breaks = append(found.Breaks, err.Error())
	}
	wrong, err := witness.Check(ctx, s, box)
	if err != nil {
		return err
	}
	found.Breaks = append(found.Breaks, wrong...)
	places, err := witnesses(c.Witness, c.Database, false)
	if err != nil {
		return err
	}
	for _, p := range places {
		wrong, known, err := witness.Compare(ctx, s, box, p)
		switch {
		case err != nil:
			found.Skipped = append(found.Skipped, err.Error())
		case !known:
			found.Skipped = append(found.Skipped, fmt.Sprintf("heads: %s knows none of this database", p))
		}
		found.Breaks = append(found.Breaks, wrong...)
	}
	return nil
}

// hasSchema reports whether the database was ever migrated.
func hasSchema(ctx context.Context, s *store.Store) bool {
	var steps int
	return s.DB().QueryRowContext(ctx, "SELECT count(*) FROM goose_db_version").Scan(&steps) == nil
}
