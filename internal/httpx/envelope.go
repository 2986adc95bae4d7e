package httpx

import (
	"encoding/json"
	"errors"
	"net/http"
	"strconv"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"krapao/fault"
	"krapao/internal/httpx/wire"
	"krapao/internal/ratelimit"
	"krapao/money"
)

// Envelope is every refusal on the wire.
type Envelope struct { //nolint:errname // the name is in the contract
	Message fault.Code     `json:"message"`
	Detail  string         `json:"detail,omitempty" doc:"For developers; never shown to a member"`
	Params  map[string]any `json:"params,omitempty" doc:"What the text shows: a limit, seconds to wait, the game"`
	// Of a refused spin, as the wheel's page knows it (SPEC.md section 4).
	Success *bool      `json:"success,omitempty" doc:"Of a refused spin: false"`
	Refused fault.Code `json:"error,omitempty" doc:"Of a refused spin: the code again"`

	status     int
	retryAfter int
}

// Code is a fault.Code with its catalogue as the schema's enum.
type Code fault.Code

// Schema lists the catalogue.
func (Code) Schema(huma.Registry) *huma.Schema { return enumOf(fault.All()) }

func enumOf(codes []fault.Code) *huma.Schema {
	s := &huma.Schema{Type: huma.TypeString}
	for _, code := range codes {
		s.Enum = append(s.Enum, string(code))
	}
	return s
}

// TransformSchema puts the catalogue on the message.
func (*Envelope) TransformSchema(r huma.Registry, s *huma.Schema) *huma.Schema {
	s.Properties["message"] = Code("").Schema(r)
	return s
}

// Error makes an envelope a StatusError of huma.
func (e *Envelope) Error() string { return string(e.Message) }

// GetStatus is the answer's status.
func (e *Envelope) GetStatus() int { return e.status }

// GetHeaders says when to come again, where that is known.
func (e *Envelope) GetHeaders() http.Header {
	h := http.Header{}
	if e.retryAfter > 0 {
		h.Set("Retry-After", strconv.Itoa(e.retryAfter))
	}
	return h
}

// envelope turns any error into the refusal that the client sees. It is the only place that decides what a client may see.
func envelope(err error) *Envelope {
	e := plainEnvelope(err)
	if unsuccessful := (*unsuccessful)(nil); errors.As(err, &unsuccessful) {
		e.Success, e.Refused = new(bool), e.Message
	}
	return e
}

func plainEnvelope(err error) *Envelope {
	f := fault.Of(err)
	if f.Code == fault.INTERNAL_SERVER_ERROR && unsettled(err) {
		// The outcome is not known, or nothing could be done in time: an honest "try again", with the same key.
		return &Envelope{Message: fault.TRY_AGAIN, status: http.StatusServiceUnavailable, retryAfter: 1}
	}
	e := &Envelope{Message: f.Code, Detail: f.Detail, Params: wireParams(f.Params), status: statusOf(f)}
	if f.Code == fault.INTERNAL_SERVER_ERROR {
		e.Detail, e.Params = "", nil
	}
	var fixed *statusError
	if errors.As(err, &fixed) {
		e.status = fixed.status
	}
	if e.status == http.StatusTooManyRequests {
		e.retryAfter = retryAfter(f)
	}
	return e
}

// wireParams puts amounts and times into the wire's form.
func wireParams(params map[string]any) map[string]any {
	if params == nil {
		return nil
	}
	out := make(map[string]any, len(params))
	for name, value := range params {
		switch v := value.(type) {
		case money.Amount:
			out[name] = wire.Money(v)
		case money.Credits:
			out[name] = wire.Credits(v)
		case json.Number:
			out[name] = wire.Number(v)
		case time.Time:
			out[name] = wire.Time(v)
		default:
			out[name] = v
		}
	}
	return out
}

// retryAfter reads the seconds that the limiter named; a refusal without a number says one minute.
func retryAfter(f *fault.Error) int {
	switch seconds := f.Params[ratelimit.WaitParam].(type) {
	case int:
		return max(seconds, 1)
	case int64:
		return max(int(seconds), 1)
	}
	return 60
}

func writeEnvelope(w http.ResponseWriter, e *Envelope) {
	for name, values := range e.GetHeaders() {
		w.Header()[name] = values
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(e.status)
	_ = json.NewEncoder(w).Encode(e) // an error means that the client has gone
}

// codeOf is the code of a refusal's body, or "" where it is none.
func codeOf(body []byte) fault.Code {
	var e Envelope
	if err := json.Unmarshal(body, &e); err != nil {
		return ""
	}
	return e.Message
}
