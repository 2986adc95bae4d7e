package privacy_test

import (
	"regexp"
	"slices"
	"strconv"
	"testing"

	"krapao/internal/testkit/kept"
	"krapao/privacy"
)

// TestTheRulesAreThoseOfThePage: how long something is kept is said to operators as docs/privacy.md says it, with the tables
// that the page has under each rule.
func TestTheRulesAreThoseOfThePage(t *testing.T) {
	t.Parallel()
	page, rules := kept.Read(t), privacy.Rules()
	var names []string
	for _, rule := range rules {
		names = append(names, rule.Name)
		want := ruleOf(page, rule.Name)
		if rule.Days != want.Days || rule.End != want.End || !slices.Equal(rule.Jobs, want.Jobs) ||
			!slices.Equal(rule.Tables, want.Tables) {
			t.Errorf("%s is %+v; the page says %+v", rule.Name, rule, want)
		}
	}
	if !slices.Equal(names, page.Rules) {
		t.Errorf("the rules are %v; the page has %v", names, page.Rules)
	}
}

var (
	spans = regexp.MustCompile(`(\d+) (days|years)`)
	named = regexp.MustCompile(`"([^"]+)"`)
)

// ruleOf is a rule in the page's words.
func ruleOf(page kept.Page, name string) (rule privacy.Rule) {
	long := page.Long[name]
	if found := spans.FindStringSubmatch(long.Long); found != nil {
		rule.Days, _ = strconv.Atoi(found[1])
		if found[2] == "years" {
			rule.Days = rule.Days*365 + rule.Days/4
		}
	}
	for _, job := range named.FindAllStringSubmatch(long.Ends, -1) {
		rule.Jobs = append(rule.Jobs, job[1])
	}
	switch {
	case long.Long == "as long as it works for the house":
		rule.End = privacy.Leaving
	case len(rule.Jobs) > 0:
		rule.End = privacy.ByJob
	default:
		rule.End = map[string]privacy.End{
			"–": privacy.Never, "an erasure": privacy.ByErasure,
		}[long.Ends]
	}
	for _, column := range page.Columns {
		if column.Rule == name && !slices.Contains(rule.Tables, column.Table) {
			rule.Tables = append(rule.Tables, column.Table)
		}
	}
	return rule
}
