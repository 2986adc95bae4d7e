// Package chat is the operator API's part about conversations (OPERATOR-API.md, section 8): whose they are, what was said, and
// what operators answer.
//
// Promises:
//   - Whoever opens a conversation is in the audit log before it sees it. Nobody opens that of its own account.
//   - What another operator has claimed is answered by nobody else.
//   - A reply with the same clientId is said once.
package chat

import (
	"cmp"
	"context"
	"net/http"

	"krapao/chat"
	"krapao/fault"
	"krapao/internal/httpapi/talk"
	"krapao/internal/httpx"
	"krapao/internal/operatorapi/list"
	"krapao/operator"
	"krapao/operator/conversation"
	"krapao/operator/queue"
)

// A program answers conversations by these calls, too, with a token of `krapao operator token`. Decisions are in the audit log as
// the shell's are.

// Claims are who has which conversation for now.
type Claims interface {
	Live(ctx context.Context) (map[operator.Ref]queue.Claim, error)
	Of(ctx context.Context, item operator.Ref) (*queue.Claim, error)
}

// Deps are what the room works with.
type Deps struct {
	Talks   *conversation.Service
	Claims  Claims
	Members list.Members
	Lists   *list.Desk
	// On reports whether the house has the chat switched on: files are taken and served only then.
	On func() bool
	// Promises returns how long who waits may wait, as it is in force now.
	Promises func(context.Context) (queue.Promises, error)
}

// Room answers the calls about conversations.
type Room struct{ Deps }

// New makes it.
func New(d Deps) *Room { return &Room{d} }

// OperatorReply is what an operator says.
type OperatorReply struct {
	ClientID string           `json:"clientId"         doc:"By which it is said once"                maxLength:"256" minLength:"1"`
	Message  talk.ChatMessage `json:"message"`
	Reason   string           `json:"reason,omitempty" doc:"For the audit log"`
}

// OperatorReason is the body of a decision that has nothing else.
type OperatorReason struct {
	Reason string `json:"reason,omitempty"`
}

// OperatorDone is the outcome of a decision.
type OperatorDone struct {
	Done bool   `json:"done"`
	Says string `json:"says"`
}

// OfConversation names the conversation of a call.
type OfConversation struct {
	ID string `path:"id" maxLength:"32"`
}

// decides answers a decision about a conversation.
type decides struct {
	OfConversation

	Body OperatorReason
}

// Register adds the calls.
func (c *Room) Register(f *httpx.Frame) {
	shown := call(http.MethodGet, "chat", "listChats", "Conversations; those that wait come first, by the promise")
	shown.CSV = true
	httpx.Register(f, shown, c.handleList)
	one := call(http.MethodGet, "chat/{id}", "getChat", "A conversation with its messages")
	one.Tagged = true
	httpx.Register(f, one, c.handleShow)
	httpx.Register(f, call(http.MethodPost, "chat/{id}/read", "readChat", "The house has seen it up to a message"), c.handleRead)
	httpx.Register(f, call(http.MethodPost, "chat/{id}/typing", "typeChat", "Others who have it open see for 5 s that one writes"),
		c.handleTyping)
	httpx.Register(f, call(http.MethodPost, "chat/{id}/reply", "replyChat", "Answer; the rules are silent from then on"),
		c.handleReply)
	httpx.Register(f, call(http.MethodPost, "chat/{id}/assign", "assignChat", "Make it one's own, another's, or nobody's"),
		c.handleAssign)
	for id, is := range decisions {
		httpx.Register(f, call(http.MethodPost, "chat/{id}/"+id, id+"Chat", is.summary),
			func(ctx context.Context, in *decides) (*httpx.Reply[OperatorDone], error) {
				out, err := is.do(c.Talks, ctx, decisionOf(ctx, in.ID, in.Body.Reason))
				return httpx.Answer(OperatorDone{out.Done, out.Says}, err)
			})
	}
	for kind, id := range map[chat.Kind]string{chat.Image: "uploadChatImage", chat.Video: "uploadChatVideo"} {
		rt := call(http.MethodPost, "chat/{id}/upload-"+string(kind), id, "Upload a file for a reply, within an hour")
		rt.Upload = talk.File(kind, c.isOn)
		httpx.Register(f, rt, func(ctx context.Context, in *OfConversation) (*httpx.Reply[talk.ChatUpload], error) {
			return c.handleUpload(ctx, in, kind)
		})
	}
	c.registerCanned(f)
	c.registerNotes(f)
	c.registerTally(f)
}

