package slip_test

import (
	"testing"
	"time"

	"krapao/deposit"
	"krapao/deposit/deposittest"
	"krapao/fault"
	"krapao/internal/blob"
	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/ledger"
	"krapao/sandbox/sandboxtest"
)

// A slip whose picture is deleted before it was read says so. It claimed nothing, so that the same picture can be
// sent again.
func TestASlipWhosePictureIsGone(t *testing.T) {
	t.Parallel()
	deposittest.EachWithClock(t, func(t *testing.T, s *store.Store, now *clock.Fake) {
		w := deposittest.NewWorld(t, s, deposittest.Options{Clock: now})
		n := slipNode(w, func(d *deposittest.Deps) { d.Slips.Keep = 10 * time.Minute })
		m, file := w.Member(), paidFrom(w, sandboxtest.Transfer{})
		reference := uploaded(w, n, m, file)
		now.Advance(10 * time.Minute)
		stands(w, settled(w, n, m, reference), deposit.Failed, fault.UPLOADED_FILE_NOT_EXIST)
		if got := w.Balance(ledger.Wallet(m)); got != 0 {
			t.Errorf("the wallet has %s", got)
		}
		stands(w, settled(w, n, m, uploaded(w, n, m, file)), deposit.Succeeded, "")
	})
}

// A stored file that can't be decoded, now or because it was damaged, is a reason to fail and not an error that is
// tried for ever.
func TestASlipWhosePictureCannotBeDecoded(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := deposittest.NewWorld(t, s, deposittest.Options{})
		n := slipNode(w)
		m, file := w.Member(), paidFrom(w, sandboxtest.Transfer{})
		for name, bad := range map[string][]byte{
			"no picture": []byte("GIF89a"),
			"cut":        file[:len(file)/2],
			"too large": []byte("\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR" +
				"\x00\x01\xd4\xc0\x00\x01\xd4\xc0\x08\x06\x00\x00\x00\x00\x00\x00\x00"),
		} {
			reference := uploaded(w, n, m, file)
			replacePicture(w, reference, bad)
			slip := settled(w, n, m, reference)
			if stands(w, slip, deposit.Failed, fault.IMG_SIZE_UNABLE_TO_PROCESS); t.Failed() {
				t.Fatal(name)
			}
		}
		if got := w.Balance(ledger.Wallet(m)); got != 0 {
			t.Errorf("the wallet has %s", got)
		}
		stands(w, settled(w, n, m, uploaded(w, n, m, file)), deposit.Succeeded, "")
	})
}

// replacePicture replaces the bytes of a slip's picture.
func replacePicture(w *deposittest.World, reference string, content []byte) {
	w.T.Helper()
	pictures := blob.New(w.Store, deposittest.Box(w.T), blob.Places{})
	sealed, err := pictures.Put(w.T.Context(), content)
	if err != nil {
		w.T.Fatal(err)
	}
	err = w.Store.Write(w.T.Context(), func(tx *store.Tx) error {
		if err := pictures.AddTx(w.T.Context(), tx, sealed, time.Hour); err != nil {
			return err
		}
		_, err := tx.ExecContext(w.T.Context(), "UPDATE slip SET picture = $1 WHERE id = $2", sealed.ID, reference)
		return err
	})
	if err != nil {
		w.T.Fatal(err)
	}
}

// If no verifier has an answer for a day, an operator is asked, not a second earlier. The operator's decision sends
// the slip on by the rules.
func TestASlipThatNobodyVerifiesForADay(t *testing.T) {
	t.Parallel()
	deposittest.EachWithClock(t, func(t *testing.T, s *store.Store, now *clock.Fake) {
		w := deposittest.NewWorld(t, s, deposittest.Options{Clock: now})
		n := slipNode(w, func(d *deposittest.Deps) { d.Slips.Retry = 20 * time.Millisecond }) // it has a turn at every step below
		m, file := w.Member(), paidFrom(w, sandboxtest.Transfer{})
		w.Outside.AddFault(sandboxtest.Fault{Target: "slip", Mode: "down", Count: 1000})
		reference := uploaded(w, n, m, file)
		for _, tc := range []struct {
			after time.Duration
			note  fault.Code
		}{{0, ""}, {24*time.Hour - time.Second, ""}, {time.Second, fault.SLIP_UNVERIFIED}} {
			now.Advance(tc.after)
			slipTurn(w, n)
			stands(w, slipOf(w, n, m, reference), deposit.InProgress, tc.note)
		}
		if waits, reviews, err := n.Slips.Waits(t.Context()); err != nil || waits.Slips != 0 || reviews.Slips != 1 {
			t.Errorf("%d wait for their bank, %d for an operator, %v", waits.Slips, reviews.Slips, err)
		}
		w.Outside.ClearFaults()
		d, err := n.Slips.Accept(t.Context(), reference, "")
		if err != nil || d.Credits {
			t.Fatalf("%+v, %v", d, err)
		}
		if err := s.Write(t.Context(), func(tx *store.Tx) error { return d.Tx(t.Context(), tx) }); err != nil {
			t.Fatal(err)
		}
		stands(w, settled(w, n, m, reference), deposit.Succeeded, "")
		if got := w.Balance(ledger.Wallet(m)); got != 100_00 {
			t.Errorf("the wallet has %s", got)
		}
	})
}

