package sandbox

import (
	"context"
	"net/http"
)

// handleTotals is GET /sandbox/totals, one instant of all systems.
func (d *desk) handleTotals(w http.ResponseWriter, r *http.Request) {
	sums, err := d.totals(r.Context())
	if err != nil {
		d.answer(w, d.broken("totals", err))
		return
	}
	d.answer(w, ok(sums))
}

// totals asks every protocol for what it holds.
func (d *desk) totals(ctx context.Context) (t totals, err error) {
	t = totals{Banks: map[string]accountTotals{}, Gateways: map[string]accountTotals{}, Games: map[string]gameTotals{}}
	err = d.betweenWrites(func() error {
		for _, p := range d.protocols {
			if p.Sum == nil {
				continue
			}
			if err := p.Sum(ctx, d.db, &t); err != nil {
				return err
			}
		}
		return nil
	})
	return t, err
}

// pageIndex shows which pages and games there are, and what the outside holds.
func (d *desk) pageIndex(w http.ResponseWriter, r *http.Request) {
	sums, err := d.totals(r.Context())
	if err != nil {
		d.answer(w, d.broken("index", err))
		return
	}
	type shownTile struct {
		tile
		Totals gameTotals
	}
	var tiles []shownTile
	var inGames creditAmount
	for _, p := range d.protocols {
		for _, game := range p.Tiles {
			tiles = append(tiles, shownTile{game, sums.Games[game.Code]})
			inGames += sums.Games[game.Code].Balance
		}
	}
	indexPage.render(d.frame, w, r, http.StatusOK, struct {
		Totals  totals
		InGames creditAmount
		Games   []shownTile
	}{sums, inGames, tiles})
}

var indexPage = newPage(pageFiles, "index", nil)
