// Package kbank is the sandbox's side of KBANK's QR API.
package kbank

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"krapao/connect/payment/kbank/wire"
	"krapao/internal/clock"
	"krapao/sandbox/banks/qr"
	"krapao/sandbox/banks/thaibank"
	"krapao/sandbox/core"
)

const (
	gatewayCode = "KBANK"
	// codeLife is how long KBank's codes are valid. A payment after that still moves money.
	codeLife = 10 * time.Minute
)

// uidForm is the form of the partner's references that KBank accepts.
var uidForm = regexp.MustCompile(`^[A-Za-z0-9]{1,15}$`)

// Credentials are a merchant's credentials at KBank: the consumer's for the token, the others for the bodies.
type Credentials struct {
	ConsumerID, ConsumerSecret string
	PartnerID, PartnerSecret   string
	MerchantID, TerminalID     string
}

// gateway is KBANK's QR API.
type gateway struct {
	*qr.Codes
	known  Credentials
	tokens core.Tokens
	target string
}

// New adds the gateway to the codes.
func New(q *qr.Codes, known Credentials) core.Protocol {
	faults := qr.Target(gatewayCode)
	g := &gateway{Codes: q, known: known, target: faults.Name}
	q.Add(qr.Gateway{Code: gatewayCode, Callback: g.callback})
	return core.Protocol{
		Name: "kbank", Targets: []core.Target{faults},
		Routes: []core.Route{
			core.Handle("POST /kbank"+wire.PathToken, g.handleToken),
			core.Handle("POST /kbank"+wire.PathRequest, g.handleRequest),
			core.Handle("POST /kbank"+wire.PathInquiry, g.handleInquiry),
			core.Handle("POST /kbank"+wire.PathCancel, g.handleCancel),
		},
	}
}

// handleToken issues a bearer token for the merchant's Basic credentials.
func (g *gateway) handleToken(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, core.MaxBody)
	id, secret, basic := r.BasicAuth()
	known := g.known
	if !basic || !core.SecretsEqual(id, known.ConsumerID) || !core.SecretsEqual(secret, known.ConsumerSecret) {
		g.Answer(w, core.Reply{Status: http.StatusUnauthorized, Body: map[string]string{"error": "invalid_client"}})
		return
	}
	if r.PostFormValue(wire.FormGrantType) != wire.GrantClientCredential {
		g.Answer(w, core.Reply{Status: http.StatusBadRequest, Body: map[string]string{"error": "unsupported_grant_type"}})
		return
	}
	g.Answer(w, core.OK(wire.Token{
		TokenType: "Bearer", AccessToken: g.tokens.Issue(g.Now()),
		ExpiresIn: strconv.Itoa(int(core.TokenLife / time.Second)), Status: "approved",
	}))
}

// handleRequest creates a code.
func (g *gateway) handleRequest(w http.ResponseWriter, r *http.Request) {
	var in wire.Request
	if !g.read(w, r, &in, &in.Caller) {
		return
	}
	code, fault := newCode(in)
	if fault != "" {
		g.Answer(w, refusal(in.Caller, fault))
		return
	}
	g.Serve(w, r, core.Call{
		Target: g.target, Op: core.OpCreate, Refuse: refusal(in.Caller, wire.ErrorMerchantClosed),
		NotFound: refusal(in.Caller, wire.ErrorGeneral),
		Apply: func(ctx context.Context) core.Reply {
			switch err := g.Create(ctx, &code); {
			case errors.Is(err, qr.ErrTaken):
				return refusal(in.Caller, wire.ErrorDuplicate)
			case err != nil:
				return g.Broken("qr_request", err)
			}
			return core.OK(wire.Reply{Status: statusOK(in.Caller), AccountName: "KRAPAO SANDBOX SHOP", QRCode: code.Payload})
		},
	})
}

