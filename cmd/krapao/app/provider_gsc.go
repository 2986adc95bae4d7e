package app

import (
	"cmp"
	"fmt"
	"strings"

	"krapao/connect/provider/gsc"
	"krapao/connect/provider/gsc/wire"
	"krapao/game"
	"krapao/internal/config"
)

// gscOf makes the adapter of one product of the aggregator. Whether its transfers can be asked about is the document's
// word, unless the configuration has the operator's own; the report is one for all products of an operator.
func gscOf(p config.Provider, t terms) (game.Provider, error) {
	product := strings.ToUpper(p.Product)
	if product == wire.Undecided {
		return nil, fmt.Errorf("product %s answers a transfer before it is decided, and is not built", product)
	}
	asks := wire.Askable(product)
	if p.Check != nil {
		asks = *p.Check
	}
	return gsc.New(gsc.Config{
		BaseURL: p.BaseURL, DataURL: p.DataURL, Operator: p.ID, Secret: p.Secret,
		Product: product, GameType: p.GameType, Lobby: p.Lobby, Blind: !asks,
		Step: t.Step, Stakes: t.Stakes, NotFoundWindow: t.NotFoundWindow, ReportLag: t.ReportLag,
		Source: cmp.Or(p.Source, "gsc:"+p.ID), Line: t.Line,
	}), nil
}
