package clienttest

import (
	"encoding/json"
	"net/http"
	"testing"

	"krapao/connect/truemoney/wire"
	"krapao/sandbox"
	"krapao/sandbox/sandboxtest"
)

// RedeemVoucher makes a voucher of one baht and redeems it as the wallet does.
func RedeemVoucher(t *testing.T, s *sandboxtest.Sandbox, client *http.Client) (int, []byte, error) {
	t.Helper()
	code := sandboxtest.VoucherCode(s.Voucher(sandboxtest.Voucher{Amount: "1"}))
	return RedeemAs(t, s, client, code, sandbox.DemoCredentials().TrueMoney.Mobile)
}

// RedeemAs redeems a share of a voucher for a mobile number.
func RedeemAs(t *testing.T, s *sandboxtest.Sandbox, client *http.Client, code, mobile string) (int, []byte, error) {
	t.Helper()
	body, err := json.Marshal(wire.Redeem{Mobile: mobile, VoucherHash: code})
	if err != nil {
		t.Fatal(err)
	}
	return Send(t, client, http.MethodPost, s.URL+"/truemoney"+wire.PathRedeem(code), body, nil)
}
