package care_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"testing"

	"krapao/fault"
	"krapao/operator"
	"krapao/operator/operatortest"
)

const nok = operatortest.Nok

func by(name, subject string) operator.Decision { return operatortest.By(name, subject) }

func TestPasswordsAndUnlocking(t *testing.T) {
	t.Parallel()
	operatortest.Each(t, func(t *testing.T, h *operatortest.House) {
		ctx := t.Context()
		password, out, err := h.Care.OneTimePassword(ctx, by(nok, "0812345678"))
		if err != nil || !out.Done || len(password) < 12 || h.People.Passwords["MEMBER000001"] != password {
			t.Errorf("%q, %+v, %v", password, out, err)
		}
		if out, err := h.Care.Unlock(ctx, by(nok, "0812345678")); err != nil || !out.Done {
			t.Errorf("%+v, %v", out, err)
		}
		if _, err := h.Care.Unlock(ctx, by(nok, "0800000000")); !fault.Is(err, fault.NO_USER) {
			t.Errorf("nobody: %v", err)
		}
		h.People.Fail = errors.New("down")
		if _, err := h.Care.Unlock(ctx, by(nok, "0812345678")); err == nil {
			t.Error("it failed and nobody said so")
		}
		list, err := h.Audit.After(ctx, 0, 100)
		if last := list[len(list)-1]; err != nil || len(list) != 4 || last.Action != "member.unlock" || last.Subject != "MEMBER000001" {
			t.Errorf("what failed is not recorded, and nobody by a phone: %+v, %v", list, err)
		}
		// No row has the password.
		text, err := json.Marshal(list)
		if err != nil || bytes.Contains(text, []byte(password)) {
			t.Errorf("the chain tells the password (%v)", err)
		}
	})
}
