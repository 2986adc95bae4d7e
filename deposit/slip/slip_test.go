package slip_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"krapao/connect/slipcheck/easyslip"
	"krapao/connect/slipcheck/slipok"
	"krapao/deposit"
	"krapao/deposit/deposittest"
	"krapao/deposit/slip"
	"krapao/fault"
	"krapao/internal/blob"
	"krapao/internal/id"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/ledger"
	"krapao/money"
	"krapao/sandbox"
	"krapao/sandbox/sandboxtest"
)

// slipNode is one more server that takes slips, with the real verifiers and the sandbox at their other end.
func slipNode(w *deposittest.World, change ...func(d *deposittest.Deps)) *deposittest.Node {
	w.T.Helper()
	known := sandbox.DemoCredentials()
	settings := w.Outside.Outbound(deposittest.CallTime)
	settings.Now = w.Clock.Now
	d := deposittest.Deps{
		Store: w.Store, Books: w.Ledger, Members: w.Members, Box: deposittest.Box(w.T), Log: slog.New(slog.DiscardHandler),
		Slips: slip.Deps{
			Verifiers: []slip.Verifier{
				slipok.New(slipok.Config{BaseURL: w.Outside.URL + "/slipok", Branch: known.SlipOK.Branch, Key: known.SlipOK.Key, Outbound: settings}),
				easyslip.New(easyslip.Config{BaseURL: w.Outside.URL + "/easyslip", Key: known.EasySlip, Outbound: settings}),
			},
			Window: func(context.Context) (slip.Window, error) {
				return slip.Window{Open: true, Within: time.Hour, MaxBytes: 10 << 20}, nil
			},
			Blobs: blob.New(w.Store, deposittest.Box(w.T)),
		},
	}
	for _, f := range change {
		f(&d)
	}
	return deposittest.New(d)
}

// paidFrom makes a transfer and returns the picture of its slip. What is left out is the default member's and SCB1's.
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

// slipOf is how one of a member's stands.
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

// slipTurn is one turn of a node's work on slips; it tells how many it worked on.
func slipTurn(w *deposittest.World, n *deposittest.Node) int {
	w.T.Helper()
	slips, err := n.Slips.Turn(w.T.Context())
	if err != nil {
		w.T.Fatal(err)
	}
	return slips
}

// settled works until a slip is at an end or before an operator.
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

// Two nodes work on many slips of few transfers at once: each transfer is one credit.
func TestTwoNodesOneCreditForEachTransfer(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := deposittest.NewWorld(t, s, deposittest.Options{})
		one, two := slipNode(w), slipNode(w)
		m := w.Member()
		var files [][]byte
		for range 3 {
			files = append(files, paidFrom(w, sandboxtest.Transfer{}))
		}
		var all sync.WaitGroup
		var mu sync.Mutex
		var references []string
		for i := range 12 {
			all.Go(func() {
				reference := uploaded(w, []*deposittest.Node{one, two}[i%2], m, files[i%3])
				mu.Lock()
				defer mu.Unlock()
				references = append(references, reference)
			})
		}
		all.Wait()
		ctx, stop := context.WithCancel(t.Context())
		for _, n := range []*deposittest.Node{one, two} {
			all.Go(func() { n.Slips.Run(ctx) })
		}
		credited := 0
		for _, reference := range references {
			if settled(w, one, m, reference).Progress == deposit.Succeeded {
				credited++
			}
		}
		stop()
		all.Wait()
		if credited != 3 || w.Balance(ledger.Wallet(m)) != 300_00 {
			t.Errorf("%d credited, the wallet has %s", credited, w.Balance(ledger.Wallet(m)))
		}
		// One failed as a duplicate after it had waited for the first: none of them counts against the member.
		stands(w, settled(w, one, m, uploaded(w, one, m, paidFrom(w, sandboxtest.Transfer{}))), deposit.Succeeded, "")
	})
}

