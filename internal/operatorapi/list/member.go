package list

import "context"

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

// Masked is a phone as lists show it: 081-xxx-4567.
func Masked(phone string) string {
	const first, last = 3, 4
	if len(phone) < first+last {
		return "xxx"
	}
	return phone[:first] + "-xxx-" + phone[len(phone)-last:]
}
