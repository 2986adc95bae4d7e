package sandbox_test

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	amb "krapao/connect/provider/amb/wire"
	"krapao/internal/clock"
	"krapao/sandbox"
	"krapao/sandbox/clienttest"
	"krapao/sandbox/sandboxtest"
)

func TestMain(m *testing.M) {
	if dir := os.Getenv(crashDir); dir != "" {
		serveUntilKilled(dir)
	}
	goleak.VerifyTestMain(m,
		goleak.IgnoreTopFunction("net/http.(*persistConn).readLoop"),
		goleak.IgnoreTopFunction("net/http.(*persistConn).writeLoop"))
}

// Answered calls survive a restart; faults don't.
func TestStateSurvivesRestart(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := sandboxtest.Start(t, sandboxtest.Options{})
		s.PayoutAuto(false)
		bank, payer := clienttest.NewKBank(t, s), clienttest.NewPayer(t, s)
		joker, pg := clienttest.NewJoker(t, s, "joker"), clienttest.NewAMB(t, s, "pgslot")
		client := clienttest.New(s)
		_, _, _ = clienttest.SendSMS(t, client, s, "0812345678")
		bank.Request("abc", "12.34")
		s.Pay("abc", sandboxtest.Payer{FromBank: "SCB", FromAccount: "1", FromName: "X"})
		_, _, _ = payer.Order("out1", "5.00")
		s.DecidePayout("out1", "settle")
		_, _, _ = payer.Order("out2", "6.00")
		joker.Create("user1")
		_, _, _ = joker.Move("user1", "ref1", "10")
		s.Round("joker", "user1", "1", "3.5")
		pg.Create("user1")
		account := amb.Account{Username: "user1", Agent: pg.Agent}
		launched := clienttest.Decode[amb.Reply[amb.LaunchData]](t)(pg.Call(amb.PathLaunch, account))
		s.AddFault(sandboxtest.Fault{Target: "sms", Mode: "down", Count: 100})
		inquiry, totals, sms, payouts := bank.Inquire("abc"), s.Totals(), s.SMS(""), s.Payouts()

		s.Restart()

		if diff := cmp.Diff(totals, s.Totals()); diff != "" {
			t.Errorf("totals (-before +after)\n%s", diff)
		}
		if diff := cmp.Diff(sms, s.SMS("")); diff != "" {
			t.Errorf("sms (-before +after)\n%s", diff)
		}
		if diff := cmp.Diff(payouts, s.Payouts()); diff != "" {
			t.Errorf("payouts (-before +after)\n%s", diff)
		}
		bank = clienttest.NewKBank(t, s) // tokens are not stored, and clients must cope with that
		if diff := cmp.Diff(inquiry, bank.Inquire("abc")); diff != "" {
			t.Errorf("inquiry (-before +after)\n%s", diff)
		}
		if status, _, _ := joker.Check("ref1"); status != http.StatusOK {
			t.Errorf("TCH: HTTP %d", status)
		}
		if got := s.Account("joker", "user1"); got.Balance != "12.5" || got.Turnover != "1" || got.Rounds != 1 {
			t.Errorf("account: %+v", got)
		}
		status, page, err := clienttest.Send(t, client, http.MethodGet, launched.Data.URL, nil, nil)
		if err != nil || status != 200 || !strings.Contains(string(page), "user1") {
			t.Errorf("the open lobby: HTTP %d, %v", status, err)
		}
		if got := s.Faults(); len(got) != 0 {
			t.Errorf("faults: %+v", got)
		}
	})
}

// A payout that was accepted before a stop settles after it.
func TestPayoutSettlesAfterRestart(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		now := clock.NewFake(clienttest.Begin)
		w := clienttest.NewWallet(t)
		o := w.CalledBy()
		o.Clock = now
		s := sandboxtest.Start(t, o)
		c := clienttest.NewPayer(t, s)
		c.Now = now.Now
		_, _, _ = c.Order("abc", "1.00")
		now.Advance(time.Hour)
		s.Restart()
		w.Wait(t, 1)
		if got := s.Payouts()[0].State; got != "settled" {
			t.Errorf("state %s", got)
		}
	})
}

// Close ends hanging calls and everything else that runs (TestMain checks for leaks).
func TestCloseEndsHangingCalls(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := sandboxtest.Start(t, sandboxtest.Options{})
		joker := clienttest.NewJoker(t, s, "joker")
		joker.Create("user1")
		s.AddFault(sandboxtest.Fault{Target: "game:joker", Mode: "timeout"})
		s.AddFault(sandboxtest.Fault{Target: "game:joker", Mode: "late_apply", DelayMS: 3600000})
		ended := make(chan struct{}, 2)
		for _, ref := range []string{"a", "b"} {
			go func() {
				_, _, _ = joker.Move("user1", ref, "1")
				ended <- struct{}{}
			}()
		}
		synctest.Wait()
		if hits := s.Faults()[0].Hits + s.Faults()[1].Hits; hits != 2 {
			t.Errorf("%d calls hang", hits)
		}
		s.Restart()
		for range 2 {
			select {
			case <-ended:
			case <-time.After(clienttest.Patience):
				t.Fatal("it still hangs")
			}
		}
	})
}

func TestOpenRefusesFolderItCannotWrite(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if s, err := sandbox.Open(t.Context(), sandbox.Config{DataDir: file}); err == nil {
		_ = s.Close()
		t.Error("it opened a file as a folder")
	}
}

// An unknown call is answered as such.
func TestNoSuchCall(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := sandboxtest.Start(t, sandboxtest.Options{})
		s.Call(http.MethodGet, "/sandbox/nothing", nil, http.StatusNotFound, nil)
	})
}
