package withdraw

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"krapao/internal/content"
	"krapao/internal/store"
	"krapao/money"
	"krapao/withdraw/internal/withdrawdb"
)

// Settings are the numbers of this area (RULES.md sections 5, 14 and 15).
type Settings struct {
	// Minimum and Maximum bound one withdrawal. DayRequests and DayAmount bound all withdrawals of a member in a day.
	Minimum, Maximum money.Amount
	DayRequests      int
	DayAmount        money.Amount
	// RequiredPlayPercent is how much of its deposits a member must have played for an automatic payout. 0: nothing.
	RequiredPlayPercent int
	// ReviewFirst: an operator reviews a member's first withdrawal.
	ReviewFirst bool
	// ReviewLinks: an operator reviews a withdrawal of a member that has a device or an address in common with another one.
	ReviewLinks bool
	// SecurityWait is how long nothing is paid automatically after a change of bank account, name, phone or password.
	SecurityWait time.Duration
	// MaxWin and MaxWinTimes bound the win of 24 hours, as an amount and as a multiple of all deposits.
	MaxWin      money.Amount
	MaxWinTimes int
	// AutomaticPerDay bounds a member's automatic payouts of a day. TwoPersonsOver bounds what one operator may approve.
	AutomaticPerDay money.Amount
	TwoPersonsOver  money.Amount
	// HousePerHour and HousePerDay bound automatic payouts to all members: the house's brake.
	HousePerHour, HousePerDay money.Amount
	// CalloutOpen: a withdrawal about which the house's own system does not answer is paid all the same. Otherwise it goes to
	// review.
	CalloutOpen bool
}

// Strict are the production defaults.
func Strict() Settings {
	return Settings{
		Minimum: 100 * money.Baht, Maximum: 200_000 * money.Baht, DayRequests: 10, DayAmount: 500_000 * money.Baht,
		RequiredPlayPercent: 100, ReviewFirst: true, ReviewLinks: true, SecurityWait: 24 * time.Hour,
		MaxWin: 50_000 * money.Baht, MaxWinTimes: 20, AutomaticPerDay: 20_000 * money.Baht, TwoPersonsOver: 50_000 * money.Baht,
		HousePerHour: 1_000_000 * money.Baht, HousePerDay: 5_000_000 * money.Baht,
	}
}

// settingsContent is the section "withdraw" of a content file. Amounts are in baht. An absent value keeps its strict default.
type settingsContent struct {
	Minimum             *json.Number `json:"minimum,omitempty"`
	Maximum             *json.Number `json:"maximum,omitempty"`
	DayRequests         *int         `json:"dayRequests,omitempty"`
	DayAmount           *json.Number `json:"dayAmount,omitempty"`
	RequiredPlayPercent *int         `json:"requiredPlayPercent,omitempty"`
	ReviewFirst         *bool        `json:"reviewFirst,omitempty"`
	ReviewLinks         *bool        `json:"reviewLinks,omitempty"`
	SecurityWaitHours   *int         `json:"securityWaitHours,omitempty"`
	MaxWin              *json.Number `json:"maxWin,omitempty"`
	MaxWinTimes         *int         `json:"maxWinTimes,omitempty"`
	AutomaticPerDay     *json.Number `json:"automaticPerDay,omitempty"`
	TwoPersonsOver      *json.Number `json:"twoPersonsOver,omitempty"`
	HousePerHour        *json.Number `json:"housePerHour,omitempty"`
	HousePerDay         *json.Number `json:"housePerDay,omitempty"`
	CalloutOpen         *bool        `json:"calloutOpen,omitempty"`
}

