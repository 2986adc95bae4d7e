package wire_test

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"krapao/connect/payment/kbank/wire"
)

// The published examples must be read into our structs without losing a field.
func TestPublishedExamples(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		example string
		into    any
	}{
		"Request": {`{"partnerTxnUid":"RGH001030118001","partnerId":"POS001","partnerSecret":"PPsaiu",
			"requestDt":"2018-01-03T12:30:00+07:00","merchantId":"KB514287431738","terminalId":"term1","qrType":"3",
			"txnAmount":100.50,"txnCurrencyCode":"THB","reference1":"INV001"}`, new(wire.Request)},
		"Reply": {`{"partnerTxnUid":"QRH001030118001","partnerId":"POS001","statusCode":"00","errorCode":null,"errorDesc":null,
			"accountName":"Somchai","qrCode":"000201"}`, new(wire.Reply)},
		"Inquiry": {`{"partnerTxnUid":"INQ001030118001","partnerId":"POS001","partnerSecret":"PPsaiu",
			"requestDt":"2018-11-15T13:56:38+07:00","merchantId":"KB000000264544","terminalId":"","qrType":"3",
			"origPartnerTxnUid":"QRH001030118001"}`, new(wire.Original)},
		"Callback": {`{"partnerTxnUid":"QRH001030118001","partnerId":"POS001","statusCode":"00","errorCode":null,"errorDesc":null,
			"merchantId":"BEV06000080200","txnAmount":100.5,"txnCurrencyCode":"THB","loyaltyId":"00199100000",
			"txnNo":"201802080035496","additionalInfo":"-"}`, new(wire.Callback)},
		"CallbackReply": {`{"statusCode":"00","errorCode":null,"errorDesc":null}`, new(wire.CallbackReply)},
	} {
		if err := json.Unmarshal([]byte(tc.example), tc.into); err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		written, err := json.Marshal(tc.into)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		var want, got map[string]any
		_ = json.Unmarshal([]byte(tc.example), &want)
		_ = json.Unmarshal(written, &got)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: (-published +ours)\n%s", name, diff)
		}
	}
}
