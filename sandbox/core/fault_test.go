package core_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"krapao/connect/payment/kbank/wire"
	truemoney "krapao/connect/truemoney/wire"
	"krapao/sandbox/clienttest"
	"krapao/sandbox/sandboxtest"
)

// system is one target of faults as a test uses it: a call that has an effect, and a way to observe the effect.
type system struct {
	target, op string
	// call makes the call; refused reports whether the answer was the documented refusal.
	call    func() (status int, body []byte, err error)
	refused func(status int, body []byte) bool
	// effects returns how often the call has been done.
	effects func() int
}

// systems returns every target with the call of its default op, made by one client.
func systems(t *testing.T, s *sandboxtest.Sandbox, client *http.Client) map[string]system {
	t.Helper()
	bank, payer := clienttest.NewKBank(t, s), clienttest.NewPayer(t, s)
	joker, amb := clienttest.NewJoker(t, s, "joker"), clienttest.NewAMB(t, s, "pgslot")
	bank.HTTP, payer.HTTP, joker.HTTP, amb.HTTP = client, client, client, client
	joker.Create("joe12")
	amb.Create("amy12")
	next := clienttest.NewCounter()
	httpNo := func(want int) func(int, []byte) bool {
		return func(status int, _ []byte) bool { return status == want }
	}
	return map[string]system{
		"sms": {
			target: "sms", call: func() (int, []byte, error) { return clienttest.SendSMS(t, client, s, "0812345678") },
			refused: httpNo(http.StatusBadRequest), effects: func() int { return len(s.SMS("0812345678")) },
		},
		"qr": {
			target: "qr", call: func() (int, []byte, error) { return bank.Post(wire.PathRequest, bank.Order(next("qr"), "10")) },
			refused: func(_ int, body []byte) bool { return strings.Contains(string(body), wire.ErrorMerchantClosed) },
			effects: func() int { return clienttest.CountCodes(s) },
		},
		"qr:KBANK": {
			target: "qr:KBANK", op: "create",
			call:    func() (int, []byte, error) { return bank.Post(wire.PathRequest, bank.Order(next("qrk"), "10")) },
			refused: func(_ int, body []byte) bool { return strings.Contains(string(body), wire.ErrorMerchantClosed) },
			effects: func() int { return clienttest.CountCodes(s) },
		},
		"payout": {
			target: "payout", call: func() (int, []byte, error) { return payer.Order(next("out"), "10.00") },
			refused: httpNo(http.StatusUnprocessableEntity), effects: func() int { return len(s.Payouts()) },
		},
		"truemoney": {
			target: "truemoney", call: func() (int, []byte, error) { return clienttest.RedeemVoucher(t, s, client) },
			refused: func(_ int, body []byte) bool { return strings.Contains(string(body), truemoney.CodeOutOfStock) },
			effects: func() int { return clienttest.Whole(t, s.Totals().VouchersRedeemed) },
		},
		"game:joker": {
			target: "game:joker", call: func() (int, []byte, error) { return joker.Move("joe12", next("j"), "1") },
			refused: httpNo(http.StatusForbidden), effects: func() int { return clienttest.Whole(t, s.Account("joker", "joe12").Balance) },
		},
		"game:pgslot": {
			target: "game:pgslot", op: "move", call: func() (int, []byte, error) { return amb.Deposit("amy12", "1") },
			refused: func(_ int, body []byte) bool { return strings.Contains(string(body), `"code":907`) },
			effects: func() int { return clienttest.Whole(t, s.Account("pgslot", "amy12").Balance) },
		},
	}
}