// A node dies, or only pauses, at any place between claim and credit: another one goes on, and the first, once awake,
// changes nothing.
func TestANodeThatDiesOrPausesInTheMiddle(t *testing.T) {
	t.Parallel()
	for name, place := range map[string]func(d *deposittest.Deps, reached, awake chan struct{}){
		"while the verifier is asked": func(d *deposittest.Deps, reached, awake chan struct{}) {
			d.Slips.Verifiers = []slip.Verifier{pausing{d.Slips.Verifiers[0], reached, awake}}
			d.Timing.Call = time.Minute
		},
		"before the credit": func(d *deposittest.Deps, reached, awake chan struct{}) {
			d.Members = pausingMembers{d.Members, reached, awake}
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			storetest.Each(t, func(t *testing.T, s *store.Store) {
				w := deposittest.NewWorld(t, s, deposittest.Options{})
				reached, awake := make(chan struct{}, 1), make(chan struct{})
				paused := slipNode(w, func(d *deposittest.Deps) { place(d, reached, awake) })
				other := slipNode(w)
				m := w.Member()
				reference := uploaded(w, paused, m, paidFrom(w, sandboxtest.Transfer{}))
				done := make(chan error, 1)
				go func() {
					_, err := paused.Slips.Turn(context.WithoutCancel(t.Context()))
					done <- err
				}()
				<-reached
				stands(w, settled(w, other, m, reference), deposit.Succeeded, "")
				close(awake)
				if err := <-done; err != nil {
					t.Errorf("the paused one: %v", err)
				}
				stands(w, slipOf(w, other, m, reference), deposit.Succeeded, "")
				if got := w.Balance(ledger.Wallet(m)); got != 100_00 {
					t.Errorf("the wallet has %s", got)
				}
			})
		})
	}
}

// pausing holds a verifier's answer back.
type pausing struct {
	slip.Verifier
	reached, awake chan struct{}
}

func (p pausing) Verify(ctx context.Context, q slip.Query) (slip.Answer, error) {
	answer, err := p.Verifier.Verify(ctx, q)
	p.reached <- struct{}{}
	<-p.awake
	return answer, err
}

// pausingMembers holds the decision back.
type pausingMembers struct {
	deposit.Members
	reached, awake chan struct{}
}

func (p pausingMembers) RegisteredAccount(ctx context.Context, member string) (deposit.Payer, error) {
	own, err := p.Members.RegisteredAccount(ctx, member)
	p.reached <- struct{}{}
	<-p.awake
	return own, err
}

// Five claims that failed in a day, and a person looks at the next slip; that one's word lets it go on.
func TestFiveFailedClaimsADay(t *testing.T) {
	t.Parallel()
	storetest.Each(t, fiveFailedClaimsADay)
}

func fiveFailedClaimsADay(t *testing.T, s *store.Store) {
	w := deposittest.NewWorld(t, s, deposittest.Options{})
	n := slipNode(w)
	m := w.Member()
	var references []string
	for range 7 { // at once, so that they race
		references = append(references, uploaded(w, n, m, paidFrom(w, sandboxtest.Transfer{FromAccount: "9999999999", FromName: "MR OTHER"})))
	}
	ends := map[fault.Code]int{}
	for _, reference := range references {
		ends[settled(w, n, m, reference).Note]++
	}
	if ends[fault.NOT_MATCH] != 5 || ends[fault.LIMIT_REACHED] != 2 {
		t.Errorf("ends: %v", ends)
	}
	own := uploaded(w, n, m, paidFrom(w, sandboxtest.Transfer{Amount: "55"}))
	stands(w, settled(w, n, m, own), deposit.InProgress, fault.LIMIT_REACHED)
	d, err := n.Slips.Accept(t.Context(), own, "")
	if err != nil || d.Credits || !d.Proven {
		t.Fatalf("%+v, %v", d, err)
	}
	if err := s.Write(t.Context(), func(tx *store.Tx) error { return d.Tx(t.Context(), tx) }); err != nil {
		t.Fatal(err)
	}
	stands(w, settled(w, n, m, own), deposit.Succeeded, "")
	if got := w.Balance(ledger.Wallet(m)); got != 55_00 {
		t.Errorf("the wallet has %s", got)
	}
	if got := w.Balance(ledger.Unmatched); got != 500_00 {
		t.Errorf("unmatched has %s", got)
	}
}

