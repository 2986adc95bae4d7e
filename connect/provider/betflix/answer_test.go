package betflix_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"krapao/connect/outbound"
	"krapao/game"
	"krapao/money"
)

// A success counts only if it answers the request, and a refusal only in the protocol's own form.
func TestStrangeAnswers(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		answer string
		status int
		want   game.Kind
	}{
		"yes": {
			`{"status":"success","error_code":0,"msg":"","data":{"before_balance":"1.00","balance":6}}`, 200, game.Done,
		},
		"yes without a code":  {`{"status":"success","data":{"before_balance":1,"balance":6}}`, 200, game.Done},
		"more than asked":     {`{"status":"success","error_code":0,"data":{"before_balance":1,"balance":11}}`, 200, game.Unknown},
		"the other way":       {`{"status":"success","error_code":0,"data":{"before_balance":6,"balance":1}}`, 200, game.Unknown},
		"no balance before":   {`{"status":"success","error_code":0,"data":{"balance":6}}`, 200, game.Unknown},
		"no data":             {`{"status":"success","error_code":0}`, 200, game.Unknown},
		"yes and a code":      {`{"status":"success","error_code":7,"data":{"before_balance":1,"balance":6}}`, 200, game.Unknown},
		"no without a code":   {`{"status":"error","error_code":0}`, 200, game.Unknown},
		"no":                  {`{"status":"error","error_code":7}`, 200, game.Rejected},
		"no with HTTP 500":    {`{"status":"error","error_code":7}`, 500, game.Unknown},
		"yes with HTTP 202":   {`{"status":"success","error_code":0,"data":{"before_balance":1,"balance":6}}`, 202, game.Unknown},
		"a code of some text": {`{"status":"error","error_code":"seven"}`, 200, game.Unknown},
	} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.Method == http.MethodGet { // the list, which doesn't contain it
				_, _ = io.WriteString(w, `{"status":"success","error_code":0,"data":[]}`)
				return
			}
			w.WriteHeader(c.status)
			_, _ = io.WriteString(w, c.answer)
		}))
		o := connect(server.URL, outbound.Settings{}, prompt).Move(t.Context(), game.Move{
			Reference: "0a1b2c3d4e5f6g7", Player: game.Player{Username: "bfxk0"}, Credits: 5 * money.Credit,
		})
		if o.Kind != c.want || o.Kind == game.Done && o.After.Credits != 6*money.Credit {
			t.Errorf("%s: %+v", name, o)
		}
		server.Close()
	}
}

// Registering takes the name without the agent's prefix and is answered with the whole one. Another name is another
// account, which must not be taken for ours.
func TestRegisteredName(t *testing.T) {
	t.Parallel()
	for answered, fine := range map[string]bool{"bfxk0": true, "BFXk0": true, "k0": false, "bfxbfxk0": false, "": false} {
		var asked string
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			asked = r.PostFormValue("username")
			_, _ = io.WriteString(w, `{"status":"success","error_code":0,"data":{"username":"`+answered+`"}}`)
		}))
		provider := connect(server.URL, outbound.Settings{}, nil)
		err := provider.Ensure(t.Context(), game.Player{Username: "bfxk0", Password: "Secret12345"})
		if (err == nil) != fine || asked != "k0" {
			t.Errorf("asked for %q and answered %q: %v", asked, answered, err)
		}
		if err != nil && strings.Contains(err.Error(), "Secret") {
			t.Error(err)
		}
		server.Close()
	}
}
