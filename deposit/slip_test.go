package deposit_test

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
func (w *world) slipNode(change ...func(d *deposit.Deps)) *deposit.Service {
	w.t.Helper()
	known := sandbox.DemoCredentials()
	settings := w.outside.Line(callTime)
	settings.Now = w.clock.Now
	d := deposit.Deps{
		Store: w.store, Books: w.ledger, Members: w.members, Box: box(w.t), Log: slog.New(slog.DiscardHandler),
		Slips: deposit.Slips{
			Verifiers: []deposit.SlipVerifier{
				slipok.New(slipok.Config{BaseURL: w.outside.URL + "/slipok", Branch: known.SlipOK.Branch, Key: known.SlipOK.Key, Line: settings}),
				easyslip.New(easyslip.Config{BaseURL: w.outside.URL + "/easyslip", Key: known.EasySlip, Line: settings}),
			},
			Window: func(context.Context) (deposit.SlipWindow, error) {
				return deposit.SlipWindow{Open: true, Within: time.Hour, MaxBytes: 10 << 20}, nil
			},
			Blobs: blob.New(w.store, box(w.t)),
		},
	}
	for _, f := range change {
		f(&d)
	}
	return deposit.New(d)
}

// paidFrom makes a transfer and returns the picture of its slip. What is left out is the default member's and SCB1's.
func (w *world) paidFrom(t sandboxtest.Transfer) []byte {
	w.t.Helper()
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
	return w.outside.Slip(w.outside.Transfer(t).Slip)
}

func (w *world) uploaded(n *deposit.Service, member string, file []byte) string {
	w.t.Helper()
	return w.sent(n, member, id.Text(16), file).Reference
}

// sent uploads a file with the key of its request.
func (w *world) sent(n *deposit.Service, member, key string, file []byte) deposit.Slip {
	w.t.Helper()
	slip, err := n.UploadSlip(w.t.Context(), member, ledger.ClientKey(member, "POST /api/wallet/slip", key), bytes.NewReader(file))
	if err != nil {
		w.t.Fatal(err)
	}
	return slip
}

// slip is how one of a member's stands.
func (w *world) slip(n *deposit.Service, member, reference string) deposit.Slip {
	w.t.Helper()
	list, err := n.SlipPage(w.t.Context(), member, "reading of "+reference, 1, 100)
	if err != nil {
		w.t.Fatal(err)
	}
	for _, slip := range list.Slips {
		if slip.Reference == reference {
			return slip
		}
	}
	w.t.Fatalf("no slip %s of %s", reference, member)
	return deposit.Slip{}
}

// slipTurn is one turn of a node's work on slips; it tells how many it worked on.
func (w *world) slipTurn(n *deposit.Service) int {
	w.t.Helper()
	slips, err := n.SlipTurn(w.t.Context())
	if err != nil {
		w.t.Fatal(err)
	}
	return slips
}

// settled works until a slip is at an end or before an operator.
func (w *world) settled(n *deposit.Service, member, reference string) (slip deposit.Slip) {
	w.t.Helper()
	over := func() bool {
		w.slipTurn(n)
		slip = w.slip(n, member, reference)
		return slip.Progress != deposit.InProgress || slip.Note != ""
	}
	if !everySecond(func() {}, over) {
		w.t.Fatalf("not within a minute: slip %s is at an end", reference)
	}
	return slip
}

func (w *world) want(got deposit.Slip, progress deposit.Progress, note fault.Code) {
	w.t.Helper()
	if got.Progress != progress || got.Note != note {
		w.t.Errorf("slip %s: %s %s, want %s %s", got.Reference, got.Progress, got.Note, progress, note)
	}
}

