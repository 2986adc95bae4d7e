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

// wheelContent is the section "wheel" of a content file. On is false to stop the wheel.
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

// termsContent are the terms of cash. What is absent keeps its strict default (RULES.md section 15).
type termsContent struct {
	End            bonus.End `json:"end,omitempty"`
	PercentSuccess *int64    `json:"percentSuccess,omitempty"`
	PercentFail    *int64    `json:"percentFail,omitempty"`
	Turnover       *int64    `json:"turnover,omitempty"`
	ExpiresDays    *int64    `json:"expiresDays,omitempty"`
	KeepPercent    *int64    `json:"keepPercent,omitempty"`
	Games          []string  `json:"games,omitempty"`
}

// StrictTerms are those of a cash coupon where content says nothing else.
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
		return t, fmt.Errorf("terms: end is target, turnover or both, not %q", t.End)
	case t.PercentFail < 0 || t.PercentFail >= 100 || t.PercentSuccess <= 100 || t.PercentSuccess > 100_000:
		return t, errors.New("terms: 0 <= percentFail < 100 < percentSuccess")
	case t.End != bonus.EndTarget && t.Turnover < 1 || t.Turnover < 0 || t.Turnover > 1_000:
		return t, errors.New("terms: turnover is 1 to 1000")
	case t.ExpiresDays < 1 || t.ExpiresDays > 365 || t.KeepPercent < 0 || t.KeepPercent > 100_000:
		return t, errors.New("terms: expiresDays is 1 to 365, keepPercent not below 0")
	}
	return t, nil
}

const (
	mostSlices = 24
	mostWeight = 1_000_000_000 // of all slices: with mostPrize, no product overflows
	mostPrize  = 10_000_000 * money.Baht
	mostCoins  = 1_000
)

var (
	codes  = regexp.MustCompile(`^[A-Za-z0-9_-]{1,32}$`)
	colour = regexp.MustCompile(`^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$`)
)

// table checks what content says: a table that gives too much away is refused (RULES.md section 10).
func (c wheelContent) table() (Table, error) {
	t := Table{Name: c.Name, MaxCost: 5 * money.Baht, DayBudget: 10_000 * money.Baht}
	if !whole(c.Name) {
		return t, errors.New("name has to be there in th, lo and en")
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
			return t, fmt.Errorf("%s is 0 to %s baht, not %s", number.name, mostPrize, number.text)
		}
		*number.to = amount
	}
	var err error
	if t.Terms, err = c.Terms.terms(); err != nil {
		return t, err
	}
	if len(c.Slices) < 2 || len(c.Slices) > mostSlices {
		return t, fmt.Errorf("there are %d slices: 2 to %d", len(c.Slices), mostSlices)
	}
	for _, content := range c.Slices {
		slice, err := content.slice()
		if err != nil {
			return t, fmt.Errorf("slice %q: %w", content.Code, err)
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
		return s, errors.New("code is 1 to 32 letters, digits, - and _")
	case !whole(c.Label):
		return s, errors.New("label has to be there in th, lo and en")
	case !colour.MatchString(c.BgColor) || !colour.MatchString(c.TextColor):
		return s, errors.New("bgColor and textColor are #rgb or #rrggbb")
	case c.Weight < 1 || c.Weight > mostWeight:
		return s, fmt.Errorf("weight is a whole number from 1 to %d", mostWeight)
	case (c.Bonus != "") != (c.Kind == Bonus):
		return s, errors.New("kind bonus names a campaign by bonus, and no other does")
	}
	var err error
	switch c.Kind {
	case Nothing:
		if c.Amount != "" {
			err = errors.New("nothing has no amount")
		}
	case Cash, Bonus:
		if s.Amount, err = money.Parse(c.Amount.String()); err != nil || s.Amount <= 0 {
			err = errors.New("amount is a positive amount of baht")
		}
	case Coin:
		if s.Coins, err = strconv.ParseInt(c.Amount.String(), 10, 64); err != nil || s.Coins < 1 || s.Coins > mostCoins {
			err = fmt.Errorf("amount is 1 to %d coins", mostCoins)
		}
	default:
		err = fmt.Errorf("kind is nothing, cash, bonus or coin, not %q", c.Kind)
	}
	return s, err
}

// affordable refuses a table that returns more than half a coin per coin, costs more than maxCost per coin, or has a prize
// above the day's budget.
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
		return fmt.Errorf("it returns %.3f coins per coin: at most 0.5", float64(coins)/float64(weight))
	}
	if cost > weight*int64(t.MaxCost) {
		return fmt.Errorf("a coin costs %.4f baht: more than maxCost, %s", float64(cost)/float64(weight)/float64(money.Baht), t.MaxCost)
	}
	return nil
}

func whole(t bonus.Text) bool { return t.TH != "" && t.LO != "" && t.EN != "" }

// CheckTerms tells what is wrong with terms, by the catalogue too.
type CheckTerms func(ctx context.Context, tx *store.Tx, t bonus.Terms) error

// ApplyWheel takes the section "wheel" of a content file. A prize that is a bonus is one that is offered, and has that one's
// amount where it names none. A table that differs from the one in force ends it; coupons and proofs keep the one that they
// were drawn from.
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

func stopTx(ctx context.Context, tx *store.Tx) ([]string, error) {
	n, err := spindb.New(tx).EndTable(ctx, clock.MicrosOf(tx.Now))
	if err != nil || n == 0 {
		return nil, err
	}
	return []string{"wheel: it stops"}, nil
}

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
	return []string{fmt.Sprintf("wheel: version %d, %s", last+1, body)}, q.AddTable(ctx, last+1, string(body), clock.MicrosOf(tx.Now))
}
