package apptest

import (
	"bytes"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"krapao/api"
)

// contract checks whether the published contract describes every answer that a client gets.
type contract struct {
	// calls finds the call of the contract that a request makes.
	calls    *http.ServeMux
	document map[string]any
	schemas  *jsonschema.Compiler
	// compiled has the schema of each answer that was checked; nil where the contract describes none.
	mu       sync.Mutex
	compiled map[string]*jsonschema.Schema
}

const contractURL = "krapao:openapi.json"

// theContract is read once for all tests of a program.
var theContract = sync.OnceValue(func() *contract {
	read, err := jsonschema.UnmarshalJSON(bytes.NewReader(api.Contract))
	if err != nil {
		panic(err) // the file is generated
	}
	document, _ := read.(map[string]any)
	c := &contract{
		calls: http.NewServeMux(), document: document, schemas: jsonschema.NewCompiler(), compiled: map[string]*jsonschema.Schema{},
	}
	c.schemas.DefaultDraft(jsonschema.Draft2020)
	c.schemas.AssertFormat()
	if err := c.schemas.AddResource(contractURL, read); err != nil {
		panic(err)
	}
	paths, _ := document["paths"].(map[string]any)
	for path, item := range paths {
		operations, _ := item.(map[string]any)
		for method := range operations {
			exact := path
			if strings.HasSuffix(path, "/") {
				exact += "{$}"
			}
			c.calls.HandleFunc(strings.ToUpper(method)+" "+exact, func(http.ResponseWriter, *http.Request) {})
		}
	}
	return c
})

// check returns what is wrong with an answer by the contract. It accepts requests that are no call of the contract, and
// listeners without a contract.
func (c *contract) check(r *http.Request, status int, kind string, text []byte) error {
	if status == http.StatusNotFound && kind != "application/json" {
		return nil
	}
	_, pattern := c.calls.Handler(r)
	method, path, found := strings.Cut(strings.TrimSuffix(pattern, "{$}"), " ")
	if !found || r.Method == http.MethodHead || status == http.StatusMethodNotAllowed {
		return nil
	}
	if status == http.StatusNotModified {
		if !c.describes(path, strings.ToLower(method), "304") || len(text) > 0 {
			return errors.New("no such answer without a body")
		}
		return nil
	}
	schema, err := c.schema(path, strings.ToLower(method), status)
	if err != nil {
		return err
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		return fmt.Errorf("it is no JSON: %w", err)
	}
	return schema.Validate(value)
}

// schema returns the schema of an answer: its status's own, or else the default one.
func (c *contract) schema(path, method string, status int) (*jsonschema.Schema, error) {
	pointer := func(status string) string {
		escaped := strings.NewReplacer("~", "~0", "/", "~1").Replace(path)
		return "#/paths/" + url.PathEscape(escaped) + "/" + method + "/responses/" + status + "/content/application~1json/schema"
	}
	where := pointer(fmt.Sprint(status))
	if !c.describes(path, method, fmt.Sprint(status)) {
		where = pointer("default")
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if known := c.compiled[where]; known != nil {
		return known, nil
	}
	schema, err := c.schemas.Compile(contractURL + where)
	if err != nil {
		return nil, err
	}
	c.compiled[where] = schema
	return schema, nil
}

// describes reports whether the contract has an answer of this status for a call.
func (c *contract) describes(path, method, status string) bool {
	var at any = c.document
	for _, name := range []string{"paths", path, method, "responses", status} {
		object, _ := at.(map[string]any)
		at = object[name]
	}
	return at != nil
}
