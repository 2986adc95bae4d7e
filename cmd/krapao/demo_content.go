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

// applyDemoContent fills an empty database, and adds the sections that are new to the database of an earlier version. A
// section that the database has stays as it is, with an operator's changes.
func applyDemoContent(ctx context.Context, a *app.App) error {
	doc, err := demo.Document()
	if err != nil {
		return err
	}
	there, err := demodb.New(a.Store.DB()).DemoSections(ctx)
	if err != nil {
		return fmt.Errorf("the demo's content cannot be read: %w", err)
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
		// A section may not fit what an operator has made of the others. The demo starts without it.
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
		err = put() // another demo node was quicker: this time nothing changes
	}
	return err
}

// seen waits until this node has the content in its cache. Where another node wrote it, this one may still have none for a
// moment, and a member who registers then has no bank to choose.
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
