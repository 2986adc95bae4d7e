package httpapi

import (
	"context"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"krapao/ledger"
)

// access says who may make a call.
type access int

const (
	// members: a valid token is needed. Everyone may make the other calls: no token is read, a bad one does no harm.
	members access = iota + 1
	// guests: everyone's calls too, but where one speaks for a member its handler asks for the token.
	guests
)

// memory says how a call's answers are remembered (API.md, Conventions).
type memory int

const (
	// forgetful calls change nothing worth remembering.
	forgetful memory = iota
	// keyed calls honour Idempotency-Key with an answer kept in the database; several transfers may stand behind one.
	keyed
	// ledgered calls are one transfer: the key is the transfer's, and the answer is rebuilt from it.
	ledgered
)

// route is one line of an area's route table.
type route struct {
	method, path string
	// id is the operation's name in the contract and in the generated client.
	id      string
	summary string
	who     access
	memory  memory
	// effect marks a GET that changes something: HEAD and prefetching are refused.
	effect bool
	// replay keeps the first success of such a GET for 60 seconds.
	replay bool
	// stands reports whether what a success of this call did is still so. One that has changed is not replayed to a call
	// without a key; nil: it is always replayed.
	stands stands
	// queries are the names of its query parameters.
	queries []string
	// status is the first success's, where it is not 200.
	status int
	// money leaves the wallet by it, or the games: who was away is asked for the password first.
	money bool
	// upload: the body is a form with a file.
	upload *upload
}

// stands reports whether what a member's call did under a key is still so.
type stands func(ctx context.Context, member string, key ledger.Key) (bool, error)

const routeMeta = "route"

// empty is the input of a call without any.
type empty struct{}

// body is the input of a call that is only a JSON object.
type body[B any] struct{ Body B }

// reply is a call's success.
type reply[B any] struct {
	Status int
	Body   B
}

func ok[B any](b B) (*reply[B], error) { //nolint:unparam // it is returned as a handler's two results
	return &reply[B]{Status: http.StatusOK, Body: b}, nil
}

// answered is ok unless there was an error.
func answered[B any](b B, err error) (*reply[B], error) {
	if err != nil {
		return nil, err
	}
	return ok(b)
}

// Message is a success with nothing to return.
type Message struct {
	Message string `json:"message" enum:"SUCCESS"`
}

// done is SUCCESS unless there was an error.
func done(err error) (*reply[Message], error) { return answered(Message{"SUCCESS"}, err) }

// register adds a call to the contract and to the mux.
func register[I, O any](s *Server, rt route, handle func(context.Context, *I) (*O, error)) {
	op := huma.Operation{
		OperationID:   rt.id,
		Method:        rt.method,
		Path:          rt.path,
		Summary:       rt.summary,
		Tags:          []string{area(rt.path)},
		DefaultStatus: rt.status,
		Metadata:      map[string]any{routeMeta: rt},
		Security:      []map[string][]string{{"client": {}}},
		// The pipeline has read and limited the body already. Huma's own five seconds for it would go on while the call works:
		// see bodyIsIn.
		MaxBodyBytes: -1, BodyReadTimeout: -1,
	}
	if op.DefaultStatus == 0 {
		op.DefaultStatus = http.StatusOK
	}
	if rt.who == members {
		op.Security = []map[string][]string{{"client": {}, "bearer": {}}}
	}
	if rt.who == guests {
		op.Security = append(op.Security, map[string][]string{"client": {}, "bearer": {}})
	}
	if rt.memory != forgetful {
		op.Parameters = append(op.Parameters, &huma.Param{
			Name: "Idempotency-Key", In: "header", Schema: &huma.Schema{Type: huma.TypeString},
			Description: "1..64 visible ASCII characters; the same key and body give the first answer again",
		})
	}
	if rt.effect {
		op.Extensions = map[string]any{"x-effect": true}
	}
	huma.Register(s.api, op, func(ctx context.Context, in *I) (*O, error) {
		var out *O
		err := s.before(ctx, rt)
		if err == nil {
			out, err = handle(ctx, in)
		}
		if err != nil {
			e := envelope(s.told(ctx, err))
			logInternal(ctx, e, err)
			exchangeOf(ctx).code = string(e.Message)
			return nil, huma.ErrorWithHeaders(e, e.GetHeaders())
		}
		return out, nil
	})
	if rt.upload != nil { // afterwards: the pipeline has taken the file, and huma is not to read a body
		s.api.OpenAPI().Paths[rt.path].Post.RequestBody = formBody(*rt.upload)
	}
}

// before is what a call asks for before it is handled.
func (s *Server) before(ctx context.Context, rt route) error {
	if !rt.money {
		return nil
	}
	return s.recognisedAwake(ctx)
}

// accepts documents that a call may answer 202, with the body of its success.
func (s *Server) accepts(path, method, description string) {
	item := s.api.OpenAPI().Paths[path]
	op := map[string]*huma.Operation{http.MethodPost: item.Post, http.MethodGet: item.Get}[method]
	op.Responses["202"] = &huma.Response{Description: description, Content: op.Responses["200"].Content}
}

func area(path string) string {
	parts := strings.SplitN(strings.TrimPrefix(path, "/api/"), "/", 2)
	return parts[0]
}

// adapter mounts huma's operations on the mux, each behind the pipeline that its route asks for. A path that ends in a
// slash is matched exactly; the contract does not show the mux's own {$}.
type adapter struct {
	mux  *http.ServeMux
	wrap func(route, http.Handler) http.Handler
}

func (a *adapter) Handle(op *huma.Operation, handler func(huma.Context)) {
	pattern := op.Path
	if strings.HasSuffix(pattern, "/") {
		pattern += "{$}"
	}
	rt, _ := op.Metadata[routeMeta].(route)
	rt.queries = queriesOf(op)
	a.mux.Handle(op.Method+" "+pattern, a.wrap(rt, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		handler(humago.NewContext(op, r, w))
	})))
}

func (a *adapter) ServeHTTP(w http.ResponseWriter, r *http.Request) { a.mux.ServeHTTP(w, r) }
