// Package export has the calls by which a member asks for a copy of all that is kept of it, and takes it (API.md, "Export").
package export

import (
	"context"
	"net/http"

	"krapao/internal/httpx"
	"krapao/internal/httpx/stream"
	"krapao/internal/httpx/wire"
	"krapao/privacy"
)

// Asked asks for an export.
type Asked struct {
	Language string `json:"language" enum:"th,lo,en" doc:"The page's"`
}

// OwnExport is the member's own export, as far as it is.
type OwnExport struct {
	State    string     `json:"state"    enum:"none,making,ready,failed"`
	Language *string    `json:"language" doc:"The page's; null without an export"                          enum:"th,lo,en"`
	AskedAt  *wire.Time `json:"askedAt"  nullable:"true"`
	ReadyAt  *wire.Time `json:"readyAt"  nullable:"true"`
	Until    *wire.Time `json:"until"    doc:"When it ends; null: it is not ready"                         nullable:"true"`
	Again    *wire.Time `json:"again"    doc:"From when on the member may ask for the next one; null: now" nullable:"true"`
	DataSize int64      `json:"dataSize" doc:"Bytes of the JSON"`
	PageSize int64      `json:"pageSize" doc:"Bytes of the page"`
}

// OwnLink opens the files of the member's own export.
type OwnLink struct {
	Data  string    `json:"data"  doc:"A path on this listener, where GET answers with the JSON; it needs no header"`
	Page  string    `json:"page"  doc:"The same of the page to read"`
	Until wire.Time `json:"until" doc:"Until when both are good"`
}

// Recognised refuses with CONFIRM_IDENTITY unless the member has just shown who it is.
type Recognised func(ctx context.Context) error

type calls struct {
	kept       *privacy.Service
	recognised Recognised
}

// Mount adds the calls to the contract, and serves the files.
func Mount(f *httpx.Frame, kept *privacy.Service, recognised Recognised) {
	c := &calls{kept, recognised}
	httpx.Register(f, httpx.Route{
		Method: http.MethodGet, Path: "/api/account/export", ID: "getOwnExport",
		Summary: "How far the member's own export is", Access: httpx.Members,
	}, c.handleGet)
	httpx.Register(f, httpx.Route{
		Method: http.MethodPost, Path: "/api/account/export", ID: "askOwnExport",
		Summary: "Ask for a copy of all that is kept of the member, once a day", Access: httpx.Members,
	}, c.handleAsk)
	httpx.Register(f, httpx.Route{
		Method: http.MethodPost, Path: "/api/account/export/open", ID: "openOwnExport",
		Summary: "Get the paths of the export's files", Access: httpx.Members,
	}, c.handleOpen)
	Serve(f, kept.OpenOwn, func(next http.HandlerFunc) http.Handler { return next })
}

// Open returns the file under a path.
type Open func(ctx context.Context, path string) (privacy.File, error)

// Serve serves the files of exports: whoever passes before and has a path may take its file, while the path is good.
func Serve(f *httpx.Frame, open Open, before func(http.HandlerFunc) http.Handler) {
	f.Mount(httpx.Mount{Path: privacy.LinkPath, Shown: privacy.LinkPath + "{link}", Handler: before(
		func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Cache-Control", "no-store")
			if r.Method != http.MethodGet {
				httpx.MethodNotAllowed(w, r, "GET")
				return
			}
			err := f.LimitAddress(r)
			var file privacy.File
			if err == nil {
				file, err = open(r.Context(), r.URL.Path)
			}
			if err != nil {
				httpx.Refuse(w, r, err)
				return
			}
			stream.Send(w, r, stream.File{Name: file.Name, Type: file.Type, Write: file.Write}, httpx.StateOf(r.Context()).Logger())
		},
	)})
}

// handleGet answers GET /api/account/export.
func (c *calls) handleGet(ctx context.Context, _ *httpx.Empty) (*httpx.Reply[OwnExport], error) {
	own, err := c.kept.Own(ctx, httpx.StateOf(ctx).Member)
	return httpx.Answer(shown(own), err)
}

// handleAsk answers POST /api/account/export.
func (c *calls) handleAsk(ctx context.Context, in *httpx.Body[Asked]) (*httpx.Reply[OwnExport], error) {
	if err := c.recognised(ctx); err != nil {
		return nil, err
	}
	own, err := c.kept.Ask(ctx, httpx.StateOf(ctx).Member, in.Body.Language)
	return httpx.Answer(shown(own), err)
}

// handleOpen answers POST /api/account/export/open.
func (c *calls) handleOpen(ctx context.Context, _ *httpx.Empty) (*httpx.Reply[OwnLink], error) {
	if err := c.recognised(ctx); err != nil {
		return nil, err
	}
	link, err := c.kept.OwnLink(ctx, httpx.StateOf(ctx).Member)
	return httpx.Answer(OwnLink{link.Data, link.Page, wire.Time(link.Until)}, err)
}

func shown(own privacy.Own) OwnExport {
	return OwnExport{
		State: string(own.State), Language: wire.TextOrNull(own.Language), AskedAt: wire.TimeOrNull(own.AskedAt),
		ReadyAt: wire.TimeOrNull(own.ReadyAt), Until: wire.TimeOrNull(own.Until), Again: wire.TimeOrNull(own.Again),
		DataSize: own.DataSize, PageSize: own.PageSize,
	}
}
