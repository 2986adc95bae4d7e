package chat

import (
	"context"
	"strconv"

	"krapao/chat"
	"krapao/internal/httpx"
	"krapao/internal/httpx/wire"
	"krapao/internal/operatorapi/list"
	"krapao/operator"
	"krapao/operator/queue"
)

// OperatorConversation is a conversation as operators see it.
type OperatorConversation struct {
	ID             string                        `json:"id"`
	Member         wire.Nullable[list.MemberRef] `json:"member" doc:"null: a guest"`
	Language       string                        `json:"language" enum:"th,lo,en" doc:"Of the customer's app when it last wrote"`
	State          string                        `json:"state" enum:"rules,waiting,person" doc:"Who answers; waiting: for a person's first answer"`
	Open           bool                          `json:"open" doc:"false: the next message begins a new session"`
	Messages       int64                         `json:"messages" doc:"The number of the last message"`
	ReadByCustomer int64                         `json:"readByCustomer" doc:"The number of the last message that it has seen"`
	ReadByHouse    int64                         `json:"readByHouse"`
	Unread         int64                         `json:"unread" doc:"How many the house has not seen"`
	WaitingSince   *wire.Time                    `json:"waitingSince" nullable:"true" doc:"Of the customer's first message that no person has answered; null: none"`
	Due            *wire.Time                    `json:"due" nullable:"true" doc:"Until when the house has promised that answer"`
	LastAt         wire.Time                     `json:"lastAt"`
	Operator       *string                       `json:"operator" doc:"Whose it is: who took it, or answered last; null: nobody's"`
	Claim          wire.Nullable[OperatorClaim]  `json:"claim" doc:"Who alone may answer for now; null: anybody"`
}

// OperatorClaim says who has a conversation for now.
type OperatorClaim struct {
	By    string    `json:"by"`
	Until wire.Time `json:"until"`
}

// ListedConversation is one of the list, with the beginning of its last message.
type ListedConversation struct {
	OperatorConversation

	Last LastMessage `json:"last"`
}

// LastMessage is the beginning of a message.
type LastMessage struct {
	Sender   string  `json:"sender" enum:"customer,other"`
	Operator *string `json:"operator" doc:"Whose reply it is; null: the customer's, or the rules'"`
	Type     string  `json:"type" doc:"The kind of message, like message_type"`
	Text     string  `json:"text" doc:"At most 140 characters; empty of a file without words"`
}

// Asked are the filters of the list.
type Asked struct {
	list.Query

	Show     string `doc:"waiting: for a person; mine, others: the open ones that are the caller's, or another's; ended; none of these: all" enum:"waiting,mine,others,ended" query:"show"`
	Unread   bool   `doc:"Only those with messages that the house has not seen" query:"unread"`
	Language string `enum:"th,lo,en" query:"language"`
	Member   string `doc:"A member's id" maxLength:"32" query:"member"`
}

func (in *Asked) filters() list.Filters {
	f := list.Filters{"show": in.Show, "language": in.Language, "member": in.Member}
	if in.Unread {
		f["unread"] = strconv.FormatBool(true)
	}
	return f
}

// keeps reports whether a conversation is asked for. has is whose it is.
func (in *Asked) keeps(x chat.Listed, has, me string) bool {
	if in.Unread && x.Messages <= x.ReadByHouse || in.Language != "" && x.Language != in.Language ||
		in.Member != "" && x.Member != in.Member {
		return false
	}
	switch in.Show {
	case "waiting":
		return !x.WaitingSince.IsZero()
	case "mine":
		return x.Open && has == me
	case "others":
		return x.Open && has != "" && has != me
	case "ended":
		return !x.Open
	}
	return true
}

