package httpapi

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"hash"
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
	// uploadWithin is how long a file may take to come in (API.md, Wallet).
	uploadWithin = 300 * time.Second
	// fileField is the part of the form that holds the file.
	fileField = "file"
	// formOverhead is what a form may hold beside its file.
	formOverhead = 64 << 10
	// drained is how much of a refused upload is still read, so that the client sees the answer and not a broken connection.
	drained = 24 << 20
)

// upload says what a call that takes a file wants.
type upload struct {
	// most is how many bytes the file may have now.
	most func(context.Context) (int, error)
	// missing and invalid are the refusals of a call without a file, and with one that is too large; broken is of one that
	// did not come in whole.
	missing, invalid, broken fault.Code
	// empty is the refusal of a file without a byte; '' is the same as missing.
	empty fault.Code
	// unit is what the limit is told in, in bytes; 0 is one.
	unit int
	// fields are the form's other parts that the call wants.
	fields []string
}

// maxField bounds a part that is no file.
const maxField = 256

func (u upload) tooLarge(most int) error {
	return fault.New(u.invalid, "the file is larger than %d bytes", most).With("limit", most/max(u.unit, 1))
}

// receive takes the file of a form. It is kept outside of memory, under no name, until the call is answered: who sends
// slowly, or many at once, holds a file's worth of disk and no more. Its fingerprint is of its bytes alone, so that the
// same file in another form is the same request.
func (s *Server) receive(want upload, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		x := exchangeOf(r.Context())
		if err := s.limitUpload(r); err != nil {
			refuse(w, r, err)
			return
		}
		most, err := want.most(r.Context())
		if err != nil {
			refuse(w, r, err)
			return
		}
		bodyUntil(w, time.Now().Add(uploadWithin))
		whole := r.Body
		file, fields, err := want.form(r, most)
		if err != nil {
			if !refusedUnread(r, int64(most)+formOverhead) {
				_, _ = io.CopyN(io.Discard, whole, drained)
			}
			refuse(w, r, err)
			return
		}
		defer file.close()
		bodyIsIn(w)
		x.request, x.file, x.fields = file.sum(), file, fields
		ctx, cancel := patience.Request(r.Context())
		defer cancel()
		next.ServeHTTP(w, r.WithContext(ctx))
	})
}

// limitUpload brakes a member's or an operator's uploads before they are read, and those of an address whose member nobody
// knows yet.
func (s *Server) limitUpload(r *http.Request) error {
	x := exchangeOf(r.Context())
	switch {
	case x.operator != "":
		return s.Calls.Check(r.Context(), s.Limits.Upload.On("operator "+x.operator))
	case x.member != "":
		return s.Calls.Check(r.Context(), s.Limits.Upload.On(x.member))
	}
	return s.Calls.Check(r.Context(), s.Limits.GuestUpload.From(x.address))
}

// form reads a form up to the end of its file, or to its own where other parts of it are wanted.
func (u upload) form(r *http.Request, most int) (file *spool, fields map[string]string, err error) {
	if r.ContentLength > int64(most)+formOverhead {
		return nil, nil, u.tooLarge(most)
	}
	r.Body = io.NopCloser(io.LimitReader(r.Body, int64(most)+formOverhead))
	form, err := r.MultipartReader()
	if err != nil {
		return nil, nil, fault.New(u.missing, "the body is a form with a file in %q", fileField)
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
			return nil, nil, fault.New(u.missing, "there is no file in %q", fileField)
		case err != nil:
			return file, nil, u.broke(err)
		case part.FormName() == fileField && file == nil:
			if file, err = u.spool(part, most); err != nil || len(u.fields) == 0 {
				return file, fields, err
			}
			continue
		}
		if err := u.field(part, fields); err != nil {
			return file, nil, err
		}
	}
}

// field keeps a part that is wanted and passes over one that is not.
func (u upload) field(part *multipart.Part, fields map[string]string) error {
	name := part.FormName()
	if _, twice := fields[name]; twice {
		return fault.New(fault.INVALID_INPUT, "%q is there twice", name)
	}
	if slices.Contains(u.fields, name) {
		value, err := io.ReadAll(io.LimitReader(part, maxField+1))
		if err != nil {
			return u.broke(err)
		}
		if len(value) > maxField {
			return fault.New(fault.INVALID_INPUT, "%q is longer than %d bytes", name, maxField)
		}
		fields[name] = string(value)
	}
	if _, err := io.Copy(io.Discard, part); err != nil {
		return u.broke(err)
	}
	return nil
}

func (u upload) spool(part *multipart.Part, most int) (*spool, error) {
	kept := &spool{hash: sha256.New()}
	n, err := io.Copy(kept, io.LimitReader(part, int64(most)+1))
	kept.size = n
	switch {
	case err != nil:
		err = u.broke(err)
	case n == 0:
		err = fault.New(cmp.Or(u.empty, u.missing), "the file is empty")
	case n > int64(most):
		err = u.tooLarge(most)
	}
	if err != nil {
		kept.close()
		return nil, err
	}
	return kept, nil
}

// broke tells what went wrong while the form came in: our own disk, or a connection that broke.
func (u upload) broke(err error) error {
	var disk *os.PathError
	if errors.As(err, &disk) {
		return fault.Wrap(err, fault.INTERNAL_SERVER_ERROR, "the file could not be kept")
	}
	return fault.Wrap(err, u.broken, "the file did not come in whole")
}

// spool is a file on its way: the first part in memory, more of it in a file without a name, which is gone with the
// process that has it open.
type spool struct {
	size int64
	hash hash.Hash
	head bytes.Buffer
	rest *os.File
}

// spoolHead is how much of a file stays in memory.
const spoolHead = 256 << 10

// Write implements io.Writer.
func (f *spool) Write(p []byte) (int, error) {
	_, _ = f.hash.Write(p) // a hash never fails
	if f.rest == nil && f.head.Len()+len(p) <= spoolHead {
		return f.head.Write(p) //nolint:wrapcheck // a buffer never fails
	}
	if f.rest == nil {
		rest, err := os.CreateTemp("", "upload-")
		if err != nil {
			return 0, err //nolint:wrapcheck // told by its kind
		}
		f.rest = rest
		if err := os.Remove(rest.Name()); err != nil {
			return 0, err //nolint:wrapcheck // told by its kind
		}
	}
	return f.rest.Write(p) //nolint:wrapcheck // told by its kind
}

// open returns the file from its beginning.
func (f *spool) open() (io.Reader, error) {
	head := bytes.NewReader(f.head.Bytes())
	if f.rest == nil {
		return head, nil
	}
	if _, err := f.rest.Seek(0, io.SeekStart); err != nil {
		return nil, err //nolint:wrapcheck // our own disk
	}
	return io.MultiReader(head, f.rest), nil
}

func (f *spool) sum() string { return hex.EncodeToString(f.hash.Sum(nil)) }

func (f *spool) close() {
	if f.rest != nil {
		_ = f.rest.Close() // it has no name any more
	}
}

// formBody documents a form with a file.
func formBody(u upload) *huma.RequestBody {
	properties := map[string]*huma.Schema{fileField: {Type: huma.TypeString, Format: "binary"}}
	for _, name := range u.fields {
		properties[name] = &huma.Schema{Type: huma.TypeString}
	}
	return &huma.RequestBody{Required: true, Content: map[string]*huma.MediaType{"multipart/form-data": {Schema: &huma.Schema{
		Type: huma.TypeObject, Required: []string{fileField},
		Properties: properties,
	}}}}
}
