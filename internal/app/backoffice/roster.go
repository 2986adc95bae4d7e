package backoffice

import (
	"context"
	"maps"
	"slices"
	"time"

	"krapao/fault"
	"krapao/internal/operatorapi/list"
	"krapao/member"
	"krapao/member/state"
	"krapao/operator/flag"
	"krapao/protection"
)

// roster are the members as lists of operators name them.
type roster struct {
	members    *member.Service
	states     *state.Service
	protection *protection.Service
	flags      *flag.Flags
	now        func() time.Time
}

// Refs implements list.Members.
func (r roster) Refs(ctx context.Context, ids []string) (map[string]list.MemberRef, error) {
	found := map[string]list.MemberRef{}
	for _, id := range ids {
		if _, known := found[id]; known {
			continue
		}
		ref, err := r.ref(ctx, id)
		if fault.Is(err, fault.NO_USER) { // a decision about nobody whom the house knows
			continue
		}
		if err != nil {
			return nil, err
		}
		found[id] = ref
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

func (r roster) ref(ctx context.Context, id string) (list.MemberRef, error) {
	m, err := r.members.ByID(ctx, id)
	if err != nil {
		return list.MemberRef{}, err
	}
	ref := list.MemberRef{ID: m.ID, Name: m.Name, Phone: list.Masked(m.Username), State: "active", Flags: []string{}}
	if !m.Active {
		ref.State, err = r.ended(ctx, id)
		return ref, err
	}
	shut, err := r.states.Read(ctx, id)
	if now := r.now(); now.Before(shut.BreakUntil) || now.Before(shut.ExcludedUntil) {
		ref.State = "shut out"
	}
	return ref, err
}

// ended says whether the house has closed the account of a deactivated member.
func (r roster) ended(ctx context.Context, id string) (string, error) {
	closed, err := r.protection.Closed(ctx, id)
	if closed {
		return "closed", err
	}
	return "deactivated", err
}
