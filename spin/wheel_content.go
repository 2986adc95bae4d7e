package spin

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strconv"

	"krapao/bonus"
	"krapao/internal/clock"
	"krapao/internal/content"
	"krapao/internal/store"
	"krapao/money"
	"krapao/spin/internal/spindb"
)

// wheelContent is the section "wheel" of a content file. "on": false turns the wheel off.
type wheelContent struct {
	On        *bool          `json:"on,omitempty"`
	Name      bonus.Text     `json:"name"`
	MaxCost   json.Number    `json:"maxCost,omitempty"`
	DayBudget json.Number    `json:"dayBudget,omitempty"`
	Terms     termsContent   `json:"terms"`
	Slices    []sliceContent `json:"slices"`
}

type sliceContent struct {
	Code        string      `json:"code"`
	Label       bonus.Text  `json:"label"`
	BgColor     string      `json:"bgColor"`
	TextColor   string      `json:"textColor"`
	Description bonus.Text  `json:"htmlDescription"`
	Weight      int64       `json:"weight"`
	Kind        Kind        `json:"kind"`
	Amount      json.Number `json:"amount,omitempty"`
	Bonus       string      `json:"bonus,omitempty"`
}

// termsContent are the terms of cash. Values that are absent have their strict default (RULES.md section 15).
type termsContent struct {
	End            bonus.End `json:"end,omitempty"`
	PercentSuccess *int64    `json:"percentSuccess,omitempty"`
	PercentFail    *int64    `json:"percentFail,omitempty"`
	Turnover       *int64    `json:"turnover,omitempty"`
	ExpiresDays    *int64    `json:"expiresDays,omitempty"`
	KeepPercent    *int64    `json:"keepPercent,omitempty"`
	Games          []string  `json:"games,omitempty"`
}

// StrictTerms are the default terms of a cash coupon.
func StrictTerms() bonus.Terms {
	return bonus.Terms{End: bonus.EndTarget, PercentSuccess: 200, PercentFail: 10, Turnover: 1, ExpiresDays: 7}
}

func (c termsContent) terms() (bonus.Terms, error) {
	t := StrictTerms()
	if c.End != "" {
		t.End = c.End
	}
	for _, set := range []struct{ to, from *int64 }{
		{&t.PercentSuccess, c.PercentSuccess},
		{&t.PercentFail, c.PercentFail},
		{&t.Turnover, c.Turnover},
		{&t.ExpiresDays, c.ExpiresDays},
		{&t.KeepPercent, c.KeepPercent},
	} {
		if set.from != nil {
			*set.to = *set.from
		}
	}
	t.Games = c.Games
	switch {
	case t.End != bonus.EndTarget && t.End != bonus.EndTurnover && t.End != bonus.EndBoth:
		return t, fmt.Errorf("terms: end must be target, turnover or both, not %q", t.End)
	case t.PercentFail < 0 || t.PercentFail >= 100 || t.PercentSuccess <= 100 || t.PercentSuccess > 100_000:
		return t, errors.New("terms: percentFail must be 0 to 99, percentSuccess over 100 and at most 100000")
	case t.End != bonus.EndTarget && t.Turnover < 1 || t.Turnover < 0 || t.Turnover > 1_000:
		return t, errors.New("terms: turnover must be 1 to 1000")
	case t.ExpiresDays < 1 || t.ExpiresDays > 365 || t.KeepPercent < 0 || t.KeepPercent > 100_000:
		return t, errors.New("terms: expiresDays must be 1 to 365, keepPercent 0 to 100000")
	}
	return t, nil
}

const (
	mostSlices = 24
	mostWeight = 1_000_000_000 // of all slices together, so that its product with mostPrize does not overflow
	mostPrize  = 10_000_000 * money.Baht
	mostCoins  = 1_000
)

var (
	codes  = regexp.MustCompile(`^[A-Za-z0-9_-]{1,32}$`)
	colour = regexp.MustCompile(`^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$`)
)