// A first slip whose payer is not sure enough waits for a person; its money is kept as nobody's until then, and whoever
// proves more takes it.
func TestASlipInReview(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := deposittest.NewWorld(t, s, deposittest.Options{})
		n := slipNode(w)
		accept := func(reference, account string) error {
			d, err := n.Slips.Accept(t.Context(), reference, account)
			if err != nil {
				return err
			}
			return s.Write(t.Context(), func(tx *store.Tx) error { return d.Tx(t.Context(), tx) })
		}
		reviewed := func() (member, reference string) {
			member = w.Member()
			w.Members.Set(member, deposit.Payer{BankCode: "SCB", AccountNo: "1234567890", Name: "MALEE SUKJAI"}) // another name
			reference = uploaded(w, n, member, paidFrom(w, sandboxtest.Transfer{}))
			stands(w, settled(w, n, member, reference), deposit.InProgress, fault.NOT_MATCH)
			return member, reference
		}
		m, reference := reviewed()
		if got := slipOf(w, n, m, reference).Amount; got != 100_00 || w.Balance(ledger.Wallet(m)) != 0 || w.Balance(ledger.Unmatched) != 100_00 {
			t.Errorf("in review: %s, unmatched has %s", got, w.Balance(ledger.Unmatched))
		}
		c, err := n.Slips.LookAt(t.Context(), reference)
		if err != nil || c.InflowState != deposit.Unmatched || c.InflowMember != m || c.Account != "SCB1" || c.Payer.AccountNo == "" {
			t.Errorf("case %+v, %v", c, err)
		}
		if err := accept(reference, ""); err != nil {
			t.Fatal(err)
		}
		stands(w, slipOf(w, n, m, reference), deposit.Succeeded, "")
		if got := w.Balance(ledger.Wallet(m)); got != 100_00 || w.Balance(ledger.Unmatched) != 0 {
			t.Errorf("the wallet has %s", got)
		}
		if err := accept(reference, ""); !fault.Is(err, fault.NO_DATA) {
			t.Errorf("accepted twice: %v", err)
		}
		// The same digits a second time: the member's slips were good before.
		stands(w, settled(w, n, m, uploaded(w, n, m, paidFrom(w, sandboxtest.Transfer{}))), deposit.Succeeded, "")

		m, reference = reviewed()
		reject := func(code fault.Code) error {
			return s.Write(t.Context(), func(tx *store.Tx) error { return n.Slips.RejectTx(t.Context(), tx, reference, code) })
		}
		if err := reject(fault.NO_GAME); !fault.Is(err, fault.INVALID_INPUT) {
			t.Errorf("a reason that is none of a slip's: %v", err)
		}
		if err := reject(fault.NOT_MATCH); err != nil {
			t.Fatal(err)
		}
		stands(w, slipOf(w, n, m, reference), deposit.Failed, fault.NOT_MATCH)
		if got := w.Balance(ledger.Wallet(m)); got != 0 || w.Balance(ledger.Unmatched) != 100_00 {
			t.Errorf("the wallet has %s", got)
		}
		// What no machine of ours says, a person may (SPEC.md section 8).
		m, reference = reviewed()
		if err := reject(fault.TRIPPLE_WRONG_CAPTCHA); err != nil {
			t.Fatal(err)
		}
		stands(w, slipOf(w, n, m, reference), deposit.Failed, fault.TRIPPLE_WRONG_CAPTCHA)
	})
}

