package config

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Provider is one game provider: the fields of all families in one struct. Valid requires those that a family needs, and
// refuses those that it does not use.
type Provider struct {
	// Family names its protocol (Families).
	Family string `json:"family" doc:"The protocol of this game provider"`
	// BaseURL is the address of its API, DataURL that of its reports, LaunchURL that of its game pages. LoginPage is its own
	// login, for games that are opened by a form or a plain link.
	BaseURL   string `json:"baseURL" doc:"The address of its API"`
	DataURL   string `json:"dataURL" doc:"The address of its reports"`
	LaunchURL string `json:"launchURL" doc:"The address of its game pages"`
	LoginPage string `json:"loginPage" doc:"Its own login, for games that are opened by a form or a link"`
	// ID is our identity there (AppID, agent, operator token, secure login), Secret is the credential.
	ID     string `json:"id" doc:"Our identity there: AppID, agent, operator token, secure login" secret:"true"`
	Secret string `json:"secret" doc:"Our credential there" secret:"true"`
	// Currency is that of the accounts, by the provider's name; Product, GameType and Lobby are its names for the games.
	Currency string `json:"currency" doc:"The currency of the accounts, by its name for it"`
	Product  string `json:"product" doc:"Its name for the product"`
	GameType string `json:"gameType" doc:"Its name for the type of games"`
	Lobby    string `json:"lobby" doc:"Its name for the lobby"`
	// Prefix is the beginning of every user name there. Header is the name of the header that carries ID.
	Prefix string `json:"prefix" doc:"The beginning of every user name there"`
	Header string `json:"header" doc:"The header that carries our identity"`
	// Step is the smallest movement in credits, a decimal; empty is the family's, mostly 0.01.
	Step string `json:"step" doc:"The smallest movement in credits; empty: the family's"`
	// Check false: the provider has no inquiry by reference.
	Check *bool `json:"check" doc:"false: it has no inquiry by reference; empty: it has, as its family says"`
	// Prompt: the system that answers inquiries is never behind.
	Prompt bool `json:"prompt" doc:"true: the system that answers inquiries is never behind"`
	// List: the provider lists movements.
	List bool `json:"list" doc:"true: it lists movements"`
	// NoRounds: the provider lists no rounds.
	NoRounds bool `json:"noRounds" doc:"true: it lists no rounds"`
	// Turn: turnover is asked for by reference.
	Turn bool `json:"turn" doc:"true: turnover is asked for by reference"`
	// InQuery: parameters are sent in the query.
	InQuery bool `json:"inQuery" doc:"true: parameters are sent in the query"`
	// Refusals are the provider's codes that are definitive rejections of a transfer, where none are published (AMB).
	Refusals []int `json:"refusals" doc:"Its codes that reject a transfer for good"`
	// NotEnough is the provider's code for "not enough credits", where none is published (AMB: one of Refusals; BETFLIX).
	NotEnough int `json:"notEnough" doc:"Its code for too few credits"`
	// Source is the name of the report that has this provider's rows; it is the same for all providers under one operator there.
	Source string `json:"source" doc:"The report that has its rows; the same for all providers under one operator there"`
	// Stakes overrides the protocol's rule for open stakes: none, reported or unknown.
	Stakes string `json:"stakes" doc:"none, reported or unknown open stakes; empty: as the protocol says"`
	// NotFoundID is the provider's code for "no such transaction", where its documents differ (SBO); 0 is the family's.
	NotFoundID int `json:"notFoundID" doc:"Its code for no such transaction; 0: the family's"`
	// NotFoundSeconds is the provider's "not found" window, 0 is the product's. ReportLagSeconds is how late a settled round may be
	// listed (absent: 13 hours for GSC, one hour for others).
	NotFoundSeconds  int  `json:"notFoundSeconds" doc:"The seconds after which no such reference counts; 0: the product's"`
	ReportLagSeconds *int `json:"reportLagSeconds" doc:"How late it may list a settled round, in seconds; empty: 13 hours for GSC, one hour for others"`
	// Form is how credentials are posted to the provider's login; absent: to LoginPage as username and password.
	Form *LoginForm `json:"form"`
}

// LoginForm is the form of a provider's own login: its address, the names of its fields, and further fields.
type LoginForm struct {
	Action   string            `json:"action" doc:"The address that its login's form is posted to"`
	Username string            `json:"username" doc:"The name of the field of the user name"`
	Password string            `json:"password" doc:"The name of the field of the password"`
	Extra    map[string]string `json:"extra" doc:"Further fields of the form" secret:"true"`
}

// The families of protocols that the adapters in connect/provider speak.
const (
	FamilyJoker     = "joker"
	FamilyAMB       = "amb"
	FamilyPG        = "pg"
	FamilyPragmatic = "pragmatic"
	FamilyBetflix   = "betflix"
	FamilyAMBLotto  = "amblotto"
	FamilySBO       = "sbo"
	FamilyGSC       = "gsc"
)