// A slip that waits for its bank is asked about less and less often, but at least every ten minutes and up to a
// quarter more. So the slips of one outage don't come back together, and no member waits longer once the bank
// answers.
func TestHowOftenABankIsAskedAboutASlip(t *testing.T) {
	t.Parallel()
	deposittest.EachWithClock(t, func(t *testing.T, s *store.Store, now *clock.Fake) {
		const least, most = 10 * time.Minute, 12*time.Minute + 30*time.Second
		w := deposittest.NewWorld(t, s, deposittest.Options{Clock: now})
		n := slipNode(w)
		m := w.Member()
		turns := func() int {
			t.Helper()
			deposittest.Pass(time.Minute) // the circuit breaker stays open for some seconds, too
			return slipTurn(w, n)
		}
		w.Outside.AddFault(sandboxtest.Fault{Target: "slip", Mode: "down", Count: 1000})
		reference := uploaded(w, n, m, paidFrom(w, sandboxtest.Transfer{}))
		for range 12 { // the pauses have doubled as far as they may
			turns()
			now.Advance(most)
		}
		if turns() != 1 {
			t.Errorf("two hours old: not asked about every %s", most)
		}
		now.Advance(least - time.Microsecond)
		if turns() != 0 {
			t.Errorf("two hours old: asked about again before %s", least)
		}
		w.Outside.ClearFaults()
		now.Advance(most - least + time.Microsecond)
		if turns() != 1 {
			t.Errorf("two hours old: not asked about again after %s", most)
		}
		stands(w, slipOf(w, n, m, reference), deposit.Succeeded, "")
	})
}

// A bank that knows no such transfer may be a moment behind a member who has just paid. The slip waits for eight
// seconds and then fails.
func TestASlipThatItsBankDoesNotKnowYet(t *testing.T) {
	t.Parallel()
	storetest.On(t, store.SQLite, func(t *testing.T, engine store.Engine) {
		w := deposittest.NewWorld(t, storetest.Open(t, engine), deposittest.Options{})
		n := slipNode(w)
		m := w.Member()
		for _, tc := range []struct {
			age   time.Duration
			early bool
		}{{0, true}, {8*time.Second - time.Microsecond, true}, {8 * time.Second, false}} {
			w.Outside.AddFault(sandboxtest.Fault{Target: "slip", Mode: "not_found", DelayMS: int(time.Hour / time.Millisecond)})
			reference := uploaded(w, n, m, paidFrom(w, sandboxtest.Transfer{}))
			deposittest.Pass(tc.age)
			slipTurn(w, n)
			w.Outside.ClearFaults() // the bank knows it now
			if !tc.early {
				stands(w, slipOf(w, n, m, reference), deposit.Failed, fault.INVALID_SLIP)
				continue
			}
			stands(w, slipOf(w, n, m, reference), deposit.InProgress, "")
			stands(w, settled(w, n, m, reference), deposit.Succeeded, "")
		}
	})
}

// A verifier without an answer is awaited for five seconds if there is another one. The last is awaited as long as a
// call may take. The member is waiting.
func TestAVerifierThatDoesNotAnswer(t *testing.T) {
	t.Parallel()
	storetest.On(t, store.SQLite, func(t *testing.T, engine store.Engine) {
		w := deposittest.NewWorld(t, storetest.Open(t, engine), deposittest.Options{})
		n := slipNode(w)
		m := w.Member()
		for _, tc := range []struct {
			silent   string
			took     time.Duration
			progress deposit.Progress
		}{{"slip:slipok", 5 * time.Second, deposit.Succeeded}, {"slip", 5*time.Second + deposittest.CallTime, deposit.InProgress}} {
			w.Outside.AddFault(sandboxtest.Fault{Target: tc.silent, Mode: "timeout", Count: 2})
			reference := uploaded(w, n, m, paidFrom(w, sandboxtest.Transfer{}))
			began := time.Now()
			slipTurn(w, n)
			if took := time.Since(began); took != tc.took {
				t.Errorf("%s is silent: a turn of %s, want %s", tc.silent, took, tc.took)
			}
			stands(w, slipOf(w, n, m, reference), tc.progress, "")
			w.Outside.ClearFaults()
		}
	})
}
