package store

import (
	"errors"
	"fmt"
	"os"
	"syscall"
	"time"
)

// fileLock keeps a second process away from the SQLite file. The kernel releases it when the process dies, in whatever way.
type fileLock struct{ file *os.File }

func lockFile(path string) (*fileLock, error) {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, fmt.Errorf("store: the data directory cannot be written: %w", err)
	}
	if err := patiently(func() error { return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) }); err != nil {
		_ = f.Close()
		if errors.Is(err, syscall.EWOULDBLOCK) {
			return nil, ErrSecondNode
		}
		return nil, fmt.Errorf("store: lock %s: %w", path, err)
	}
	return &fileLock{f}, nil
}

// patiently tries for half a second: a process that was just stopped may hold the lock a little longer.
func patiently(lock func() error) error {
	const tries, pause = 10, 50 * time.Millisecond
	err := lock()
	for n := 0; n < tries && errors.Is(err, syscall.EWOULDBLOCK); n++ {
		time.Sleep(pause)
		err = lock()
	}
	return err
}

func (l *fileLock) release() error {
	if l == nil {
		return nil
	}
	// A child that has not begun its program yet has a copy of each open file, so closing this one is not enough.
	return errors.Join(syscall.Flock(int(l.file.Fd()), syscall.LOCK_UN), l.file.Close())
}
