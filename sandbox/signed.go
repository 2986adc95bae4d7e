package sandbox

import (
	"context"
	"errors"
	"net/http"
	"regexp"
	"strings"
	"time"

	"krapao/connect/payment/signed/wire"
)

// WW and FP speak one protocol, each with its own way to sign.
const (
	gatewayWW = "WW"
	gatewayFP = "FP"
)

// signedGateway is one of them.
type signedGateway struct {
	code, biller string
	// minimum is the least that a code may be for, in satang.
	minimum int64
	life    time.Duration
	known   func(Credentials) SignedCredentials
}

var signedGateways = map[string]signedGateway{
	gatewayWW: {gatewayWW, "010555600000012", 100_00, 15 * time.Minute, func(c Credentials) SignedCredentials { return c.WW }},
	gatewayFP: {gatewayFP, "010555800000047", 10_00, 5 * time.Minute, func(c Credentials) SignedCredentials { return c.FP }},
}

func (g signedGateway) target() string { return "qr:" + g.code }

func (g signedGateway) path() string { return "/" + strings.ToLower(g.code) }

// signer signs as both sides do.
func (c SignedCredentials) signer() wire.Signer {
	return wire.Signer{Scheme: wire.Scheme(c.Scheme), Secret: c.Secret}
}

func (s *Server) routeSigned(mux *http.ServeMux) {
	for _, g := range signedGateways {
		mux.HandleFunc("POST "+g.path()+wire.PathCreate, func(w http.ResponseWriter, r *http.Request) { s.signedCreate(w, r, g) })
		mux.HandleFunc("POST "+g.path()+wire.PathQuery, func(w http.ResponseWriter, r *http.Request) { s.signedQuery(w, r, g) })
		mux.HandleFunc("POST "+g.path()+wire.PathCancel, func(w http.ResponseWriter, r *http.Request) { s.signedCancel(w, r, g) })
	}
}

// orderForm is what these gateways take as a merchant's reference.
var orderForm = regexp.MustCompile(`^[A-Za-z0-9]{1,32}$`)

func (s *Server) signedCreate(w http.ResponseWriter, r *http.Request, g signedGateway) {
	var in wire.Create
	if !s.readSigned(w, r, g, &in) {
		return
	}
	code, fault := g.newCode(in)
	if in.Action != wire.ActionCreate || in.MerchantNo != g.known(s.credentials).MerchantNo {
		fault = wire.CodeInvalidRequest
	}
	if fault != "" {
		s.answer(w, s.signedAnswer(g, wire.Answer{Code: fault, OrderNo: in.OrderNo}))
		return
	}
	s.serve(w, r, exchange{
		target: g.target(), op: opCreate,
		refuse:   s.signedAnswer(g, wire.Answer{Code: wire.CodeMerchantClosed, OrderNo: in.OrderNo}),
		notFound: s.signedAnswer(g, wire.Answer{Code: wire.CodeBroken, OrderNo: in.OrderNo}),
		apply: func(ctx context.Context) reply {
			switch err := s.createCode(ctx, &code, g.target()); {
			case errors.Is(err, errTaken):
				return s.signedAnswer(g, wire.Answer{Code: wire.CodeDuplicate, OrderNo: in.OrderNo})
			case err != nil:
				return s.broken(g.code+" create", err)
			}
			return s.signedAnswer(g, wire.Answer{
				Code: wire.CodeOK, OrderNo: code.UID, GatewayNo: gatewayNo(code), Amount: in.Amount, Currency: wire.CurrencyBaht,
				QRCode: code.Payload, ExpiresAt: code.EndsAt.Unix(), Status: wire.StatusOpen,
			})
		},
	})
}

// newCode checks an order and returns the code that it asks for, or why there is none.
func (g signedGateway) newCode(in wire.Create) (code qrCode, fault string) {
	amount, err := parseDecimal(in.Amount, bahtPlaces)
	switch {
	case !orderForm.MatchString(in.OrderNo) || in.Currency != wire.CurrencyBaht:
		return code, wire.CodeInvalidRequest
	case err != nil || amount < g.minimum:
		return code, wire.CodeInvalidAmount
	case in.PayerAccount == "" || in.PayerBank == "" || in.PayerName == "":
		return code, wire.CodeInvalidPayer
	}
	return qrCode{
		Gateway: g.code, UID: in.OrderNo, Amount: amount, Reference1: in.OrderNo,
		Payload: billPayment(g.biller, in.OrderNo, amount),
		Payer:   in.PayerBank + " " + in.PayerAccount, PayerName: in.PayerName, life: g.life,
	}, ""
}

// gatewayNo is the gateway's own number of a code.
func gatewayNo(code qrCode) string {
	return code.Gateway + code.CreatedAt.In(zone).Format("060102") + strings.ToUpper(code.UID)
}

// signedQuery tells the truth about a code and all its payments.
func (s *Server) signedQuery(w http.ResponseWriter, r *http.Request, g signedGateway) {
	var in wire.Order
	if !s.readSigned(w, r, g, &in) {
		return
	}
	if in.Action != wire.ActionQuery || in.MerchantNo != g.known(s.credentials).MerchantNo {
		s.answer(w, s.signedAnswer(g, wire.Answer{Code: wire.CodeInvalidRequest, OrderNo: in.OrderNo}))
		return
	}
	notFound := s.signedAnswer(g, wire.Answer{Code: wire.CodeNotFound, OrderNo: in.OrderNo})
	s.serve(w, r, exchange{
		target: g.target(), op: opCheck, ref: in.OrderNo, notFound: notFound,
		refuse: s.signedAnswer(g, wire.Answer{Code: wire.CodeMerchantClosed, OrderNo: in.OrderNo}),
		apply: func(ctx context.Context) reply {
			code, err := s.code(ctx, g.code, in.OrderNo)
			switch {
			case errors.Is(err, errGone):
				return notFound
			case err != nil:
				return s.broken(g.code+" query", err)
			}
			return s.signedAnswer(g, signedTruth(code, s.now()))
		},
	})
}

