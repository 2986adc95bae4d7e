package httpx

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"hash"
	"io"
	"net/http"
	"os"
)

// File is an uploaded file while its call runs: the first part in memory, the rest in a file without a name, which is gone
// with the process that has it open.
type File struct {
	// Size is in bytes.
	Size int64

	hash hash.Hash
	head bytes.Buffer
	rest *os.File
}

// fileHead is how much of a file stays in memory.
const fileHead = 256 << 10

func newFile() *File { return &File{hash: sha256.New()} }

// Write implements io.Writer.
func (f *File) Write(p []byte) (int, error) {
	_, _ = f.hash.Write(p) // a hash never fails
	if f.rest == nil && f.head.Len()+len(p) <= fileHead {
		return f.head.Write(p) //nolint:wrapcheck // a buffer never fails
	}
	if f.rest == nil {
		rest, err := os.CreateTemp("", "upload-")
		if err != nil {
			return 0, err //nolint:wrapcheck // recognised by its type
		}
		f.rest = rest
		if err := os.Remove(rest.Name()); err != nil {
			return 0, err //nolint:wrapcheck // recognised by its type
		}
	}
	return f.rest.Write(p) //nolint:wrapcheck // recognised by its type
}

// Open returns the file from its beginning.
func (f *File) Open() (io.Reader, error) {
	head := bytes.NewReader(f.head.Bytes())
	if f.rest == nil {
		return head, nil
	}
	if _, err := f.rest.Seek(0, io.SeekStart); err != nil {
		return nil, err //nolint:wrapcheck // our own disk
	}
	return io.MultiReader(head, f.rest), nil
}

func (f *File) sum() string { return hex.EncodeToString(f.hash.Sum(nil)) }

func (f *File) close() {
	if f.rest != nil {
		_ = f.rest.Close() // it has no name any more
	}
}

// ServeFile serves a file while its reader has a place. Open finds the file; the header is set once there is one.
func (f *Frame) ServeFile(
	w http.ResponseWriter, r *http.Request, header func(http.Header), open func(context.Context) (io.ReadSeeker, error),
) {
	if err := f.readers.Serve(w, r, StateOf(r.Context()).Address, header, open); err != nil {
		Refuse(w, r, err)
	}
}
