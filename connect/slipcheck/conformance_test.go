package slipcheck_test

import (
	"encoding/json"
	"testing"
	"time"

	"krapao/connect/outbound"
	"krapao/connect/slipcheck/easyslip"
	"krapao/connect/slipcheck/slipok"
	"krapao/deposit"
	"krapao/deposit/slip"
	"krapao/deposit/slip/sliptest"
	"krapao/sandbox"
	"krapao/sandbox/banks"
	"krapao/sandbox/sandboxtest"
)

// timeout is the product's timeout of one call.
const timeout = 10 * time.Second

// All verifiers keep the same promises, so that the configuration may replace one by another.
func TestConformance(t *testing.T) {
	t.Parallel()
	known := sandbox.DemoCredentials()
	for name, open := range map[string]func(base string, settings outbound.Settings) slip.Verifier{
		"SlipOK": func(base string, settings outbound.Settings) slip.Verifier {
			return slipok.New(slipok.Config{
				BaseURL: base + "/slipok", Branch: known.SlipOK.Branch, Key: known.SlipOK.Key, Outbound: settings,
			})
		},
		"EasySlip": func(base string, settings outbound.Settings) slip.Verifier {
			return easyslip.New(easyslip.Config{BaseURL: base + "/easyslip/", Key: known.EasySlip, Outbound: settings})
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			sliptest.Run(t, func(t *testing.T) sliptest.Bench { return bench(t, open) })
		})
	}
}

func bench(t *testing.T, open func(base string, settings outbound.Settings) slip.Verifier) sliptest.Bench {
	s := sandboxtest.Start(t, sandboxtest.Options{})
	verifier := open(s.URL, s.Outbound(timeout))
	known := sandbox.DemoCredentials()
	ours := banks.DemoAccounts()[0]
	own := deposit.Payer{BankCode: ours.Bank, AccountNo: ours.Number, Name: ours.Name}
	return sliptest.Bench{
		Verifier: verifier, Timeout: timeout, Own: own,
		Secrets: []string{s.URL, known.SlipOK.Key, known.EasySlip},
		Transfer: func(tr sliptest.Transfer) string {
			to := tr.To
			if to == (deposit.Payer{}) {
				to = own
			}
			request := sandboxtest.Transfer{
				FromBank: tr.From.BankCode, FromAccount: tr.From.AccountNo, FromName: tr.From.Name,
				ToBank: to.BankCode, ToAccount: to.AccountNo, Amount: json.Number(tr.Amount.String()),
			}
			if !tr.At.IsZero() {
				request.At = &tr.At
			}
			return s.Transfer(request).Ref
		},
		Fault: func(mode string, delay time.Duration) {
			s.AddFault(sandboxtest.Fault{Target: "slip:" + verifier.Name(), Mode: mode, DelayMS: int(delay / time.Millisecond)})
		},
	}
}
