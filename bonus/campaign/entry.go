package campaign

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"krapao/bonus"
	"krapao/bonus/campaign/internal/campaigndb"
	"krapao/internal/content"
	"krapao/internal/store"
	"krapao/money"
)

// entry is an entry of the sections "bonus" and "promotions" of a content file. Amounts are in baht. Terms that are
// absent have the strict default of RULES.md section 15. The entry is stored as it was given.
type entry struct {
	Code        string     `json:"code"`
	Type        Type       `json:"type,omitempty"`
	Max         *int64     `json:"max,omitempty"`
	Name        bonus.Text `json:"name,omitzero"`
	Description bonus.Text `json:"description,omitzero"`
	// Kind is match (in proportion to a deposit) or free (a fixed amount).
	Kind           string         `json:"kind"`
	MatchPercent   int64          `json:"matchPercent,omitempty"`
	Minimum        json.Number    `json:"minimum,omitempty"`
	WindowHours    int64          `json:"windowHours,omitempty"`
	Cap            json.Number    `json:"cap,omitempty"`
	Amount         json.Number    `json:"amount,omitempty"`
	End            bonus.End      `json:"end,omitempty"`
	PercentSuccess *int64         `json:"percentSuccess,omitempty"`
	PercentFail    *int64         `json:"percentFail,omitempty"`
	Turnover       *int64         `json:"turnover,omitempty"`
	ExpiresDays    int64          `json:"expiresDays"`
	KeepPercent    *int64         `json:"keepPercent,omitempty"`
	Games          []string       `json:"games,omitempty"`
	Quota          int64          `json:"quota,omitempty"`
	Budget         json.Number    `json:"budget"`
	From           string         `json:"from,omitempty"`
	To             string         `json:"to,omitempty"`
	Banners        []bonus.Banner `json:"banners,omitempty"`
	// Closed: nobody can take it any more. It is no part of the stored text.
	Closed bool `json:"closed,omitempty"`
}

// The kinds of a campaign.
const (
	kindMatch = "match"
	kindFree  = "free"
)

// defaultWindow is how old a matched deposit may be if the entry does not say it.
const defaultWindow = 24 * time.Hour

// strictMatch are the defaults for a credit in proportion to a deposit, strictFree those for one without (RULES.md section
// 15). Days and caps have no default: content must give them.
var (
	strictMatch = bonus.Terms{PercentSuccess: 300, PercentFail: 5, Turnover: 5}
	strictFree  = bonus.Terms{End: bonus.EndBoth, PercentSuccess: 500, PercentFail: 5, Turnover: 10, KeepPercent: 300}
)

// campaign converts the entry, and checks everything that can be checked without the catalogue.
func (e *entry) campaign(source bonus.Source) (Campaign, error) {
	c := Campaign{
		Source: source, Code: e.Code, Type: e.Type, Max: 1, Name: e.Name, Description: e.Description,
		Quota: e.Quota, Banners: e.Banners,
	}
	if source == bonus.SourcePromotion {
		c.Code, c.Type = normal(e.Code), Limit
	}
	if e.Max != nil {
		c.Max = *e.Max
	}
	var err error
	switch e.Kind {
	case kindMatch:
		err = e.match(&c)
	case kindFree:
		err = e.free(&c)
	default:
		err = content.At("kind", errors.New("kind must be match or free"))
	}
	c.Terms = e.terms()
	var budget error
	if c.Budget, budget = positive("budget", e.Budget); budget != nil {
		err = errors.Join(err, budget)
	}
	c.From, c.To = e.instant("from", e.From, &err), e.instant("to", e.To, &err)
	if !c.To.IsZero() && !c.From.Before(c.To) {
		err = errors.Join(err, content.At("from", errors.New("from must be before to")))
	}
	if err = errors.Join(err, e.check(source), c.Terms.Check()); err != nil {
		return Campaign{}, fmt.Errorf("%s: %w", e.Code, err)
	}
	return c, nil
}

