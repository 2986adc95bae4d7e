package app

import (
	"krapao/connect/provider/amblotto"
	"krapao/game"
	"krapao/internal/config"
)

func ambLottoOf(p config.Provider, t terms) (game.Provider, error) {
	return amblotto.New(amblotto.Config{
		BaseURL: p.BaseURL, Agent: p.ID, Key: p.Secret, Prefix: p.Prefix, Master: p.Product, Turn: p.Turn,
		Step: t.Step, Stakes: t.Stakes, NotFoundWindow: t.NotFoundWindow, ReportLag: t.ReportLag, Source: t.Source, Line: t.Line,
	}), nil
}
