package cached

import (
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"strings"

	"krapao/internal/httpx/record"
)

// Tagged gives a success an ETag, and answers 304 without a body where the client has that answer already. A phone that asks
// again whether something has changed then gets 200 bytes. The tag is weak: compressed or not, the answer means the same.
//
// RFC 9110 (13.1.2) knows 304 for GET alone. A POST of our contract that only reads answers so, too (API.md, Conventions).
func Tagged(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		rec := &tagging{Recorder: record.BodyOf(w)}
		next.ServeHTTP(rec, r)
		status, body := rec.Status, rec.Body.Bytes()
		if rec.answer != nil {
			body = rec.answer.body
		}
		if status == http.StatusOK {
			tag := rec.tag()
			w.Header()["Etag"] = []string{tag}
			if asked := r.Header.Get("If-None-Match"); asked != "" && knows(asked, tag) {
				w.Header().Del("Content-Type")
				status, body = http.StatusNotModified, nil
			} else if smaller := rec.compressed(r); smaller != nil {
				w.Header().Set("Content-Encoding", "gzip")
				body = smaller
			}
		}
		w.WriteHeader(status)
		_, _ = w.Write(body) //nolint:gosec // our own JSON, sent as such; an error means that the client has gone
	})
}

// tagging holds back what gets an ETag. A cached answer comes whole, with its ETag and its compressed form.
type tagging struct {
	*record.Recorder

	answer *Answer
}

func (t *tagging) tag() string {
	if t.answer != nil {
		return t.answer.tag
	}
	return tagOf(t.Body.Bytes())
}

func (t *tagging) compressed(r *http.Request) []byte {
	if t.answer == nil {
		return nil
	}
	return t.answer.compressedFor(r.Header.Get("Accept-Encoding"))
}

// tagOf is the ETag of a body.
func tagOf(body []byte) string {
	sum := sha256.Sum256(body)
	return `W/"` + hex.EncodeToString(sum[:12]) + `"`
}

// knows reports whether a tag is among those of If-None-Match.
func knows(header, tag string) bool {
	for known := range strings.SplitSeq(header, ",") {
		known = strings.TrimSpace(known)
		if known == "*" || strings.TrimPrefix(known, "W/") == strings.TrimPrefix(tag, "W/") {
			return true
		}
	}
	return false
}
