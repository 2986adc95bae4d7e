package offer

import (
	"context"
	"io"
	"net/http"

	"krapao/fault"
	"krapao/internal/httpapi/shown"
	"krapao/internal/httpx"
	"krapao/operator/draft"
)

// registerPictures adds the call that takes a picture, and shows pictures on this listener, too.
func (c *Room) registerPictures(f *httpx.Frame) {
	httpx.Register(f, httpx.Route{
		Method: http.MethodPost, Path: "/api/content-picture", ID: "addContentPicture", Access: httpx.Operators, Needs: "support",
		Scope: "content:decide", Summary: "Upload a picture for the content; the same file twice is one",
		Upload: &httpx.Upload{
			Most:    func(context.Context) (int, error) { return draft.MostPicture, nil },
			Missing: fault.INVALID_INPUT, Invalid: fault.FILE_TOO_LARGE, Broken: fault.INVALID_INPUT,
			Empty: fault.FILE_NOT_SUPPORTED, Unit: 1 << 20,
		},
	}, c.handlePicture)
	shown.Mount(f, c)
}

// ContentPicture is where a picture is.
type ContentPicture struct {
	Path string `doc:"/picture/{hash}, which a document names as the picture's address" json:"path"`
}

// handlePicture answers POST /api/content-picture.
func (c *Room) handlePicture(ctx context.Context, _ *struct{}) (*httpx.Reply[ContentPicture], error) {
	state := httpx.StateOf(ctx)
	file, err := state.File.Open()
	if err != nil {
		return nil, err
	}
	raw, err := io.ReadAll(file)
	if err != nil {
		return nil, err
	}
	path, err := c.drafts.KeepPicture(ctx, state.Operator, raw)
	return httpx.Answer(ContentPicture{path}, err)
}

// Picture is what this listener shows under a path.
func (c *Room) Picture(ctx context.Context, path string) (content []byte, kind string, err error) {
	return c.drafts.Picture(ctx, path)
}
