package payonex_test

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"krapao/connect/outbound"
	"krapao/connect/payment/payonex"
	"krapao/deposit"
	"krapao/deposit/qr"
	"krapao/deposit/qr/gatewaytest"
	"krapao/internal/testkit/memnet"
	"krapao/money"
	"krapao/sandbox"
	"krapao/sandbox/sandboxtest"
)

// timeout is the product's timeout of one call.
const timeout = 10 * time.Second

// kept keeps customers in memory. The product's own is qr.Customers, whose tests demand the same.
type kept struct {
	mu   sync.Mutex
	list map[deposit.Payer]string
	made int
}

func (k *kept) Customer(_ context.Context, p deposit.Payer) (string, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.list[p], nil
}

func (k *kept) Keep(_ context.Context, p deposit.Payer, customer string) (string, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.made++
	if k.list == nil {
		k.list = map[deposit.Payer]string{}
	}
	if k.list[p] == "" {
		k.list[p] = customer
	}
	return k.list[p], nil
}

func (k *kept) Forget(_ context.Context, p deposit.Payer, customer string) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.list[p] == customer {
		delete(k.list, p)
	}
	return nil
}

func config(base string, settings outbound.Settings, customers payonex.Customers) payonex.Config {
	known := sandbox.DemoCredentials().PayOneX
	return payonex.Config{
		BaseURL: base, AccessKey: known.AccessKey, SecretKey: known.SecretKey, NamesPayer: true, Customers: customers,
		Outbound: settings,
	}
}

func webhook(kind, reference string) []byte {
	return []byte(`{"success":true,"message":"successfully","code":"20000","data":{"uuid":"da153ec7-8c34-4f56-9f01-c202d7197c96",` +
		`"customerUuid":"e5656d7a-73c5-4d97-85be-21f1f2dc7939","amount":500,"fee":8,"settleAmount":492,"type":"` + kind +
		`","status":"SUCCESS","referenceId":"` + reference + `"}}`)
}

func somebody(amount money.Amount) sandboxtest.Payer {
	return sandboxtest.Payer{FromBank: "SCB", FromAccount: "1234567890", FromName: "A B", Amount: json.Number(amount.String())}
}

func TestConformance(t *testing.T) {
	t.Parallel()
	gatewaytest.Run(t, func(t *testing.T) gatewaytest.Bench {
		s := sandboxtest.Start(t, sandboxtest.Options{})
		return gatewaytest.Bench{
			Gateway:       payonex.New(config(s.URL+"/payonex", s.Outbound(timeout), &kept{})),
			Timeout:       timeout,
			NumbersItself: true, NoCancel: true, NamesPayer: true,
			Pay:  func(reference string, amount money.Amount) string { return s.Pay(reference, somebody(amount)) },
			Hold: func(reference string, amount money.Amount) string { return s.Hold(reference, somebody(amount)) },
			Decide: func(number string, accept bool) {
				s.DecideQR(number, map[bool]string{true: "settle", false: "reject"}[accept])
			},
			Reverse: s.Reverse,
			Fault: func(op, mode string, delay time.Duration) {
				s.AddFault(sandboxtest.Fault{Target: "qr:PAYONEX", Op: op, Mode: mode, DelayMS: int(delay / time.Millisecond)})
			},
			Forget: s.Restart,
			Callback: func(reference string) (qr.Header, []byte) {
				return http.Header{}, webhook("deposit", reference)
			},
			Forged: func(reference string) map[string]gatewaytest.Letter {
				return map[string]gatewaytest.Letter{
					"a withdrawal": {Header: http.Header{}, Body: webhook("withdraw", reference)},
					"no reference": {Header: http.Header{}, Body: webhook("deposit", "")},
					"too long":     {Header: http.Header{}, Body: webhook("deposit", strings.Repeat("a", 65))},
					"no data":      {Header: http.Header{}, Body: []byte(`{"success":true,"code":"20000"}`)},
					"other data":   {Header: http.Header{}, Body: []byte(`{"success":true,"code":"20000","data":"x"}`)},
					"no JSON":      {Header: http.Header{}, Body: []byte("hello")},
					"nothing":      {Header: http.Header{}},
				}
			},
		}
	})
}

