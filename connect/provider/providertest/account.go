package providertest

import (
	"errors"

	"krapao/game"
	"krapao/money"
)

func ensure(b *bundle) {
	ctx := b.t.Context()
	if err := b.Ensure(ctx, game.Player{Username: b.user, Password: password}); err != nil {
		b.t.Errorf("an account that exists is fine: %v", err)
	}
	b.fault("create", "refuse", 0)
	if err := b.Ensure(ctx, b.fresh()); !errors.Is(err, game.ErrRefused) {
		b.t.Errorf("refused: %v", err)
	}
	for _, mode := range silent {
		b.fault("create", mode, 0)
		account := b.fresh()
		err := b.Ensure(ctx, account)
		if err == nil || errors.Is(err, game.ErrRefused) {
			b.t.Errorf("%s: %v is not unknown", mode, err)
			continue
		}
		b.quiet(err.Error())
		if err := b.Ensure(ctx, account); err != nil {
			b.t.Errorf("again after %s: %v", mode, err)
		}
	}
}

func balance(b *bundle) {
	ctx := b.t.Context()
	b.fund(123 * money.Credit)
	b.outside.Round(b.subject.Code, b.user, "1", "0.1234")
	got, err := b.Balance(ctx, b.player())
	if err != nil || got.Credits != b.holds() || got.Credits != 122*money.Credit+1234 {
		b.t.Errorf("%+v, %v", got, err)
	}
	if _, err := b.Balance(ctx, b.nobody()); err == nil {
		b.t.Error("an account that does not exist has a balance")
	}
	for _, mode := range append(silent, "refuse") {
		b.fault("balance", mode, 0)
		got, err := b.Balance(ctx, b.player())
		if err == nil {
			b.t.Errorf("%s: read %+v", mode, got)
			continue
		}
		b.quiet(err.Error())
	}
}

func passwords(b *bundle) {
	ctx := b.t.Context()
	old := game.Player{Username: b.user, Password: password}
	if !b.Capabilities().SetPassword {
		if err := b.SetPassword(ctx, old, "Another12345"); !errors.Is(err, game.ErrUnsupported) {
			b.t.Errorf("%v", err)
		}
		return
	}
	if got := b.outside.Account(b.subject.Code, b.user).Password; got != password {
		b.t.Errorf("after Ensure the password is %q", got)
	}
	if err := b.SetPassword(ctx, old, "Another12345"); err != nil {
		b.t.Fatal(err)
	}
	if got := b.outside.Account(b.subject.Code, b.user).Password; got != "Another12345" {
		b.t.Errorf("the password is %q", got)
	}
	old.Password = "Another12345"
	b.fault("password", "refuse", 0)
	if err := b.SetPassword(ctx, old, "Third12345"); !errors.Is(err, game.ErrRefused) {
		b.t.Errorf("refused: %v", err)
	}
	for _, mode := range silent {
		b.fault("password", mode, 0)
		err := b.SetPassword(ctx, old, "Fourth12345")
		if err == nil || errors.Is(err, game.ErrRefused) {
			b.t.Errorf("%s: %v is not unknown", mode, err)
			continue
		}
		b.quiet(err.Error())
	}
}
