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
		rec := record.BodyOf(w)
		next.ServeHTTP(rec, r)
		if rec.Status == http.StatusOK {
			tag := tagOf(rec.Body.Bytes())
			rec.Header().Set("ETag", tag)
			if knows(r.Header.Get("If-None-Match"), tag) {
				rec.Header().Del("Content-Type")
				rec.Status = http.StatusNotModified
				rec.Body.Reset()
			}
		}
		w.WriteHeader(rec.Status)
		_, _ = w.Write(rec.Body.Bytes()) // an error means that the client has gone
	})
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
