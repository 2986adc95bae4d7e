package qr

import (
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"strings"

	"krapao/sandbox/core"
)

// Protocol returns what the codes of all gateways share.
func (q *Codes) Protocol() core.Protocol {
	return core.Protocol{
		Name: "qr", Tables: tables, Targets: []core.Target{Target("")}, Sum: q.sum,
		Routes: []core.Route{
			core.Control(q.Frame, "POST /sandbox/bank/qr/{id}/pay", q.handlePay),
			core.Control(q.Frame, "POST /sandbox/bank/payments/{ref}", q.handleDecide),
			core.Handle("GET /sandbox/bank/qr", q.handleCodes),
		},
	}
}

// payRequest is the body of the pay call.
type payRequest struct {
	FromBank    string     `json:"fromBank"`
	FromAccount string     `json:"fromAccount"`
	FromName    string     `json:"fromName"`
	Amount      *core.Baht `json:"amount"`
	// Hold makes the gateway hold the payment until a decision.
	Hold bool `json:"hold"`
	// Wait answers only when the wallet has accepted the gateway's callback, by which it has credited the payment.
	Wait bool `json:"wait"`
}

// handlePay is POST /sandbox/bank/qr/{qrcodeId}/pay.
func (q *Codes) handlePay(r *http.Request, in payRequest) core.Reply {
	if in.Amount != nil && *in.Amount <= 0 {
		return core.No(http.StatusBadRequest, "amount must be more than 0")
	}
	paid := Payment{FromBank: in.FromBank, FromAccount: in.FromAccount, FromName: in.FromName}
	if in.Hold {
		paid.Fate = FateHeld
	}
	paid, told, err := q.pay(r.Context(), r.PathValue("id"), (*int64)(in.Amount), paid)
	switch {
	case errors.Is(err, core.ErrState):
		return core.No(http.StatusConflict, "only "+strings.Join(q.holders(), " and ")+" holds payments")
	case errors.Is(err, core.ErrNotFound):
		return core.No(http.StatusNotFound, "no code has this qrcodeId")
	case err != nil:
		return q.Broken("pay", err)
	}
	if in.Wait && told != nil {
		select {
		case <-told:
		case <-r.Context().Done():
		}
	}
	return core.OK(struct {
		Ref string `json:"ref"`
	}{paid.TxnNo})
}

// holders are the gateways that can hold a payment.
func (q *Codes) holders() (names []string) {
	for _, g := range q.gateways {
		if g.Holds {
			names = append(names, g.Code)
		}
	}
	slices.Sort(names)
	return names
}

// handleDecide is POST /sandbox/bank/payments/{ref} {result}: the gateway decides about a payment that it holds.
func (q *Codes) handleDecide(r *http.Request, in struct {
	Result string `json:"result"`
},
) core.Reply {
	if in.Result != "settle" && in.Result != "reject" {
		return core.No(http.StatusBadRequest, "result is settle or reject")
	}
	return q.FateReply(q.decide(r.Context(), r.PathValue("ref"), in.Result == "settle"))
}

// FateReply is the answer to a call that changes a payment's fate.
func (q *Codes) FateReply(err error) core.Reply {
	switch {
	case errors.Is(err, core.ErrNotFound):
		return core.No(http.StatusNotFound, "no payment has this ref")
	case errors.Is(err, core.ErrState):
		return core.No(http.StatusConflict, "the payment's state does not allow it")
	case err != nil:
		return q.Broken("payment", err)
	}
	return core.OK(core.Message{Message: "SUCCESS"})
}

// shownCode is a code in the control API, in baht.
type shownCode struct {
	ID       string      `json:"id"`
	Gateway  string      `json:"gateway"`
	Amount   json.Number `json:"amount"`
	State    string      `json:"state"`
	Payments int         `json:"payments"`
	// Payer is the account that the wallet named with the code, if any: "SCB 4051234567".
	Payer string `json:"payer"`
}

// handleCodes is GET /sandbox/bank/qr: the newest 100 codes.
func (q *Codes) handleCodes(w http.ResponseWriter, r *http.Request) {
	list, err := q.Latest(r.Context(), 100)
	if err != nil {
		q.Answer(w, q.Broken("codes", err))
		return
	}
	shown := make([]shownCode, 0, len(list))
	for _, one := range list {
		shown = append(shown, shownCode{
			one.UID, one.Gateway, core.BahtNumber(one.Amount), one.State(q.Now()), len(one.Payments), one.Payer,
		})
	}
	q.Answer(w, core.OK(shown))
}
