package sandbox

import (
	"context"
	_ "embed" // truemoney.sql
	"encoding/json"
	"net/http"
	"regexp"
	"strconv"

	"krapao/connect/truemoney/wire"
	"krapao/sandbox/core"
)

//go:embed truemoney.sql
var voucherTables string

const targetTrueMoney = "truemoney"

var (
	mobileForm      = regexp.MustCompile(`^0[0-9]{9}$`)
	voucherCodeForm = regexp.MustCompile(`^[A-Za-z0-9_-]{1,128}$`)
)

// TrueMoneyCredentials are the mobile number of the house's own wallet: the issuer asks for nothing else.
type TrueMoneyCredentials struct{ Mobile string }

// issuer is TrueMoney as the issuer of gift vouchers.
type issuer struct {
	*core.Frame
	known TrueMoneyCredentials
}

func newTrueMoney(f *core.Frame, known TrueMoneyCredentials) core.Protocol {
	s := &issuer{f, known}
	return core.Protocol{
		Name: "truemoney", Tables: voucherTables, Sum: s.sum, Doors: []core.Door{{Name: "voucher", Dye: "lotus"}},
		Targets: []core.Target{{Name: targetTrueMoney, Op: voucherOp}},
		Routes: []core.Route{
			core.Handle("GET /truemoney/campaign/vouchers/{code}/verify", s.voucherVerify),
			core.Handle("POST /truemoney/campaign/vouchers/{code}/redeem", s.voucherRedeem),
			core.Control(f, "POST /sandbox/truemoney/voucher", s.handleVoucher),
			core.Handle("GET /voucher", s.pageVoucher),
		},
	}
}

// voucherOp is the operation that a fault means: to verify a voucher is the issuer's only question.
func voucherOp(op, mode string) string {
	if op == core.OpVerify {
		return core.OpCheck
	}
	return core.CommonOp(op, mode)
}

// sum adds what the wallet's own number got.
func (s *issuer) sum(ctx context.Context, q core.Querier, into *core.Totals) error {
	return q.QueryRowContext(ctx, `SELECT coalesce(sum(amount), 0) FROM voucher_ticket WHERE mobile = $1`, s.known.Mobile).
		Scan(&into.VouchersRedeemed)
}

// voucherVerify answers what there is to know of a voucher to the holder of a mobile number.
func (s *issuer) voucherVerify(w http.ResponseWriter, r *http.Request) {
	code, mobile := r.PathValue("code"), r.URL.Query().Get("mobile")
	if !voucherCodeForm.MatchString(code) || !mobileForm.MatchString(mobile) {
		s.Answer(w, voucherRefusal(wire.CodeBadParam))
		return
	}
	s.Serve(w, r, core.Call{
		Target: targetTrueMoney, Op: core.OpCheck, Ref: code,
		Refuse: voucherRefusal(wire.CodeExpired), NotFound: voucherRefusal(wire.CodeNotFound),
		Apply: func(ctx context.Context) core.Reply {
			v, err := readVoucher(ctx, s.DB, code)
			if err != nil {
				return s.voucherFailure("verify", err)
			}
			said := s.voucherState(v, mobile)
			if said == wire.CodeOwn {
				return voucherRefusal(said)
			}
			return voucherAnswer(said, s.voucherData(v, mobile))
		},
	})
}

// voucherRedeem gives a share to a mobile number, once.
func (s *issuer) voucherRedeem(w http.ResponseWriter, r *http.Request) {
	body, read := s.ReadBody(w, r)
	if !read {
		return
	}
	var in wire.Redeem
	code := r.PathValue("code")
	if json.Unmarshal(body, &in) != nil || in.VoucherHash != code || !voucherCodeForm.MatchString(code) || !mobileForm.MatchString(in.Mobile) {
		s.Answer(w, voucherRefusal(wire.CodeBadParam))
		return
	}
	s.Serve(w, r, core.Call{
		Target: targetTrueMoney, Op: core.OpMove,
		Refuse: voucherRefusal(wire.CodeOutOfStock), NotFound: voucherRefusal(wire.CodeNotFound),
		Apply: func(ctx context.Context) core.Reply {
			v, said, err := s.takeShare(ctx, code, in.Mobile)
			switch {
			case err != nil:
				return s.voucherFailure("redeem", err)
			case said != wire.CodeSuccess:
				return voucherRefusal(said)
			}
			return voucherAnswer(said, s.voucherData(v, in.Mobile))
		},
	})
}

// voucherState is what the issuer says to a mobile number that asks about a voucher.
func (s *issuer) voucherState(v voucher, mobile string) string {
	switch {
	case v.ticket(mobile) != nil:
		return wire.CodeTaken
	case v.owner == mobile:
		return wire.CodeOwn
	case !s.Now().Before(v.ExpiresAt):
		return wire.CodeExpired
	case v.left() == 0:
		return wire.CodeOutOfStock
	}
	return wire.CodeSuccess
}

// voucherData is the whole answer. Other people's numbers are masked; one's own is not.
func (s *issuer) voucherData(v voucher, mobile string) *wire.Data {
	kind := wire.TypeRandom
	if v.People > 1 {
		kind = wire.TypeFixed
	}
	status := wire.StatusActive
	switch {
	case v.left() == 0:
		status = wire.StatusRedeemed
	case !s.Now().Before(v.ExpiresAt):
		status = wire.StatusExpired
	}
	data := &wire.Data{
		Voucher: &wire.Voucher{
			VoucherID: v.Number, AmountBaht: core.BahtText(v.Amount), RedeemedAmountBaht: core.BahtText(v.taken()), Member: int(v.People),
			Status: status, Link: v.Link(), ExpireDate: v.ExpiresAt.UnixMilli(), Type: kind,
			Redeemed: len(v.Tickets), Available: int(v.left()),
		},
		OwnerProfile:    &wire.Owner{FullName: "PLAY M***"},
		RedeemerProfile: &wire.Redeemer{MobileNumber: mobile},
		Tickets:         []wire.Ticket{},
	}
	for _, t := range v.Tickets {
		one := wire.Ticket{
			Mobile: t.Mobile, AmountBaht: core.BahtText(t.Amount), FullName: "PLAY M***",
			UpdateDate: json.Number(strconv.FormatInt(t.TakenAt.UnixMilli(), 10)),
		}
		if t.Mobile == mobile {
			mine := one
			data.MyTicket = &mine
		} else {
			one.Mobile = one.Mobile[:3] + "-xxx-" + one.Mobile[6:]
		}
		data.Tickets = append(data.Tickets, one)
	}
	return data
}

// voucherAnswer is an envelope: HTTP 200 with a success, 400 with anything else.
func voucherAnswer(code string, data *wire.Data) core.Reply {
	status := http.StatusBadRequest
	if code == wire.CodeSuccess {
		status = http.StatusOK
	}
	text := map[string]string{
		wire.CodeSuccess: "success", wire.CodeOutOfStock: "Voucher ticket is out of stock.", wire.CodeExpired: "Voucher is expired.",
		wire.CodeNotFound: "Voucher doesn't exist.", wire.CodeTaken: "Target user have already redeemed",
		wire.CodeOwn: "Cannot redeem voucher by yourself.", wire.CodeBadParam: "Bad parameter.",
	}[code]
	return core.Reply{Status: status, Body: wire.Envelope{Status: wire.Status{Code: code, Message: text}, Data: data}}
}

func voucherRefusal(code string) core.Reply { return voucherAnswer(code, nil) }
