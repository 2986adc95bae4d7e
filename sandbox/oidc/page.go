package oidc

import (
	"net/http"
	"time"

	"krapao/sandbox/core"
	"krapao/sandbox/page"
)

var answersPage = page.New(files, "oidc", nil)

// answer is what somebody said here.
type answer struct {
	Subject  string
	Redirect string
	At       time.Time
	// Used: the house has asked for the token.
	Used bool
}

// lie is one of the lies, and whether tokens have it now.
type lie struct {
	About string
	Now   bool
}

// pageAnswers is GET /oidc: the newest answers, and what the next ID tokens are wrong about.
func (p *provider) pageAnswers(w http.ResponseWriter, r *http.Request) {
	var v struct {
		Answers []answer
		Lies    []lie
	}
	var told string
	err := p.DB.QueryRowContext(r.Context(), `SELECT coalesce((SELECT lie FROM oidc_lie WHERE id = 1), '')`).Scan(&told)
	if err == nil {
		v.Answers, err = core.Collect(r.Context(), p.DB, func(row core.Row) (answer, error) {
			var one answer
			var ends int64
			err := row.Scan(&one.Subject, &one.Redirect, &ends, &one.Used)
			one.At = time.Unix(ends, 0).Add(-codeLife)
			return one, err
		}, `SELECT subject, redirect, ends_at, used FROM oidc_code ORDER BY ends_at DESC, rowid DESC LIMIT 100`)
	}
	if err != nil {
		p.Answer(w, p.Broken("oidc", err))
		return
	}
	for _, about := range Lies {
		v.Lies = append(v.Lies, lie{about, about == told})
	}
	answersPage.Render(p.Frame, w, r, http.StatusOK, v)
}
