package httpx

import (
	"context"
	"log/slog"
	"net/http"

	"krapao/internal/httpx/stream"
	"krapao/ledger"
)

// RequestState is what the layers know about one request and its answer. Areas never see it: they get plain arguments.
type RequestState struct {
	// ID is the request's, in logs and in X-Request-Id.
	ID      string
	Address string
	Agent   string
	// Device is the UUID that the browser made for itself, or "".
	Device string
	// Accept is what the client says of its language.
	Accept string
	// Secure: the request came over TLS, to us or to a proxy of ours.
	Secure bool
	// Proof is the proof of a verified phone that the request carries, or "".
	Proof string

	// Member or Operator names the caller, and Session its session. They are empty where no token was needed.
	Member   string
	Operator string
	Session  string
	// Role and Scopes are what an operator or a system may do.
	Role   string
	Scopes []string
	// Confirmation is what an operator's request says of a confirmation that was made for it, or "".
	Confirmation string
	// Quiet: this node has not heard of the session for half an hour.
	Quiet bool
	// Bearer reads the token of a call that guests may make too. It is nil on other calls.
	Bearer func() (string, error)

	// File is what was uploaded, Fields are the other parts of its form that the call wants.
	File   *File
	Fields map[string]string

	// Stream answers the call in place of its JSON.
	Stream *stream.File

	// Kept is remembered under the call's key in place of the answer's body, if that has what is not to be kept.
	Kept []byte

	// Replayed marks an answer that is not new.
	Replayed bool

	// Shared marks an answer with what a call under another key has made.
	Shared bool

	// key is the client's Idempotency-Key, or one of ours for a call that came without one.
	key string
	// fingerprint is of the decoded body, or of the uploaded file.
	fingerprint string
	// code is the refusal's, for the log and the figures.
	code     string
	route    Route
	original *http.Request
	log      *slog.Logger
}

// Logger is where what happens in the request is logged.
func (s *RequestState) Logger() *slog.Logger {
	if s.log == nil {
		return slog.Default()
	}
	return s.log
}

// Cookie returns the value of a cookie, or "".
func (s *RequestState) Cookie(name string) string {
	if s.original == nil {
		return ""
	}
	kept, err := s.original.Cookie(name)
	if err != nil {
		return ""
	}
	return kept.Value
}

// ShownAs names a call that is not in the contract, for the log and the figures.
func (s *RequestState) ShownAs(name string) { s.route = Route{Path: name} }

type stateKey struct{}

// StateOf returns the state of the request that a context is of.
func StateOf(ctx context.Context) *RequestState {
	s, _ := ctx.Value(stateKey{}).(*RequestState)
	if s == nil {
		return &RequestState{}
	}
	return s
}

// by notes who makes the call.
func (s *RequestState) by(c Caller) {
	s.Member, s.Operator, s.Session, s.Quiet = c.Member, c.Operator, c.Session, c.Quiet
	s.Role, s.Scopes = c.Role, c.Scopes
}

// caller says whose call it is, for the answers that are remembered of it. A guest is known by the proof of its phone, so that
// nobody gets the answer of another.
func (s *RequestState) caller() string {
	switch {
	case s.Member != "":
		return s.Member
	case s.Operator != "":
		return "operator:" + s.Operator
	case s.Proof != "":
		return "proof:" + s.Proof
	}
	return "address:" + s.Address
}

// Operation is the ledger's key of this call. Calls without a member have none, and none of them moves money.
func (s *RequestState) Operation() ledger.Key { return s.route.operation(s.Member, s.key) }

func (rt Route) operation(member, key string) ledger.Key {
	return ledger.ClientKey(member, rt.Method+" "+rt.Path, key)
}

// AreaKey is the key of this call for an area that keeps it with what the call makes; "" where the client gave none.
func (s *RequestState) AreaKey() string {
	if s.key == "" {
		return ""
	}
	return ledger.ClientKey(s.Member, s.original.Method+" "+s.original.URL.Path, s.key).String()
}
