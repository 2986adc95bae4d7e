package bonus_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"krapao/bonus"
	"krapao/bonus/campaign"
	"krapao/internal/store"
	"krapao/money"
)

const match = `"code": "M", "type": "limit", "max": 1, "kind": "match", "matchPercent": 100,
	"minimum": 100, "cap": 1000, "expiresDays": 14, "budget": 5000`

// Content is refused unless 0 <= fail < 100 < success, with an expiry, a cap and a budget. So are values that can't be meant.
func TestContentThatIsRefused(t *testing.T) {
	t.Parallel()
	free := strings.Trim(small("F", "limit", 1), "{}")
	change := func(from, to string) string {
		entry := strings.Replace(match, from, to, 1)
		if entry == match {
			t.Fatalf("%s is not in the entry", from)
		}
		return entry
	}
	cases := map[string]string{
		"fail below 0":          match + `, "percentFail": -1`,
		"fail at 100":           match + `, "percentFail": 100`,
		"success at 100":        match + `, "percentSuccess": 100`,
		"success out of bounds": match + `, "percentSuccess": 100001`,
		"no expiry":             change(`"expiresDays": 14`, `"expiresDays": 0`),
		"an expiry of years":    change(`"expiresDays": 14`, `"expiresDays": 400`),
		"no budget":             change(`, "budget": 5000`, ``),
		"a budget of nothing":   change(`"budget": 5000`, `"budget": 0`),
		"a budget below 0":      change(`"budget": 5000`, `"budget": -5`),
		"no cap":                change(`"cap": 1000, `, ``),
		"no percent":            change(`"matchPercent": 100`, `"matchPercent": 0`),
		"a percent below 0":     change(`"matchPercent": 100`, `"matchPercent": -5`),
		"a match of an amount":  match + `, "amount": 5`,
		"a match that is kept":  match + `, "keepPercent": 300`,
		"kept without bounds":   free + `, "keepPercent": 100001`,
		"free by percent":       free + `, "matchPercent": 50`,
		"free with a minimum":   free + `, "minimum": 50`,
		"free with a window":    free + `, "windowHours": 5`,
		"free of nothing":       strings.Replace(free, `"amount": 10`, `"amount": 0`, 1),
		"free over its cap":     free + `, "cap": 9`,
		"half a satang":         strings.Replace(free, `"amount": 10`, `"amount": 10.005`, 1),
		"no kind":               change(`"kind": "match"`, `"kind": "gift"`),
		"no type":               change(`"type": "limit"`, `"type": "month"`),
		"no code":               change(`"code": "M"`, `"code": ""`),
		"an end that is none":   match + `, "end": "never"`,
		"turnover of nothing":   match + `, "end": "turnover", "turnover": 0`,
		"both, of nothing":      match + `, "end": "both", "turnover": 0`,
		"turnover below 0":      match + `, "turnover": -1`,
		"an unknown game":       match + `, "games": ["joker", "nowhere"]`,
		"max below 0":           change(`"max": 1`, `"max": -1`),
		"quota below 0":         match + `, "quota": -1`,
		"a time that is none":   match + `, "from": "tomorrow"`,
		"over before it begins": match + `, "from": "2026-11-22T00:00:00+07:00", "to": "2026-11-22T00:00:00+07:00"`,
		"an unknown field":      match + `, "sum": 5`,
		"a code twice":          match + `}, {` + match,
	}
	eachShop(t, func(t *testing.T, s *shop) {
		for what, entry := range cases {
			if changes, err := s.offers("{" + entry + "}"); err == nil {
				t.Errorf("%s was taken: %v", what, changes)
			}
		}
		if list, err := s.Campaigns(t.Context()); err != nil || len(list) != 0 {
			t.Errorf("what was refused is there: %+v, %v", list, err)
		}
		for _, weights := range []string{`{"slots": 5}`, `{"slot": -1}`, `{"slot": 5000}`} {
			err := s.store.Write(t.Context(), func(tx *store.Tx) error {
				_, err := s.ApplyBonuses(t.Context(), tx, []byte(`{"weights": `+weights+`, "bonuses": []}`))
				return err
			})
			if err == nil {
				t.Errorf("weights %s were taken", weights)
			}
		}
		if _, err := s.promotions(small("A", "limit", 1) + "," + small("a", "limit", 1)); err == nil {
			t.Error("two promotions whose codes differ by case were taken")
		}
	})
}

// An end by turnover, alone or with the target, is refused if nobody can report the turnover. Only the catalogue is asked:
// content is applied by a program that has no games.
func TestTurnoverThatNobodyReportsIsRefused(t *testing.T) {
	t.Parallel()
	eachShop(t, func(t *testing.T, s *shop) {
		s.Service = bonus.New(bonus.Deps{Store: s.store, Games: catalogue{s.games(), s.wallet, s.reports}})
		check := func(end string, games ...string) (content, terms error) {
			list, err := json.Marshal(games)
			if err != nil {
				t.Fatal(err)
			}
			_, content = s.offers("{" + match + `, "end": "` + end + `", "games": ` + string(list) + "}")
			s.write(func(tx *store.Tx) error {
				terms = s.CheckTermsTx(t.Context(), tx, bonus.Terms{
					End: bonus.End(end), PercentSuccess: 200, Turnover: 1, ExpiresDays: 1, Games: games,
				})
				return nil
			})
			return content, terms
		}
		for _, c := range []struct {
			silent, games []string
			refused       bool // of an end by turnover
		}{
			{nil, nil, false},
			{nil, []string{"joker", "sbo"}, false},
			{[]string{"sbo"}, []string{"joker"}, false},
			{[]string{"sbo"}, []string{"joker", "sbo"}, true},
			{[]string{"sbo"}, nil, false},
			{[]string{"joker"}, nil, true}, // the default means slots, and that is the only one
		} {
			s.reports.silent = c.silent
			for end, refused := range map[string]bool{"target": false, "turnover": c.refused, "both": c.refused} {
				content, terms := check(end, c.games...)
				if (content != nil) != refused || (terms != nil) != refused {
					t.Errorf("%s of %v, where %v report nothing: %v, %v", end, c.games, c.silent, content, terms)
				}
			}
		}
	})
}

