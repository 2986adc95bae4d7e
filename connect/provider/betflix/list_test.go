package betflix_test

import (
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"krapao/connect/outbound"
	"krapao/connect/provider/betflix"
	"krapao/connect/provider/providertest"
	"krapao/game"
	"krapao/internal/id"
	"krapao/money"
)

// The list is searched from before the transfer on. An old transfer is found by its time; where that is not known,
// within the search's reach.
func TestCheckLooksBack(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := start(t, nil)
		m := s.order(5 * money.Credit)
		if o := s.Move(t.Context(), m); o.Kind != game.Done {
			t.Fatalf("%+v", o)
		}
		for at, want := range map[time.Time]game.Kind{
			{}: game.Done, m.At: game.Done, m.At.Add(-90 * 24 * time.Hour): game.Done, m.At.Add(49 * time.Hour): game.NotFound,
		} {
			m.At = at
			if o := s.Check(t.Context(), m); o.Kind != want {
				t.Errorf("made at %s: %+v", at, o)
			}
		}
	})
}

// The whole day's transfers of several accounts are listed page by page, with sign, reference and time.
func TestTransfers(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := start(t, nil)
		lister, ok := s.Provider.(game.Lister)
		if !ok || !s.Capabilities().List {
			t.Fatal("the provider has no list")
		}
		q := game.ListQuery{From: time.Now().Add(-time.Minute), To: time.Now().Add(time.Minute)}
		want := map[string]money.Credits{}
		for range 11 {
			s.player.Username = s.player.Username[:4] + id.Lower(8)
			if err := s.Ensure(t.Context(), game.Player{Username: s.player.Username, Password: "Secret12345"}); err != nil {
				t.Fatal(err)
			}
			q.Players = append(q.Players, s.player)
			for _, credits := range []money.Credits{10 * money.Credit, -2*money.Credit - 5000} {
				m := s.order(credits)
				if o := s.Move(t.Context(), m); o.Kind != game.Done {
					t.Fatalf("%+v", o)
				}
				want[s.player.Username+m.Reference] = credits
			}
		}
		pages := 0
		for more := true; more; pages++ {
			page, err := lister.Transfers(t.Context(), q)
			if err != nil {
				t.Fatal(err)
			}
			for _, row := range page.Rows {
				credits, known := want[row.Username+row.Reference]
				if !known || row.Credits != credits || time.Since(row.At).Abs() > time.Minute {
					t.Errorf("%+v, want %s", row, credits)
				}
				delete(want, row.Username+row.Reference)
			}
			q.Cursor, more = page.Next, page.More
		}
		if len(want) != 0 || pages != 2 {
			t.Errorf("after %d pages not listed: %v", pages, want)
		}
		q.Cursor, q.From, q.To = "", q.From.Add(-time.Hour), q.From
		if page, err := lister.Transfers(t.Context(), q); err != nil || len(page.Rows) != 0 {
			t.Errorf("the hour before: %+v, %v", page, err)
		}
		for _, mode := range []string{"down", "timeout", "garbage", "refuse"} {
			s.fault("list", mode)
			if page, err := lister.Transfers(t.Context(), q); err == nil {
				t.Errorf("%s: %+v", mode, page)
			}
		}
		if _, ok := start(t, func(c *betflix.Config) { c.List = false }).Provider.(game.Lister); ok {
			t.Error("a list that is not configured is offered")
		}
	})
}

// A list whose rows have another form than ours is never taken for "not listed".
func TestStrangeLists(t *testing.T) {
	t.Parallel()
	const reference = "0a1b2c3d4e5f6g7"
	for name, c := range map[string]struct {
		data string
		want game.Kind
	}{
		"empty":  {`[]`, game.NotFound},
		"others": {`[{"ref":"x","amount":1}]`, game.NotFound},
		"it": {
			`[{"ref":"","amount":1},{"ref":"` + reference + `","amount":"5.00","datetime":"2026-03-04 05:06:07"}]`, game.Done,
		},
		"no references":     {`[{"reference":"` + reference + `","amount":5}]`, game.Unknown},
		"twice":             {`[{"ref":"` + reference + `","amount":5},{"ref":"` + reference + `","amount":5}]`, game.Unknown},
		"out of the game":   {`[{"ref":"` + reference + `","amount":-5}]`, game.Unknown},
		"no amount":         {`[{"ref":"` + reference + `"}]`, game.Unknown},
		"no list":           {`null`, game.Unknown},
		"an object":         {`{"rows":[]}`, game.Unknown},
		"rows of something": {`["` + reference + `"]`, game.Unknown},
	} {
		base := providertest.Scripted(t, map[string]string{"": `{"status":"success","error_code":0,"msg":"","data":` + c.data + `}`})
		p := connect(base, outbound.Settings{}, nil)
		o := p.Check(t.Context(), game.Move{Reference: reference, Player: game.Player{Username: "bfxk0"}, Credits: 5 * money.Credit})
		if o.Kind != c.want {
			t.Errorf("%s: %+v", name, o)
		}
	}
}

// A list that may have been cut off is no proof that a transfer is missing, unless the provider has confirmed that it
// never is.
func TestAListThatMayGoOn(t *testing.T) {
	t.Parallel()
	const reference = "0a1b2c3d4e5f6g7"
	for _, c := range []struct {
		others         int
		complete, last bool
		want           game.Kind
	}{
		{5, false, false, game.NotFound},
		{9, false, false, game.NotFound},
		{10, false, false, game.Unknown},
		{11, false, false, game.NotFound},
		{25, false, false, game.Unknown},
		{100, false, false, game.Unknown},
		{100, true, false, game.NotFound},
		{99, false, true, game.Done},
	} {
		rows := slices.Repeat([]string{`{"ref":"x","amount":1}`}, c.others)
		if c.last {
			rows = append(rows, `{"ref":"`+reference+`","amount":"5.00"}`)
		}
		base := providertest.Scripted(t, map[string]string{
			"": `{"status":"success","error_code":0,"data":[` + strings.Join(rows, ",") + `]}`,
		})
		p := connect(base, outbound.Settings{}, func(config *betflix.Config) { config.List = c.complete })
		o := p.Check(t.Context(), game.Move{Reference: reference, Player: game.Player{Username: "bfxk0"}, Credits: 5 * money.Credit})
		if o.Kind != c.want {
			t.Errorf("%+v: %+v", c, o)
		}
	}
}
