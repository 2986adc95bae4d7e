package campaign

import (
	"context"

	"krapao/bonus"
	"krapao/bonus/campaign/internal/campaigndb"
	"krapao/fault"
	"krapao/internal/store"
	"krapao/money"
)

// takeTx takes a credit from the campaign's quota and budget, or returns BONUS_FULL.
func (c *Campaign) takeTx(ctx context.Context, tx *store.Tx, credit money.Amount) error {
	n, err := campaigndb.New(tx).TakeFromCampaign(ctx, campaigndb.TakeFromCampaignParams{
		Credit: int64(credit), Source: string(c.Source), Code: c.Code, Quota: c.Quota, Budget: int64(c.Budget),
	})
	if err == nil && n == 0 {
		err = fault.New(fault.BONUS_FULL, "the campaign's quota or budget is used up")
	}
	return err
}

// Budgets are what campaigns may still grant. It implements bonus.Budgets.
type Budgets struct{}

// GiveBackTx returns what came back of a credit to its campaign's budget, so that it can be granted again.
func (Budgets) GiveBackTx(ctx context.Context, tx *store.Tx, source bonus.Source, code string, back money.Amount) error {
	return campaigndb.New(tx).GiveBackToCampaign(ctx, int64(back), string(source), code)
}
