package slipcheck

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"time"

	"krapao/connect/slipcheck/slipok/wire"
	"krapao/internal/clock"
	"krapao/sandbox/banks"
	"krapao/sandbox/banks/thaibank"
	"krapao/sandbox/core"
)

// SlipOKCredentials are the credentials of a shop's branch at SlipOK.
type SlipOKCredentials struct{ Branch, Key string }

// slipOK is SlipOK, which knows the shop's own accounts and remembers slips.
type slipOK struct {
	*Slips
	known SlipOKCredentials
}

// NewSlipOK is SlipOK for one branch of a shop.
func NewSlipOK(s *Slips, known SlipOKCredentials) core.Protocol {
	v := &slipOK{s, known}
	return core.Protocol{
		Name: "slipok", Targets: []core.Target{targetOf(targetName + ":" + verifierSlipOK)},
		Routes: []core.Route{
			core.Handle("POST /slipok"+wire.PathBranch+"{branch}", v.handleCheck),
			core.Handle("GET /slipok"+wire.PathBranch+"{branch}"+wire.PathQuota, v.handleQuota),
		},
	}
}

// authenticate reports whether branch and key are ours; otherwise it answers.
func (v *slipOK) authenticate(w http.ResponseWriter, r *http.Request) bool {
	known := v.known
	switch {
	case !core.SecretsEqual(r.PathValue("branch"), known.Branch):
		v.Answer(w, slipOKRefusal(http.StatusBadRequest, wire.CodeBranch))
	case !core.SecretsEqual(r.Header.Get(wire.HeaderKey), known.Key):
		v.Answer(w, slipOKRefusal(http.StatusUnauthorized, wire.CodeKey))
	default:
		return true
	}
	return false
}

// handleCheck checks a slip by the mini-QR's text. It accepts no pictures: the wallet reads them itself.
func (v *slipOK) handleCheck(w http.ResponseWriter, r *http.Request) {
	body, read := v.ReadBody(w, r)
	if !read || !v.authenticate(w, r) {
		return
	}
	var in wire.Question
	if err := json.Unmarshal(body, &in); err != nil || in.Data == "" {
		v.Answer(w, slipOKRefusal(http.StatusBadRequest, wire.CodeNoData))
		return
	}
	bank, ref, _ := slipRef(in.Data)
	pending := slipOKRefusal(http.StatusBadRequest, wire.CodeDelay)
	v.Serve(w, r, core.Call{
		Target: targetName + ":" + verifierSlipOK, Op: core.OpVerify, Ref: ref,
		Refuse:   slipOKRefusal(http.StatusBadRequest, wire.CodeQuota),
		NotFound: slipOKRefusal(http.StatusBadRequest, wire.CodeNotFound),
		// A delay below a minute counts as none: the protocol counts whole minutes.
		Pending: withData(pending, wire.Delay{QRCodeData: in.Data, BankCode: bank}),
		Apply:   func(ctx context.Context) core.Reply { return v.answer(ctx, in) },
	})
}

func (v *slipOK) answer(ctx context.Context, in wire.Question) core.Reply {
	t, err := v.transferOf(ctx, in.Data)
	switch {
	case errors.Is(err, errNotSlip):
		return slipOKRefusal(http.StatusBadRequest, wire.CodeNotSlip)
	case errors.Is(err, core.ErrNotFound), errors.Is(err, errTooOld):
		return slipOKRefusal(http.StatusBadRequest, wire.CodeNotFound)
	case err != nil:
		return v.Broken("slipok", err)
	}
	before, err := v.checked(ctx, verifierSlipOK, t.Ref, in.Log)
	if err != nil {
		return v.Broken("slipok", err)
	}
	_, ours := v.bank.Accounts.Own(t.To.Bank, t.To.Account)
	switch {
	case in.Log && !ours:
		return withData(slipOKRefusal(http.StatusBadRequest, wire.CodeReceiver), slipOKTransfer(t))
	case in.Log && before:
		return withData(slipOKRefusal(http.StatusBadRequest, wire.CodeDuplicate), slipOKTransfer(t))
	}
	return withData(core.OK(wire.Reply{Success: true}), slipOKTransfer(t))
}

// withData puts data into a reply of SlipOK.
func withData(answer core.Reply, data any) core.Reply {
	body, isReply := answer.Body.(wire.Reply)
	raw, err := json.Marshal(data)
	if !isReply || err != nil {
		return core.No(http.StatusInternalServerError, "the sandbox itself failed")
	}
	body.Data = raw
	answer.Body = body
	return answer
}

func slipOKTransfer(t banks.Transfer) wire.Transfer {
	local := t.SentAt.In(clock.Bangkok)
	w := wire.Transfer{
		Success: json.RawMessage("true"), Message: "✅", Language: "TH",
		RqUID:    "783_" + local.Format("20060102") + "_" + core.RandomText(12),
		TransRef: t.Ref, SendingBank: thaibank.Digits[t.From.Bank], ReceivingBank: thaibank.Digits[t.To.Bank],
		TransDate: local.Format("20060102"), TransTime: local.Format(time.TimeOnly),
		TransTimestamp: t.SentAt.UTC().Format("2006-01-02T15:04:05.000Z"),
		Sender:         slipOKParty(t.From), Receiver: slipOKParty(t.To),
		Amount: core.BahtNumber(t.Amount), PaidLocalAmount: core.BahtNumber(t.Amount),
		PaidLocalCurrency: wire.CurrencyBaht, CountryCode: "TH",
		TransFeeAmount: json.RawMessage(`"0"`),
	}
	if t.Biller != "" {
		w.Receiver.Proxy = wire.Proxy{Type: pointer(wire.TypeBiller), Value: pointer(t.Biller)}
	}
	return w
}

func slipOKParty(h banks.Holder) wire.Party {
	name := thaibank.MaskName(h.Name)
	return wire.Party{
		DisplayName: name, Name: name,
		Account: wire.Proxy{Type: pointer(wire.TypeBank), Value: pointer(thaibank.MaskAccount(h.Account))},
	}
}

func pointer(text string) *string { return &text }

// handleQuota reports the remaining quota.
func (v *slipOK) handleQuota(w http.ResponseWriter, r *http.Request) {
	if !v.authenticate(w, r) {
		return
	}
	used, err := v.quotaUsed(r.Context(), verifierSlipOK)
	if err != nil {
		v.Answer(w, v.Broken("slipok quota", err))
		return
	}
	v.Answer(w, core.OK(wire.QuotaReply{Success: true, Data: &wire.Quota{
		Quota: quota - used, EndDate: v.Now().In(clock.Bangkok).AddDate(0, 1, 0).Format(time.DateOnly),
	}}))
}

func slipOKRefusal(status int, code wire.Code) core.Reply {
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
	return core.Reply{Status: status, Body: wire.Reply{Code: code, Message: text}}
}
