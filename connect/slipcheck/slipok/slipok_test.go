package slipok_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"krapao/connect/slipcheck/slipok"
	"krapao/deposit"
	"krapao/deposit/slip"
)

var question = slip.Query{
	Payload: "004100060000010103014022000111222233344ABCD125102TH910417DF", Bank: "014", Reference: "00111222233344ABCD12",
}

// ask reads one answer, whatever was asked.
func ask(t *testing.T, status int, answer string) (slip.Answer, error) {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(status)
		_, _ = w.Write([]byte(answer))
	}))
	defer server.Close()
	return slipok.New(slipok.Config{BaseURL: server.URL, Branch: "1", Key: "k"}).Verify(t.Context(), question)
}

// data is a transfer in the form of published answers.
const data = `{"success":true,"message":"✅","rqUID":"783_20191108_v4UIS1K2Mobile","language":"TH",
	"transRef":"00111222233344ABCD12",
	"sendingBank":"014","receivingBank":"006",` + when + `
	"sender":{"displayName":"นาย ธนาคาร ก","name":"Mr. Thanakarn K","proxy":{"type":null,"value":null},
		"account":{"type":"BANKAC","value":"xxx-x-x0209-x"}},
	"receiver":{"displayName":"กสิกร ร","name":"KASIKORN R","proxy":{"type":"","value":""},
		"account":{"type":"BANKAC","value":"xxx-x-x3109-x"}},
	"amount":1000.1,"paidLocalAmount":1000.1,"paidLocalCurrency":"764","countryCode":"TH","transFeeAmount":"0",
	"ref1":"","ref2":"","ref3":"","toMerchantId":""}`

// when is the time of data.
const when = `"transDate":"20260301","transTime":"12:34:56","transTimestamp":"2026-03-01T05:34:56.000Z",`

