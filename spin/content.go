package spin

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"krapao/internal/content"
	"krapao/internal/store"
	"krapao/money"
	"krapao/spin/internal/spindb"
)

// Settings are the area's numbers (RULES.md sections 10 and 15).
type Settings struct {
	// Per is the amount deposited that earns a coin, and the amount played that makes a pending coin usable.
	Per money.Amount
	// PerDay is the most coins that a member's deposits earn in one day.
	PerDay int64
	// Days is how long a coin is good for.
	Days int64
	// AtOnce: coins are usable at once, without play.
	AtOnce bool
	// First is the least that a member's first deposit earns, in coins.
	First int64
}

// Strict are the production defaults.
func Strict() Settings { return Settings{Per: 500 * money.Baht, PerDay: 100, Days: 30} }

func (s Settings) life() time.Duration { return time.Duration(s.Days) * 24 * time.Hour }

// settingsContent is the section "coins" of a content file. Values that are absent have their strict default.
type settingsContent struct {
	Per    json.Number `json:"per,omitempty"`
	PerDay *int64      `json:"perDay,omitempty"`
	Days   *int64      `json:"days,omitempty"`
	AtOnce bool        `json:"atOnce,omitempty"`
	First  int64       `json:"first,omitempty"`
}

func (c settingsContent) settings() (Settings, error) {
	s := Strict()
	if c.Per != "" {
		per, err := money.Parse(c.Per.String())
		if err != nil || per <= 0 {
			return s, fmt.Errorf("coins: per is not a positive amount of baht: %s", c.Per)
		}
		s.Per = per
	}
	if c.PerDay != nil {
		s.PerDay = *c.PerDay
	}
	if c.Days != nil {
		s.Days = *c.Days
	}
	s.AtOnce, s.First = c.AtOnce, c.First
	const most = 1_000_000
	if s.PerDay < 0 || s.PerDay > most || s.Days < 1 || s.Days > 3650 || s.First < 0 || s.First > most {
		return s, fmt.Errorf("coins: perDay and first must be 0 to %d, days 1 to 3650", most)
	}
	return s, nil
}

// section is the section "coins".
var section = content.Setting[settingsContent]{
	Name: "coins",
	Check: func(_ context.Context, _ *store.Tx, c *settingsContent) error {
		_, err := c.settings()
		return err
	},
}

// settingsIn returns the settings of a stored body.
func settingsIn(body string) (Settings, error) {
	c, err := section.Read(body)
	if err != nil {
		return Settings{}, err
	}
	return c.settings()
}

// settingsOf reads the settings in force.
func settingsOf(ctx context.Context, q *spindb.Queries) (Settings, error) {
	c, err := section.InForce(ctx, q)
	if err != nil {
		return Settings{}, err
	}
	return c.settings()
}

// ApplySettings puts the section "coins" of a content file into force and returns what it changed, a line each.
func ApplySettings(ctx context.Context, tx *store.Tx, raw json.RawMessage) (changes []string, err error) {
	return section.Apply(ctx, tx, spindb.New(tx), raw)
}

// CurrentSettings returns what is in force of the section "coins".
func CurrentSettings(ctx context.Context, db content.DB) (json.RawMessage, error) {
	return section.Current(ctx, spindb.New(db))
}
