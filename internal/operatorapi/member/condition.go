package member

import (
	"context"

	"krapao/bonus"
	"krapao/internal/httpx/wire"
)

// ActiveCondition is what a credit was granted under, and how far it has come.
type ActiveCondition struct {
	ID        string     `json:"id"`
	Source    string     `json:"source"`
	Campaign  string     `json:"campaign"`
	State     string     `json:"state"`
	Credit    wire.Money `json:"credit"`
	Base      wire.Money `json:"base" doc:"The matched deposit and the credit"`
	Position  wire.Money `json:"position" doc:"What has become of the base"`
	Target    wire.Money `json:"target" doc:"Of the position"`
	Floor     wire.Money `json:"floor" doc:"Of the position"`
	Turned    wire.Money `json:"turned"`
	Required  wire.Money `json:"required" doc:"0: no turnover"`
	Returns   wire.Money `json:"returns" doc:"What goes back to the house if it is given up now"`
	GrantedAt wire.Time  `json:"grantedAt"`
	ExpiresAt wire.Time  `json:"expiresAt"`
}

func (c *Room) condition(ctx context.Context, id string) (wire.Nullable[ActiveCondition], error) {
	v, err := c.Bonuses.Active(ctx, id)
	if err != nil || v == nil {
		return wire.Nullable[ActiveCondition]{}, err
	}
	return wire.NullableOf(activeOf(*v)), nil
}

func activeOf(v bonus.View) ActiveCondition {
	of, at := v.Condition, v.Position
	return ActiveCondition{
		ID: of.ID, Source: string(of.Source), Campaign: of.Campaign, State: string(of.State), Credit: wire.Money(of.Credit),
		Base: wire.Money(of.Base), Position: wire.Money(at.Total - at.Own), Target: wire.Money(at.Target - at.Own),
		Floor: wire.Money(at.Floor - at.Own), Turned: wire.Money(at.Turned), Required: wire.Money(at.Required),
		Returns: wire.Money(v.GiveUp.Returned), GrantedAt: wire.Time(of.GrantedAt), ExpiresAt: wire.Time(v.ExpiresAt),
	}
}
