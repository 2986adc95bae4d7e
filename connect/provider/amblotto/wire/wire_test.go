package wire_test

import (
	"encoding/json"
	"testing"

	"krapao/connect/provider/amblotto/wire"
)

// The first is from research/domain.md section 14; all were computed by another program, with the key "secret".
func TestSignatures(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ got, want string }{
		"Move of the research": {
			wire.SignMove("secret", "1", "abc123", "100.00"), "a950a904e929b09dcf87d8c8cc76b13051e5810de49ad76da563de146b0127ce",
		},
		"Move": {
			wire.SignMove("secret", "OP", "ABC123", "100.00"), "60464cdc8bc81f29ebee4e1eb251c3467fba10eb9aa706e4e842a25c37263e8b",
		},
		"Credit": {
			wire.SignCredit("secret", "op", "abc123"), "cb0e30d338d3c252e111eb29392d414c0ee6cdae2cb020755ebcc90ceb20de89",
		},
		"Turn": {
			wire.SignTurn("secret", "op", "abc123", "t0001"), "f86592a5b71b3db4deedfccba3de44fc3dc6cd32745f0820ef7cfc18c531507d",
		},
		"Password": {
			wire.SignPassword("secret", "op", "abc123", "Aa123456"), "2c63a24dc344c572630d83a7fa59f6b6833aa13bb11dc22aea8da3f47adee323",
		},
	} {
		if c.got != c.want {
			t.Errorf("%s: %s, want %s", name, c.got, c.want)
		}
		if !wire.Same(c.got, c.want) || wire.Same(c.got, c.want[1:]) || wire.Same(c.got, "") {
			t.Errorf("%s: Same is wrong", name)
		}
	}
	if wire.SignMove("secret", "op", "abc123", "100.00") == wire.SignMove("secret", "op", "abc123", "100.01") {
		t.Error("another amount has the same signature")
	}
}

func TestFieldNamesAreTheDocuments(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		value any
		want  string
	}{
		"Register": {
			wire.Register{"u", "p", "f", "l", "KBANK", "1", "2", "a", "m"},
			`{"username":"u","password":"p","firstname":"f","lastname":"l","bank":"KBANK","acc_no":"1","phone":"2",` +
				`"agent":"a","master_member":"m"}`,
		},
		"Login": {wire.Login{"a", "u", "p"}, `{"agentUsername":"a","playerUsername":"u","playerPassword":"p"}`},
		"Move": {
			wire.Move{"a", "u", "10.00", "r", "s"},
			`{"agentId":"a","username":"u","amount":10.00,"transaction_ref":"r","signature":"s"}`,
		},
		"Credit": {wire.Credit{"a", "u", "s"}, `{"agentId":"a","username":"u","signature":"s"}`},
		"Turn":   {wire.Turn{"a", "u", "r", "s"}, `{"agentId":"a","username":"u","transaction_ref":"r","signature":"s"}`},
		"Password": {
			wire.Password{"a", "k", "u", "p", "s"},
			`{"agent":"a","key":"k","username":"u","new_password":"p","signature":"s"}`,
		},
	} {
		got, err := json.Marshal(c.value)
		if err != nil || string(got) != c.want {
			t.Errorf("%s: %s, %v; want %s", name, got, err, c.want)
		}
	}
}

// The document's own examples can be read.
func TestAnswersAreTheDocuments(t *testing.T) {
	t.Parallel()
	var moved wire.MoveReply
	read(t, `{"after_balance":14010,"before_balance":14000,"code":0,"message":"success","ref":"5f1c"}`, &moved)
	if moved.After != "14010" || moved.Before != "14000" || moved.Ref != "5f1c" || moved.Message != "success" {
		t.Errorf("move: %+v", moved)
	}
	var turn wire.TurnReply
	read(t, `{"code":0,"data":{"LOTTO":{"amount":5,"game":"LOTTO","outstanding":1,"validAmount":4,"wlTurnAmount":-2}},`+
		`"ref":"9a15","username":"member2"}`, &turn)
	if turn.Data["LOTTO"] != (wire.Product{"LOTTO", "5", "4", "-2", "1"}) || turn.Username != "member2" {
		t.Errorf("turn: %+v", turn)
	}
	var login wire.LoginReply
	read(t, `{"code":0,"data":{"playerUsername":"member2@agenttest",`+
		`"urlFullPage":"https://x/token?token=t&header=on"},"message":"success"}`, &login)
	if login.Data == nil || login.Data.FullPage != "https://x/token?token=t&header=on" {
		t.Errorf("login: %+v", login)
	}
}

func read(t *testing.T, text string, into any) {
	t.Helper()
	if err := json.Unmarshal([]byte(text), into); err != nil {
		t.Fatal(err)
	}
}
