// Package signed is the sandbox's side of WW and FP, two gateways with one protocol, each with its own signature
// scheme.
package signed

import (
	"context"
	"errors"
	"net/http"
	"regexp"
	"strings"
	"time"

	"krapao/connect/payment/signed/wire"
	"krapao/internal/clock"
	"krapao/sandbox/banks/qr"
	"krapao/sandbox/banks/thaibank"
	"krapao/sandbox/core"
)

// WW and FP have one protocol, each with its own signature scheme.
const (
	gatewayWW = "WW"
	gatewayFP = "FP"
)

// Credentials are a merchant's credentials at a signed gateway. The secret signs both ways, by a scheme of its package
// wire.
type Credentials struct{ MerchantNo, Scheme, Secret string }

// gateway is one of them.
type gateway struct {
	*qr.Codes
	Terms
	known  Credentials
	target string
}

// Terms are a gateway's terms.
type Terms struct {
	code, biller string
	// minimum is the smallest amount of a code, in satang.
	minimum int64
	life    time.Duration
}

// Terms of the two gateways.
var (
	WW = Terms{gatewayWW, "010555600000012", 100_00, 15 * time.Minute}
	FP = Terms{gatewayFP, "010555800000047", 10_00, 5 * time.Minute}
)

// New adds the gateway to the codes.
func New(q *qr.Codes, terms Terms, known Credentials) core.Protocol {
	faults := qr.Target(terms.code)
	g := &gateway{Codes: q, Terms: terms, known: known, target: faults.Name}
	q.Add(qr.Gateway{Code: g.code, Callback: g.callback})
	return core.Protocol{
		Name: strings.ToLower(g.code), Targets: []core.Target{faults},
		Routes: []core.Route{
			core.Handle("POST "+g.path()+wire.PathCreate, g.handleCreate),
			core.Handle("POST "+g.path()+wire.PathQuery, g.handleQuery),
			core.Handle("POST "+g.path()+wire.PathCancel, g.handleCancel),
		},
	}
}

func (t Terms) path() string { return "/" + strings.ToLower(t.code) }

// signer returns the signer that both sides use.
func (c Credentials) signer() wire.Signer {
	return wire.Signer{Scheme: wire.Scheme(c.Scheme), Secret: c.Secret}
}

// orderForm is the form of a merchant's reference that these gateways accept.
var orderForm = regexp.MustCompile(`^[A-Za-z0-9]{1,32}$`)

func (g *gateway) handleCreate(w http.ResponseWriter, r *http.Request) {
	var in wire.Create
	if !g.read(w, r, &in) {
		return
	}
	code, fault := g.newCode(in)
	if in.Action != wire.ActionCreate || in.MerchantNo != g.known.MerchantNo {
		fault = wire.CodeInvalidRequest
	}
	if fault != "" {
		g.Answer(w, g.signedReply(wire.Answer{Code: fault, OrderNo: in.OrderNo}))
		return
	}
	g.Serve(w, r, core.Call{
		Target: g.target, Op: core.OpCreate,
		Refuse:   g.signedReply(wire.Answer{Code: wire.CodeMerchantClosed, OrderNo: in.OrderNo}),
		NotFound: g.signedReply(wire.Answer{Code: wire.CodeBroken, OrderNo: in.OrderNo}),
		Apply: func(ctx context.Context) core.Reply {
			switch err := g.Create(ctx, &code); {
			case errors.Is(err, qr.ErrTaken):
				return g.signedReply(wire.Answer{Code: wire.CodeDuplicate, OrderNo: in.OrderNo})
			case err != nil:
				return g.Broken(g.code+" create", err)
			}
			return g.signedReply(wire.Answer{
				Code: wire.CodeOK, OrderNo: code.UID, GatewayNo: gatewayNo(code), Amount: in.Amount, Currency: wire.CurrencyBaht,
				QRCode: code.Payload, ExpiresAt: code.EndsAt.Unix(), Status: wire.StatusOpen,
			})
		},
	})
}

