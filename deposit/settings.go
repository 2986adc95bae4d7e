package deposit

import (
	"context"
	"encoding/json"
	"fmt"

	"krapao/deposit/internal/depositdb"
	"krapao/internal/content"
	"krapao/internal/store"
	"krapao/money"
)

// Settings are the numbers of the area (RULES.md section 15). Content sets them. No zero value switches a limit off.
type Settings struct {
	// UnnamedLimited: payments without a named payer are held if they exceed one of the two amounts.
	UnnamedLimited    bool
	UnnamedPerDeposit money.Amount
	UnnamedPerDay     money.Amount
	// UnnamedVerifies: a payment without a named payer proves that the account is the member's.
	UnnamedVerifies bool
	// Manual: members may declare bank transfers.
	Manual bool
}

// Strict returns the defaults in production.
func Strict() Settings {
	return Settings{UnnamedLimited: true, UnnamedPerDeposit: 2_000 * money.Baht, UnnamedPerDay: 5_000 * money.Baht}
}

// settingsContent is the section "deposit" of a content file. An absent field keeps its strict default.
type settingsContent struct {
	UnnamedLimited    *bool        `json:"unnamedLimited"`
	UnnamedPerDeposit *json.Number `json:"unnamedPerDeposit"`
	UnnamedPerDay     *json.Number `json:"unnamedPerDay"`
	UnnamedVerifies   *bool        `json:"unnamedVerifies"`
	Manual            *bool        `json:"manual"`
}

func (c settingsContent) settings() (Settings, error) {
	s := Strict()
	for _, flag := range []struct {
		to   *bool
		from *bool
	}{{&s.UnnamedLimited, c.UnnamedLimited}, {&s.UnnamedVerifies, c.UnnamedVerifies}, {&s.Manual, c.Manual}} {
		if flag.from != nil {
			*flag.to = *flag.from
		}
	}
	for _, amount := range []struct {
		name string
		to   *money.Amount
		from *json.Number
	}{{"unnamedPerDeposit", &s.UnnamedPerDeposit, c.UnnamedPerDeposit}, {"unnamedPerDay", &s.UnnamedPerDay, c.UnnamedPerDay}} {
		if amount.from == nil {
			continue
		}
		value, err := money.Parse(amount.from.String())
		if err != nil || value < 0 {
			return s, fmt.Errorf("deposit: %s is not an amount of baht: %s", amount.name, *amount.from)
		}
		*amount.to = value
	}
	return s, nil
}

// Settings returns the numbers in force.
func (d *Directory) Settings(ctx context.Context) (Settings, error) {
	return settingsOf(ctx, d.store.DB())
}

// settingsIn returns the numbers of a stored body.
func settingsIn(body string) (Settings, error) {
	c, err := section.Read(body)
	if err != nil {
		return Settings{}, err
	}
	return c.settings()
}

func settingsOf(ctx context.Context, db depositdb.DBTX) (Settings, error) {
	c, err := section.InForce(ctx, depositdb.New(db))
	if err != nil {
		return Settings{}, err
	}
	return c.settings()
}

// section is the section "deposit" of the content.
var section = content.Setting[settingsContent]{
	Name: "deposit",
	Check: func(_ context.Context, _ *store.Tx, c *settingsContent) error {
		_, err := c.settings()
		return err
	},
}

// ApplySettings puts the section "deposit" of a content file into force.
func (*Directory) ApplySettings(ctx context.Context, tx *store.Tx, raw json.RawMessage) (changes []string, err error) {
	return section.Apply(ctx, tx, depositdb.New(tx), raw)
}

// CurrentSettings returns what is in force of the section "deposit".
func CurrentSettings(ctx context.Context, db content.DB) (json.RawMessage, error) {
	return section.Current(ctx, depositdb.New(db))
}