// match sets the campaign's match from an entry of kind match.
func (e *entry) match(c *Campaign) error {
	most, err := positive("cap", e.Cap)
	if err != nil {
		return err
	}
	m := bonus.Match{Percent: e.MatchPercent, Cap: most, Window: defaultWindow}
	if e.WindowHours > 0 {
		m.Window = time.Duration(e.WindowHours) * time.Hour
	}
	if e.Minimum != "" {
		if m.Minimum, err = positive("minimum", e.Minimum); err != nil {
			return err
		}
	}
	c.Match = &m
	switch {
	case e.Amount != "":
		return content.At("amount", errors.New("a match has no amount"))
	case m.Percent < 1 || m.Percent > 10_000:
		return content.At("matchPercent", errors.New("matchPercent must be 1 to 10000"))
	}
	return nil
}

// free sets the campaign's amount from an entry of kind free.
func (e *entry) free(c *Campaign) (err error) {
	if c.Amount, err = positive("amount", e.Amount); err != nil {
		return err
	}
	if e.MatchPercent != 0 || e.Minimum != "" || e.WindowHours != 0 {
		return errors.New("a credit without a deposit has no matchPercent, minimum or windowHours")
	}
	if e.Cap == "" {
		return nil
	}
	most, err := positive("cap", e.Cap)
	if err == nil && c.Amount > most {
		err = content.At("amount", errors.New("the amount is over the cap"))
	}
	return err
}

// terms are the strict defaults of the kind, changed by what the entry says.
func (e *entry) terms() bonus.Terms {
	t := strictMatch
	if e.Kind == kindFree {
		t = strictFree
	}
	for _, number := range []struct{ to, from *int64 }{
		{&t.PercentSuccess, e.PercentSuccess},
		{&t.PercentFail, e.PercentFail},
		{&t.Turnover, e.Turnover},
		{&t.KeepPercent, e.KeepPercent},
	} {
		if number.from != nil {
			*number.to = *number.from
		}
	}
	if e.End != "" {
		t.End = e.End
	}
	t.ExpiresDays, t.Games = e.ExpiresDays, e.Games
	return t
}

// check refuses values that are out of their range.
func (e *entry) check(source bonus.Source) error {
	switch {
	case e.Code == "" || len(e.Code) > 64:
		return content.At("code", errors.New("a code has 1 to 64 characters"))
	case source == bonus.SourceBonus && !slices.Contains([]Type{Limit, Day, Week}, e.Type):
		return content.At("type", errors.New("type must be limit, day or week"))
	case e.Max != nil && *e.Max < 0, e.Quota < 0, e.WindowHours < 0:
		return errors.New("max, quota and windowHours must not be negative")
	case e.KeepPercent != nil && *e.KeepPercent > 0 && e.Kind == kindMatch:
		return content.At("keepPercent", errors.New("keepPercent is for credits without a deposit"))
	}
	return nil
}

// instant reads a time, empty for none, and adds an error to failed if it is not one.
func (e *entry) instant(name, text string, failed *error) time.Time {
	if text == "" {
		return time.Time{}
	}
	t, err := time.Parse(time.RFC3339, text)
	if err != nil {
		why := fmt.Errorf("%s must be a time like 2026-11-22T00:00:00+07:00", name)
		*failed = errors.Join(*failed, content.At(name, why))
	}
	return t.UTC()
}

func positive(name string, number json.Number) (money.Amount, error) {
	value, err := money.Parse(number.String())
	if err != nil || value <= 0 {
		return 0, content.At(name, fmt.Errorf("%s is not a positive amount of baht: %q", name, number.String()))
	}
	return value, nil
}

// campaignOf converts a row.
func campaignOf(row campaigndb.Campaign) (Campaign, error) {
	var e entry
	if err := json.Unmarshal([]byte(row.Body), &e); err != nil {
		return Campaign{}, fmt.Errorf("bonus: campaign %s: %w", row.Code, err)
	}
	c, err := e.campaign(bonus.Source(row.Source))
	if err != nil {
		return Campaign{}, fmt.Errorf("bonus: campaign %w", err)
	}
	c.Open, c.Grants, c.Spent = row.Open, row.Grants, money.Amount(row.Spent)
	return c, nil
}

// findCampaign reads a campaign; false if there never was one with this code.
func (s *Service) findCampaign(
	ctx context.Context, q *campaigndb.Queries, source bonus.Source, code string,
) (Campaign, bool, error) {
	row, err := q.Campaign(ctx, string(source), code)
	if store.NotFound(err) {
		return Campaign{}, false, nil
	}
	if err != nil {
		return Campaign{}, false, fmt.Errorf("bonus: read a campaign: %w", err)
	}
	c, err := campaignOf(row)
	return c, err == nil, err
}
