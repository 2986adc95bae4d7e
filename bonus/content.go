package bonus

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"krapao/bonus/internal/bonusdb"
	"krapao/internal/clock"
	"krapao/internal/content"
	"krapao/internal/store"
	"krapao/money"
)

// campaignContent is an entry of the sections "bonus" and "promotions" of a content file; amounts are baht. What is absent of
// the terms keeps the strict default of RULES.md section 15. It is kept as it was given.
type campaignContent struct {
	Code        string `json:"code"`
	Type        Type   `json:"type,omitempty"`
	Max         *int64 `json:"max,omitempty"`
	Name        Text   `json:"name,omitzero"`
	Description Text   `json:"description,omitzero"`
	// Kind is match, in proportion to a deposit, or free: a fixed amount.
	Kind           string      `json:"kind"`
	MatchPercent   int64       `json:"matchPercent,omitempty"`
	Minimum        json.Number `json:"minimum,omitempty"`
	WindowHours    int64       `json:"windowHours,omitempty"`
	Cap            json.Number `json:"cap,omitempty"`
	Amount         json.Number `json:"amount,omitempty"`
	End            End         `json:"end,omitempty"`
	PercentSuccess *int64      `json:"percentSuccess,omitempty"`
	PercentFail    *int64      `json:"percentFail,omitempty"`
	Turnover       *int64      `json:"turnover,omitempty"`
	ExpiresDays    int64       `json:"expiresDays"`
	KeepPercent    *int64      `json:"keepPercent,omitempty"`
	Games          []string    `json:"games,omitempty"`
	Quota          int64       `json:"quota,omitempty"`
	Budget         json.Number `json:"budget"`
	From           string      `json:"from,omitempty"`
	To             string      `json:"to,omitempty"`
	Banners        []Banner    `json:"banners,omitempty"`
}

// bonusContent is the section "bonus".
type bonusContent struct {
	Weights map[string]int64  `json:"weights,omitempty"`
	Bonuses []campaignContent `json:"bonuses"`
}

// Kinds of a campaign.
const (
	kindMatch = "match"
	kindFree  = "free"
)

// window is how old a deposit may be that is matched, where nothing else is said.
const window = 24

// strictWeights are percents of a turnover by its kind of play (RULES.md section 7).
var strictWeights = map[string]int64{"slot": 100, "casino": 10, "sport": 50, "lotto": 0}

// strictMatch are the defaults of a credit in proportion to a deposit, strictFree those of one without (RULES.md section 15).
// Days and caps are not defaults: content has to say them.
var (
	strictMatch = Terms{PercentSuccess: 300, PercentFail: 5, Turnover: 5}
	strictFree  = Terms{End: EndBoth, PercentSuccess: 500, PercentFail: 5, Turnover: 10, KeepPercent: 300}
)

// campaign is the entry in the area's own words; everything that can be checked without the catalogue is.
func (e *campaignContent) campaign(source Source) (Campaign, error) {
	c := Campaign{Source: source, Code: e.Code, Type: e.Type, Max: 1, Name: e.Name, Description: e.Description, Quota: e.Quota, Banners: e.Banners}
	if source == SourcePromotion {
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
		err = errors.New("kind is match or free")
	}
	c.Terms = e.terms()
	var budget error
	if c.Budget, budget = positive("budget", e.Budget); budget != nil {
		err = errors.Join(err, budget)
	}
	c.From, c.To = e.instant("from", e.From, &err), e.instant("to", e.To, &err)
	if !c.To.IsZero() && !c.From.Before(c.To) {
		err = errors.Join(err, errors.New("from is before to"))
	}
	if err = errors.Join(err, e.check(source), c.Terms.check()); err != nil {
		return Campaign{}, fmt.Errorf("%s: %w", e.Code, err)
	}
	return c, nil
}

func (e *campaignContent) match(c *Campaign) error {
	most, err := positive("cap", e.Cap)
	if err != nil {
		return err
	}
	m := Match{Percent: e.MatchPercent, Cap: most, Window: window * time.Hour}
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
		return errors.New("a match has no amount")
	case m.Percent < 1 || m.Percent > 10_000:
		return errors.New("matchPercent is 1 to 10000")
	}
	return nil
}

func (e *campaignContent) free(c *Campaign) (err error) {
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
		err = errors.New("the amount is over the cap")
	}
	return err
}

