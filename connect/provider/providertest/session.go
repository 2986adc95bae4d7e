package providertest

import (
	"errors"
	"io"
	"net/http"
	"strings"

	"krapao/game"
)

// kick: it ends the session that a launch opened, where the protocol can.
func kick(b *bundle) {
	ctx := b.t.Context()
	if !b.Capabilities().Kick {
		if err := b.Kick(ctx, b.player()); !errors.Is(err, game.ErrUnsupported) {
			b.t.Errorf("%v", err)
		}
		return
	}
	page, err := b.Launch(ctx, game.Visit{Player: b.player(), Lang: "en"})
	if err != nil {
		b.t.Fatal(err)
	}
	if !b.plays(page.URL) {
		b.t.Error("the launched page is not open")
	}
	if err := b.Kick(ctx, b.player()); err != nil {
		b.t.Fatal(err)
	}
	if b.plays(page.URL) {
		b.t.Error("the launched page is still open")
	}
	if err := b.Kick(ctx, b.nobody()); err == nil {
		b.t.Error("an account that does not exist was kicked")
	}
	b.fault("kick", "refuse", 0)
	if err := b.Kick(ctx, b.player()); !errors.Is(err, game.ErrRefused) {
		b.t.Errorf("refused: %v", err)
	}
	for _, mode := range silent {
		b.fault("kick", mode, 0)
		err := b.Kick(ctx, b.player())
		if err == nil || errors.Is(err, game.ErrRefused) {
			b.t.Errorf("%s: %v is not unknown", mode, err)
			continue
		}
		b.quiet(err.Error())
	}
}

// plays reports whether an address leads into the lobby's game, and not to its login.
func (b *bundle) plays(address string) bool {
	b.t.Helper()
	request, err := http.NewRequestWithContext(b.t.Context(), http.MethodGet, address, nil)
	if err != nil {
		b.t.Fatal(err)
	}
	answer, err := b.outside.Client().Do(request)
	if err != nil {
		b.t.Fatal(err)
	}
	defer func() { _ = answer.Body.Close() }()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		b.t.Fatal(err)
	}
	return answer.StatusCode == http.StatusOK && !strings.Contains(string(text), `type="password"`)
}

func launch(b *bundle) {
	page, err := b.Launch(b.t.Context(), game.Visit{Player: b.player(), Mobile: true, Lang: "th"})
	if err != nil {
		b.t.Fatal(err)
	}
	if !b.plays(page.URL) {
		b.t.Error("the launched page is not open")
	}
	visit := game.Visit{Player: b.player(), Lang: "en"}
	b.fault("launch", "refuse", 0)
	if page, err := b.Launch(b.t.Context(), visit); !errors.Is(err, game.ErrRefused) {
		b.t.Errorf("refused: %+v, %v", page, err)
	} else {
		b.quiet(err.Error())
	}
	for _, mode := range silent {
		b.fault("launch", mode, 0)
		page, err := b.Launch(b.t.Context(), visit)
		if err == nil || errors.Is(err, game.ErrRefused) {
			b.t.Errorf("%s: %+v, %v is not unknown", mode, page, err)
			continue
		}
		b.quiet(err.Error())
	}
}
