package app

import (
	"krapao/connect/provider/betflix"
	"krapao/game"
	"krapao/internal/config"
)

func betflixOf(p config.Provider, t terms) (game.Provider, error) {
	return betflix.New(betflix.Config{
		BaseURL: p.BaseURL, LaunchURL: p.LaunchURL, Header: p.Header, ID: p.ID, Key: p.Secret, Prefix: p.Prefix,
		Maker: p.Product, Game: p.Lobby, NoCheck: p.Check != nil && !*p.Check, List: p.List,
		Step: t.Step, Stakes: t.Stakes, NotFoundWindow: t.NotFoundWindow, ReportLag: t.ReportLag, Source: t.Source, Line: t.Line,
	}), nil
}
