package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"krapao/brake"
	"krapao/internal/config"
	"krapao/internal/keyring"
	"krapao/internal/pgtool"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/operator/identity"
	"krapao/operator/token"
	"krapao/quarantine"
	"krapao/session"
	payouts "krapao/withdraw/brake"
)

type restoreCommand struct {
	config.Database
	config.Witness
	File string `arg:"" name:"FILE" type:"existingfile" help:"A backup of the same kind of database."`
}

// nextSteps is what an operator does after a restore, in the words of docs/operating.md.
const nextSteps = `%s is restored, and in quarantine: members read, and nothing moves money. Automatic payouts are stopped, and
all %d sessions are ended, members' and operators'.
What was acknowledged after the backup is not in these books, and is real outside. Go on with docs/operating.md, "Restoring":
  1. krapao verify has to find nothing; on PostgreSQL, grant the nodes' role its rights again.
  2. Get the lists of banks, gateways, the payout bank and the providers, from two hours before the backup on.
  3. Start one node; krapao operator audit verify.
  4. Bring the list of each system, decide its cases, and let it go on: two chiefs, in the console, "Restored store".
  5. Two chiefs let automatic payouts go on: krapao operator payouts resume.
`

// Run fills an empty database. New references are of a new epoch, so that none is equal to one that the original gave out
// after the backup (RULES.md section 3). The store is in quarantine, automatic payouts are stopped and all sessions ended,
// because the backup does not know what was over by then (section 14).
func (c restoreCommand) Run(ctx context.Context) error {
	logTo("", "warn")
	var ended int64
	var err error
	if target, yes := where(c.Database).SQLite(); yes {
		ended, err = c.restoreSQLite(ctx, target)
	} else {
		ended, err = c.restorePostgres(ctx)
	}
	if err != nil {
		return err
	}
	fmt.Printf(nextSteps, c.File, ended)
	return c.heads(ctx)
}

// heads makes the witnesses, which know a longer history, take the restored one. That needs the master key.
func (c restoreCommand) heads(ctx context.Context) (err error) {
	s, err := openStore(ctx, c.Database)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	err = accept(ctx, c.Witness, c.Database, s, "restored from "+filepath.Base(c.File))
	switch {
	case errors.Is(err, errNoMaster):
		fmt.Println("Without the master key, the signed heads are still those from before: krapao secrets accept-heads, with it.")
		return nil
	case errors.Is(err, keyring.ErrNone):
		return nil
	case errors.Is(err, keyring.ErrWrong):
		return fmt.Errorf("the database is restored, but no node will start on it: %w", err)
	case err != nil:
		return fmt.Errorf("the database is restored, but its signed heads are not: %w", err)
	}
	return nil
}

// guard makes a restored database safe to start a node on. It stops payouts, begins the quarantine and ends sessions, in one
// commit: if something fails after it, the database pays nobody.
func guard(ctx context.Context, db store.Config) (ended int64, err error) {
	s, err := store.Open(ctx, db)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	if _, err := s.Migrate(ctx); err != nil {
		return 0, err
	}
	err = s.Write(ctx, func(tx *store.Tx) (err error) {
		ended, err = session.New(s, nil, nil).CloseAllTx(ctx, tx)
		return errors.Join(err, brake.New(s, payouts.New(s)).RestoredTx(ctx, tx), quarantine.BeginTx(ctx, tx),
			identity.RestoredTx(ctx, tx), token.RestoredTx(ctx, tx))
	})
	if err != nil {
		return 0, fmt.Errorf("restore: %w", err)
	}
	books, err := ledger.Open(ctx, s, ledger.Unsealed()) // the first node seals: it has the keys
	if err != nil {
		return 0, err
	}
	return ended, errors.Join(books.RenewEpoch(ctx), books.Close())
}

// restoreSQLite makes the database under another name, and renames it at the end: a failure leaves nothing.
func (c restoreCommand) restoreSQLite(ctx context.Context, target string) (ended int64, err error) {
	dir := filepath.Dir(target)
	for _, name := range []string{target, target + "-wal"} {
		if _, err := os.Stat(name); err == nil {
			return 0, fmt.Errorf("refused: %s is not empty", dir)
		}
	}
	if err := writable(dir); err != nil {
		return 0, err
	}
	raw, err := os.ReadFile(c.File)
	if err != nil {
		return 0, fmt.Errorf("restore: %w", err)
	}
	if !strings.HasPrefix(string(raw[:min(16, len(raw))]), "SQLite format 3") {
		return 0, fmt.Errorf("%s is not a backup of an SQLite database", c.File)
	}
	part := target + ".part"
	defer func() {
		for _, left := range []string{part, part + "-wal", part + "-shm", part + ".lock"} {
			err = errors.Join(err, removed(left))
		}
	}()
	if err := os.WriteFile(part, raw, 0o600); err != nil { //nolint:gosec // the operator's own data directory
		return 0, fmt.Errorf("restore: %w", err)
	}
	// A copy that was cut short must not take the place of a database.
	damage, err := damageOf(ctx, part, "mode=ro&immutable=1", 1)
	if err == nil && len(damage) > 0 {
		err = errors.New(damage[0])
	}
	if err != nil {
		return 0, fmt.Errorf("%s is damaged, nothing was restored: %w", c.File, err)
	}
	if ended, err = guard(ctx, store.Config{URL: "sqlite:" + part}); err != nil {
		return 0, err
	}
	if err := os.Rename(part, target); err != nil {
		return 0, fmt.Errorf("restore: %w", err)
	}
	return ended, nil
}

func (c restoreCommand) restorePostgres(ctx context.Context) (ended int64, err error) {
	s, err := store.Open(ctx, where(c.Database))
	if err != nil {
		return 0, err
	}
	var tables int
	err = s.DB().QueryRowContext(ctx,
		"SELECT count(*) FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')").Scan(&tables)
	if err := errors.Join(err, s.Close()); err != nil {
		return 0, fmt.Errorf("restore: %w", err)
	}
	if tables > 0 {
		return 0, errors.New("refused: the database is not empty")
	}
	_, err = pgtool.Run(ctx, c.DatabaseURL, "pg_restore", "--dbname="+pgtool.Database,
		"--no-owner", "--no-privileges", "--exit-on-error", "--single-transaction", c.File)
	if err != nil {
		return 0, err
	}
	return guard(ctx, where(c.Database))
}
