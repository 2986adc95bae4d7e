package protection

import (
	"context"
	"encoding/json"
	"fmt"

	"krapao/internal/content"
	"krapao/internal/store"
	"krapao/money"
	"krapao/protection/internal/protectiondb"
)

// settingsContent is the section "protection" of a content file: the operator's limits for every member, in baht, and whether
// members must confirm their identity before an action that a thief would take.
type settingsContent struct {
	Deposit         map[Period]json.Number `json:"deposit,omitempty"`
	Loss            map[Period]json.Number `json:"loss,omitempty"`
	ConfirmIdentity *bool                  `json:"confirmIdentity,omitempty"`
}

// ceilings are the operator's limits.
func (c settingsContent) ceilings() (map[bound]money.Amount, error) {
	limits := map[bound]money.Amount{}
	for kind, periods := range map[Kind]map[Period]json.Number{KindDeposit: c.Deposit, KindLoss: c.Loss} {
		for period, text := range periods {
			if err := check(kind, period); err != nil {
				return nil, fmt.Errorf("protection: %w", err)
			}
			amount, err := money.Parse(text.String())
			if err != nil || amount < 0 {
				return nil, fmt.Errorf("protection: the limit of a %s must be an amount of baht, not %s", period, text)
			}
			limits[bound{kind, period}] = amount
		}
	}
	return limits, nil
}

// section is the section "protection".
var section = content.Setting[settingsContent]{
	Name: "protection",
	Check: func(_ context.Context, _ *store.Tx, c *settingsContent) error {
		_, err := c.ceilings()
		return err
	},
}

func settingsOf(ctx context.Context, q *protectiondb.Queries) (c settingsContent, err error) {
	return section.InForce(ctx, q)
}

// ConfirmsIdentity reports whether members must enter their password again before an action that a thief would take (RULES.md
// section 12). They must, unless the operator's content says otherwise.
func (s *Service) ConfirmsIdentity(ctx context.Context) (bool, error) {
	body, err := s.settings.At(ctx, settingKey)
	if err != nil {
		return false, fmt.Errorf("protection: settings: %w", err)
	}
	c, err := section.Read(body)
	return err == nil && (c.ConfirmIdentity == nil || *c.ConfirmIdentity), err
}

// ApplySettings puts the section "protection" of a content file into force and returns what it changed, a line each.
func ApplySettings(ctx context.Context, tx *store.Tx, raw json.RawMessage) (changes []string, err error) {
	return section.Apply(ctx, tx, protectiondb.New(tx), raw)
}

// CurrentSettings returns what is in force of the section "protection".
func CurrentSettings(ctx context.Context, db content.DB) (json.RawMessage, error) {
	return section.Current(ctx, protectiondb.New(db))
}
