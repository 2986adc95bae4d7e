package sandbox

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"time"

	"krapao/connect/slipcheck/slipok/wire"
)

func (s *Server) routeSlipOK(mux *http.ServeMux) {
	mux.HandleFunc("POST /slipok"+wire.PathBranch+"{branch}", s.slipOKCheck)
	mux.HandleFunc("GET /slipok"+wire.PathBranch+"{branch}"+wire.PathQuota, s.slipOKQuota)
}

// slipOKKnown tells whether branch and key are ours, else it answers.
func (s *Server) slipOKKnown(w http.ResponseWriter, r *http.Request) bool {
	known := s.credentials.SlipOK
	switch {
	case !equal(r.PathValue("branch"), known.Branch):
		s.answer(w, slipOKRefusal(http.StatusBadRequest, wire.CodeBranch))
	case !equal(r.Header.Get(wire.HeaderKey), known.Key):
		s.answer(w, slipOKRefusal(http.StatusUnauthorized, wire.CodeKey))
	default:
		return true
	}
	return false
}

// slipOKCheck answers a question by the mini-QR's text. Pictures are not taken here: the wallet reads them itself.
func (s *Server) slipOKCheck(w http.ResponseWriter, r *http.Request) {
	body, read := s.readBody(w, r)
	if !read || !s.slipOKKnown(w, r) {
		return
	}
	var in wire.Question
	if err := json.Unmarshal(body, &in); err != nil || in.Data == "" {
		s.answer(w, slipOKRefusal(http.StatusBadRequest, wire.CodeNoData))
		return
	}
	bank, ref, _ := slipRef(in.Data)
	pending := slipOKRefusal(http.StatusBadRequest, wire.CodeDelay)
	s.serve(w, r, exchange{
		target: targetSlip + ":" + verifierSlipOK, op: opVerify, ref: ref,
		refuse: slipOKRefusal(http.StatusBadRequest, wire.CodeQuota), notFound: slipOKRefusal(http.StatusBadRequest, wire.CodeNotFound),
		// Less than a minute is none: the protocol counts in whole ones.
		pending: withData(pending, wire.Delay{QRCodeData: in.Data, BankCode: bank}),
		apply:   func(ctx context.Context) reply { return s.slipOKTruth(ctx, in) },
	})
}

func (s *Server) slipOKTruth(ctx context.Context, in wire.Question) reply {
	t, err := s.transferOf(ctx, in.Data)
	switch {
	case errors.Is(err, errNotSlip):
		return slipOKRefusal(http.StatusBadRequest, wire.CodeNotSlip)
	case errors.Is(err, errGone), errors.Is(err, errTooOld):
		return slipOKRefusal(http.StatusBadRequest, wire.CodeNotFound)
	case err != nil:
		return s.broken("slipok", err)
	}
	before, err := s.checked(ctx, verifierSlipOK, t.Ref, in.Log)
	if err != nil {
		return s.broken("slipok", err)
	}
	_, ours := s.own(t.To.Bank, t.To.Account)
	switch {
	case in.Log && !ours:
		return withData(slipOKRefusal(http.StatusBadRequest, wire.CodeReceiver), slipOKTransfer(t))
	case in.Log && before:
		return withData(slipOKRefusal(http.StatusBadRequest, wire.CodeDuplicate), slipOKTransfer(t))
	}
	return withData(ok(wire.Reply{Success: true}), slipOKTransfer(t))
}

// withData puts data into a reply of SlipOK's.
func withData(answer reply, data any) reply {
	body, isReply := answer.body.(wire.Reply)
	raw, err := json.Marshal(data)
	if !isReply || err != nil {
		return no(http.StatusInternalServerError, "the sandbox itself failed")
	}
	body.Data = raw
	answer.body = body
	return answer
}

func slipOKTransfer(t transfer) wire.Transfer {
	local := t.SentAt.In(zone)
	w := wire.Transfer{
		Success: json.RawMessage("true"), Message: "✅", RqUID: "783_" + local.Format("20060102") + "_" + randomText(12), Language: "TH",
		TransRef: t.Ref, SendingBank: bankDigits[t.From.Bank], ReceivingBank: bankDigits[t.To.Bank],
		TransDate: local.Format("20060102"), TransTime: local.Format(time.TimeOnly),
		TransTimestamp: t.SentAt.UTC().Format("2006-01-02T15:04:05.000Z"),
		Sender:         slipOKParty(t.From), Receiver: slipOKParty(t.To),
		Amount: baht(t.Amount), PaidLocalAmount: baht(t.Amount), PaidLocalCurrency: wire.CurrencyBaht, CountryCode: "TH",
		TransFeeAmount: json.RawMessage(`"0"`),
	}
	if t.Biller != "" {
		w.Receiver.Proxy = wire.Proxy{Type: pointer(wire.TypeBiller), Value: pointer(t.Biller)}
	}
	return w
}

func slipOKParty(h holder) wire.Party {
	name := maskName(h.Name)
	return wire.Party{
		DisplayName: name, Name: name, Account: wire.Proxy{Type: pointer(wire.TypeBank), Value: pointer(maskAccount(h.Account))},
	}
}

func pointer(text string) *string { return &text }

// slipOKQuota tells what is left.
func (s *Server) slipOKQuota(w http.ResponseWriter, r *http.Request) {
	if !s.slipOKKnown(w, r) {
		return
	}
	used, err := s.quotaUsed(r.Context(), verifierSlipOK)
	if err != nil {
		s.answer(w, s.broken("slipok quota", err))
		return
	}
	s.answer(w, ok(wire.QuotaReply{Success: true, Data: &wire.Quota{
		Quota: slipQuota - used, EndDate: s.now().In(zone).AddDate(0, 1, 0).Format(time.DateOnly),
	}}))
}

func slipOKRefusal(status int, code wire.Code) reply {
	text := map[wire.Code]string{
		wire.CodeNoData:    "กรุณาใส่ข้อมูล QR Code ให้ครบใน field data, files หรือ url",
		wire.CodeBranch:    "ไม่พบข้อมูลสาขา",
		wire.CodeKey:       "Authorization Header ไม่ถูกต้อง",
		wire.CodeQuota:     "ใช้เกินโควต้าแพ็กเกจแล้ว",
		wire.CodeNotSlip:   "QR ดังกล่าวไม่ใช่ QR สำหรับการตรวจสอบการชำระเงิน",
		wire.CodeDelay:     "กรุณารอการตรวจสอบสลิปหลังการโอน",
		wire.CodeNotFound:  "QR Code หมดอายุ หรือไม่มีรายการอยู่จริง",
		wire.CodeDuplicate: "สลิปซ้ำ สลิปนี้เคยส่งเข้ามาในระบบแล้ว",
		wire.CodeReceiver:  "บัญชีผู้รับไม่ตรงกับบัญชีหลักของร้าน",
	}[code]
	return reply{status, wire.Reply{Code: code, Message: text}}
}
