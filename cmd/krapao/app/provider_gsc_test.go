package app

import (
	"testing"

	"krapao/internal/config"
)

// Whether a product of GSC can be asked about is the document's word, or the operator's; all products of an operator
// stand in one report; a product whose answers are not its end refuses the start.
func TestProductsOfGSC(t *testing.T) {
	t.Parallel()
	yes, no := true, false
	for _, c := range []struct {
		product string
		check   *bool
		asks    bool
	}{{"GE", nil, true}, {"ge", nil, true}, {"XO", nil, false}, {"XO", &yes, true}, {"GE", &no, false}} {
		p, err := gscOf(config.Provider{
			Family: config.FamilyGSC, BaseURL: "http://127.0.0.1:1", DataURL: "http://127.0.0.1:2", ID: "op", Secret: "secret",
			Product: c.product, GameType: "LC", Check: c.check,
		}, terms{})
		if err != nil {
			t.Errorf("%+v: %v", c, err)
			continue
		}
		can := p.Capabilities()
		if can.CheckByReference != c.asks || can.Replay || !can.NeedsPassword || can.Source != "gsc:op" || can.Site == "" || can.Site == "ge" {
			t.Errorf("%+v: %+v", c, can)
		}
	}
	if _, err := gscOf(config.Provider{Family: config.FamilyGSC, Product: "jy"}, terms{}); err == nil {
		t.Error("a product that answers before it is decided was taken")
	}
}