// handleList answers GET /api/chat. Who has a conversation, and what customers say, are in no audit log, so it is read on the
// primary.
func (c *Room) handleList(ctx context.Context, in *Asked) (*httpx.Reply[list.Page[ListedConversation]], error) {
	me := httpx.StateOf(ctx).Operator
	claims, err := c.Claims.Live(ctx)
	if err != nil {
		return nil, err
	}
	listing := chat.Listing{Waiting: in.Show == "waiting", Member: in.Member}
	if in.Show == "mine" {
		listing.Operator = me
	}
	all := list.List[chat.Listed, chat.Place, ListedConversation]{
		Name: "chat", Primary: true, Key: chat.Listed.Place, Columns: columns,
		Show: func(ctx context.Context, rows []chat.Listed) ([]ListedConversation, error) {
			return c.shown(ctx, claims, rows)
		},
	}
	return all.Read(ctx, c.Lists, in.Query, list.Rows[chat.Listed, chat.Place]{
		Filters: in.filters(),
		Read: func(ctx context.Context, after *chat.Place, most int) ([]chat.Listed, error) {
			return c.Talks.Desk(ctx, listing, after, most)
		},
		Keep: func(x chat.Listed) bool { return in.keeps(x, has(x.Conversation, claimIn(claims, x.ID)), me) },
	})
}

// has is whose a conversation is: who has claimed it, or else who took it or answered last.
func has(x chat.Conversation, claim *queue.Claim) string {
	if claim != nil {
		return claim.By
	}
	return x.Operator
}

func claimIn(claims map[operator.Ref]queue.Claim, id string) *queue.Claim {
	if claim, is := claims[itemOf(id)]; is {
		return &claim
	}
	return nil
}

func itemOf(id string) operator.Ref { return operator.Ref{Kind: operator.ItemChat, ID: id} }

// shown makes rows what the contract says.
func (c *Room) shown(ctx context.Context, claims map[operator.Ref]queue.Claim, rows []chat.Listed) ([]ListedConversation, error) {
	members, err := list.Named(ctx, c.Members, rows, func(x chat.Listed) string { return x.Member })
	if err != nil {
		return nil, err
	}
	promises, err := c.Promises(ctx)
	if err != nil {
		return nil, err
	}
	shown := make([]ListedConversation, len(rows))
	for n, x := range rows {
		shown[n] = ListedConversation{
			conversationOf(x.Conversation, claimIn(claims, x.ID), members, promises),
			LastMessage{string(x.Last.Sender), wire.TextOrNull(x.Last.Operator), string(x.Last.Type), x.Last.Preview()},
		}
	}
	return shown, nil
}

func conversationOf(
	x chat.Conversation, claim *queue.Claim, members map[string]list.MemberRef, promises queue.Promises,
) OperatorConversation {
	shown := OperatorConversation{
		ID: x.ID, Language: x.Language, State: x.State, Open: x.Open, Messages: x.Messages,
		ReadByCustomer: x.ReadByCustomer, ReadByHouse: x.ReadByHouse, Unread: x.Messages - x.ReadByHouse,
		WaitingSince: wire.TimeOrNull(x.WaitingSince), Due: wire.TimeOrNull(promises.Until(queue.Chat, x.WaitingSince)),
		LastAt: wire.Time(x.LastAt), Operator: wire.TextOrNull(x.Operator),
	}
	if m, known := members[x.Member]; known {
		shown.Member = wire.NullableOf(m)
	}
	if claim != nil {
		shown.Claim = wire.NullableOf(OperatorClaim{claim.By, wire.Time(claim.Until)})
	}
	return shown
}

// columns are the file's. It has no names, no phones, and nothing of what was said.
var columns = []list.Column[chat.Listed]{
	{Name: "id", Cell: func(x chat.Listed) any { return x.ID }},
	{Name: "member", Cell: func(x chat.Listed) any { return x.Member }},
	{Name: "language", Cell: func(x chat.Listed) any { return x.Language }},
	{Name: "state", Cell: func(x chat.Listed) any { return x.State }},
	{Name: "operator", Cell: func(x chat.Listed) any { return x.Operator }},
	{Name: "messages", Cell: func(x chat.Listed) any { return x.Messages }},
	{Name: "unread", Cell: func(x chat.Listed) any { return x.Messages - x.ReadByHouse }},
	{Name: "waiting_since", Cell: func(x chat.Listed) any { return x.WaitingSince }},
	{Name: "last_at", Cell: func(x chat.Listed) any { return x.LastAt }},
}
