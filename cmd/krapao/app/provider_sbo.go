package app

import (
	"krapao/connect/provider/sbo"
	"krapao/game"
	"krapao/internal/config"
)

func sboOf(p config.Provider, t terms) (game.Provider, error) {
	return sbo.New(sbo.Config{
		BaseURL: p.BaseURL, DataURL: p.DataURL, Agent: p.ID, CompanyKey: p.Secret, Portfolio: p.Product, NotFoundID: p.NotFoundID,
		Step: t.Step, Stakes: t.Stakes, NotFoundWindow: t.NotFoundWindow, ReportLag: t.ReportLag, Source: t.Source, Line: t.Line,
	}), nil
}
