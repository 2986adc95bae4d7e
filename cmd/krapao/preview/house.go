package preview

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"sync"

	"krapao/internal/app"
	"krapao/internal/config"
	"krapao/internal/content"
	"krapao/internal/id"
	"krapao/internal/keyring"
	"krapao/internal/store"
	"krapao/member"
	"krapao/operator/draft"
	"krapao/session"
)

// house is one preview: a product of its own, without work in the background and without an outside.
type house struct {
	*app.App

	store *store.Store
	dir   string
	// session is the made-up member's; empty: the house has no banks, so it has no members.
	session string

	// using is held by those whose call is answered.
	using sync.RWMutex
	// changing is held by whoever applies a newer draft, and revision is the one that is in it.
	changing sync.Mutex
	revision int64
}

// errAlone is what a preview gets that asks a system of the outside.
var errAlone = errors.New("preview: it has no outside")

// build makes one with a content.
func (p *Previews) build(ctx context.Context, doc content.Document, revision int64) (h *house, err error) {
	h = &house{revision: revision}
	defer func() {
		if err != nil {
			h.close()
		}
	}()
	if h.dir, err = os.MkdirTemp("", "krapao-preview-*"); err != nil {
		return h, fmt.Errorf("preview: %w", err)
	}
	if h.store, err = store.Open(ctx, store.Config{Dir: h.dir, Clock: p.app.Clock}); err != nil {
		return h, err
	}
	if _, err = h.store.Migrate(ctx); err != nil {
		return h, err
	}
	if h.App, err = app.Build(ctx, p.config(h.store, h.dir)); err != nil {
		return h, err
	}
	if _, err = content.Apply(ctx, h.store, h.Sections(), doc, false); err != nil {
		return h, err
	}
	h.session, err = h.enter(ctx)
	return h, err
}

// config is the house's own, without what leads out of it.
func (p *Previews) config(s *store.Store, dir string) app.Config {
	c := app.Config{
		Node: p.app.Node, Outside: p.app.Outside, Store: s, Masters: keyring.Masters{1: key()}, PlainOutside: p.app.PlainOutside,
		Log: p.app.Log, Version: p.app.Version, Demo: p.app.Demo, Argon: p.app.Argon,
		Dial: func(context.Context, string, string) (net.Conn, error) { return nil, errAlone },
	}
	c.Node.Database, c.Node.Witness, c.Node.Blobs = config.Database{DataDir: dir}, config.Witness{}, config.Blobs{}
	c.Node.OperatorURL, c.Node.OperatorAddr, c.Node.RegisterOTP, c.Node.Limits = "", "", false, "off"
	c.Outside.OIDC, c.Outside.Notices, c.Outside.Callout = config.OIDC{}, nil, config.Callout{}
	return c
}

// key is a master key that nobody keeps.
func key() []byte {
	made := make([]byte, 32)
	_, _ = rand.Read(made) // it never fails
	return made
}

// enter registers the made-up member with the first bank that takes it, and logs it in.
func (h *house) enter(ctx context.Context) (string, error) {
	banks, err := h.Lookup.Banks(ctx)
	if err != nil {
		return "", err
	}
	phone := "0812345678"
	if h.Node.Laos {
		phone = "02055512345"
	}
	for _, bank := range banks {
		made, refused := h.Members.Register(ctx, member.Registration{
			Name: "Somchai Jaidee", Username: phone, Password: id.Secret(),
			BankCode: bank.Code, BankAccountName: "Somchai Jaidee", BankAccountNo: "1112223334",
		}, member.Proof{Address: "127.0.0.1"})
		if refused != nil {
			err = refused
			continue
		}
		standing, err := h.Access.Standing(ctx, made)
		if err != nil {
			return "", err
		}
		return h.Sessions.Open(ctx, session.Opening{
			Audience: session.Member, Subject: made, Stamp: standing.Stamp, Remembered: true, Address: "127.0.0.1", Agent: "preview",
		})
	}
	return "", err
}

// answer answers a call by the house that p.house has returned, once the newest draft is in it. A draft in which something is
// wrong changes nothing: the page shows what it had before.
func (h *house) answer(w http.ResponseWriter, r *http.Request, d draft.Draft, visitor bool) {
	defer h.using.RUnlock()
	h.follow(r.Context(), d)
	asked := r.Clone(r.Context())
	asked.Header.Del("Authorization")
	if h.session != "" && !visitor {
		asked.Header.Set("Authorization", "Bearer "+h.session)
	}
	h.Handler().ServeHTTP(w, asked)
}

// follow applies a newer draft.
func (h *house) follow(ctx context.Context, d draft.Draft) {
	h.changing.Lock()
	defer h.changing.Unlock()
	if d.Revision == h.revision || d.Typed != "" {
		return
	}
	h.revision = d.Revision
	_, _ = content.Apply(ctx, h.store, h.Sections(), content.Document{d.Section: d.Body}, false) // the editor says what is wrong
}

// close ends it once nobody uses it any more, and removes what it had.
func (h *house) close() {
	h.using.Lock()
	defer h.using.Unlock()
	if h.App != nil {
		h.Server.Stopping()
		h.Live.Close()
		h.Close()
	}
	if h.store != nil {
		_ = h.store.Close() // it goes with its directory
	}
	_ = os.RemoveAll(h.dir) // the system empties its temporary directory
}
