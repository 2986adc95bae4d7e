package providertest

import (
	"time"

	"krapao/game"
	"krapao/money"
)

// list: transfers are listed under our references, with the sign of the order. A list that can't be read is an error
// and never an empty list.
func list(b *bundle) {
	lister, lists := b.Provider.(game.Lister)
	if lists != b.Capabilities().List {
		b.t.Fatalf("its capabilities say %v about a list, and it has one: %v", b.Capabilities().List, lists)
	}
	if !lists {
		return
	}
	q := game.ListQuery{From: time.Now().Add(-time.Minute), To: time.Now().Add(time.Minute), Players: []game.Player{b.player()}}
	want := map[string]money.Credits{}
	for _, credits := range []money.Credits{10 * money.Credit, -2*money.Credit - 5000} {
		m := b.order(credits)
		b.Move(b.t.Context(), m)
		want[m.Reference] = credits
	}
	page, err := lister.Transfers(b.t.Context(), q)
	if err != nil || len(page.Rows) != len(want) || page.More {
		b.t.Fatalf("%+v, %v", page, err)
	}
	for _, row := range page.Rows {
		if row.Credits != want[row.Reference] || row.Username != b.user || row.At.Before(q.From) || row.At.After(q.To) {
			b.t.Errorf("%+v, want %s", row, want[row.Reference])
		}
	}
	for _, mode := range append(silent, "refuse") {
		b.fault("list", mode, 0)
		page, err := lister.Transfers(b.t.Context(), q)
		if err == nil {
			b.t.Errorf("%s: %+v", mode, page)
			continue
		}
		b.quiet(err.Error())
	}
}
