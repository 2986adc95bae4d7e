package past

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"krapao/wallet/doubt"
)

// TestEveryOutcomeIsInTheContract: a case that ended in a way that the contract lacks could be read by nobody who holds to it.
func TestEveryOutcomeIsInTheContract(t *testing.T) {
	t.Parallel()
	field, _ := reflect.TypeFor[ListedCase]().FieldByName("Outcome")
	told := strings.Split(field.Tag.Get("enum"), ",")
	slices.Sort(told)
	if of := []string{
		"", string(doubt.Agreeing), string(doubt.Booked), string(doubt.Dismissed), string(doubt.ItMoved), string(doubt.ItDidNotMove),
	}; !slices.Equal(told, of) {
		t.Errorf("the contract has %q, and cases end as %q", told, of)
	}
}