func (c settingsContent) settings() (Settings, error) {
	s := Strict()
	amounts := []struct {
		name string
		to   *money.Amount
		from *json.Number
	}{
		{"minimum", &s.Minimum, c.Minimum},
		{"maximum", &s.Maximum, c.Maximum},
		{"dayAmount", &s.DayAmount, c.DayAmount},
		{"maxWin", &s.MaxWin, c.MaxWin},
		{"automaticPerDay", &s.AutomaticPerDay, c.AutomaticPerDay},
		{"twoPersonsOver", &s.TwoPersonsOver, c.TwoPersonsOver},
		{"housePerHour", &s.HousePerHour, c.HousePerHour},
		{"housePerDay", &s.HousePerDay, c.HousePerDay},
	}
	for _, a := range amounts {
		if a.from == nil {
			continue
		}
		value, err := money.Parse(a.from.String())
		if err != nil || value < 0 {
			return s, content.At(a.name, fmt.Errorf("withdraw: %s is not an amount of baht: %s", a.name, *a.from))
		}
		*a.to = value
	}
	numbers := []struct {
		name string
		to   *int
		from *int
	}{
		{"dayRequests", &s.DayRequests, c.DayRequests},
		{"requiredPlayPercent", &s.RequiredPlayPercent, c.RequiredPlayPercent},
		{"maxWinTimes", &s.MaxWinTimes, c.MaxWinTimes},
	}
	for _, n := range numbers {
		if n.from == nil {
			continue
		}
		if *n.from < 0 {
			return s, content.At(n.name, fmt.Errorf("withdraw: %s is negative", n.name))
		}
		*n.to = *n.from
	}
	if c.ReviewFirst != nil {
		s.ReviewFirst = *c.ReviewFirst
	}
	if c.ReviewLinks != nil {
		s.ReviewLinks = *c.ReviewLinks
	}
	if c.CalloutOpen != nil {
		s.CalloutOpen = *c.CalloutOpen
	}
	if c.SecurityWaitHours != nil {
		s.SecurityWait = time.Duration(*c.SecurityWaitHours) * time.Hour
	}
	return s, s.check()
}

// check refuses settings that don't fit together, each at the value that is to be changed.
func (s Settings) check() error {
	var wrong error
	for _, x := range []struct {
		name string
		is   bool
		why  string
	}{
		{"minimum", s.Minimum <= 0, "it must be over 0"},
		{"maximum", s.Maximum < s.Minimum, "it must not be below the minimum"},
		{"requiredPlayPercent", s.RequiredPlayPercent > 100, "it must be 0 to 100"},
		{"securityWaitHours", s.SecurityWait < 0, "it is negative"},
	} {
		if x.is {
			wrong = errors.Join(wrong, content.At(x.name, fmt.Errorf("withdraw: %s: %s", x.name, x.why)))
		}
	}
	return wrong
}

// section is the content section "withdraw".
var section = content.Setting[settingsContent]{
	Name: "withdraw",
	Check: func(_ context.Context, _ *store.Tx, c *settingsContent) error {
		_, err := c.settings()
		return err
	},
}

// Settings returns the settings in force.
func (s *Service) Settings(ctx context.Context) (Settings, error) {
	c, err := section.InForce(ctx, withdrawdb.New(s.Store.DB()))
	if err != nil {
		return Settings{}, err
	}
	return c.settings()
}

// settingsIn returns the settings that the table holds as body.
func settingsIn(body string) (Settings, error) {
	c, err := section.Read(body)
	if err != nil {
		return Settings{}, err
	}
	return c.settings()
}

// Apply puts the section "withdraw" of a content file into force and returns what changed.
func (s *Service) Apply(ctx context.Context, tx *store.Tx, raw json.RawMessage) (changes []string, err error) {
	return section.Apply(ctx, tx, withdrawdb.New(tx), raw)
}

// Limits is the answer of GET lookup/withdraw.
type Limits struct {
	Min, Max money.Amount
	// CheckedSince is since when automatic payouts are stopped, so that a person decides each withdrawal. Zero: they are not.
	CheckedSince time.Time
}

// Limits returns the bounds of one withdrawal, and whether automatic payouts are stopped.
func (s *Service) Limits(ctx context.Context) (Limits, error) {
	row, err := withdrawdb.New(s.Store.DB()).LimitsNow(ctx)
	if err != nil {
		return Limits{}, err
	}
	settings, err := settingsIn(row.Body)
	return Limits{Min: settings.Minimum, Max: settings.Maximum, CheckedSince: row.StoppedAt.Time()}, err
}

// CurrentSettings returns what is in force of the section "withdraw".
func CurrentSettings(ctx context.Context, db content.DB) (json.RawMessage, error) {
	return section.Current(ctx, withdrawdb.New(db))
}
