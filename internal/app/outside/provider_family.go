package outside

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	"krapao/connect/provider"
	"krapao/connect/provider/amb"
	"krapao/connect/provider/amblotto"
	"krapao/connect/provider/betflix"
	"krapao/connect/provider/gsc"
	"krapao/connect/provider/gsc/wire"
	"krapao/connect/provider/joker"
	"krapao/connect/provider/pg"
	"krapao/connect/provider/pragmatic"
	"krapao/connect/provider/sbo"
	"krapao/game"
	"krapao/internal/config"
)

// adapterOf makes the adapter of a provider's family. It maps the file's fields to what the family's protocol calls them.
func adapterOf(p config.Provider, t provider.Terms) (game.Provider, error) {
	switch p.Family {
	case config.FamilyJoker:
		return joker.New(joker.Config{
			BaseURL: p.BaseURL, LaunchURL: p.LaunchURL, AppID: p.ID, Secret: p.Secret, Terms: t,
		}), nil
	case config.FamilyAMB:
		return amb.New(amb.Config{
			BaseURL: p.BaseURL, Agent: p.ID, Secret: p.Secret, NoRounds: p.NoRounds, Refusals: p.Refusals, NotEnough: p.NotEnough,
			Terms: t,
		}), nil
	case config.FamilyPG:
		return pg.New(pg.Config{
			BaseURL: p.BaseURL, DataURL: p.DataURL, LaunchURL: p.LaunchURL, OperatorToken: p.ID, SecretKey: p.Secret,
			Currency: p.Currency, Lobby: p.Lobby, Terms: t,
		}), nil
	case config.FamilyPragmatic:
		return pragmatic.New(pragmatic.Config{
			BaseURL: p.BaseURL, DataURL: p.DataURL, SecureLogin: p.ID, Secret: p.Secret,
			Currency: p.Currency, Lobby: p.Lobby, DataType: p.GameType, InQuery: p.InQuery, Terms: t,
		}), nil
	case config.FamilyBetflix:
		return betflix.New(betflix.Config{
			BaseURL: p.BaseURL, LaunchURL: p.LaunchURL, Header: p.Header, ID: p.ID, Key: p.Secret, Prefix: p.Prefix,
			Maker: p.Product, Game: p.Lobby, NoCheck: p.Check != nil && !*p.Check, Prompt: p.Prompt, List: p.List,
			NotEnough: p.NotEnough, Terms: t,
		}), nil
	case config.FamilyAMBLotto:
		return amblotto.New(amblotto.Config{
			BaseURL: p.BaseURL, Agent: p.ID, Key: p.Secret, Prefix: p.Prefix, Master: p.Product, PlayByReference: p.Turn, Terms: t,
		}), nil
	case config.FamilySBO:
		return sbo.New(sbo.Config{
			BaseURL: p.BaseURL, DataURL: p.DataURL, Agent: p.ID, CompanyKey: p.Secret, Portfolio: p.Product,
			NotFoundID: p.NotFoundID, Terms: t,
		}), nil
	case config.FamilyGSC:
		return gscOf(p, t)
	}
	return nil, fmt.Errorf("no adapter speaks family %q", p.Family)
}

// gscReportLag is how late GSC may list a settled bet: every 12 hours it fetches again what it missed at a product's maker.
const gscReportLag = 13 * time.Hour

// gscOf makes the adapter of one product of the aggregator. GSC's document says whether the product has an inquiry for
// transfers; the configuration may say otherwise. All products of an operator share one report.
func gscOf(p config.Provider, t provider.Terms) (game.Provider, error) {
	product := strings.ToUpper(p.Product)
	if product == wire.Undecided {
		return nil, fmt.Errorf("product %s answers a transfer before it is decided, and is not built", product)
	}
	asks := wire.Askable(product)
	if p.Check != nil {
		asks = *p.Check
	}
	if p.ReportLagSeconds == nil {
		t.ReportLag = gscReportLag
	}
	t.Source = cmp.Or(p.Source, "gsc:"+p.ID)
	return gsc.New(gsc.Config{
		BaseURL: p.BaseURL, DataURL: p.DataURL, Operator: p.ID, Secret: p.Secret,
		Product: product, GameType: p.GameType, Lobby: p.Lobby, Unverifiable: !asks,
		Terms: t,
	}), nil
}

// Reporting returns a function that reports whether play in a game is reported. The game's provider decides as it is
// configured; one that is not configured, as its family does by default.
func Reporting(providers map[string]config.Provider) func(game.Game) bool {
	configured, byFamily := map[string]bool{}, map[string]bool{}
	for name, p := range providers {
		configured[name] = reports(p)
	}
	for _, family := range config.Families() {
		byFamily[family] = reports(config.Provider{Family: family})
	}
	return func(g game.Game) bool {
		if tells, known := configured[g.Provider]; known {
			return tells
		}
		return byFamily[g.Family]
	}
}

func reports(p config.Provider) bool {
	adapter, err := adapterOf(p, provider.Terms{})
	return err == nil && adapter.Capabilities().Report != game.ReportNone
}