// family lists the fields that a family needs, and those that it takes beside those that all take.
type family struct{ needs, takes []string }

// families: all need baseURL, id and secret, and all take everyFamily.
var families = map[string]family{
	FamilyJoker:     {needs: []string{"launchURL"}},
	FamilyAMB:       {takes: []string{"noRounds", "refusals", "notEnough"}},
	FamilyPG:        {needs: []string{"dataURL", "launchURL", "currency", "lobby"}},
	FamilyPragmatic: {needs: []string{"dataURL", "currency", "lobby"}, takes: []string{"inQuery", "gameType"}},
	FamilyBetflix:   {takes: []string{"launchURL", "prefix", "header", "list", "check", "prompt", "product", "lobby", "notEnough"}},
	FamilyAMBLotto:  {takes: []string{"prefix", "turn", "product"}},
	FamilySBO:       {needs: []string{"product"}, takes: []string{"dataURL", "notFoundID"}},
	FamilyGSC:       {needs: []string{"dataURL", "product", "gameType"}, takes: []string{"check", "lobby"}},
}

var (
	needed      = []string{"baseURL", "id", "secret"}
	everyFamily = []string{"loginPage", "step", "source", "stakes", "notFoundSeconds", "reportLagSeconds", "form"}
)

// Families returns the names of all families.
func Families() []string { return slices.Sorted(maps.Keys(families)) }

// Valid refuses an unknown family, a missing field that the family needs, and a field that it does not use: its author expects
// something that would not happen.
func (p Provider) Valid() error {
	f, known := families[p.Family]
	if !known {
		return fmt.Errorf("the family is one of %s, not %q", strings.Join(Families(), ", "), p.Family)
	}
	needs := slices.Concat(needed, f.needs)
	takes := slices.Concat(needs, f.takes, everyFamily)
	var missing, useless []string
	for _, field := range p.fields() {
		if !field.set && slices.Contains(needs, field.name) {
			missing = append(missing, field.name)
		}
		if field.set && !slices.Contains(takes, field.name) {
			useless = append(useless, field.name)
		}
	}
	switch {
	case len(missing) > 0:
		return fmt.Errorf("family %s needs %s", p.Family, strings.Join(missing, ", "))
	case len(useless) > 0:
		return fmt.Errorf("family %s has no use for %s", p.Family, strings.Join(useless, ", "))
	case p.Stakes != "" && !slices.Contains([]string{"none", "reported", "unknown"}, p.Stakes):
		return errors.New("stakes is none, reported or unknown")
	case p.Family == FamilyAMB && p.NotEnough != 0 && !slices.Contains(p.Refusals, p.NotEnough):
		return errors.New("notEnough is one of refusals")
	case p.NotFoundSeconds < 0 || p.ReportLagSeconds != nil && *p.ReportLagSeconds < 0:
		return errors.New("a time is negative")
	case p.Form != nil && (p.Form.Action == "" || p.Form.Username == "" || p.Form.Password == ""):
		return errors.New("form needs action, username and password")
	}
	return nil
}

// field is one of a provider's fields, by its name in the file; set reports whether the file has it.
type field struct {
	name string
	set  bool
}

func (p Provider) fields() []field {
	return []field{
		{"baseURL", p.BaseURL != ""},
		{"dataURL", p.DataURL != ""},
		{"launchURL", p.LaunchURL != ""},
		{"loginPage", p.LoginPage != ""},
		{"id", p.ID != ""},
		{"secret", p.Secret != ""},
		{"currency", p.Currency != ""},
		{"product", p.Product != ""},
		{"gameType", p.GameType != ""},
		{"lobby", p.Lobby != ""},
		{"prefix", p.Prefix != ""},
		{"header", p.Header != ""},
		{"step", p.Step != ""},
		{"check", p.Check != nil},
		{"prompt", p.Prompt},
		{"list", p.List},
		{"noRounds", p.NoRounds},
		{"turn", p.Turn},
		{"inQuery", p.InQuery},
		{"refusals", len(p.Refusals) > 0},
		{"notEnough", p.NotEnough != 0},
		{"source", p.Source != ""},
		{"stakes", p.Stakes != ""},
		{"notFoundID", p.NotFoundID != 0},
		{"notFoundSeconds", p.NotFoundSeconds != 0},
		{"reportLagSeconds", p.ReportLagSeconds != nil},
		{"form", p.Form != nil},
	}
}

// systems lists the addresses that Unsafe checks: all to which a member's money or credentials are sent.
func (p Provider) systems(name string) []system {
	all := []system{{name, p.BaseURL, []named{{"secret", p.Secret}}}}
	others := []named{{"dataURL", p.DataURL}, {"launchURL", p.LaunchURL}, {"loginPage", p.LoginPage}}
	if p.Form != nil {
		others = append(others, named{"form.action", p.Form.Action})
	}
	for _, other := range others {
		if other.value != "" {
			all = append(all, system{name + " " + other.name, other.value, nil})
		}
	}
	return all
}
