package app

import (
	"testing"

	"krapao/game"
	"krapao/internal/config"
)

// AMB lotto tells play and open bets only where the file says that it does so by our references.
func TestTurnOfAMBLotto(t *testing.T) {
	t.Parallel()
	for turn, want := range map[bool]struct {
		stakes game.Stakes
		report game.ReportForm
	}{false: {game.StakesUnknown, game.ReportNone}, true: {game.StakesReported, game.ReportCounters}} {
		file := config.Provider{
			Family: config.FamilyAMBLotto, BaseURL: "http://127.0.0.1:1", ID: "agent", Secret: "key", Prefix: "lot", Product: "master", Turn: turn,
		}
		p, err := ambLottoOf(file, terms{Source: "huayhd"})
		if err != nil || file.Valid() != nil {
			t.Errorf("%v: %v, %v", turn, err, file.Valid())
			continue
		}
		can := p.Capabilities()
		if can.Stakes != want.stakes || can.Report != want.report || can.NeedsFirst != turn || !can.Replay || can.CheckByReference || !can.NeedsPassword {
			t.Errorf("%v: %+v", turn, can)
		}
	}
}
