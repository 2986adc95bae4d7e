package wire_test

import (
	"encoding/json"
	"net/url"
	"testing"

	"krapao/connect/provider/pg/wire"
)

// Nothing is signed, so every body is fixed byte for byte, by the fields of the source.
func TestBodies(t *testing.T) {
	t.Parallel()
	player := func(more ...string) url.Values {
		fields := url.Values{wire.FieldPlayer: {"kabc12345678"}}
		for n := 0; n < len(more); n += 2 {
			fields.Set(more[n], more[n+1])
		}
		return fields
	}
	for name, c := range map[string]struct {
		fields url.Values
		want   string
	}{
		"Create": {
			player(wire.FieldNickname, "kabc12345678", wire.FieldCurrency, "THB"),
			"currency=THB&nickname=kabc12345678&operator_token=op&player_name=kabc12345678&secret_key=se%26cret",
		},
		"Wallet": {player(), "operator_token=op&player_name=kabc12345678&secret_key=se%26cret"},
		"Transfer": {
			player(wire.FieldAmount, "100.00", wire.FieldReference, "t0001", wire.FieldCurrency, "THB"),
			"amount=100.00&currency=THB&operator_token=op&player_name=kabc12345678&secret_key=se%26cret&transfer_reference=t0001",
		},
		"Transaction": {
			player(wire.FieldReference, "t0001"),
			"operator_token=op&player_name=kabc12345678&secret_key=se%26cret&transfer_reference=t0001",
		},
		"Login": {
			player(wire.FieldSession, "s1", wire.FieldOperatorSession, "s1", wire.FieldCurrency, "THB"),
			"currency=THB&operator_player_session=s1&operator_token=op&player_name=kabc12345678&player_session=s1&secret_key=se%26cret",
		},
		"History": {
			url.Values{
				wire.FieldCount: {"1500"}, wire.FieldBetType: {wire.RealGame},
				wire.FieldRowVersion: {"1"}, wire.FieldHandsStatus: {wire.AllHands},
			},
			"bet_type=1&count=1500&hands_status=0&operator_token=op&row_version=1&secret_key=se%26cret",
		},
	} {
		if got := string(wire.Body("op", "se&cret", c.fields)); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}

// A field of a call can't replace the operator's own by accident, and the caller's map is not changed.
func TestBodyLeavesFields(t *testing.T) {
	t.Parallel()
	fields := url.Values{wire.FieldPlayer: {"k"}}
	wire.Body("op", "secret", fields)
	if len(fields) != 1 {
		t.Errorf("Body changed the fields: %v", fields)
	}
}

// The sources show codes and amounts as texts where others show numbers.
func TestReplies(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		`{"data":null,"error":{"code":"3040","message":"m","traceId":"t"}}`: "3040",
		`{"error":{"code":3101,"message":"m"}}`:                             "3101",
	} {
		var reply wire.Reply[wire.Transaction]
		err := json.Unmarshal([]byte(text), &reply)
		if err != nil || reply.Data != nil || reply.Error == nil || reply.Error.Code.String() != want {
			t.Errorf("%s: %+v, %v", text, reply, err)
		}
	}
	for _, text := range []string{
		`{"data":{"transactionId":"9","playerName":"k","transactionType":"100","transactionAmount":"7.50"},"error":null}`,
		`{"data":{"transactionId":9,"playerName":"k","transactionType":100,"transactionAmount":7.50}}`,
	} {
		var reply wire.Reply[wire.Transaction]
		err := json.Unmarshal([]byte(text), &reply)
		if err != nil || reply.Data.ID != "9" || reply.Data.Kind != wire.KindTransferIn || reply.Data.Amount != "7.50" {
			t.Errorf("%s: %+v, %v", text, reply, err)
		}
	}
	for text, want := range map[string]wire.Flag{
		`1`: true, `"1"`: true, `true`: true, `0`: false, `"0"`: false, `false`: false, `null`: false,
	} {
		var reply wire.Action
		if err := json.Unmarshal([]byte(`{"action_result":`+text+`}`), &reply); err != nil || reply.Result != want {
			t.Errorf("action_result %s: %v, %v", text, reply.Result, err)
		}
	}
}

func TestLaunchURL(t *testing.T) {
	t.Parallel()
	for lang, want := range map[string]string{
		"th": "https://m.example/lobby/index.html?btt=1&l=th&ops=a%2B1&ot=op",
		"lo": "https://m.example/lobby/index.html?btt=1&l=en&ops=a%2B1&ot=op",
	} {
		if got := wire.LaunchURL("https://m.example", "lobby", "op", "a+1", lang); got != want {
			t.Errorf("%s: %s, want %s", lang, got, want)
		}
	}
}