// Two nodes work on many slips of few transfers at once: each transfer is one credit.
func TestTwoNodesOneCreditForEachTransfer(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := newWorld(t, s, options{})
		one, two := w.slipNode(), w.slipNode()
		m := w.member()
		var files [][]byte
		for range 3 {
			files = append(files, w.paidFrom(sandboxtest.Transfer{}))
		}
		var all sync.WaitGroup
		var mu sync.Mutex
		var references []string
		for i := range 12 {
			all.Go(func() {
				reference := w.uploaded([]*deposit.Service{one, two}[i%2], m, files[i%3])
				mu.Lock()
				defer mu.Unlock()
				references = append(references, reference)
			})
		}
		all.Wait()
		ctx, stop := context.WithCancel(t.Context())
		for _, n := range []*deposit.Service{one, two} {
			all.Go(func() { n.RunSlips(ctx) })
		}
		credited := 0
		for _, reference := range references {
			if w.settled(one, m, reference).Progress == deposit.Succeeded {
				credited++
			}
		}
		stop()
		all.Wait()
		if credited != 3 || w.balance(ledger.Wallet(m)) != 300_00 {
			t.Errorf("%d credited, the wallet has %s", credited, w.balance(ledger.Wallet(m)))
		}
		// One failed as a duplicate after it had waited for the first: none of them counts against the member.
		w.want(w.settled(one, m, w.uploaded(one, m, w.paidFrom(sandboxtest.Transfer{}))), deposit.Succeeded, "")
	})
}

// A node dies, or only pauses, at any place between claim and credit: another one goes on, and the first, once awake,
// changes nothing.
func TestANodeThatDiesOrPausesInTheMiddle(t *testing.T) {
	t.Parallel()
	for name, place := range map[string]func(d *deposit.Deps, reached, awake chan struct{}){
		"while the verifier is asked": func(d *deposit.Deps, reached, awake chan struct{}) {
			d.Slips.Verifiers = []deposit.SlipVerifier{pausing{d.Slips.Verifiers[0], reached, awake}}
			d.Timing.Call = time.Minute
		},
		"before the credit": func(d *deposit.Deps, reached, awake chan struct{}) {
			d.Members = pausingMembers{d.Members, reached, awake}
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			storetest.Each(t, func(t *testing.T, s *store.Store) {
				w := newWorld(t, s, options{})
				reached, awake := make(chan struct{}, 1), make(chan struct{})
				paused := w.slipNode(func(d *deposit.Deps) { place(d, reached, awake) })
				other := w.slipNode()
				m := w.member()
				reference := w.uploaded(paused, m, w.paidFrom(sandboxtest.Transfer{}))
				done := make(chan error, 1)
				go func() {
					_, err := paused.SlipTurn(context.WithoutCancel(t.Context()))
					done <- err
				}()
				<-reached
				w.want(w.settled(other, m, reference), deposit.Succeeded, "")
				close(awake)
				if err := <-done; err != nil {
					t.Errorf("the paused one: %v", err)
				}
				w.want(w.slip(other, m, reference), deposit.Succeeded, "")
				if got := w.balance(ledger.Wallet(m)); got != 100_00 {
					t.Errorf("the wallet has %s", got)
				}
			})
		})
	}
}

// pausing holds a verifier's answer back.
type pausing struct {
	deposit.SlipVerifier
	reached, awake chan struct{}
}

func (p pausing) Verify(ctx context.Context, q deposit.SlipQuery) (deposit.SlipAnswer, error) {
	answer, err := p.SlipVerifier.Verify(ctx, q)
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
	w := newWorld(t, s, options{})
	n := w.slipNode()
	m := w.member()
	var references []string
	for range 7 { // at once, so that they race
		references = append(references, w.uploaded(n, m, w.paidFrom(sandboxtest.Transfer{FromAccount: "9999999999", FromName: "MR OTHER"})))
	}
	ends := map[fault.Code]int{}
	for _, reference := range references {
		ends[w.settled(n, m, reference).Note]++
	}
	if ends[fault.NOT_MATCH] != 5 || ends[fault.LIMIT_REACHED] != 2 {
		t.Errorf("ends: %v", ends)
	}
	own := w.uploaded(n, m, w.paidFrom(sandboxtest.Transfer{Amount: "55"}))
	w.want(w.settled(n, m, own), deposit.InProgress, fault.LIMIT_REACHED)
	d, err := n.AcceptSlip(t.Context(), own, "")
	if err != nil || d.Credits || !d.Proven {
		t.Fatalf("%+v, %v", d, err)
	}
	if err := s.Write(t.Context(), func(tx *store.Tx) error { return d.Tx(t.Context(), tx) }); err != nil {
		t.Fatal(err)
	}
	w.want(w.settled(n, m, own), deposit.Succeeded, "")
	if got := w.balance(ledger.Wallet(m)); got != 55_00 {
		t.Errorf("the wallet has %s", got)
	}
	if got := w.balance(ledger.Unmatched); got != 500_00 {
		t.Errorf("unmatched has %s", got)
	}
}

