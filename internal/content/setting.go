package content

import (
	"context"
	"encoding/json"
	"fmt"

	"krapao/internal/clock"
	"krapao/internal/store"
)

// Setting is a section that its owner stores as one JSON value of type C.
type Setting[C any] struct {
	// Name is the beginning of each line about a change, and of each error.
	Name string
	// Check refuses a value that can't be put into force; it may correct C first.
	Check func(ctx context.Context, tx *store.Tx, c *C) error
}

// Keeper is the table of a setting: the queries of its owner.
type Keeper interface {
	Setting(ctx context.Context) (body string, err error)
	SetSetting(ctx context.Context, body string, updatedAt clock.Micros) error
}

// InForce returns the stored value: the zero C if none was set yet.
func (s Setting[C]) InForce(ctx context.Context, k Keeper) (c C, err error) {
	body, err := k.Setting(ctx)
	if err != nil && !store.NotFound(err) {
		return c, fmt.Errorf("%s: settings: %w", s.Name, err)
	}
	return s.Read(body)
}

// Read returns the value that its owner's table holds as body, for a query that reads more than the setting. Empty: the zero C,
// because none was set yet.
func (s Setting[C]) Read(body string) (c C, err error) {
	if body == "" {
		return c, nil
	}
	if err := json.Unmarshal([]byte(body), &c); err != nil {
		return c, fmt.Errorf("%s: settings: %w", s.Name, err)
	}
	return c, nil
}

// Current returns the stored value as Apply takes it. Nil: none was set yet.
func (s Setting[C]) Current(ctx context.Context, k Keeper) (json.RawMessage, error) {
	body, err := k.Setting(ctx)
	if store.NotFound(err) || err == nil && body == "" {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("%s: settings: %w", s.Name, err)
	}
	return json.RawMessage(body), nil
}

// Apply applies the section of a content file and returns one line for each value that changes, none if nothing does.
func (s Setting[C]) Apply(ctx context.Context, tx *store.Tx, k Keeper, section json.RawMessage) (changes []string, err error) {
	var c C
	if err := Strict(section, &c); err != nil {
		return nil, fmt.Errorf("%s: %w", s.Name, err)
	}
	if err := s.Check(ctx, tx, &c); err != nil {
		return nil, err
	}
	body, err := json.Marshal(c)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", s.Name, err)
	}
	old, err := k.Setting(ctx)
	if err != nil && !store.NotFound(err) {
		return nil, fmt.Errorf("%s: settings: %w", s.Name, err)
	}
	if old == string(body) {
		return nil, nil
	}
	if err := k.SetSetting(ctx, string(body), clock.MicrosOf(tx.Now)); err != nil {
		return nil, fmt.Errorf("%s: settings: %w", s.Name, err)
	}
	return Diff(s.Name, []byte(old), body), ChangedTx(ctx, tx)
}
