package bonus

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"krapao/internal/content"
	"krapao/internal/store"
)

// End says what ends a condition with success.
type End string

// The ends.
const (
	EndTarget   End = "target"   // the position reaches the target
	EndTurnover End = "turnover" // the turnover required is reached
	EndBoth     End = "both"     // both are
)

// Terms are the rules that a condition is granted under. They are frozen into its row as this JSON, so fields may be added,
// but their meaning never changes.
type Terms struct {
	End End `json:"end"`
	// PercentSuccess and PercentFail are percents of the base: the target and the floor.
	PercentSuccess int64 `json:"percentSuccess"`
	PercentFail    int64 `json:"percentFail"`
	// Turnover is how many times the base has to be turned over. Without a deposit the base is the credit.
	Turnover    int64 `json:"turnover"`
	ExpiresDays int64 `json:"expiresDays"`
	// KeepPercent of the base is the most that the member keeps at SUCCESS; 0: all.
	KeepPercent int64 `json:"keepPercent"`
	// Games are the codes of all games that count: the default is resolved at the grant.
	Games []string `json:"games"`
	// Providers are the games' providers at the time of the grant. Turnover is counted there.
	Providers []string `json:"providers"`
	// Weights are the percents at which turnover counts, by kind of play (slot, casino, sport, lotto).
	Weights     map[string]int64 `json:"weights"`
	Name        Text             `json:"name"`
	Description Text             `json:"description"`
}

// frozen returns the terms with every default resolved:
//   - the games: all open ones that are slots or have no open stakes;
//   - their providers;
//   - the end: by turnover if each of the providers reports round by round, otherwise by the target.
func (s *Service) frozen(t Terms, catalogue []Game) Terms {
	given, games, providers := t.Games, []string{}, []string{}
	for _, g := range catalogue {
		listed := slices.Contains(given, g.Code)
		if len(given) == 0 {
			listed = g.Open && g.byDefault()
		}
		if !listed {
			continue
		}
		games = append(games, g.Code)
		if !slices.Contains(providers, g.Provider) {
			providers = append(providers, g.Provider)
		}
	}
	t.Games, t.Providers = games, providers
	if t.End == "" {
		t.End = EndTarget
		if t.Turnover > 0 && s.Play != nil && !slices.ContainsFunc(providers, func(p string) bool { return !s.Play.Rounds(p) }) {
			t.End = EndTurnover
		}
	}
	return t
}

// byDefault reports whether the game counts under terms that name no games.
func (g Game) byDefault() bool { return g.NoStakes || g.Category == categorySlot }

// categorySlot is the catalogue's category of slots.
const categorySlot = "slot"

// shown is the text of a statement for the credit: its description, or its name if it has none.
func (t Terms) shown() Text {
	if t.Description == (Text{}) {
		return t.Name
	}
	return t.Description
}

// Check refuses what RULES.md section 7 forbids in any terms.
func (t Terms) Check() error {
	switch {
	case t.PercentFail < 0 || t.PercentFail >= 100 || t.PercentSuccess <= 100 || t.PercentSuccess > 100_000:
		return content.At("percentSuccess", errors.New("percentFail must be 0 to 99, percentSuccess over 100 and at most 100000"))
	case t.ExpiresDays < 1 || t.ExpiresDays > 366:
		return content.At("expiresDays", errors.New("expiresDays must be 1 to 366"))
	case !slices.Contains([]End{"", EndTarget, EndTurnover, EndBoth}, t.End):
		return content.At("end", errors.New("end must be target, turnover or both"))
	case t.Turnover < 0 || t.Turnover > 1000:
		return content.At("turnover", errors.New("turnover must be 0 to 1000"))
	case t.Turnover == 0 && (t.End == EndTurnover || t.End == EndBoth):
		return content.At("turnover", errors.New("end is turnover or both, so turnover must be at least 1"))
	case t.KeepPercent < 0 || t.KeepPercent > 100_000:
		return content.At("keepPercent", errors.New("keepPercent must be 0 to 100000"))
	}
	return nil
}

// checkGames refuses games that the catalogue does not have. It also refuses an end by turnover (alone, or with the target)
// that could never be reached: if a listed game reports nothing, or no game of the default does.
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
	counted := func(g Game) bool { return g.byDefault() && g.Reports }
	if byTurnover && len(t.Games) == 0 && !slices.ContainsFunc(catalogue, counted) {
		return errors.New("no game reports what is played, so turnover can't end a condition")
	}
	return nil
}

// CheckTermsTx refuses terms that are out of range, list games that the catalogue does not have, or need turnover that nobody
// reports.
func (s *Service) CheckTermsTx(ctx context.Context, tx *store.Tx, t Terms) error {
	if err := t.Check(); err != nil {
		return err
	}
	games, err := s.Games.ListTx(ctx, tx)
	if err != nil {
		return err
	}
	return t.checkGames(games)
}

// Completion returns what makes terms as a grant would freeze them now, without their weights. It reads once for all of them.
func (s *Service) Completion(ctx context.Context) (func(Terms) Terms, error) {
	games, err := s.Games.List(ctx)
	if err != nil {
		return nil, err
	}
	return func(t Terms) Terms { return s.frozen(t, games) }, nil
}
