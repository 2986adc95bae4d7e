package notices

import (
	"embed"
	"net/http"

	"krapao/sandbox/page"
)

//go:embed notices.html
var files embed.FS

var noticesPage = page.New(files, "notices", nil)

// pageNotices shows what came.
func (n *receivers) pageNotices(w http.ResponseWriter, r *http.Request) {
	list, err := n.newest(r.Context())
	if err != nil {
		n.Answer(w, n.Broken("notices", err))
		return
	}
	noticesPage.Render(n.Frame, w, r, http.StatusOK, struct{ All []Received }{list})
}