// A node died before it could answer an upload, and its file is sent again with the same key: it is the same slip.
func TestAnUploadSentAgain(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := deposittest.NewWorld(t, s, deposittest.Options{})
		m, nodes, file := w.Member(), []*deposittest.Node{slipNode(w), slipNode(w)}, paidFrom(w, sandboxtest.Transfer{})
		var first, second slip.Slip
		var both sync.WaitGroup
		both.Go(func() { first = sent(w, nodes[0], m, "upload", file) })
		both.Go(func() { second = sent(w, nodes[1], m, "upload", file) })
		both.Wait()
		if first.Reference != second.Reference {
			t.Errorf("two slips of one upload: %s and %s", first.Reference, second.Reference)
		}
		stands(w, settled(w, nodes[0], m, first.Reference), deposit.Succeeded, "")
		stands(w, sent(w, nodes[1], m, "upload", file), deposit.Succeeded, "")
		if list, err := nodes[0].Slips.Page(t.Context(), m, "reading", 1, 100); err != nil || list.Total != 1 {
			t.Errorf("%d slips of one upload, %v", list.Total, err)
		}
	})
}

// Somebody else's slip, in review, does not keep the money from its payer.
func TestAPayerTakesWhatWaitsInReview(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := deposittest.NewWorld(t, s, deposittest.Options{})
		n := slipNode(w)
		owner, other := w.Member(), w.Member()
		// The other's account shows the same four digits in a slip, and no name proves it.
		w.Members.Set(other, deposit.Payer{BankCode: "SCB", AccountNo: "0004567890", Name: "MALEE SUKJAI"})
		file := paidFrom(w, sandboxtest.Transfer{})
		waiting := uploaded(w, n, other, file)
		stands(w, settled(w, n, other, waiting), deposit.InProgress, fault.NOT_MATCH)
		stands(w, settled(w, n, other, uploaded(w, n, other, file)), deposit.Failed, fault.SLIP_REFNO_DUPLICATED)
		stands(w, settled(w, n, owner, uploaded(w, n, owner, file)), deposit.Succeeded, "")
		stands(w, slipOf(w, n, other, waiting), deposit.Failed, fault.SLIP_REFNO_DUPLICATED)
		if a, b := w.Balance(ledger.Wallet(owner)), w.Balance(ledger.Wallet(other)); a != 100_00 || b != 0 {
			t.Errorf("the owner has %s, the other %s", a, b)
		}
	})
}

// At an account whose truth is its statement a slip only says whose a line is: it waits for the line, and never credits
// by itself.
func TestASlipAtAnAccountWithAStatement(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := deposittest.NewWorld(t, s, deposittest.Options{})
		n := slipNode(w)
		m, thief := w.Member(), w.Member()
		w.Members.Set(thief, deposit.Payer{BankCode: "SCB", AccountNo: "5550001112", Name: "MALEE SUKJAI"})
		file := paidFrom(w, sandboxtest.Transfer{ToBank: "BBL", ToAccount: "1112223334"})
		stands(w, settled(w, n, thief, uploaded(w, n, thief, file)), deposit.Failed, fault.NOT_MATCH)
		reference := uploaded(w, n, m, file)
		for range 20 {
			slipTurn(w, n)
			deposittest.Pass(time.Minute)
		}
		stands(w, slipOf(w, n, m, reference), deposit.InProgress, "")
		c, err := n.Slips.LookAt(t.Context(), reference)
		if err != nil {
			t.Fatal(err)
		}
		if got := w.Balance(ledger.Bank("BBLONLY")); got != 0 {
			t.Errorf("a slip booked %s by itself", got)
		}
		_, err = n.Book(t.Context(), deposit.Arrival{Account: "BBLONLY", Channel: deposit.ChannelFeed, Payment: deposit.Payment{
			Source: "line-1", Also: []deposit.Identifier{{Kind: "bank:" + c.Bank, Value: c.BankReference}}, Amount: 100_00, PaidAt: w.Clock.Now(),
		}})
		if err != nil {
			t.Fatal(err)
		}
		stands(w, settled(w, n, m, reference), deposit.Succeeded, "")
		if got := w.Balance(ledger.Wallet(m)); got != 100_00 || w.Balance(ledger.Wallet(thief)) != 0 {
			t.Errorf("the wallet has %s", got)
		}
		stands(w, settled(w, n, m, uploaded(w, n, m, file)), deposit.Failed, fault.SLIP_REFNO_DUPLICATED)
	})
}

