package campaign

import (
	"context"

	"krapao/fault"
	"krapao/internal/httpx"
	"krapao/internal/httpx/wire"
	"krapao/internal/operatorapi/list"
	"krapao/money"
	"krapao/spin"
)

// WheelTable is a version of the wheel's slices, and what was drawn of it.
type WheelTable struct {
	Version  int64      `json:"version"`
	Name     OfferText  `json:"name"`
	InForce  bool       `json:"inForce"`
	Since    wire.Time  `json:"since"`
	Until    *wire.Time `json:"until" nullable:"true"`
	Weight   int64      `doc:"Of all slices together" json:"weight"`
	Draws    int64      `json:"draws"`
	Paid     wire.Money `doc:"What its prizes are worth, claimed or not; coins are not counted" json:"paid"`
	MaxCost  wire.Money `doc:"The most that a coin may cost on average" json:"maxCost"`
	Expected WheelGives `doc:"What a thousand draws give away by its odds" json:"expected"`
	// Seen is null if nobody has drawn.
	Seen   wire.Nullable[WheelGives] `doc:"What a thousand draws gave away so far; null: nobody has drawn" json:"seen"`
	Slices []WheelSlice              `json:"slices"`
}

// WheelGives is what a thousand draws give away.
type WheelGives struct {
	Cost  wire.Money `json:"cost"`
	Coins int64      `json:"coins"`
}

// WheelSlice is a slice of a table.
type WheelSlice struct {
	Code   string     `json:"code"`
	Label  OfferText  `json:"label"`
	Kind   string     `enum:"nothing,cash,bonus,coin" json:"kind"`
	Amount wire.Money `doc:"Of cash, and of a bonus" json:"amount"`
	Coins  int64      `json:"coins"`
	Bonus  *string    `doc:"The bonus that it gives" json:"bonus"`
	Weight int64      `doc:"Its chance is its weight of the table's" json:"weight"`
	Draws  int64      `json:"draws"`
	Paid   wire.Money `json:"paid"`
}

func tableOf(d spin.TableDraws) WheelTable {
	expected := d.Expected()
	t := WheelTable{
		Version: d.Version, Name: OfferText{d.Name.TH, d.Name.LO, d.Name.EN}, InForce: d.Until.IsZero(), Since: wire.Time(d.Since),
		Until: wire.TimeOrNull(d.Until), Weight: d.Weight(), MaxCost: wire.Money(d.MaxCost), Slices: make([]WheelSlice, len(d.Slices)),
		Expected: WheelGives{wire.Money(expected.Cost), expected.Coins},
	}
	if seen, is := d.Seen(); is {
		t.Seen = wire.NullableOf(WheelGives{wire.Money(seen.Cost), seen.Coins})
	}
	for n, s := range d.Slices {
		t.Slices[n] = WheelSlice{
			Code: s.Code, Label: OfferText{s.Label.TH, s.Label.LO, s.Label.EN}, Kind: string(s.Kind), Amount: wire.Money(s.Amount),
			Coins: s.Coins, Bonus: wire.TextOrNull(s.Campaign), Weight: s.Weight, Draws: d.Draws[n],
			Paid: wire.Money(int64(s.Amount) * d.Draws[n]),
		}
		t.Draws += d.Draws[n]
		t.Paid += t.Slices[n].Paid
	}
	return t
}

// handleTables answers GET /api/wheel.
func (c *Room) handleTables(ctx context.Context, in *struct{ list.Query }) (*httpx.Reply[list.Page[WheelTable]], error) {
	all := list.List[spin.TableDraws, int64, WheelTable]{
		Name: "wheel", Key: func(d spin.TableDraws) int64 { return d.Version }, Show: tables, Columns: tableColumns,
	}
	return all.Read(ctx, c.d.Lists, in.Query, list.Rows[spin.TableDraws, int64]{
		Read: func(ctx context.Context, after *int64, most int) ([]spin.TableDraws, error) {
			before := int64(0)
			if after != nil {
				if before = *after; before == 1 {
					return nil, nil
				}
			}
			return c.d.Coins.TableDraws(ctx, before, most)
		},
	})
}

func tables(_ context.Context, rows []spin.TableDraws) ([]WheelTable, error) {
	shown := make([]WheelTable, len(rows))
	for n, d := range rows {
		shown[n] = tableOf(d)
	}
	return shown, nil
}

var tableColumns = []list.Column[spin.TableDraws]{
	{Name: "version", Cell: func(d spin.TableDraws) any { return d.Version }},
	{Name: "since", Cell: func(d spin.TableDraws) any { return d.Since }},
	{Name: "until", Cell: func(d spin.TableDraws) any { return d.Until }},
	{Name: "weight", Cell: func(d spin.TableDraws) any { return d.Weight() }},
	{Name: "draws", Cell: func(d spin.TableDraws) any { return tableOf(d).Draws }},
	{Name: "paid", Cell: func(d spin.TableDraws) any { return money.Amount(tableOf(d).Paid) }},
}

// OneTable names a table of the wheel.
type OneTable struct {
	Version int64 `minimum:"1" path:"version"`
}

// handleTable answers GET /api/wheel/{version}.
func (c *Room) handleTable(ctx context.Context, in *OneTable) (*httpx.Reply[WheelTable], error) {
	found, err := c.d.Coins.TableDraws(ctx, in.Version+1, 1)
	if err != nil {
		return nil, err
	}
	if len(found) == 0 || found[0].Version != in.Version {
		return nil, fault.New(fault.NO_DATA, "the wheel has no table %d", in.Version)
	}
	return httpx.OK(tableOf(found[0]))
}