// A first slip whose payer is not sure enough waits for a person; its money is kept as nobody's until then, and whoever
// proves more takes it.
func TestASlipInReview(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := newWorld(t, s, options{})
		n := w.slipNode()
		accept := func(reference, account string) error {
			d, err := n.AcceptSlip(t.Context(), reference, account)
			if err != nil {
				return err
			}
			return s.Write(t.Context(), func(tx *store.Tx) error { return d.Tx(t.Context(), tx) })
		}
		reviewed := func() (member, reference string) {
			member = w.member()
			w.members.set(member, deposit.Payer{BankCode: "SCB", AccountNo: "1234567890", Name: "MALEE SUKJAI"}) // another name
			reference = w.uploaded(n, member, w.paidFrom(sandboxtest.Transfer{}))
			w.want(w.settled(n, member, reference), deposit.InProgress, fault.NOT_MATCH)
			return member, reference
		}
		m, reference := reviewed()
		if got := w.slip(n, m, reference).Amount; got != 100_00 || w.balance(ledger.Wallet(m)) != 0 || w.balance(ledger.Unmatched) != 100_00 {
			t.Errorf("in review: %s, unmatched has %s", got, w.balance(ledger.Unmatched))
		}
		c, err := n.LookAtSlip(t.Context(), reference)
		if err != nil || c.InflowState != deposit.Unmatched || c.InflowMember != m || c.Account != "SCB1" || c.Payer.AccountNo == "" {
			t.Errorf("case %+v, %v", c, err)
		}
		if err := accept(reference, ""); err != nil {
			t.Fatal(err)
		}
		w.want(w.slip(n, m, reference), deposit.Succeeded, "")
		if got := w.balance(ledger.Wallet(m)); got != 100_00 || w.balance(ledger.Unmatched) != 0 {
			t.Errorf("the wallet has %s", got)
		}
		if err := accept(reference, ""); !fault.Is(err, fault.NO_DATA) {
			t.Errorf("accepted twice: %v", err)
		}
		// The same digits a second time: the member's slips were good before.
		w.want(w.settled(n, m, w.uploaded(n, m, w.paidFrom(sandboxtest.Transfer{}))), deposit.Succeeded, "")

		m, reference = reviewed()
		reject := func(code fault.Code) error {
			return s.Write(t.Context(), func(tx *store.Tx) error { return n.RejectSlipTx(t.Context(), tx, reference, code) })
		}
		if err := reject(fault.NO_GAME); !fault.Is(err, fault.INVALID_INPUT) {
			t.Errorf("a reason that is none of a slip's: %v", err)
		}
		if err := reject(fault.NOT_MATCH); err != nil {
			t.Fatal(err)
		}
		w.want(w.slip(n, m, reference), deposit.Failed, fault.NOT_MATCH)
		if got := w.balance(ledger.Wallet(m)); got != 0 || w.balance(ledger.Unmatched) != 100_00 {
			t.Errorf("the wallet has %s", got)
		}
		// What no machine of ours says, a person may (SPEC.md section 8).
		m, reference = reviewed()
		if err := reject(fault.TRIPPLE_WRONG_CAPTCHA); err != nil {
			t.Fatal(err)
		}
		w.want(w.slip(n, m, reference), deposit.Failed, fault.TRIPPLE_WRONG_CAPTCHA)
	})
}

