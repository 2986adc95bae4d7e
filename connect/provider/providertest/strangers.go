package providertest

import (
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"krapao/connect/line"
	"krapao/game"
	"krapao/money"
)

// strangers: whoever answers instead of the provider (a proxy's page, a portal, a broken server) is never believed.
func strangers(b *bundle) {
	answers := map[string]http.HandlerFunc{
		"Page403":   page(http.StatusForbidden, "<h1>403 Forbidden</h1>"),
		"Page404":   page(http.StatusNotFound, "404 page not found"),
		"Page429":   page(http.StatusTooManyRequests, "slow down"),
		"Page500":   page(http.StatusInternalServerError, "{}"),
		"Page502":   page(http.StatusBadGateway, "<h1>Bad Gateway</h1>"),
		"Empty":     page(http.StatusOK, ""),
		"EmptyJSON": page(http.StatusOK, "{}"),
		"Null":      page(http.StatusOK, "null"),
		"Array":     page(http.StatusOK, "[]"),
		"Truncated": page(http.StatusOK, `{"status":{"code":0,"mess`),
		"Endless":   page(http.StatusOK, strings.Repeat(" ", 2<<20)+"{}"),
		"Moved": func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, b.outside.URL+r.URL.RequestURI(), http.StatusTemporaryRedirect) //nolint:gosec // to the test's own sandbox
		},
	}
	maps.Copy(answers, nowhere())
	for name, answer := range answers {
		b.t.Run(name, func(t *testing.T) {
			stranger := httptest.NewServer(answer)
			defer stranger.Close()
			p := b.subject.New(stranger.URL, line.Settings{Timeout: callTime, ShutAfter: 1000})
			m := b.order(money.Credit)
			for call, o := range map[string]game.Outcome{"move": p.Move(t.Context(), m), "check": p.Check(t.Context(), m)} {
				if o.Kind != game.Unknown {
					t.Errorf("%s: %+v", call, o)
				}
			}
			if got, err := p.Balance(t.Context(), b.player()); err == nil {
				t.Errorf("balance: %+v", got)
			}
			if err := p.Ensure(t.Context(), game.Player{Username: b.user, Password: password}); err == nil || errors.Is(err, game.ErrRefused) {
				t.Errorf("ensure: %v", err)
			}
		})
	}
	if b.holds() != 0 {
		b.t.Errorf("a redirect was followed: the account has %s", b.holds())
	}
}

// nowhere are the answers of gateways and servers that know nothing at the address that was asked.
func nowhere() map[string]http.HandlerFunc {
	return map[string]http.HandlerFunc{
		"NoRoute":    page(http.StatusNotFound, `{"message":"no Route matched with those values"}`),
		"NoResource": page(http.StatusNotFound, `{"Message":"No HTTP resource was found that matches the request URI."}`),
		"NoPath":     page(http.StatusNotFound, `{"timestamp":"2026-03-04T05:06:07Z","status":404,"error":"Not Found","message":"","path":"/"}`),
		"NoProblem":  page(http.StatusNotFound, `{"type":"about:blank","title":"Not Found","status":404}`),
	}
}

func page(status int, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(status)
		_, _ = fmt.Fprint(w, body)
	}
}
