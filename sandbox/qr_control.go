package sandbox

import (
	"encoding/json"
	"errors"
	"net/http"
)

func (s *Server) routeQRControl(mux *http.ServeMux) {
	control(mux, s, "POST /sandbox/bank/qr/{id}/pay", s.handlePay)
	control(mux, s, "POST /sandbox/bank/payments/{ref}", s.handleDecide)
	mux.HandleFunc("GET /sandbox/bank/qr", s.handleCodes)
}

// payRequest is the body of the pay call.
type payRequest struct {
	FromBank    string     `json:"fromBank"`
	FromAccount string     `json:"fromAccount"`
	FromName    string     `json:"fromName"`
	Amount      *bahtField `json:"amount"`
	// Hold makes PAYONEX hold the payment until it is decided.
	Hold bool `json:"hold"`
}

// handlePay is POST /sandbox/bank/qr/{qrcodeId}/pay.
func (s *Server) handlePay(r *http.Request, in payRequest) reply {
	if in.Amount != nil && *in.Amount <= 0 {
		return no(http.StatusBadRequest, "amount must be more than 0")
	}
	paid := qrPayment{FromBank: in.FromBank, FromAccount: in.FromAccount, FromName: in.FromName}
	if in.Hold {
		paid.Fate = fateHeld
	}
	paid, err := s.pay(r.Context(), r.PathValue("id"), (*int64)(in.Amount), paid)
	switch {
	case errors.Is(err, errState):
		return no(http.StatusConflict, "only PAYONEX holds payments")
	case errors.Is(err, errGone):
		return no(http.StatusNotFound, "no code has this qrcodeId")
	case err != nil:
		return s.broken("pay", err)
	}
	return ok(struct {
		Ref string `json:"ref"`
	}{paid.TxnNo})
}

// handleDecide is POST /sandbox/bank/payments/{ref} {result}: the gateway decides about a payment that it holds.
func (s *Server) handleDecide(r *http.Request, in struct {
	Result string `json:"result"`
},
) reply {
	if in.Result != "settle" && in.Result != "reject" {
		return no(http.StatusBadRequest, "result is settle or reject")
	}
	return s.fateReply(s.decideQR(r.Context(), r.PathValue("ref"), in.Result == "settle"))
}

// fateReply answers a call that changes what a payment is.
func (s *Server) fateReply(err error) reply {
	switch {
	case errors.Is(err, errGone):
		return no(http.StatusNotFound, "no payment has this ref")
	case errors.Is(err, errState):
		return no(http.StatusConflict, "what became of the payment forbids it")
	case err != nil:
		return s.broken("payment", err)
	}
	return ok(message{"SUCCESS"})
}

// shownCode is a code in the control API, in baht.
type shownCode struct {
	ID       string      `json:"id"`
	Gateway  string      `json:"gateway"`
	Amount   json.Number `json:"amount"`
	State    string      `json:"state"`
	Payments int         `json:"payments"`
	// Payer is the account that the wallet named with the code, if it named one: "SCB 4051234567".
	Payer string `json:"payer"`
}

// handleCodes is GET /sandbox/bank/qr: the newest 100 codes.
func (s *Server) handleCodes(w http.ResponseWriter, r *http.Request) {
	list, err := s.latestCodes(r.Context(), 100)
	if err != nil {
		s.answer(w, s.broken("codes", err))
		return
	}
	shown := make([]shownCode, 0, len(list))
	for _, one := range list {
		shown = append(shown, shownCode{one.UID, one.Gateway, baht(one.Amount), one.State(s.now()), len(one.Payments), one.Payer})
	}
	s.answer(w, ok(shown))
}
