package control

import (
	"net/http"
	"net/url"
	"slices"

	"krapao/sandbox/core"
)

// api is what the control API has for all systems together. Each system registers its own calls.
type api struct{ *core.Frame }

func New(f *core.Frame) core.Protocol {
	d := &api{f}
	return core.Protocol{Name: "control", Routes: slices.Concat(d.faultRoutes(), []core.Route{
		core.Handle("GET /sandbox/totals", d.handleTotals),
		core.Control(f, "POST /sandbox/wallet", d.handleAnnounce),
		core.Handle("/sandbox/", func(w http.ResponseWriter, _ *http.Request) {
			f.Answer(w, core.No(http.StatusNotFound, "no such call"))
		}),
		core.Handle("GET /{$}", d.pageIndex),
	})}
}

// handleAnnounce is POST /sandbox/wallet: a node of the wallet says where callbacks reach it.
func (d *api) handleAnnounce(_ *http.Request, in struct {
	URL string `json:"url"`
},
) core.Reply {
	address, err := url.Parse(in.URL)
	if err != nil || address.Host == "" || address.Scheme != "http" && address.Scheme != "https" {
		return core.No(http.StatusBadRequest, "url is the address of a wallet's node")
	}
	d.AddWallet(in.URL)
	return core.OK(core.Message{Message: "SUCCESS"})
}
