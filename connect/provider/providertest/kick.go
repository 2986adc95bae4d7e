package providertest

import (
	"errors"
	"io"
	"net/http"
	"strings"

	"krapao/game"
)

// kick: it ends what a launch opened, where the protocol can.
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
		b.t.Error("what was launched is not open")
	}
	if err := b.Kick(ctx, b.player()); err != nil {
		b.t.Fatal(err)
	}
	if b.plays(page.URL) {
		b.t.Error("what was launched is open still")
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

// plays tells whether an address leads into the lobby's game, and not to its login.
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
