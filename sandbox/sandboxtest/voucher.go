package sandboxtest

import (
	"encoding/json"
	"net/http"
	"strings"

	"krapao/connect/truemoney/wire"
)

// Voucher is the body of POST /sandbox/truemoney/voucher.
type Voucher struct {
	Amount  json.Number `json:"amount"`
	People  int         `json:"people,omitempty"`
	Expired bool        `json:"expired,omitempty"`
	Used    bool        `json:"used,omitempty"`
	Own     bool        `json:"own,omitempty"`
}

// Voucher makes a gift voucher and returns its link.
func (s *Sandbox) Voucher(v Voucher) string {
	s.t.Helper()
	var answer struct{ Link string }
	s.Call(http.MethodPost, "/sandbox/truemoney/voucher", v, http.StatusOK, &answer)
	return answer.Link
}

// TakeVoucher redeems a share of a voucher for somebody's mobile number, by the issuer's own protocol.
func (s *Sandbox) TakeVoucher(link, mobile string) {
	s.t.Helper()
	code := VoucherCode(link)
	redeem := wire.Redeem{Mobile: mobile, VoucherHash: code}
	s.Call(http.MethodPost, "/truemoney"+wire.PathRedeem(code), redeem, http.StatusOK, nil)
}

// VoucherCode returns the code in a link.
func VoucherCode(link string) string {
	_, code, _ := strings.Cut(link, "?v=")
	return code
}
