package gamecase

import (
	"reflect"
	"testing"

	"krapao/operator"
	"krapao/wallet/doubt"
	"krapao/wallet/doubt/clue"
)

// What is said of a case: what its last check found, how the product found it to end, or what a person wrote of it.
func TestFound(t *testing.T) {
	t.Parallel()
	checked := doubt.Evidence{Doubt: &doubt.Doubted{Reason: clue.ReportBehind.With("12:00 / 11:00")}}
	found := func(c clue.Code) operator.Fact {
		return operator.Fact{Name: "found", Kind: operator.FactFound, After: string(c)}
	}
	for name, x := range map[string]struct {
		View
		want []operator.Fact
	}{
		"nothing":   {View{}, []operator.Fact{}},
		"a code":    {View{Line: Line{Kind: KindUnsettled, Reason: string(clue.NoRounds)}}, []operator.Fact{found(clue.NoRounds)}},
		"of before": {View{Line: Line{Kind: KindUnsettled, Reason: "it is: watched"}}, []operator.Fact{text("said", "it is: watched")}},
		"an open case without proof": {
			View{Line: Line{Kind: doubt.Unproved}, Evidence: checked},
			[]operator.Fact{found(clue.ReportBehind), text("said", "12:00 / 11:00")},
		},
		"a decided one": {
			View{Line: Line{Kind: doubt.Unproved, Reason: "asked: it is right"}, Evidence: checked},
			[]operator.Fact{found(clue.ReportBehind), text("said", "12:00 / 11:00"), text("said", "asked: it is right")},
		},
		"another kind, whose doubt has ended": {
			View{Line: Line{Kind: doubt.MissingThere, Reason: string(clue.AlikeLater)}, Evidence: checked},
			[]operator.Fact{found(clue.AlikeLater)},
		},
	} {
		if got := told(x.found()); !reflect.DeepEqual(got, x.want) {
			t.Errorf("%s: %+v, want %+v", name, got, x.want)
		}
	}
}
