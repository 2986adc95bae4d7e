package sandbox

import (
	"encoding/json"
	"errors"
	"net/http"
)

func (s *Server) routeQRControl(mux *http.ServeMux) {
	control(mux, s, "POST /sandbox/bank/qr/{id}/pay", s.handlePay)
	mux.HandleFunc("GET /sandbox/bank/qr", s.handleCodes)
}

// payRequest is the body of the pay call.
type payRequest struct {
	FromBank    string     `json:"fromBank"`
	FromAccount string     `json:"fromAccount"`
	FromName    string     `json:"fromName"`
	Amount      *bahtField `json:"amount"`
}

// handlePay is POST /sandbox/bank/qr/{qrcodeId}/pay.
func (s *Server) handlePay(r *http.Request, in payRequest) reply {
	if in.Amount != nil && *in.Amount <= 0 {
		return no(http.StatusBadRequest, "amount must be more than 0")
	}
	paid, err := s.pay(r.Context(), r.PathValue("id"), (*int64)(in.Amount),
		qrPayment{FromBank: in.FromBank, FromAccount: in.FromAccount, FromName: in.FromName})
	switch {
	case errors.Is(err, errGone):
		return no(http.StatusNotFound, "no code has this qrcodeId")
	case err != nil:
		return s.broken("pay", err)
	}
	return ok(struct {
		Ref string `json:"ref"`
	}{paid.TxnNo})
}

// shownCode is a code in the control API, in baht.
type shownCode struct {
	ID       string      `json:"id"`
	Gateway  string      `json:"gateway"`
	Amount   json.Number `json:"amount"`
	State    string      `json:"state"`
	Payments int         `json:"payments"`
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
		shown = append(shown, shownCode{one.UID, one.Gateway, baht(one.Amount), one.State(s.now()), len(one.Payments)})
	}
	s.answer(w, ok(shown))
}
