package bonus

import "slices"

// End says what ends a condition with success.
type End string

// The ends.
const (
	EndTarget   End = "target"   // the position reaches the target
	EndTurnover End = "turnover" // the turnover required is reached
	EndBoth     End = "both"     // both are
)

// Terms are what a condition is granted under. They are frozen into its row at the grant as this JSON, so a field is
// added, but never changes its meaning.
type Terms struct {
	End End `json:"end"`
	// PercentSuccess and PercentFail are of the base.
	PercentSuccess int64 `json:"percentSuccess"`
	PercentFail    int64 `json:"percentFail"`
	// Turnover is how many times the base has to be turned over; of a credit without a deposit the base is the credit.
	Turnover    int64 `json:"turnover"`
	ExpiresDays int64 `json:"expiresDays"`
	// KeepPercent of the base is the most that is kept at SUCCESS; 0: all.
	KeepPercent int64 `json:"keepPercent"`
	// Games are codes, all of them named: the default is resolved at the grant.
	Games []string `json:"games"`
	// Providers are those of the games, as the catalogue had them at the grant: turnover is counted there.
	Providers []string `json:"providers"`
	// Weights are percents of a turnover by its kind of play (slot, casino, sport, lotto).
	Weights     map[string]int64 `json:"weights"`
	Name        Text             `json:"name"`
	Description Text             `json:"description"`
}

// Text is the operator's, in the three languages.
type Text struct {
	TH string `json:"th"`
	LO string `json:"lo"`
	EN string `json:"en"`
}

// frozen are the terms with all that they leave to a default: the games, all open ones that are slots or have no open stakes;
// the providers of the games; and the end, by turnover where each of these reports round by round, else by the target.
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

// byDefault tells whether terms that name no game may mean it.
func (g Game) byDefault() bool { return g.NoStakes || g.Category == categorySlot }

// categorySlot is the catalogue's word.
const categorySlot = "slot"

// shown is what a statement says of a credit: its description, or its name where it has none.
func (t Terms) shown() Text {
	if t.Description == (Text{}) {
		return t.Name
	}
	return t.Description
}
