package httpx

import (
	"cmp"
	"context"
	"errors"
	"io"
	"mime/multipart"
	"net/http"
	"os"
	"slices"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"krapao/fault"
	"krapao/internal/patience"
)

const (
	// UploadWithin is how long a file may take to come in (API.md, Wallet).
	UploadWithin = 300 * time.Second
	// fileField is the part of the form that holds the file.
	fileField = "file"
	// formOverhead is how many bytes a form may have beside its file.
	formOverhead = 64 << 10
	// drained is how many bytes of a refused upload are still read, so that the client sees the answer and not a broken
	// connection.
	drained = 24 << 20
	// MaxField is how many bytes a part of a form may have that is no file.
	MaxField = 256
)

// Upload says which file a call takes, and how it refuses others.
type Upload struct {
	// Most is how many bytes the file may have now.
	Most func(context.Context) (int, error)
	// Missing refuses a call without a file, Invalid one whose file is too large, Broken one whose file did not arrive whole.
	Missing, Invalid, Broken fault.Code
	// Empty refuses a file without a byte; "" is the same as Missing.
	Empty fault.Code
	// Unit is the unit of the limit that a refusal names, in bytes; 0 is one byte.
	Unit int
	// Fields are the form's other parts that the call wants.
	Fields []string
}

func (u Upload) tooLarge(most int) error {
	return fault.New(u.Invalid, "the file is larger than %d bytes", most).With("limit", most/max(u.Unit, 1))
}

// Receive takes the file of a form. Until the call is answered the file is kept outside of memory, under no name: a client
// that sends slowly, or many at once, uses a file's worth of disk and no more. The fingerprint is of the file's bytes alone,
// so the same file in another form is the same request.
func (f *Frame) Receive(want Upload, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		state := StateOf(r.Context())
		if err := f.limitUpload(r); err != nil {
			Refuse(w, r, err)
			return
		}
		most, err := want.Most(r.Context())
		if err != nil {
			Refuse(w, r, err)
			return
		}
		bodyUntil(w, time.Now().Add(UploadWithin))
		whole := r.Body
		file, fields, err := want.form(r, most)
		if err != nil {
			if !refusedUnread(r, int64(most)+formOverhead) {
				_, _ = io.CopyN(io.Discard, whole, drained)
			}
			Refuse(w, r, err)
			return
		}
		defer file.close()
		bodyIsIn(w)
		state.fingerprint, state.File, state.Fields = file.sum(), file, fields
		ctx, cancel := patience.Request(r.Context())
		defer cancel()
		next.ServeHTTP(w, r.WithContext(ctx))
	})
}

// limitUpload counts an upload before it is read: for its member or operator, or for its address where nobody knows the
// member yet.
func (f *Frame) limitUpload(r *http.Request) error {
	state, calls, limits := StateOf(r.Context()), f.config.Calls, f.config.Limits
	switch {
	case state.Operator != "":
		return calls.Check(r.Context(), limits.Upload.On("operator "+state.Operator))
	case state.Member != "":
		return calls.Check(r.Context(), limits.Upload.On(state.Member))
	}
	return calls.Check(r.Context(), limits.GuestUpload.From(state.Address))
}

// form reads a form to the end of its file, or to its own end where other parts of it are wanted.
func (u Upload) form(r *http.Request, most int) (file *File, fields map[string]string, err error) {
	if r.ContentLength > int64(most)+formOverhead {
		return nil, nil, u.tooLarge(most)
	}
	r.Body = io.NopCloser(io.LimitReader(r.Body, int64(most)+formOverhead))
	form, err := r.MultipartReader()
	if err != nil {
		return nil, nil, fault.New(u.Missing, "the body is a form with a file in %q", fileField)
	}
	fields = map[string]string{}
	defer func() {
		if err != nil && file != nil {
			file.close()
			file = nil
		}
	}()
	for {
		part, err := form.NextPart()
		switch {
		case errors.Is(err, io.EOF) && file != nil:
			return file, fields, nil
		case errors.Is(err, io.EOF):
			return nil, nil, fault.New(u.Missing, "there is no file in %q", fileField)
		case err != nil:
			return file, nil, u.broke(err)
		case part.FormName() == fileField && file == nil:
			if file, err = u.keep(part, most); err != nil || len(u.Fields) == 0 {
				return file, fields, err
			}
			continue
		}
		if err := u.field(part, fields); err != nil {
			return file, nil, err
		}
	}
}

// field keeps a part of the form that is wanted, and skips any other.
func (u Upload) field(part *multipart.Part, fields map[string]string) error {
	name := part.FormName()
	if _, twice := fields[name]; twice {
		return fault.New(fault.INVALID_INPUT, "%q is there twice", name)
	}
	if slices.Contains(u.Fields, name) {
		value, err := io.ReadAll(io.LimitReader(part, MaxField+1))
		if err != nil {
			return u.broke(err)
		}
		if len(value) > MaxField {
			return fault.New(fault.INVALID_INPUT, "%q is longer than %d bytes", name, MaxField)
		}
		fields[name] = string(value)
	}
	if _, err := io.Copy(io.Discard, part); err != nil {
		return u.broke(err)
	}
	return nil
}

// keep takes the file's part.
func (u Upload) keep(part *multipart.Part, most int) (*File, error) {
	kept := newFile()
	n, err := io.Copy(kept, io.LimitReader(part, int64(most)+1))
	kept.Size = n
	switch {
	case err != nil:
		err = u.broke(err)
	case n == 0:
		err = fault.New(cmp.Or(u.Empty, u.Missing), "the file is empty")
	case n > int64(most):
		err = u.tooLarge(most)
	}
	if err != nil {
		kept.close()
		return nil, err
	}
	return kept, nil
}

// broke says what went wrong while the form came in: our own disk, or a connection that broke.
func (u Upload) broke(err error) error {
	var disk *os.PathError
	if errors.As(err, &disk) {
		return fault.Wrap(err, fault.INTERNAL_SERVER_ERROR, "the file could not be kept")
	}
	return fault.Wrap(err, u.Broken, "the file did not come in whole")
}

// describe is the form for the contract.
func (u Upload) describe() *huma.RequestBody {
	properties := map[string]*huma.Schema{fileField: {Type: huma.TypeString, Format: "binary"}}
	for _, name := range u.Fields {
		properties[name] = &huma.Schema{Type: huma.TypeString}
	}
	return &huma.RequestBody{Required: true, Content: map[string]*huma.MediaType{"multipart/form-data": {Schema: &huma.Schema{
		Type: huma.TypeObject, Required: []string{fileField},
		Properties: properties,
	}}}}
}
