package accounts_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"krapao/deposit"
	"krapao/deposit/accounts"
	"krapao/deposit/deposittest"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/money"
)

// The cursor of a statement and the books of a code belong to one bank account.
func TestAnotherNumberIsAnotherAccount(t *testing.T) {
	t.Parallel()
	deposittest.EachBank(t, 1, func(t *testing.T, w *deposittest.Bank) {
		apply := func(list string) error {
			return w.Store.Write(t.Context(), func(tx *store.Tx) error {
				_, err := accounts.Apply(t.Context(), tx, json.RawMessage(list))
				return err
			})
		}
		if err := apply(strings.Replace(deposittest.BankAccounts, "406-8-12345-6", "4068999999", 1)); err == nil {
			t.Error("the number of a statement's account changed under its code")
		}
		w.Now.Advance(time.Second)
		if err := apply(strings.Replace(deposittest.BankAccounts, "406-8-12345-6", deposittest.AutoNumber, 1)); err != nil {
			t.Errorf("the same number written otherwise: %v", err)
		}
		w.Now.Advance(time.Second)
		if err := apply(`[]`); err != nil {
			t.Fatal(err)
		}
		w.Now.Advance(time.Second)
		if err := apply(strings.Replace(deposittest.BankAccounts, "406-8-12345-6", "4068999999", 1)); err == nil {
			t.Error("the code came back with another number")
		}
		if err := apply(deposittest.BankAccounts); err != nil {
			t.Errorf("it came back as it was: %v", err)
		}
	})
}

func TestContentOfDepositAccounts(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := deposittest.NewWorld(t, s, deposittest.Options{})
		m, bbl := w.Member(), w.Member()
		w.Members.Set(bbl, deposit.Payer{BankCode: "BBL", AccountNo: "5554443332"})
		list, err := w.Nodes[0].Accounts(t.Context(), m)
		if err != nil || len(list.Banks) != 5 || len(list.Wallets) != 1 || list.Manual {
			t.Fatalf("%+v, %v", list, err)
		}
		if a := list.Banks[1]; a.Code != "KBANK" || !a.QR || a.Minimum != money.Baht || a.Mode != "AUTO" || a.BankType != "BANK" {
			t.Errorf("KBANK is %+v", a)
		}
		if theirs, err := w.Nodes[0].Accounts(t.Context(), bbl); err != nil || len(theirs.Banks) != 6 {
			t.Errorf("a BBL member sees %d accounts, %v", len(theirs.Banks), err)
		}
		if changes := w.Apply(deposittest.AccountsContent, deposittest.DemoSettings); len(changes) != 0 {
			t.Errorf("the same again changed %v", changes)
		}
		deposittest.Pass(time.Second) // each version begins at an instant of its own
		dearer := strings.Replace(deposittest.AccountsContent, `"qrMinimum":1}`, `"qrMinimum":20}`, 1)
		if changes := w.Apply(dearer, `{"unnamedPerDay": 1}`); len(changes) != 4 || changes[0] != "~ deposit account KBANK" {
			t.Errorf("changes: %v", changes)
		}
		if minimums, err := w.Nodes[0].Minimums(t.Context()); err != nil || minimums["KBANK"] != 20*money.Baht ||
			minimums["WW"] != 100*money.Baht {
			t.Errorf("%v, %v", minimums, err)
		}
		deposittest.Pass(time.Second)
		if changes := w.Apply(`[]`, deposittest.DemoSettings); len(changes) != 10 {
			t.Errorf("changes: %v", changes)
		}
		for name, wrong := range map[string]string{
			"no list":         `{}`,
			"a typing error":  `[{"code":"A","bankcode_":"A"}]`,
			"no code":         `[{"bankCode":"A"}]`,
			"mode and source": strings.Replace(deposittest.AccountsContent, `"mode":"MANUAL"`, `"mode":"AUTO"`, 1),
			"no Lao name":     strings.Replace(deposittest.AccountsContent, `"nameLO":"ກ"`, `"nameLO":""`, 1),
			"twice":           strings.Replace(deposittest.AccountsContent, `"code":"WW"`, `"code":"KBANK"`, 1),
			"maximum under the minimum": strings.Replace(deposittest.AccountsContent,
				`"qrMinimum":1}`, `"qrMinimum":10,"qrMaximum":9.99}`, 1),
			"maximum of words": strings.Replace(deposittest.AccountsContent,
				`"qrMinimum":1}`, `"qrMinimum":1,"qrMaximum":"much"}`, 1),
			"minimum over all": strings.Replace(deposittest.AccountsContent, `"qrMinimum":1}`, `"qrMinimum":2000001}`, 1),
			"minimum 0":        strings.Replace(deposittest.AccountsContent, `"qrMinimum":1}`, `"qrMinimum":0}`, 1),
			"three decimals":   strings.Replace(deposittest.AccountsContent, `"qrMinimum":1}`, `"qrMinimum":1.005}`, 1),
		} {
			err := s.Write(t.Context(), func(tx *store.Tx) error {
				_, err := accounts.Apply(t.Context(), tx, json.RawMessage(wrong))
				return err
			})
			if err == nil {
				t.Errorf("%s: taken", name)
			}
		}
	})
}
