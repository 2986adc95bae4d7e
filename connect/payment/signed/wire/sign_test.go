package wire_test

import (
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"krapao/connect/payment/signed/wire"
)

// Vectors that were computed elsewhere (research/domain.md section 14, and by openssl), so that the signers are not
// compared with themselves.
func TestVectors(t *testing.T) {
	t.Parallel()
	for want, got := range map[string]string{
		"a950a904e929b09dcf87d8c8cc76b13051e5810de49ad76da563de146b0127ce": wire.HMAC(
			"secret", []byte("agentId=1&key=secret&username=abc123&amount=100.00")),
		"d8384f786cf887b525411012f7f0cdf3": wire.MD5(
			"amount=100.00&externalPlayerId=abc123&externalTransactionId=T0001&secureLogin=op" + "secret"),
	} {
		if got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

type message struct {
	B string `json:"b"`
	A string `json:"a"`
	C int    `json:"c"`
	D string `json:"d"`
	E []int  `json:"e,omitempty"`
}

var at = time.Unix(1_700_000_000, 0)

// Each scheme's message written out, with the signature that openssl computes.
func TestSealedMessages(t *testing.T) {
	t.Parallel()
	for scheme, tc := range map[wire.Scheme]struct{ body, header string }{
		// printf '1700000000.{"b":"2","a":"1","c":3,"d":"","e":[1,2]}' | openssl dgst -sha256 -hmac secret
		wire.BodyHMAC: {`{"b":"2","a":"1","c":3,"d":"","e":[1,2]}`, "f2f17d3d65d74c6ec851e91ec5fefd9305c5e3bb5782ac53b12493a2733d40e4"},
		// printf 'a=1&b=2&c=3&e=[1,2]&timestamp=1700000000&key=secret' | openssl md5
		wire.SortedMD5: {
			`{"a":"1","b":"2","c":3,"d":"","e":[1,2],"sign":"aeb45304d29fce47ea89a2d4a6a8f667","timestamp":1700000000}`, "",
		},
		// printf 'a=1&b=2&c=3&e=[1,2]&timestamp=1700000000' | openssl dgst -sha256 -hmac secret
		wire.SortedHMAC: {`{"a":"1","b":"2","c":3,"d":"","e":[1,2],` +
			`"sign":"f6dc809c36b78fbba6c88d72af44ce966909f21a1df1569ec3dfd2c4ca7527f2","timestamp":1700000000}`, ""},
	} {
		body, header, err := wire.Signer{Scheme: scheme, Secret: "secret"}.Seal(message{B: "2", A: "1", C: 3, E: []int{1, 2}}, at)
		if err != nil || string(body) != tc.body || header[wire.HeaderSignature] != tc.header {
			t.Errorf("%s: %s\n%v, %v", scheme, body, header, err)
		}
		if tc.header != "" && header[wire.HeaderTimestamp] != "1700000000" {
			t.Errorf("%s: %v", scheme, header)
		}
	}
	if _, _, err := (wire.Signer{Scheme: "none", Secret: "secret"}).Seal(message{}, at); err == nil || wire.Scheme("none").Valid() {
		t.Error("an unknown scheme signs")
	}
}

func sealed(t testing.TB, s wire.Signer, m any) (http.Header, []byte) {
	t.Helper()
	body, fields, err := s.Seal(m, at)
	if err != nil {
		t.Fatal(err)
	}
	h := http.Header{}
	for name, value := range fields {
		h.Set(name, value)
	}
	return h, body
}

var schemes = []wire.Scheme{wire.BodyHMAC, wire.SortedMD5, wire.SortedHMAC}

// The window is closed on both sides, and its edges are inside.
func TestReplayWindow(t *testing.T) {
	t.Parallel()
	for _, scheme := range schemes {
		s := wire.Signer{Scheme: scheme, Secret: "secret", Window: time.Minute}
		h, body := sealed(t, s, message{A: "1"})
		for off, fits := range map[time.Duration]bool{
			0: true, time.Minute: true, -time.Minute: true, time.Minute + time.Second: false, -time.Minute - time.Second: false,
			365 * 24 * time.Hour: false,
		} {
			var into message
			if err := s.Open(h, body, at.Add(off), &into); (err == nil) != fits || err != nil && !errors.Is(err, wire.ErrSignature) {
				t.Errorf("%s, %s off: %v", scheme, off, err)
			}
		}
	}
}

// Changing any signed character, or using another secret or scheme, breaks the signature.
func TestWhatIsChangedIsNotSigned(t *testing.T) {
	t.Parallel()
	for _, scheme := range schemes {
		s := wire.Signer{Scheme: scheme, Secret: "secret"}
		h, body := sealed(t, s, message{A: "one", B: "two", C: 12345})
		for _, value := range []string{"one", "two", "12345", "1700000000"} {
			changed := strings.Replace(string(body), value, value[:len(value)-1]+"7", 1)
			other := h.Clone()
			if changed == string(body) {
				if other.Get(wire.HeaderTimestamp) == "" {
					continue
				}
				other.Set(wire.HeaderTimestamp, "1700000001")
			}
			var into message
			if err := s.Open(other, []byte(changed), at, &into); !errors.Is(err, wire.ErrSignature) {
				t.Errorf("%s, %s changed: %v", scheme, value, err)
			}
		}
		for _, wrong := range []wire.Signer{{Scheme: scheme, Secret: "secreT"}, {Scheme: scheme}, {Scheme: "none", Secret: "secret"}} {
			if err := wrong.Open(h, body, at, new(message)); !errors.Is(err, wire.ErrSignature) {
				t.Errorf("%s, by %+v: %v", scheme, wrong, err)
			}
		}
	}
}

// A sealed message is read back as it was, whatever its texts contain; a signature in capital letters is accepted.
func TestWhatIsSealedIsRead(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		s := wire.Signer{Scheme: rapid.SampledFrom(schemes).Draw(rt, "scheme"), Secret: rapid.String().Draw(rt, "secret")}
		want := message{
			A: rapid.String().Draw(rt, "a"), B: rapid.StringMatching(`[<>&="\\ก-๙]{0,9}`).Draw(rt, "b"), C: rapid.Int().Draw(rt, "c"),
			E: rapid.SliceOf(rapid.Int()).Draw(rt, "e"),
		}
		body, fields, err := s.Seal(want, at)
		if err != nil {
			rt.Fatal(err)
		}
		h := http.Header{}
		for name, value := range fields {
			h.Set(name, strings.ToUpper(value))
		}
		var got message
		if err := s.Open(h, body, at, &got); err != nil {
			rt.Fatalf("%v: %s", err, body)
		}
		a, _ := json.Marshal(want)
		b, _ := json.Marshal(got)
		if string(a) != string(b) {
			rt.Fatalf("%s read as %s", a, b)
		}
	})
}

