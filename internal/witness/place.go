package witness

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"slices"
	"time"
)

// File keeps notes in a file, one line each.
type File struct{ Path string }

// FileName is the name of the file in its directory.
const FileName = "heads.jsonl"

func (f File) String() string { return f.Path }

// enough is the size, in bytes, at which the file is shortened to its last notes: it would grow by half a megabyte a day for
// ever.
const enough = 1 << 20

// Put implements Place. The note is on disk when it returns.
func (f File) Put(_ context.Context, n Note) error {
	line, err := json.Marshal(n)
	if err != nil {
		return err
	}
	if info, err := os.Stat(f.Path); err == nil && info.Size() > enough {
		if err := f.shorten(); err != nil {
			return err
		}
	}
	file, err := os.OpenFile(f.Path, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = file.Write(slices.Concat([]byte("\n"), line, []byte("\n"))) // so that a line that a crash cut short spoils no other
	return errors.Join(err, file.Sync(), file.Close())
}

// shorten keeps the later half of the notes, and the last one with a reason, so that the notes before that do not count again.
func (f File) shorten() error {
	notes, err := f.Notes(context.Background())
	if err != nil {
		return err
	}
	from := len(notes) / 2
	kept := notes[from:]
	for i := from - 1; i >= 0; i-- {
		if notes[i].Reason != "" {
			kept = append([]Note{notes[i]}, kept...)
			break
		}
	}
	var text bytes.Buffer
	for _, n := range kept {
		if err := json.NewEncoder(&text).Encode(n); err != nil {
			return err
		}
	}
	if err := os.WriteFile(f.Path+".part", text.Bytes(), 0o600); err != nil {
		return err
	}
	return os.Rename(f.Path+".part", f.Path)
}

// Notes implements Place.
func (f File) Notes(context.Context) ([]Note, error) {
	file, err := os.Open(f.Path)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close() }()
	return decode(file)
}

// decode reads the notes, and skips lines that are none, such as one that a crash cut short. That gives an attacker nothing:
// whoever can spoil a line can also delete it.
func decode(from io.Reader) (notes []Note, err error) {
	text, err := io.ReadAll(from)
	if err != nil {
		return nil, err
	}
	for line := range bytes.Lines(text) {
		var n Note
		if json.Unmarshal(line, &n) == nil {
			notes = append(notes, n)
		}
	}
	return notes, nil
}

// Address keeps notes at a URL: POST sends one as JSON, and GET answers with all of them, one line each (the last of each
// database are enough).
type Address struct {
	url *url.URL
	// client has connections of its own, which nobody else in the process ends.
	client *http.Client
}

// NewAddress parses an address. It is https, or on this machine: notes are not secret, but they must come from us.
func NewAddress(text string) (Address, error) {
	u, err := url.Parse(text)
	if err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http" {
		return Address{}, errors.New("it is not a URL with http or https")
	}
	if host := u.Hostname(); u.Scheme == "http" && host != "localhost" && host != "127.0.0.1" && host != "::1" {
		return Address{}, errors.New("it has no TLS")
	}
	return Address{u, ownClient()}, nil
}

func ownClient() *http.Client {
	machine, own := http.DefaultTransport.(*http.Transport)
	if !own {
		return http.DefaultClient
	}
	return &http.Client{Transport: machine.Clone()}
}

func (a Address) String() string { return a.url.Host }

// answerWithin bounds one call.
const answerWithin = 10 * time.Second

// mostNotes bounds the size of an answer, in bytes.
const mostNotes = 64 << 20

func (a Address) call(ctx context.Context, method string, body []byte) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, answerWithin)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, method, a.url.String(), bytes.NewReader(body))
	if err != nil {
		return nil, errors.New("no request can be made to it") // the library's own text has the address, with its password
	}
	r.Header.Set("Content-Type", "application/json")
	w, err := a.client.Do(r)
	if err != nil {
		return nil, errors.New("it does not answer")
	}
	defer func() { _ = w.Body.Close() }()
	text, err := io.ReadAll(io.LimitReader(w.Body, mostNotes))
	if err != nil {
		return nil, errors.New("its answer was cut off")
	}
	if w.StatusCode/100 != 2 {
		return nil, fmt.Errorf("it answers %d", w.StatusCode)
	}
	return text, nil
}

// Put implements Place.
func (a Address) Put(ctx context.Context, n Note) error {
	body, err := json.Marshal(n)
	if err == nil {
		_, err = a.call(ctx, http.MethodPost, body)
	}
	return err
}

// Notes implements Place.
func (a Address) Notes(ctx context.Context) ([]Note, error) {
	text, err := a.call(ctx, http.MethodGet, nil)
	if err != nil {
		return nil, err
	}
	return decode(bytes.NewReader(text))
}