// table checks and converts the section. A table that gives too much away is refused (RULES.md section 10).
func (c wheelContent) table() (Table, error) {
	t := Table{Name: c.Name, MaxCost: 5 * money.Baht, DayBudget: 10_000 * money.Baht}
	if !whole(c.Name) {
		return t, content.At("name", errors.New("name must be given in th, lo and en"))
	}
	for _, number := range []struct {
		name string
		text json.Number
		to   *money.Amount
	}{{"maxCost", c.MaxCost, &t.MaxCost}, {"dayBudget", c.DayBudget, &t.DayBudget}} {
		if number.text == "" {
			continue
		}
		amount, err := money.Parse(number.text.String())
		if err != nil || amount < 0 || amount > mostPrize {
			why := fmt.Errorf("%s must be 0 to %s baht, not %s", number.name, mostPrize, number.text)
			return t, content.At(number.name, why)
		}
		*number.to = amount
	}
	var err error
	if t.Terms, err = c.Terms.terms(); err != nil {
		return t, err
	}
	if len(c.Slices) < 2 || len(c.Slices) > mostSlices {
		why := fmt.Errorf("there are %d slices, but there must be 2 to %d", len(c.Slices), mostSlices)
		return t, content.At("slices", why)
	}
	for _, entry := range c.Slices {
		slice, err := entry.slice()
		if err != nil {
			return t, content.At("slices", content.At(entry.Code, fmt.Errorf("slice %q: %w", entry.Code, err)))
		}
		t.Slices = append(t.Slices, slice)
	}
	return t, t.affordable()
}

func (c sliceContent) slice() (Slice, error) {
	s := Slice{
		Code: c.Code, Label: c.Label, Description: c.Description, BgColor: c.BgColor, TextColor: c.TextColor,
		Weight: c.Weight, Kind: c.Kind, Campaign: c.Bonus,
	}
	switch {
	case !codes.MatchString(c.Code):
		return s, content.At("code", errors.New("code must be 1 to 32 letters, digits, - and _"))
	case !whole(c.Label):
		return s, content.At("label", errors.New("label must be given in th, lo and en"))
	case !colour.MatchString(c.BgColor) || !colour.MatchString(c.TextColor):
		return s, content.At("bgColor", errors.New("bgColor and textColor must be #rgb or #rrggbb"))
	case c.Weight < 1 || c.Weight > mostWeight:
		return s, content.At("weight", fmt.Errorf("weight must be 1 to %d", mostWeight))
	case (c.Bonus != "") != (c.Kind == Bonus):
		return s, content.At("bonus", errors.New("bonus must name a campaign if kind is bonus, and be absent for other kinds"))
	}
	var err error
	switch c.Kind {
	case Nothing:
		if c.Amount != "" {
			err = errors.New("kind nothing must have no amount")
		}
	case Cash, Bonus:
		if s.Amount, err = money.Parse(c.Amount.String()); err != nil || s.Amount <= 0 {
			err = errors.New("amount must be a positive amount of baht")
		}
	case Coin:
		if s.Coins, err = strconv.ParseInt(c.Amount.String(), 10, 64); err != nil || s.Coins < 1 || s.Coins > mostCoins {
			err = fmt.Errorf("amount must be 1 to %d coins", mostCoins)
		}
	default:
		return s, content.At("kind", fmt.Errorf("kind must be nothing, cash, bonus or coin, not %q", c.Kind))
	}
	return s, content.At("amount", err)
}

// affordable refuses a table that returns more than half a coin per coin, costs more than maxCost per coin, or has a prize
// above dayBudget.
func (t Table) affordable() error {
	seen := map[string]bool{}
	var weight, coins, cost int64
	for _, s := range t.Slices {
		switch {
		case seen[s.Code]:
			return fmt.Errorf("two slices have the code %q", s.Code)
		case s.Amount > t.DayBudget:
			return fmt.Errorf("slice %q: its prize is above dayBudget, %s", s.Code, t.DayBudget)
		}
		seen[s.Code] = true
		if weight += s.Weight; weight > mostWeight {
			return fmt.Errorf("the weights sum to more than %d", mostWeight)
		}
		coins += s.Weight * s.Coins
		cost += s.Weight * int64(s.Amount)
	}
	if 2*coins > weight {
		return fmt.Errorf("it returns %.3f coins per coin: more than 0.5", float64(coins)/float64(weight))
	}
	if cost > weight*int64(t.MaxCost) {
		return fmt.Errorf("a coin costs %.4f baht: more than maxCost, %s", float64(cost)/float64(weight)/float64(money.Baht), t.MaxCost)
	}
	return nil
}

