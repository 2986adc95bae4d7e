// Package filelock keeps a second process away from a file.
package filelock

import (
	"errors"
	"fmt"
	"os"
	"syscall"
	"time"
)

// ErrHeld says that another process has the lock.
var ErrHeld = errors.New("filelock: another process has the lock")

// Lock is held by one process. The kernel releases it when the process dies, in whatever way.
type Lock struct{ file *os.File }

// Take takes the lock that is the file of this path, which it makes where there is none. ErrHeld.
func Take(path string) (*Lock, error) {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, fmt.Errorf("filelock: %w", err)
	}
	if err := patiently(func() error { return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) }); err != nil {
		_ = f.Close()
		if errors.Is(err, syscall.EWOULDBLOCK) {
			return nil, ErrHeld
		}
		return nil, fmt.Errorf("filelock: %s: %w", path, err)
	}
	return &Lock{f}, nil
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

// Release gives it to the next one. Nil has none.
func (l *Lock) Release() error {
	if l == nil {
		return nil
	}
	// A child that has not begun its program yet has a copy of each open file, so closing this one is not enough.
	return errors.Join(syscall.Flock(int(l.file.Fd()), syscall.LOCK_UN), l.file.Close())
}
