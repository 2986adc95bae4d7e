package sms

import (
	"embed"
	"net/http"

	"krapao/sandbox/page"
)

//go:embed phone.html
var files embed.FS

var phonePage = page.New(files, "phone", nil)

// pagePhone shows the messages, or only those of one chosen number.
func (g *gateway) pagePhone(w http.ResponseWriter, r *http.Request) {
	all, err := g.messages(r.Context(), "")
	if err != nil {
		g.Answer(w, g.Broken("phone", err))
		return
	}
	chosen := localPhone(r.URL.Query().Get("phone"))
	shown, err := g.messages(r.Context(), chosen)
	if err != nil {
		g.Answer(w, g.Broken("phone", err))
		return
	}
	var phones []string
	known := map[string]bool{}
	for _, one := range all {
		if !known[one.Phone] {
			known[one.Phone] = true
			phones = append(phones, one.Phone)
		}
	}
	phonePage.Render(g.Frame, w, r, http.StatusOK, struct {
		Chosen   string
		Phones   []string
		Messages []Message
	}{chosen, phones, shown})
}