// A statement that names another payer than the slip outranks it: the money is held, and a person decides, or a slip that
// the statement agrees with.
func TestASlipThatTheStatementContradicts(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := deposittest.NewWorld(t, s, deposittest.Options{})
		n := slipNode(w)
		m := w.Member()
		held := func() string {
			moved := w.Outside.Transfer(sandboxtest.Transfer{
				FromBank: "SCB", FromAccount: "1234567890", FromName: "SOMCHAI JAIDEE", ToBank: "BBL", ToAccount: "1112223334", Amount: "100",
			})
			_, err := n.Book(t.Context(), deposit.Arrival{Account: "BBLONLY", Channel: deposit.ChannelFeed, Payment: deposit.Payment{
				Source: moved.Ref, Also: []deposit.Identifier{{Kind: "bank:014", Value: moved.Ref}}, Amount: 100_00, PaidAt: w.Clock.Now(),
				Payer: deposit.Payer{BankCode: "SCB", AccountNo: "5550001112"},
			}})
			if err != nil {
				t.Fatal(err)
			}
			reference := uploaded(w, n, m, w.Outside.Slip(moved.Slip))
			stands(w, settled(w, n, m, reference), deposit.InProgress, fault.NOT_MATCH)
			return reference
		}
		reference := held()
		if got := w.Balance(ledger.Held(m)); got != 100_00 || w.Balance(ledger.Wallet(m)) != 0 {
			t.Errorf("held has %s", got)
		}
		d, err := n.Slips.Accept(t.Context(), reference, "")
		if err != nil || d.Proven {
			t.Fatalf("%+v, %v", d, err)
		}
		if err := s.Write(t.Context(), func(tx *store.Tx) error { return d.Tx(t.Context(), tx) }); err != nil {
			t.Fatal(err)
		}
		stands(w, slipOf(w, n, m, reference), deposit.Succeeded, "")
		if got := w.Balance(ledger.Wallet(m)); got != 100_00 || w.Balance(ledger.Held(m)) != 0 {
			t.Errorf("the wallet has %s", got)
		}
	})
}

// What another channel booked under the same bank's reference is no second deposit, whoever uploads it: the member that has it
// is told so, another one only that the slip was used.
func TestTheSameTransferByAnotherChannel(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := deposittest.NewWorld(t, s, deposittest.Options{})
		n := slipNode(w)
		m := w.Member()
		moved := w.Outside.Transfer(sandboxtest.Transfer{
			FromBank: "SCB", FromAccount: "1234567890", FromName: "SOMCHAI JAIDEE", ToBank: "SCB", ToAccount: "4051234567", Amount: json.Number("80"),
		})
		_, err := n.Book(t.Context(), deposit.Arrival{Account: "KBANK", Channel: deposit.ChannelQR, Reference: "qr", Member: m, Payment: deposit.Payment{
			Source: "payment-1", Also: []deposit.Identifier{{Kind: "bank:014", Value: moved.Ref}}, Amount: 80_00, PaidAt: w.Clock.Now(),
			Payer: deposit.Payer{BankCode: "SCB", AccountNo: "1234567890"},
		}})
		if err != nil {
			t.Fatal(err)
		}
		stands(w, settled(w, n, m, uploaded(w, n, m, w.Outside.Slip(moved.Slip))), deposit.Failed, fault.SLIP_ALREADY_CREDITED)
		other := w.Member()
		stands(w, settled(w, n, other, uploaded(w, n, other, w.Outside.Slip(moved.Slip))), deposit.Failed, fault.SLIP_REFNO_DUPLICATED)
		if got := w.Balance(ledger.Wallet(m)); got != 80_00 {
			t.Errorf("the wallet has %s", got)
		}
	})
}

