package blob

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"strings"

	"krapao/internal/id"
)

// Folder is a place in a directory, which exists and which all nodes share. Files lie in subdirectories by the first two letters
// of their address, for the directory's owner only.
type Folder struct{ Dir string }

var _ Place = Folder{}

// in opens the directory for one call, so that a file system that is mounted again is found again. Nothing leads out of it.
func (f Folder) in(name string, do func(root *os.Root, at string) error) error {
	if err := CheckName(name); err != nil {
		return err
	}
	root, err := os.OpenRoot(f.Dir)
	if err != nil {
		return fmt.Errorf("blob: %w", err)
	}
	at := name
	if len(name) == len(addressOf(nil)) {
		at = name[:2] + "/" + name
	}
	return errors.Join(do(root, at), root.Close())
}

// Put implements Place: a new file becomes visible by a rename, once it is on disk.
func (f Folder) Put(_ context.Context, name string, content []byte) error {
	return f.in(name, func(root *os.Root, at string) error {
		dir, temporary := path.Dir(at), unfinished+id.Text(idLength)
		if err := root.MkdirAll(dir, 0o700); err != nil {
			return fmt.Errorf("blob: %w", err)
		}
		if err := write(root, temporary, content); err != nil {
			return errors.Join(err, root.Remove(temporary))
		}
		if err := root.Rename(temporary, at); err != nil {
			return fmt.Errorf("blob: %w", err)
		}
		return errors.Join(flush(root, dir), flush(root, ".")) // the second for the directory, if it is new
	})
}

func write(root *os.Root, at string, content []byte) error {
	file, err := root.OpenFile(at, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return fmt.Errorf("blob: %w", err)
	}
	_, err = file.Write(content)
	if err == nil {
		err = file.Sync()
	}
	return errors.Join(err, file.Close())
}

// flush makes the names in a directory durable.
func flush(root *os.Root, dir string) error {
	d, err := root.Open(dir)
	if err != nil {
		return fmt.Errorf("blob: %w", err)
	}
	return errors.Join(d.Sync(), d.Close())
}

// Get implements Place.
func (f Folder) Get(_ context.Context, name string) (content []byte, err error) {
	err = f.in(name, func(root *os.Root, at string) (err error) {
		content, err = root.ReadFile(at)
		if errors.Is(err, fs.ErrNotExist) {
			err = ErrMissing
		}
		return err
	})
	return content, err
}

// Delete implements Place.
func (f Folder) Delete(_ context.Context, name string) error {
	return f.in(name, func(root *os.Root, at string) error {
		if err := root.Remove(at); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("blob: %w", err)
		}
		return nil
	})
}

// Walk implements Place.
func (f Folder) Walk(ctx context.Context, visit func(Object) error) error {
	return f.in(owner, func(root *os.Root, _ string) error {
		return fs.WalkDir(root.FS(), ".", func(at string, entry fs.DirEntry, err error) error {
			switch name := path.Base(at); {
			case err != nil:
				return err
			case ctx.Err() != nil:
				return ctx.Err()
			case entry.IsDir() || !ours(at, name):
				return nil
			default:
				info, err := entry.Info()
				if errors.Is(err, fs.ErrNotExist) {
					return nil // another node deleted it
				}
				if err != nil {
					return err
				}
				return visit(Object{name, info.ModTime()})
			}
		})
	})
}

// ours reports whether a file has a name of ours, and lies where that belongs.
func ours(at, name string) bool {
	if CheckName(name) != nil {
		return false
	}
	return at == name || strings.TrimSuffix(at, name) == name[:2]+"/"
}
