package oidc

import (
	"context"
	"crypto/rand"
	"database/sql"
	"embed"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"krapao/sandbox/core"
	"krapao/sandbox/page"
)

//go:embed authorize.html oidc.html
var files embed.FS

var authorizePage = page.New(files, "authorize", nil)

// shown is what the page shows.
type shown struct {
	Wrong string
	// Asked is what the form sends back.
	Asked map[string]string
}

// parameters are those of the question.
var parameters = []string{
	"client_id", "redirect_uri", "response_type", "scope", "state", "nonce", "code_challenge", "code_challenge_method",
}

// pageAuthorize is GET /oidc/authorize: somebody says who it is. Nobody is asked for a secret: this is play.
func (p *provider) pageAuthorize(w http.ResponseWriter, r *http.Request) {
	_, why := p.asked(r)
	v := shown{Wrong: why, Asked: map[string]string{}}
	for _, name := range parameters {
		v.Asked[name] = r.FormValue(name)
	}
	status := http.StatusOK
	if why != "" {
		status = http.StatusBadRequest
	}
	authorizePage.Render(p.Frame, elsewhere{w}, r, status, v)
}

// elsewhere is a page whose form leads to another site in the end.
type elsewhere struct{ http.ResponseWriter }

// WriteHeader lets the form go there.
func (w elsewhere) WriteHeader(status int) {
	const policy = "Content-Security-Policy"
	w.Header().Set(policy, strings.Replace(w.Header().Get(policy), "form-action 'self'", "form-action *", 1))
	w.ResponseWriter.WriteHeader(status)
}

// codeLife is how long a code counts.
const codeLife = time.Minute

// handleAuthorize is POST /oidc/authorize: the browser goes back with a code.
func (p *provider) handleAuthorize(w http.ResponseWriter, r *http.Request) {
	q, why := p.asked(r)
	subject := r.FormValue("subject")
	if why == "" && subject == "" {
		why = "who is it?"
	}
	if why != "" {
		p.Answer(w, core.No(http.StatusBadRequest, why))
		return
	}
	code := rand.Text()
	err := p.Write(r.Context(), func(ctx context.Context, tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `INSERT INTO oidc_code (code, subject, nonce, challenge, redirect, ends_at)
			VALUES ($1, $2, $3, $4, $5, $6)`, code, subject, q.nonce, q.challenge, q.redirect, p.Now().Add(codeLife).Unix())
		return err
	})
	if err != nil {
		p.Answer(w, p.Broken("oidc code", err))
		return
	}
	back := q.redirect + "?" + url.Values{"code": {code}, "state": {q.state}}.Encode()
	http.Redirect(w, r, back, http.StatusFound)
}

// handleLie is POST /sandbox/oidc: what ID tokens are wrong about from now on; "": nothing.
func (p *provider) handleLie(r *http.Request, in struct {
	Lie string `json:"lie"`
},
) core.Reply {
	if !slices.Contains(Lies, in.Lie) {
		return core.No(http.StatusBadRequest, "lie is one of "+strings.Join(Lies, ", "))
	}
	err := p.Write(r.Context(), func(ctx context.Context, tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `INSERT INTO oidc_lie (id, lie) VALUES (1, $1)
			ON CONFLICT (id) DO UPDATE SET lie = excluded.lie`, in.Lie)
		return err
	})
	if err != nil {
		return p.Broken("oidc lie", err)
	}
	return core.OK(in)
}
