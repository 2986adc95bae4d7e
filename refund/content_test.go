package refund

import (
	"encoding/json"
	"testing"

	"krapao/bonus"
	"krapao/money"
)

// The strict defaults are those of RULES.md section 15.
func TestStrict(t *testing.T) {
	t.Parallel()
	got, err := settingsContent{}.settings()
	if err != nil {
		t.Fatal(err)
	}
	want := Settings{Percent: 5, Minimum: money.Baht, WeekCap: 5_000 * money.Baht}
	if got.On != want.On || got.Percent != want.Percent || got.Minimum != want.Minimum || got.WeekCap != want.WeekCap {
		t.Errorf("the strict numbers are %+v", got)
	}
	terms := got.Terms
	if terms.End != bonus.End("") || terms.PercentSuccess != 150 || terms.PercentFail != 10 ||
		terms.Turnover != 1 || terms.ExpiresDays != 14 || terms.KeepPercent != 0 {
		t.Errorf("the strict terms are %+v", terms)
	}
}

func TestContentIsRefused(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		`{"percent": 0}`, `{"percent": 101}`, `{"minimum": 0}`, `{"weekCap": 0.5}`, `{"weekCap": -1}`,
		`{"minimum": 1.001}`, `{"terms": {"surprise": 1}}`,
	} {
		var c settingsContent
		if err := json.Unmarshal([]byte(text), &c); err != nil {
			continue
		}
		if _, err := c.settings(); err == nil {
			t.Errorf("%s was taken", text)
		}
	}
}