func order(reference string, payer deposit.Payer) qr.Order {
	return qr.Order{Reference: reference, Amount: 100 * money.Baht, Payer: payer}
}

var somchai = deposit.Payer{BankCode: "TTB", AccountNo: "1234567890", Name: "SOMCHAI JAIDEE"}

// A payer is registered once, whatever happened to the first registration, and again if the gateway forgot it.
func TestAPayerIsRegisteredOnce(t *testing.T) {
	t.Parallel()
	synctest.Test(t, aPayerIsRegisteredOnce)
}

func aPayerIsRegisteredOnce(t *testing.T) {
	s := sandboxtest.Start(t, sandboxtest.Options{})
	customers := &kept{}
	g := payonex.New(config(s.URL+"/payonex", s.Outbound(timeout), customers))
	s.AddFault(sandboxtest.Fault{Target: "qr:PAYONEX", Op: "verify", Mode: "lost_reply"})
	var refusal *qr.RefusedError
	if _, err := g.Create(t.Context(), order("a1", somchai)); err == nil || errors.As(err, &refusal) || customers.made != 0 {
		t.Errorf("a registration whose answer was lost: %v", err)
	}
	for _, reference := range []string{"a2", "a3"} {
		if _, err := g.Create(t.Context(), order(reference, somchai)); err != nil || customers.made != 1 {
			t.Errorf("%s: %v, %d registrations", reference, err, customers.made)
		}
	}
	customers.list[somchai] = "00000000-0000-4000-8000-000000000000" // nobody there has this number
	if _, err := g.Create(t.Context(), order("a4", somchai)); err != nil || customers.made != 2 {
		t.Errorf("after the gateway forgot the payer: %v, %d registrations", err, customers.made)
	}
	s.AddFault(sandboxtest.Fault{Target: "qr:PAYONEX", Op: "verify", Mode: "refuse"})
	other := deposit.Payer{BankCode: "SCB", AccountNo: "1", Name: "X Y"}
	if _, err := g.Create(t.Context(), order("a5", other)); !errors.As(err, &refusal) {
		t.Errorf("a payer that the gateway rejects: %v", err)
	}
	_, err := g.Create(t.Context(), order("a6", deposit.Payer{BankCode: "LHBANK", AccountNo: "1", Name: "X Y"}))
	if !errors.As(err, &refusal) {
		t.Errorf("a bank that the gateway does not know: %v", err)
	}
}

func TestRefusalsOfTheGateway(t *testing.T) {
	t.Parallel()
	synctest.Test(t, refusalsOfTheGateway)
}

func refusalsOfTheGateway(t *testing.T) {
	s := sandboxtest.Start(t, sandboxtest.Options{})
	g := payonex.New(config(s.URL+"/payonex", s.Outbound(timeout), &kept{}))
	o := order("small", somchai)
	o.Amount = 100*money.Baht - 1
	var refusal *qr.RefusedError
	if _, err := g.Create(t.Context(), o); !errors.As(err, &refusal) || !strings.Contains(refusal.Reason, "minimum") {
		t.Errorf("below the minimum: %v", err)
	}
	wrong := config(s.URL+"/payonex", s.Outbound(timeout), &kept{})
	wrong.SecretKey = "wrong"
	if _, err := payonex.New(wrong).Create(t.Context(), order("b", somchai)); err == nil || errors.As(err, &refusal) {
		t.Errorf("keys that are not known: %v", err)
	}
}

