package filelock_test

import (
	"context"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
	"testing/synctest"

	"krapao/internal/store/filelock"
)

// TestALockIsFreeOnceItIsReleased: also while this process starts others. Each of them has a copy of the open files for a moment.
func TestALockIsFreeOnceItIsReleased(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "lock")
	stop := make(chan struct{})
	var starting sync.WaitGroup
	defer starting.Wait()
	defer close(stop)
	for range 4 {
		starting.Go(func() {
			for {
				select {
				case <-stop:
					return
				default:
					if err := exec.CommandContext(context.Background(), "true").Run(); err != nil {
						t.Error(err)
						return
					}
				}
			}
		})
	}
	synctest.Test(t, func(t *testing.T) { // where a pause between two tries takes no time
		for range 300 {
			l, err := filelock.Take(path)
			if err != nil {
				t.Error(err)
				return
			}
			if err := l.Release(); err != nil {
				t.Error(err)
			}
		}
	})
}
