package bonus_test

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"krapao/bonus"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/ledger/budget"
	"krapao/money"
)

// small is a campaign whose credit is too small for a condition, so that it can be taken again and again.
func small(code, kind string, most int, more ...string) string {
	fields := append([]string{
		fmt.Sprintf(`"code": %q, "type": %q, "max": %d`, code, kind, most),
		`"kind": "free", "amount": 10, "expiresDays": 7, "budget": 5000`,
	}, more...)
	return "{" + strings.Join(fields, ", ") + "}"
}

// large is a campaign whose credit has a condition.
func large(code string, more ...string) string {
	return "{" + strings.Join(append([]string{
		fmt.Sprintf(`"code": %q, "type": "limit", "max": 5`, code),
		`"kind": "free", "amount": 100, "end": "target", "expiresDays": 7, "budget": 5000`,
	}, more...), ", ") + "}"
}

// Days and weeks are Bangkok's, also over the end of a month or a year.
func TestHowOftenABonusMayBeTaken(t *testing.T) {
	t.Parallel()
	bangkok := time.FixedZone("", 7*60*60)
	at := func(year int, month time.Month, day, hour, minute, second, nano int) time.Time {
		return time.Date(year, month, day, hour, minute, second, nano, bangkok)
	}
	const last = 999_900_000
	type ask struct {
		at      time.Time
		granted bool
	}
	for name, c := range map[string]struct {
		kind  string
		max   int
		first time.Time
		later []ask
	}{
		"the same day": {"day", 1, at(2026, 11, 22, 0, 0, 0, 0), []ask{
			{at(2026, 11, 22, 23, 59, 59, last), false},
			{at(2026, 11, 23, 0, 0, 0, 0), true},
		}},
		"by UTC it is one day": {"day", 1, at(2026, 11, 22, 23, 0, 0, 0), []ask{
			{at(2026, 11, 23, 6, 59, 0, 0), true},
		}},
		"by UTC it is two": {"day", 1, at(2026, 11, 22, 6, 59, 0, 0), []ask{
			{at(2026, 11, 22, 7, 1, 0, 0), false},
		}},
		"the end of January": {"day", 1, at(2027, 1, 31, 12, 0, 0, 0), []ask{
			{at(2027, 1, 31, 23, 59, 59, last), false},
			{at(2027, 2, 1, 0, 0, 0, 0), true},
		}},
		"a leap day": {"day", 1, at(2028, 2, 28, 12, 0, 0, 0), []ask{
			{at(2028, 2, 29, 0, 0, 0, 0), true},
			{at(2028, 2, 29, 23, 0, 0, 0), false},
			{at(2028, 3, 1, 0, 0, 0, 0), true},
		}},
		"twice a day": {"day", 2, at(2026, 11, 22, 1, 0, 0, 0), []ask{
			{at(2026, 11, 22, 2, 0, 0, 0), true},
			{at(2026, 11, 22, 3, 0, 0, 0), false},
			{at(2026, 11, 23, 0, 0, 0, 0), true},
		}},
		"a week ends on Sunday": {"week", 1, at(2026, 11, 16, 0, 0, 0, 0), []ask{
			{at(2026, 11, 22, 23, 59, 59, last), false},
			{at(2026, 11, 23, 0, 0, 0, 0), true},
		}},
		"a week over a new year": {"week", 1, at(2026, 12, 31, 9, 0, 0, 0), []ask{
			{at(2027, 1, 3, 23, 59, 59, last), false},
			{at(2027, 1, 4, 0, 0, 0, 0), true},
		}},
		"a limit is for ever": {"limit", 1, at(2026, 11, 22, 9, 0, 0, 0), []ask{
			{at(2026, 11, 23, 9, 0, 0, 0), false},
			{at(2027, 11, 22, 9, 0, 0, 0), false},
		}},
		"a limit of two": {"limit", 2, at(2026, 11, 22, 9, 0, 0, 0), []ask{
			{at(2026, 11, 22, 9, 1, 0, 0), true},
			{at(2027, 11, 22, 9, 0, 0, 0), false},
		}},
		"a day from its last one": {"day", 1, at(2026, 11, 22, 23, 59, 59, last), []ask{
			{at(2026, 11, 23, 0, 0, 0, 0), true},
			{at(2026, 11, 23, 23, 59, 59, last), false},
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			eachShopFrom(t, c.first, func(t *testing.T, s *shop) {
				s.mustOffer(small("GIFT", c.kind, c.max))
				s.is("the first", s.activate(nok, "GIFT"), "")
				for _, again := range c.later {
					s.clock.Advance(again.at.Sub(s.clock.Now()))
					want := "BONUS_MAX_CLAIMED"
					if again.granted {
						want = ""
					}
					s.is(again.at.Format(time.RFC3339), s.activate(nok, "GIFT"), want)
				}
				s.is("another member", s.activate(lek, "GIFT"), "")
				s.verified()
			})
		})
	}
}

