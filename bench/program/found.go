package program

import (
	"context"
	"encoding/base64"
	"errors"
	"log/slog"

	"krapao/cmd/krapao/demo"
	"krapao/internal/app"
	"krapao/internal/argon"
	"krapao/internal/config"
	"krapao/internal/content"
	"krapao/internal/keyring"
	"krapao/internal/store"
)

// masterKey is the installations' own: nothing in them is worth more.
var masterKey = []byte("a benchmark's key, of 32 letters")

// MasterKey is the key of what Found makes, as KRAPAO_MASTER_KEY has it.
func MasterKey() string { return base64.StdEncoding.EncodeToString(masterKey) }

// Masters are the same, as a program takes them.
func Masters() keyring.Masters { return keyring.Masters{1: masterKey} }

// Found fills a new database before the first node runs on it: the demo's content, and what fill adds. It is done in this process
// by the product's own code, without the slow hash of passwords.
func Found(ctx context.Context, c store.Config, fill func(a *app.App) error) (err error) {
	s, err := store.Open(ctx, c)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	if _, err := s.Migrate(ctx); err != nil {
		return err
	}
	a, err := app.Build(ctx, app.Config{
		Node: config.Node{Limits: "off"}, Outside: app.Sandboxed("http://127.0.0.1:1"), Store: s,
		Masters: Masters(), PlainOutside: "http://127.0.0.1:1", Demo: true,
		Log: slog.New(slog.DiscardHandler), Argon: argon.Cost{Memory: 8, Passes: 1, Threads: 1},
	})
	if err != nil {
		return err
	}
	defer a.Close()
	doc, err := demo.Document()
	if err != nil {
		return err
	}
	if _, err := content.Apply(ctx, s, a.Sections(), doc, false); err != nil {
		return err
	}
	return fill(a)
}
