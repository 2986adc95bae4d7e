package httpapi

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strconv"

	"krapao/chat"
	"krapao/fault"
	"krapao/internal/content"
	"krapao/internal/httpx"
	"krapao/internal/httpx/strictjson"
	"krapao/internal/httpx/wire"
	"krapao/internal/patience"
	"krapao/operator"
	"krapao/operator/conversation"
	"krapao/session"
)

// The operator API is for a program that answers conversations, beside the shell's commands. It is on the operator listener.
// Each call carries a token of `krapao operator token`, and its decisions are in the audit log as the shell's are.

// OperatorConversation is a conversation as operators see it.
type OperatorConversation struct {
	ID             string     `json:"id"`
	Member         *string    `json:"member"` // null: a guest
	Language       string     `json:"language"`
	State          string     `json:"state"` // rules, waiting, person
	Open           bool       `json:"open"`
	Messages       int64      `json:"messages"`
	ReadByCustomer int64      `json:"readByCustomer"`
	ReadByHouse    int64      `json:"readByHouse"`
	WaitingSince   *wire.Time `json:"waitingSince"`
	LastAt         wire.Time  `json:"lastAt"`
}

// OperatorMessage is a message of a conversation.
type OperatorMessage struct {
	ID        string      `json:"_id"`
	Number    int64       `json:"number"`
	ClientID  string      `json:"clientId,omitempty"`
	Sender    string      `json:"sender"`
	Operator  *string     `json:"operator"`
	Message   ChatMessage `json:"message"`
	SessionID string      `json:"session_id"`
	CreatedAt wire.Time   `json:"createdAt"`
	Username  string      `json:"username"`
	Name      string      `json:"name"`
}

// operatorAsk is the body of a call of the operator API.
type operatorAsk struct {
	Reason   string       `json:"reason"`
	ClientID string       `json:"clientId"`
	Message  *ChatMessage `json:"message"`
}

// operatorHandler answers a call of the operator API.
type operatorHandler func(r *http.Request, d operator.Decision, ask operatorAsk) (any, error)

type operatorChats struct {
	talks    *conversation.Service
	sessions *session.Service
	chats    *chatCalls
	frame    *httpx.Frame
}

// register adds the operator API to the operator's mux.
func (o *operatorChats) register(mux *http.ServeMux) {
	for pattern, handle := range map[string]operatorHandler{
		"GET /api/chat":                o.handleConversations,
		"GET /api/chat/{id}":           o.handleConversation,
		"POST /api/chat/{id}/reply":    o.handleReply,
		"POST /api/chat/{id}/end":      decides(o.talks.End),
		"POST /api/chat/{id}/handover": decides(o.talks.HandOver),
		"POST /api/chat/{id}/release":  decides(o.talks.Release),
	} {
		mux.Handle(pattern, o.frame.Observe(o.operatorOnly(pattern, patience.Request, httpx.Working(operatorCall(handle)))))
	}
	for _, kind := range []chat.Kind{chat.Image, chat.Video} {
		pattern := "POST /api/chat/{id}/upload-" + string(kind)
		take := o.frame.Receive(*o.chats.chatFile(kind), httpx.Working(o.handleUpload(kind)))
		mux.Handle(pattern, o.frame.Observe(o.operatorOnly(pattern, receiving, take)))
	}
}

// receiving starts the time of a call whose file has to come in first.
func receiving(ctx context.Context) (context.Context, context.CancelFunc) {
	return patience.Receive(ctx, httpx.UploadWithin)
}

// operatorOnly finds the operator by its token, and refuses everybody else.
func (o *operatorChats) operatorOnly(
	pattern string, begin func(context.Context) (context.Context, context.CancelFunc), next http.Handler,
) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		state := httpx.StateOf(r.Context())
		state.ShownAs("operator: " + pattern)
		ctx, cancel := begin(r.Context())
		defer cancel()
		r = r.WithContext(ctx)
		token, err := httpx.Bearer(r)
		if err == nil {
			var found session.Session
			found, err = o.sessions.Check(ctx, session.Operator, token)
			state.Operator = found.Subject
		}
		if err != nil {
			httpx.Refuse(w, r, err)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// operatorCall reads the body of a call, and answers it.
func operatorCall(handle operatorHandler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		answer, err := operatorAnswer(w, r, handle)
		writeOperatorAnswer(w, r, answer, err)
	})
}

func writeOperatorAnswer(w http.ResponseWriter, r *http.Request, answer any, err error) {
	if err != nil {
		httpx.Refuse(w, r, operatorRefusal(err))
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	_ = json.NewEncoder(w).Encode(answer) // an error means that the client has gone
}

// handleUpload answers POST /api/chat/{id}/upload-image and upload-video: it takes a file for a reply, which is checked and kept
// as a member's is.
func (o *operatorChats) handleUpload(kind chat.Kind) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		state := httpx.StateOf(r.Context())
		file, err := state.File.Open()
		if err != nil {
			httpx.Refuse(w, r, err)
			return
		}
		d := operator.Decision{By: state.Operator, Subject: r.PathValue("id"), Reason: "a file for a reply, by the operator API"}
		path, err := o.talks.Upload(r.Context(), d, kind, state.File.Size, file)
		writeOperatorAnswer(w, r, ChatUpload{path}, busy(err))
	})
}

