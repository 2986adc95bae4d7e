package core

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"runtime"
	"sync"
	"testing"
)

// TestWritesThatWaitAreCommittedTogether: what waits for the writer is one transaction. A write that fails, or panics, undoes
// itself and nothing else.
func TestWritesThatWaitAreCommittedTogether(t *testing.T) {
	t.Parallel()
	s, err := openStore(t.Context(), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.DB.Close() }()
	if err := s.prepare(t.Context(), nil, ""); err != nil {
		t.Fatal(err)
	}
	failed := errors.New("refused")
	ends, transactions := make([]string, 6), map[*sql.Tx]bool{}
	s.writer.Lock()
	var writing sync.WaitGroup
	for n := range ends {
		writing.Go(func() {
			defer func() {
				if p := recover(); p != nil {
					ends[n] = fmt.Sprint("panic ", p)
				}
			}()
			ends[n] = fmt.Sprint(s.Write(t.Context(), func(ctx context.Context, tx *sql.Tx) error {
				transactions[tx] = true // one body runs at a time
				_, err := tx.ExecContext(ctx, `INSERT INTO setting (name, value) VALUES ($1, '')`, fmt.Sprint(n))
				switch n {
				case 2:
					return failed
				case 4:
					panic("broken")
				}
				return err
			}))
		})
	}
	for len(s.queue.look()) < len(ends) {
		runtime.Gosched()
	}
	s.writer.Unlock()
	writing.Wait()
	for n, end := range ends {
		want := map[int]string{2: "refused", 4: "panic broken"}[n]
		if want == "" {
			want = "<nil>"
		}
		if end != want {
			t.Errorf("write %d: %s, want %s", n, end, want)
		}
	}
	var rows int
	if err := s.DB.QueryRowContext(t.Context(), `SELECT count(*) FROM setting`).Scan(&rows); err != nil || rows != 4 {
		t.Errorf("%d rows, %v", rows, err)
	}
	if len(transactions) != 1 {
		t.Errorf("%d transactions", len(transactions))
	}
}

func (q *queue) look() []*write {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.waiting
}
