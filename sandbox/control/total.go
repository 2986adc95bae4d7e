package control

import (
	"context"
	"embed"
	"net/http"

	"krapao/sandbox/core"
	"krapao/sandbox/page"
)

// handleTotals is GET /sandbox/totals, one instant of all systems.
func (d *api) handleTotals(w http.ResponseWriter, r *http.Request) {
	sums, err := d.totals(r.Context())
	if err != nil {
		d.Answer(w, d.Broken("totals", err))
		return
	}
	d.Answer(w, core.OK(sums))
}

// totals asks every protocol for its totals.
func (d *api) totals(ctx context.Context) (t core.Totals, err error) {
	t = core.Totals{
		Banks: map[string]core.AccountTotals{}, Gateways: map[string]core.AccountTotals{}, Games: map[string]core.GameTotals{},
	}
	err = d.BetweenWrites(func() error {
		for _, p := range d.Protocols {
			if p.Sum == nil {
				continue
			}
			if err := p.Sum(ctx, d.DB, &t); err != nil {
				return err
			}
		}
		return nil
	})
	return t, err
}

// pageIndex shows the pages, the games and the totals.
func (d *api) pageIndex(w http.ResponseWriter, r *http.Request) {
	sums, err := d.totals(r.Context())
	if err != nil {
		d.Answer(w, d.Broken("index", err))
		return
	}
	type shownTile struct {
		core.Tile
		Totals core.GameTotals
	}
	var tiles []shownTile
	var inGames core.Credits
	for _, p := range d.Protocols {
		for _, game := range p.Tiles {
			tiles = append(tiles, shownTile{game, sums.Games[game.Code]})
			inGames += sums.Games[game.Code].Balance
		}
	}
	indexPage.Render(d.Frame, w, r, http.StatusOK, struct {
		Totals  core.Totals
		InGames core.Credits
		Games   []shownTile
	}{sums, inGames, tiles})
}

//go:embed index.html badday.html
var files embed.FS

var indexPage = page.New(files, "index", nil)