// A field that is there twice has no meaning, whoever signed it: the schemes that sort the fields sign only the last one.
func TestAFieldTwiceIsNoMessage(t *testing.T) {
	t.Parallel()
	for _, scheme := range []wire.Scheme{wire.SortedMD5, wire.SortedHMAC} {
		s := wire.Signer{Scheme: scheme, Secret: "secret"}
		h, body := sealed(t, s, message{A: "1", C: 3})
		for _, twice := range []string{`{"c":900,`, `{"C":3,`} {
			changed := strings.Replace(string(body), `{`, twice, 1)
			if err := s.Open(h, []byte(changed), at, new(message)); !errors.Is(err, wire.ErrSignature) {
				t.Errorf("%s: %s: %v", scheme, changed, err)
			}
		}
	}
}

// Open never panics, and reads nothing but a correctly signed message.
func TestOpenNeverPanics(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		s := wire.Signer{Scheme: rapid.SampledFrom(schemes).Draw(rt, "scheme"), Secret: "secret"}
		body := rapid.SliceOf(rapid.Byte()).Draw(rt, "body")
		h := http.Header{wire.HeaderSignature: {rapid.String().Draw(rt, "signature")}, wire.HeaderTimestamp: {"1700000000"}}
		if err := s.Open(h, body, at, new(message)); err == nil {
			rt.Fatalf("opened %q", body)
		}
	})
}
