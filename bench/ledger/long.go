package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"krapao/bench/reference"
	"krapao/ledger/ledgertest"
)

// addLong adds the runs "pg 10m 64" and "sqlite 10m 64": with rows transfers in the table before the first.
func (s *site) addLong(ctx context.Context, dir string, o options) error {
	for _, long := range []struct{ name, database, dir string }{
		{"pg 10m 64", "bench_10m", ""}, {"sqlite 10m 64", "", filepath.Join(dir, "10m")},
	} {
		if !o.wants(long.name) {
			continue
		}
		b, err := s.open(ctx, long.database, long.dir)
		if err != nil {
			return err
		}
		began := time.Now()
		if err := (ledgertest.Past{Transfers: o.rows}).Write(ctx, b.s); err != nil {
			return fmt.Errorf("load %s: %w", b.s.Engine(), err)
		}
		fmt.Fprintf(os.Stderr, "%d transfers loaded into %s in %s\n", o.rows, b.s.Engine(), time.Since(began).Round(time.Second))
		files := long.dir
		if files == "" {
			files = s.server.Dir
		}
		s.add(long.name, func(ctx context.Context, d time.Duration) (reference.Figures, error) {
			if err := warm(files); err != nil {
				return reference.Figures{}, err
			}
			return b.drive(ctx, 64, false, d)
		})
	}
	return nil
}

// warm reads the files below dir once, as a server that has been running would have: a virtual machine's memory of files
// may have been taken back since they were written.
func warm(dir string) error {
	return filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.Type().IsRegular() {
			return err
		}
		file, err := os.Open(path)
		if errors.Is(err, fs.ErrNotExist) { // a log that has just been recycled
			return nil
		}
		if err != nil {
			return err
		}
		_, err = io.Copy(io.Discard, file)
		return errors.Join(err, file.Close())
	})
}