// A node died before it could answer an upload, and its file is sent again with the same key: it is the same slip.
func TestAnUploadSentAgain(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := newWorld(t, s, options{})
		m, nodes, file := w.member(), []*deposit.Service{w.slipNode(), w.slipNode()}, w.paidFrom(sandboxtest.Transfer{})
		var first, second deposit.Slip
		var both sync.WaitGroup
		both.Go(func() { first = w.sent(nodes[0], m, "upload", file) })
		both.Go(func() { second = w.sent(nodes[1], m, "upload", file) })
		both.Wait()
		if first.Reference != second.Reference {
			t.Errorf("two slips of one upload: %s and %s", first.Reference, second.Reference)
		}
		w.want(w.settled(nodes[0], m, first.Reference), deposit.Succeeded, "")
		w.want(w.sent(nodes[1], m, "upload", file), deposit.Succeeded, "")
		if list, err := nodes[0].SlipPage(t.Context(), m, "reading", 1, 100); err != nil || list.Total != 1 {
			t.Errorf("%d slips of one upload, %v", list.Total, err)
		}
	})
}

// Somebody else's slip, in review, does not keep the money from its payer.
func TestAPayerTakesWhatWaitsInReview(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := newWorld(t, s, options{})
		n := w.slipNode()
		owner, other := w.member(), w.member()
		// The other's account shows the same four digits in a slip, and no name proves it.
		w.members.set(other, deposit.Payer{BankCode: "SCB", AccountNo: "0004567890", Name: "MALEE SUKJAI"})
		file := w.paidFrom(sandboxtest.Transfer{})
		waiting := w.uploaded(n, other, file)
		w.want(w.settled(n, other, waiting), deposit.InProgress, fault.NOT_MATCH)
		w.want(w.settled(n, other, w.uploaded(n, other, file)), deposit.Failed, fault.SLIP_REFNO_DUPLICATED)
		w.want(w.settled(n, owner, w.uploaded(n, owner, file)), deposit.Succeeded, "")
		w.want(w.slip(n, other, waiting), deposit.Failed, fault.SLIP_REFNO_DUPLICATED)
		if a, b := w.balance(ledger.Wallet(owner)), w.balance(ledger.Wallet(other)); a != 100_00 || b != 0 {
			t.Errorf("the owner has %s, the other %s", a, b)
		}
	})
}

// At an account whose truth is its statement a slip only says whose a line is: it waits for the line, and never credits
// by itself.
func TestASlipAtAnAccountWithAStatement(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := newWorld(t, s, options{})
		n := w.slipNode()
		m, thief := w.member(), w.member()
		w.members.set(thief, deposit.Payer{BankCode: "SCB", AccountNo: "5550001112", Name: "MALEE SUKJAI"})
		file := w.paidFrom(sandboxtest.Transfer{ToBank: "BBL", ToAccount: "1112223334"})
		w.want(w.settled(n, thief, w.uploaded(n, thief, file)), deposit.Failed, fault.NOT_MATCH)
		reference := w.uploaded(n, m, file)
		for range 20 {
			w.slipTurn(n)
			pass(time.Minute)
		}
		w.want(w.slip(n, m, reference), deposit.InProgress, "")
		c, err := n.LookAtSlip(t.Context(), reference)
		if err != nil {
			t.Fatal(err)
		}
		if got := w.balance(ledger.Bank("BBLONLY")); got != 0 {
			t.Errorf("a slip booked %s by itself", got)
		}
		_, err = n.Book(t.Context(), deposit.Arrival{Account: "BBLONLY", Channel: deposit.ChannelFeed, Payment: deposit.Payment{
			Source: "line-1", Also: []deposit.Identifier{{Kind: "bank:" + c.Bank, Value: c.BankReference}}, Amount: 100_00, PaidAt: w.clock.Now(),
		}})
		if err != nil {
			t.Fatal(err)
		}
		w.want(w.settled(n, m, reference), deposit.Succeeded, "")
		if got := w.balance(ledger.Wallet(m)); got != 100_00 || w.balance(ledger.Wallet(thief)) != 0 {
			t.Errorf("the wallet has %s", got)
		}
		w.want(w.settled(n, m, w.uploaded(n, m, file)), deposit.Failed, fault.SLIP_REFNO_DUPLICATED)
	})
}

