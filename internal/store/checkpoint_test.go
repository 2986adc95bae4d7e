package store

import (
	"context"
	"encoding/binary"
	"math"
	"os"
	"path/filepath"
	"sync"
	"testing"
)

// TestTheLogBeginsAnew: constant writes and reads do not make the log grow for ever. How far it grows before it begins anew
// depends on the machine: a quick disk takes thousands of writes between two looks at the log.
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
	const enough, most = 3, 2_000
	begun := logsBegun(t, path)
	var members sync.WaitGroup
	for m := range 4 {
		members.Go(func() {
			for n := 0; n < most && logsBegun(t, path) < begun+enough; n++ {
				id, count := m*1_000_000+n%500, 0
				write("INSERT OR REPLACE INTO note (id, text) VALUES ($1, hex(randomblob(4000)))", id)
				if err := s.DB().QueryRowContext(ctx, "SELECT count(*) FROM note WHERE id > $1", id-10).Scan(&count); err != nil {
					t.Error(err)
				}
			}
		})
	}
	members.Wait()
	if n := logsBegun(t, path) - begun; n < enough {
		t.Errorf("the log began anew %d times among %d writes", n, 4*most)
	}
}

// logsBegun is how often the log has begun anew: SQLite counts it in the log's header.
func logsBegun(t *testing.T, path string) uint32 {
	log, err := os.Open(path + "-wal")
	if err != nil {
		t.Error(err)
		return math.MaxUint32
	}
	defer func() { _ = log.Close() }()
	var count [4]byte
	if _, err := log.ReadAt(count[:], 12); err != nil {
		t.Error(err)
	}
	return binary.BigEndian.Uint32(count[:])
}
