package cli

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strconv"

	"krapao/chat"
	"krapao/operator"
)

type chats struct {
	List     chatList     `cmd:"" help:"List conversations, those that wait for a person first."`
	Show     chatShow     `cmd:"" help:"Show the messages of a conversation (audited)."`
	Reply    chatReply    `cmd:"" help:"Send a reply; from then on a person answers, and the rules are silent."`
	End      chatEnd      `cmd:"" help:"End the conversation: its next message begins a new one."`
	Handover chatHandover `cmd:"" help:"Hand a conversation over from the rules to a person."`
	Release  chatRelease  `cmd:"" help:"Return a conversation to the rules."`
	Assign   chatAssign   `cmd:"" help:"Hand a conversation to an operator, or put it back for whoever is free."`
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

type chatShow struct {
	who
	limit
	ID   string `arg:""`
	Skip int    `help:"How many of the newest messages to skip."`
}

// Run shows the newest messages, in the order in which they were sent.
func (c chatShow) Run(ctx context.Context, s *Services, out io.Writer) error {
	x, messages, err := s.Conversations.Show(ctx, c.decision(c.ID), c.Limit, max(c.Skip, 0))
	if err != nil {
		return err
	}
	slices.Reverse(messages)
	rows := make([][]string, 0, len(messages))
	for _, m := range messages {
		from := string(m.Sender)
		if m.Sender == chat.Other {
			from = "rules"
		}
		if m.Operator != "" {
			from = m.Operator
		}
		if m.Sender == chat.Customer && x.Member == "" {
			from = "guest"
		}
		rows = append(rows, []string{stamp(m.CreatedAt), from, string(m.Type), string(m.Payload)})
	}
	_, err = fmt.Fprintf(out, "%s %s, %s answers, the customer has seen %d of %d\n",
		x.ID, cmp.Or(x.Member, "guest"), x.State, x.ReadByCustomer, x.Messages)
	if err != nil {
		return err
	}
	return table(out, "at from type said", rows)
}

type chatReply struct {
	signedIn

	Reason   string `default:"a reply" placeholder:"TEXT" help:"Why."`
	ClientID string `name:"client-id" placeholder:"ID" help:"Your own ID of this reply: the same ID again sends it once."`
	JSON     bool   `name:"json" xor:"what" help:"TEXT is a message as on the wire: {message_type, payload}."`
	Image    string `xor:"what" placeholder:"FILE" help:"Send a picture: png, jpeg or gif, 10 MB at most. TEXT is its caption."`
	Video    string `xor:"what" placeholder:"FILE" help:"Send a film: mp4 or quicktime, 20 MB at most. TEXT is its caption."`
	ID       string `arg:""`
	Text     string `arg:"" optional:""`
}

// Run replies.
func (c chatReply) Run(ctx context.Context, s *Services, out io.Writer, open opener) error {
	d := operator.Decision{By: c.As, Subject: c.ID, Reason: c.Reason, Session: c.InSession}
	said, err := c.content(func(kind chat.Kind, name string) (path string, err error) {
		f, err := open(name)
		if err != nil {
			return "", err
		}
		defer func() { _ = f.Close() }()
		return s.Conversations.Upload(ctx, d, kind, f.size, f)
	})
	if err != nil {
		return err
	}
	m, err := s.Conversations.Reply(ctx, d, c.ClientID, said)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "said at %s\n", stamp(m.CreatedAt))
	return err
}

// content returns the content of the reply, after it has uploaded the file.
func (c chatReply) content(upload func(kind chat.Kind, name string) (path string, err error)) (chat.Content, error) {
	kind, name := chat.Image, c.Image
	if c.Video != "" {
		kind, name = chat.Video, c.Video
	}
	if name != "" {
		path, err := upload(kind, name)
		if err != nil {
			return chat.Content{}, err
		}
		return chat.FileFromHouse(kind, path, filepath.Base(name), c.Text)
	}
	if !c.JSON {
		payload, err := json.Marshal(c.Text)
		if err != nil {
			return chat.Content{}, err
		}
		return chat.FromHouse(chat.Text, payload)
	}
	var m struct {
		Type    chat.Type       `json:"message_type"`
		Payload json.RawMessage `json:"payload"`
	}
	if err := json.Unmarshal([]byte(c.Text), &m); err != nil {
		return chat.Content{}, fmt.Errorf("operator: a message is {message_type, payload}: %w", err)
	}
	return chat.FromHouse(m.Type, m.Payload)
}

type chatEnd struct {
	who
	ID string `arg:""`
}

// Run ends a conversation.
func (c chatEnd) Run(ctx context.Context, s *Services, out io.Writer) error {
	o, err := s.Conversations.End(ctx, c.decision(c.ID))
	return say(out, o, err)
}

type chatHandover struct {
	who
	ID string `arg:""`
}

// Run hands a conversation over.
func (c chatHandover) Run(ctx context.Context, s *Services, out io.Writer) error {
	o, err := s.Conversations.HandOver(ctx, c.decision(c.ID))
	return say(out, o, err)
}

type chatRelease struct {
	who
	ID string `arg:""`
}

// Run returns a conversation to the rules.
func (c chatRelease) Run(ctx context.Context, s *Services, out io.Writer) error {
	o, err := s.Conversations.Release(ctx, c.decision(c.ID))
	return say(out, o, err)
}

type chatAssign struct {
	who
	Take bool   `help:"Take it from the operator who has it: a chief."`
	ID   string `arg:""`
	To   string `arg:"" optional:"" help:"An operator; nobody if left out."`
}

// Run makes a conversation an operator's.
func (c chatAssign) Run(ctx context.Context, s *Services, out io.Writer) error {
	o, err := s.Conversations.Assign(ctx, c.decision(c.ID), c.To, c.Take)
	return say(out, o, err)
}
