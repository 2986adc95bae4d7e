package app_test

import (
	"errors"
	"testing"
	"time"

	"krapao/deposit"
	"krapao/operator"
	"krapao/operator/care"
	"krapao/operator/operatortest"
)

// An operator that is a member decides nothing about a member that is the same person by the name of its bank account, or that
// shares a payer with it (RULES.md section 1).
func TestAnOperatorDecidesNothingAboutItsOwnPerson(t *testing.T) {
	t.Parallel()
	eachLoss(t, lossContent{}, func(w *lossWorld) {
		own, twin := w.person("ANNA AM", ""), w.person("MISS ANNA AM", "")
		friend, stranger := w.person("HANNA AM", ""), w.person("BELLA BO", "")
		account := deposit.Payer{BankCode: "SCB", AccountNo: "5554443332", Name: "SOMEBODY"}
		w.pay(own, 100, account)
		w.pay(friend, 100, account)
		ctx, s := w.t.Context(), w.Operators()
		by := func(name, subject string) operator.Decision {
			return operatortest.Sure(operator.Decision{By: name, Subject: subject, Reason: "because"})
		}
		for _, chief := range []string{"nok", "lek"} {
			for name, account := range map[string]string{"mai": own, "tan": "NOBODY000000"} {
				if _, err := operatortest.Presses(w.t, s, chief).Decides(by(chief, name),
					func(d operator.Decision) (operator.Outcome, error) {
						asked := operator.Newcomer{Role: operator.Cashier, Member: account}
						return operatortest.Decide(ctx, s.Approvals, operator.KindAdd, d, asked)
					}); err != nil {
					w.t.Fatal(err)
				}
			}
		}
		w.clock.Advance(30 * time.Minute)
		if n, err := s.Approvals.RunDue(ctx); n != 2 || err != nil {
			w.t.Fatalf("%d in force, %v", n, err)
		}
		for who, is := range map[string]struct {
			member string
			want   error
		}{
			"itself": {own, operator.ErrSelfDecision}, "one of its name": {twin, operator.ErrSelfDecision},
			"one of its payer": {friend, operator.ErrSelfDecision}, "a stranger": {stranger, nil},
		} {
			unlock := func(name string) error {
				_, err := operatortest.Decide(ctx, s.Approvals, care.Unlock, by(name, is.member), nil)
				return err
			}
			if err := unlock("mai"); !errors.Is(err, is.want) {
				w.t.Errorf("%s: %v, and not %v", who, err, is.want)
			}
			for _, another := range []string{"lek", "tan"} {
				if err := unlock(another); err != nil {
					w.t.Errorf("%s, by %s: %v", who, another, err)
				}
			}
		}
	})
}
