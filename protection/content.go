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

// settingsContent is the section "protection" of a content file: the operator's limits on every member, in baht, and
// whether members show again who they are before what could rob them.
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
				return nil, fmt.Errorf("protection: the limit of a %s is not an amount of baht: %s", period, text)
			}
			limits[bound{kind, period}] = amount
		}
	}
	return limits, nil
}

// section is "protection".
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

// ConfirmsIdentity tells whether members are asked for their password again before what could rob them (RULES.md section
// 12). They are unless the operator's content says otherwise.
func (s *Service) ConfirmsIdentity(ctx context.Context) (bool, error) {
	c, err := settingsOf(ctx, protectiondb.New(s.Store.DB()))
	return err == nil && (c.ConfirmIdentity == nil || *c.ConfirmIdentity), err
}

// ApplySettings takes the section "protection" of a content file.
func ApplySettings(ctx context.Context, tx *store.Tx, raw json.RawMessage) (changes []string, err error) {
	return section.Apply(ctx, tx, protectiondb.New(tx), raw)
}
