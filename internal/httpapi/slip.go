package httpapi

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"strings"

	"krapao/deposit/slip"
	"krapao/fault"
	"krapao/internal/httpx"
	"krapao/internal/httpx/wire"
)

// Slip is an uploaded picture of a transfer.
type Slip struct {
	ID        string     `json:"_id"`
	CreatedAt wire.Time  `json:"createdAt"`
	Amount    wire.Money `json:"amount" doc:"0 until the bank confirmed the transfer. Above 0 on a slip that failed, unless it is a duplicate or went to an account that is not ours, the money reached us and is being assigned"`
	Status    string     `json:"status" enum:"IN_PROGRESS,SUCCESS,FAILED"`
	Note      *string    `json:"note" doc:"A reason code: why it failed, or while it is in progress what a person looks at, or SLIP_QR_PENDING where the money is coming in by the QR code that was paid"`
	Link      *string    `json:"link" doc:"null: the picture is shown by its reference"`
	Reference string     `json:"reference"`
	// Params is what the text of the note shows.
	Params *SlipParams `json:"params,omitempty" doc:"With the note SLIP_ALREADY_CREDITED: the deposit that brought this money before"`
}

// SlipParams is the deposit that brought a slip's money before.
type SlipParams struct {
	Time      wire.Time  `json:"time" doc:"When it was paid"`
	Amount    wire.Money `json:"amount"`
	Reference string     `json:"reference" doc:"The deposit's in the statement"`
}

// SlipUpload is the answer to an upload. Reading the slip goes on.
type SlipUpload struct {
	Message string `json:"message" enum:"SUCCESS"`
	Slip    Slip   `json:"slip"`
}

// SlipList is a part of the member's slips.
type SlipList struct {
	Total int    `json:"total"`
	Slips []Slip `json:"slips"`
}

// SlipPicture is where a slip's picture can be seen for five minutes.
type SlipPicture struct {
	URL string `json:"url"`
}

type slipInput struct {
	Reference string `path:"reference" doc:"A slip's reference"`
}

type slipCalls struct {
	slips *slip.Service
	frame *httpx.Frame
}

func (c *slipCalls) routes(f *httpx.Frame) {
	f.Mount(httpx.Mount{Path: filesPath, Shown: filesPath + "{token}", Timed: true, Handler: http.HandlerFunc(c.serveFile)})
	httpx.Register(f, httpx.Route{
		Method: http.MethodPost, Path: "/api/wallet/slip", ID: "uploadSlip",
		Summary: "Upload the slip of a transfer", Access: httpx.Members, Memory: httpx.Keyed, Upload: &httpx.Upload{
			Most:    func(ctx context.Context) (int, error) { return c.slips.Limit(ctx) },
			Missing: fault.SLIP_NO_FILE, Invalid: fault.SLIP_INVALID_FILE, Broken: fault.SLIP_UPLOAD_FAIL,
		},
	}, c.handleUploadSlip)
	httpx.Register(f, httpx.Route{
		Method: http.MethodPost, Path: "/api/statement/slip", ID: "listSlips", Summary: "The member's slips", Access: httpx.Members,
	}, c.handleSlips)
	httpx.Register(f, httpx.Route{
		Method: http.MethodGet, Path: "/api/statement/slip/reference/{reference}", ID: "getSlipPicture",
		Summary: "A link to a slip's picture, good for five minutes", Access: httpx.Members,
	}, c.handleSlipPicture)
}

// handleUploadSlip answers POST /api/wallet/slip: it takes the slip of a transfer. Reading it goes on after the answer.
func (c *slipCalls) handleUploadSlip(ctx context.Context, _ *httpx.Empty) (*httpx.Reply[SlipUpload], error) {
	state := httpx.StateOf(ctx)
	file, err := state.File.Open()
	if err != nil {
		return nil, err
	}
	slip, err := c.slips.Upload(ctx, state.Member, state.Operation(), file)
	return httpx.Answer(SlipUpload{"SUCCESS", slipOf(slip)}, httpx.Busy(err))
}

// handleSlips answers POST /api/statement/slip: the member's slips.
func (c *slipCalls) handleSlips(ctx context.Context, in *httpx.Body[Page]) (*httpx.Reply[SlipList], error) {
	state := httpx.StateOf(ctx)
	found, err := c.slips.Page(ctx, state.Member, state.Session, in.Body.Page, in.Body.Limit)
	if err != nil {
		return nil, err
	}
	list := SlipList{Total: found.Total, Slips: make([]Slip, len(found.Slips))}
	for i, slip := range found.Slips {
		list.Slips[i] = slipOf(slip)
	}
	return httpx.OK(list)
}

// handleSlipPicture answers GET /api/statement/slip/reference/{reference}: a link to a slip's picture, good for five minutes.
func (c *slipCalls) handleSlipPicture(ctx context.Context, in *slipInput) (*httpx.Reply[SlipPicture], error) {
	token, err := c.slips.Link(ctx, httpx.StateOf(ctx).Member, in.Reference)
	return httpx.Answer(SlipPicture{filesPath + token}, err)
}

func slipOf(slip slip.Slip) Slip {
	var params *SlipParams
	if a := slip.Already; a != nil {
		params = &SlipParams{Time: wire.Time(a.At), Amount: wire.Money(a.Amount), Reference: a.Reference}
	}
	return Slip{
		ID: slip.Reference, Params: params, CreatedAt: wire.Time(slip.UploadedAt),
		Amount: wire.Money(slip.Amount), Status: string(slip.Progress), Note: wire.TextOrNull(string(slip.Note)),
		Reference: slip.Reference,
	}
}

// filesPath is where signed links lead.
const filesPath = "/files/"

// serveFile answers GET /files/{token}: the picture of a signed link. It needs no header: the link is the right to see the
// picture. No cache keeps it, and nothing in it can run (httpx.Frame.Secure).
func (c *slipCalls) serveFile(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cache-Control", "no-store")
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		httpx.MethodNotAllowed(w, r, "GET, HEAD")
		return
	}
	if err := c.frame.LimitAddress(r); err != nil {
		httpx.Refuse(w, r, err)
		return
	}
	c.frame.ServeFile(w, r, func(h http.Header) {
		h.Set("Content-Type", "image/jpeg")
		h.Set("Content-Disposition", `inline; filename="slip.jpg"`)
	}, func(ctx context.Context) (io.ReadSeeker, error) {
		file, err := c.slips.Picture(ctx, strings.TrimPrefix(r.URL.Path, filesPath))
		return bytes.NewReader(file), err
	})
}