// A code is found by our reference on any page of the list; a list that does not end is not "not found".
func TestTheListIsSearched(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		pages int
		at    int // the page that has ours; 0: none
		asked time.Time
		want  qr.Status // "": an error
	}{
		"first page":                  {3, 1, time.UnixMilli(1_700_000_000_000), qr.Open},
		"last page":                   {3, 3, time.UnixMilli(1_700_000_000_000), qr.Open},
		"nowhere":                     {3, 0, time.UnixMilli(1_700_000_000_000), qr.NotFound},
		"older than it was asked for": {1000, 40, time.UnixMilli(1_700_000_000_000 + 3_600_000), qr.NotFound},
		"a list without end":          {1000, 0, time.UnixMilli(1_700_000_000_000), ""},
		"at an unknown time":          {3, 2, time.Time{}, qr.Open},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := listServer(t, tc.pages, tc.at)
			g := payonex.New(config(server, outbound.Settings{}, &kept{}))
			s, err := g.Inquire(t.Context(), qr.Ref{Reference: "ours", AskedAt: tc.asked})
			if tc.want == "" && err == nil || tc.want != "" && (err != nil || s.Status != tc.want) {
				t.Errorf("%+v, %v", s, err)
			}
		})
	}
}

// However many references we are made to search for, few searches run concurrently, and codes are created meanwhile.
func TestSearchesLeaveRoomForCodes(t *testing.T) {
	t.Parallel()
	synctest.Test(t, searchesLeaveRoomForCodes)
}

func searchesLeaveRoomForCodes(t *testing.T) {
	searching, end := make(chan struct{}, 100), make(chan struct{})
	network := memnet.New()
	server := network.Server("gateway.test", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		data := `{"token":"t","uuid":"u","qrCode":"x"}`
		if r.Method == http.MethodGet {
			searching <- struct{}{}
			<-end
			data = `{"data":[]}`
		}
		_, _ = w.Write([]byte(`{"success":true,"code":"20000","data":` + data + `}`))
	}))
	defer server.Close()
	settings := outbound.Settings{Timeout: timeout, MaxConcurrent: 8, Dial: network.Dial}
	g := payonex.New(config(server.URL, settings, &kept{list: map[deposit.Payer]string{somchai: "c"}}))
	var wg sync.WaitGroup
	for range 20 {
		wg.Go(func() {
			if s, err := g.Inquire(t.Context(), qr.Ref{Reference: "nobodys"}); err != nil || s.Status != qr.NotFound {
				t.Errorf("%+v, %v", s, err)
			}
		})
	}
	synctest.Wait()
	if n := len(searching); n != 4 {
		t.Errorf("%d searches went out", n)
	}
	if _, err := g.Create(t.Context(), order("a", somchai)); err != nil {
		t.Errorf("a code has to wait: %v", err)
	}
	began := time.Now()
	hurried, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if s, err := g.Inquire(hurried, qr.Ref{Reference: "nobodys"}); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("a search without a slot: %+v, %v", s, err)
	}
	if took := time.Since(began); took != 50*time.Millisecond {
		t.Errorf("the search waited %s for a slot", took)
	}
	if n := len(searching); n != 4 {
		t.Errorf("%d searches went out", n)
	}
	close(end)
	wg.Wait()
}

// listServer is a gateway whose list has so many pages of one transaction each, all of one instant.
func listServer(t *testing.T, pages, at int) string {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPost {
			_, _ = w.Write([]byte(`{"success":true,"code":"20000","data":{"token":"t"}}`))
			return
		}
		page, _ := json.Number(r.FormValue("page")).Int64()
		reference := "theirs"
		if int(page) == at {
			reference = "ours"
		}
		_ = json.NewEncoder(w).Encode(map[string]any{"success": true, "code": "20000", "data": map[string]any{
			"count": pages, "totalPages": pages, "data": []map[string]any{{
				"uuid": "u" + r.FormValue("page"), "type": "deposit", "currency": "THB", "status": "PROCESSING", "amount": 100,
				"referenceId": reference, "createdAt": 1_700_000_000_000,
			}},
		}})
	}))
	t.Cleanup(server.Close)
	return server.URL
}

