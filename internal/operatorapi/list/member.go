package list

import (
	"context"
	"strings"
)

// MemberRef names a member in an answer.
type MemberRef struct {
	ID    string   `json:"id"`
	Name  string   `json:"name"`
	Phone string   `doc:"Masked where opening it is not recorded" json:"phone"`
	State string   `enum:"active,shut out,deactivated,closed"     json:"state"`
	Flags []string `json:"flags"`
}

// Members finds members for answers.
type Members interface {
	// Refs returns those that there are, by their IDs, with masked phones (Masked).
	Refs(ctx context.Context, ids []string) (map[string]MemberRef, error)
}

// Named returns the members of rows, by their IDs. member is a row's; empty: it has none.
func Named[R any](ctx context.Context, members Members, rows []R, member func(R) string) (map[string]MemberRef, error) {
	var ids []string
	for _, row := range rows {
		if id := member(row); id != "" {
			ids = append(ids, id)
		}
	}
	return members.Refs(ctx, ids)
}

// Masked is a phone as lists show it: 081-xxx-4567.
func Masked(phone string) string {
	const first, last = 3, 4
	if len(phone) < first+last {
		return "xxx"
	}
	return phone[:first] + "-xxx-" + phone[len(phone)-last:]
}

// Subject is what a decision was about, as lists show it: some decisions about a member name it by its phone.
func Subject(text string) string {
	const shortest = 9 // digits of a phone
	if len(text) >= shortest && strings.Trim(text, "0123456789") == "" {
		return Masked(text)
	}
	return text
}
