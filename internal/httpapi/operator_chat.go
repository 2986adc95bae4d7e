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
	"krapao/internal/patience"
	"krapao/operator"
	"krapao/session"
)

// The operator API: conversations, for a program beside the shell's commands. It is on the operator listener, each call
// carries a token of `krapao operator token`, and what it does stands in the audit chain as the shell's does.

// OperatorConversation is a conversation as operators see it.
type OperatorConversation struct {
	ID             string  `json:"id"`
	Member         *string `json:"member"` // null: a guest
	Language       string  `json:"language"`
	State          string  `json:"state"` // rules, waiting, person
	Open           bool    `json:"open"`
	Messages       int64   `json:"messages"`
	ReadByCustomer int64   `json:"readByCustomer"`
	ReadByHouse    int64   `json:"readByHouse"`
	WaitingSince   *Time   `json:"waitingSince"`
	LastAt         Time    `json:"lastAt"`
}

// OperatorMessage is one of its messages.
type OperatorMessage struct {
	ID        string      `json:"_id"`
	Number    int64       `json:"number"`
	ClientID  string      `json:"clientId,omitempty"`
	Sender    string      `json:"sender"`
	Operator  *string     `json:"operator"`
	Message   ChatMessage `json:"message"`
	SessionID string      `json:"session_id"`
	CreatedAt Time        `json:"createdAt"`
	Username  string      `json:"username"`
	Name      string      `json:"name"`
}

// operatorAsk is what a call of the operator API says.
type operatorAsk struct {
	Reason   string       `json:"reason"`
	ClientID string       `json:"clientId"`
	Message  *ChatMessage `json:"message"`
}

func (s *Server) operatorChat(mux *http.ServeMux) {
	for pattern, handle := range map[string]func(r *http.Request, d operator.Decision, ask operatorAsk) (any, error){
		"GET /api/chat":             s.operatorConversations,
		"GET /api/chat/{id}":        s.operatorConversation,
		"POST /api/chat/{id}/reply": s.operatorReply,
		"POST /api/chat/{id}/end": operatorDoes(func(ctx context.Context, d operator.Decision) (operator.Outcome, error) {
			return s.Operators.EndChat(ctx, d)
		}),
		"POST /api/chat/{id}/handover": operatorDoes(func(ctx context.Context, d operator.Decision) (operator.Outcome, error) {
			return s.Operators.HandOverChat(ctx, d)
		}),
		"POST /api/chat/{id}/release": operatorDoes(func(ctx context.Context, d operator.Decision) (operator.Outcome, error) {
			return s.Operators.ReleaseChat(ctx, d)
		}),
	} {
		mux.Handle(pattern, s.observe(s.operatorOnly(pattern, patience.Request, workers(operatorCall(handle)))))
	}
	for _, kind := range []chat.Kind{chat.Image, chat.Video} {
		pattern := "POST /api/chat/{id}/upload-" + string(kind)
		take := s.receive(*s.chatFile(kind), workers(s.operatorUpload(kind)))
		mux.Handle(pattern, s.observe(s.operatorOnly(pattern, receiving, take)))
	}
}

// receiving is the time of a call whose file has to come in first.
func receiving(ctx context.Context) (context.Context, context.CancelFunc) {
	return patience.Receive(ctx, uploadWithin)
}

// workers has what operators do brought to its end within its time, once it has begun.
func workers(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { working(w, r, next.ServeHTTP) })
}

// operatorOnly finds out who asks.
func (s *Server) operatorOnly(
	pattern string, begin func(context.Context) (context.Context, context.CancelFunc), next http.Handler,
) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		x := exchangeOf(r.Context())
		x.route = route{path: "operator: " + pattern}
		ctx, cancel := begin(r.Context())
		defer cancel()
		r = r.WithContext(ctx)
		token, err := bearer(r)
		if err == nil {
			var found session.Session
			found, err = s.Sessions.Check(ctx, session.Operator, token)
			x.operator = found.Subject
		}
		if err != nil {
			refuse(w, r, err)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// operatorCall reads what is asked, and answers.
func operatorCall(handle func(*http.Request, operator.Decision, operatorAsk) (any, error)) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		answer, err := operatorAnswer(w, r, handle)
		operatorSays(w, r, answer, err)
	})
}

func operatorSays(w http.ResponseWriter, r *http.Request, answer any, err error) {
	if err != nil {
		refuse(w, r, operatorRefusal(err))
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	_ = json.NewEncoder(w).Encode(answer) // the client is gone: nobody is left to tell
}

// operatorUpload keeps a file for a reply: what came in is checked and kept as a member's is.
func (s *Server) operatorUpload(kind chat.Kind) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		x := exchangeOf(r.Context())
		file, err := x.file.open()
		if err != nil {
			refuse(w, r, err)
			return
		}
		d := operator.Decision{By: x.operator, Subject: r.PathValue("id"), Reason: "a file for a reply, by the operator API"}
		path, err := s.Operators.UploadChat(r.Context(), d, kind, x.file.size, file)
		operatorSays(w, r, ChatUpload{path}, busy(err))
	})
}

