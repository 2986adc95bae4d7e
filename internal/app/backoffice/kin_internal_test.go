package backoffice

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"krapao/fault"
)

// strongly are the members that are strongly linked to everybody, and browsers those that share one with everybody.
type (
	strongly struct {
		list []string
		err  error
	}
	browsers []string
)

func (s strongly) Linked(context.Context, string, int) ([]string, error) { return s.list, s.err }

func (b browsers) SharesDevice(_ context.Context, _, other string) (bool, error) {
	for _, m := range b {
		if m == other {
			return true, nil
		}
	}
	return false, nil
}

// TestWhoIsLinkedToAnOperator: by the same holder or payer, or by a browser. An account of nobody is linked to nobody, one of too
// many to everybody, and what can't be found out refuses.
func TestWhoIsLinkedToAnOperator(t *testing.T) {
	t.Parallel()
	many := make([]string, mostKin+1)
	for n := range many {
		many[n] = fmt.Sprint("M", n)
	}
	for what, k := range map[string]struct {
		kin  kin
		want bool
		err  bool
	}{
		"a stranger":    {kin: kin{strongly{}, browsers{"ANOTHER"}}},
		"one holder":    {kin: kin{strongly{list: []string{"X"}}, browsers{}}, want: true},
		"one browser":   {kin: kin{strongly{}, browsers{"X"}}, want: true},
		"too many":      {kin: kin{strongly{list: many}, browsers{}}, want: true},
		"nobody":        {kin: kin{strongly{err: fault.New(fault.NO_USER, "nobody")}, browsers{"X"}}},
		"not found out": {kin: kin{strongly{err: errors.New("down")}, browsers{}}, want: true, err: true},
	} {
		if linked, err := k.kin.Linked(t.Context(), "OWN", "X"); linked != k.want || (err != nil) != k.err {
			t.Errorf("%s: %v, %v", what, linked, err)
		}
	}
}
