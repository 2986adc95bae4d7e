// Package control is the part of the control API that concerns all systems: faults, counted calls, totals, the wallet's
// addresses, and the first page. It lists what is registered. Calls that concern one system are in that system's
// package.
package control

import (
	"net/http"
	"net/url"
	"slices"

	"krapao/sandbox/core"
)

// api is the control API of all systems together. Each system registers its own calls.
type api struct{ *core.Frame }

// New returns the control API of all systems that register.
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

// handleAnnounce is POST /sandbox/wallet: a node of the wallet announces where it receives callbacks.
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
