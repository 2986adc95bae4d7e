package app

import (
	"krapao/connect/provider/pg"
	"krapao/game"
	"krapao/internal/config"
)

func pgOf(p config.Provider, t terms) (game.Provider, error) {
	return pg.New(pg.Config{
		BaseURL: p.BaseURL, DataURL: p.DataURL, LaunchURL: p.LaunchURL, OperatorToken: p.ID, SecretKey: p.Secret,
		Currency: p.Currency, Lobby: p.Lobby,
		Step: t.Step, Stakes: t.Stakes, NotFoundWindow: t.NotFoundWindow, ReportLag: t.ReportLag, Source: t.Source, Line: t.Line,
	}), nil
}
