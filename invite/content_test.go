package invite

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
	if got.On || got.Rate != 10 || got.Basis != BasisNetLoss || got.RipenDays != 7 ||
		got.MonthCap != 50_000*money.Baht || got.FirstDeposit != 100*money.Baht {
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
		`{"rate": 0}`, `{"rate": 101}`, `{"basis": "luck"}`, `{"ripenDays": -1}`, `{"monthCap": 0}`, `{"firstDeposit": -1}`,
		`{"weights": {"slot": 101}}`, `{"terms": {"surprise": 1}}`,
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
