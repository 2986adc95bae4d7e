package blob_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"krapao/internal/blob"
	"krapao/internal/blob/blobtest"
	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
)

func TestFolder(t *testing.T) {
	t.Parallel()
	blobtest.Run(t, func(t *testing.T) blobtest.Bench {
		dir := t.TempDir()
		return blobtest.Bench{Place: blob.Folder{Dir: dir}, Another: blob.Folder{Dir: dir}, Now: time.Now}
	})
}

func TestFilesInAFolder(t *testing.T) {
	t.Parallel()
	blobtest.Files(t, blob.InFolder, func(t *testing.T, _ clock.Clock) blob.Place { return blob.Folder{Dir: t.TempDir()} })
}

// What a Put left that was interrupted goes after a day.
func TestUnfinishedFilesGo(t *testing.T) {
	t.Parallel()
	storetest.EachAt(t, time.Now().Add(25*time.Hour).UTC(), func(t *testing.T, s *store.Store, _ *clock.Fake) {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "new-ABC"), nil, 0o600); err != nil {
			t.Fatal(err)
		}
		places := blob.Places{All: map[string]blob.Place{blob.InFolder: blob.Folder{Dir: dir}}}
		if _, err := blob.New(s, nil, places).Collect(t.Context()); err != nil {
			t.Fatal(err)
		}
		if _, err := os.Stat(filepath.Join(dir, "new-ABC")); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("it is there: %v", err)
		}
	})
}

// A directory that is away, as a file system that is not mounted, has lost nothing.
func TestAFolderThatIsAway(t *testing.T) {
	t.Parallel()
	f := blob.Folder{Dir: filepath.Join(t.TempDir(), "away")}
	if _, err := f.Get(t.Context(), strings.Repeat("ab", 32)); err == nil || errors.Is(err, blob.ErrMissing) {
		t.Errorf("%v", err)
	}
}

// Only the owner may read the files, and a link that leads elsewhere leads nowhere.
func TestAFolderIsItsOwnersAlone(t *testing.T) {
	t.Parallel()
	dir, elsewhere := filepath.Join(t.TempDir(), "files"), t.TempDir()
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	f, name := blob.Folder{Dir: dir}, strings.Repeat("ab", 32)
	if err := f.Put(t.Context(), name, []byte("content")); err != nil {
		t.Fatal(err)
	}
	err := filepath.WalkDir(dir, func(path string, _ fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if info, err := os.Stat(path); err != nil || info.Mode().Perm()&0o077 != 0 {
			t.Errorf("%s: %v, %v", path, info.Mode(), err)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(elsewhere, filepath.Join(dir, "cd")); err != nil {
		t.Fatal(err)
	}
	if err := f.Put(t.Context(), strings.Repeat("cd", 32), nil); err == nil {
		t.Error("a file was written outside the folder")
	}
	left, err := os.ReadDir(elsewhere)
	if err != nil || len(left) > 0 {
		t.Errorf("%v, %v", left, err)
	}
}