func signedTruth(code qrCode, now time.Time) wire.Answer {
	a := wire.Answer{
		Code: wire.CodeOK, OrderNo: code.UID, GatewayNo: gatewayNo(code), Currency: wire.CurrencyBaht,
		Amount: formatDecimal(code.Amount, bahtPlaces, bahtPlaces), ExpiresAt: code.EndsAt.Unix(),
		Status: map[string]string{
			codePaid: wire.StatusPaid, codeCancelled: wire.StatusCancelled, codeExpired: wire.StatusExpired, codeOpen: wire.StatusOpen,
		}[code.State(now)],
	}
	for _, one := range code.Payments {
		a.Payments = append(a.Payments, signedPayment(one))
	}
	return a
}

func signedPayment(one qrPayment) wire.Payment {
	p := wire.Payment{
		PaymentNo: one.TxnNo, Amount: formatDecimal(one.Amount, bahtPlaces, bahtPlaces), Status: wire.PaymentDone,
		PaidAt: one.PaidAt.Unix(), PayerBank: one.FromBank, PayerAccount: one.FromAccount, PayerName: one.FromName, BankRef: one.TxnNo,
	}
	if !one.arrived() {
		p.Status, p.ReversedAt = wire.PaymentReversed, one.FatedAt.Unix()
	}
	return p
}

// signedCancel closes an open code.
func (s *Server) signedCancel(w http.ResponseWriter, r *http.Request, g signedGateway) {
	var in wire.Order
	if !s.readSigned(w, r, g, &in) {
		return
	}
	answer := wire.Answer{Code: wire.CodeOK, OrderNo: in.OrderNo}
	if in.Action != wire.ActionCancel || in.MerchantNo != g.known(s.credentials).MerchantNo {
		answer.Code = wire.CodeInvalidRequest
		s.answer(w, s.signedAnswer(g, answer))
		return
	}
	switch state, err := s.cancelCode(r.Context(), g.code, in.OrderNo); {
	case errors.Is(err, errGone):
		answer.Code = wire.CodeNotFound
	case err != nil:
		s.answer(w, s.broken(g.code+" cancel", err))
		return
	case state != codeOpen:
		answer.Code = wire.CodeEnded
	}
	s.answer(w, s.signedAnswer(g, answer))
}

// readSigned reads a message whose signature and time are right; otherwise it answers and returns false.
func (s *Server) readSigned(w http.ResponseWriter, r *http.Request, g signedGateway, into any) bool {
	body, read := s.readBody(w, r)
	if !read {
		return false
	}
	if err := g.known(s.credentials).signer().Open(r.Header, body, s.now(), into); err != nil {
		s.answer(w, no(http.StatusUnauthorized, "signature or timestamp is wrong"))
		return false
	}
	return true
}

// sealed is a reply that is signed when it is written.
type sealed struct {
	signer  wire.Signer
	message any
	now     func() time.Time
}

// signedAnswer is an answer, which is signed when it goes out.
func (s *Server) signedAnswer(g signedGateway, a wire.Answer) reply {
	a.Action, a.MerchantNo = wire.ActionAnswer, g.known(s.credentials).MerchantNo
	if a.Code != wire.CodeOK {
		a.Message = map[string]string{
			wire.CodeInvalidAmount: "the amount is too small or no amount", wire.CodeInvalidPayer: "the payer's account is missing",
			wire.CodeInvalidRequest: "a field is missing or wrong", wire.CodeMerchantClosed: "the merchant is closed for now",
			wire.CodeDuplicate: "the order number was used before", wire.CodeEnded: "the order has ended",
			wire.CodeNotFound: "no order has this number", wire.CodeBroken: "try again later",
		}[a.Code]
	}
	return ok(sealed{g.known(s.credentials).signer(), a, s.now})
}

// signedCallback tells the wallet of a payment, or that one was taken back, signed.
func (s *Server) signedCallback(code qrCode, paid qrPayment) callback {
	g := signedGateways[code.Gateway]
	known := g.known(s.credentials)
	message := wire.Notify{Action: wire.ActionNotify, MerchantNo: known.MerchantNo, OrderNo: code.UID, Payment: signedPayment(paid)}
	write := func(signer wire.Signer, message wire.Notify, age time.Duration) func(time.Time) letter {
		return func(at time.Time) letter {
			body, header, err := signer.Seal(message, at.Add(-age))
			if err != nil {
				panic(err) // our own structs and schemes
			}
			return letter{body: body, header: header}
		}
	}
	lie := message // ten times the money, by somebody who does not know the secret
	lie.PaymentNo, lie.Amount = bankNumber(s.now()), formatDecimal(paid.Amount*10, bahtPlaces, bahtPlaces)
	stranger := wire.Signer{Scheme: known.signer().Scheme, Secret: "not the secret"}
	return callback{
		target: g.target(), path: "/hooks" + g.path(),
		letter: write(known.signer(), message, 0),
		forged: write(stranger, lie, 0),
		old:    write(known.signer(), message, 2*wire.DefaultWindow),
	}
}
