package httpapi

import (
	"net/http"
	"net/url"

	"github.com/danielgtaylor/huma/v2"
)

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

// withQuery is a request's fingerprint with what its query asks for: ending a condition and giving one up are two calls
// with one body. Parameters that the contract does not know change nothing, so they are left out.
func (rt route) withQuery(request string, r *http.Request) string {
	if len(rt.queries) == 0 {
		return request
	}
	given, asked := r.URL.Query(), url.Values{}
	for _, name := range rt.queries {
		if values, ok := given[name]; ok {
			asked[name] = values
		}
	}
	if len(asked) == 0 {
		return request
	}
	return scopeOf("query", request, asked.Encode())
}