// call is a call's route.
func call(method, path, id, summary string) httpx.Route {
	rt := httpx.Route{
		Method: method, Path: "/api/" + path, ID: id, Summary: summary, Access: httpx.Operators, Needs: "support", Scope: "chat:decide",
	}
	if method == http.MethodGet {
		rt.Needs, rt.Scope = "support+a", "chat:read"
	}
	return rt
}

// isOn refuses a file while the chat is switched off.
func (c *Room) isOn() error {
	if !c.On() {
		return fault.New(fault.NO_DATA, "the chat is switched off")
	}
	return nil
}

// decisions are those that have a reason and nothing else.
var decisions = map[string]struct {
	summary string
	do      func(*conversation.Service, context.Context, operator.Decision) (operator.Outcome, error)
}{
	"end":      {"End the session with the farewell", (*conversation.Service).End},
	"handover": {"Take the conversation from the rules without a word", (*conversation.Service).HandOver},
	"release":  {"Give the conversation back to the rules", (*conversation.Service).Release},
}

// decisionOf is a decision of the caller.
func decisionOf(ctx context.Context, subject, reason string) operator.Decision {
	state := httpx.StateOf(ctx)
	return operator.Decision{By: state.Operator, Subject: subject, Reason: reason, Session: state.Session}
}

// handleUpload answers POST /api/chat/{id}/upload-image and upload-video: it takes a file for a reply, which is checked and kept
// as a member's is.
func (c *Room) handleUpload(ctx context.Context, in *OfConversation, kind chat.Kind) (*httpx.Reply[talk.ChatUpload], error) {
	sent := httpx.StateOf(ctx).File
	file, err := sent.Open()
	if err != nil {
		return nil, err
	}
	path, err := c.Talks.Upload(ctx, decisionOf(ctx, in.ID, "a file for a reply, by the operator API"), kind, sent.Size, file)
	return httpx.Answer(talk.ChatUpload{Path: path}, httpx.Busy(err))
}

// handleReply answers POST /api/chat/{id}/reply.
func (c *Room) handleReply(ctx context.Context, in *struct {
	OfConversation

	Body OperatorReply
},
) (*httpx.Reply[OperatorMessage], error) {
	said, err := chat.FromHouse(chat.Type(in.Body.Message.Type), in.Body.Message.Payload)
	if err != nil {
		return nil, err
	}
	m, err := c.Talks.Reply(ctx, decisionOf(ctx, in.ID, cmp.Or(in.Body.Reason, "a reply")), in.Body.ClientID, said)
	return httpx.Answer(operatorMessageOf(m), err)
}

// OperatorAssigns is whose a conversation becomes.
type OperatorAssigns struct {
	To     string `json:"to"               doc:"An operator; empty: it is nobody's"                   maxLength:"32"`
	Take   bool   `json:"take,omitempty"   doc:"Take it from the operator who has it: a chief"`
	Reason string `json:"reason,omitempty" doc:"For the audit log, and for who gets it"`
}

// handleAssign answers POST /api/chat/{id}/assign.
func (c *Room) handleAssign(ctx context.Context, in *struct {
	OfConversation

	Body OperatorAssigns
},
) (*httpx.Reply[OperatorDone], error) {
	b := in.Body
	out, err := c.Talks.Assign(ctx, decisionOf(ctx, in.ID, cmp.Or(b.Reason, "takes a conversation")), b.To, b.Take)
	return httpx.Answer(OperatorDone{out.Done, out.Says}, err)
}

// OperatorSeen is up to where the house has seen a conversation.
type OperatorSeen struct {
	Number int64 `json:"number" doc:"Of the last message that was seen" minimum:"0"`
}

// handleRead answers POST /api/chat/{id}/read.
func (c *Room) handleRead(ctx context.Context, in *struct {
	OfConversation

	Body OperatorSeen
},
) (*httpx.Reply[OperatorDone], error) {
	err := c.Talks.Seen(ctx, httpx.StateOf(ctx).Operator, in.ID, in.Body.Number)
	return httpx.Answer(OperatorDone{true, "seen"}, err)
}

// handleTyping answers POST /api/chat/{id}/typing.
func (c *Room) handleTyping(ctx context.Context, in *OfConversation) (*httpx.Reply[OperatorDone], error) {
	err := c.Talks.Typing(ctx, httpx.StateOf(ctx).Operator, in.ID)
	return httpx.Answer(OperatorDone{true, "told"}, err)
}
