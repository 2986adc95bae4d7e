package chat

import (
	"errors"
	"io"
)

// File is an uploaded file. It is an io.ReadSeeker that reads part by part, for one reader at a time.
type File struct {
	// Type is its Content-Type.
	Type string

	size, at int64
	parts    []string
	open     func(part string) ([]byte, error)
	loaded   int // the number of the part in content; -1: none
	content  []byte
}

// Ready reads the beginning. A file that is lost can be refused then, before its reader is told that all is well.
func (f *File) Ready() error {
	if _, err := f.Read(nil); !errors.Is(err, io.EOF) {
		return err
	}
	return nil
}

// Read implements io.Reader.
func (f *File) Read(p []byte) (int, error) {
	if f.at >= f.size {
		return 0, io.EOF
	}
	part := int(f.at / partSize)
	if part != f.loaded {
		if part >= len(f.parts) {
			return 0, io.ErrUnexpectedEOF
		}
		content, err := f.open(f.parts[part])
		if err != nil {
			return 0, err
		}
		f.loaded, f.content = part, content
	}
	from := f.at % partSize
	if from >= int64(len(f.content)) {
		return 0, io.ErrUnexpectedEOF
	}
	n := copy(p, f.content[from:])
	f.at += int64(n)
	return n, nil
}

// Seek implements io.Seeker.
func (f *File) Seek(offset int64, whence int) (int64, error) {
	switch whence {
	case io.SeekCurrent:
		offset += f.at
	case io.SeekEnd:
		offset += f.size
	}
	if offset < 0 {
		return 0, errors.New("chat: seek before the beginning of a file")
	}
	f.at = offset
	return offset, nil
}
