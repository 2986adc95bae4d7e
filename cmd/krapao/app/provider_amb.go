package app

import (
	"krapao/connect/provider/amb"
	"krapao/game"
	"krapao/internal/config"
)

func ambOf(p config.Provider, t terms) (game.Provider, error) {
	return amb.New(amb.Config{
		BaseURL: p.BaseURL, Agent: p.ID, Secret: p.Secret, NoRounds: p.NoRounds,
		Step: t.Step, Stakes: t.Stakes, NotFoundWindow: t.NotFoundWindow,
		ReportLag: t.ReportLag, Source: t.Source, Line: t.Line,
	}), nil
}