// What each mode does to a call: whether it is done, and what the caller receives.
func TestFaultModesOfCalls(t *testing.T) {
	t.Parallel()
	const delay = 4 * time.Second
	for _, mode := range []struct {
		name   string
		done   bool   // at once or later
		answer string // "refused", "good", "garbage", "none"
		cut    bool   // the connection ends by itself, before the client gives up
	}{
		{name: "refuse", answer: "refused"},
		{name: "down", answer: "none", cut: true},
		{name: "timeout", answer: "none"},
		{name: "lost_reply", done: true, answer: "none"},
		{name: "slow", done: true, answer: "good"},
		{name: "garbage", done: true, answer: "garbage"},
		{name: "late_apply", done: true, answer: "none"},
	} {
		t.Run(mode.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				s := sandboxtest.Start(t, sandboxtest.Options{})
				client := clienttest.New(s)
				for name, system := range systems(t, s, client) {
					client.Timeout = clienttest.ClientTimeout
					if mode.answer == "none" && !mode.cut {
						client.Timeout = delay / 2 // there will be no answer
					}
					id := s.AddFault(sandboxtest.Fault{
						Target: system.target, Op: system.op, Mode: mode.name, DelayMS: int(delay / time.Millisecond),
					})
					before, began := system.effects(), time.Now()
					status, body, err := system.call()
					took := time.Since(began)

					if mode.answer == "none" != (err != nil) {
						t.Errorf("%s: HTTP %d, %v: %s", name, status, err, body)
					}
					if mode.answer == "refused" != system.refused(status, body) {
						t.Errorf("%s: refusal: HTTP %d: %s", name, status, body)
					}
					if (mode.answer == "garbage") == json.Valid(body) && err == nil {
						t.Errorf("%s: garbage: HTTP %d: %s", name, status, body)
					}
					if mode.name == "slow" && took != delay {
						t.Errorf("%s: slow took %v", name, took)
					}
					if mode.cut && took != 0 {
						t.Errorf("%s: a cut connection took %v", name, took)
					}
					client.Timeout = clienttest.ClientTimeout
					want := before
					if mode.done {
						want++
					}
					clienttest.Eventually(t, func() bool { return system.effects() == want })
					clienttest.Eventually(t, func() bool {
						listed := clienttest.Find(t, s.Faults(), id)
						return listed.Left == 0 && listed.Hits == 1
					})
					// One fault, one hit: the next call succeeds.
					if status, body, err := system.call(); err != nil || system.refused(status, body) || !json.Valid(body) {
						t.Errorf("%s: the call after it: HTTP %d, %v: %s", name, status, err, body)
					}
					if got := system.effects(); got != want+1 {
						t.Errorf("%s: %d effects after it, want %d", name, got, want+1)
					}
				}
			})
		})
	}
}

// A call that is never answered keeps its connection for five minutes if its client would wait for ever.
func TestAHangEndsByItself(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := sandboxtest.Start(t, sandboxtest.Options{})
		patient := clienttest.New(s)
		patient.Timeout = 0
		s.AddFault(sandboxtest.Fault{Target: "sms", Mode: "timeout"})
		began := time.Now()
		status, _, err := clienttest.SendSMS(t, patient, s, "0812345678")
		if took := time.Since(began); err == nil || took != 5*time.Minute {
			t.Errorf("HTTP %d, %v after %s", status, err, took)
		}
	})
}

// A late_apply is not done too early.
func TestLateApplyIsLate(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := sandboxtest.Start(t, sandboxtest.Options{})
		joker := clienttest.NewJoker(t, s, "joker")
		joker.Create("joe12")
		joker.HTTP.Timeout = 200 * time.Millisecond
		s.AddFault(sandboxtest.Fault{Target: "game:joker", Mode: "late_apply", DelayMS: 1500})
		if _, _, err := joker.Move("joe12", "t1", "5"); err == nil {
			t.Fatal("it answered")
		}
		if got := s.Account("joker", "joe12").Balance; got != "0" {
			t.Fatalf("done at once: %s", got)
		}
		clienttest.Eventually(t, func() bool { return s.Account("joker", "joe12").Balance == "5" })
	})
}

// The check denies a reference for the fault's whole delay, however often it is asked, and answers correctly after
// that.
func TestNotFound(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := sandboxtest.Start(t, sandboxtest.Options{})
		bank, payer, joker := clienttest.NewKBank(t, s), clienttest.NewPayer(t, s), clienttest.NewJoker(t, s, "joker")
		bank.Request("abc", "1")
		_, _, _ = payer.Order("abc", "1.00")
		joker.Create("joe12")
		_, _, _ = joker.Move("joe12", "abc", "1")
		for name, tc := range map[string]struct {
			target string
			denied func() bool
		}{
			"QR":     {"qr", func() bool { return bank.Inquire("abc").TxnStatus == wire.TxnNotFound }},
			"Payout": {"payout", func() bool { status, _, _ := payer.Check("abc"); return status == http.StatusNotFound }},
			"Joker":  {"game:joker", func() bool { status, _, _ := joker.Check("abc"); return status == http.StatusNotFound }},
		} {
			if tc.denied() {
				t.Fatalf("%s: denied without a fault", name)
			}
			s.AddFault(sandboxtest.Fault{Target: tc.target, Mode: "not_found", DelayMS: 1000})
			for range 3 {
				if !tc.denied() {
					t.Errorf("%s: not denied", name)
				}
			}
			clienttest.Eventually(t, func() bool { return !tc.denied() })
			s.ClearFaults()
		}
	})
}

