package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"krapao/cmd/krapao/demo"
	"krapao/cmd/krapao/internal/demodb"
	"krapao/internal/app"
	"krapao/internal/content"
	"krapao/internal/store"
)

// applyDemoContent fills a fresh database, and gives one of an earlier version the sections that came since. What an
// operator has changed stays, as does every section that the database has a version of.
func applyDemoContent(ctx context.Context, a *app.App) error {
	doc, err := demo.Document()
	if err != nil {
		return err
	}
	there, err := demodb.New(a.Store.DB()).DemoSections(ctx)
	if err != nil {
		return fmt.Errorf("the demo's content cannot be looked at: %w", err)
	}
	if len(there) == 0 {
		if err := putDemoContent(ctx, a, doc); err != nil {
			return err
		}
		return seen(ctx, a)
	}
	for _, name := range there {
		delete(doc, name)
	}
	for _, s := range a.Sections() {
		section, missing := doc[s.Name]
		if !missing {
			continue
		}
		// One that does not fit what an operator has made of the others is not worth a demo that does not start.
		if err := putDemoContent(ctx, a, content.Document{s.Name: section}); err != nil {
			slog.WarnContext(ctx, "a section of the demo's content is left out", "section", s.Name, "error", err)
		}
	}
	return nil
}

func putDemoContent(ctx context.Context, a *app.App, doc content.Document) error {
	put := func() error {
		_, err := content.Apply(ctx, a.Store, a.Sections(), doc, false)
		return err
	}
	err := put()
	if errors.Is(err, store.ErrUnique) {
		err = put() // another demo node was quicker: now the same is there, and nothing changes
	}
	return err
}

// seen waits until this node has the content too: where another one was quicker, it may still show for a moment what it
// found before, nothing, and a member who comes in that moment has no bank to choose.
func seen(ctx context.Context, a *app.App) error {
	for {
		banks, err := a.Lookup.Banks(ctx)
		if len(banks) > 0 || err != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(100 * time.Millisecond):
		}
	}
}
