package operatorcli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"time"

	"krapao/internal/id"
	"krapao/internal/operatorapi/client"
	"krapao/operator/cli/sheet"
)

// members are the commands about a member's play and account.
type members struct {
	Show       byPhone       `call:"GET /api/member/{phone}" cmd:"" help:"Show one: what it has, what is under way and why (audited)."`
	Search     memberSearch  `aliases:"find" call:"GET /api/member/search" cmd:"" columns:"member.id member.name member.phone member.state holder match" help:"Find members by a phone, an account, a reference or its holder's name (audited)."` //nolint:lll // kong reads it in one piece
	Linked     memberPairs   `call:"GET /api/holder?open=true" cmd:"" columns:"id member.id other.id state foundAt note" help:"List cases: pairs that became linked with the normal form of names."`                                              //nolint:lll // kong reads it in one piece
	LinkClose  ofID          `call:"POST /api/holder/{id}/close" cmd:"" help:"Close such a case. It books nothing, and the two stay linked." name:"link-close"`                                                                                   //nolint:lll // kong reads it in one piece
	Break      memberBreak   `call:"POST /api/member/{phone}/break" cmd:"" help:"Shut a member out of play for 1 to 42 days. Nobody can shorten it."`
	Exclude    memberExclude `call:"POST /api/member/{phone}/exclude" cmd:"" help:"Shut a member out of play for 6 to 120 months. Nobody can shorten it."`          //nolint:lll // kong reads it in one piece
	Deactivate ofPhone       `call:"POST /api/member/{phone}/deactivate" cmd:"" help:"Shut a member out of its account. Its money comes home to its wallet."`       //nolint:lll // kong reads it in one piece
	Reactivate ofPhone       `call:"POST /api/member/{phone}/reactivate" cmd:"" help:"Let a deactivated member in again. Its own break or self-exclusion goes on."` //nolint:lll // kong reads it in one piece
	Close      ofPhone       `call:"POST /api/member/{phone}/close" cmd:"" help:"Deactivate a member and pay out everything, any amount of at least one baht."`     //nolint:lll // kong reads it in one piece
	Sessions   ofPhone       `call:"POST /api/member/{phone}/signout" cmd:"" help:"Log a member out everywhere. Its passwords at games change."`
}

type memberSearch struct {
	Text string `arg:"" query:"q"`
}

type memberPairs struct {
	list

	All everything `help:"Closed ones, too." query:"open"`
}

// everything is a flag for what is listed only if it is open, unless it is asked for.
type everything bool

// String is what the filter "open" is then.
func (everything) String() string { return "false" }

type memberBreak struct {
	ofPhone

	Days int `help:"1 to 42." json:"days" required:""`
}

type memberExclude struct {
	ofPhone

	Months int `help:"6 to 120." json:"months" required:""`
}

type chats struct {
	List     chatList   `call:"GET /api/chat" cmd:"" columns:"id member.id state open language messages unread waitingSince due operator claim.by lastAt" help:"List conversations, those that wait for a person first."` //nolint:lll // kong reads it in one piece
	Show     chatShow   `cmd:"" help:"Show the messages of a conversation (audited)."`
	Reply    chatReply  `cmd:"" help:"Send a reply; from then on a person answers, and the rules are silent."`
	End      because    `call:"POST /api/chat/{id}/end" cmd:"" help:"End the conversation: its next message begins a new one."`
	Handover because    `call:"POST /api/chat/{id}/handover" cmd:"" help:"Hand a conversation over from the rules to a person."`
	Release  because    `call:"POST /api/chat/{id}/release" cmd:"" help:"Return a conversation to the rules."`
	Assign   chatAssign `call:"POST /api/chat/{id}/assign" cmd:"" help:"Hand a conversation to an operator, or put it back for whoever is free."`
}

type chatList struct {
	list

	Show string `enum:",waiting,mine,others,ended" default:"" help:"waiting, mine, others or ended; all if left out." query:"show"`
}

// because is a decision that needs no more than a reason.
type because struct {
	byID

	Reason string `help:"Why." json:"reason" placeholder:"TEXT" required:""`
}

type chatAssign struct {
	byID

	Reason string `help:"Why." json:"reason,omitempty" placeholder:"TEXT"`
	Take   bool   `help:"Take it from the operator who has it: a chief." json:"take,omitempty"`
	To     string `arg:"" help:"An operator; nobody if left out." json:"to" optional:""`
}

type chatShow struct {
	byID

	Limit  int   `default:"50" help:"How many at most."`
	Before int64 `help:"The messages before this number."`
}