// newCode checks an order and returns the requested code, or an error code.
func (t Terms) newCode(in wire.Create) (code qr.Code, fault string) {
	amount, err := core.ParseDecimal(in.Amount, core.BahtPlaces)
	switch {
	case !orderForm.MatchString(in.OrderNo) || in.Currency != wire.CurrencyBaht:
		return code, wire.CodeInvalidRequest
	case err != nil || amount < t.minimum:
		return code, wire.CodeInvalidAmount
	case in.PayerAccount == "" || in.PayerBank == "" || in.PayerName == "":
		return code, wire.CodeInvalidPayer
	}
	return qr.Code{
		Gateway: t.code, UID: in.OrderNo, Amount: amount, Reference1: in.OrderNo,
		Payload: thaibank.BillPayment(t.biller, in.OrderNo, amount),
		Payer:   in.PayerBank + " " + in.PayerAccount, PayerName: in.PayerName, Life: t.life,
	}, ""
}

// gatewayNo is the gateway's own number of a code.
func gatewayNo(code qr.Code) string {
	return code.Gateway + code.CreatedAt.In(clock.Bangkok).Format("060102") + strings.ToUpper(code.UID)
}

// handleQuery reports the true state of a code and all its payments.
func (g *gateway) handleQuery(w http.ResponseWriter, r *http.Request) {
	var in wire.Order
	if !g.read(w, r, &in) {
		return
	}
	if in.Action != wire.ActionQuery || in.MerchantNo != g.known.MerchantNo {
		g.Answer(w, g.signedReply(wire.Answer{Code: wire.CodeInvalidRequest, OrderNo: in.OrderNo}))
		return
	}
	notFound := g.signedReply(wire.Answer{Code: wire.CodeNotFound, OrderNo: in.OrderNo})
	g.Serve(w, r, core.Call{
		Target: g.target, Op: core.OpCheck, Ref: in.OrderNo, NotFound: notFound,
		Refuse: g.signedReply(wire.Answer{Code: wire.CodeMerchantClosed, OrderNo: in.OrderNo}),
		Apply: func(ctx context.Context) core.Reply {
			code, err := g.Find(ctx, g.code, in.OrderNo)
			switch {
			case errors.Is(err, core.ErrNotFound):
				return notFound
			case err != nil:
				return g.Broken(g.code+" query", err)
			}
			return g.signedReply(answerAbout(code, g.Now()))
		},
	})
}

func answerAbout(code qr.Code, now time.Time) wire.Answer {
	a := wire.Answer{
		Code: wire.CodeOK, OrderNo: code.UID, GatewayNo: gatewayNo(code), Currency: wire.CurrencyBaht,
		Amount: core.FormatDecimal(code.Amount, core.BahtPlaces, core.BahtPlaces), ExpiresAt: code.EndsAt.Unix(),
		Status: map[string]string{
			qr.StatePaid: wire.StatusPaid, qr.StateCancelled: wire.StatusCancelled,
			qr.StateExpired: wire.StatusExpired, qr.StateOpen: wire.StatusOpen,
		}[code.State(now)],
	}
	for _, one := range code.Payments {
		a.Payments = append(a.Payments, paymentOf(one))
	}
	return a
}

func paymentOf(one qr.Payment) wire.Payment {
	p := wire.Payment{
		PaymentNo: one.TxnNo, Amount: core.FormatDecimal(one.Amount, core.BahtPlaces, core.BahtPlaces), Status: wire.PaymentDone,
		PaidAt: one.PaidAt.Unix(), PayerBank: one.FromBank, PayerAccount: one.FromAccount, PayerName: one.FromName,
		BankRef: one.TxnNo,
	}
	if !one.Arrived() {
		p.Status, p.ReversedAt = wire.PaymentReversed, one.FatedAt.Unix()
	}
	return p
}

