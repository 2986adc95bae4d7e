package wire_test

import (
	"encoding/json"
	"testing"

	"krapao/connect/provider/betflix/wire"
)

func TestAnswersOfThePublishedClients(t *testing.T) {
	t.Parallel()
	var moved wire.Reply[wire.TransferData]
	read(t, `{"status":"success","error_code":0,"msg":"","data":{"before_balance":"10.50","balance":110.5}}`, &moved)
	if moved.Status != wire.StatusYes || moved.Code != wire.CodeOK || moved.Data.Before != "10.50" || moved.Data.Balance != "110.5" {
		t.Errorf("transfer: %+v", moved)
	}
	var login wire.Reply[wire.LoginData]
	read(t, `{"status":"success","error_code":0,"data":{"login_token":"t"}}`, &login)
	if login.Data.Token != "t" {
		t.Errorf("login: %+v", login)
	}
	var summary wire.Reply[wire.SummaryData]
	read(t, `{"status":"success","data":{"valid_amount":30,"turnover":31,"winloss":-7.5}}`, &summary)
	if summary.Data != (wire.SummaryData{ValidAmount: "30", WinLoss: "-7.5"}) {
		t.Errorf("summary: %+v", summary)
	}
}

func read(t *testing.T, text string, into any) {
	t.Helper()
	if err := json.Unmarshal([]byte(text), into); err != nil {
		t.Fatal(err)
	}
}

func TestLaunchURL(t *testing.T) {
	t.Parallel()
	for token, want := range map[string]string{
		"abc":          "https://play.example/login/apilogin/abc",
		"a/../b?c#d e": "https://play.example/login/apilogin/a%2F..%2Fb%3Fc%23d%20e",
	} {
		if got := wire.LaunchURL("https://play.example/", token); got != want {
			t.Errorf("LaunchURL(%q) = %s, want %s", token, got, want)
		}
	}
}

func TestLanguage(t *testing.T) {
	t.Parallel()
	for lang, want := range map[string]string{"th": "thai", "lo": "thai", "en": "english", "": "thai"} {
		if got := wire.Language(lang); got != want {
			t.Errorf("%q is %q, want %q", lang, got, want)
		}
	}
}
