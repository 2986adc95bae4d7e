package bonus

import (
	"encoding/json"
	"fmt"

	"krapao/bonus/internal/bonusdb"
	"krapao/fault"
	"krapao/internal/clock"
	"krapao/ledger"
	"krapao/money"
)

// conditionOf converts a row.
func conditionOf(row bonusdb.BonusCondition) (Condition, error) {
	c := Condition{
		ID: row.ID, Member: row.Member, Source: Source(row.Source), Campaign: row.Campaign, State: State(row.State),
		Credit: money.Amount(row.Credit), Matched: row.Matched, Deposit: money.Amount(row.Deposit), Base: money.Amount(row.Base),
		Own: money.Amount(row.Own), WalletAt: row.WalletAt, Required: money.Amount(row.Required),
		Outcome: State(row.Outcome), Due: money.Amount(row.Due), Returned: money.Amount(row.Returned),
		Granted: ledger.ID(row.GrantTransfer), Finished: ledger.ID(row.FinishTransfer),
		GrantedAt: row.GrantedAt.Time(), ExpiresAt: row.ExpiresAt.Time(),
		EndedAt: row.EndedAt.Time(), UndoneAt: row.UndoneAt.Time(),
	}
	if err := json.Unmarshal([]byte(row.Terms), &c.Terms); err != nil {
		return Condition{}, fmt.Errorf("bonus: terms of condition %s: %w", row.ID, err)
	}
	return c, nil
}

// paramsOf is the row of a condition that is granted.
func paramsOf(c Condition, operation ledger.Key) (bonusdb.AddConditionParams, error) {
	terms, err := json.Marshal(c.Terms)
	if err != nil {
		return bonusdb.AddConditionParams{}, fmt.Errorf("bonus: encode terms: %w", err)
	}
	return bonusdb.AddConditionParams{
		ID: c.ID, Operation: operation.String(), Member: c.Member, Source: string(c.Source), Campaign: c.Campaign,
		State: string(c.State), Terms: string(terms), Credit: int64(c.Credit), Matched: c.Matched, Deposit: int64(c.Deposit),
		Base: int64(c.Base), Own: int64(c.Own), WalletAt: c.WalletAt, Required: int64(c.Required), GrantTransfer: int64(c.Granted),
		GrantedAt: clock.MicrosOf(c.GrantedAt), ExpiresAt: clock.MicrosOf(c.ExpiresAt), EndedAt: clock.MicrosOf(c.EndedAt),
	}, nil
}

// House is the house account that a condition's money goes back to.
func (source Source) House() ledger.Account {
	switch source {
	case SourceBonus:
		return ledger.Bonus
	case SourcePromotion:
		return ledger.Promotion
	case SourceInvite:
		return ledger.Invite
	case SourceRefund:
		return ledger.Refund
	default:
		return ledger.Prize
	}
}

// ofCampaign reports whether the credit counts against a campaign's quota and budget.
func (source Source) ofCampaign() bool { return source == SourceBonus || source == SourcePromotion }

// reason is the code that explains an end, empty if the state itself explains it.
func (state State) reason() fault.Code {
	switch state {
	case Expired:
		return fault.BONUS_EXPIRED
	case GivenUp:
		return fault.BONUS_GIVEN_UP
	case Reversed:
		return fault.DEPOSIT_REVERSED
	default:
		return ""
	}
}
