package keyring

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"krapao/internal/keyring/internal/keyringdb"
	"krapao/internal/secret"
)

// Status returns lines for an operator: the versions of the keys, and how many texts are sealed under former ones.
func (r *Ring) Status(ctx context.Context) ([]string, error) {
	rows, err := keyringdb.New(r.store.DB()).Ring(ctx)
	if err != nil {
		return nil, fmt.Errorf("keyring: %w", err)
	}
	current, ready := newest(rows)
	lines := []string{
		fmt.Sprintf("versions of the master key here: %s; the database's keys were made under version %d",
			numbers(slices.Sorted(maps.Keys(r.masters))), current.Born),
		fmt.Sprintf("encryption key %d, since %s", current.Version, current.MadeAt.Time().Format(time.DateTime)),
	}
	switch {
	case current.Born < int64(r.masters.Newest()):
		return append(lines, "a newer version of the master key waits: krapao secrets rotate"), nil
	case ready:
		return append(lines, "nothing is sealed under a former key"), nil
	}
	left := 0
	for _, c := range columns {
		n, err := r.former(ctx, c)
		if err != nil {
			return nil, fmt.Errorf("keyring: %w", err)
		}
		left += n
	}
	return append(lines,
		fmt.Sprintf("a rotation is not at its end, %d texts are sealed under a former key: krapao secrets rotate", left)), nil
}

func numbers(versions []uint32) string {
	texts := make([]string, len(versions))
	for i, v := range versions {
		texts[i] = strconv.FormatUint(uint64(v), 10)
	}
	return strings.Join(texts, ", ")
}

// former counts the texts of a column that are sealed under a former key.
func (r *Ring) former(ctx context.Context, c column) (n int, err error) {
	for at := (position{}); ; {
		rows, err := c.after(ctx, r.store, at, page)
		if err != nil || len(rows) == 0 {
			return n, err
		}
		for _, row := range rows {
			if version, ok := secret.SealedUnder(row.sealed); ok && version < r.Box.Version() {
				n++
			}
		}
		at = rows[len(rows)-1].at
	}
}
