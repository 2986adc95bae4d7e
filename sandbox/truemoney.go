package sandbox

import (
	"context"
	"encoding/json"
	"net/http"
	"regexp"
	"strconv"

	"krapao/connect/truemoney/wire"
)

const targetTrueMoney = "truemoney"

var (
	mobileForm      = regexp.MustCompile(`^0[0-9]{9}$`)
	voucherCodeForm = regexp.MustCompile(`^[A-Za-z0-9_-]{1,128}$`)
)

func (s *Server) routeTrueMoney(mux *http.ServeMux) {
	mux.HandleFunc("GET /truemoney/campaign/vouchers/{code}/verify", s.voucherVerify)
	mux.HandleFunc("POST /truemoney/campaign/vouchers/{code}/redeem", s.voucherRedeem)
}

// voucherVerify tells what there is to know of a voucher, to the holder of a mobile number.
func (s *Server) voucherVerify(w http.ResponseWriter, r *http.Request) {
	code, mobile := r.PathValue("code"), r.URL.Query().Get("mobile")
	if !voucherCodeForm.MatchString(code) || !mobileForm.MatchString(mobile) {
		s.answer(w, voucherRefusal(wire.CodeBadParam))
		return
	}
	s.serve(w, r, exchange{
		target: targetTrueMoney, op: opCheck, ref: code,
		refuse: voucherRefusal(wire.CodeExpired), notFound: voucherRefusal(wire.CodeNotFound),
		apply: func(ctx context.Context) reply {
			v, err := readVoucher(ctx, s.db, code)
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
func (s *Server) voucherRedeem(w http.ResponseWriter, r *http.Request) {
	body, read := s.readBody(w, r)
	if !read {
		return
	}
	var in wire.Redeem
	code := r.PathValue("code")
	if json.Unmarshal(body, &in) != nil || in.VoucherHash != code || !voucherCodeForm.MatchString(code) || !mobileForm.MatchString(in.Mobile) {
		s.answer(w, voucherRefusal(wire.CodeBadParam))
		return
	}
	s.serve(w, r, exchange{
		target: targetTrueMoney, op: opMove,
		refuse: voucherRefusal(wire.CodeOutOfStock), notFound: voucherRefusal(wire.CodeNotFound),
		apply: func(ctx context.Context) reply {
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
func (s *Server) voucherState(v voucher, mobile string) string {
	switch {
	case v.ticket(mobile) != nil:
		return wire.CodeTaken
	case v.owner == mobile:
		return wire.CodeOwn
	case !s.now().Before(v.ExpiresAt):
		return wire.CodeExpired
	case v.left() == 0:
		return wire.CodeOutOfStock
	}
	return wire.CodeSuccess
}

// voucherData is the whole answer. Other people's numbers are masked; one's own is not.
func (s *Server) voucherData(v voucher, mobile string) *wire.Data {
	kind := wire.TypeRandom
	if v.People > 1 {
		kind = wire.TypeFixed
	}
	status := wire.StatusActive
	switch {
	case v.left() == 0:
		status = wire.StatusRedeemed
	case !s.now().Before(v.ExpiresAt):
		status = wire.StatusExpired
	}
	data := &wire.Data{
		Voucher: &wire.Voucher{
			VoucherID: v.Number, AmountBaht: bahtText(v.Amount), RedeemedAmountBaht: bahtText(v.taken()), Member: int(v.People),
			Status: status, Link: v.Link(), ExpireDate: v.ExpiresAt.UnixMilli(), Type: kind,
			Redeemed: len(v.Tickets), Available: int(v.left()),
		},
		OwnerProfile:    &wire.Owner{FullName: "PLAY M***"},
		RedeemerProfile: &wire.Redeemer{MobileNumber: mobile},
		Tickets:         []wire.Ticket{},
	}
	for _, t := range v.Tickets {
		one := wire.Ticket{
			Mobile: t.Mobile, AmountBaht: bahtText(t.Amount), FullName: "PLAY M***",
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

func bahtText(satang int64) string { return formatDecimal(satang, bahtPlaces, bahtPlaces) }

// voucherAnswer is an envelope: HTTP 200 with a success, 400 with anything else.
func voucherAnswer(code string, data *wire.Data) reply {
	status := http.StatusBadRequest
	if code == wire.CodeSuccess {
		status = http.StatusOK
	}
	text := map[string]string{
		wire.CodeSuccess: "success", wire.CodeOutOfStock: "Voucher ticket is out of stock.", wire.CodeExpired: "Voucher is expired.",
		wire.CodeNotFound: "Voucher doesn't exist.", wire.CodeTaken: "Target user have already redeemed",
		wire.CodeOwn: "Cannot redeem voucher by yourself.", wire.CodeBadParam: "Bad parameter.",
	}[code]
	return reply{status, wire.Envelope{Status: wire.Status{Code: code, Message: text}, Data: data}}
}

func voucherRefusal(code string) reply { return voucherAnswer(code, nil) }
