package wire_test

import (
	"encoding/json"
	"testing"

	"krapao/connect/provider/amb/wire"
)

// research/domain.md section 14.
func TestSignVector(t *testing.T) {
	t.Parallel()
	body := []byte(`{"agentUsername":"op","username":"abc123","amount":100,"txid":"T0001"}`)
	const want = "hmJEU4WnkMA6Y/N0FbIpoA7/hN8PHeSB12SRplKn50VSSCFwn26TwK+ugqP/WDPXtQxe22WxDK3LppuSYsyngQ=="
	if got, err := wire.Sign("secret", body); err != nil || got != want {
		t.Errorf("Sign = %s, %v; want %s", got, err, want)
	}
	if !wire.Verify("secret", want, body) {
		t.Error("Verify refused the right signature")
	}
	if wire.Verify("secret", want, append(body, ' ')) || wire.Verify("Secret", want, body) || wire.Verify("secret", "", body) {
		t.Error("Verify accepted a wrong one")
	}
}

// A cached signature of one secret and body is never used for another.
func TestSignaturesThatAreKept(t *testing.T) {
	t.Parallel()
	of := map[string][2]string{}
	for range 2 {
		for _, one := range [][2]string{{"s", "1 body"}, {"s1", " body"}, {"s1 ", "body"}, {"", "s1 body"}, {"s1 body", ""}} {
			got, err := wire.Sign(one[0], []byte(one[1]))
			if other, seen := of[got]; err != nil || seen && other != one {
				t.Errorf("%q has the signature of %q, %v", one, other, err)
			}
			of[got] = one
		}
	}
	if len(of) != 5 {
		t.Errorf("%d signatures", len(of))
	}
}

func TestFieldNamesAreThePublishedOnes(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		value any
		want  string
	}{
		"Create":   {wire.Create{Username: "u", Password: "p", Agent: "a"}, `{"username":"u","password":"p","agent":"a"}`},
		"Balance":  {wire.Account{Username: "u", Agent: "a"}, `{"username":"u","agent":"a"}`},
		"Move":     {wire.Move{Username: "u", Amount: "100.5", Agent: "a"}, `{"username":"u","amount":100.5,"agent":"a"}`},
		"Password": {wire.Password{Username: "u", NewPassword: "p", Agent: "a"}, `{"username":"u","newPassword":"p","agent":"a"}`},
		"Report": {
			wire.Report{Agent: "a", StartDate: "2021-10-21", EndDate: "2021-10-22", UserList: []string{"u"}, Page: 4, Limit: 100},
			`{"agent":"a","startDate":"2021-10-21","endDate":"2021-10-22","userList":["u"],"page":4,"limit":100}`,
		},
		"MoveReply": {
			wire.Reply[wire.MoveData]{Data: &wire.MoveData{Balance: wire.Change{Before: "0", After: "100.5"}}},
			`{"status":{"code":0,"message":""},"data":{"balance":{"before":0,"after":100.5}}}`,
		},
	} {
		got, err := json.Marshal(tc.value)
		if err != nil || string(got) != tc.want {
			t.Errorf("%s: got %s, %v; want %s", name, got, err, tc.want)
		}
	}
}
