package slip_test

import (
	"bytes"
	"context"
	"log/slog"
	"time"

	"krapao/connect/slipcheck/easyslip"
	"krapao/connect/slipcheck/slipok"
	"krapao/deposit"
	"krapao/deposit/deposittest"
	"krapao/deposit/slip"
	"krapao/fault"
	"krapao/internal/blob"
	"krapao/internal/id"
	"krapao/ledger"
	"krapao/sandbox"
	"krapao/sandbox/sandboxtest"
)

// slipNode returns one more server that takes slips, with the real verifiers and the sandbox at their other end.
func slipNode(w *deposittest.World, change ...func(d *deposittest.Deps)) *deposittest.Node {
	w.T.Helper()
	known := sandbox.DemoCredentials()
	settings := w.Outside.Outbound(deposittest.CallTime)
	settings.Now = w.Clock.Now
	d := deposittest.Deps{
		Store: w.Store, Books: w.Ledger, Members: w.Members, Box: deposittest.Box(w.T), Log: slog.New(slog.DiscardHandler),
		Slips: slip.Deps{
			Verifiers: []slip.Verifier{
				slipok.New(slipok.Config{
					BaseURL: w.Outside.URL + "/slipok", Branch: known.SlipOK.Branch, Key: known.SlipOK.Key, Outbound: settings,
				}),
				easyslip.New(easyslip.Config{BaseURL: w.Outside.URL + "/easyslip", Key: known.EasySlip, Outbound: settings}),
			},
			Window: func(context.Context) (slip.Window, error) {
				return slip.Window{Open: true, Within: time.Hour, MaxBytes: 10 << 20}, nil
			},
			Blobs: blob.New(w.Store, deposittest.Box(w.T), blob.Places{}),
		},
	}
	for _, f := range change {
		f(&d)
	}
	return deposittest.New(d)
}

// paidFrom makes a transfer and returns the picture of its slip. Empty fields are those of the default member and of
// SCB1.
func paidFrom(w *deposittest.World, t sandboxtest.Transfer) []byte {
	w.T.Helper()
	set := func(to *string, value string) {
		if *to == "" {
			*to = value
		}
	}
	set(&t.FromBank, "SCB")
	set(&t.FromAccount, "1234567890")
	set(&t.FromName, "SOMCHAI JAIDEE")
	set(&t.ToBank, "SCB")
	set(&t.ToAccount, "4051234567")
	if t.Amount == "" {
		t.Amount = "100"
	}
	return w.Outside.Slip(w.Outside.Transfer(t).Slip)
}

func uploaded(w *deposittest.World, n *deposittest.Node, member string, file []byte) string {
	w.T.Helper()
	return sent(w, n, member, id.Text(16), file).Reference
}

// sent uploads a file with the key of its request.
func sent(w *deposittest.World, n *deposittest.Node, member, key string, file []byte) slip.Slip {
	w.T.Helper()
	slip, err := n.Slips.Upload(w.T.Context(), member, ledger.ClientKey(member, "POST /api/wallet/slip", key), bytes.NewReader(file))
	if err != nil {
		w.T.Fatal(err)
	}
	return slip
}

// slipOf returns a member's slip as it is now.
func slipOf(w *deposittest.World, n *deposittest.Node, member, reference string) slip.Slip {
	w.T.Helper()
	list, err := n.Slips.Page(w.T.Context(), member, "reading of "+reference, 1, 100)
	if err != nil {
		w.T.Fatal(err)
	}
	for _, slip := range list.Slips {
		if slip.Reference == reference {
			return slip
		}
	}
	w.T.Fatalf("no slip %s of %s", reference, member)
	return slip.Slip{}
}

// slipTurn runs one turn of a node's work on slips and returns the number of slips.
func slipTurn(w *deposittest.World, n *deposittest.Node) int {
	w.T.Helper()
	slips, err := n.Slips.Turn(w.T.Context())
	if err != nil {
		w.T.Fatal(err)
	}
	return slips
}

// settled works until a slip has ended or waits for an operator.
func settled(w *deposittest.World, n *deposittest.Node, member, reference string) (slip slip.Slip) {
	w.T.Helper()
	over := func() bool {
		slipTurn(w, n)
		slip = slipOf(w, n, member, reference)
		return slip.Progress != deposit.InProgress || slip.Note != ""
	}
	if !deposittest.EverySecond(func() {}, over) {
		w.T.Fatalf("not within a minute: slip %s is at an end", reference)
	}
	return slip
}

func stands(w *deposittest.World, got slip.Slip, progress deposit.Progress, note fault.Code) {
	w.T.Helper()
	if got.Progress != progress || got.Note != note {
		w.T.Errorf("slip %s: %s %s, want %s %s", got.Reference, got.Progress, got.Note, progress, note)
	}
}