// whole reports whether a text is given in all three languages.
func whole(t bonus.Text) bool { return t.TH != "" && t.LO != "" && t.EN != "" }

// CheckTerms returns an error if terms are wrong, also by the catalogue.
type CheckTerms func(ctx context.Context, tx *store.Tx, t bonus.Terms) error

// ApplyWheel puts the section "wheel" of a content file into force and returns what it changed, a line each. A prize of kind
// bonus must be offered, and has that bonus's amount if the slice gives none. A table that differs from the one in force
// replaces it; coupons and proofs keep the table that they were drawn from.
func ApplyWheel(prizes Prizes, check CheckTerms) func(context.Context, *store.Tx, json.RawMessage) ([]string, error) {
	return func(ctx context.Context, tx *store.Tx, section json.RawMessage) ([]string, error) {
		var c wheelContent
		if err := content.Strict(section, &c); err != nil {
			return nil, fmt.Errorf("wheel: %w", err)
		}
		if c.On != nil && !*c.On {
			return stopTx(ctx, tx)
		}
		c.On = nil
		for i := range c.Slices {
			c.Slices[i].Description.Sanitise()
			if err := c.Slices[i].completeTx(ctx, tx, prizes); err != nil {
				return nil, fmt.Errorf("wheel: slice %q: %w", c.Slices[i].Code, err)
			}
		}
		table, err := c.table()
		if err == nil {
			err = check(ctx, tx, table.Terms)
		}
		if err != nil {
			return nil, fmt.Errorf("wheel: %w", err)
		}
		return replaceTx(ctx, tx, c)
	}
}

// completeTx checks that a slice's bonus is offered, and fills in its amount.
func (c *sliceContent) completeTx(ctx context.Context, tx *store.Tx, prizes Prizes) error {
	if c.Kind != Bonus {
		return nil
	}
	amount, _, offered, err := prizes.PrizeTx(ctx, tx, c.Bonus)
	if err != nil {
		return err
	}
	if !offered {
		return fmt.Errorf("no bonus %q of a fixed amount is offered", c.Bonus)
	}
	if c.Amount == "" {
		c.Amount = json.Number(amount.String())
	}
	return nil
}

// Close turns the wheel off at once, whose code is "wheel": nobody draws any more, and coupons stay. It reports whether it was
// on.
func Close(ctx context.Context, tx *store.Tx, code string) (bool, error) {
	if code != "wheel" {
		return false, nil
	}
	changes, err := stopTx(ctx, tx)
	return len(changes) > 0, err
}

// stopTx turns the wheel off.
func stopTx(ctx context.Context, tx *store.Tx) ([]string, error) {
	n, err := spindb.New(tx).EndTable(ctx, clock.MicrosOf(tx.Now))
	if err != nil || n == 0 {
		return nil, err
	}
	return []string{"wheel: turned off"}, nil
}

// replaceTx replaces the table in force, unless it is the same.
func replaceTx(ctx context.Context, tx *store.Tx, c wheelContent) ([]string, error) {
	body, err := json.Marshal(c)
	if err != nil {
		return nil, fmt.Errorf("wheel: %w", err)
	}
	q := spindb.New(tx)
	old, err := q.TableInForce(ctx)
	if err == nil && old.Body == string(body) {
		return nil, nil
	}
	if err != nil && !store.NotFound(err) {
		return nil, err
	}
	last, err := q.LastVersion(ctx)
	if err != nil {
		return nil, err
	}
	if _, err := q.EndTable(ctx, clock.MicrosOf(tx.Now)); err != nil {
		return nil, err
	}
	change := fmt.Sprintf("wheel: version %d, %s", last+1, body)
	return []string{change}, q.AddTable(ctx, last+1, string(body), clock.MicrosOf(tx.Now))
}

// CurrentWheel returns what is in force of the section "wheel".
func CurrentWheel(ctx context.Context, db content.DB) (json.RawMessage, error) {
	q := spindb.New(db)
	table, err := q.TableInForce(ctx)
	if err == nil {
		return json.RawMessage(table.Body), nil
	}
	if !store.NotFound(err) {
		return nil, fmt.Errorf("wheel: %w", err)
	}
	last, err := q.LastVersion(ctx)
	if err != nil || last == 0 {
		return nil, err
	}
	return json.RawMessage(`{"on":false}`), nil
}
