package store

import (
	"errors"
	"fmt"
	"os"
	"syscall"
)

// fileLock keeps a second process away from the SQLite file. The kernel drops it when the process dies, however it dies.
type fileLock struct{ file *os.File }

func lockFile(path string) (*fileLock, error) {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, fmt.Errorf("store: the data directory cannot be written: %w", err)
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		_ = f.Close()
		if errors.Is(err, syscall.EWOULDBLOCK) {
			return nil, ErrSecondNode
		}
		return nil, fmt.Errorf("store: lock %s: %w", path, err)
	}
	return &fileLock{f}, nil
}

func (l *fileLock) release() error {
	if l == nil {
		return nil
	}
	return l.file.Close()
}
