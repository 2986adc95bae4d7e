package httpapi

import (
	"context"
	"log/slog"

	"krapao/ledger"
)

// exchange is what the layers know about one request and its answer. Areas never see it: they get plain arguments.
type exchange struct {
	id      string
	route   route
	address string
	agent   string
	device  string
	// accept is what the client says of its language.
	accept string

	// proof is the token of a verified one-time code: of the header X-Otp-Token, else of the cookie.
	proof string
	// asked is what a browser that asked for a code is known by, of its cookie.
	asked string
	// secure: the request came over TLS, to us or to a proxy of ours.
	secure bool

	// member and session name who calls; empty for everyone's calls.
	member  string
	session string
	// quiet: nothing was heard of the session for half an hour, as far as this node knows.
	quiet bool
	// operator names who calls the operator API.
	operator string
	// bearer reads the token of a call that guests may make too; nil on others.
	bearer func() (string, error)

	// request is the fingerprint of the decoded body, or of the uploaded file.
	request string
	// file is what was uploaded.
	file *spool
	// fields are the other parts of its form that the call wants.
	fields map[string]string
	// key is the client's Idempotency-Key, or one of ours for a money call without (see remember).
	key string
	// replayed marks an answer that is not new.
	replayed bool
	// code is the refusal's, for the log and the metrics.
	code string

	log *slog.Logger
}

func (x *exchange) logger() *slog.Logger {
	if x.log == nil {
		return slog.Default()
	}
	return x.log
}

type exchangeKey struct{}

func exchangeOf(ctx context.Context) *exchange {
	x, _ := ctx.Value(exchangeKey{}).(*exchange)
	if x == nil {
		return &exchange{}
	}
	return x
}

// caller is whose call it is, for what is remembered of it: the member's, or of a guest the one who holds its phone's proof, so
// that nobody is answered with what another was told.
func (x *exchange) caller() string {
	switch {
	case x.member != "":
		return x.member
	case x.proof != "":
		return "proof:" + x.proof
	}
	return "address:" + x.address
}

// operation is the ledger's key of this call. A call of everyone has none, and none moves money.
func (x *exchange) operation() ledger.Key { return x.route.operation(x.member, x.key) }

func (rt route) operation(member, key string) ledger.Key {
	return ledger.ClientKey(member, rt.method+" "+rt.path, key)
}
