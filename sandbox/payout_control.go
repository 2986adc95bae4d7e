package sandbox

import (
	"encoding/json"
	"errors"
	"net/http"

	"krapao/connect/payout/wire"
)

// handlePayouts is GET /sandbox/payouts: the newest 500.
func (p *payouts) handlePayouts(w http.ResponseWriter, r *http.Request) {
	list, err := p.latestPayouts(r.Context(), 500)
	if err != nil {
		p.answer(w, p.broken("payouts", err))
		return
	}
	shown := make([]shownPayout, 0, len(list))
	for _, one := range list {
		shown = append(shown, showPayout(one))
	}
	p.answer(w, ok(shown))
}

// shownPayout is a payout in the control API: as on the wire, with the amount as a number like all of the control API.
type shownPayout struct {
	wire.Payout
	Amount json.Number `json:"amount"`
}

func showPayout(p wire.Payout) shownPayout { return shownPayout{p, json.Number(p.Amount)} }

// handlePayout is POST /sandbox/payouts/{ref}.
func (p *payouts) handlePayout(r *http.Request, in struct {
	Result string `json:"result"`
},
) reply {
	var state, reason string
	switch in.Result {
	case "settle":
		state = wire.StateSettled
	case "fail":
		state, reason = wire.StateFailed, wire.CodeInvalidAccount
	case "bounce":
		state, reason = wire.StateBounced, "ACCOUNT_CLOSED"
	default:
		return no(http.StatusBadRequest, `result is "settle", "fail" or "bounce"`)
	}
	payout, err := p.decidePayout(r.Context(), r.PathValue("ref"), state, reason)
	switch {
	case errors.Is(err, errGone):
		return no(http.StatusNotFound, "no payout has this reference")
	case errors.Is(err, errState):
		return no(http.StatusConflict, "the payout is "+payout.State)
	case err != nil:
		return p.broken("payout", err)
	}
	return ok(showPayout(payout))
}

// handlePayoutAuto is POST /sandbox/payouts/auto.
func (p *payouts) handlePayoutAuto(r *http.Request, in onOff) reply {
	if in.On == nil {
		return no(http.StatusBadRequest, "on is true or false")
	}
	if err := p.setPayoutAuto(r.Context(), *in.On); err != nil {
		return p.broken("payouts auto", err)
	}
	return ok(in)
}
