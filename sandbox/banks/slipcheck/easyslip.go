package slipcheck

import (
	"context"
	"errors"
	"net/http"
	"time"

	"krapao/connect/slipcheck/easyslip/wire"
	"krapao/internal/clock"
	"krapao/sandbox/banks"
	"krapao/sandbox/banks/thaibank"
	"krapao/sandbox/core"
)

// easySlip is EasySlip, which remembers no slips.
type easySlip struct {
	*Slips
	token string
}

// NewEasySlip is EasySlip for one application, which is identified by its access token.
func NewEasySlip(s *Slips, token string) core.Protocol {
	v := &easySlip{s, token}
	return core.Protocol{
		Name: "easyslip", Targets: []core.Target{targetOf(targetName + ":" + verifierEasySlip)},
		Routes: []core.Route{
			core.Handle("GET /easyslip"+wire.PathVerify, v.handleCheck),
			core.Handle("GET /easyslip"+wire.PathMe, v.handleMe),
		},
	}
}

// authenticate reports whether the token is ours; otherwise it answers.
func (v *easySlip) authenticate(w http.ResponseWriter, r *http.Request) bool {
	if core.SecretsEqual(r.Header.Get("Authorization"), "Bearer "+v.token) {
		return true
	}
	v.Answer(w, easySlipRefusal(http.StatusUnauthorized, wire.MessageUnauthorized))
	return false
}

// handleCheck checks a slip by the mini-QR's text.
func (v *easySlip) handleCheck(w http.ResponseWriter, r *http.Request) {
	if !v.authenticate(w, r) {
		return
	}
	payload := r.URL.Query().Get(wire.QueryPayload)
	_, ref, _ := slipRef(payload)
	v.Serve(w, r, core.Call{
		Target: targetName + ":" + verifierEasySlip, Op: core.OpVerify, Ref: ref,
		Refuse:   easySlipRefusal(http.StatusForbidden, wire.MessageQuota),
		NotFound: easySlipRefusal(http.StatusNotFound, wire.MessageNotFound),
		Pending:  easySlipRefusal(http.StatusNotFound, wire.MessagePending),
		Apply:    func(ctx context.Context) core.Reply { return v.answer(ctx, payload) },
	})
}

func (v *easySlip) answer(ctx context.Context, payload string) core.Reply {
	t, err := v.transferOf(ctx, payload)
	switch {
	case errors.Is(err, errNotSlip):
		return easySlipRefusal(http.StatusBadRequest, wire.MessagePayload)
	case errors.Is(err, core.ErrNotFound):
		return easySlipRefusal(http.StatusNotFound, wire.MessageNotFound)
	case errors.Is(err, errTooOld):
		return easySlipRefusal(http.StatusBadRequest, wire.MessageExpired)
	case err != nil:
		return v.Broken("easyslip", err)
	}
	if _, err := v.checked(ctx, verifierEasySlip, t.Ref, false); err != nil {
		return v.Broken("easyslip", err)
	}
	return core.OK(wire.Reply{Status: http.StatusOK, Data: easySlipTransfer(t, payload)})
}

func easySlipTransfer(t banks.Transfer, payload string) *wire.Transfer {
	w := &wire.Transfer{
		Payload: payload, TransRef: t.Ref, Date: t.SentAt.In(clock.Bangkok).Format(time.RFC3339), CountryCode: "TH",
		Amount: wire.Amount{Amount: core.BahtNumber(t.Amount), Local: wire.Local{Amount: "0", Currency: "764"}}, Fee: "0",
		Sender: easySlipParty(t.From), Receiver: easySlipParty(t.To),
	}
	if t.Biller != "" {
		w.Receiver.MerchantID = pointer(t.Biller)
		w.Receiver.Account.Proxy = &wire.Number{Type: wire.TypeBiller, Account: t.Biller}
	}
	return w
}

func easySlipParty(h banks.Holder) wire.Party {
	p := wire.Party{
		Bank:    wire.Bank{ID: thaibank.Digits[h.Bank], Name: h.Bank, Short: h.Bank},
		Account: wire.Account{Bank: &wire.Number{Type: wire.TypeBank, Account: thaibank.MaskAccount(h.Account)}},
	}
	name := thaibank.MaskName(h.Name)
	if len(name) == len([]rune(name)) { // Latin letters
		p.Account.Name.EN = name
	} else {
		p.Account.Name.TH = name
	}
	return p
}

// handleMe reports the remaining quota.
func (v *easySlip) handleMe(w http.ResponseWriter, r *http.Request) {
	if !v.authenticate(w, r) {
		return
	}
	used, err := v.quotaUsed(r.Context(), verifierEasySlip)
	if err != nil {
		v.Answer(w, v.Broken("easyslip quota", err))
		return
	}
	v.Answer(w, core.OK(wire.Me{Status: http.StatusOK, Data: wire.Quota{
		Application: "krapao-sandbox", UsedQuota: used, MaxQuota: quota, RemainingQuota: quota - used,
		ExpiredAt: v.Now().In(clock.Bangkok).AddDate(0, 1, 0).Format(time.RFC3339),
	}}))
}

func easySlipRefusal(status int, message string) core.Reply {
	return core.Reply{Status: status, Body: wire.Reply{Status: status, Message: message}}
}
