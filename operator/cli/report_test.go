package cli_test

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/internal/testkit/bubble"
	"krapao/ledger"
	"krapao/money"
	"krapao/operator/cli"
)

// TestTheReportOfADay: its hours are one sum for each account and kind, and other days are not in it.
func TestTheReportOfADay(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		services := serviceOn(t, s)
		l, err := ledger.Open(t.Context(), s)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = l.Close() }()
		if err := s.Write(t.Context(), func(tx *store.Tx) error {
			return l.OpenTx(t.Context(), tx, ledger.Wallet("NOK"))
		}); err != nil {
			t.Fatal(err)
		}
		deposit := func(key string, amount money.Amount) {
			t.Helper()
			if _, err := l.Move(t.Context(), ledger.Order{
				Key: ledger.InternalKey(key), Kind: "=1+1", Debit: ledger.Bank("SCB1"), Credit: ledger.Wallet("NOK"), Amount: amount,
				Member: "NOK",
			}); err != nil {
				t.Fatal(err)
			}
			bubble.Pass(2 * time.Hour)
		}
		report := func(more ...string) string {
			t.Helper()
			var out bytes.Buffer
			if err := cli.Run(t.Context(), services, append([]string{"report", "2027-01-04"}, more...), &out); err != nil {
				t.Errorf("%v: %v", more, err)
			}
			return out.String()
		}
		deposit("first", 100*money.Baht)
		if err := cli.Run(t.Context(), services, []string{"report", "2027-01-04", "--csv"}, new(bytes.Buffer)); err == nil {
			t.Error("a file was made of sums that are not complete")
		}
		deposit("second", 20_50)
		bubble.Pass(22 * time.Hour)
		deposit("another day", 7*money.Baht)
		if _, err := services.Tallies.Add(t.Context()); err != nil {
			t.Fatal(err)
		}
		want := "account        kind  baht     entries\n" +
			"bank:SCB1      =1+1  -120.50  2\n" +
			"member:wallet  =1+1  120.50   2\n" +
			"1 members were active; credits less debits, as of 2027-01-04 21:00:00 UTC\n"
		if got := report(); got != want {
			t.Errorf("got\n%swant\n%s", got, want)
		}
		want = "\ufeffday,account,kind,baht,entries\n2027-01-04,bank:SCB1,'=1+1,-120.50,2\n" +
			"2027-01-04,member:wallet,'=1+1,120.50,2\n2027-01-04,active,members,0.00,1\n"
		if got := report("--csv"); got != want {
			t.Errorf("got\n%swant\n%s", got, want)
		}
		var all bytes.Buffer
		err = cli.Run(t.Context(), services, []string{"report", "--csv"}, &all)
		if want := "\nall,bank:SCB1,'=1+1,-127.50,3\n"; err != nil || !strings.Contains(all.String(), want) {
			t.Errorf("all days: %q, %v", all.String(), err)
		}
	})
}
