package access_test

import (
	"testing"

	"krapao/fault"
	"krapao/member/membertest"
	"krapao/session"
)

func TestDeactivation(t *testing.T) {
	t.Parallel()
	membertest.Each(t, func(t *testing.T, w *membertest.World) {
		id := w.Register(t, 1)
		_, token := w.Login(t, 1, "correct horse")
		if err := w.SetActive(t, id, false); err != nil {
			t.Fatal(err)
		}
		_, err := w.Sessions.Check(t.Context(), session.Member, token)
		membertest.Want(t, "deactivated", err, fault.INVALID_USER_2)
		if w.Secured.Load() != 1 {
			t.Error("game passwords were not reset")
		}
		if err := w.SetActive(t, id, true); err != nil {
			t.Fatal(err)
		}
		_, err = w.Sessions.Check(t.Context(), session.Member, token)
		membertest.Want(t, "active again", err, "")
		membertest.Want(t, "nobody", w.SetActive(t, "000000000000", false), fault.NO_USER)
	})
}

func TestEndingASessionResetsGamePasswords(t *testing.T) {
	t.Parallel()
	membertest.Each(t, func(t *testing.T, w *membertest.World) {
		id, other := w.Register(t, 1), w.Register(t, 2)
		own, token := w.Login(t, 1, "correct horse")
		membertest.Want(t, "another's", w.Access.EndSession(t.Context(), other, own.ID), fault.NO_DATA)
		if w.Secured.Load() != 0 {
			t.Error("game passwords were reset by a refused call")
		}
		membertest.Want(t, "its own", w.Access.EndSession(t.Context(), id, own.ID), "")
		_, err := w.Sessions.Check(t.Context(), session.Member, token)
		membertest.Want(t, "ended", err, fault.INVALID_TOKEN)
		if w.Secured.Load() != 1 {
			t.Error("game passwords were not reset")
		}
	})
}
