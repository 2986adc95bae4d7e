package preview

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"

	"krapao/internal/app"
)

// changing has a pattern for each call of the members' contract that changes something: all but those that read. Some lists are
// asked for by POST, and some calls by GET change something, as SPEC.md has them.
func changing(a *app.App) (*http.ServeMux, error) {
	raw, err := a.Server.Document()
	if err != nil {
		return nil, err
	}
	var contract struct {
		Paths map[string]map[string]struct {
			ID     string `json:"operationId"`
			Effect bool   `json:"x-effect"`
		} `json:"paths"`
	}
	if err := json.Unmarshal(raw, &contract); err != nil {
		return nil, fmt.Errorf("preview: the members' contract: %w", err)
	}
	mux := http.NewServeMux()
	for path, calls := range contract.Paths {
		for method, call := range calls {
			reads := strings.EqualFold(method, http.MethodGet) && !call.Effect || strings.HasPrefix(call.ID, "list")
			if !reads {
				mux.Handle(strings.ToUpper(method)+" "+path, http.NotFoundHandler())
			}
		}
	}
	return mux, nil
}
