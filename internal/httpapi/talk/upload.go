package talk

import (
	"context"

	"krapao/chat"
	"krapao/fault"
	"krapao/internal/httpx"
)

// ChatUpload is where an uploaded file is.
type ChatUpload struct {
	Path string `json:"path" doc:"/media/{random}: the filePath of a media message"`
}

// File is the upload of a file of a kind, with the other parts of its form. may refuses it.
func File(kind chat.Kind, may func() error, fields ...string) *httpx.Upload {
	return &httpx.Upload{
		Most:    func(context.Context) (int, error) { return kind.MaxBytes(), may() },
		Missing: fault.INVALID_INPUT, Invalid: fault.FILE_TOO_LARGE, Broken: fault.INVALID_INPUT,
		Empty: fault.FILE_NOT_SUPPORTED,
		Unit:  1 << 20, Fields: fields,
	}
}
