package invite

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"krapao/bonus"
	"krapao/internal/content"
	"krapao/internal/store"
	"krapao/invite/internal/invitedb"
	"krapao/money"
)

// Basis is what an inviter earns from.
type Basis string

// The bases.
const (
	// BasisNetLoss: a percentage of the rise of C.
	BasisNetLoss Basis = "net_loss"
	// BasisTurnover: a percentage of the weighted turnover since C was highest, at most a fifth of C's rise.
	BasisTurnover Basis = "turnover"
)

// mostOfRise is the most that turnover may earn, in percent of the rise of C.
const mostOfRise = 20

// Settings are the area's numbers (RULES.md sections 9 and 15).
type Settings struct {
	On bool
	// Rate is the percentage that is earned.
	Rate  int64
	Basis Basis
	// Weights are the percents at which turnover counts, by kind of play.
	Weights   map[string]int64
	RipenDays int64
	// MonthCap is the most that an inviter's earnings of one month put into the purse.
	MonthCap money.Amount
	// FirstDeposit is the least own verified deposit of the invitee after which its losses count.
	FirstDeposit money.Amount
	// Terms are the terms of the credit when the purse is moved to the wallet.
	Terms   bonus.Terms
	Banners []bonus.Banner
}

// Strict are the production defaults: nothing is earned until content says so.
func Strict() Settings {
	name := bonus.Text{TH: "โบนัสชวนเพื่อน", LO: "ໂບນັດຊວນໝູ່", EN: "Invite bonus"}
	return Settings{
		Rate: 10, Basis: BasisNetLoss, RipenDays: 7, MonthCap: 50_000 * money.Baht, FirstDeposit: 100 * money.Baht,
		Weights: map[string]int64{"slot": 100, "casino": 10, "sport": 50, "lotto": 0},
		Terms:   bonus.Terms{PercentSuccess: 150, PercentFail: 10, Turnover: 1, ExpiresDays: 14, Name: name, Description: name},
	}
}

// settingsContent is the section "invite" of a content file. Values that are absent have their strict default.
type settingsContent struct {
	On           bool             `json:"on"`
	Rate         *int64           `json:"rate,omitempty"`
	Basis        Basis            `json:"basis,omitempty"`
	Weights      map[string]int64 `json:"weights,omitempty"`
	RipenDays    *int64           `json:"ripenDays,omitempty"`
	MonthCap     json.Number      `json:"monthCap,omitempty"`
	FirstDeposit json.Number      `json:"firstDeposit,omitempty"`
	Terms        json.RawMessage  `json:"terms,omitempty"`
	Banners      []bonus.Banner   `json:"banners,omitempty"`
}

func (c settingsContent) settings() (Settings, error) {
	s := Strict()
	s.On, s.Banners = c.On, c.Banners
	if c.Rate != nil {
		s.Rate = *c.Rate
	}
	if c.Basis != "" {
		s.Basis = c.Basis
	}
	if c.Weights != nil {
		s.Weights = c.Weights
	}
	if c.RipenDays != nil {
		s.RipenDays = *c.RipenDays
	}
	for name, amount := range map[string]struct {
		text json.Number
		to   *money.Amount
	}{"monthCap": {c.MonthCap, &s.MonthCap}, "firstDeposit": {c.FirstDeposit, &s.FirstDeposit}} {
		if amount.text == "" {
			continue
		}
		value, err := money.Parse(amount.text.String())
		if err != nil || value <= 0 {
			return s, content.At(name, fmt.Errorf("invite: %s is not a positive amount of baht: %s", name, amount.text))
		}
		*amount.to = value
	}
	if len(c.Terms) > 0 {
		if err := content.Strict(c.Terms, &s.Terms); err != nil {
			return s, content.At("terms", fmt.Errorf("invite: terms: %w", err))
		}
	}
	return s, s.check()
}

func (s Settings) check() error {
	switch {
	case s.Rate < 1 || s.Rate > 100:
		return content.At("rate", errors.New("invite: rate must be 1 to 100 percent"))
	case s.Basis != BasisNetLoss && s.Basis != BasisTurnover:
		return content.At("basis", fmt.Errorf("invite: basis must be %s or %s", BasisNetLoss, BasisTurnover))
	case s.RipenDays < 0 || s.RipenDays > 365:
		return content.At("ripenDays", errors.New("invite: ripenDays must be 0 to 365"))
	}
	for kind, weight := range s.Weights {
		if weight < 0 || weight > 100 {
			return content.At("weights", content.At(kind, fmt.Errorf("invite: the weight of %s must be 0 to 100 percent", kind)))
		}
	}
	return nil
}

// settings reads the settings in force.
func settings(ctx context.Context, q *invitedb.Queries) (Settings, error) {
	c, err := section.InForce(ctx, q)
	if err != nil {
		return Settings{}, err
	}
	return c.settings()
}

// CheckTerms returns an error if terms are wrong.
type CheckTerms func(ctx context.Context, tx *store.Tx, t bonus.Terms) error

// section is the section "invite"; ApplySettings adds its check.
var section = content.Setting[settingsContent]{Name: "invite"}

// ApplySettings puts the section "invite" of a content file into force and returns what it changed, a line each.
func ApplySettings(check CheckTerms) func(ctx context.Context, tx *store.Tx, raw json.RawMessage) ([]string, error) {
	checked := section
	checked.Check = func(ctx context.Context, tx *store.Tx, c *settingsContent) error {
		bonus.Sanitise(c.Banners)
		s, err := c.settings()
		if err != nil {
			return err
		}
		if err := check(ctx, tx, s.Terms); err != nil {
			return content.At("terms", fmt.Errorf("invite: terms: %w", err))
		}
		return nil
	}
	return func(ctx context.Context, tx *store.Tx, raw json.RawMessage) ([]string, error) {
		return checked.Apply(ctx, tx, invitedb.New(tx), raw)
	}
}

// CurrentSettings returns what is in force of the section "invite".
func CurrentSettings(ctx context.Context, db content.DB) (json.RawMessage, error) {
	return section.Current(ctx, invitedb.New(db))
}