func TestFaultsOfOtherOps(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := sandboxtest.Start(t, sandboxtest.Options{})
		joker, amb, payer := clienttest.NewJoker(t, s, "joker"), clienttest.NewAMB(t, s, "pgslot"), clienttest.NewPayer(t, s)
		joker.Create("joe12")
		amb.Create("amy12")
		for _, target := range []string{"game:joker", "game:pgslot"} {
			for _, op := range []string{"create", "balance", "launch", "password"} {
				s.AddFault(sandboxtest.Fault{Target: target, Op: op, Mode: "refuse"})
			}
		}
		for name, refused := range map[string]func() bool{
			"JokerCreate":   func() bool { return joker.Status("CU", "joe13") == http.StatusForbidden },
			"JokerBalance":  func() bool { return joker.Status("GC", "joe12") == http.StatusForbidden },
			"JokerLaunch":   func() bool { return joker.Status("PLAY", "joe12") == http.StatusForbidden },
			"JokerPassword": func() bool { return joker.Status("SP", "joe12") == http.StatusForbidden },
			"AMBCreate":     func() bool { return amb.Code("/partner/create", "amy13") == 907 },
			"AMBBalance":    func() bool { return amb.Code("/partner/balance", "amy12") == 907 },
			"AMBLaunch":     func() bool { return amb.Code("/partner/launch", "amy12") == 907 },
			"AMBPassword":   func() bool { return amb.Code("/partner/password", "amy12") == 907 },
		} {
			if !refused() {
				t.Errorf("%s: not refused", name)
			}
			if refused() {
				t.Errorf("%s: refused twice", name)
			}
		}
		s.AddFault(sandboxtest.Fault{Target: "payout", Op: "verify", Mode: "refuse"})
		s.AddFault(sandboxtest.Fault{Target: "payout", Op: "verify", Mode: "not_found"})
		for _, want := range []string{"mismatch", "no_account"} {
			if got := payer.Inquire("SOMCHAI JAIDEE"); got.Result != want {
				t.Errorf("name inquiry: %+v, want %s", got, want)
			}
		}
	})
}

// Count is how often a fault happens. Faults apply in the order of their creation, and only to their own target.
func TestFaultCountAndOrder(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := sandboxtest.Start(t, sandboxtest.Options{})
		joker, other := clienttest.NewJoker(t, s, "joker"), clienttest.NewJoker(t, s, "slotracha")
		joker.Create("joe12")
		other.Create("joe12")
		s.AddFault(sandboxtest.Fault{Target: "game:joker", Mode: "refuse", Count: 2})
		s.AddFault(sandboxtest.Fault{Target: "game:joker", Mode: "garbage"})
		if status, _, _ := other.Move("joe12", "o1", "1"); status != http.StatusOK {
			t.Errorf("another game: HTTP %d", status)
		}
		var got []int
		for _, ref := range []string{"r1", "r2", "r3", "r4"} {
			status, _, _ := joker.Move("joe12", ref, "1")
			got = append(got, status)
		}
		if want := []int{403, 403, 200, 200}; !clienttest.EqualInts(got, want) {
			t.Errorf("statuses %v, want %v", got, want)
		}
		s.DropFault(s.AddFault(sandboxtest.Fault{Target: "game:joker", Mode: "refuse", Count: 100}))
		s.Call(http.MethodDelete, "/sandbox/faults/none", nil, http.StatusNotFound, nil)
		s.AddFault(sandboxtest.Fault{Target: "game:joker", Mode: "refuse", Count: 100})
		if status, _, _ := joker.Move("joe12", "r4a", "1"); status != http.StatusForbidden {
			t.Errorf("armed again: HTTP %d", status)
		}
		s.ClearFaults()
		if status, _, _ := joker.Move("joe12", "r5", "1"); status != http.StatusOK || len(s.Faults()) != 0 {
			t.Errorf("after clearing: HTTP %d, %v", status, s.Faults())
		}
	})
}

func TestFaultRefusals(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := sandboxtest.Start(t, sandboxtest.Options{})
		for _, tc := range []struct {
			body string
			want int
		}{
			{`{"target":"nobody","mode":"down"}`, 400},
			{`{"target":"game:nobody","mode":"down"}`, 400},
			{`{"target":"sms","mode":"nothing"}`, 400},
			{`{"target":"sms","mode":"down","op":"fly"}`, 400},
			{`{"target":"sms","mode":"down","count":0}`, 400},
			{`{"target":"sms","mode":"down","delayMs":-1}`, 400},
			{`{"target":"sms","mode":"down","conut":1}`, 400},
			{`{"target":"game:pgslot","mode":"lost_callback"}`, 400},
			{`[1]`, 400},
			{`{"target":"slip:nobody","mode":"pending"}`, 400},
			{`{"target":"sms","mode":"pending"}`, 400},
			{`{"target":"game:joker","mode":"pending"}`, 400},
			{`{"target":"game:nobody","mode":"pending"}`, 400},
			{`{"target":"game:tgsc","op":"move","mode":"pending"}`, 400},
			{`{"target":"slip","mode":"late_callback"}`, 400},
			{`{"target":"notice:slack","mode":"not_found"}`, 400},
			{`{"target":"callout","mode":"not_found"}`, 400},
			{`{"target":"feed","mode":"forged_callback"}`, 400},
		} {
			var answer struct{ Message string }
			s.Call(http.MethodPost, "/sandbox/faults", json.RawMessage(tc.body), tc.want, &answer)
			if answer.Message == "" {
				t.Errorf("%s: no message", tc.body)
			}
		}
		if got := s.Faults(); len(got) != 0 {
			t.Errorf("armed: %v", got)
		}
	})
}
