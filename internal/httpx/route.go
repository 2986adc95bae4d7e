package httpx

import (
	"cmp"
	"context"
	"net/http"
	"net/url"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"krapao/ledger"
)

// Access says who may make a call.
type Access int

const (
	// Everyone may make the call: no token is read, and a bad one does no harm.
	Everyone Access = iota
	// Members need a valid token.
	Members
	// Guests may make the call, too. Where it speaks for a member, its handler asks for the token.
	Guests
	// Operators need a session of theirs, and systems a token, and both what Route.Needs and Route.Scope say.
	Operators
)

// Memory says how a call's answers are remembered (API.md, Conventions).
type Memory int

const (
	// Forgetful calls change nothing worth remembering.
	Forgetful Memory = iota
	// Keyed calls honour Idempotency-Key with an answer kept in the database. Several transfers may belong to one key.
	Keyed
	// Ledgered calls are one transfer: the key is the transfer's, and the answer is rebuilt from it. So are those that make one
	// thing of an area that keeps the key with it (Route.Made).
	Ledgered
)

// Route is one line of an area's route table.
type Route struct {
	Method, Path string
	// ID is the operation's name in the contract and in the generated client.
	ID      string
	Summary string
	Access  Access
	// Needs is the role that an operator needs, as the contract writes it, and "open" for a call of everyone beside those of
	// operators; Scope is what a system's token must allow. What they mean is for Config.Permits.
	Needs, Scope string
	Memory       Memory
	// KeyRequired: the call is refused without an Idempotency-Key.
	KeyRequired bool
	// Confirmed: the call may ask for a confirmation, and is sent again with it (RequestState.Confirmation).
	Confirmed bool
	// Effect marks a GET that changes something: HEAD and prefetching are refused.
	Effect bool
	// Replay keeps the first success of such a GET for 60 seconds.
	Replay bool
	// Stands reports whether the effect of an earlier success still stands. If not, that success is not replayed to a call
	// without a key. Nil always replays it.
	Stands Stands
	// Made reports whether a Ledgered call has made something under its AreaKey. Nil: the ledger keeps the key.
	Made func(ctx context.Context, key string) (bool, error)
	// Tagged answers have an ETag, and are 304 where the client has them already. It is for reads that a client repeats.
	Tagged bool
	// CSV: the call is a list, which ?format=csv answers as a file (RequestState.Stream).
	CSV bool
	// Status is the first success's, where it is not 200.
	Status int
	// Money leaves the wallet or the games by this call: a member who was away is asked for the password first.
	Money bool
	// Always answers although the service was terminated.
	Always bool
	// Upload: the body is a form with a file.
	Upload *Upload
	// MostBody is how many bytes its body may have, where that is not MaxBody.
	MostBody int64

	// queries are the names of its query parameters.
	queries []string
}

// Stands reports whether the effect of a member's call under a key still stands.
type Stands func(ctx context.Context, member string, key ledger.Key) (bool, error)

const routeMeta = "route"

// Register adds a call to the contract and to the server.
func Register[I, O any](f *Frame, rt Route, handle func(context.Context, *I) (*O, error)) {
	if rt.Always {
		f.always[rt.Path] = true
	}
	if rt.Access == Operators {
		f.forOperators = append(f.forOperators, rt)
	}
	huma.Register(f.api, rt.describe(), func(ctx context.Context, in *I) (*O, error) {
		var out *O
		err := f.before(ctx, rt)
		if err == nil {
			out, err = handle(ctx, in)
		}
		if err != nil {
			return nil, f.refusal(ctx, err)
		}
		return out, nil
	})
	if rt.Tagged { // afterwards: huma describes the other answers only where none is described yet
		item := f.api.OpenAPI().Paths[rt.Path]
		cmp.Or(item.Get, item.Post).Responses["304"] = &huma.Response{Description: "the client has this answer already"}
	}
	if rt.CSV {
		file := &huma.MediaType{Schema: &huma.Schema{Type: huma.TypeString}}
		f.api.OpenAPI().Paths[rt.Path].Get.Responses["200"].Content["text/csv"] = file
	}
	if rt.Upload != nil { // afterwards: the pipeline has taken the file, and huma is not to read a body
		f.api.OpenAPI().Paths[rt.Path].Post.RequestBody = rt.Upload.describe()
	}
}

