package app

import (
	"krapao/connect/provider/pragmatic"
	"krapao/game"
	"krapao/internal/config"
)

func pragmaticOf(p config.Provider, t terms) (game.Provider, error) {
	return pragmatic.New(pragmatic.Config{
		BaseURL: p.BaseURL, DataURL: p.DataURL, SecureLogin: p.ID, Secret: p.Secret,
		Currency: p.Currency, Lobby: p.Lobby, DataType: p.GameType, InQuery: p.InQuery,
		Step: t.Step, Stakes: t.Stakes, NotFoundWindow: t.NotFoundWindow, ReportLag: t.ReportLag, Source: t.Source, Line: t.Line,
	}), nil
}
