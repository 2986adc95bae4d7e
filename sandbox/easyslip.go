package sandbox

import (
	"context"
	"errors"
	"net/http"
	"time"

	"krapao/connect/slipcheck/easyslip/wire"
)

func (s *Server) routeEasySlip(mux *http.ServeMux) {
	mux.HandleFunc("GET /easyslip"+wire.PathVerify, s.easySlipCheck)
	mux.HandleFunc("GET /easyslip"+wire.PathMe, s.easySlipMe)
}

// easySlipKnown tells whether the token is ours, else it answers.
func (s *Server) easySlipKnown(w http.ResponseWriter, r *http.Request) bool {
	if equal(r.Header.Get("Authorization"), "Bearer "+s.credentials.EasySlip) {
		return true
	}
	s.answer(w, easySlipRefusal(http.StatusUnauthorized, wire.MessageUnauthorized))
	return false
}

// easySlipCheck answers a question by the mini-QR's text.
func (s *Server) easySlipCheck(w http.ResponseWriter, r *http.Request) {
	if !s.easySlipKnown(w, r) {
		return
	}
	payload := r.URL.Query().Get(wire.QueryPayload)
	_, ref, _ := slipRef(payload)
	s.serve(w, r, exchange{
		target: targetSlip + ":" + verifierEasySlip, op: opVerify, ref: ref,
		refuse:   easySlipRefusal(http.StatusForbidden, wire.MessageQuota),
		notFound: easySlipRefusal(http.StatusNotFound, wire.MessageNotFound),
		pending:  easySlipRefusal(http.StatusNotFound, wire.MessagePending),
		apply:    func(ctx context.Context) reply { return s.easySlipTruth(ctx, payload) },
	})
}

func (s *Server) easySlipTruth(ctx context.Context, payload string) reply {
	t, err := s.transferOf(ctx, payload)
	switch {
	case errors.Is(err, errNotSlip):
		return easySlipRefusal(http.StatusBadRequest, wire.MessagePayload)
	case errors.Is(err, errGone):
		return easySlipRefusal(http.StatusNotFound, wire.MessageNotFound)
	case errors.Is(err, errTooOld):
		return easySlipRefusal(http.StatusBadRequest, wire.MessageExpired)
	case err != nil:
		return s.broken("easyslip", err)
	}
	if _, err := s.checked(ctx, verifierEasySlip, t.Ref, false); err != nil {
		return s.broken("easyslip", err)
	}
	return ok(wire.Reply{Status: http.StatusOK, Data: easySlipTransfer(t, payload)})
}

func easySlipTransfer(t transfer, payload string) *wire.Transfer {
	w := &wire.Transfer{
		Payload: payload, TransRef: t.Ref, Date: t.SentAt.In(zone).Format(time.RFC3339), CountryCode: "TH",
		Amount: wire.Amount{Amount: baht(t.Amount), Local: wire.Local{Amount: "0", Currency: "764"}}, Fee: "0",
		Sender: easySlipParty(t.From), Receiver: easySlipParty(t.To),
	}
	if t.Biller != "" {
		w.Receiver.MerchantID = pointer(t.Biller)
		w.Receiver.Account.Proxy = &wire.Number{Type: wire.TypeBiller, Account: t.Biller}
	}
	return w
}

func easySlipParty(h holder) wire.Party {
	p := wire.Party{
		Bank:    wire.Bank{ID: bankDigits[h.Bank], Name: h.Bank, Short: h.Bank},
		Account: wire.Account{Bank: &wire.Number{Type: wire.TypeBank, Account: maskAccount(h.Account)}},
	}
	name := maskName(h.Name)
	if len(name) == len([]rune(name)) { // Latin letters
		p.Account.Name.EN = name
	} else {
		p.Account.Name.TH = name
	}
	return p
}

// easySlipMe tells what is left.
func (s *Server) easySlipMe(w http.ResponseWriter, r *http.Request) {
	if !s.easySlipKnown(w, r) {
		return
	}
	used, err := s.quotaUsed(r.Context(), verifierEasySlip)
	if err != nil {
		s.answer(w, s.broken("easyslip quota", err))
		return
	}
	s.answer(w, ok(wire.Me{Status: http.StatusOK, Data: wire.Quota{
		Application: "krapao-sandbox", UsedQuota: used, MaxQuota: slipQuota, RemainingQuota: slipQuota - used,
		ExpiredAt: s.now().In(zone).AddDate(0, 1, 0).Format(time.RFC3339),
	}}))
}

func easySlipRefusal(status int, message string) reply {
	return reply{status, wire.Reply{Status: status, Message: message}}
}
