package providertest

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// Scripted returns the address of a provider with fixed answers until the test ends: the one of the longest ending of
// the call's path ("" is every call's). A call without an answer fails the test.
func Scripted(t *testing.T, answers map[string]string) string {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		longest, answer, known := -1, "", false
		for ending, text := range answers {
			if strings.HasSuffix(r.URL.Path, ending) && len(ending) > longest {
				longest, answer, known = len(ending), text, true
			}
		}
		if !known {
			t.Errorf("%s was requested", r.URL.Path)
		}
		_, _ = io.WriteString(w, answer)
	}))
	t.Cleanup(server.Close)
	return server.URL
}
