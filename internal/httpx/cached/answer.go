package cached

import (
	"bytes"
	"compress/gzip"
	"io"
	"strings"
	"sync"
)

// Answer is an encoded answer that may be sent often. What is made of it is made once: its ETag, and its compressed form when a
// client first takes that.
type Answer struct {
	body       []byte
	tag        string
	compressed func() []byte
}

func newAnswer(body []byte) *Answer {
	return &Answer{body, tagOf(body), sync.OnceValue(func() []byte { return compress(body) })}
}

// compress is nil for a body that is sent as it is.
func compress(body []byte) []byte {
	if len(body) < compressFrom {
		return nil
	}
	var out bytes.Buffer
	w, _ := gzip.NewWriterLevel(&out, fast) // the error is of a level that gzip does not have
	_, _ = w.Write(body)                    // a buffer never fails
	_ = w.Close()
	return out.Bytes()
}

// size is what the answer takes in memory, in bytes; its compressed form is at most half of it.
func (a *Answer) size() int { return len(a.body) + len(a.body)/2 + besideBytes }

// compressedFor returns the compressed form for a client that says in the plain way that it takes it. Nil: the body is sent
// (Compressed may compress it).
func (a *Answer) compressedFor(acceptEncoding string) []byte {
	for coding := range strings.SplitSeq(acceptEncoding, ",") {
		if strings.TrimSpace(coding) == "gzip" {
			return a.compressed()
		}
	}
	return nil
}

// Encoded is a body that may have been encoded before; Encoded is nil where it was not.
type Encoded interface{ Encoded() *Answer }

// Write writes an answer. Tagged gets it whole.
func (a *Answer) Write(w io.Writer) error {
	if whole, is := w.(*tagging); is {
		whole.answer = a
		return nil
	}
	_, err := w.Write(a.body)
	return err //nolint:wrapcheck // the writer's own
}
