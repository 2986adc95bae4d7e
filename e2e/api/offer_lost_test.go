package api

import (
	"fmt"
	"net/http"
	"testing"

	"krapao/internal/config"
	"krapao/internal/store"
	"krapao/internal/testkit/apptest"
)

// TestOffersWhoseAnswersWereLost: a node that is killed right after an effect's commit leaves the effect and no answer. Here
// that is so for every call of the table: who repeats the call with its key is told what it would have been told, and
// nothing happens again.
func TestOffersWhoseAnswersWereLost(t *testing.T) {
	t.Parallel()
	quick := apptest.Options{Node: func(n *config.Node) { n.RegisterOTP = false }}
	apptest.Each(t, quick, func(t *testing.T, a *apptest.App) {
		var calls []*interrupted
		for _, call := range offerCalls() {
			x := &interrupted{offered: call.prepare(place{t: t, box: a.Sandbox, guest: a.Client})}
			apptest.Eventually(t, call.name+" is answered", func() bool {
				got, err := x.do("", x.key())
				return err == nil && x.note(got)
			})
			x.stood(1)
			calls = append(calls, x)
		}
		err := a.Store.Write(t.Context(), func(tx *store.Tx) error {
			_, err := tx.ExecContext(t.Context(), `DELETE FROM http_answer`)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		for _, x := range calls {
			if x.call.keyless {
				continue
			}
			got, err := x.do("", x.key())
			switch {
			case err == nil && got.Status == http.StatusOK && later(x.told, got.Text):
			default:
				t.Errorf("%s: %s", x.call.name, fmt.Sprint(err, got.Status, got.Text, " and before ", x.told))
			}
			x.stood(1)
		}
		booksWhole(t, a)
	})
}