// Every documented code is a finding, or one that must not decide anything.
func TestCodes(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		status  int
		answer  string
		finding slip.Finding // empty: unknown
		after   time.Duration
		known   bool
	}{
		"1000 no data":        {400, `{"success":false,"code":1000,"message":"m"}`, "", 0, false},
		"1001 no such branch": {400, `{"success":false,"code":1001,"message":"m"}`, slip.Later, 0, false},
		"1002 wrong key":      {401, `{"success":false,"code":1002,"message":"m"}`, slip.Later, 0, false},
		"1003 package ended":  {400, `{"success":false,"code":"1003","message":"m"}`, slip.Later, 0, false},
		"1004 over quota":     {400, `{"success":false,"code":1004,"message":"m"}`, slip.Later, 0, false},
		"1005 no picture":     {400, `{"success":false,"code":1005,"message":"m"}`, "", 0, false},
		"1006 bad picture":    {400, `{"success":false,"code":1006,"message":"m"}`, "", 0, false},
		"1007 no code":        {400, `{"success":false,"code":1007,"message":"m"}`, "", 0, false},
		"1008 no slip":        {400, `{"success":false,"code":1008,"message":"m"}`, slip.NotASlip, 0, false},
		"1009 bank down":      {400, `{"success":false,"code":1009,"message":"m"}`, slip.Later, 15 * time.Minute, false},
		"1010 delay": {
			400, `{"success":false,"code":1010,"message":"m","data":{"qrcodeData":"q","bankCode":"002","bankName":"b","delay":7}}`,
			slip.Later, 7 * time.Minute, false,
		},
		"1010 without minutes": {400, `{"success":false,"code":1010,"message":"m"}`, slip.Later, 0, false},
		"1010 less than none":  {400, `{"success":false,"code":1010,"message":"m","data":{"delay":-7}}`, slip.Later, 0, false},
		"1010 for ever": {
			400, `{"success":false,"code":1010,"message":"m","data":{"delay":999999999999}}`, slip.Later, 2 * time.Hour, false,
		},
		"1011 not found":    {400, `{"success":false,"code":1011,"message":"m"}`, slip.NotFound, 0, false},
		"1012 duplicate":    {400, `{"success":false,"code":"1012","message":"m","data":` + data + `}`, slip.Duplicate, 0, true},
		"1012 without data": {400, `{"success":false,"code":1012,"message":"m"}`, slip.Duplicate, 0, false},
		"1012 of another": {
			400, `{"success":false,"code":1012,"message":"m","data":` + strings.Replace(data, "ABCD12", "ABCD13", 1) + `}`,
			"", 0, false,
		},
		"1013 another amount": {400, `{"success":false,"code":1013,"message":"m","data":` + data + `}`, "", 0, false},
		"1014 wrong receiver": {400, `{"success":false,"code":1014,"message":"m","data":` + data + `}`, slip.WrongReceiver, 0, true},
		"a code to come":      {400, `{"success":false,"code":1099,"message":"m"}`, "", 0, false},
		"no code":             {400, `{"success":false,"message":"m"}`, "", 0, false},
		"yes and no":          {200, `{"success":true,"code":1011,"data":` + data + `}`, "", 0, false},
		"yes with a 4xx":      {400, `{"success":true,"data":` + data + `}`, "", 0, false},
		"its own fault":       {500, `{"success":false,"code":1011,"message":"m"}`, "", 0, false},
		"a page for people":   {200, `<!doctype html>`, "", 0, false},
		"nothing":             {200, ``, "", 0, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a, err := ask(t, c.status, c.answer)
			if c.finding == "" {
				if err == nil {
					t.Errorf("taken as %+v", a)
				}
				return
			}
			if err != nil || a.Finding != c.finding || a.After != c.after || a.Transfer.Known() != c.known || a.Code == "" {
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
		Payer: deposit.Payer{BankCode: "SCB", AccountNo: "xxxxx0209x", Name: "นาย ธนาคาร ก"},
		To:    deposit.Payer{BankCode: "KTB", AccountNo: "xxxxx3109x", Name: "กสิกร ร"}, PayerAlso: "Mr. Thanakarn K",
	}
	anyBank := want
	anyBank.To.BankCode = ""
	byCode := want
	byCode.ByCode = true
	for name, c := range map[string]struct {
		from, to string
		want     *slip.Transfer
	}{
		"as published":              {"", "", &want},
		"the sending bank not told": {`"sendingBank":"014"`, `"sendingBank":""`, &want},
		"the receiver's not told":   {`"receivingBank":"006"`, `"receivingBank":""`, &anyBank},
		"a merchant was paid":       {`"toMerchantId":""`, `"toMerchantId":"KB000001"`, &byCode},
		"a biller was paid": {
			`"proxy":{"type":"","value":""}`, `"proxy":{"type":"BILLERID","value":"010555400000099"}`, &byCode,
		},
		"success as a text":           {`"success":true`, `"success":"true"`, &want},
		"date and time alone":         {`"transTimestamp":"2026-03-01T05:34:56.000Z",`, ``, &want},
		"another reference":           {"ABCD12", "ABCD13", nil},
		"another sending bank":        {`"sendingBank":"014"`, `"sendingBank":"004"`, nil},
		"no amount":                   {`"amount":1000.1,`, ``, nil},
		"nothing":                     {`"amount":1000.1,`, `"amount":0,`, nil},
		"less than nothing":           {`"amount":1000.1,`, `"amount":-1000.1,`, nil},
		"half a satang":               {`"amount":1000.1,`, `"amount":1000.105,`, nil},
		"what a float made of it":     {`"amount":1000.1,`, `"amount":1000.1000000000001,`, nil},
		"kip":                         {`"paidLocalCurrency":"764"`, `"paidLocalCurrency":"418"`, nil},
		"a time that is none":         {`"transTimestamp":"2026-03-01T05:34:56.000Z"`, `"transTimestamp":"soon"`, nil},
		"no time":                     {when, ``, nil},
		"a reference in another case": {"ABCD12", "abcd12", nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a, err := ask(t, 200, `{"success":true,"data":`+strings.Replace(data, c.from, c.to, 1)+`}`)
			switch {
			case c.want == nil && err == nil:
				t.Errorf("taken as %+v", a)
			case c.want != nil && (err != nil || a.Finding != slip.Verified || a.Transfer != *c.want):
				t.Errorf("%+v, %v", a, err)
			}
		})
	}
}

// A number of another type than an account is not compared.
func TestOnlyTrueAccountNumbers(t *testing.T) {
	t.Parallel()
	for _, kind := range []string{`"TOKEN"`, `"DUMMY"`, `""`, `null`} {
		changed := strings.Replace(data, `"account":{"type":"BANKAC"`, `"account":{"type":`+kind, 1)
		a, err := ask(t, 200, `{"success":true,"data":`+changed+`}`)
		if err != nil || a.Transfer.Payer.AccountNo != "" || a.Transfer.To.AccountNo == "" {
			t.Errorf("%s: %+v, %v", kind, a.Transfer.Payer, err)
		}
	}
}
