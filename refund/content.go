package refund

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"krapao/bonus"
	"krapao/internal/content"
	"krapao/internal/store"
	"krapao/money"
	"krapao/refund/internal/refunddb"
)

// Settings are the area's numbers (RULES.md sections 8 and 15).
type Settings struct {
	On bool
	// Percent is the part of a loss that is paid, at least Minimum and at most WeekCap.
	Percent          int64
	Minimum, WeekCap money.Amount
	// Terms are the terms of the credit when the purse is moved to the wallet.
	Terms   bonus.Terms
	Banners []bonus.Banner
}

// Strict are the production defaults: nothing is paid until content says so.
func Strict() Settings {
	return Settings{
		Percent: 5, Minimum: money.Baht, WeekCap: 5_000 * money.Baht,
		Terms: bonus.Terms{
			PercentSuccess: 150, PercentFail: 10, Turnover: 1, ExpiresDays: 14,
			Name:        bonus.Text{TH: "คืนยอดเสีย", LO: "ຄືນຍອດເສຍ", EN: "Refund of losses"},
			Description: bonus.Text{TH: "คืนยอดเสีย", LO: "ຄືນຍອດເສຍ", EN: "Refund of losses"},
		},
	}
}

// settingsContent is the section "refund" of a content file. Values that are absent have their strict default.
type settingsContent struct {
	On      bool            `json:"on"`
	Percent *int64          `json:"percent,omitempty"`
	Minimum json.Number     `json:"minimum,omitempty"`
	WeekCap json.Number     `json:"weekCap,omitempty"`
	Terms   json.RawMessage `json:"terms,omitempty"`
	Banners []bonus.Banner  `json:"banners,omitempty"`
}

func (c settingsContent) settings() (Settings, error) {
	s := Strict()
	s.On, s.Banners = c.On, c.Banners
	if c.Percent != nil {
		s.Percent = *c.Percent
	}
	for name, amount := range map[string]struct {
		text json.Number
		to   *money.Amount
	}{"minimum": {c.Minimum, &s.Minimum}, "weekCap": {c.WeekCap, &s.WeekCap}} {
		if amount.text == "" {
			continue
		}
		value, err := money.Parse(amount.text.String())
		if err != nil || value <= 0 {
			return s, content.At(name, fmt.Errorf("refund: %s is not a positive amount of baht: %s", name, amount.text))
		}
		*amount.to = value
	}
	if len(c.Terms) > 0 {
		if err := content.Strict(c.Terms, &s.Terms); err != nil {
			return s, content.At("terms", fmt.Errorf("refund: terms: %w", err))
		}
	}
	if s.Percent < 1 || s.Percent > 100 {
		return s, content.At("percent", errors.New("refund: percent must be 1 to 100"))
	}
	if s.WeekCap < s.Minimum {
		return s, content.At("weekCap", errors.New("refund: weekCap must not be below minimum"))
	}
	return s, nil
}

// settings reads the settings in force.
func settings(ctx context.Context, q *refunddb.Queries) (Settings, error) {
	c, err := section.InForce(ctx, q)
	if err != nil {
		return Settings{}, err
	}
	return c.settings()
}

// CheckTerms returns an error if terms are wrong.
type CheckTerms func(ctx context.Context, tx *store.Tx, t bonus.Terms) error

// section is the section "refund"; ApplySettings adds its check.
var section = content.Setting[settingsContent]{Name: "refund"}

// ApplySettings puts the section "refund" of a content file into force and returns what it changed, a line each.
func ApplySettings(check CheckTerms) func(ctx context.Context, tx *store.Tx, raw json.RawMessage) ([]string, error) {
	checked := section
	checked.Check = func(ctx context.Context, tx *store.Tx, c *settingsContent) error {
		bonus.Sanitise(c.Banners)
		s, err := c.settings()
		if err != nil {
			return err
		}
		if err := check(ctx, tx, s.Terms); err != nil {
			return content.At("terms", fmt.Errorf("refund: terms: %w", err))
		}
		return nil
	}
	return func(ctx context.Context, tx *store.Tx, raw json.RawMessage) ([]string, error) {
		return checked.Apply(ctx, tx, refunddb.New(tx), raw)
	}
}

// CurrentSettings returns what is in force of the section "refund".
func CurrentSettings(ctx context.Context, db content.DB) (json.RawMessage, error) {
	return section.Current(ctx, refunddb.New(db))
}
