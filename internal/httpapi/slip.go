package httpapi

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"strings"

	"krapao/deposit/slip"
	"krapao/fault"
)

// Slip is an uploaded picture of a transfer.
type Slip struct {
	ID        string  `json:"_id"`
	CreatedAt Time    `json:"createdAt"`
	Amount    Money   `json:"amount" doc:"0 until the bank confirmed the transfer. Above 0 on a slip that failed, unless it is a duplicate or went to an account that is not ours, the money reached us and is being assigned"`
	Status    string  `json:"status" enum:"IN_PROGRESS,SUCCESS,FAILED"`
	Note      *string `json:"note" doc:"A reason code: why it failed, or while it is in progress what a person looks at, or SLIP_QR_PENDING where the money is coming in by the QR code that was paid"`
	Link      *string `json:"link" doc:"null: the picture is shown by its reference"`
	Reference string  `json:"reference"`
	// Params is what the text of the note shows.
	Params *SlipParams `json:"params,omitempty" doc:"With the note SLIP_ALREADY_CREDITED: the deposit that brought this money before"`
}

// SlipParams is a deposit that a slip turned out to be about.
type SlipParams struct {
	Time      Time   `json:"time" doc:"When it was paid"`
	Amount    Money  `json:"amount"`
	Reference string `json:"reference" doc:"The deposit's in the statement"`
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

func (s *Server) slipRoutes() {
	register(s, route{
		method: http.MethodPost, path: "/api/wallet/slip", id: "uploadSlip", summary: "Upload the slip of a transfer", who: members,
		memory: keyed, upload: &upload{
			most:    func(ctx context.Context) (int, error) { return s.Slips.Limit(ctx) },
			missing: fault.SLIP_NO_FILE, invalid: fault.SLIP_INVALID_FILE, broken: fault.SLIP_UPLOAD_FAIL,
		},
	}, s.uploadSlip)
	register(s, route{
		method: http.MethodPost, path: "/api/statement/slip", id: "listSlips", summary: "The member's slips", who: members,
	}, s.slips)
	register(s, route{
		method: http.MethodGet, path: "/api/statement/slip/reference/{reference}", id: "getSlipPicture",
		summary: "A link to a slip's picture, good for five minutes", who: members,
	}, s.slipPicture)
}

func (s *Server) uploadSlip(ctx context.Context, _ *empty) (*reply[SlipUpload], error) {
	x := exchangeOf(ctx)
	file, err := x.file.open()
	if err != nil {
		return nil, err
	}
	slip, err := s.Slips.Upload(ctx, x.member, x.operation(), file)
	if fault.Is(err, fault.TRY_AGAIN) { // the node is busy, which is no answer to the file
		err = &statusError{err, http.StatusServiceUnavailable}
	}
	return answered(SlipUpload{"SUCCESS", slipOf(slip)}, err)
}

func (s *Server) slips(ctx context.Context, in *body[Page]) (*reply[SlipList], error) {
	x := exchangeOf(ctx)
	found, err := s.Slips.Page(ctx, x.member, x.session, in.Body.Page, in.Body.Limit)
	if err != nil {
		return nil, err
	}
	list := SlipList{Total: found.Total, Slips: make([]Slip, len(found.Slips))}
	for i, slip := range found.Slips {
		list.Slips[i] = slipOf(slip)
	}
	return ok(list)
}

func (s *Server) slipPicture(ctx context.Context, in *slipInput) (*reply[SlipPicture], error) {
	token, err := s.Slips.Link(ctx, exchangeOf(ctx).member, in.Reference)
	return answered(SlipPicture{filesPath + token}, err)
}

func slipOf(slip slip.Slip) Slip {
	var params *SlipParams
	if a := slip.Already; a != nil {
		params = &SlipParams{Time: Time(a.At), Amount: Money(a.Amount), Reference: a.Reference}
	}
	return Slip{
		ID: slip.Reference, Params: params, CreatedAt: Time(slip.UploadedAt), Amount: Money(slip.Amount), Status: string(slip.Progress),
		Note: optional(string(slip.Note)), Reference: slip.Reference,
	}
}

// filesPath is where signed links lead.
const filesPath = "/files/"

// files serves what a signed link is for, without any header: the link is the right to see it. Nothing keeps it, and
// nothing in it can run (see security).
func (s *Server) files(w http.ResponseWriter, r *http.Request) {
	exchangeOf(r.Context()).route = route{path: filesPath + "{token}"}
	w.Header().Set("Cache-Control", "no-store")
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		methodNotAllowed(w, r, "GET, HEAD")
		return
	}
	if err := s.limitAddress(r); err != nil {
		refuse(w, r, err)
		return
	}
	s.read(w, r, func(h http.Header) {
		h.Set("Content-Type", "image/jpeg")
		h.Set("Content-Disposition", `inline; filename="slip.jpg"`)
	}, func(ctx context.Context) (io.ReadSeeker, error) {
		file, err := s.Slips.Picture(ctx, strings.TrimPrefix(r.URL.Path, filesPath))
		return bytes.NewReader(file), err
	})
}