// A statement that names another payer than the slip outranks it: the money is held, and a person decides, or a slip that
// the statement agrees with.
func TestASlipThatTheStatementContradicts(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := newWorld(t, s, options{})
		n := w.slipNode()
		m := w.member()
		held := func() string {
			moved := w.outside.Transfer(sandboxtest.Transfer{
				FromBank: "SCB", FromAccount: "1234567890", FromName: "SOMCHAI JAIDEE", ToBank: "BBL", ToAccount: "1112223334", Amount: "100",
			})
			_, err := n.Book(t.Context(), deposit.Arrival{Account: "BBLONLY", Channel: deposit.ChannelFeed, Payment: deposit.Payment{
				Source: moved.Ref, Also: []deposit.Identifier{{Kind: "bank:014", Value: moved.Ref}}, Amount: 100_00, PaidAt: w.clock.Now(),
				Payer: deposit.Payer{BankCode: "SCB", AccountNo: "5550001112"},
			}})
			if err != nil {
				t.Fatal(err)
			}
			reference := w.uploaded(n, m, w.outside.Slip(moved.Slip))
			w.want(w.settled(n, m, reference), deposit.InProgress, fault.NOT_MATCH)
			return reference
		}
		reference := held()
		if got := w.balance(ledger.Held(m)); got != 100_00 || w.balance(ledger.Wallet(m)) != 0 {
			t.Errorf("held has %s", got)
		}
		d, err := n.AcceptSlip(t.Context(), reference, "")
		if err != nil || d.Proven {
			t.Fatalf("%+v, %v", d, err)
		}
		if err := s.Write(t.Context(), func(tx *store.Tx) error { return d.Tx(t.Context(), tx) }); err != nil {
			t.Fatal(err)
		}
		w.want(w.slip(n, m, reference), deposit.Succeeded, "")
		if got := w.balance(ledger.Wallet(m)); got != 100_00 || w.balance(ledger.Held(m)) != 0 {
			t.Errorf("the wallet has %s", got)
		}
	})
}

// What another channel booked under the same bank's reference is no second deposit, whoever uploads it: the member that has it
// is told so, another one only that the slip was used.
func TestTheSameTransferByAnotherChannel(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := newWorld(t, s, options{})
		n := w.slipNode()
		m := w.member()
		moved := w.outside.Transfer(sandboxtest.Transfer{
			FromBank: "SCB", FromAccount: "1234567890", FromName: "SOMCHAI JAIDEE", ToBank: "SCB", ToAccount: "4051234567", Amount: json.Number("80"),
		})
		_, err := n.Book(t.Context(), deposit.Arrival{Account: "KBANK", Channel: deposit.ChannelQR, Reference: "qr", Member: m, Payment: deposit.Payment{
			Source: "payment-1", Also: []deposit.Identifier{{Kind: "bank:014", Value: moved.Ref}}, Amount: 80_00, PaidAt: w.clock.Now(),
			Payer: deposit.Payer{BankCode: "SCB", AccountNo: "1234567890"},
		}})
		if err != nil {
			t.Fatal(err)
		}
		w.want(w.settled(n, m, w.uploaded(n, m, w.outside.Slip(moved.Slip))), deposit.Failed, fault.SLIP_ALREADY_CREDITED)
		other := w.member()
		w.want(w.settled(n, other, w.uploaded(n, other, w.outside.Slip(moved.Slip))), deposit.Failed, fault.SLIP_REFNO_DUPLICATED)
		if got := w.balance(ledger.Wallet(m)); got != 80_00 {
			t.Errorf("the wallet has %s", got)
		}
	})
}

