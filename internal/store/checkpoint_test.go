package store

import (
	"context"
	"os"
	"path/filepath"
	"sync"
	"testing"
)

// TestTheLogBeginsAnew: constant writes and reads do not make the log grow for ever.
func TestTheLogBeginsAnew(t *testing.T) {
	t.Parallel()
	ctx, dir := context.Background(), t.TempDir()
	s, err := Open(ctx, Config{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	path := filepath.Join(dir, File)
	if err := s.copier.close(); err != nil {
		t.Fatal(err)
	}
	if err := s.startCopier(path, 10, 100); err != nil {
		t.Fatal(err)
	}
	write := func(statement string, args ...any) {
		if err := s.Write(ctx, func(tx *Tx) error {
			_, err := tx.ExecContext(ctx, statement, args...)
			return err
		}); err != nil {
			t.Error(err)
		}
	}
	write("CREATE TABLE note (id BIGINT PRIMARY KEY, text TEXT NOT NULL)")
	var members sync.WaitGroup
	for m := range 4 {
		members.Go(func() {
			for n := range 500 {
				write("INSERT INTO note (id, text) VALUES ($1, hex(randomblob(4000)))", m*1_000_000+n)
				var count int
				if err := s.DB().QueryRowContext(ctx, "SELECT count(*) FROM note WHERE id > $1", m*1_000_000+n-10).Scan(&count); err != nil {
					t.Error(err)
				}
			}
		})
	}
	members.Wait()
	file, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	log, err := os.Stat(path + "-wal")
	if err != nil {
		t.Fatal(err)
	}
	if log.Size() > file.Size()/2 {
		t.Errorf("the log has %d bytes beside a file of %d", log.Size(), file.Size())
	}
}