func TestWhoMayNotHaveABonus(t *testing.T) {
	t.Parallel()
	eachShop(t, func(t *testing.T, s *shop) {
		tomorrow := s.clock.Now().Add(24 * time.Hour).Format(time.RFC3339)
		yesterday := s.clock.Now().Add(-24 * time.Hour).Format(time.RFC3339)
		s.mustOffer(strings.Join([]string{
			large("BIG"), small("TINY", "limit", 9), small("PRIZE", "limit", 0),
			small("LATER", "limit", 1, `"from": "`+tomorrow+`"`), small("OVER", "limit", 1, `"to": "`+yesterday+`"`),
		}, ","))
		for _, code := range []string{"NONE", "PRIZE", "LATER", "OVER", "big", ""} {
			s.is(code, s.activate(nok, code), "NO_DATA")
		}
		s.clock.Advance(24 * time.Hour)
		s.is("its time has come", s.activate(nok, "LATER"), "")
		s.is("with a condition", s.activate(nok, "BIG"), "")
		s.is("another beside it", s.activate(nok, "TINY"), "BONUS_ALREADY_ACTIVE")
		if got := s.balance(ledger.Wallet(nok)); got != 1110*money.Baht {
			t.Errorf("the wallet has %s", got)
		}
		s.verified()
	})
}

// Many calls at once on two nodes do not exceed a quota, a campaign's budget or the house account's budget.
func TestQuotaAndBudget(t *testing.T) {
	t.Parallel()
	eachShop(t, func(t *testing.T, s *shop) {
		s.mustOffer(strings.Join([]string{
			small("QUOTA", "limit", 1, `"quota": 5`),
			strings.Replace(small("BUDGET", "limit", 1), `5000`, `35`, 1),
			small("HOUSE", "limit", 1),
		}, ","))
		nodes := []*campaigns{s.node(), s.node()}
		race := func(code string) (given, full int) {
			t.Helper()
			var names []string
			for n := range 12 {
				names = append(names, fmt.Sprintf("M%s%d", code, n))
				s.deposit(names[n], 100)
			}
			var mu sync.Mutex
			var wait sync.WaitGroup
			for n, name := range names {
				wait.Go(func() {
					_, err := nodes[n%2].Activate(t.Context(), name, code, ledger.InternalKey("race", name))
					for codeOf(err) == "TRY_AGAIN" { // a machine so busy that the hold's time was over
						_, err = nodes[n%2].Activate(t.Context(), name, code, ledger.InternalKey("race", name))
					}
					mu.Lock()
					defer mu.Unlock()
					switch codeOf(err) {
					case "":
						given++
					case "BONUS_FULL":
						full++
					default:
						t.Error(err)
					}
				})
			}
			wait.Wait()
			return given, full
		}
		if given, full := race("QUOTA"); given != 5 || full != 7 {
			t.Errorf("quota: %d, %d", given, full)
		}
		if given, full := race("BUDGET"); given != 3 || full != 9 {
			t.Errorf("the campaign's budget: %d, %d", given, full)
		}
		got := s.campaign(bonus.SourceBonus, "BUDGET")
		if got.Grants != 3 || got.Spent != 30*money.Baht || got.Budget != 35*money.Baht {
			t.Errorf("%+v", got)
		}
		s.houseHas(25 * money.Baht)
		if given, full := race("HOUSE"); given != 2 || full != 10 {
			t.Errorf("the house account's: %d, %d", given, full)
		}
		if got := s.campaign(bonus.SourceBonus, "HOUSE"); got.Grants != 2 || got.Spent != 20*money.Baht {
			t.Errorf("a grant that could not be paid counts: %+v", got)
		}
		s.verified()
	})
}

