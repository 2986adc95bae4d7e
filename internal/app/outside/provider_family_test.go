package outside

import (
	"strings"
	"testing"

	"krapao/connect/provider"
	"krapao/game"
	"krapao/internal/config"
)

// AMB lotto reports play and open bets only where the configuration says that it does so by our references.
func TestTurnOfAMBLotto(t *testing.T) {
	t.Parallel()
	for turn, want := range map[bool]struct {
		stakes game.Stakes
		report game.ReportForm
	}{false: {game.StakesUnknown, game.ReportNone}, true: {game.StakesReported, game.ReportCounters}} {
		file := config.Provider{
			Family: config.FamilyAMBLotto, BaseURL: "http://127.0.0.1:1", ID: "agent", Secret: "key", Prefix: "lot",
			Product: "master", Turn: turn,
		}
		p, err := adapterOf(file, provider.Terms{Source: "huayhd"})
		if err != nil || file.Valid() != nil {
			t.Errorf("%v: %v, %v", turn, err, file.Valid())
			continue
		}
		can := p.Capabilities()
		if can.Stakes != want.stakes || can.Report != want.report || can.NeedsFirst != turn || !can.Replay ||
			can.CheckByReference != turn || !can.NeedsPassword {
			t.Errorf("%v: %+v", turn, can)
		}
	}
}

// Whether play is reported is known without a connection: by the configuration, and by the family of a provider that is not
// configured.
func TestWhoReportsPlay(t *testing.T) {
	t.Parallel()
	tells := Reporting(map[string]config.Provider{
		"lotto": {Family: config.FamilyAMBLotto, Turn: true}, "mute": {Family: config.FamilyAMBLotto},
		"live": {Family: config.FamilyGSC, Product: "L2"},
	})
	for _, c := range []struct {
		provider, family string
		want             bool
	}{
		{"lotto", config.FamilyAMBLotto, true},
		{"mute", config.FamilyAMBLotto, false},
		{"huayhd", config.FamilyAMBLotto, false},
		{"joker", config.FamilyJoker, true},
		{"sexy", config.FamilyGSC, true},
		{"live", config.FamilyGSC, false},
		{"other", "of nobody", false},
	} {
		if got := tells(game.Game{Provider: c.provider, Family: c.family}); got != c.want {
			t.Errorf("%s of family %s: %v", c.provider, c.family, got)
		}
	}
}

// BETFLIX's list of transfers answers for one transfer, unless the configuration says that it can't be relied on. It answers for
// whole days only where the configuration says so.
func TestListsOfBETFLIX(t *testing.T) {
	t.Parallel()
	no := false
	for _, c := range []struct {
		check       *bool
		list        bool
		asks, lists bool
	}{{nil, false, true, false}, {nil, true, true, true}, {&no, false, false, false}} {
		file := config.Provider{
			Family: config.FamilyBetflix, BaseURL: "http://127.0.0.1:1", ID: "id", Secret: "secret", Prefix: "bfx",
			Check: c.check, List: c.list,
		}
		p, err := adapterOf(file, provider.Terms{Source: "betflix"})
		if err != nil || file.Valid() != nil {
			t.Errorf("%+v: %v, %v", c, err, file.Valid())
			continue
		}
		can := p.Capabilities()
		_, lists := p.(game.Lister)
		if can.CheckByReference != c.asks || can.List != c.lists || lists != c.lists || can.Replay || can.UsernamePrefix != "bfx" {
			t.Errorf("%+v: %+v", c, can)
		}
	}
}

// Whether a product of GSC has an inquiry is as the document says, or the configuration. All products of an operator share a
// report, in which some products have no rows. A product that answers before it decides refuses the start.
func TestProductsOfGSC(t *testing.T) {
	t.Parallel()
	yes, no := true, false
	for _, c := range []struct {
		product string
		check   *bool
		asks    bool
		report  game.ReportForm
	}{
		{"GE", nil, true, game.ReportRounds},
		{"ge", nil, true, game.ReportRounds},
		{"XO", nil, false, game.ReportRounds},
		{"XO", &yes, true, game.ReportRounds},
		{"GE", &no, false, game.ReportRounds},
		{"KS", nil, false, game.ReportNone},
		{"me", nil, false, game.ReportNone},
		{"L2", nil, false, game.ReportNone},
		{"PU", &yes, true, game.ReportNone},
	} {
		p, err := gscOf(config.Provider{
			Family: config.FamilyGSC, BaseURL: "http://127.0.0.1:1", DataURL: "http://127.0.0.1:2", ID: "op", Secret: "secret",
			Product: c.product, GameType: "LC", Check: c.check,
		}, provider.Terms{})
		if err != nil {
			t.Errorf("%+v: %v", c, err)
			continue
		}
		can := p.Capabilities()
		source := map[game.ReportForm]string{game.ReportRounds: "gsc:op"}[c.report]
		if can.CheckByReference != c.asks || can.Replay || !can.NeedsPassword || can.Source != source || can.Report != c.report ||
			can.Site != strings.ToUpper(c.product) {
			t.Errorf("%+v: %+v", c, can)
		}
	}
	if _, err := gscOf(config.Provider{Family: config.FamilyGSC, Product: "jy"}, provider.Terms{}); err == nil {
		t.Error("a product that answers before it decides was accepted")
	}
}