// An undocumented answer decides nothing, and no error contains anything of ours.
func TestAnswersThatDoNotFit(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		status int
		answer string
	}{
		"no code":                {200, `{"success":true,"code":"20000","data":{"uuid":"u"}}`},
		"no number":              {200, `{"success":true,"code":"20000","data":{"qrCode":"x"}}`},
		"undocumented no":        {400, `{"success":false,"code":"49999","message":"new"}`},
		"a wrong status":         {400, `{"success":false,"code":"40002"}`},
		"of withdrawals":         {400, `{"success":false,"code":"40006"}`},
		"its own fault":          {500, `{"success":false,"code":"50000"}`},
		"a fault that says no":   {502, `{"success":false,"code":"40001"}`},
		"yes, but":               {200, `{"success":false,"code":"20000","data":{"uuid":"u","qrCode":"x"}}`},
		"no, but":                {200, `{"success":true,"code":"40001"}`},
		"a code twice":           {400, `{"success":false,"code":"50000","code":"40001"}`},
		"no code at all":         {200, `{"success":true,"data":{"uuid":"u","qrCode":"x"}}`},
		"half an answer":         {200, `{"success":true,"code":"20`},
		"token refused for ever": {401, `{"success":false,"code":"40101"}`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if strings.HasSuffix(r.URL.Path, "/authenticate") {
					_, _ = w.Write([]byte(`{"success":true,"code":"20000","data":{"token":"t"}}`))
					return
				}
				w.WriteHeader(tc.status)
				_, _ = w.Write([]byte(tc.answer))
			}))
			defer server.Close()
			customers := &kept{list: map[deposit.Payer]string{somchai: "c"}}
			g := payonex.New(config(server.URL, outbound.Settings{}, customers))
			_, err := g.Create(t.Context(), order("aaaaaaaaaaaaaaa", somchai))
			var refusal *qr.RefusedError
			if err == nil || errors.As(err, &refusal) {
				t.Errorf("treated as definitive: %v", err)
			}
			for _, secret := range []string{"sandbox-payonex", server.URL, somchai.AccountNo} {
				if err != nil && strings.Contains(err.Error(), secret) {
					t.Errorf("the error contains %q", secret)
				}
			}
		})
	}
}

// paid is a paid transaction of an amount.
func paid(amount string) string {
	return `{"uuid":"u","referenceId":"r","type":"deposit","currency":"THB","status":"SUCCESS","updatedAt":1,"amount":` + amount + `}`
}

// An answer about another transaction, or of an undescribed kind, says nothing about ours.
func TestInquiriesThatDoNotFit(t *testing.T) {
	t.Parallel()
	for name, data := range map[string]string{
		"another uuid":      `{"uuid":"v","referenceId":"r","type":"deposit","currency":"THB","status":"SUCCESS","amount":5}`,
		"another reference": `{"uuid":"u","referenceId":"s","type":"deposit","currency":"THB","status":"PROCESSING","amount":5}`,
		"a withdrawal":      `{"uuid":"u","referenceId":"r","type":"withdraw","currency":"THB","status":"PROCESSING","amount":5}`,
		"kip":               `{"uuid":"u","referenceId":"r","type":"deposit","currency":"LAK","status":"PROCESSING","amount":5}`,
		"a text":            `"nothing"`,
		"an amount twice":   paid(`5,"amount":500`),
		"in two cases":      paid(`5,"Amount":500`),
		"less than nothing": paid(`-5`),
		"minus nothing":     paid(`-0`),
		"too much":          paid(`1e400`),
		"30 digits":         paid(strings.Repeat("9", 30)),
		"no number":         paid(`"NaN"`),
		"half a satang":     paid(`0.005`),
		"nothing at all":    paid(`null`),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				answer := data
				if r.Method == http.MethodPost {
					answer = `{"token":"t"}`
				}
				_, _ = w.Write([]byte(`{"success":true,"code":"20000","data":` + answer + `}`))
			}))
			defer server.Close()
			g := payonex.New(config(server.URL, outbound.Settings{}, &kept{}))
			s, err := g.Inquire(t.Context(), qr.Ref{Reference: "r", Outside: "u"})
			if err == nil {
				t.Errorf("taken as %+v", s)
			}
		})
	}
}
