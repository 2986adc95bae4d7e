package easyslip_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"krapao/connect/slipcheck/easyslip"
	"krapao/deposit"
	"krapao/deposit/slip"
)

var question = slip.Query{
	Payload: "004100060000010103014022000111222233344ABCD125102TH910417DF", Bank: "014", Reference: "00111222233344ABCD12",
}

// ask reads one answer, whatever was asked.
func ask(t *testing.T, status int, answer string) (slip.Answer, error) {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Query().Get("payload") != question.Payload || r.Header.Get("Authorization") != "Bearer k" {
			t.Errorf("asked %s with %q", r.URL, r.Header.Get("Authorization"))
		}
		w.WriteHeader(status)
		_, _ = w.Write([]byte(answer))
	}))
	defer server.Close()
	return easyslip.New(easyslip.Config{BaseURL: server.URL, Key: "k"}).Verify(t.Context(), question)
}

// data is a transfer in the form of published answers.
const data = `{"payload":"004100060000010103014022000111222233344ABCD125102TH910417DF","transRef":"00111222233344ABCD12",
	"date":"2026-03-01T12:34:56+07:00","countryCode":"TH",
	"amount":{"amount":1000.1,"local":{"amount":0,"currency":""}},"fee":0,"ref1":"","ref2":"","ref3":"",
	"sender":{"bank":{"id":"014","name":"ไทยพาณิชย์","short":"SCB"},
		"account":{"name":{"th":"นาย อีซี่ ส","en":"MR. EASY S"},"bank":{"type":"BANKAC","account":"1234xxxx5678"}}},
	"receiver":{"bank":{"id":"030"},
		"account":{"name":{"en":"BANK RECEIVER"},"bank":{"type":"BANKAC","account":"12XXXX3456"},
			"proxy":{"type":"EWALLETID","account":"123xxxxxxxx4567"}}}}`

// Every documented message is a finding, or one that must not decide anything.
func TestMessages(t *testing.T) {
	t.Parallel()
	for message, c := range map[string]struct {
		status  int
		data    string
		finding slip.Finding // empty: unknown
		known   bool
	}{
		"invalid_payload":         {400, "", slip.NotASlip, false},
		"invalid_image":           {400, "", "", false},
		"image_size_too_large":    {400, "", "", false},
		"duplicate_slip":          {400, data, slip.Duplicate, true},
		"unauthorized":            {401, "", slip.Later, false},
		"access_denied":           {403, "", slip.Later, false},
		"account_not_verified":    {403, "", slip.Later, false},
		"application_expired":     {403, "", slip.Later, false},
		"application_deactivated": {403, "", slip.Later, false},
		"quota_exceeded":          {403, "", slip.Later, false},
		"too_many_requests":       {429, "", slip.Later, false},
		"slip_pending":            {404, "", slip.Later, false},
		"slip_not_found":          {404, "", slip.NotFound, false},
		"slip_expired":            {400, "", slip.Expired, false},
		"account_not_match":       {400, data, slip.WrongReceiver, true},
		"amount_not_match":        {400, data, "", false},
		"qrcode_not_found":        {404, "", "", false},
		"method_not_allowed":      {405, "", "", false},
		"server_error":            {500, "", "", false},
		"api_server_error":        {500, "", "", false},
		"something_to_come":       {400, "", "", false},
		"":                        {404, "", "", false},
	} {
		t.Run(message, func(t *testing.T) {
			t.Parallel()
			answer := `{"status":400,"message":"` + message + `"}`
			if c.data != "" {
				answer = `{"status":400,"message":"` + message + `","data":` + c.data + `}`
			}
			a, err := ask(t, c.status, answer)
			if c.finding == "" {
				if err == nil {
					t.Errorf("taken as %+v", a)
				}
				return
			}
			if err != nil || a.Finding != c.finding || a.Transfer.Known() != c.known || a.Code != message {
				t.Errorf("%+v, %v", a, err)
			}
		})
	}
}

// A success counts only if it is complete and about the requested transfer.
func TestTransfers(t *testing.T) {
	t.Parallel()
	want := slip.Transfer{
		Bank: "014", Reference: "00111222233344ABCD12", Amount: 1000_10, At: time.Date(2026, 3, 1, 5, 34, 56, 0, time.UTC),
		Payer: deposit.Payer{BankCode: "SCB", AccountNo: "1234xxxx5678", Name: "นาย อีซี่ ส"},
		To:    deposit.Payer{BankCode: "GSB", AccountNo: "12xxxx3456", Name: "BANK RECEIVER"}, PayerAlso: "MR. EASY S",
	}
	for name, c := range map[string]struct {
		status   int
		from, to string
		good     bool
	}{
		"as published":                  {200, "", "", true},
		"the payload not repeated":      {200, `"payload":"004100060000010103014022000111222233344ABCD125102TH910417DF",`, "", true},
		"the sending bank not told":     {200, `"bank":{"id":"014","name":"ไทยพาณิชย์","short":"SCB"}`, `"bank":{}`, true},
		"baht by its number":            {200, `"currency":""`, `"currency":"764"`, true},
		"a biller was paid":             {200, `"proxy":{"type":"EWALLETID"`, `"proxy":{"type":"BILLERID"`, true},
		"a merchant was paid":           {200, `"receiver":{`, `"receiver":{"merchantId":"KB000001",`, true},
		"another payload":               {200, `910417DF`, "910417DE", false},
		"another reference":             {200, `"transRef":"00111222233344ABCD12"`, `"transRef":"00111222233344ABCD13"`, false},
		"another sending bank":          {200, `"id":"014"`, `"id":"004"`, false},
		"no amount":                     {200, `"amount":1000.1,`, ``, false},
		"nothing":                       {200, `"amount":1000.1,`, `"amount":0,`, false},
		"half a satang":                 {200, `"amount":1000.1,`, `"amount":1000.105,`, false},
		"an amount as words":            {200, `"amount":1000.1,`, `"amount":"a lot",`, false},
		"yen":                           {200, `"currency":""`, `"currency":"JPY"`, false},
		"a time without a zone":         {200, `2026-03-01T12:34:56+07:00`, `2026-03-01T12:34:56`, false},
		"no time":                       {200, `"date":"2026-03-01T12:34:56+07:00",`, ``, false},
		"a success with another status": {202, "", "", false},
		"a success and a fault at once": {500, "", "", false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			want := want
			want.ByCode = strings.HasSuffix(name, " was paid")
			a, err := ask(t, c.status, `{"status":200,"data":`+strings.Replace(data, c.from, c.to, 1)+`}`)
			switch {
			case !c.good && err == nil:
				t.Errorf("taken as %+v", a)
			case c.good && (err != nil || a.Finding != slip.Verified || a.Transfer != want):
				t.Errorf("%+v, %v", a, err)
			}
		})
	}
	for name, answer := range map[string]string{
		"no data": `{"status":200}`, "another status within": `{"status":500,"data":` + data + `}`,
		"a page for people": `<html>`, "nothing": ``,
	} {
		if a, err := ask(t, 200, answer); err == nil {
			t.Errorf("%s: taken as %+v", name, a)
		}
	}
}