// newCode checks a request and returns the requested code, or an error code.
func newCode(in wire.Request) (code qr.Code, fault string) {
	amount, err := core.ParseDecimal(string(in.TxnAmount), core.BahtPlaces)
	switch {
	case in.QRType != wire.QRTypeThai:
		return code, wire.ErrorQRType
	case in.TxnCurrencyCode != wire.CurrencyBaht:
		return code, wire.ErrorCurrency
	case err != nil || amount <= 0:
		return code, wire.ErrorAmount
	case in.Reference1 == "":
		return code, wire.ErrorReference
	case !uidForm.MatchString(in.PartnerTxnUid):
		return code, wire.ErrorBadRequest
	}
	return qr.Code{
		Gateway: gatewayCode, UID: in.PartnerTxnUid, Amount: amount, Reference1: in.Reference1,
		Payload: thaibank.BillPayment(qr.Biller, in.PartnerTxnUid, amount),
		Payer:   in.Reference2, PayerName: in.Reference3, Life: codeLife,
	}, ""
}

// handleInquiry reports the true state of a code and all its payments.
func (g *gateway) handleInquiry(w http.ResponseWriter, r *http.Request) {
	var in wire.Original
	if !g.read(w, r, &in, &in.Caller) {
		return
	}
	unknown := inquiryReply(g.known, in)
	unknown.TxnStatus = wire.TxnNotFound
	g.Serve(w, r, core.Call{
		Target: g.target, Op: core.OpCheck, Ref: in.OrigPartnerTxnUid,
		Refuse: refusal(in.Caller, wire.ErrorAuthentication), NotFound: core.OK(unknown),
		Apply: func(ctx context.Context) core.Reply {
			code, err := g.Find(ctx, gatewayCode, in.OrigPartnerTxnUid)
			switch {
			case errors.Is(err, core.ErrNotFound):
				return core.OK(unknown)
			case err != nil:
				return g.Broken("inquire_payment", err)
			}
			return core.OK(withState(inquiryReply(g.known, in), code, g.Now()))
		},
	})
}

func inquiryReply(known Credentials, in wire.Original) wire.InquiryReply {
	return wire.InquiryReply{
		Status: statusOK(in.Caller), MerchantID: known.MerchantID, TerminalID: known.TerminalID, QRType: wire.QRTypeThai,
		OrigPartnerTxnUid: in.OrigPartnerTxnUid, TxnCurrencyCode: wire.CurrencyBaht, TxnAmount: "0",
	}
}

// withState fills in the state of a code. A paid one is PAID whatever else happened to it.
func withState(answer wire.InquiryReply, code qr.Code, now time.Time) wire.InquiryReply {
	answer.Reference1 = code.Reference1
	answer.TxnAmount = core.BahtNumber(code.Amount)
	answer.TxnStatus = map[string]string{
		qr.StatePaid: wire.TxnPaid, qr.StateCancelled: wire.TxnCancelled,
		qr.StateExpired: wire.TxnExpired, qr.StateOpen: wire.TxnRequested,
	}[code.State(now)]
	for _, one := range code.Payments {
		payment := wire.Payment{
			TxnNo: one.TxnNo, TxnAmount: core.BahtNumber(one.Amount), PaidDt: one.PaidAt.In(clock.Bangkok).Format(wire.TimeFormat),
		}
		if !one.Arrived() {
			payment.VoidedDt = one.FatedAt.In(clock.Bangkok).Format(wire.TimeFormat)
		}
		answer.Payments = append(answer.Payments, payment)
	}
	if len(code.Payments) > 0 {
		answer.TxnNo, answer.TxnAmount = code.Payments[0].TxnNo, core.BahtNumber(code.Payments[0].Amount)
	}
	if code.State(now) == qr.StatePaid && !slices.ContainsFunc(code.Payments, qr.Payment.Arrived) {
		answer.TxnStatus = wire.TxnVoided // all its payments were taken back
	}
	return answer
}

// handleCancel cancels an open code.
func (g *gateway) handleCancel(w http.ResponseWriter, r *http.Request) {
	var in wire.Original
	if !g.read(w, r, &in, &in.Caller) {
		return
	}
	fault, err := g.Cancel(r.Context(), gatewayCode, in.OrigPartnerTxnUid)
	switch {
	case errors.Is(err, core.ErrNotFound):
		g.Answer(w, refusal(in.Caller, wire.ErrorNotFound))
	case err != nil:
		g.Answer(w, g.Broken("qr_cancel", err))
	case fault == qr.StatePaid:
		g.Answer(w, refusal(in.Caller, wire.ErrorPaid))
	case fault == qr.StateCancelled:
		g.Answer(w, refusal(in.Caller, wire.ErrorCancelled))
	case fault == qr.StateExpired:
		g.Answer(w, refusal(in.Caller, wire.ErrorExpired))
	default:
		g.Answer(w, core.OK(statusOK(in.Caller)))
	}
}

