package today

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"krapao/internal/clock"
	"krapao/ledger"
	"krapao/ledger/tally"
	"krapao/money"
)

// Money is the house's money of a day so far, beside the same weekday a week before up to the same time.
type Money struct {
	// Day and Before are the two days, as 2006-01-02 in Bangkok.
	Day, Before string
	// AsOf is the time up to which everything that was posted is in it. Whole is false while the tallies of a store of before are
	// added up, or if nothing was added to them for a minute.
	AsOf  time.Time
	Whole bool

	Channels []Channel
	Games    []Game
	// Bonus is what the house's accounts paid to members, less what came back.
	Bonus, BonusBefore money.Amount
	// New are the members that registered; Active those whose wallet or game moved.
	New, NewBefore, Active, ActiveBefore int64
	// Hours are all hours of the day.
	Hours []Hour
}

// Flow is money that came in and went out.
type Flow struct{ In, Out money.Amount }

func (f *Flow) add(g Flow) { f.In, f.Out = f.In+g.In, f.Out+g.Out }

// Channel is an account of the outside.
type Channel struct {
	// Code is a deposit account's, or payouts.
	Code string
	Flow
	Before Flow
}

// Game is what a provider's games brought.
type Game struct {
	Provider string
	// GGR is what members lost, less what they won.
	GGR, Before money.Amount
}

// Hour is one of the day.
type Hour struct {
	At time.Time
	// Begun is false for an hour that is still to come: its Flow is nothing yet.
	Begun bool
	Flow
	Before Flow
}

// Payouts is the code of the channel by which withdrawals are paid.
const Payouts = "payouts"

const (
	week  = 7 * 24 * time.Hour
	hours = 24
	// step is in which steps the time of the day grows up to which the week before is counted, so that an answer about a house
	// where nothing happens stays the same meanwhile.
	step = 5 * time.Minute
)

// sums are what is added up.
type sums struct {
	channels map[string]Flow
	games    map[string]money.Amount
	bonus    money.Amount
	hours    [hours]Flow
}

// channelOf is the code of the channel that an account is; "" for any other account.
func channelOf(account string) string {
	if account == string(ledger.Payout) {
		return Payouts
	}
	code, is := strings.CutPrefix(account, string(ledger.Bank("")))
	if !is {
		return ""
	}
	return code
}

// paysBonus reports whether an account is one of those by which the house pays members.
func paysBonus(account string) bool {
	return slices.Contains(ledger.Budgeted(), ledger.Account(account))
}

// share is the part of an hour that had passed, of the day's time.
func share(amount money.Amount, passed time.Duration) money.Amount {
	passed = min(max(passed, 0), time.Hour)
	return amount * money.Amount(passed/time.Second) / money.Amount(time.Hour/time.Second)
}

// addUp adds up the points of the day that begins at begins, up to a time of the day: of the hour in which that is, its share.
func addUp(points []tally.Point, begins time.Time, upto time.Duration) sums {
	s := sums{channels: map[string]Flow{}, games: map[string]money.Amount{}}
	for _, p := range points {
		at := p.Hour.Sub(begins)
		amount := share(p.Amount, upto-at)
		if code := channelOf(p.Account); code != "" {
			flow, whole := flowOf(amount), flowOf(p.Amount)
			flow.add(s.channels[code])
			s.channels[code] = flow
			s.hours[int(at/time.Hour)].add(whole)
		}
		if provider, is := strings.CutPrefix(p.Account, string(ledger.GameResult(""))); is {
			s.games[provider] += amount
		}
		if paysBonus(p.Account) {
			s.bonus -= amount
		}
	}
	return s
}

// flowOf is what was posted of one kind on an account of the outside. What the outside owes us is below zero, so money that came
// in is, too.
func flowOf(amount money.Amount) Flow {
	if amount < 0 {
		return Flow{In: -amount}
	}
	return Flow{Out: amount}
}

// Money reads the house's money of the day.
func (s *Service) Money(ctx context.Context) (Money, error) {
	now := s.d.Now()
	begins := clock.Day(now)
	m := Money{Day: begins.Format(time.DateOnly), Before: begins.Add(-week).Format(time.DateOnly)}
	points, asOf, whole, err := s.d.Tallies.Series(ctx, tally.Filter{From: begins, To: begins.Add(hours * time.Hour)})
	if err != nil {
		return Money{}, err
	}
	former, _, _, err := s.d.Tallies.Series(ctx, tally.Filter{From: begins.Add(-week), To: begins.Add(hours*time.Hour - week)})
	if err != nil {
		return Money{}, err
	}
	if m.AsOf, m.Whole = asOf, whole; now.Sub(asOf) < time.Second { // nothing was posted since: the answer stays for a minute
		m.AsOf = now.Truncate(time.Minute)
	}
	upto := now.Sub(begins).Truncate(step)
	m.add(addUp(points, begins, hours*time.Hour), addUp(former, begins.Add(-week), upto))
	m.hours(begins, now)
	return m, s.people(ctx, &m, begins, begins.Add(upto))
}

// add takes the sums of the day and of the week before.
func (m *Money) add(now, before sums) {
	m.Bonus, m.BonusBefore = now.bonus, before.bonus
	for _, code := range both(now.channels, before.channels) {
		m.Channels = append(m.Channels, Channel{code, now.channels[code], before.channels[code]})
	}
	for _, provider := range both(now.games, before.games) {
		m.Games = append(m.Games, Game{provider, now.games[provider], before.games[provider]})
	}
	m.Hours = make([]Hour, hours)
	for n := range m.Hours {
		m.Hours[n].Flow, m.Hours[n].Before = now.hours[n], before.hours[n]
	}
}

// both are the names of two maps, sorted.
func both[V any](a, b map[string]V) []string {
	names := slices.AppendSeq(slices.Collect(maps.Keys(a)), maps.Keys(b))
	slices.Sort(names)
	return slices.Compact(names)
}

func (m *Money) hours(begins, now time.Time) {
	for n := range m.Hours {
		m.Hours[n].At = begins.Add(time.Duration(n) * time.Hour)
		m.Hours[n].Begun = !m.Hours[n].At.After(now)
	}
}

// people counts the members of the day and of the week before.
func (s *Service) people(ctx context.Context, m *Money, begins, upto time.Time) (err error) {
	if m.New, err = s.d.Members.CountRegistered(ctx, begins, begins.Add(hours*time.Hour)); err != nil {
		return fmt.Errorf("operator: new members: %w", err)
	}
	if m.NewBefore, err = s.d.Members.CountRegistered(ctx, begins.Add(-week), upto.Add(-week)); err != nil {
		return fmt.Errorf("operator: new members: %w", err)
	}
	now, err := s.d.Tallies.ActiveHours(ctx, begins, begins.Add(hours*time.Hour))
	if err != nil {
		return err
	}
	former, err := s.d.Tallies.ActiveHours(ctx, begins.Add(-week), begins.Add(hours*time.Hour-week))
	m.Active, m.ActiveBefore = activeUpTo(now, begins.Add(hours*time.Hour)), activeUpTo(former, upto.Add(-week))
	return err
}

// activeUpTo is how many members' days had begun at a moment: of the hour in which it is, its share.
func activeUpTo(list []tally.ActiveHour, at time.Time) (n int64) {
	for _, h := range list {
		n += int64(share(money.Amount(h.Count), at.Sub(h.Hour)))
	}
	return n
}
