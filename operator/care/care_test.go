package care_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"testing"

	"krapao/operator"
	"krapao/operator/audit"
	"krapao/operator/care"
	"krapao/operator/operatortest"
)

const nok = operatortest.Nok

func by(name, subject string) operator.Decision { return operatortest.By(name, subject) }

func TestPasswordsAndUnlocking(t *testing.T) {
	t.Parallel()
	operatortest.Each(t, func(t *testing.T, h *operatortest.House) {
		ctx := t.Context()
		given := care.NewGiven()
		out, err := h.Decide(ctx, care.Password, by(nok, "MEMBER000001"), given)
		if err != nil || !out.Done || len(given.Password) < 12 || h.People.Passwords["MEMBER000001"] != given.Password {
			t.Errorf("%+v, %+v, %v", given, out, err)
		}
		if out, err := h.Decide(ctx, care.Unlock, by(nok, "MEMBER000001"), nil); err != nil || !out.Done {
			t.Errorf("%+v, %v", out, err)
		}
		h.People.Fail = errors.New("down")
		if _, err := h.Decide(ctx, care.Unlock, by(nok, "MEMBER000001"), nil); err == nil {
			t.Error("it failed and nobody said so")
		}
		list, err := h.Audit.Newest(ctx, audit.Filter{}, 0, 100)
		if last := list[0]; err != nil || len(list) != 4 || last.Action != "member.unlock" || last.Subject != "MEMBER000001" {
			t.Errorf("what failed is not recorded: %+v, %v", list, err)
		}
		// No row has the password.
		text, err := json.Marshal(list)
		if err != nil || bytes.Contains(text, []byte(given.Password)) {
			t.Errorf("the chain tells the password (%v)", err)
		}
	})
}
