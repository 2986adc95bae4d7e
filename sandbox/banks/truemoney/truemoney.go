// Package truemoney is TrueMoney as the issuer of gift vouchers, with the shop's page.
package truemoney

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
var tables string

const targetName = "truemoney"

var (
	mobileForm      = regexp.MustCompile(`^0[0-9]{9}$`)
	voucherCodeForm = regexp.MustCompile(`^[A-Za-z0-9_-]{1,128}$`)
)

// Credentials are the mobile number of the wallet that redeems vouchers: the issuer needs nothing else.
type Credentials struct{ Mobile string }

// issuer is TrueMoney as the issuer of gift vouchers.
type issuer struct {
	*core.Frame
	known Credentials
}

// New returns the issuer; known is the wallet that vouchers are redeemed into.
func New(f *core.Frame, known Credentials) core.Protocol {
	s := &issuer{f, known}
	return core.Protocol{
		Name: "truemoney", Tables: tables, Sum: s.sum, Menu: []core.MenuEntry{{Name: "voucher", Dye: "lotus"}},
		Targets: []core.Target{{Name: targetName, Op: opOf}},
		Routes: []core.Route{
			core.Handle("GET /truemoney/campaign/vouchers/{code}/verify", s.handleVerify),
			core.Handle("POST /truemoney/campaign/vouchers/{code}/redeem", s.handleRedeem),
			core.Control(f, "POST /sandbox/truemoney/voucher", s.handleMake),
			core.Handle("GET /voucher", s.pageVoucher),
		},
	}
}

// opOf is the operation that a fault means: verifying a voucher is the issuer's only inquiry.
func opOf(op, mode string) string {
	if op == core.OpVerify {
		return core.OpCheck
	}
	return core.CommonOp(op, mode)
}

// sum adds the shares that the wallet's own number got.
func (s *issuer) sum(ctx context.Context, q core.Querier, into *core.Totals) error {
	return q.QueryRowContext(ctx, `SELECT coalesce(sum(amount), 0) FROM voucher_ticket WHERE mobile = $1`, s.known.Mobile).
		Scan(&into.VouchersRedeemed)
}

// handleVerify describes a voucher to the holder of a mobile number.
func (s *issuer) handleVerify(w http.ResponseWriter, r *http.Request) {
	code, mobile := r.PathValue("code"), r.URL.Query().Get("mobile")
	if !voucherCodeForm.MatchString(code) || !mobileForm.MatchString(mobile) {
		s.Answer(w, refusal(wire.CodeBadParam))
		return
	}
	s.Serve(w, r, core.Call{
		Target: targetName, Op: core.OpCheck, Ref: code,
		Refuse: refusal(wire.CodeExpired), NotFound: refusal(wire.CodeNotFound),
		Apply: func(ctx context.Context) core.Reply {
			v, err := find(ctx, s.DB, code)
			if err != nil {
				return s.failure("verify", err)
			}
			said := s.answerCode(v, mobile)
			if said == wire.CodeOwn {
				return refusal(said)
			}
			return answer(said, s.dataFor(v, mobile))
		},
	})
}

// handleRedeem gives a share to a mobile number, once.
func (s *issuer) handleRedeem(w http.ResponseWriter, r *http.Request) {
	body, read := s.ReadBody(w, r)
	if !read {
		return
	}
	var in wire.Redeem
	code := r.PathValue("code")
	err := json.Unmarshal(body, &in)
	valid := voucherCodeForm.MatchString(code) && mobileForm.MatchString(in.Mobile)
	if err != nil || in.VoucherHash != code || !valid {
		s.Answer(w, refusal(wire.CodeBadParam))
		return
	}
	s.Serve(w, r, core.Call{
		Target: targetName, Op: core.OpMove,
		Refuse: refusal(wire.CodeOutOfStock), NotFound: refusal(wire.CodeNotFound),
		Apply: func(ctx context.Context) core.Reply {
			v, said, err := s.takeShare(ctx, code, in.Mobile)
			switch {
			case err != nil:
				return s.failure("redeem", err)
			case said != wire.CodeSuccess:
				return refusal(said)
			}
			return answer(said, s.dataFor(v, in.Mobile))
		},
	})
}

// answerCode is the issuer's code for a mobile number and a voucher.
func (s *issuer) answerCode(v voucher, mobile string) string {
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

// dataFor is the whole answer. Other people's numbers are masked; the caller's own is not.
func (s *issuer) dataFor(v voucher, mobile string) *wire.Data {
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
			VoucherID: v.Number, AmountBaht: core.BahtText(v.Amount), RedeemedAmountBaht: core.BahtText(v.taken()),
			Member: int(v.People),
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

// answer is an envelope: HTTP 200 with a success, 400 with anything else.
func answer(code string, data *wire.Data) core.Reply {
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

func refusal(code string) core.Reply { return answer(code, nil) }
