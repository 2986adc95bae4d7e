package httpapi

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"net/http"

	"github.com/danielgtaylor/huma/v2"
)

// ContractVersion is the version of the wire contract.
const ContractVersion = "1.0.0"

// strictFormat reads numbers of any size: the validator works on floats, and one that is too large is the largest float
// there, so that the field's own check decides and names it.
var strictFormat = huma.Format{
	Marshal: huma.DefaultJSONFormat.Marshal,
	Unmarshal: func(data []byte, v any) error {
		tree, isTree := v.(*any)
		if !isTree {
			return json.Unmarshal(data, v)
		}
		read, err := decodeStrict(data)
		*tree = floats(read)
		return err
	},
}

func floats(v any) any {
	switch v := v.(type) {
	case map[string]any:
		for name, field := range v {
			v[name] = floats(field)
		}
		return v
	case []any:
		for i, item := range v {
			v[i] = floats(item)
		}
		return v
	case json.Number:
		f, err := v.Float64()
		if err != nil {
			f = math.Copysign(math.MaxFloat64, f)
		}
		return f
	default:
		return v
	}
}

// newAPI builds the contract and mounts its calls on mux, each behind wrap.
func newAPI(mux *http.ServeMux, wrap func(route, http.Handler) http.Handler) huma.API {
	cfg := huma.Config{
		OpenAPI: &huma.OpenAPI{
			OpenAPI: "3.1.0",
			Info: &huma.Info{
				Title: "Krapao member API", Version: ContractVersion,
				Description: "Every refusal is an Envelope; its message is a code of the catalogue.",
			},
			Components: &huma.Components{
				Schemas: huma.NewMapRegistry("#/components/schemas/", huma.DefaultSchemaNamer),
				SecuritySchemes: map[string]*huma.SecurityScheme{
					"client": {Type: "apiKey", In: "header", Name: "X-Requested-With", Description: clientName},
					"bearer": {Type: "http", Scheme: "bearer"},
				},
			},
		},
		Formats:       map[string]huma.Format{"application/json": strictFormat, "json": strictFormat},
		DefaultFormat: "application/json",
	}
	return huma.NewAPI(cfg, &adapter{mux: mux, wrap: wrap})
}

// OpenAPI returns the contract as an OpenAPI 3.1 document, indented, the same bytes for the same types.
func OpenAPI() ([]byte, error) {
	s := &Server{}
	s.api = newAPI(http.NewServeMux(), func(_ route, h http.Handler) http.Handler { return h })
	s.routes()
	return s.document()
}

func (s *Server) document() ([]byte, error) {
	raw, err := json.Marshal(s.api.OpenAPI())
	if err != nil {
		return nil, fmt.Errorf("httpapi: contract: %w", err)
	}
	var out bytes.Buffer
	if err := json.Indent(&out, raw, "", "  "); err != nil {
		return nil, fmt.Errorf("httpapi: contract: %w", err)
	}
	out.WriteByte('\n')
	return out.Bytes(), nil
}