// terms are the strict ones of the kind, with what the entry says.
func (e *campaignContent) terms() Terms {
	t := strictMatch
	if e.Kind == kindFree {
		t = strictFree
	}
	for _, number := range []struct {
		to   *int64
		from *int64
	}{{&t.PercentSuccess, e.PercentSuccess}, {&t.PercentFail, e.PercentFail}, {&t.Turnover, e.Turnover}, {&t.KeepPercent, e.KeepPercent}} {
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

// check is what RULES.md section 7 refuses of any terms.
func (t Terms) check() error {
	switch {
	case t.PercentFail < 0 || t.PercentFail >= 100 || t.PercentSuccess <= 100 || t.PercentSuccess > 100_000:
		return errors.New("0 <= percentFail < 100 < percentSuccess")
	case t.ExpiresDays < 1 || t.ExpiresDays > 366:
		return errors.New("expiresDays is 1 to 366")
	case !slices.Contains([]End{"", EndTarget, EndTurnover, EndBoth}, t.End):
		return errors.New("end is target, turnover or both")
	case t.Turnover < 0 || t.Turnover > 1000:
		return errors.New("turnover is 0 to 1000")
	case t.Turnover == 0 && (t.End == EndTurnover || t.End == EndBoth):
		return errors.New("an end by turnover needs one")
	case t.KeepPercent < 0 || t.KeepPercent > 100_000:
		return errors.New("keepPercent is 0 to 100000")
	}
	return nil
}

// checkGames refuses games that the catalogue does not have, and an end by turnover (alone, or with the target) that could
// never come: where a game that is named reports nothing, or none of those that the default may name does.
func (t Terms) checkGames(catalogue []Game) error {
	byTurnover := t.End == EndTurnover || t.End == EndBoth
	for _, code := range t.Games {
		at := slices.IndexFunc(catalogue, func(g Game) bool { return g.Code == code })
		if at < 0 {
			return fmt.Errorf("there is no game %q", code)
		}
		if byTurnover && !catalogue[at].Reports {
			return fmt.Errorf("%q reports nothing, so its turnover can't end a condition", code)
		}
	}
	if byTurnover && len(t.Games) == 0 && !slices.ContainsFunc(catalogue, func(g Game) bool { return g.byDefault() && g.Reports }) {
		return errors.New("no game reports what is played, so turnover can't end a condition")
	}
	return nil
}

func (e *campaignContent) check(source Source) error {
	switch {
	case e.Code == "" || len(e.Code) > 64:
		return errors.New("a code has 1 to 64 characters")
	case source == SourceBonus && !slices.Contains([]Type{Limit, Day, Week}, e.Type):
		return errors.New("type is limit, day or week")
	case e.Max != nil && *e.Max < 0, e.Quota < 0, e.WindowHours < 0:
		return errors.New("max, quota and windowHours are not negative")
	case e.KeepPercent != nil && *e.KeepPercent > 0 && e.Kind == kindMatch:
		return errors.New("keepPercent is for credits without a deposit")
	}
	return nil
}

func (e *campaignContent) instant(name, text string, failed *error) time.Time {
	if text == "" {
		return time.Time{}
	}
	t, err := time.Parse(time.RFC3339, text)
	if err != nil {
		*failed = errors.Join(*failed, fmt.Errorf("%s is a time like 2026-11-22T00:00:00+07:00", name))
	}
	return t.UTC()
}

func positive(name string, number json.Number) (money.Amount, error) {
	value, err := money.Parse(number.String())
	if err != nil || value <= 0 {
		return 0, fmt.Errorf("%s is not a positive amount of baht: %q", name, number.String())
	}
	return value, nil
}

// campaignOf reads a row.
func campaignOf(row bonusdb.Campaign) (Campaign, error) {
	var e campaignContent
	if err := json.Unmarshal([]byte(row.Body), &e); err != nil {
		return Campaign{}, fmt.Errorf("bonus: campaign %s: %w", row.Code, err)
	}
	c, err := e.campaign(Source(row.Source))
	if err != nil {
		return Campaign{}, fmt.Errorf("bonus: campaign %w", err)
	}
	c.Open, c.Grants, c.Spent = row.Open, row.Grants, money.Amount(row.Spent)
	return c, nil
}

// ApplyBonuses takes the section "bonus" of a content file and returns what it changed.
func (s *Service) ApplyBonuses(ctx context.Context, tx *store.Tx, section json.RawMessage) ([]string, error) {
	var c bonusContent
	if err := content.Strict(section, &c); err != nil {
		return nil, fmt.Errorf("bonus: %w", err)
	}
	weights, err := applyWeights(ctx, tx, c.Weights)
	if err != nil {
		return nil, err
	}
	campaigns, err := s.applyCampaigns(ctx, tx, SourceBonus, c.Bonuses)
	return append(weights, campaigns...), err
}

// ApplyPromotions takes the section "promotions".
func (s *Service) ApplyPromotions(ctx context.Context, tx *store.Tx, section json.RawMessage) ([]string, error) {
	var entries []campaignContent
	if err := content.Strict(section, &entries); err != nil {
		return nil, fmt.Errorf("promotions: %w", err)
	}
	return s.applyCampaigns(ctx, tx, SourcePromotion, entries)
}

// applyCampaigns puts entries in place and closes what is no longer listed. An entry that did not change is left as it is,
// also where an operator closed it.
func (s *Service) applyCampaigns(ctx context.Context, tx *store.Tx, source Source, entries []campaignContent) (changes []string, err error) {
	q := bonusdb.New(tx)
	rows, err := q.Campaigns(ctx, string(source))
	if err != nil {
		return nil, err
	}
	known := map[string]bonusdb.Campaign{}
	for _, row := range rows {
		known[row.Code] = row
	}
	games, err := s.Games.ListTx(ctx, tx)
	if err != nil {
		return nil, err
	}
	listed := map[string]bool{}
	for i := range entries {
		c, body, err := checked(source, &entries[i], games)
		if err != nil {
			return nil, err
		}
		if listed[c.Code] {
			return nil, fmt.Errorf("%s: the code is there twice", c.Code)
		}
		listed[c.Code] = true
		change, err := putCampaign(ctx, q, known[c.Code], bonusdb.PutCampaignParams{
			Source: string(source), Code: c.Code, Body: body, Position: int64(i), UpdatedAt: clock.MicrosOf(tx.Now),
		})
		if err != nil {
			return nil, err
		}
		if change != "" {
			changes = append(changes, change)
		}
	}
	for _, row := range rows {
		if listed[row.Code] || row.Position < 0 {
			continue
		}
		changes = append(changes, fmt.Sprintf("%s %s: closed", source, row.Code))
		if err := q.UnlistCampaign(ctx, clock.MicrosOf(tx.Now), string(source), row.Code); err != nil {
			return nil, err
		}
	}
	return changes, nil
}

// putCampaign puts an entry in place and tells what changed. Its place in the list alone opens nothing that is closed.
func putCampaign(ctx context.Context, q *bonusdb.Queries, was bonusdb.Campaign, p bonusdb.PutCampaignParams) (change string, err error) {
	switch {
	case was.Body != p.Body || was.Position < 0:
		return fmt.Sprintf("%s %s: %s", p.Source, p.Code, p.Body), q.PutCampaign(ctx, p)
	case was.Position != p.Position:
		return fmt.Sprintf("%s %s: place %d", p.Source, p.Code, p.Position+1), q.MoveCampaign(ctx, bonusdb.MoveCampaignParams{
			Source: p.Source, Code: p.Code, Position: p.Position, UpdatedAt: p.UpdatedAt,
		})
	}
	return "", nil
}

// checked is an entry whose games exist and can be counted, and its text as it is kept.
func checked(source Source, e *campaignContent, games []Game) (Campaign, string, error) {
	Sanitise(e.Banners)
	c, err := e.campaign(source)
	if err != nil {
		return Campaign{}, "", err
	}
	if err := c.Terms.checkGames(games); err != nil {
		return Campaign{}, "", fmt.Errorf("%s: %w", c.Code, err)
	}
	body, err := json.Marshal(e)
	return c, string(body), err
}

// weightsSection is "weights" of the section "bonus".
var weightsSection = content.Setting[map[string]int64]{
	Name: "weights of turnover",
	Check: func(_ context.Context, _ *store.Tx, given *map[string]int64) error {
		weights := maps.Clone(strictWeights)
		for play, weight := range *given {
			if _, known := weights[play]; !known || weight < 0 || weight > 1000 {
				return fmt.Errorf("bonus: the weight of %q: there are slot, casino, sport and lotto, 0 to 1000", play)
			}
			weights[play] = weight
		}
		*given = weights
		return nil
	},
}

// applyWeights keeps the weights of turnover, the strict ones where none are given.
func applyWeights(ctx context.Context, tx *store.Tx, given map[string]int64) ([]string, error) {
	raw, err := json.Marshal(given)
	if err != nil {
		return nil, fmt.Errorf("bonus: weights: %w", err)
	}
	return weightsSection.Apply(ctx, tx, bonusdb.New(tx), raw)
}

// weightsOf are those in force.
func weightsOf(ctx context.Context, q *bonusdb.Queries) (map[string]int64, error) {
	weights, err := weightsSection.InForce(ctx, q)
	if err != nil || weights != nil {
		return weights, err
	}
	return maps.Clone(strictWeights), nil
}
