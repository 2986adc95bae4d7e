package app

import (
	"krapao/connect/provider/joker"
	"krapao/game"
	"krapao/internal/config"
)

func jokerOf(p config.Provider, t terms) (game.Provider, error) {
	return joker.New(joker.Config{
		BaseURL: p.BaseURL, LaunchURL: p.LaunchURL, AppID: p.ID, Secret: p.Secret,
		Step: t.Step, Stakes: t.Stakes, NotFoundWindow: t.NotFoundWindow,
		ReportLag: t.ReportLag, Source: t.Source, Line: t.Line,
	}), nil
}
