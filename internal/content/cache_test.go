package content_test

import (
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"krapao/internal/content"
)

// TestCachedContentIsNeverOlderThanItsVersion: whoever has read a version gets that content or newer, also while others still ask
// for the version before. What can't be read is not cached.
func TestCachedContentIsNeverOlderThanItsVersion(t *testing.T) {
	t.Parallel()
	var k content.Cache[int64]
	stored, reads := int64(1), 0
	now := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	at := func(version, want int64, of int) {
		t.Helper()
		got, err := k.At(version, now, func() (int64, error) { reads++; return stored, nil })
		if err != nil || got != want || reads != of {
			t.Errorf("version %d: %d, want %d; read %d times, want %d; %v", version, got, want, reads, of, err)
		}
	}
	at(1, 1, 1)
	at(1, 1, 1)
	stored = 2
	at(2, 2, 2)
	at(1, 2, 2) // who has read the version before gets newer content
	stored = 3
	broken := errors.New("no database")
	if _, err := k.At(3, now, func() (int64, error) { return 0, broken }); !errors.Is(err, broken) {
		t.Errorf("without a database: %v", err)
	}
	at(3, 3, 3)
	stored = 4 // by a node that raises no version
	now = now.Add(59 * time.Second)
	at(3, 3, 3)
	now = now.Add(time.Second)
	at(3, 4, 4)
	now = now.Add(-time.Hour) // the clock is set back
	at(3, 4, 5)
}

// TestASlowReaderPutsNothingOldInPlaceOfNew: its content is of before, and it comes after a reader of the new version.
func TestASlowReaderPutsNothingOldInPlaceOfNew(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var k content.Cache[string]
		now := time.Now()
		slow := make(chan struct{})
		go func() {
			_, _ = k.At(1, now, func() (string, error) { <-slow; return "old", nil })
		}()
		synctest.Wait()
		if got, _ := k.At(2, now, func() (string, error) { return "new", nil }); got != "new" {
			t.Errorf("at version 2: %q", got)
		}
		close(slow)
		synctest.Wait()
		if got, _ := k.At(2, now, func() (string, error) { return "new", nil }); got != "new" {
			t.Errorf("after the slow reader: %q", got)
		}
	})
}
