package httpapi

import (
	"context"

	"krapao/bonus"
	"krapao/internal/httpx"
	"krapao/lookup"
)

// spoken is the input that has the language which the app is set to.
type spoken struct {
	Accept string `header:"Accept-Language" doc:"th, lo or en"`
}

// languageOf is the language that the caller's app is set to.
func languageOf(ctx context.Context, l *lookup.Service) lookup.Language {
	return l.Language(httpx.StateOf(ctx).Accept)
}

// textIn is the operator's text in a language, or in Thai where the operator left that language out.
func textIn(t bonus.Text, lang lookup.Language) string {
	text := map[lookup.Language]string{lookup.Thai: t.TH, lookup.Lao: t.LO, lookup.English: t.EN}[lang]
	if text == "" {
		return t.TH
	}
	return text
}