func operatorAnswer(w http.ResponseWriter, r *http.Request, handle operatorHandler) (any, error) {
	ask := operatorAsk{}
	if r.Method == http.MethodPost {
		raw, err := io.ReadAll(http.MaxBytesReader(w, r.Body, httpx.MaxBody))
		if err == nil {
			_, err = strictjson.Decode(raw)
		}
		if err == nil {
			err = content.Strict(raw, &ask)
		}
		if err != nil {
			return nil, fault.New(fault.INVALID_INPUT, "%s", err)
		}
	}
	d := operator.Decision{By: httpx.StateOf(r.Context()).Operator, Subject: r.PathValue("id"), Reason: ask.Reason}
	return handle(r, d, ask)
}

// operatorRefusal gives the refusals of package operator a code.
func operatorRefusal(err error) error {
	switch {
	case errors.Is(err, operator.ErrUnknownOperator), errors.Is(err, operator.ErrRole), errors.Is(err, operator.ErrSelfDecision):
		return httpx.WithStatus(fault.Wrap(err, fault.UNAUTHORIZED, "%s", err), http.StatusForbidden)
	case errors.Is(err, operator.ErrReasonRequired):
		return fault.New(fault.INVALID_INPUT, "%s", err)
	case errors.Is(err, conversation.ErrNoChat):
		return fault.New(fault.NO_DATA, "%s", err)
	}
	return err
}

// handleConversations answers GET /api/chat: the open conversations.
func (o *operatorChats) handleConversations(r *http.Request, _ operator.Decision, _ operatorAsk) (any, error) {
	limit, err := number(r, "limit", 100, 1, 1000)
	if err != nil {
		return nil, err
	}
	found, err := o.talks.List(r.Context(), limit)
	if err != nil {
		return nil, err
	}
	list := make([]OperatorConversation, len(found))
	for i, c := range found {
		list[i] = operatorConversationOf(c)
	}
	return map[string]any{"conversations": list}, nil
}

// handleConversation answers GET /api/chat/{id}: a conversation with its messages.
func (o *operatorChats) handleConversation(r *http.Request, d operator.Decision, _ operatorAsk) (any, error) {
	limit, err := number(r, "limit", 100, 1, 1000)
	if err != nil {
		return nil, err
	}
	skip, err := number(r, "skip", 0, 0, 1_000_000)
	if err != nil {
		return nil, err
	}
	d.Reason = "looked by the operator API"
	c, messages, err := o.talks.Show(r.Context(), d, limit, skip)
	if err != nil {
		return nil, err
	}
	list := make([]OperatorMessage, len(messages))
	for i, m := range messages {
		list[i] = operatorMessageOf(m)
	}
	return map[string]any{"conversation": operatorConversationOf(c), "messages": list}, nil
}

// handleReply answers POST /api/chat/{id}/reply: it sends a message of an operator.
func (o *operatorChats) handleReply(r *http.Request, d operator.Decision, ask operatorAsk) (any, error) {
	if ask.Message == nil || ask.ClientID == "" || len(ask.ClientID) > httpx.MaxField {
		return nil, fault.New(fault.INVALID_INPUT, "a reply has a message, and a clientId by which it is said once")
	}
	said, err := chat.FromHouse(chat.Type(ask.Message.Type), ask.Message.Payload)
	if err != nil {
		return nil, err
	}
	if d.Reason == "" {
		d.Reason = "a reply"
	}
	m, err := o.talks.Reply(r.Context(), d, ask.ClientID, said)
	return operatorMessageOf(m), err
}

// decides answers a decision with its outcome.
func decides(do func(context.Context, operator.Decision) (operator.Outcome, error)) operatorHandler {
	return func(r *http.Request, d operator.Decision, ask operatorAsk) (any, error) {
		if ask.Message != nil || ask.ClientID != "" {
			return nil, fault.New(fault.INVALID_INPUT, "a decision has a reason and nothing else")
		}
		o, err := do(r.Context(), d)
		return map[string]any{"done": o.Done, "says": o.Says}, err
	}
}

// number reads a number of the query, within its bounds.
func number(r *http.Request, name string, absent, least, most int) (int, error) {
	text := r.URL.Query().Get(name)
	if text == "" {
		return absent, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < least || n > most {
		return 0, fault.New(fault.INVALID_INPUT, "%s is %d to %d", name, least, most)
	}
	return n, nil
}

func operatorConversationOf(c chat.Conversation) OperatorConversation {
	return OperatorConversation{
		ID: c.ID, Member: wire.TextOrNull(c.Member), Language: c.Language, State: c.State, Open: c.Open, Messages: c.Messages,
		ReadByCustomer: c.ReadByCustomer, ReadByHouse: c.ReadByHouse,
		WaitingSince: wire.TimeOrNull(c.WaitingSince), LastAt: wire.Time(c.LastAt),
	}
}

func operatorMessageOf(m chat.Message) OperatorMessage {
	return OperatorMessage{
		ID: m.ID, Number: m.Number, ClientID: m.ClientID, Sender: string(m.Sender), Operator: wire.TextOrNull(m.Operator),
		Message: ChatMessage{string(m.Type), m.Payload}, SessionID: m.Session, CreatedAt: wire.Time(m.CreatedAt),
		Username: m.Username, Name: m.Name,
	}
}
