package providertest

import (
	"errors"
	"fmt"
	"maps"
	"net/http"
	"strings"

	"krapao/game"
	"krapao/money"
)

// strangers: another system that answers instead of the provider (a proxy's page, a portal, a broken server) is never
// believed.
func strangers(b *bundle) {
	ctx := b.t.Context()
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
		p, m := b.subject.New(b.outside.Beside(name+".test", answer), b.settings(1000)), b.order(money.Credit)
		for call, o := range map[string]game.Outcome{"move": p.Move(ctx, m), "check": p.Check(ctx, m)} {
			if o.Kind != game.Unknown {
				b.t.Errorf("%s, %s: %+v", name, call, o)
			}
		}
		if got, err := p.Balance(ctx, b.player()); err == nil {
			b.t.Errorf("%s, balance: %+v", name, got)
		}
		if err := p.Ensure(ctx, game.Player{Username: b.user, Password: password}); err == nil || errors.Is(err, game.ErrRefused) {
			b.t.Errorf("%s, ensure: %v", name, err)
		}
	}
	if b.holds() != 0 {
		b.t.Errorf("a redirect was followed: the account has %s", b.holds())
	}
}

// nowhere are the answers of gateways and servers that have nothing at the requested address.
func nowhere() map[string]http.HandlerFunc {
	return map[string]http.HandlerFunc{
		"NoRoute":    page(http.StatusNotFound, `{"message":"no Route matched with those values"}`),
		"NoResource": page(http.StatusNotFound, `{"Message":"No HTTP resource was found that matches the request URI."}`),
		"NoPath": page(http.StatusNotFound,
			`{"timestamp":"2026-03-04T05:06:07Z","status":404,"error":"Not Found","message":"","path":"/"}`),
		"NoProblem": page(http.StatusNotFound, `{"type":"about:blank","title":"Not Found","status":404}`),
	}
}

func page(status int, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(status)
		_, _ = fmt.Fprint(w, body)
	}
}
