// Package bucket is a server of S3's protocol with one bucket, in which a wallet may keep uploaded files. The protocol is
// gofakes3's, the objects are in the sandbox's store.
package bucket

import (
	"bytes"
	"context"
	_ "embed" // bucket.sql
	"encoding/xml"
	"io"
	"maps"
	"net/http"

	"github.com/johannesboyne/gofakes3"

	"krapao/sandbox/core"
)

//go:embed bucket.sql
var tables string

const (
	// Name is the name of the bucket: its address is the sandbox's own with this path.
	Name = "uploads"
	// targetName is the fault target of the server.
	targetName = "bucket"
	// mostBody is more than any object that a wallet puts.
	mostBody = 64 << 20
)

// Credentials are those of the bucket's only account.
type Credentials struct{ Key, Secret string }

type server struct {
	*core.Frame
	known    Credentials
	protocol http.Handler
}

// New returns the server for one customer.
func New(f *core.Frame, known Credentials) core.Protocol {
	s := &server{f, known, gofakes3.New(&objects{f}).Server()}
	return core.Protocol{
		Name: targetName, Tables: tables, Targets: []core.Target{{Name: targetName}},
		Routes: []core.Route{core.Handle("/"+Name+"/", s.handle)},
	}
}

// handle answers every call of the protocol.
func (s *server) handle(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, mostBody))
	if err != nil {
		s.Answer(w, refusal(http.StatusBadRequest, "IncompleteBody"))
		return
	}
	if !signed(r, s.known) {
		s.Answer(w, refusal(http.StatusForbidden, "SignatureDoesNotMatch"))
		return
	}
	s.Serve(w, r, core.Call{
		Target: targetName, Op: opOf(r), Refuse: refusal(http.StatusInternalServerError, "InternalError"),
		NotFound: refusal(http.StatusNotFound, "NoSuchKey"),
		Apply: func(ctx context.Context) core.Reply {
			call, answer := r.Clone(ctx), &recorded{header: http.Header{}, status: http.StatusOK}
			call.Body = io.NopCloser(bytes.NewReader(body))
			s.protocol.ServeHTTP(answer, call)
			return core.Reply{Status: answer.status, Body: written{answer}}
		},
	})
}

// opOf is the operation of a call, in the words of faults: a PUT is a movement, a GET of an object a check.
func opOf(r *http.Request) string {
	switch {
	case r.URL.Path == "/"+Name+"/":
		return core.OpList
	case r.Method == http.MethodGet || r.Method == http.MethodHead:
		return core.OpCheck
	case r.Method == http.MethodDelete:
		return core.OpMark
	}
	return core.OpMove
}

// recorded is an answer of the protocol before it is written.
type recorded struct {
	header http.Header
	status int
	body   bytes.Buffer
}

func (a *recorded) Header() http.Header { return a.header }

func (a *recorded) WriteHeader(status int) { a.status = status }

func (a *recorded) Write(p []byte) (int, error) { return a.body.Write(p) }

// refused is a refusal of the protocol.
type refused struct {
	XMLName xml.Name `xml:"Error"`
	Code    string
}

func refusal(status int, code string) core.Reply {
	answer := &recorded{header: http.Header{"Content-Type": {"application/xml"}}}
	body, err := xml.Marshal(refused{Code: code})
	if err != nil {
		panic(err) // two strings: cannot happen
	}
	answer.body.Write(body)
	return core.Reply{Status: status, Body: written{answer}}
}

// written is a recorded answer as the frame writes one.
type written struct{ *recorded }

// Write sets the headers, and returns the body.
func (a written) Write(header http.Header) ([]byte, error) {
	maps.Copy(header, a.header)
	return a.body.Bytes(), nil
}