// Values that content leaves out are the strict defaults (RULES.md section 15).
func TestTheStrictDefaults(t *testing.T) {
	t.Parallel()
	eachShop(t, func(t *testing.T, s *shop) {
		s.reports.counters = true
		s.mustOffer("{" + match + "}, " + strings.Replace(large("F"), `"end": "target", `, "", 1))
		offers, err := s.Offers(t.Context(), nok)
		if err != nil || len(offers) != 2 {
			t.Fatalf("%+v, %v", offers, err)
		}
		m, f := offers[0], offers[1]
		want := bonus.Match{Percent: 100, Cap: 1000 * money.Baht, Minimum: 100 * money.Baht, Window: 24 * time.Hour}
		if m.Match == nil || *m.Match != want {
			t.Errorf("a match: %+v", m.Match)
		}
		if x := m.Terms; x.PercentSuccess != 300 || x.PercentFail != 5 || x.Turnover != 5 ||
			x.KeepPercent != 0 || x.ExpiresDays != 14 || x.End != bonus.EndTarget {
			t.Errorf("a match: %+v", x)
		}
		if x := f.Terms; x.PercentSuccess != 500 || x.PercentFail != 5 || x.Turnover != 10 ||
			x.KeepPercent != 300 || x.End != bonus.EndBoth {
			t.Errorf("a free one: %+v", x)
		}
	})
}

// Applying the same content again changes nothing. A campaign that is no longer listed is closed, and opens when it is listed
// again. One that an operator closed is listed as closed, and opens when it is listed as open.
func TestContentOpensAndCloses(t *testing.T) {
	t.Parallel()
	eachShop(t, func(t *testing.T, s *shop) {
		apply := func(want int, entries ...string) {
			t.Helper()
			if changes, err := s.offers(strings.Join(entries, ",")); err != nil || len(changes) != want {
				t.Errorf("%d changes, want %d: %v, %v", len(changes), want, changes, err)
			}
		}
		a, b := small("A", "day", 5), small("B", "day", 5)
		apply(6, a, b) // and four weights
		apply(0, a, b)
		s.is("A", s.activate(nok, "A"), "")
		apply(2, b, strings.Replace(a, `"max": 5`, `"max": 6`, 1)) // B has another place too
	})
	eachShop(t, func(t *testing.T, s *shop) {
		a, b := small("A", "day", 5), small("B", "day", 5)
		s.mustOffer(a + "," + b)
		s.is("A", s.activate(nok, "A"), "")
		s.mustOffer(a)
		s.is("no longer listed", s.activate(nok, "B"), "NO_DATA")
		if changes, err := s.offers(a); err != nil || changes != nil {
			t.Errorf("it is closed once: %v, %v", changes, err)
		}
		s.mustOffer(a + "," + b)
		s.is("listed again", s.activate(nok, "B"), "")
		s.write(func(tx *store.Tx) error {
			closed, err := campaign.Close(bonus.SourceBonus)(t.Context(), tx, "A")
			if !closed {
				t.Error("not closed")
			}
			return err
		})
		closed := strings.Replace(a, `"max": 5`, `"max": 5, "closed": true`, 1)
		if changes, err := s.offers(closed + "," + b); err != nil || changes != nil {
			t.Errorf("content lists it as closed: %v, %v", changes, err)
		}
		s.mustOffer(b + "," + closed) // another place opens nothing
		s.is("an operator closed it", s.activate(nok, "A"), "NO_DATA")
		s.mustOffer(b + "," + a)
		s.is("content opens it", s.activate(nok, "A"), "")
		if got := s.campaign(bonus.SourceBonus, "A"); got.Grants != 2 || !got.Open {
			t.Errorf("what was granted stays: %+v", got)
		}
	})
}

// A banner's HTML is cleaned before it is stored.
func TestBannersAreClean(t *testing.T) {
	t.Parallel()
	eachShop(t, func(t *testing.T, s *shop) {
		s.mustOffer(small("A", "day", 1, `"banners": [{"image": "/a.webp", "html": {"th": "<b>ดี</b><script>alert(1)</script>"}}]`))
		offers, err := s.Offers(t.Context(), nok)
		if err != nil || len(offers) != 1 || len(offers[0].Banners) != 1 {
			t.Fatalf("%+v, %v", offers, err)
		}
		if html := offers[0].Banners[0].HTML.TH; strings.Contains(html, "script") || !strings.Contains(html, "<b>ดี</b>") {
			t.Errorf("%q", html)
		}
	})
}
