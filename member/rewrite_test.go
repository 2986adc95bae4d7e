package member_test

import (
	"testing"
	"time"

	"krapao/fault"
	"krapao/internal/store"
	"krapao/member"
	"krapao/member/membertest"
)

// TestANameIsWrittenAsTheSamePersonWritesIt: other titles, scripts and initials are for the two who decide to see. What
// contradicts is another person's. Withdrawals wait from then on, and who has that name is found by it.
func TestANameIsWrittenAsTheSamePersonWritesIt(t *testing.T) {
	t.Parallel()
	membertest.Each(t, func(t *testing.T, w *membertest.World) {
		ctx := t.Context()
		id := w.Register(t, 1)
		was, err := w.Members.ByID(ctx, id)
		if err != nil {
			t.Fatal(err)
		}
		holder := was.Bank.AccountName
		for name, row := range map[string]struct {
			as   member.Written
			code fault.Code
		}{
			"nothing":                      {member.Written{}, fault.INVALID_INPUT},
			"as it is":                     {member.Written{Name: was.Name, Holder: holder}, fault.INVALID_INPUT},
			"somebody else's holder":       {member.Written{Holder: "วิชัย มั่นคง"}, fault.INVALID_USER_INFO},
			"a control character":          {member.Written{Name: "a\nb"}, fault.INVALID_INPUT},
			"two scripts in a word":        {member.Written{Holder: "ANN\u0410"}, fault.INVALID_USER_INFO},
			"the holder in another script": {member.Written{Holder: "NO TELLING"}, ""},
			"the name as the holder's":     {member.Written{Name: "คุณ" + holder}, ""},
		} {
			_, becomes, does, err := w.Members.Rewrite(ctx, id, row.as)
			membertest.Want(t, name, err, row.code)
			if (does != nil) != (row.code == "") {
				t.Errorf("%s: %+v, %v", name, becomes, err)
			}
		}
		w.Clock.Advance(time.Hour)
		_, becomes, does, err := w.Members.Rewrite(ctx, id, member.Written{Holder: "นาย " + holder})
		if err != nil || becomes.Holder != "นาย "+holder || becomes.Name != was.Name {
			t.Fatal(becomes, err)
		}
		if err := w.Store.Write(ctx, does); err != nil {
			t.Fatal(err)
		}
		now, err := w.Members.ByID(ctx, id)
		if err != nil || now.Bank.AccountName != becomes.Holder || !now.SecuredAt.After(was.SecuredAt) {
			t.Errorf("%+v, %v", now, err)
		}
		if err := w.Store.Write(ctx, func(tx *store.Tx) error {
			is, err := w.Members.WrittenTx(ctx, tx, id)
			if err == nil && is != becomes {
				t.Errorf("it is %+v", is)
			}
			return err
		}); err != nil {
			t.Error(err)
		}
	})
}
