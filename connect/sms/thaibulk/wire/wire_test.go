package wire_test

import (
	"encoding/json"
	"testing"

	"krapao/connect/sms/thaibulk/wire"
)

func TestFieldNamesAreThePublishedOnes(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		value any
		want  string
	}{
		"Request": {wire.Request{Key: "k", Secret: "s", Msisdn: "0812345678"}, `{"key":"k","secret":"s","msisdn":"0812345678"}`},
		"RequestReply": {
			wire.RequestReply{Status: "success", Token: "t", Refno: "ABCDE"}, `{"status":"success","token":"t","refno":"ABCDE"}`,
		},
		"Verify": {
			wire.Verify{Key: "k", Secret: "s", Token: "t", Pin: "123456"}, `{"key":"k","secret":"s","token":"t","pin":"123456"}`,
		},
		"VerifyReply": {wire.VerifyReply{Status: "success", Message: "m"}, `{"status":"success","message":"m"}`},
		"Refusal": {
			wire.Refusal{Code: 400, Errors: []wire.RefusalError{{Message: "m"}}}, `{"code":400,"errors":[{"message":"m"}]}`,
		},
	} {
		got, err := json.Marshal(tc.value)
		if err != nil || string(got) != tc.want {
			t.Errorf("%s: got %s, %v; want %s", name, got, err, tc.want)
		}
	}
}