// lies are verifiers' answers that must not be believed.
type lies struct {
	deposit.SlipVerifier
	change func(a *deposit.SlipAnswer) error
}

func (l lies) Verify(ctx context.Context, q deposit.SlipQuery) (deposit.SlipAnswer, error) {
	a, err := l.SlipVerifier.Verify(ctx, q)
	if err != nil {
		return a, err
	}
	return a, l.change(&a)
}

// What verifiers say, and what becomes of the slip when the first says it and the second knows better, or is not there.
func TestWhatVerifiersSay(t *testing.T) {
	t.Parallel()
	say := func(f deposit.SlipFinding) func(a *deposit.SlipAnswer) error {
		return func(a *deposit.SlipAnswer) error { *a = deposit.SlipAnswer{Finding: f, Code: "x"}; return nil }
	}
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := newWorld(t, s, options{})
		m := w.member()
		for name, tc := range map[string]struct {
			change func(a *deposit.SlipAnswer) error
			alone  fault.Code
			first  fault.Code // with a good one behind it; "" is credited
		}{
			"duplicate, without the transfer": {say(deposit.SlipDuplicate), fault.SLIP_REFNO_DUPLICATED, ""},
			"duplicate, with it":              {func(a *deposit.SlipAnswer) error { a.Finding = deposit.SlipDuplicate; return nil }, "", ""},
			"another receiver, with it":       {func(a *deposit.SlipAnswer) error { a.Finding = deposit.SlipWrongReceiver; return nil }, "", ""},
			"another receiver":                {say(deposit.SlipWrongReceiver), fault.DEST_ACC_INVALID, fault.DEST_ACC_INVALID},
			"no slip":                         {say(deposit.SlipNotASlip), fault.INVALID_SLIP, fault.INVALID_SLIP},
			"expired":                         {say(deposit.SlipExpired), fault.EXPIRED_SLIP, fault.EXPIRED_SLIP},
			"later":                           {say(deposit.SlipLater), "waits", ""},
			"an error":                        {func(*deposit.SlipAnswer) error { return errors.New("broken") }, "waits", ""},
			"another transfer":                {func(a *deposit.SlipAnswer) error { a.Transfer.Reference += "X"; return nil }, "waits", ""},
			"another bank":                    {func(a *deposit.SlipAnswer) error { a.Transfer.Bank = "999"; return nil }, "waits", ""},
			"no amount":                       {func(a *deposit.SlipAnswer) error { a.Finding, a.Transfer.Amount = deposit.SlipVerified, 0; return nil }, "waits", ""},
		} {
			for _, behind := range []bool{false, true} {
				n := w.slipNode(func(d *deposit.Deps) {
					good := d.Slips.Verifiers
					d.Slips.Verifiers = []deposit.SlipVerifier{lies{good[0], tc.change}}
					if behind {
						d.Slips.Verifiers = append(d.Slips.Verifiers, good[1])
					}
				})
				want := tc.alone
				if behind {
					want = tc.first
				}
				before := w.balance(ledger.Wallet(m))
				reference := w.uploaded(n, m, w.paidFrom(sandboxtest.Transfer{Amount: "10"}))
				credit := money.Amount(0)
				switch want {
				case "waits":
					for range 5 {
						w.slipTurn(n)
						pass(time.Minute)
					}
					w.want(w.slip(n, m, reference), deposit.InProgress, "")
					w.want(w.settled(w.slipNode(), m, reference), deposit.Succeeded, "") // another day, a good one
					credit = 10_00
				case "":
					w.want(w.settled(n, m, reference), deposit.Succeeded, "")
					credit = 10_00
				default:
					w.want(w.settled(n, m, reference), deposit.Failed, want)
				}
				if got := w.balance(ledger.Wallet(m)) - before; got != credit {
					t.Errorf("%s, another behind it %v: credited %s", name, behind, got)
				}
			}
			m = w.member() // each with its own failed claims
		}
	})
}

