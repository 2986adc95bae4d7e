package httpx

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"net/http"
	"sync"

	"github.com/danielgtaylor/huma/v2"

	"krapao/internal/httpx/cached"
	"krapao/internal/httpx/strictjson"
	"krapao/internal/httpx/wire"
)

// contractPath is where the contract is served.
const contractPath = "/api/openapi.json"

// strictFormat reads numbers of any size. The validator works on floats, where a number that is too large becomes the largest
// float. The field's own check then refuses it by its name.
var strictFormat = huma.Format{
	Marshal: func(w io.Writer, v any) error {
		if e, ok := v.(cached.Encoded); ok && e.Encoded() != nil {
			return e.Encoded().Write(w) //nolint:wrapcheck // huma handles it as it does its own
		}
		return huma.DefaultJSONFormat.Marshal(w, v)
	},
	Unmarshal: func(data []byte, v any) error {
		tree, isTree := v.(*any)
		if !isTree {
			return json.Unmarshal(data, v)
		}
		read, err := strictjson.Decode(data)
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
func newAPI(about About, mux *http.ServeMux, wrap func(Route, http.Handler) http.Handler) huma.API {
	cfg := huma.Config{
		OpenAPI: &huma.OpenAPI{
			OpenAPI: "3.1.0",
			Info: &huma.Info{
				Title: about.Title, Version: about.Version, Description: about.Description,
			},
			Components: &huma.Components{
				Schemas: huma.NewMapRegistry("#/components/schemas/", huma.DefaultSchemaNamer),
				SecuritySchemes: map[string]*huma.SecurityScheme{
					"client": {Type: "apiKey", In: "header", Name: "X-Requested-With", Description: about.Client},
					"bearer": {Type: "http", Scheme: "bearer"},
				},
			},
		},
		Formats:       map[string]huma.Format{"application/json": strictFormat, "json": strictFormat},
		DefaultFormat: "application/json",
	}
	if about.Cookie != "" {
		cfg.Components.SecuritySchemes["cookie"] = &huma.SecurityScheme{Type: "apiKey", In: "cookie", Name: about.Cookie}
	}
	return huma.NewAPI(cfg, &adapter{mux: mux, wrap: wrap})
}

// Contract returns the contract of the calls that register adds, as Document does.
func Contract(about About, register func(*Frame)) ([]byte, error) {
	f := &Frame{config: Config{About: about}, always: map[string]bool{}}
	f.api = newAPI(about, http.NewServeMux(), func(_ Route, h http.Handler) http.Handler { return h })
	f.register(register)
	return f.Document()
}

// register adds the calls and what is served beside them.
func (f *Frame) register(register func(*Frame)) {
	register(f)
	doc := f.api.OpenAPI()
	if e := doc.Components.Schemas.Map()["Envelope"]; e != nil && f.config.About.Codes != nil {
		e.Properties["message"] = enumOf(f.config.About.Codes())
	}
	wire.AllowNull(doc)
}

// Document returns the contract as an OpenAPI 3.1 document, indented: the same bytes for the same types.
func (f *Frame) Document() ([]byte, error) {
	raw, err := json.Marshal(f.api.OpenAPI())
	if err != nil {
		return nil, fmt.Errorf("httpx: contract: %w", err)
	}
	var out bytes.Buffer
	if err := json.Indent(&out, raw, "", "  "); err != nil {
		return nil, fmt.Errorf("httpx: contract: %w", err)
	}
	out.WriteByte('\n')
	return out.Bytes(), nil
}

// contractHandler serves the contract. The document is made when somebody first asks for it: few ever do, and making it takes a
// third of the time that starting the server takes.
func contractHandler(document func() ([]byte, error)) http.HandlerFunc {
	once := sync.OnceValues(document)
	return func(w http.ResponseWriter, r *http.Request) {
		StateOf(r.Context()).ShownAs(contractPath)
		text, err := once()
		if err != nil {
			Refuse(w, r, err)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Cache-Control", "no-store")
		_, _ = w.Write(text) // an error means that the client has gone
	}
}
