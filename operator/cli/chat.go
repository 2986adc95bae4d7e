package cli

import (
	"cmp"
	"context"
	"io"
	"strconv"
)

type chats struct {
	List chatList `cmd:"" help:"List conversations, those that wait for a person first."`
}

type chatList struct{ limit }

// Run lists.
func (c chatList) Run(ctx context.Context, s *Services, out io.Writer) error {
	list, err := s.Conversations.List(ctx, c.Limit)
	if err != nil {
		return err
	}
	rows := make([][]string, 0, len(list))
	for _, x := range list {
		who, waits, unread := cmp.Or(x.Member, "guest"), "", x.Messages-x.ReadByHouse
		if !x.WaitingSince.IsZero() {
			waits = stamp(x.WaitingSince)
		}
		rows = append(rows, []string{
			x.ID, who, x.State, strconv.FormatBool(x.Open), x.Language, strconv.FormatInt(x.Messages, 10),
			strconv.FormatInt(unread, 10), waits, stamp(x.LastAt),
		})
	}
	return table(out, "id who answers open language messages unread waiting-since last", rows)
}
