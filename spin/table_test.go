package spin_test

import (
	"fmt"
	"strings"
	"testing"
)

func TestTablesThatAreRefused(t *testing.T) {
	t.Parallel()
	eachWheel(t, usual, func(t *testing.T, w *wheel) {
		if changes, err := w.try(usual); err != nil || len(changes) != 0 {
			w.t.Errorf("the same again: %v, %v", changes, err)
		}
		half := slice("C", "coin", `"weight": 50, "amount": 1`)
		five := slice("M", "cash", `"weight": 1, "amount": 10`)
		for name, good := range map[string]string{
			"half a coin per coin": table("", nothing, half),
			"maxCost per coin":     table("", slice("N", "nothing", `"weight": 1`), five),
			"a prize of the day":   table(`"dayBudget": 10,`, slice("N", "nothing", `"weight": 1`), five),
			"own terms": table(
				`"terms": {"end": "both", "percentSuccess": 101, "percentFail": 0, "turnover": 2, "expiresDays": 1},`, nothing, cash,
			),
			"with a campaign's gift": usual,
		} {
			if _, err := w.try(good); err != nil {
				w.t.Errorf("%s: %v", name, err)
			}
		}
		versions := w.count(`SELECT count(*) FROM wheel_table`)
		for name, wrong := range map[string]string{
			"no slices":                   table(""),
			"one slice":                   table("", nothing),
			"too many":                    table("", many(25)...),
			"a code twice":                table("", nothing, nothing),
			"a code with spaces":          table("", nothing, slice("A B", "nothing", `"weight": 1`)),
			"no weight":                   table("", nothing, slice("A", "nothing", `"weight": 0`)),
			"a negative weight":           table("", nothing, slice("A", "nothing", `"weight": -1`)),
			"half a weight":               table("", nothing, slice("A", "nothing", `"weight": 0.5`)),
			"too heavy":                   table("", nothing, slice("A", "nothing", `"weight": 999999999`)),
			"more than half a coin":       table("", slice("N", "nothing", `"weight": 49`), half),
			"a satang too dear":           table(`"maxCost": 4.99,`, slice("N", "nothing", `"weight": 1`), five),
			"a gift too dear":             table(`"maxCost": 1,`, slice("N", "nothing", `"weight": 5`), gift),
			"a prize above the day":       table(`"dayBudget": 9.99,`, slice("N", "nothing", `"weight": 1`), five),
			"cash of nothing":             table("", nothing, slice("A", "cash", `"weight": 1, "amount": 0`)),
			"cash without an amount":      table("", nothing, slice("A", "cash", `"weight": 1`)),
			"negative cash":               table("", nothing, slice("A", "cash", `"weight": 1, "amount": -5`)),
			"a part of a satang":          table("", nothing, slice("A", "cash", `"weight": 1, "amount": 1.005`)),
			"half a coin":                 table("", nothing, slice("A", "coin", `"weight": 1, "amount": 0.5`)),
			"an amount of nothing":        table("", slice("A", "nothing", `"weight": 1, "amount": 1`), cash),
			"an unknown kind":             table("", nothing, slice("A", "car", `"weight": 1`)),
			"no campaign":                 table("", nothing, slice("A", "bonus", `"weight": 1, "amount": 1`)),
			"an unknown campaign":         table("", nothing, slice("A", "bonus", `"weight": 1, "amount": 1, "bonus": "NONE"`)),
			"cash with a campaign":        table("", nothing, slice("A", "cash", `"weight": 1, "amount": 1, "bonus": "GIFT20"`)),
			"a colour by its name":        table("", nothing, strings.Replace(cash, "#112233", "red;", 1)),
			"a name in two languages":     strings.Replace(usual, `"lo": "Wheel"`, `"lo": ""`, 1),
			"a label in two languages":    strings.Replace(usual, `"th": "NONE"`, `"th": ""`, 1),
			"terms that can't be lost":    table(`"terms": {"percentFail": 100},`, nothing, cash),
			"terms won at once":           table(`"terms": {"percentSuccess": 100},`, nothing, cash),
			"terms without an end":        table(`"terms": {"expiresDays": 0},`, nothing, cash),
			"a game that reports nothing": table(`"terms": {"end": "both", "games": ["silent"]},`, nothing, cash),
			"a turnover of nothing":       table(`"terms": {"end": "turnover", "turnover": 0},`, nothing, cash),
			"an unknown end":              table(`"terms": {"end": "never"},`, nothing, cash),
			"an unknown field":            table(`"odds": 1,`, nothing, cash),
			"no object":                   `[]`,
		} {
			if _, err := w.try(wrong); err == nil {
				w.t.Errorf("%s: taken", name)
			}
		}
		if n := w.count(`SELECT count(*) FROM wheel_table`); n != versions {
			w.t.Errorf("%d tables, before %d: a refused one was kept", n, versions)
		}
		if n := w.count(`SELECT count(*) FROM wheel_table WHERE valid_until = 0`); n != 1 {
			w.t.Errorf("%d are in force", n)
		}
		setup, err := w.s.Setup(t.Context(), "A")
		if err != nil {
			w.t.Fatal(err)
		}
		if html := setup.Table.Slices[0].Description.TH; strings.Contains(html, "script") || !strings.Contains(html, "<b>") {
			w.t.Errorf("not sanitised: %s", html)
		}
	})
}

func many(n int) (slices []string) {
	for i := range n {
		slices = append(slices, slice(fmt.Sprint("S", i), "nothing", `"weight": 1`))
	}
	return slices
}
