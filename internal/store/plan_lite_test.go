package store_test

import (
	"regexp"
	"strings"
	"testing"

	"krapao/internal/store"
	"krapao/internal/store/storetest"
)

// own are what reads the rows of one member or code, or of what lives, with the index that has only these. SQLite keeps no
// statistics: between it and an index by a state that most rows have, it would choose either.
var own = map[string]string{
	"sessionsOf": "session_subject", "endOthers": "session_subject", "paidTo": "withdrawal_member",
	"receivedForCode": "inflow_reference", "ending": "bonus_condition_due", "expired": "bonus_condition_due",
}

// TestOneIsReadByItsOwnIndex: what is of one is not looked for among what is of all.
func TestOneIsReadByItsOwnIndex(t *testing.T) {
	t.Parallel()
	s := storetest.Open(t, store.SQLite)
	parameter, planned := regexp.MustCompile(`\$\d+`), 0
	for name, text := range generatedQueries(t, "../..") {
		_, short, _ := strings.Cut(name, " ")
		index, is := own[short]
		if !is {
			continue
		}
		planned++
		if plan := planOf(t, s, parameter.ReplaceAllString(text, "1")); !strings.Contains(plan[0]+" ", "USING INDEX "+index+" ") {
			t.Errorf("%s is planned as\n%s", name, strings.Join(plan, "\n"))
		}
	}
	if planned != len(own) {
		t.Errorf("%d of %d queries found", planned, len(own))
	}
}