// callback notifies the wallet of a payment. It is not signed and names no payer.
func (g *gateway) callback(code qr.Code, paid qr.Payment) core.Callback {
	write := func(txnNo string, satang int64) func(time.Time) core.Payload {
		body := wire.Callback{
			Status:     wire.Status{PartnerTxnUid: code.UID, PartnerID: g.known.PartnerID, StatusCode: wire.StatusOK},
			MerchantID: g.known.MerchantID, TxnAmount: core.BahtNumber(satang), TxnCurrencyCode: wire.CurrencyBaht, TxnNo: txnNo,
		}
		return func(time.Time) core.Payload { return core.JSONPayload(body) }
	}
	return core.Callback{
		Target: g.target, Path: "/hooks/kbank",
		Payload: write(paid.TxnNo, paid.Amount),
		// Ten times the money, under a number that does not exist.
		Forged: write(thaibank.TransactionNumber(g.Now()), paid.Amount*10),
		Old:    write(thaibank.TransactionNumber(g.Now().AddDate(0, 0, -7)), paid.Amount), // last week's, for this code
		Accepted: func(body []byte) bool {
			var answer wire.CallbackReply
			return json.Unmarshal(body, &answer) != nil || answer.StatusCode != wire.StatusError
		},
	}
}

// read reads and authenticates a call; otherwise it answers and returns false.
func (g *gateway) read(w http.ResponseWriter, r *http.Request, into any, caller *wire.Caller) bool {
	body, read := g.ReadBody(w, r)
	if !read {
		return false
	}
	token, bearer := strings.CutPrefix(r.Header.Get("Authorization"), core.BearerScheme)
	if !bearer || !g.tokens.Good(token, g.Now()) {
		g.Answer(w, core.Reply{Status: http.StatusUnauthorized, Body: map[string]string{"error": "invalid_token"}})
		return false
	}
	if err := json.Unmarshal(body, into); err != nil {
		g.Answer(w, refusal(*caller, wire.ErrorBadRequest))
		return false
	}
	known := g.known
	partner := core.SecretsEqual(caller.PartnerID, known.PartnerID) && core.SecretsEqual(caller.PartnerSecret, known.PartnerSecret)
	if !partner || !core.SecretsEqual(caller.MerchantID, known.MerchantID) {
		g.Answer(w, refusal(*caller, wire.ErrorAuthentication))
		return false
	}
	return true
}

func statusOK(caller wire.Caller) wire.Status {
	return wire.Status{PartnerTxnUid: caller.PartnerTxnUid, PartnerID: caller.PartnerID, StatusCode: wire.StatusOK}
}

func refusal(caller wire.Caller, code string) core.Reply {
	text := map[string]string{
		wire.ErrorDuplicate:      "This request is duplicated. (EMDR)",
		wire.ErrorAmount:         "Invalid Amount. (EMITA)",
		wire.ErrorCurrency:       "Currency code is not allowed. (EMICC)",
		wire.ErrorQRType:         "QR Type is not allowed. (EMIQR)",
		wire.ErrorReference:      "reference1 must not be empty. (EMIR)",
		wire.ErrorAuthentication: "Wrong partner key. (EMA)",
		wire.ErrorBadRequest:     "Invalid JSON. (EMBR)",
		wire.ErrorMerchantClosed: "Merchant is already closed. (EMMC)",
		wire.ErrorNotFound:       "origPartnerTxnUid does not exist. (EMITDNE)",
		wire.ErrorPaid:           "QR already paid. (EMQRP)",
		wire.ErrorCancelled:      "QR is cancelled. (EMQRC)",
		wire.ErrorExpired:        "QR has expired. (EMQRE)",
	}[code]
	status := statusOK(caller)
	status.StatusCode, status.ErrorCode, status.ErrorDesc = wire.StatusError, &code, &text
	return core.OK(status)
}