func operatorAnswer(w http.ResponseWriter, r *http.Request, handle func(*http.Request, operator.Decision, operatorAsk) (any, error)) (any, error) {
	ask := operatorAsk{}
	if r.Method == http.MethodPost {
		raw, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
		if err == nil {
			_, err = decodeStrict(raw)
		}
		if err == nil {
			err = content.Strict(raw, &ask)
		}
		if err != nil {
			return nil, fault.New(fault.INVALID_INPUT, "%s", err)
		}
	}
	return handle(r, operator.Decision{By: exchangeOf(r.Context()).operator, Subject: r.PathValue("id"), Reason: ask.Reason}, ask)
}

// operatorRefusal gives the operator's own refusals a code.
func operatorRefusal(err error) error {
	switch {
	case errors.Is(err, operator.ErrUnknownOperator), errors.Is(err, operator.ErrRole), errors.Is(err, operator.ErrSelfDecision):
		return &statusError{fault.Wrap(err, fault.UNAUTHORIZED, "%s", err), http.StatusForbidden}
	case errors.Is(err, operator.ErrReasonRequired):
		return fault.New(fault.INVALID_INPUT, "%s", err)
	case errors.Is(err, operator.ErrNoChat):
		return fault.New(fault.NO_DATA, "%s", err)
	}
	return err
}

func (s *Server) operatorConversations(r *http.Request, _ operator.Decision, _ operatorAsk) (any, error) {
	limit, err := number(r, "limit", 100, 1, 1000)
	if err != nil {
		return nil, err
	}
	found, err := s.Operators.Chat(r.Context(), limit)
	if err != nil {
		return nil, err
	}
	list := make([]OperatorConversation, len(found))
	for i, c := range found {
		list[i] = operatorConversationOf(c)
	}
	return map[string]any{"conversations": list}, nil
}

func (s *Server) operatorConversation(r *http.Request, d operator.Decision, _ operatorAsk) (any, error) {
	limit, err := number(r, "limit", 100, 1, 1000)
	if err != nil {
		return nil, err
	}
	skip, err := number(r, "skip", 0, 0, 1_000_000)
	if err != nil {
		return nil, err
	}
	d.Reason = "looked by the operator API"
	c, messages, err := s.Operators.ShowChat(r.Context(), d, limit, skip)
	if err != nil {
		return nil, err
	}
	list := make([]OperatorMessage, len(messages))
	for i, m := range messages {
		list[i] = operatorMessageOf(m)
	}
	return map[string]any{"conversation": operatorConversationOf(c), "messages": list}, nil
}

func (s *Server) operatorReply(r *http.Request, d operator.Decision, ask operatorAsk) (any, error) {
	if ask.Message == nil || ask.ClientID == "" || len(ask.ClientID) > maxField {
		return nil, fault.New(fault.INVALID_INPUT, "a reply has a message, and a clientId by which it is said once")
	}
	said, err := chat.FromHouse(chat.Type(ask.Message.Type), ask.Message.Payload)
	if err != nil {
		return nil, err
	}
	if d.Reason == "" {
		d.Reason = "a reply"
	}
	m, err := s.Operators.ReplyChat(r.Context(), d, ask.ClientID, said)
	return operatorMessageOf(m), err
}

// operatorDoes answers a decision with what came of it.
func operatorDoes(do func(context.Context, operator.Decision) (operator.Outcome, error)) func(*http.Request, operator.Decision, operatorAsk) (any, error) {
	return func(r *http.Request, d operator.Decision, ask operatorAsk) (any, error) {
		if ask.Message != nil || ask.ClientID != "" {
			return nil, fault.New(fault.INVALID_INPUT, "a decision has a reason and nothing else")
		}
		o, err := do(r.Context(), d)
		return map[string]any{"done": o.Done, "says": o.Says}, err
	}
}

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
		ID: c.ID, Member: optional(c.Member), Language: c.Language, State: c.State, Open: c.Open, Messages: c.Messages,
		ReadByCustomer: c.ReadByCustomer, ReadByHouse: c.ReadByHouse, WaitingSince: moment(c.WaitingSince), LastAt: Time(c.LastAt),
	}
}

func operatorMessageOf(m chat.Message) OperatorMessage {
	return OperatorMessage{
		ID: m.ID, Number: m.Number, ClientID: m.ClientID, Sender: string(m.Sender), Operator: optional(m.Operator),
		Message: ChatMessage{string(m.Type), m.Payload}, SessionID: m.Session, CreatedAt: Time(m.CreatedAt),
		Username: m.Username, Name: m.Name,
	}
}