// handleCancel cancels an open code.
func (g *gateway) handleCancel(w http.ResponseWriter, r *http.Request) {
	var in wire.Order
	if !g.read(w, r, &in) {
		return
	}
	answer := wire.Answer{Code: wire.CodeOK, OrderNo: in.OrderNo}
	if in.Action != wire.ActionCancel || in.MerchantNo != g.known.MerchantNo {
		answer.Code = wire.CodeInvalidRequest
		g.Answer(w, g.signedReply(answer))
		return
	}
	switch state, err := g.Cancel(r.Context(), g.code, in.OrderNo); {
	case errors.Is(err, core.ErrNotFound):
		answer.Code = wire.CodeNotFound
	case err != nil:
		g.Answer(w, g.Broken(g.code+" cancel", err))
		return
	case state != qr.StateOpen:
		answer.Code = wire.CodeEnded
	}
	g.Answer(w, g.signedReply(answer))
}

// read reads a message whose signature and time are right; otherwise it answers and returns false.
func (g *gateway) read(w http.ResponseWriter, r *http.Request, into any) bool {
	body, read := g.ReadBody(w, r)
	if !read {
		return false
	}
	if err := g.known.signer().Open(r.Header, body, g.Now(), into); err != nil {
		g.Answer(w, core.No(http.StatusUnauthorized, "signature or timestamp is wrong"))
		return false
	}
	return true
}

// sealed is a reply's body that is signed when it is written.
type sealed struct {
	signer  wire.Signer
	message any
	now     func() time.Time
}

func (s sealed) Write(header http.Header) ([]byte, error) {
	body, signature, err := s.signer.Seal(s.message, s.now())
	for name, value := range signature {
		header.Set(name, value)
	}
	return body, err
}

// signedReply is an answer that is signed when it is sent.
func (g *gateway) signedReply(a wire.Answer) core.Reply {
	a.Action, a.MerchantNo = wire.ActionAnswer, g.known.MerchantNo
	if a.Code != wire.CodeOK {
		a.Message = map[string]string{
			wire.CodeInvalidAmount: "the amount is too small or no amount", wire.CodeInvalidPayer: "the payer's account is missing",
			wire.CodeInvalidRequest: "a field is missing or wrong", wire.CodeMerchantClosed: "the merchant is closed for now",
			wire.CodeDuplicate: "the order number was used before", wire.CodeEnded: "the order has ended",
			wire.CodeNotFound: "no order has this number", wire.CodeBroken: "try again later",
		}[a.Code]
	}
	return core.OK(sealed{g.known.signer(), a, g.Now})
}

// callback notifies the wallet of a payment, or that one was taken back, signed.
func (g *gateway) callback(code qr.Code, paid qr.Payment) core.Callback {
	known := g.known
	message := wire.Notify{Action: wire.ActionNotify, MerchantNo: known.MerchantNo, OrderNo: code.UID, Payment: paymentOf(paid)}
	write := func(signer wire.Signer, message wire.Notify, age time.Duration) func(time.Time) core.Payload {
		return func(at time.Time) core.Payload {
			body, header, err := signer.Seal(message, at.Add(-age))
			if err != nil {
				panic(err) // our own structs and schemes
			}
			return core.Payload{Body: body, Header: header}
		}
	}
	lie := message // ten times the money, signed without the secret
	lie.PaymentNo = thaibank.TransactionNumber(g.Now())
	lie.Amount = core.FormatDecimal(paid.Amount*10, core.BahtPlaces, core.BahtPlaces)
	stranger := wire.Signer{Scheme: known.signer().Scheme, Secret: "not the secret"}
	return core.Callback{
		Target: g.target, Path: "/hooks" + g.path(),
		Payload: write(known.signer(), message, 0),
		Forged:  write(stranger, lie, 0),
		Old:     write(known.signer(), message, 2*wire.DefaultWindow),
	}
}