// lies are verifiers' answers that must not be believed.
type lies struct {
	slip.Verifier
	change func(a *slip.Answer) error
}

func (l lies) Verify(ctx context.Context, q slip.Query) (slip.Answer, error) {
	a, err := l.Verifier.Verify(ctx, q)
	if err != nil {
		return a, err
	}
	return a, l.change(&a)
}

// What verifiers say, and what becomes of the slip when the first says it and the second knows better, or is not there.
func TestWhatVerifiersSay(t *testing.T) {
	t.Parallel()
	say := func(f slip.Finding) func(a *slip.Answer) error {
		return func(a *slip.Answer) error { *a = slip.Answer{Finding: f, Code: "x"}; return nil }
	}
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := deposittest.NewWorld(t, s, deposittest.Options{})
		m := w.Member()
		for name, tc := range map[string]struct {
			change func(a *slip.Answer) error
			alone  fault.Code
			first  fault.Code // with a good one behind it; "" is credited
		}{
			"duplicate, without the transfer": {say(slip.Duplicate), fault.SLIP_REFNO_DUPLICATED, ""},
			"duplicate, with it":              {func(a *slip.Answer) error { a.Finding = slip.Duplicate; return nil }, "", ""},
			"another receiver, with it":       {func(a *slip.Answer) error { a.Finding = slip.WrongReceiver; return nil }, "", ""},
			"another receiver":                {say(slip.WrongReceiver), fault.DEST_ACC_INVALID, fault.DEST_ACC_INVALID},
			"no slip":                         {say(slip.NotASlip), fault.INVALID_SLIP, fault.INVALID_SLIP},
			"expired":                         {say(slip.Expired), fault.EXPIRED_SLIP, fault.EXPIRED_SLIP},
			"later":                           {say(slip.Later), "waits", ""},
			"an error":                        {func(*slip.Answer) error { return errors.New("broken") }, "waits", ""},
			"another transfer":                {func(a *slip.Answer) error { a.Transfer.Reference += "X"; return nil }, "waits", ""},
			"another bank":                    {func(a *slip.Answer) error { a.Transfer.Bank = "999"; return nil }, "waits", ""},
			"no amount":                       {func(a *slip.Answer) error { a.Finding, a.Transfer.Amount = slip.Verified, 0; return nil }, "waits", ""},
		} {
			for _, behind := range []bool{false, true} {
				n := slipNode(w, func(d *deposittest.Deps) {
					good := d.Slips.Verifiers
					d.Slips.Verifiers = []slip.Verifier{lies{good[0], tc.change}}
					if behind {
						d.Slips.Verifiers = append(d.Slips.Verifiers, good[1])
					}
				})
				want := tc.alone
				if behind {
					want = tc.first
				}
				before := w.Balance(ledger.Wallet(m))
				reference := uploaded(w, n, m, paidFrom(w, sandboxtest.Transfer{Amount: "10"}))
				credit := money.Amount(0)
				switch want {
				case "waits":
					for range 5 {
						slipTurn(w, n)
						deposittest.Pass(time.Minute)
					}
					stands(w, slipOf(w, n, m, reference), deposit.InProgress, "")
					stands(w, settled(w, slipNode(w), m, reference), deposit.Succeeded, "") // another day, a good one
					credit = 10_00
				case "":
					stands(w, settled(w, n, m, reference), deposit.Succeeded, "")
					credit = 10_00
				default:
					stands(w, settled(w, n, m, reference), deposit.Failed, want)
				}
				if got := w.Balance(ledger.Wallet(m)) - before; got != credit {
					t.Errorf("%s, another behind it %v: credited %s", name, behind, got)
				}
			}
			m = w.Member() // each with its own failed claims
		}
	})
}

