package sandbox

import (
	"net/http"
	"net/url"
	"slices"
)

// desk is what the control API has for all systems together. Each system registers its own calls.
type desk struct{ *frame }

func newDesk(f *frame) protocol {
	d := &desk{f}
	return protocol{Name: "control", Routes: slices.Concat(d.faultRoutes(), []route{
		handle("GET /sandbox/totals", d.handleTotals),
		control(f, "POST /sandbox/wallet", d.handleAnnounce),
		handle("/sandbox/", func(w http.ResponseWriter, _ *http.Request) { f.answer(w, no(http.StatusNotFound, "no such call")) }),
		handle("GET /{$}", d.pageIndex),
	})}
}

// handleAnnounce is POST /sandbox/wallet: a node of the wallet says where callbacks reach it.
func (d *desk) handleAnnounce(_ *http.Request, in struct {
	URL string `json:"url"`
},
) reply {
	address, err := url.Parse(in.URL)
	if err != nil || address.Host == "" || address.Scheme != "http" && address.Scheme != "https" {
		return no(http.StatusBadRequest, "url is the address of a wallet's node")
	}
	d.addWallet(in.URL)
	return ok(message{"SUCCESS"})
}
