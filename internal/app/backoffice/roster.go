package backoffice

import (
	"context"
	"maps"
	"slices"

	"krapao/internal/operatorapi/list"
	"krapao/member"
	"krapao/operator/flag"
)

// roster are the members as lists of operators name them.
type roster struct {
	members *member.Service
	flags   *flag.Flags
}

// Refs implements list.Members. It reads the members in one statement, and what they are marked with in another: a page names as
// many as it has rows. A decision may be about nobody whom the house knows.
func (r roster) Refs(ctx context.Context, ids []string) (map[string]list.MemberRef, error) {
	wanted := slices.Compact(slices.Sorted(slices.Values(ids)))
	rows, err := r.members.Briefs(ctx, slices.DeleteFunc(wanted, func(id string) bool { return id == "" })...)
	if err != nil {
		return nil, err
	}
	found := map[string]list.MemberRef{}
	for _, m := range rows {
		found[m.ID] = list.MemberRef{ID: m.ID, Name: m.Name, Phone: list.Masked(m.Username), State: m.State, Flags: []string{}}
	}
	return found, r.mark(ctx, found)
}

// mark adds the house's flags.
func (r roster) mark(ctx context.Context, found map[string]list.MemberRef) error {
	codes, err := r.flags.Codes(ctx, slices.Collect(maps.Keys(found))...)
	for id, flags := range codes {
		ref := found[id]
		ref.Flags = flags
		found[id] = ref
	}
	return err
}
