package payout

import (
	"encoding/json"
	"errors"
	"net/http"

	"krapao/connect/payout/wire"
	"krapao/sandbox/core"
)

// handleList is GET /sandbox/payouts: the newest 500.
func (p *Payouts) handleList(w http.ResponseWriter, r *http.Request) {
	list, err := p.Latest(r.Context(), 500)
	if err != nil {
		p.Answer(w, p.Broken("payouts", err))
		return
	}
	shown := make([]shownPayout, 0, len(list))
	for _, one := range list {
		shown = append(shown, showPayout(one))
	}
	p.Answer(w, core.OK(shown))
}

// shownPayout is a payout in the control API: as on the wire, but with the amount as a number.
type shownPayout struct {
	wire.Payout
	Amount json.Number `json:"amount"`
}

func showPayout(p wire.Payout) shownPayout { return shownPayout{p, json.Number(p.Amount)} }

// handleDecide is POST /sandbox/payouts/{ref}.
func (p *Payouts) handleDecide(r *http.Request, in struct {
	Result string `json:"result"`
},
) core.Reply {
	var state, reason string
	switch in.Result {
	case "settle":
		state = wire.StateSettled
	case "fail":
		state, reason = wire.StateFailed, wire.CodeInvalidAccount
	case "bounce":
		state, reason = wire.StateBounced, "ACCOUNT_CLOSED"
	default:
		return core.No(http.StatusBadRequest, `result is "settle", "fail" or "bounce"`)
	}
	payout, err := p.decide(r.Context(), r.PathValue("ref"), state, reason)
	switch {
	case errors.Is(err, core.ErrNotFound):
		return core.No(http.StatusNotFound, "no payout has this reference")
	case errors.Is(err, core.ErrState):
		return core.No(http.StatusConflict, "the payout is "+payout.State)
	case err != nil:
		return p.Broken("payout", err)
	}
	return core.OK(showPayout(payout))
}

// handleAuto is POST /sandbox/payouts/auto.
func (p *Payouts) handleAuto(r *http.Request, in core.Switch) core.Reply {
	if in.On == nil {
		return core.No(http.StatusBadRequest, "on is true or false")
	}
	if err := p.setAuto(r.Context(), *in.On); err != nil {
		return p.Broken("payouts auto", err)
	}
	return core.OK(in)
}