// A refusal that another verifier may overturn waits for one that has no answer yet: who asks a bank that is slow must not be
// told that there is no such transfer. What is certain waits for nobody.
func TestARefusalWaitsForAVerifierWithoutAnAnswer(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := newWorld(t, s, options{})
		const later, broken = deposit.SlipLater, deposit.SlipFinding("broken")
		for _, tc := range []struct {
			said [2]deposit.SlipFinding
			want fault.Code // "" waits, and is credited once one knows it
		}{
			{[2]deposit.SlipFinding{deposit.SlipNotFound, later}, ""},
			{[2]deposit.SlipFinding{later, deposit.SlipNotFound}, ""},
			{[2]deposit.SlipFinding{deposit.SlipNotFound, broken}, ""},
			{[2]deposit.SlipFinding{broken, deposit.SlipNotFound}, ""},
			{[2]deposit.SlipFinding{deposit.SlipDuplicate, later}, ""},
			{[2]deposit.SlipFinding{broken, deposit.SlipDuplicate}, ""},
			{[2]deposit.SlipFinding{deposit.SlipNotFound, deposit.SlipNotFound}, fault.INVALID_SLIP},
			{[2]deposit.SlipFinding{deposit.SlipNotFound, deposit.SlipDuplicate}, fault.INVALID_SLIP},
			{[2]deposit.SlipFinding{deposit.SlipDuplicate, deposit.SlipNotFound}, fault.SLIP_REFNO_DUPLICATED},
			{[2]deposit.SlipFinding{later, deposit.SlipNotASlip}, fault.INVALID_SLIP},
			{[2]deposit.SlipFinding{later, deposit.SlipExpired}, fault.EXPIRED_SLIP},
			{[2]deposit.SlipFinding{broken, deposit.SlipWrongReceiver}, fault.DEST_ACC_INVALID},
		} {
			m := w.member()
			n := w.slipNode(func(d *deposit.Deps) {
				for i, f := range tc.said {
					d.Slips.Verifiers[i] = lies{d.Slips.Verifiers[i], func(a *deposit.SlipAnswer) error {
						if *a = (deposit.SlipAnswer{Finding: f, Code: "x"}); f == broken {
							return errors.New("broken")
						}
						return nil
					}}
				}
			})
			reference := w.uploaded(n, m, w.paidFrom(sandboxtest.Transfer{Amount: "10"}))
			if tc.want != "" {
				w.want(w.settled(n, m, reference), deposit.Failed, tc.want)
				continue
			}
			for range 5 {
				w.slipTurn(n)
				pass(time.Minute)
			}
			w.want(w.slip(n, m, reference), deposit.InProgress, "")
			w.want(w.settled(w.slipNode(), m, reference), deposit.Succeeded, "")
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
		w := newWorld(t, s, options{})
		n := w.slipNode()
		m := w.member()
		before, then := w.clock.Now().Add(-2*time.Hour), w.clock.Now()
		pass(time.Second)
		w.apply(strings.Replace(accountsContent, "4051234567", "4059999999", 1), demoSettings)
		pass(time.Second)
		at := func(account string, at time.Time) deposit.Slip {
			return w.settled(n, m, w.uploaded(n, m, w.paidFrom(sandboxtest.Transfer{ToAccount: account, At: &at})))
		}
		w.want(at("4051234567", then), deposit.Succeeded, "")
		w.want(at("4059999999", w.clock.Now()), deposit.Succeeded, "")
		w.want(at("4051234567", w.clock.Now()), deposit.Failed, fault.DEST_ACC_INVALID)
		w.want(at("4059999999", then), deposit.Failed, fault.DEST_ACC_INVALID)
		w.want(at("4051234567", before), deposit.Failed, fault.EXPIRED_SLIP)
		if got := w.balance(ledger.Wallet(m)); got != 200_00 || w.balance(ledger.Unmatched) != 0 {
			t.Errorf("the wallet has %s, unmatched %s", got, w.balance(ledger.Unmatched))
		}
	})
}
