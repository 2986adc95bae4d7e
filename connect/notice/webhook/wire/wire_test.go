package wire_test

import (
	"testing"
	"time"

	"krapao/connect/notice/webhook/wire"
)

// The vector of the specification's own libraries.
func TestTheSignatureIsThatOfStandardWebhooks(t *testing.T) {
	t.Parallel()
	key, err := wire.Key("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
	if err != nil {
		t.Fatal(err)
	}
	const id, at, body = "msg_p5jXN8AQM9LWM0D4loKWxJek", "1614265330", `{"test": 2432232314}`
	const want = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="
	if got := wire.Sign(key, id, at, []byte(body)); got != want {
		t.Errorf("the signature is %s", got)
	}
	now := time.Unix(1614265330, 0)
	for name, c := range map[string]struct {
		id, at, signatures, body string
		now                      time.Time
		good                     bool
	}{
		"its own":               {id, at, want, body, now, true},
		"beside another":        {id, at, "v1,AAAA " + want, body, now.Add(wire.Window), true},
		"too old":               {id, at, want, body, now.Add(wire.Window + time.Second), false},
		"of another body":       {id, at, want, body + " ", now, false},
		"of another id":         {id + "x", at, want, body, now, false},
		"without a time":        {id, "", want, body, now, false},
		"without any signature": {id, at, "", body, now, false},
	} {
		if got := wire.Verify(key, c.id, c.at, c.signatures, c.now, []byte(c.body)); got != c.good {
			t.Errorf("%s: %t", name, got)
		}
	}
	for _, short := range []string{"", "whsec_", "whsec_AAAA", "whsec_not base64"} {
		if _, err := wire.Key(short); err == nil {
			t.Errorf("%q is a key", short)
		}
	}
}