// Credit that comes back can be granted again. The quota counts all grants.
func TestWhatComesBackIsInTheBudgetAgain(t *testing.T) {
	t.Parallel()
	eachShop(t, func(t *testing.T, s *shop) {
		s.mustOffer(strings.Replace(large("BIG", `"quota": 2`), `5000`, `150`, 1))
		s.is("the first", s.activate(nok, "BIG"), "")
		s.is("the budget is out", s.activate(lek, "BIG"), "BONUS_FULL")
		ended, err := s.Clear(t.Context(), nok, true, ledger.InternalKey("clear", "1"))
		if err != nil || ended.Condition.State != bonus.GivenUp || ended.Condition.Returned != 100*money.Baht {
			t.Fatalf("%+v, %v", ended, err)
		}
		s.is("it came back", s.activate(lek, "BIG"), "")
		if _, err := s.Clear(t.Context(), lek, true, ledger.InternalKey("clear", "2")); err != nil {
			t.Fatal(err)
		}
		s.is("the quota is out", s.activate(nok, "BIG"), "BONUS_FULL")
		if got := s.campaign(bonus.SourceBonus, "BIG"); got.Grants != 2 || got.Spent != 0 {
			t.Errorf("%+v", got)
		}
		s.verified()
	})
}

// The list shows the bonuses that can be taken, in content's order, with what the member took. A key grants one campaign,
// once.
func TestTheListOfOffers(t *testing.T) {
	t.Parallel()
	eachShop(t, func(t *testing.T, s *shop) {
		s.mustOffer(strings.Join([]string{small("ZWEI", "day", 2), small("HIDDEN", "day", 0), large("EINS", `"games": ["sbo"]`)}, ","))
		key := ledger.InternalKey("tap", "1")
		first, err := s.Activate(t.Context(), nok, "ZWEI", key)
		if err != nil {
			t.Fatal(err)
		}
		if again, err := s.Activate(t.Context(), nok, "ZWEI", key); err != nil || again.ID != first.ID {
			t.Errorf("the same key: %+v, %v", again, err)
		}
		if _, err := s.Activate(t.Context(), nok, "EINS", key); codeOf(err) != "IDEMPOTENCY_MISMATCH" {
			t.Errorf("another code under the key: %v", err)
		}
		s.clock.Advance(time.Minute)
		s.is("with a condition", s.activate(nok, "EINS"), "")
		offers, err := s.Offers(t.Context(), nok)
		if err != nil || len(offers) != 2 {
			t.Fatalf("%+v, %v", offers, err)
		}
		zwei, eins := offers[0], offers[1]
		if zwei.Code != "ZWEI" || zwei.Last != first.ID || zwei.Held || len(zwei.Received) != 1 || !zwei.Received[0].Equal(sunday) {
			t.Errorf("%+v", zwei)
		}
		if eins.Code != "EINS" || !eins.Held || len(eins.Received) != 1 || !slices.Equal(eins.Terms.Games, []string{"sbo"}) {
			t.Errorf("%+v", eins)
		}
		if !slices.Equal(zwei.Terms.Games, []string{"joker"}) {
			t.Errorf("the default is slots and games without open stakes: %v", zwei.Terms.Games)
		}
		others, err := s.Offers(t.Context(), lek)
		if err != nil || len(others) != 2 || others[0].Last != "" || others[0].Received != nil {
			t.Errorf("another member: %+v, %v", others, err)
		}
	})
}

// houseHas sets the house account's budget for bonuses.
func (s *shop) houseHas(left money.Amount) {
	s.t.Helper()
	s.write(func(tx *store.Tx) error {
		return budget.New(s.store).SetBudgetTx(s.t.Context(), tx, ledger.Bonus, left)
	})
}
