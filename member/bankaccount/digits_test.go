package bankaccount_test

import (
	"slices"
	"testing"

	"krapao/internal/store"
	"krapao/member"
	"krapao/member/membertest"
)

// The digits that a statement shows of a payer find the members whose account it may be, and no other: also after a change of
// the account, and for accounts that are older than the index.
func TestMembersAreFoundByWhatAStatementShows(t *testing.T) {
	t.Parallel()
	membertest.Each(t, func(t *testing.T, w *membertest.World) {
		open := func(n int, bank, number string) string {
			t.Helper()
			r := membertest.Somebody(n)
			r.BankCode, r.BankAccountNo = bank, number
			m, err := w.Members.Register(t.Context(), r, membertest.Proof)
			if err != nil {
				t.Fatal(err)
			}
			return m
		}
		first, second, third := open(1, "SCB", "1112345678"), open(2, "SCB", "9992345678"), open(3, "KBANK", "1112345678")
		ask := func(bank, masked string) ([]string, bool) {
			t.Helper()
			found, told, err := w.Accounts.ByDigits(t.Context(), bank, masked)
			if err != nil {
				t.Fatal(err)
			}
			slices.Sort(found)
			return found, told
		}
		pair := []string{first, second}
		slices.Sort(pair)
		for _, one := range []struct {
			bank, masked string
			want         []string
			told         bool
		}{
			{"SCB", "x345678", pair, true},
			{"SCB", "xxx2345xxx", pair, true},
			{"SCB", "1112345xxx", []string{first}, true},
			{"KBANK", "x345678", []string{third}, true},
			{"SCB", "x345679", nil, true},
			{"SCB", "99x2345678", []string{second}, true},
			{"SCB", "0001112345678", nil, true}, // longer than any account
			{"SCB", "x678", nil, false},
			{"SCB", "34x678", nil, false},
			{"NOBANK", "x345678", nil, false},
		} {
			if got, told := ask(one.bank, one.masked); !slices.Equal(got, one.want) || told != one.told {
				t.Errorf("%s %s: %v %v, want %v %v", one.bank, one.masked, got, told, one.want, one.told)
			}
		}
		change := member.ProfileChange{Name: "Somchai", BankCode: "SCB", BankAccountName: "SOMCHAI JAIDEE", BankAccountNo: "5556667778"}
		if err := w.Members.UpdateProfile(t.Context(), first, change); err != nil {
			t.Fatal(err)
		}
		if got, _ := ask("SCB", "x345678"); !slices.Equal(got, []string{second}) {
			t.Errorf("after the change: %v", got)
		}
		if got, _ := ask("SCB", "x667778"); !slices.Equal(got, []string{first}) {
			t.Errorf("the new account finds %v", got)
		}
		if got, err := w.Accounts.ByAccount(t.Context(), "KBANK", "1112345678"); err != nil || !slices.Equal(got, []string{third}) {
			t.Errorf("by the whole number: %v, %v", got, err)
		}
	})
}

func TestAnIndexThatIsNotWholeTellsNothing(t *testing.T) {
	t.Parallel()
	membertest.Each(t, func(t *testing.T, w *membertest.World) {
		r := membertest.Somebody(1)
		r.BankCode, r.BankAccountNo = "SCB", "1112345678"
		m, err := w.Members.Register(t.Context(), r, membertest.Proof)
		if err != nil {
			t.Fatal(err)
		}
		err = w.Store.Write(t.Context(), func(tx *store.Tx) error {
			_, err := tx.ExecContext(t.Context(), `DELETE FROM member_account_part`)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		if _, told, err := w.Accounts.ByDigits(t.Context(), "SCB", "x345678"); err != nil || told {
			t.Errorf("told %v, %v", told, err)
		}
		if n, err := w.Accounts.IndexParts(t.Context()); err != nil || n != 1 {
			t.Fatalf("indexed %d, %v", n, err)
		}
		found, told, err := w.Accounts.ByDigits(t.Context(), "SCB", "x345678")
		if err != nil || !told || !slices.Equal(found, []string{m}) {
			t.Errorf("%v %v %v", found, told, err)
		}
		if n, err := w.Accounts.IndexParts(t.Context()); err != nil || n != 0 {
			t.Errorf("indexed again: %d, %v", n, err)
		}
	})
}
