package draft

import (
	"context"
	"crypto/subtle"
	"fmt"
	"strconv"
	"strings"
	"time"

	"krapao/fault"
	"krapao/internal/content"
)

// previewFor is how long the link to a preview is good.
const previewFor = 30 * time.Minute

// Link opens the preview of a draft.
type Link struct {
	// Address is the member app's; empty: it is not known. Path is the link's, below it.
	Address, Path string
	Until         time.Time
}

// Link makes a link to the preview of a draft. Every node knows it by the installation's key. NO_DATA: there is no such draft.
// CONTENT_INVALID: something is wrong with it, so it can't be in force anywhere.
func (s *Service) Link(ctx context.Context, id string) (Link, error) {
	change, err := s.Asks(ctx, id, "")
	if err != nil {
		return Link{}, err
	}
	change.Seen = nil // what is in force may be another by now; the preview is of now
	if _, err := s.checked(ctx, change); err != nil {
		return Link{}, err
	}
	until := s.d.Store.Now().Add(previewFor).Truncate(time.Second)
	ends := strconv.FormatInt(until.Unix(), 10)
	token := strings.Join([]string{id, ends, s.mark(id, ends)}, ".")
	return Link{Address: s.d.Members, Path: "/user/home?preview=member." + token, Until: until}, nil
}

// mark is what only this installation can write of a link.
func (s *Service) mark(id, ends string) string { return s.d.Index("preview", id+"."+ends) }

// Previewed returns the draft of a link's token, and when the link ends. NO_DATA: it has ended, its draft is gone, or it is no
// link of ours.
func (s *Service) Previewed(ctx context.Context, token string) (d Draft, until time.Time, err error) {
	id, rest, _ := strings.Cut(token, ".")
	ends, mark, _ := strings.Cut(rest, ".")
	seconds, err := strconv.ParseInt(ends, 10, 64)
	if err != nil || subtle.ConstantTimeCompare([]byte(mark), []byte(s.mark(id, ends))) == 0 {
		return d, until, fault.New(fault.NO_DATA, "this is no link to a preview")
	}
	if until = time.Unix(seconds, 0); !s.d.Store.Now().Before(until) {
		return d, until, fault.New(fault.NO_DATA, "the link to the preview has ended")
	}
	d, err = s.Draft(ctx, id)
	return d, until, err
}

// Preview returns what is in force, with a draft in the place of its section.
func (s *Service) Preview(ctx context.Context, d Draft) (content.Document, error) {
	doc, err := s.Export(ctx)
	if err != nil {
		return nil, fmt.Errorf("draft: preview of %s: %w", d.ID, err)
	}
	doc[d.Section] = d.Body
	return doc, nil
}