// describe is the call for the contract.
func (rt Route) describe() huma.Operation {
	op := huma.Operation{
		OperationID:   rt.ID,
		Method:        rt.Method,
		Path:          rt.Path,
		Summary:       rt.Summary,
		Tags:          []string{firstPart(rt.Path)},
		DefaultStatus: rt.Status,
		Metadata:      map[string]any{routeMeta: rt},
		Security:      []map[string][]string{{"client": {}}},
		// The pipeline has read and limited the body already. Huma's own five seconds for it would go on while the call
		// works: see bodyIsIn.
		MaxBodyBytes: -1, BodyReadTimeout: -1,
	}
	if op.DefaultStatus == 0 {
		op.DefaultStatus = http.StatusOK
	}
	switch rt.Access {
	case Members:
		op.Security = []map[string][]string{{"client": {}, "bearer": {}}}
	case Operators:
		op.Security = []map[string][]string{{"client": {}, "cookie": {}}, {"bearer": {}}}
	case Everyone, Guests:
	}
	if rt.Access == Guests {
		op.Security = append(op.Security, map[string][]string{"client": {}, "bearer": {}})
	}
	if rt.Memory != Forgetful {
		op.Parameters = append(op.Parameters, &huma.Param{
			Name: "Idempotency-Key", In: "header", Schema: &huma.Schema{Type: huma.TypeString}, Required: rt.KeyRequired,
			Description: "1..64 visible ASCII characters; the same key and body give the first answer again",
		})
	}
	if rt.Confirmed {
		op.Parameters = append(op.Parameters, &huma.Param{
			Name: confirmation, In: "header", Schema: &huma.Schema{Type: huma.TypeString},
			Description: "what me/confirm/finish answered, after CONFIRM_IDENTITY",
		})
	}
	if rt.Tagged {
		op.Parameters = append(op.Parameters, &huma.Param{
			Name: "If-None-Match", In: "header", Schema: &huma.Schema{Type: huma.TypeString},
			Description: "the ETag of an answer that the client has",
		})
	}
	op.Extensions = rt.extensions()
	return op
}

// extensions are what the contract says in words of ours.
func (rt Route) extensions() map[string]any {
	switch {
	case rt.Access == Operators:
		return map[string]any{"x-role": rt.Needs, "x-scope": rt.Scope}
	case rt.Needs != "":
		return map[string]any{"x-role": rt.Needs}
	case rt.Effect:
		return map[string]any{"x-effect": true}
	}
	return nil
}

// before may refuse a call before it is handled.
func (f *Frame) before(ctx context.Context, rt Route) error {
	if f.config.Before == nil {
		return nil
	}
	return f.config.Before(ctx, rt)
}

// refusal turns a handler's error into what huma writes.
func (f *Frame) refusal(ctx context.Context, err error) error {
	told := err
	if f.config.Complete != nil {
		told = f.config.Complete(ctx, err)
	}
	e := envelope(told)
	logInternal(ctx, e, err)
	StateOf(ctx).code = string(e.Message)
	return huma.ErrorWithHeaders(e, e.GetHeaders())
}

// Accepts documents that a call may answer 202, with the body of its success.
func (f *Frame) Accepts(path, method, description string) {
	item := f.api.OpenAPI().Paths[path]
	op := map[string]*huma.Operation{http.MethodPost: item.Post, http.MethodGet: item.Get}[method]
	op.Responses["202"] = &huma.Response{Description: description, Content: op.Responses["200"].Content}
}

// firstPart is the part of a path after /api/: the area that the contract lists the call under.
func firstPart(path string) string {
	first, _, _ := strings.Cut(strings.TrimPrefix(path, "/api/"), "/")
	return first
}

// adapter mounts huma's operations on the mux, each behind the pipeline that its route asks for. A path that ends in a
// slash is matched exactly; the contract does not show the mux's own {$}.
type adapter struct {
	mux  *http.ServeMux
	wrap func(Route, http.Handler) http.Handler
}

func (a *adapter) Handle(op *huma.Operation, handler func(huma.Context)) {
	pattern := op.Path
	if strings.HasSuffix(pattern, "/") {
		pattern += "{$}"
	}
	rt, _ := op.Metadata[routeMeta].(Route)
	rt.queries = queriesOf(op)
	a.mux.Handle(op.Method+" "+pattern, a.wrap(rt, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		handler(humago.NewContext(op, r, w))
	})))
}

func (a *adapter) ServeHTTP(w http.ResponseWriter, r *http.Request) { a.mux.ServeHTTP(w, r) }

// queriesOf are the names of a call's query parameters, by the contract.
func queriesOf(op *huma.Operation) []string {
	var names []string
	for _, p := range op.Parameters {
		if p.In == "query" {
			names = append(names, p.Name)
		}
	}
	return names
}

// withQuery is a request's fingerprint together with its query. Ending a condition and giving one up are two calls with one
// body. Parameters that the contract does not know change nothing, so they are left out.
func (rt Route) withQuery(fingerprint string, r *http.Request) string {
	if len(rt.queries) == 0 {
		return fingerprint
	}
	given, asked := r.URL.Query(), url.Values{}
	for _, name := range rt.queries {
		if values, ok := given[name]; ok {
			asked[name] = values
		}
	}
	if len(asked) == 0 {
		return fingerprint
	}
	return scopeOf("query", fingerprint, asked.Encode())
}
