// Package preview shows members' pages of a draft that nobody has put into force (docs/architecture/0024, section 13).
//
// Promises:
//   - A preview is a house of its own: an empty store in the system's temporary directory, in which the content in force is
//     applied, and the draft. It has one member, who is made up and has no money.
//   - Nothing of it reaches the house, or a system of the outside. Calls that would change something are refused.
//   - It is opened by a link alone, which ends after half an hour, and with its draft. What is typed meanwhile is in it.
//   - A node has few of them at once. The oldest one makes room for a new one.
//
// The member app says by the Authorization header of its calls that it shows a preview, so the pages, their files and their
// address are the house's own, and a phone shows it as well as a desk.
package preview

import (
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"strings"
	"sync"

	"krapao/fault"
	"krapao/internal/app"
	"krapao/internal/httpx"
	"krapao/internal/httpx/wire"
	"krapao/operator/draft"
)

// The codes that a preview answers on its own. They are not in the members' contract: only the preview's pages meet them.
const (
	// Only refuses a call that would change something.
	Only fault.Code = "PREVIEW_ONLY"
	// Ended says that the link has ended, or its draft.
	Ended fault.Code = "PREVIEW_ENDED"
)

// How a member app names the preview that it shows, and in whose place: that of a member, or of a visitor who has not logged in.
const (
	scheme    = "Bearer preview."
	asMember  = "member."
	asVisitor = "visitor."
)

// most is how many previews a node has at once.
const most = 3

// Previews answer the calls of pages that show one, and pass on all others.
type Previews struct {
	app    *app.App
	drafts *draft.Service
	// members answers for the house itself, and pages for previews.
	members, pages http.Handler
	// changes has a pattern for each call that would change something.
	changes func() (*http.ServeMux, error)

	mu sync.Mutex
	// open are by their links' tokens; last is the order in which they were opened.
	open map[string]*house
	last []string
}

// Over puts previews before a house's members' side. Close ends them.
func Over(a *app.App) *Previews {
	p := &Previews{app: a, drafts: a.Operators().Drafts, members: a.Handler(), open: map[string]*house{}}
	p.changes = sync.OnceValues(func() (*http.ServeMux, error) { return changing(a) })
	p.pages = a.Server.Secure(http.HandlerFunc(p.show))
	return p
}

// Close ends all of them.
func (p *Previews) Close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, h := range p.open {
		h.close()
	}
	clear(p.open)
	p.last = nil
}

func (p *Previews) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if strings.HasPrefix(r.Header.Get("Authorization"), scheme) {
		p.pages.ServeHTTP(w, r)
		return
	}
	p.members.ServeHTTP(w, r)
}

// show answers a call of a preview's page, or says why not.
func (p *Previews) show(w http.ResponseWriter, r *http.Request) {
	token, visitor := strings.CutPrefix(strings.TrimPrefix(r.Header.Get("Authorization"), scheme), asVisitor)
	token = strings.TrimPrefix(token, asMember)
	if err := p.serve(w, r, token, visitor); err != nil {
		p.refuse(r.Context(), w, err)
	}
}

// serve answers a call by a preview.
func (p *Previews) serve(w http.ResponseWriter, r *http.Request, token string, visitor bool) error {
	ctx := r.Context()
	d, until, err := p.drafts.Previewed(ctx, token)
	switch {
	case fault.Is(err, fault.NO_DATA):
		return fault.Wrap(err, Ended, "the preview has ended")
	case err != nil:
		return err
	case r.URL.Path == "/api/preview":
		return json.NewEncoder(answer(w, http.StatusOK)).Encode(Shown{d.Section, d.By, wire.Time(until)})
	}
	changes, err := p.changes()
	if err != nil {
		return err
	}
	if _, pattern := changes.Handler(r); pattern != "" {
		return fault.New(Only, "nothing can be changed in a preview")
	}
	h, err := p.house(ctx, token, d)
	if err != nil {
		return err
	}
	h.answer(w, r, d, visitor)
	return nil
}

// Shown is what a preview's page says of itself.
type Shown struct {
	// Section is the draft's, and By is its operator.
	Section string `json:"section"`
	By      string `json:"by"`
	// Until is when the link ends.
	Until wire.Time `json:"until"`
}

// house returns the one of a link, held until its call is answered, and makes it where it is not there. Pages ask for many
// things at once: it is made once.
func (p *Previews) house(ctx context.Context, token string, d draft.Draft) (*house, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if h := p.open[token]; h != nil {
		h.using.RLock()
		return h, nil
	}
	ctx = context.WithoutCancel(ctx) // whoever asks next waits for it, too
	for len(p.last) >= most {
		oldest := p.last[0]
		p.last = p.last[1:]
		p.open[oldest].close()
		delete(p.open, oldest)
	}
	doc, err := p.drafts.Preview(ctx, d)
	if err != nil {
		return nil, err
	}
	h, err := p.build(ctx, doc, d.Revision)
	if err != nil {
		return nil, err
	}
	h.using.RLock()
	p.open[token], p.last = h, append(p.last, token)
	return h, nil
}

// refuse answers with an envelope. What is wrong with a preview is for operators: its page shows the code alone.
func (p *Previews) refuse(ctx context.Context, w http.ResponseWriter, err error) {
	status, code := http.StatusInternalServerError, fault.INTERNAL_SERVER_ERROR
	switch {
	case fault.Is(err, Ended):
		status, code = http.StatusGone, Ended
	case fault.Is(err, Only):
		status, code = http.StatusForbidden, Only
	case ctx.Err() != nil:
		return
	default:
		p.log().ErrorContext(ctx, "a preview can't be shown", "error", err)
	}
	_ = json.NewEncoder(answer(w, status)).Encode(httpx.Envelope{Message: code}) // the page has gone away
}

func (p *Previews) log() *slog.Logger {
	if p.app.Log != nil {
		return p.app.Log
	}
	return slog.Default()
}

func answer(w http.ResponseWriter, status int) http.ResponseWriter {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	return w
}
