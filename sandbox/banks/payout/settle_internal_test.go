package payout

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"krapao/connect/payout/wire"
	"krapao/internal/clock"
	"krapao/sandbox/core"
)

// TestDuePayoutsAreSettledTogether: those that are due are one transaction, so one flush of the file serves them all. The wallet
// is told of none that was not committed.
func TestDuePayoutsAreSettledTogether(t *testing.T) {
	t.Parallel()
	const count = 20
	told := make(chan struct{}, 2*count)
	wallet := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { told <- struct{}{} }))
	defer wallet.Close()
	now := clock.NewFake(time.Date(2026, 7, 1, 12, 0, 0, 0, time.UTC))
	f, err := core.Open(t.Context(), core.Config{DataDir: t.TempDir(), Clock: now})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	f.SetWallet(wallet.URL)
	p := New(f, Credentials{})
	f.Register(core.Protocol{Name: "payouts", Tables: tables}) // without its worker: the test settles
	if _, err := f.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	for n := range count {
		order := wire.Order{Ref: fmt.Sprintf("R%02d", n), BankCode: "KBANK", AccountNo: "1234567890", AccountName: "SOMCHAI"}
		if got := p.takeOrder(t.Context(), order, 100); got.Status != http.StatusOK {
			t.Fatalf("%+v", got)
		}
	}
	now.Advance(settleAfter)
	settled := func() (n int) {
		if err := f.DB.QueryRowContext(t.Context(), `SELECT count(*) FROM payout WHERE state = 'settled'`).Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	if _, err := f.DB.ExecContext(t.Context(), `CREATE TRIGGER broken BEFORE UPDATE ON payout WHEN new.ref = 'R19'
		BEGIN SELECT raise(ABORT, 'broken'); END`); err != nil {
		t.Fatal(err)
	}
	if _, err := p.settleDue(t.Context()); err == nil || settled() != 0 || len(told) != 0 {
		t.Errorf("with one that fails: %v, %d are settled, %d told", err, settled(), len(told))
	}
	if _, err := f.DB.ExecContext(t.Context(), `DROP TRIGGER broken`); err != nil {
		t.Fatal(err)
	}
	if open, err := p.settleDue(t.Context()); err != nil || open || settled() != count {
		t.Errorf("%v, open %v, %d are settled", err, open, settled())
	}
	for range count {
		<-told
	}
}