// Run shows the newest messages, in the order in which they were sent.
func (c chatShow) Run(ctx context.Context, d *Desk) error {
	path := fmt.Sprintf("%s?limit=%d", at("/api/chat/{id}", c.ID), c.Limit)
	if c.Before > 0 {
		path += fmt.Sprintf("&before=%d", c.Before)
	}
	answer, err := d.call(ctx, client.Request{Method: http.MethodGet, Path: path})
	if err != nil {
		return err
	}
	var x struct {
		Conversation struct {
			ID, State                string
			Member                   *struct{ ID string }
			Messages, ReadByCustomer int64
		}
		Messages []message
	}
	if err := json.Unmarshal(answer, &x); err != nil {
		return err
	}
	who := "guest"
	if x.Conversation.Member != nil {
		who = x.Conversation.Member.ID
	}
	if _, err := fmt.Fprintf(d.Out, "%s %s, %s answers, the customer has seen %d of %d\n",
		x.Conversation.ID, who, x.Conversation.State, x.Conversation.ReadByCustomer, x.Conversation.Messages); err != nil {
		return err
	}
	slices.Reverse(x.Messages)
	rows := make([][]string, len(x.Messages))
	for i, m := range x.Messages {
		rows[i] = []string{sheet.Stamp(m.CreatedAt), m.from(), m.Message.Type, string(m.Message.Payload)}
	}
	return sheet.Table(d.Out, "at from type said", rows)
}

// message is one of a conversation.
type message struct {
	Sender, Name string
	Operator     *string
	CreatedAt    time.Time
	Message      struct {
		Type    string `json:"message_type"`
		Payload json.RawMessage
	}
}

// from is who said it.
func (m message) from() string {
	switch {
	case m.Operator != nil:
		return *m.Operator
	case m.Sender == "customer":
		return m.Name
	}
	return "rules"
}

type chatReply struct {
	byID

	Reason   string `default:"a reply" help:"Why." placeholder:"TEXT"`
	ClientID string `help:"Your own ID of this reply: the same ID again sends it once." name:"client-id" placeholder:"ID"`
	JSON     bool   `help:"TEXT is a message as on the wire: {message_type, payload}." name:"json" xor:"what"`
	Image    string `help:"Send a picture: png, jpeg or gif, 10 MB at most. TEXT is its caption." placeholder:"FILE" xor:"what"`
	Video    string `help:"Send a film: mp4 or quicktime, 20 MB at most. TEXT is its caption." placeholder:"FILE" xor:"what"`
	Text     string `arg:"" optional:""`
}

// Run replies.
func (c chatReply) Run(ctx context.Context, d *Desk) error {
	message, err := c.message(ctx, d)
	if err != nil {
		return err
	}
	if c.ClientID == "" {
		c.ClientID = id.Secret()
	}
	answer, err := d.call(ctx, client.Request{Method: http.MethodPost, Path: at("/api/chat/{id}/reply", c.ID), Body: map[string]any{
		"clientId": c.ClientID, "message": message, "reason": c.Reason,
	}})
	if err != nil {
		return err
	}
	var said struct {
		CreatedAt time.Time `json:"createdAt"`
	}
	_ = json.Unmarshal(answer, &said) // it was said, whatever the answer looks like
	_, err = fmt.Fprintf(d.Out, "said at %s\n", sheet.Stamp(said.CreatedAt))
	return err
}

// message is the reply, after its file was uploaded.
func (c chatReply) message(ctx context.Context, d *Desk) (any, error) {
	switch {
	case c.Image != "":
		return c.uploaded(ctx, d, "image", c.Image)
	case c.Video != "":
		return c.uploaded(ctx, d, "video", c.Video)
	case c.JSON:
		if !json.Valid([]byte(c.Text)) {
			return nil, errors.New("operator: a message is {message_type, payload}")
		}
		return json.RawMessage(c.Text), nil
	}
	return map[string]any{"message_type": "text", "payload": c.Text}, nil
}

func (c chatReply) uploaded(ctx context.Context, d *Desk, kind, name string) (any, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, fmt.Errorf("operator: %w", err)
	}
	defer func() { _ = f.Close() }()
	if info, err := f.Stat(); err != nil || !info.Mode().IsRegular() {
		return nil, errors.Join(err, fmt.Errorf("operator: %s is not a file", name))
	}
	answer, err := d.call(ctx, client.Request{
		Method: http.MethodPost, Path: at("/api/chat/{id}/upload-"+kind, c.ID), File: f, Name: filepath.Base(name),
	})
	if err != nil {
		return nil, err
	}
	var up struct{ Path string }
	if err := json.Unmarshal(answer, &up); err != nil {
		return nil, err
	}
	payload := map[string]any{"message": c.Text, "url": false, "fileType": kind, "filePath": up.Path, "name": filepath.Base(name)}
	return map[string]any{"message_type": "media", "payload": payload}, nil
}