// A refusal that another verifier may overturn waits for one that has no answer yet: who asks a bank that is slow must not be
// told that there is no such transfer. What is certain waits for nobody.
func TestARefusalWaitsForAVerifierWithoutAnAnswer(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := deposittest.NewWorld(t, s, deposittest.Options{})
		const later, broken = slip.Later, slip.Finding("broken")
		for _, tc := range []struct {
			said [2]slip.Finding
			want fault.Code // "" waits, and is credited once one knows it
		}{
			{[2]slip.Finding{slip.NotFound, later}, ""},
			{[2]slip.Finding{later, slip.NotFound}, ""},
			{[2]slip.Finding{slip.NotFound, broken}, ""},
			{[2]slip.Finding{broken, slip.NotFound}, ""},
			{[2]slip.Finding{slip.Duplicate, later}, ""},
			{[2]slip.Finding{broken, slip.Duplicate}, ""},
			{[2]slip.Finding{slip.NotFound, slip.NotFound}, fault.INVALID_SLIP},
			{[2]slip.Finding{slip.NotFound, slip.Duplicate}, fault.INVALID_SLIP},
			{[2]slip.Finding{slip.Duplicate, slip.NotFound}, fault.SLIP_REFNO_DUPLICATED},
			{[2]slip.Finding{later, slip.NotASlip}, fault.INVALID_SLIP},
			{[2]slip.Finding{later, slip.Expired}, fault.EXPIRED_SLIP},
			{[2]slip.Finding{broken, slip.WrongReceiver}, fault.DEST_ACC_INVALID},
		} {
			m := w.Member()
			n := slipNode(w, func(d *deposittest.Deps) {
				for i, f := range tc.said {
					d.Slips.Verifiers[i] = lies{d.Slips.Verifiers[i], func(a *slip.Answer) error {
						if *a = (slip.Answer{Finding: f, Code: "x"}); f == broken {
							return errors.New("broken")
						}
						return nil
					}}
				}
			})
			reference := uploaded(w, n, m, paidFrom(w, sandboxtest.Transfer{Amount: "10"}))
			if tc.want != "" {
				stands(w, settled(w, n, m, reference), deposit.Failed, tc.want)
				continue
			}
			for range 5 {
				slipTurn(w, n)
				deposittest.Pass(time.Minute)
			}
			stands(w, slipOf(w, n, m, reference), deposit.InProgress, "")
			stands(w, settled(w, slipNode(w), m, reference), deposit.Succeeded, "")
			if t.Failed() {
				t.Fatal(tc)
			}
		}
	})
}

// A slip is judged by the accounts of the bank's own time (RULES.md section 13). A transfer from before we were told of the
// account gets its true reason, and is not booked: the books began later.
func TestAccountsOfTheBanksOwnTime(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := deposittest.NewWorld(t, s, deposittest.Options{})
		n := slipNode(w)
		m := w.Member()
		before, then := w.Clock.Now().Add(-2*time.Hour), w.Clock.Now()
		deposittest.Pass(time.Second)
		w.Apply(strings.Replace(deposittest.AccountsContent, "4051234567", "4059999999", 1), deposittest.DemoSettings)
		deposittest.Pass(time.Second)
		at := func(account string, at time.Time) slip.Slip {
			return settled(w, n, m, uploaded(w, n, m, paidFrom(w, sandboxtest.Transfer{ToAccount: account, At: &at})))
		}
		stands(w, at("4051234567", then), deposit.Succeeded, "")
		stands(w, at("4059999999", w.Clock.Now()), deposit.Succeeded, "")
		stands(w, at("4051234567", w.Clock.Now()), deposit.Failed, fault.DEST_ACC_INVALID)
		stands(w, at("4059999999", then), deposit.Failed, fault.DEST_ACC_INVALID)
		stands(w, at("4051234567", before), deposit.Failed, fault.EXPIRED_SLIP)
		if got := w.Balance(ledger.Wallet(m)); got != 200_00 || w.Balance(ledger.Unmatched) != 0 {
			t.Errorf("the wallet has %s, unmatched %s", got, w.Balance(ledger.Unmatched))
		}
	})
}
